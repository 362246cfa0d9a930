"""What may be left out, what follows from the rest, and what is assumed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from orienteer.core.errors import OptionError, PositionError
from orienteer.core.registry import load_game
from orienteer.positions import Position, explain, position_schema, record_schema, template
from orienteer.records import Record

from .helpers import document, every_option

EXAMPLES = Path(__file__).parents[2] / "examples" / "positions"


def test_a_table_with_everyone_inside() -> None:
    given = {
        "format": 1,
        "game": "incan_gold",
        "rules": "bga",
        "viewer": "Ann",
        "state": {
            "round": 1,
            "players": [
                {"name": "Ann", "gems": 0, "artifacts": [], "inside": True},
                {"gems": 0, "artifacts": [], "inside": True},
            ],
            "path": [5, "spider", 14],
        },
    }
    position = Position.from_dict(given)
    assert position.seat == position.viewer == 0
    assert position.names == ("Ann", None)
    assert [position.name(seat) for seat in (0, 1)] == ["Ann", "seat 1"]
    assert position.derived == (
        "state.removed = []: no round is over",
        "state.artifacts.lost = 0: no round is over",
        "state.pocket = 9: everyone is still inside",
        "state.leftovers = 1: everyone is still inside",
    )
    assert position.assumptions == ("state.next = 'choice': the document does not say",)
    assert explain(position)[3] == "derived: state.removed = []: no round is over"
    assert explain(position)[-1] == "assumed: state.next = 'choice': the document does not say"
    assert position.to_dict() == {
        "format": 1,
        "game": "incan_gold",
        "rules": "bga",
        "viewer": "Ann",
        "state": {
            "round": 1,
            "players": [
                {"name": "Ann", "gems": 0, "artifacts": [], "inside": True},
                {"gems": 0, "artifacts": [], "inside": True},
            ],
            "path": [5, "spider", 14],
            "removed": [],
            "pocket": 9,
            "leftovers": 1,
            "artifacts": {"taken": 0, "lost": 0},
            "next": "choice",
        },
        "evidence": [],
    }


def test_equal_positions_are_worded_alike_or_not() -> None:
    short = Position.from_dict(template("incan_gold", preset="bga", players=2))
    given = template("incan_gold", players=2)
    given["rules"] = {"preset": "seed", "deck": "bga", "artifact_value": "resolved_order", "tie": "artifacts"}
    given["state"]["players"] = [{"gems": 0, "artifacts": []}] * 2
    long = Position.from_dict(given)
    assert short == long
    assert hash(short) == hash(long)
    assert long.rules == given["rules"]
    assert short != Position.from_state(short.state, 1)
    assert short != "a position"
    short.to_dict()["state"]["players"][0]["gems"] = 5
    assert short == long


def test_who_is_inside() -> None:
    players: list[dict[str, Any]] = [{"gems": 3, "artifacts": 0}, {"gems": 0, "artifacts": 0}]
    position = Position.from_dict(document(2, path=[5], pocket=2, leftovers=0, next="card", players=players))
    assert position.to_dict()["state"]["players"][1]["inside"] is True
    assert "state.players[0].inside = false: he has banked in round 1" in position.derived
    assert "state.players[1].inside = true: all others are out" in position.derived


def test_the_game_is_over() -> None:
    tents = [{"gems": 40, "artifacts": 1}, {"gems": 12, "artifacts": 0}]
    given = document(2, round=5, players=tents, removed=["fire"] * 2, artifacts={"lost": 4}, next="over")
    del given["state"]["path"]
    position = Position.from_dict(given)
    assert position.state.is_terminal()
    assert position.state.returns("points") == [45, 12]
    assert "state.players[*].inside = false: the game is over" in position.derived
    with pytest.raises(PositionError, match=r"^event.type: 'card', allowed: nothing: the game is over"):
        position.after({"type": "card", "card": 5})


def test_leftovers_by_card_from_their_sum() -> None:
    inside = {"gems": 0, "artifacts": 0, "inside": True}
    everyone = Position.from_dict(document(4, "iello", path=[5], leftovers=1))
    assert everyone.to_dict()["state"]["leftovers"] == [1]
    assert "state.leftovers = [1]: everyone is still inside" in everyone.derived
    # One of four left with his share and the 5's single gem.
    gone = document(
        4, "iello", path=[5, 2], pocket=1, leftovers=2, players=[{**inside, "gems": 2, "inside": False}] + [inside] * 3
    )
    position = Position.from_dict(gone)
    assert position.to_dict()["state"]["leftovers"] == [2]
    assert "state.leftovers = [2]: no other remainders have this sum" in position.derived
    # Three of five are inside; when the others left decides whether two cards hold 1 + 2, or three 1 each.
    rules = {"preset": "iello", "deck": [1, 1, 1, 2]}
    tents = [inside] * 3 + [{**inside, "gems": 1, "inside": False}] * 2
    unclear = document(
        5, rules, round=2, removed=[], path=[1, 1, 2, 1], pocket=0, leftovers=3, artifacts={"lost": 0}, players=tents
    )
    with pytest.raises(PositionError, match=r"^state.leftovers: 3, allowed: a list"):
        Position.from_dict(unclear)
    for left in ([1, 2], [1, 1, 1]):
        unclear["state"]["leftovers"] = left
        assert Position.from_dict(unclear).to_dict()["state"]["leftovers"] == left


def test_printed_artifacts_with_equal_sums() -> None:
    # 5 + 10 = 7 + 8: the state holds sums, so the document says one of the two; both read to equal positions.
    def tents(first: list[int], second: list[int]) -> list[dict[str, Any]]:
        return [{"gems": 0, "artifacts": first, "inside": True}, {"gems": 0, "artifacts": second, "inside": True}]

    one, other = (
        Position.from_dict(
            document(2, "print", round=5, removed=[], artifacts={"lost": []}, next="card", players=tents(*hands))
        )
        for hands in (([5, 10], [7, 8]), ([7, 8], [5, 10]))
    )
    assert one == other
    # In round 4 the 10 is fresh: who is inside cannot hold it.
    fresh = tents([5, 10], [7, 8])
    fresh[0]["inside"] = False
    fresh[0]["gems"] = 5
    given = document(
        2,
        "print",
        round=4,
        removed=[],
        artifacts={"lost": []},
        path=[],
        pocket=0,
        leftovers=0,
        next="card",
        players=fresh,
    )
    position = Position.from_dict(given)
    assert position.to_dict()["state"]["players"][0]["artifacts"] == [5, 10]
    assert Position.from_json(position.to_json()) == position
    swapped = json.loads(json.dumps(given))
    swapped["state"]["players"][0]["artifacts"], swapped["state"]["players"][1]["artifacts"] = [7, 8], [5, 10]
    with pytest.raises(PositionError, match=r"^state.players\[1\].artifacts: \[5, 10\], allowed: without 10"):
        Position.from_dict(swapped)


@pytest.mark.parametrize("options", list(every_option())[::3], ids=str)
def test_a_template_is_valid(options: dict[str, Any]) -> None:
    for players in (1, 5, 8):
        given = template("incan_gold", players=players, **options)
        position = Position.from_json(json.dumps(given))
        game = load_game("incan_gold", players=players, **options)
        assert position == Position.from_state(game.new_initial_state(), 0)
        assert position.state == game.new_initial_state()


def test_templates_name_what_they_do_not_know() -> None:
    assert template("incan_gold", preset="print")["rules"] == "print"
    assert template("incan_gold", preset="bga", rounds=2)["rules"] == {"preset": "bga", "rounds": 2}
    for rules in ({"preset": "bgg"}, {"cards": 1}, {"players": 9}):
        with pytest.raises(OptionError):
            template("incan_gold", **rules)
    with pytest.raises(OptionError, match=r"^game: 'chess', allowed: celestia, incan_gold, lost_explorers, takara_island"):
        template("chess")


def test_views() -> None:
    state = load_game("incan_gold", players=3).new_initial_state()
    viewers: tuple[int | str, ...] = (1, "public", "omniscient")
    for viewer in viewers:
        position = Position.from_state(state, viewer)
        assert position.view().mask == state
        assert position.view(2).viewer == 2
    assert Position.from_state(state, 1).view().viewer == 1
    wrong: tuple[Any, ...] = (3, "Ann", True, None)
    for stranger in wrong:
        with pytest.raises(PositionError, match=r"^viewer: "):
            Position.from_state(state, stranger)
    with pytest.raises(PositionError, match=r"^names: "):
        Position.from_state(state, 0, ["Ann"])
    with pytest.raises(PositionError, match=r"^names\[1\]: 'Ann'"):
        Position.from_state(state, 0, ["Ann", "Ann", None])
    with pytest.raises(PositionError, match=r"^rules: 'bga', allowed: those of the state"):
        Position.from_state(state, 0, rules="bga")
    assert Position.from_state(state, 0, rules={"preset": "seed", "rounds": 5}).rules == {"preset": "seed", "rounds": 5}


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_examples_are_valid(path: Path) -> None:
    kind: Any = Record if path.stem.endswith("record") else Position
    found = kind.from_file(path)
    assert kind.from_json(found.to_json(indent=2)) == found


def test_the_record_passes_through_the_position() -> None:
    five = Position.from_file(EXAMPLES / "incan_gold_five_players.json")
    record = Record.from_file(EXAMPLES / "incan_gold_record.json")
    assert any(position.to_dict()["state"] == five.to_dict()["state"] for _, position, _ in record.positions())


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (EXAMPLES / "incan_gold_solitaire.json").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert Position.from_file("-") == Position.from_json(text)


def test_schemas() -> None:
    for of in (position_schema, record_schema):
        joint = of()
        assert set(joint["discriminator"]["mapping"]) == {"celestia", "incan_gold", "lost_explorers", "takara_island"}
        for schema in (
            of("celestia"),
            of("incan_gold"),
            *(joint["$defs"][ref["$ref"].split("/")[-1]] for ref in joint["oneOf"]),
        ):
            assert schema["additionalProperties"] is False
            assert set(schema["required"]) >= {"format", "game", "rules", "viewer"}
    with pytest.raises(OptionError, match=r"^game: 'chess'"):
        position_schema("chess")


def test_examples_fit_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validators = []
    for schema in (position_schema(), record_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
        validators.append(jsonschema.Draft202012Validator(schema))
    for path in EXAMPLES.glob("*.json"):
        validators[path.stem.endswith("record")].validate(json.loads(path.read_text()))


def test_documents_in_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
    incan_gold, celestia, takara_island, lost_explorers, record = (
        block.split("```")[0] for block in text.split("```json\n")[1:]
    )
    assert Position.from_json(incan_gold).names == ("Ann", "Ben", "Cleo")
    assert Position.from_json(celestia).assumptions == ()
    assert Position.from_json(takara_island).assumptions == ()
    assert Position.from_json(lost_explorers).assumptions == ()
    assert len(Record.from_json(record)) == 2
