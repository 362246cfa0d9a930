"""Events of Takara Island as words, what is refused of them, and the shipped positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position
from orienteer.records import Record

from .test_positions_refused import BASE, changed

SHIPPED = Path(__file__).parents[2] / "examples" / "positions"
BEN, ANN = {"player": "Ben"}, {"player": "Ann"}


def test_words_follow_the_game() -> None:
    position = Position.from_dict(BASE)
    for event in (
        # Ann surveys pile 5: one card, a goblin that she turns up; Ben has surveyed it before.
        {"type": "survey", **ANN, "pile": 5},
        {"type": "look", **ANN, "card": "goblin_c"},
        {"type": "turn-up", **ANN, "card": "goblin_c"},
        {"type": "stop", **ANN},
        {"type": "end-of-day", **ANN},
        # Ben rents the sword, and fights twice.
        {"type": "rent", **BEN},
        {"type": "fight", **BEN, "pile": 1},
        {"type": "attack", **BEN, "killed": True},
        {"type": "end-of-day", **BEN, "recruited": True},
        {"type": "destroy", "player": 2, "pile": 2},
        {"type": "dig", "player": "Cleo", "pile": 3},
        {"type": "card", "player": "Cleo", "card": "xp_1"},
    ):
        position = position.after(event)
    table = position.to_dict()["state"]
    assert (table["turn"], table["round"], table["phase"]) == ("Cleo", 6, "end_of_day")
    assert [player["gold"] for player in table["players"]] == [6, 1, 2]
    assert [player["items"] for player in table["players"]] == [[1, 4], [2, 3], [1, 1]]
    assert [player["adventurers"]["unused"] for player in table["players"]] == [2, 3, 3]
    assert table["piles"][5] == {"size": 6, "cards": [{"card": "goblin_c", "face_up": True}]}
    assert table["piles"][1] == {"size": 5}
    assert [pile["size"] for pile in table["piles"]] == [7, 5, 7, 8, 4, 6]
    assert table["gone"]["shallow"]["rockfall"] == 3
    assert position.evidence == ()
    assert Position.from_json(position.to_json()) == position


REFUSED: list[tuple[Any, str]] = [
    ({"type": "fall"}, "event.type: 'fall', allowed: 'rent', 'no-rent'"),
    (3, "event: 3, allowed: an object with a 'type'"),
    (("dig",), "event: ('dig',), allowed: an observation"),
    (("dig", -1, 0), "event: ('dig', -1, 0), allowed: an observation"),
    ({"type": "tavern", "player": "Eve"}, "event.player: 'Eve', allowed: a player: 'Ann', 'Ben', 'Cleo'"),
    ({"type": "tavern", **BEN}, "event.player: 'Ben', allowed: 'Ann', whose turn it is"),
    ({"type": "tavern", **ANN, "pile": 1}, "event.pile: no such field, allowed: player, type"),
    ({"type": "dig", **ANN, "pile": 6}, "event.pile: 6, allowed: a whole number ≤ 5"),
    ({"type": "dig", **ANN, "pile": 1}, "event: observation ('dig', 0, 1): "),
    ({"type": "card", **ANN, "card": "gold_2"}, "event.type: 'card', allowed: another event: no action is under way"),
    ({"type": "hire", **ANN, "specialist": "impostor", "pile": 0}, "event.copied: missing, allowed: 'miner', 'soothsayer'"),
    ({"type": "hire", **ANN, "specialist": "soothsayer", "pile": 0}, "event.slot: missing, allowed: the first slot"),
    ({"type": "hire", **ANN, "specialist": "archaeologist", "pile": 0, "slot": 2}, "event.slot: 2, allowed: null: only"),
    ({"type": "hire", **ANN, "specialist": "archaeologist", "copied": "miner", "pile": 0}, "event.copied: 'miner'"),
    ({"type": "sell", **ANN, "value": 2}, "event: observation ('sell', 0, 2): "),
]


@pytest.mark.parametrize(("event", "message"), REFUSED, ids=[message[:50] for _, message in REFUSED])
def test_an_event_is_refused(event: Any, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(BASE).after(event)
    assert str(error.value).startswith(message)


LOOKS: list[tuple[str, dict[str, Any], str]] = [
    ("Ann", {}, "event.card: missing, allowed: the card: the viewer looks at it"),
    ("Ann", {"card": "gold_6"}, "event: observation ('look', 0, 3, 0, 'gold_6'): "),
    ("Ann", {"card": "gold_2", "slot": 1}, "event: observation ('look', 0, 3, 1, 'gold_2'): "),
    ("Ben", {"card": "gold_2"}, "event.card: 'gold_2', allowed: null: the viewer does not see it"),
]


@pytest.mark.parametrize(("viewer", "more", "message"), LOOKS, ids=[message[:50] for *_, message in LOOKS])
def test_a_look_is_refused(viewer: str, more: dict[str, Any], message: str) -> None:
    document = changed({"state.piles.0": 7, "state.piles.4": 4, "viewer": viewer, "state.piles.5": 6})
    position = Position.from_dict(document).after({"type": "survey", **ANN, "pile": 3})
    with pytest.raises(PositionError) as error:
        position.after({"type": "look", **ANN, **more})
    assert str(error.value).startswith(message)


def test_an_attack_tells_its_wounds_unless_it_kills() -> None:
    position = Position.from_dict(changed({"state.sword": True})).after({"type": "fight", **ANN, "pile": 1})
    with pytest.raises(PositionError, match=r"^event.wounds: missing, allowed: how many wounds"):
        position.after({"type": "attack", **ANN, "killed": False})
    hurt = position.after({"type": "attack", **ANN, "killed": False, "wounds": 0}).to_dict()["state"]
    assert (hurt["phase"], hurt["players"][0]["adventurers"]["hospital"]) == ("end_of_day", 1)
    assert position.after({"type": "attack", **ANN, "killed": True}).to_dict()["state"]["piles"][1] == {"size": 5}


@pytest.mark.parametrize("name", ["takara_island_private_peeks", "takara_island_last_turn"])
def test_shipped_positions_leave_nothing_open(name: str) -> None:
    position = Position.from_file(SHIPPED / f"{name}.json")
    assert position.assumptions == ()
    assert Position.from_json(position.to_json()) == position
    assert len(position.state.legal_actions()) > 1
    assert position.state.current_player() == position.seat


def test_the_shipped_record_leads_to_the_shipped_position() -> None:
    position = Record.from_file(SHIPPED / "takara_island_record.json").final()
    assert position == Position.from_file(SHIPPED / "takara_island_private_peeks.json")
    piles = position.state.fields()["piles"]  # type: ignore[attr-defined]
    peeks = [seats for pile in piles for seats, up in zip(pile["seen_by"], pile["face_up"], strict=True) if not up]
    assert sum(0 in seats for seats in peeks) == 8
    assert sum(bool(seats) and 0 not in seats for seats in peeks) == 5
