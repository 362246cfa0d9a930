"""A data file with other locations and missions works wherever the shipped one does: positions, solvers, command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from orienteer import Limits, evaluate
from orienteer.core.errors import PositionError
from orienteer.positions import Position, template

from .table_files import OTHER_FILE, shipped, write

# Everything lies in the discard but for the left row's last token; Ann's two members stand where her mission leads.
STATE: dict[str, Any] = {
    "turn": "Ann",
    "round": 40,
    "stage": "start",
    "idle": 0,
    "rows": {"left": "g", "right": ""},
    "players": [
        {"name": "Ann", "vehicles": "rb", "missions": ["reef+isle", "port+isle"], "members_at": ["isle", "port"]},
        {"name": "Ben", "vehicles": "g", "missions": ["moor+dune+souk"], "members_at": []},
    ],
}


def document(data: str, **state: Any) -> dict[str, Any]:
    rules = {"preset": "seed", "data": data}
    return {"format": 1, "game": "lost_explorers", "rules": rules, "viewer": "Ann", "state": {**STATE, **state}}


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the other file in it as mine.toml."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(OTHER_FILE, tmp_path / "mine.toml")
    return tmp_path


def test_a_position_names_the_files_locations_and_missions(beside: Path) -> None:
    position = Position.from_dict(document("mine.toml"))
    assert position.game.options["data"] == "mine.toml"
    assert position.to_dict()["state"]["closed"] == ["fort", "reef", "mesa", "cave"]
    moves = [position.state.action_to_string(0, action) for action in position.state.legal_actions()]
    assert "complete-isle+port-return-isle" in moves
    after = position.after({"type": "complete", "player": "Ann", "mission": "port+isle", "location": "isle"})
    assert after.to_dict()["state"]["players"][0]["members_at"] == ["port"]
    assert Position.from_json(after.to_json()) == after
    with pytest.raises(PositionError, match=r"^state.players\[0\].missions\[0\]: 'R2', allowed: pass, souk"):
        Position.from_dict(document("mine.toml", players=[{"name": "Ann", "missions": ["R2+RB"]}, {}]))


def test_it_is_evaluated_as_the_shipped_one(beside: Path) -> None:
    position = Position.from_dict(document("mine.toml"))
    solved = evaluate(position, method="exact", limits=Limits(seconds=20))
    assert solved.best is not None
    searched = evaluate(position, method="mcts", limits=Limits(iterations=300))
    assert {row.move.id for row in searched.moves} == {row.move.id for row in solved.moves}
    start = Position.from_dict(template("lost_explorers", data=str(OTHER_FILE)))
    assert start.state.is_chance_node()


def test_the_command_line_reads_it(beside: Path) -> None:
    from orienteer.cli import app

    (beside / "position.json").write_text(json.dumps(document("mine.toml")), encoding="utf-8")
    done = CliRunner().invoke(app, ["evaluate", "position.json", "--iterations", "200", "--json"])
    assert done.exit_code == 0, done.output
    assert "complete-isle+port-return-isle" in done.output
    done = CliRunner().invoke(app, ["explain", "position.json"])
    assert "state.closed = ['fort', 'reef', 'mesa', 'cave']" in done.output


def test_what_looks_like_a_slip_in_it_is_named(beside: Path) -> None:
    content = shipped()
    content["locations"].append({"id": "NEW", "name": "Nowhere", "needs": {"red": 2}})
    write(beside / "mine.toml", content)
    position = Position.from_dict(template("lost_explorers", data="mine.toml"))
    assert position.assumptions == ("rules.data: locations[14]: no token names NEW; taken as it is",)


def test_a_broken_one_is_refused_by_the_path_of_the_entry(beside: Path) -> None:
    content = shipped()
    content["tokens"][3]["locations"][1] = "ZZ"
    write(beside / "mine.toml", content)
    with pytest.raises(PositionError, match=r"^rules\.data: tokens\[3\]\.locations\[1\]: 'ZZ', allowed: R2, R3"):
        Position.from_dict(template("lost_explorers") | {"rules": {"preset": "seed", "data": "mine.toml"}})
