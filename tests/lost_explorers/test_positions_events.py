"""Events of Lost Explorers as words, what is refused of them, and the shipped positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position
from orienteer.records import Record

from .position_base import BASE, changed

SHIPPED = Path(__file__).parents[2] / "examples" / "positions"
ANN, BEN, CLEO = {"player": "Ann"}, {"player": "Ben"}, {"player": "Cleo"}


def test_words_follow_the_game() -> None:
    position = Position.from_dict(BASE)
    for event in (
        # Ann takes a mission, sends Ben's member home with a yellow token, and goes to the next place that she needs.
        {"type": "retrieve", **ANN, "locations": ["RB"]},
        {"type": "equip", **ANN, "side": "right", "members": 1, "kind": "mission"},
        {"type": "show", **ANN, "mission": "R2+RB+GR"},
        {"type": "explore", **ANN, "location": "YB", "colour": "yellow"},
        {"type": "explore", **ANN, "location": "B2", "colour": "blue", "ejected": None},
        {"type": "end-turn", **ANN},
        {"type": "end-turn", **BEN},
    ):
        position = position.after(event)
    with pytest.raises(PositionError, match=r"^event: .*complete-GR\+GY-return-GR"):
        position.after({"type": "complete", **CLEO, "mission": "GR+GY", "location": "GR"})
    table = position.to_dict()["state"]
    assert [player["vehicles"] for player in table["players"]] == [
        {"red": 1, "yellow": 1, "blue": 1},
        {"red": 2, "yellow": 2, "green": 1},
        {"red": 1, "green": 2},
    ]
    assert [player["members_at"] for player in table["players"]] == [["B2", "YB"], [], ["G2", "GR"]]
    assert table["players"][0]["missions"] == ["R2+RB+GR", "B2+YB+RB"]
    assert (table["turn"], table["idle"], len(table["rows"]["right"])) == ("Cleo", 1, 26)
    assert Position.from_json(position.to_json()) == position


def test_a_mission_is_completed() -> None:
    bonus = Position.from_dict(changed({"state.players.0.members_at": ["B2", "RB", "YB"], "state.players.1.members_at": []}))
    position = bonus.after({"type": "complete", **ANN, "mission": "YB+RB+B2", "location": "YB"})
    assert position.to_dict()["state"]["pending"] == "B2+YB+RB"
    after = position.after({"type": "bonus", **ANN, "colour": "yellow"}).to_dict()["state"]
    assert after["players"][0]["vehicles"] == {"red": 1, "yellow": 3, "blue": 2}
    assert after["players"][0]["leaders"] == [3, 2]
    assert after["discard"] == {"red": 2, "yellow": 2, "blue": 2, "green": 1}
    with pytest.raises(PositionError, match=r"^event: .*bonus"):
        position.after({"type": "bonus", **ANN})


REFUSED: list[tuple[Any, str]] = [
    ({"type": "fall"}, "event.type: 'fall', allowed: 'close', 'deal'"),
    (3, "event: 3, allowed: an object with a 'type'"),
    (("equip",), "event: ('equip',), allowed: an observation"),
    ({"type": "end-turn", "player": "Eve"}, "event.player: 'Eve', allowed: a player: 'Ann', 'Ben', 'Cleo'"),
    ({"type": "end-turn", **BEN}, "event.player: 'Ben', allowed: 'Ann', whose turn it is"),
    ({"type": "end-turn", **ANN, "pile": 1}, "event.pile: no such field, allowed: player, type"),
    ({"type": "deal", "colour": "red"}, "event: observation ('deal', 'red'): "),
    ({"type": "show", **ANN, "mission": "R2+R3"}, "event: observation ('show', 0, 'R2+R3'): "),
    ({"type": "show", **ANN, "mission": "R2+B2"}, "event.mission: 'R2+B2', allowed: the locations of a token"),
    ({"type": "explore", **ANN, "location": "ZZ", "colour": "red"}, "event.location: 'ZZ', allowed: R2, R3"),
    ({"type": "explore", **ANN, "location": "GY", "colour": "red"}, "event: "),
    (
        {"type": "explore", **ANN, "location": "YB", "colour": "blue", "ejected": "Cleo"},
        "event.ejected: 'Cleo', allowed: 'Ben': YB says so",
    ),
    ({"type": "retrieve", **ANN, "locations": ["RB", "ZZ"]}, "event.locations[1]: 'ZZ', allowed: R2, R3"),
    (
        {"type": "equip", **ANN, "side": "left", "members": 2, "kind": "vehicle", "colour": "red"},
        "event.colour: 'red', allowed: 'yellow', the colour of token 2 of the left row",
    ),
    (
        {"type": "equip", **ANN, "side": "left", "members": 5, "kind": "vehicle"},
        "event.members: 5, allowed: a whole number ≤ 4",
    ),
    ({"type": "equip", **ANN, "side": "left", "members": 3, "kind": "vehicle"}, "event: "),
]


@pytest.mark.parametrize(("event", "message"), REFUSED, ids=[message[:50] for _, message in REFUSED])
def test_an_event_is_refused(event: Any, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(BASE).after(event)
    assert str(error.value).startswith(message)


def test_a_row_has_so_many_tokens() -> None:
    short = changed({"state.rows.left": "r", "state.round": 40})
    with pytest.raises(PositionError, match=r"^event.members: 2, allowed: at most 1, the tokens of the left row"):
        Position.from_dict(short).after({"type": "equip", **ANN, "side": "left", "members": 2, "kind": "vehicle"})


@pytest.mark.parametrize("name", ["lost_explorers_three_players", "lost_explorers_endgame"])
def test_shipped_positions_leave_nothing_open(name: str) -> None:
    position = Position.from_file(SHIPPED / f"{name}.json")
    assert position.assumptions == ()
    assert Position.from_json(position.to_json()) == position
    assert len(position.state.legal_actions()) > 1
    assert position.state.current_player() == position.seat


def test_the_shipped_record_passes_through_the_shipped_position() -> None:
    record = Record.from_file(SHIPPED / "lost_explorers_record.json")
    shipped = Position.from_file(SHIPPED / "lost_explorers_three_players.json")
    assert any(position.state == shipped.state for _, position, _ in record.positions())
