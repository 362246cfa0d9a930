"""Events: the rules file's rows 4 to 8 by hand, and what cannot happen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.core.registry import load_game
from orienteer.positions import Position, template
from orienteer.records import Record

from .helpers import document

STAY, LEAVE = "stay", "leave"


def table(position: Position) -> dict[str, Any]:
    state: dict[str, Any] = position.to_dict()["state"]
    return state


def choices(*each: str | None) -> dict[str, Any]:
    return {"type": "choices", "choices": list(each)}


@pytest.mark.known
@pytest.mark.parametrize(("inside", "card", "pocket", "left"), [(4, 11, 2, 3), (4, 3, 0, 3), (6, 17, 2, 5), (3, 13, 4, 1)])
def test_row_4_a_treasure_is_shared(inside: int, card: int, pocket: int, left: int) -> None:
    position = Position.from_dict(template("incan_gold", preset="print", players=inside))
    after = table(position.after({"type": "card", "card": card}))
    assert (after["pocket"], after["leftovers"], after["path"], after["next"]) == (pocket, left, [card], "choice")


@pytest.mark.known
def test_row_5_leavers_share_the_path() -> None:
    rules = {"preset": "seed", "deck": [1, 2, 2]}
    position = Position.from_dict(document(3, rules, path=[2, 2, 1, "artifact"]))
    one = table(position.after(choices(LEAVE, STAY, STAY)))
    assert one["players"][0] == {"gems": 5, "artifacts": 1, "inside": False}
    assert (one["leftovers"], one["path"], one["artifacts"]["taken"], one["next"]) == (0, [2, 2, 1], 1, "card")
    two = table(position.after(choices(LEAVE, LEAVE, STAY)))
    assert two["players"][0] == two["players"][1] == {"gems": 2, "artifacts": 0, "inside": False}
    assert (two["leftovers"], two["path"], two["artifacts"]["taken"]) == (1, [2, 2, 1, "artifact"], 0)


@pytest.mark.known
@pytest.mark.parametrize(
    ("cards", "pooled", "per_card"),
    [([1, 1], (1, 0), (0, [1, 1])), ([3, 3], (3, 0), (2, [1, 1]))],
)
def test_row_6_leftovers_of_two_cards(cards: list[int], pooled: Any, per_card: Any) -> None:
    for leftovers, (gems, left) in (("pooled", pooled), ("per_card", per_card)):
        rules = {"preset": "seed", "deck": cards, "leftovers": leftovers}
        after = table(Position.from_dict(document(4, rules, path=cards)).after(choices(LEAVE, STAY, LEAVE, STAY)))
        assert [player["gems"] for player in after["players"]] == [gems, 0, gems, 0]
        assert after["leftovers"] == left


@pytest.mark.known
@pytest.mark.parametrize(
    ("value", "worth", "lost"),
    [("taken_order", 5, 3), ("resolved_order", 10, 3), ("per_owner", 5, 3), ("printed", 10, [5, 7, 8])],
)
def test_row_7_worth_of_an_artifact(value: str, worth: int, lost: Any) -> None:
    rules = {"preset": "seed", "artifact_value": value}
    empty: Any = 0 if value == "per_owner" else []
    tents = [{"gems": 0, "artifacts": empty, "inside": True}] * 2
    card = "artifact-10" if value == "printed" else "artifact"
    given = document(2, rules, round=4, players=tents, path=[card], removed=[], artifacts={"lost": lost})
    position = Position.from_dict(given).after({"type": "choices", "choices": {"0": LEAVE, "1": STAY}})
    assert position.state.scores() == [worth, 0]
    assert table(position)["players"][0]["artifacts"] == (1 if value == "per_owner" else [worth])


@pytest.mark.known
@pytest.mark.parametrize(("leftovers", "gems"), [("pooled", 2), ("per_card", 0)])
def test_row_8_all_leave(leftovers: str, gems: int) -> None:
    rules = {"preset": "seed", "deck": [1, 2, 2, 2], "leftovers": leftovers, "artifact_value": "resolved_order"}
    tents = [{"gems": 0, "artifacts": [], "inside": True}] * 3
    position = Position.from_dict(document(3, rules, path=[2, 2, 2, 1, "artifact"], players=tents))
    after = table(position.after(choices(LEAVE, LEAVE, LEAVE)))
    assert [player["gems"] for player in after["players"]] == [gems] * 3
    assert (after["round"], after["path"], after["removed"], after["artifacts"]) == (2, [], [], {"taken": 0, "lost": 1})
    assert (after["leftovers"], after["next"]) == ([] if leftovers == "per_card" else 0, "card")


def test_a_bust_removes_the_second_hazard() -> None:
    position = Position.from_dict(document(3, path=[5, "fire"], next="card"))
    after = table(position.after({"type": "card", "card": "fire"}))
    assert (after["round"], after["removed"], after["pocket"], after["path"]) == (2, ["fire"], 0, [])


NAMED = document(
    3,
    path=[5],
    players=[{"name": name, "gems": 0, "artifacts": 0, "inside": True} for name in ("Ann", "Ben")]
    + [{"gems": 0, "artifacts": 0, "inside": True}],
)
CHOICES = [
    ({"type": "card", "card": 5}, "event.type: 'card', allowed: 'choices'"),
    ({"type": "deal"}, "event.type: 'deal', allowed: 'card'"),
    ({"card": 5}, "event.type: missing"),
    ({"type": "choices"}, "event.choices: missing"),
    ({"type": "choices", "choices": {}}, "event.choices.Ann: missing, allowed: 'stay' or 'leave'"),
    ({"type": "choices", "choices": {"Ann": STAY, "Ben": STAY}}, "event.choices.2: missing"),
    (
        {"type": "choices", "choices": {"Ann": STAY, "Eve": STAY}},
        "event.choices.Eve: 'stay', allowed: players Ann, Ben",
    ),
    ({"type": "choices", "choices": {"Ann": STAY, "0": STAY}}, "event.choices.0: 'stay', allowed: one entry a player"),
    ({"type": "choices", "choices": {"Ann": "go"}}, "event.choices.Ann: 'go', allowed: 'stay' or 'leave'"),
    ({"type": "choices", "choices": [STAY]}, "event.choices: ['stay'], allowed: 3 entries"),
    ({"type": "choices", "choices": [STAY, None, STAY]}, "event.choices[1]: missing"),
    ({"type": "choices", "choices": [STAY, 1, STAY]}, "event.choices[1]: 1, allowed: 'stay'"),
    ({"type": "choices", "choices": [STAY] * 9}, "event.choices: 9 entries, allowed: at most 8"),
    ({"type": "choices", "choices": 3}, "event.choices: 3, allowed: a list"),
    ({"type": "choices", "choices": [STAY] * 3, "by": 1}, "event.by: no such field, allowed: "),
    (None, "event: null, allowed: an object"),
    ("leave", "event: 'leave', allowed: an object"),
    (("leave", 3, 4), "event: ('leave', 3, 4), allowed: an object"),
    (("deal", 3), "event.type: 'deal', allowed: 'card'"),
    (("choices", 3), "event.choices: 3"),
]
CARDS = [
    (choices(STAY, STAY, STAY), "event.type: 'choices', allowed: 'card'"),
    ({"type": "card", "card": 6}, "event.card: 6, allowed: 1, 2, 3"),
    ({"type": "card", "card": 15}, "event.card: 15, allowed: 1, 2, 3"),
    ({"type": "card", "card": "artifact-5"}, "event.card: 'artifact-5', allowed: 1, 2"),
    ({"type": "card", "card": "sphinx"}, "event.card: 'sphinx', allowed: 'spider'"),
    ({"type": "card", "card": True}, "event.card: True, allowed: 'spider'"),
    (("card", "sphinx"), "event.card: 'sphinx', allowed: 'spider'"),
]


@pytest.mark.parametrize(("event", "message"), CHOICES)
def test_events_refused_at_a_choice(event: Any, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(NAMED).after(event)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(("event", "message"), CARDS)
def test_events_refused_at_a_card(event: Any, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(document(3, path=[15], next="card")).after(event)
    assert str(error.value).startswith(message)


def test_those_outside_do_not_choose() -> None:
    position = Position.from_dict(NAMED).after(choices(STAY, LEAVE, STAY)).after({"type": "card", "card": "fire"})
    for event in (choices(STAY, STAY, STAY), {"type": "choices", "choices": {"Ann": STAY, "Ben": STAY, "2": STAY}}):
        with pytest.raises(PositionError, match=r"^event.choices(\[1\]|\.Ben): 'stay', allowed: null: he is out"):
            position.after(event)
    same = {"type": "choices", "choices": {"Ann": STAY, "2": LEAVE}}
    assert position.after(same) == position.after(choices(STAY, None, LEAVE))
    assert position.after(same) == position.after(("choices", (STAY, None, LEAVE)))
    assert position.names == ("Ann", "Ben", None)


# -- records ----------------------------------------------------------------------------------------------------------


def test_a_record_grows_and_refuses() -> None:
    record = Record(load_game("incan_gold", players=2), ["Ann", "Ben"], viewer="Ben")
    record.append({"type": "card", "card": 5})
    record.append(("choices", (STAY, LEAVE)))
    assert record.events[1] == {"type": "choices", "choices": {"Ann": STAY, "Ben": LEAVE}}
    before = record.to_json()
    with pytest.raises(PositionError, match=r"^events\[2\].type: 'choices', allowed: 'card'"):
        record.append(choices(STAY, STAY))
    assert record.to_json() == before
    assert record.final().seat == 1
    assert table(record.final())["players"][1] == {"name": "Ben", "gems": 3, "artifacts": 0, "inside": False}
    assert [index for index, _, _ in record.positions()] == [0, 1]
    assert record != Record.from_json(before.replace('"viewer": "Ben"', '"viewer": "public"'))


RECORD: dict[str, Any] = {
    "format": 1,
    "game": "incan_gold",
    "rules": "bga",
    "viewer": "omniscient",
    "players": ["Ann", None],
    "events": [{"type": "card", "card": 5}, choices(STAY, LEAVE)],
}
RECORDS = [
    ("players", "-", "players: missing"),
    ("players", [], "players: 0 entries, allowed: at least 1"),
    ("players", [None] * 9, "rules.players: 9, allowed: a whole number from 1 to 8"),
    ("players", ["Ann", "Ann"], "players[1]: 'Ann', allowed: a name of his own"),
    ("players", ["Ann", 3], "players[1]: 3, allowed: text"),
    ("viewer", "Eve", "viewer: 'Eve', allowed: a seat"),
    ("rules", {"preset": "bga", "players": 3}, "rules.players: 3, allowed: 2, as many as players has"),
    ("events", {}, "events: {}, allowed: a list"),
    ("events", [None], "events[0]: null, allowed: an object"),
    ("events", [{"type": "card", "card": "sphinx"}], "events[0].card: 'sphinx', allowed: 'spider'"),
    (
        "events",
        [{"type": "card", "card": 5}, {"type": "card", "card": 5}],
        "events[1].type: 'card', allowed: 'choices'",
    ),
    ("events", [{"type": "card", "card": 5}, choices(STAY)], "events[1].choices: ['stay'], allowed: 2 entries"),
    ("moves", [], "moves: no such field, allowed: events, format, game, players, rules, viewer"),
]


def test_a_record_replays() -> None:
    record = Record.from_dict(RECORD)
    assert record.to_dict() == RECORD
    assert table(record.final())["players"][1] == {"gems": 3, "artifacts": [], "inside": False}
    with pytest.raises(TypeError):
        hash(record)


@pytest.mark.parametrize(("field", "value", "message"), RECORDS)
def test_a_record_is_refused(field: str, value: Any, message: str) -> None:
    given = json.loads(json.dumps(RECORD))
    given[field] = value
    if value == "-":
        del given[field]
    with pytest.raises(PositionError) as error:
        Record.from_dict(given)
    assert str(error.value).startswith(message)
