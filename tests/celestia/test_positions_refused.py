"""What a Celestia position may leave out, and what is refused; a message begins with the path of the field."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position
from tests.positions.laws import edited

# Third journey, four players: eight cards drawn by each, 27 of them in hands.
BASE: dict[str, Any] = {
    "format": 1,
    "game": "celestia",
    "rules": "seed",
    "viewer": "Ann",
    "state": {
        "journey": 3,
        "city": 4,
        "captain": "Bob",
        "dice": ["cloud", "bird"],
        "phase": "passenger",
        "turn": "Ann",
        "players": [
            {
                "name": "Ann",
                "aboard": True,
                "hand": ["compass", "compass", "foghorn", "cannon", "turbo", "jetpack", "gust"],
                "treasures": {"1": [2], "2": ["telescope"]},
            },
            {"name": "Bob", "hand_size": 5, "backs": {"1": 1}},
            {"name": "Cleo", "aboard": True, "hand_size": 8, "backs": {"20": 1}},
            {"name": "Dan", "aboard": False, "hand_size": 7, "backs": {"2": 2}},
        ],
        "discards": {"compass": 2, "lightning_rod": 1, "detour": 1, "jetpack": 1},
        "telescopes_used": [],
    },
    "evidence": [],
}
STATE = "state."
PLAYER = "state.players."


changed = partial(edited, BASE)


def test_the_base_is_read() -> None:
    position = Position.from_dict(BASE)
    table = position.to_dict()["state"]
    assert position.assumptions == ()
    assert table["deck_size"] == 84 - 32
    assert table["treasures_left"] == {"1": 9, "2": 8, "4": 10, "6": 10, "9": 9, "12": 9, "15": 6, "20": 5, "25": 6}
    assert [player.get("total") for player in table["players"]] == [4, None, 20, None]
    assert Position.from_dict(position.to_dict()) == position
    fewer = {"state.journey": "-", "state.turn": "-", "state.phase": "-", "state.telescopes_used": "-", "evidence": "-"}
    short = Position.from_dict(changed(fewer))
    assert short.state == position.state
    assert short.assumptions == (
        "state.phase = 'passenger': the document does not say",
        "state.turn = 'Ann': the document does not say",
        "state.journey = 3: the document does not say",
        "state.telescopes_used = []: the document does not say",
        "evidence: none; nothing that was noticed earlier counts",
    )


CASES: list[tuple[dict[str, Any], str]] = [
    ({"viewer": "public"}, "viewer: 'public', allowed: a seat from 0 to 3: celestia hides something"),
    ({"viewer": "omniscient"}, "viewer: 'omniscient', allowed: a seat from 0 to 3"),
    ({"rules": {"preset": "seed", "dice": 2}}, "rules.dice: no such field, allowed: after_journey_captain, cities"),
    ({"rules": {"preset": "seed", "target": 99}}, "rules.target: 99, allowed: a whole number ≤ 98"),
    ({"state.sun": 1}, "state.sun: no such field, allowed: captain, city"),
    ({"state.players.1.gems": 1}, "state.players[1].gems: no such field, allowed: aboard, backs"),
    # Hands.
    ({PLAYER + "0.hand": "-"}, "state.players[0].hand: missing, allowed: his cards as words"),
    ({PLAYER + "0.hand": ["compas"]}, "state.players[0].hand[0]: 'compas', allowed: 'compass', 'lightning_rod'"),
    ({PLAYER + "0.hand": {"jetpack": 2}}, "state.players[0].hand: '2 × jetpack', allowed: at most 1: 2 in all, 1 elsewhere"),
    ({PLAYER + "0.hand_size": 6}, "state.players[0].hand: '7 cards', allowed: 6, as hand_size says"),
    ({PLAYER + "1.hand": ["compass"]}, "state.players[1].hand: ['compass'], allowed: null: the viewer does not see it"),
    ({PLAYER + "1.hand_size": "-"}, "state.players[1].hand_size: missing"),
    ({PLAYER + "1.hand_size": 90}, "state.players[1].hand_size: 90, allowed: at most 72, the cards that are left for it"),
    ({PLAYER + "1.hand_size": 4}, "state.discards: '31 cards in hands and discards', allowed: 32, all that were drawn"),
    ({PLAYER + "1.hand_size": 9, PLAYER + "2.hand_size": 4}, "state.players[1].hand_size: 9, allowed: at most 8, what he drew"),
    ({"state.discards": {"detour": 3}}, "state.discards: '3 × detour', allowed: at most 2"),
    ({"state.deck_size": 50}, "state.deck_size: 50, allowed: 52: 84 cards, 27 in hands, 5 discarded"),
    # Treasures.
    ({PLAYER + "0.treasures": "-"}, "state.players[0].treasures: missing"),
    ({PLAYER + "0.treasures": {"1": [3]}}, "state.players[0].treasures.1[0]: 3, allowed: 1, 2, 4, 'telescope'"),
    ({PLAYER + "0.treasures": {"5": [3]}}, "state.players[0].treasures.5: [3], allowed: cities 1, 2, 4"),
    ({PLAYER + "0.treasures": {"4": [9, 9]}}, "state.players[0].treasures.4: '2 × 9', allowed: at most 1: 1 made"),
    ({PLAYER + "0.backs": {"1": 2}}, "state.players[0].backs.1: 2, allowed: 1, as treasures says"),
    ({PLAYER + "1.treasures": {"1": [2]}}, "state.players[1].treasures.1: [2], allowed: nothing: only he knows"),
    ({PLAYER + "1.backs": "-"}, "state.players[1].backs: missing"),
    ({PLAYER + "3.backs": {"2": 11}}, "state.players[3].backs.2: 11, allowed: at most 10: the city was made with 11"),
    ({"state.treasures_left": {"2": 12}}, "state.treasures_left.2: 12, allowed: at most 11, as many as the city was made with"),
    ({"state.treasures_left": {"2": 9}}, "state.treasures_left.2: 9, allowed: 8: made with 11, 3 with players"),
    ({"state.telescopes_used": [2]}, "state.players[0].treasures.2: '1 × telescope', allowed: at most 0"),
    ({"state.telescopes_used": [9]}, "state.telescopes_used[0]: 9, allowed: each once of 1, 2, 4, 6"),
    ({PLAYER + "2.backs": {"20": 3}}, "state.players[2].backs: {'20': 3}, allowed: less than 50 points before this journey"),
    ({PLAYER + "2.total": 19}, "state.players[2].total: 19, allowed: 20, the worth of his treasures"),
    # The ship.
    ({"state.captain": "Eve"}, "state.captain: 'Eve', allowed: a player: 'Ann', 'Bob', 'Cleo', 'Dan'"),
    ({"state.captain": "-"}, "state.captain: missing"),
    ({"state.captain": "Dan"}, "state.players[3].aboard: False, allowed: true: he is the captain"),
    ({PLAYER + "2.captain": True}, "state.players[2].captain: True, allowed: one captain, and 'Bob' is named"),
    ({PLAYER + "1.captain": False}, "state.players[1].captain: False, allowed: true: he is named as captain"),
    ({"state.city": 5}, "state.city: 5, allowed: 1, 2, 4, 6"),
    ({"state.city": 25}, "state.city: 25, allowed: a city with one left beyond it"),
    ({"state.city": 9}, "state.dice: ['cloud', 'bird'], allowed: 3 dice, as the leg from city 9 to 12 has"),
    ({"state.dice": ["cloud"] * 3}, "state.dice: ['cloud', 'cloud', 'cloud'], allowed: 2 dice, as the leg from city 4 to 6"),
    ({"state.dice": ["storm", "bird"]}, "state.dice[0]: 'storm', allowed: 'cloud'"),
    ({"state.phase": "roll"}, "state.dice: ['cloud', 'bird'], allowed: []: no dice lie there now"),
    ({PLAYER + "2.aboard": "-"}, "state.players[2].aboard: missing"),
    ({PLAYER + "3.backs": {}}, "state.players[3].aboard: False, allowed: true: he has no treasure of a city before 4"),
    ({"state.turn": "Bob"}, "state.turn: 'Bob', allowed: a passenger: he is the captain"),
    ({"state.turn": "Dan"}, "state.players[3].aboard: False, allowed: true: he chooses now"),
    # The moment.
    ({"state.phase": "window_a", "state.turn": "Cleo"}, "state.phase: 'window_a', allowed: 'before_announcement'"),
    ({"state.phase": "announcement"}, "state.phase: 'announcement', allowed: 'before_announcement': 'Bob' is the captain"),
    ({"state.phase": "settle"}, "state.phase: 'settle', allowed: 'before_announcement'"),
    ({"state.phase": "window_a"}, "state.turn: seat 0 can play nothing in window_a"),
    ({"state.crash_called": True}, "state.crash_called: True, allowed: false"),
    ({"state.rerolled": True}, "state.rerolled: True, allowed: false"),
    ({"state.drawing": "Ann"}, "state.drawing: 'Ann', allowed: null"),
    ({PLAYER + "2.jetpack_used": True}, "state.players[2].jetpack_used: True, allowed: false: no crash is final"),
    ({"state.phase": "over", PLAYER + "1.aboard": True}, "state.players[1].total: missing"),
    ({"state.journey": 201, "rules": {"preset": "seed", "max_journeys": 200}}, "state.journey: 201, allowed: at most 200"),
]


@pytest.mark.parametrize(("changes", "message"), CASES, ids=[message[:60] for _, message in CASES])
def test_a_field_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(changed(changes))
    assert str(error.value).startswith(message)
