"""Events of Celestia as words, the shipped positions, and moves in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orienteer import Limits, evaluate, odds
from orienteer.core.errors import PositionError
from orienteer.games.celestia.moves import describe
from orienteer.positions import Position

from .test_positions_refused import BASE, changed

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path for path in (ROOT / "examples" / "positions").glob("celestia_*.json") if "record" not in path.stem)
ANN = {"player": "Ann"}
CRASH = {"type": "crash", "player": "Bob", "dice": ["cloud", "bird"]}


def test_words_follow_the_game() -> None:
    position = Position.from_dict(BASE)
    for event in (
        {"type": "stay", "player": 0},
        {"type": "fly", "player": "Bob", "dice": ["bird", "cloud"], "turbos": ["bird"]},
        {"type": "roll", "dice": ["blank", "bird", "cloud"]},
        {"type": "stay", "player": "Ann"},
        {"type": "leave", "player": "Bob"},
        {"type": "treasure", "player": "Bob", "city": 6},
        {"type": "asked", "window": "window_a"},
        {"type": "play", "player": "Ann", "card": "gust"},
        {"type": "reroll", "dice": ["pirates"]},
        {"type": "fly", "player": "Cleo", "dice": ["cloud", "pirates", "bird"]},
    ):
        position = position.after(event)
    table = position.to_dict()["state"]
    assert (table["city"], table["phase"], table["captain"], table["dice"]) == (9, "roll", "Ann", [])
    assert [player["hand_size"] for player in table["players"]] == [6, 3, 5, 7]
    assert [player["aboard"] for player in table["players"]] == [True, False, True, False]
    assert table["players"][1]["backs"] == {"1": 1, "6": 1}
    assert table["discards"] == {
        "compass": 4, "lightning_rod": 1, "foghorn": 1, "cannon": 1, "turbo": 1, "jetpack": 1, "detour": 1, "gust": 1,
    }  # fmt: skip
    written = position.to_dict()["evidence"]
    assert written[5:7] == [{"type": "treasure", "player": "Bob", "city": 6}, {"type": "asked", "window": "window_a"}]
    assert written[-1] == {"type": "fly", "player": "Cleo", "dice": ["cloud", "bird", "pirates"], "turbos": []}
    assert Position.from_json(position.to_json()) == position


REFUSED: list[tuple[Any, str]] = [
    ({"type": "fall"}, "event.type: 'fall', allowed: 'deal', 'roll'"),
    ({"player": "Ann"}, "event.type: missing"),
    (3, "event: 3, allowed: an object with a 'type'"),
    (("stay", -1), "event: ('stay', -1), allowed: an observation"),
    (("stay",), "event: ('stay',), allowed: an observation"),
    ({"type": "stay", "player": "Eve"}, "event.player: 'Eve', allowed: a player: 'Ann', 'Bob', 'Cleo', 'Dan'"),
    ({"type": "stay", "player": 4}, "event.player: 4, allowed: a player"),
    ({"type": "stay", **ANN, "card": "gust"}, "event.card: no such field, allowed: player, type"),
    ({"type": "roll", "dice": ["cloud"]}, "event.dice: ['cloud'], allowed: 2 or 3 or 4 dice"),
    ({"type": "roll", "dice": ["cloud", "sun"]}, "event.dice[1]: 'sun', allowed: 'cloud'"),
    ({"type": "crash", "player": "Bob", "dice": ["blank"] * 2}, "event.dice: ['blank', 'blank'], allowed: dice with a hazard"),
    ({**CRASH, "type": "fly", "turbos": ["pirates"]}, "event.turbos: ['pirates'], allowed: hazards of the dice"),
    ({"type": "treasure", "player": "Bob", "city": 4, "worth": 6}, "event.worth: 6, allowed: null"),
    ({"type": "treasure", **ANN, "city": 4}, "event.worth: missing, allowed: 4, 6, 9, 'telescope'"),
    ({"type": "treasure", **ANN, "city": 5, "worth": 4}, "event.city: 5, allowed: 1, 2, 4"),
    ({"type": "treasure", **ANN, "city": 4, "worth": 5}, "event.worth: 5, allowed: 4, 6, 9, 'telescope'"),
    ({"type": "telescope", "player": "Bob", "city": 9}, "event.city: 9, allowed: a city with a telescope: 1, 2, 4, 6"),
    ({"type": "hook", "player": "Dan", "city": 2}, "event.type: 'hook', allowed: without the option grappling_hook"),
    ({"type": "draw", **ANN}, "event.card: missing"),
    ({"type": "draw", "player": "Bob", "card": "turbo"}, "event.card: 'turbo', allowed: null"),
    ({"type": "draw", "player": "Bob", "reshuffled": {"gust": 3}}, "event.reshuffled: '3 × gust', allowed: at most 2"),
    ({"type": "deal", **ANN, "cards": ["gust"]}, "event.cards: '1 cards', allowed: 6"),
    ({"type": "over", "totals": [1, 2]}, "event.totals: [1, 2], allowed: 4 entries"),
    ({"type": "over", "totals": {"Ann": 3}}, "event.totals.Bob: missing"),
    ({"type": "asked", "window": "roll"}, "event.window: 'roll', allowed: 'window_a'"),
    ({"type": "leave", "player": "Cleo"}, "event: observation ('leave', 2): "),
    (None, ""),
]


@pytest.mark.parametrize(("event", "message"), REFUSED, ids=[message[:50] for _, message in REFUSED])
def test_an_event_is_refused(event: Any, message: str) -> None:
    position = Position.from_dict(BASE)
    if event is None:
        assert position.after(None) == position
        return
    with pytest.raises(PositionError) as error:
        position.after(event)
    assert str(error.value).startswith(message)


EVIDENCE: list[tuple[list[Any], str]] = [
    ([{**CRASH, "dice": ["cloud", "blank"]}, {"type": "fly", "player": "Bob", "dice": ["cloud", "blank"]}], "evidence"),
    ([CRASH, 3], "evidence[1]: 3, allowed: an object with a 'type'"),
    ([{**CRASH, "player": "Eve"}], "evidence[0].player: 'Eve'"),
    ([{"type": "play", "player": "Cleo", "card": "jetpack"}] * 2, "evidence"),
    ([{"type": "draw", "player": "Ann", "card": "detour"}], "evidence"),
]


@pytest.mark.parametrize(("evidence", "message"), EVIDENCE, ids=[str(i) for i in range(len(EVIDENCE))])
def test_evidence_is_refused(evidence: list[Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(changed({"evidence": evidence}))
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_positions_leave_nothing_open(path: Path) -> None:
    position = Position.from_file(path)
    assert position.assumptions == ()
    assert position.evidence
    assert Position.from_json(position.to_json()) == position
    assert [describe(position.state, position.seat, a)[0] for a in position.state.legal_actions(position.seat)] == [
        f"stay aboard at city {position.to_dict()['state']['city']}",
        f"leave with a treasure of city {position.to_dict()['state']['city']}",
    ]


def test_headline_odds_stand_beside_the_moves_that_wait_for_them() -> None:
    position = Position.from_file(ROOT / "examples" / "positions" / "celestia_captain_passes.json")
    rows = {row.move.id: row.odds for row in evaluate(position, limits=Limits(iterations=200)).moves}
    assert rows == {"stay": {"captain passes": odds(position, "captain-passes")}, "leave": {}}
    assert rows["stay"]["captain passes"].exact
    always = evaluate(position, limits=Limits(iterations=200), assumptions={"turbos": "always"}).moves
    (known,) = [row.odds["captain passes"] for row in always if row.odds]
    assert known.value < rows["stay"]["captain passes"].value  # then the crash call has shown that he had no turbo
