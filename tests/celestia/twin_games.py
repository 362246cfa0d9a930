"""Random games that the twin plays: the option sets, how choices lean, and what a game has passed through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from .twin import Twin

TINY_CITIES = (
    (1, 2, ((1, 2), (3, 1)), 1),
    (2, 1, ((2, 1),), 0),
    (4, 2, ((4, 1), (6, 1)), 1),
    (9, 3, ((9, 2),), 0),
)
TINY_DECK = (2, 2, 1, 1, 3, 2, 2, 2, 2, 2)
TINY = {"cities": TINY_CITIES, "deck": TINY_DECK, "hand": 2}
SMALL = {"deck": (5, 5, 4, 4, 4, 2, 2, 2, 2, 2), "hand": 4, "grappling_hook": True}

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"players": 2, "grappling_hook": True, "first_captain": 1},
    {"players": 3, "grappling_hook": True, "reannounce": "at_once", "after_journey_captain": "next_aboard"},
    {"players": 5, "dice_by": "current_city", "target": 51, "empty_city": "leave_for_nothing"},
    {"players": 6, "grappling_hook": True, "self_ejection": False, "target": 98, "dice_by": "current_city"},
    {"players": 6, "grappling_hook": True, "reannounce": "at_once", "max_journeys": 9, "target": 98},
    {"players": 4, "target": 98, **SMALL},
    {"players": 5, "reannounce": "at_once", "target": 98, "empty_city": "leave_for_nothing", **SMALL},
    {"players": 2, "target": 98, "max_journeys": None, "hand": 9},
    {"players": 2, "target": 17, **TINY},
    {"players": 3, "target": 20, "empty_city": "leave_for_nothing", "after_journey_captain": "next_aboard", **TINY},
    {"players": 4, "target": 20, "reannounce": "at_once", "dice_by": "current_city", "max_journeys": 5, **TINY},
    {"players": 5, "target": 30, "self_ejection": False, **TINY},
    {"players": 6, "target": 30, "empty_city": "leave_for_nothing", "reannounce": "at_once", **TINY, "hand": 1},
]
STYLES: dict[str, dict[str, float]] = {  # weight of a choice by the first word of its name; 1 for the others
    "uniform": {},
    "eager": {"pass": 0.2, "crash": 3, "stay": 3, "reroll": 0.5},
    "far": {"pass": 0.7, "crash": 0.2, "leave": 0.1, "fly": 4},
}


def choose(twin: Twin, style: str, random: Random) -> str:
    """An outcome by its odds, or a choice by its weight."""
    if twin.current_player == -1:
        weights: Mapping[str, float] = twin.outcomes
    else:
        weights = {name: STYLES[style].get(name.split("-")[0], 1.0) for name in twin.legal}
    names = sorted(weights)
    return random.choices(names, [weights[name] for name in names])[0]


def features(twin: Twin, name: str) -> Iterator[str]:
    """What happens when `name` is played here."""
    word = name.split("-")[0]
    if twin.loop:
        yield f"{word} in {twin.phase if twin.phase in ('detour', 'reroll', 'treasure') else twin.loop}"
    if word == "reroll" and name == "reroll-none":
        yield "reroll of no dice"
    if word == "telescope" and twin.city == 20:
        yield "telescope at 20"
    if word == "hook" and twin.stock[twin.from_row].total() == 0:
        yield "hook restores a city"
    if word in ("leave", "eject") and not twin.stock[twin.row].total():
        yield f"{word} for nothing"
    if twin.phase == "announcement":
        yield f"{len(twin.legal)} announcements {'again' if twin.called else 'first'}"
    if twin.phase == "treasure" and twin.stock[twin.row].total() == 1:
        yield f"last treasure by {twin.cause}"
    if twin.phase == "draw" and not twin.deck.total():
        yield "reshuffle" if len(twin.queue) == twin.n else "reshuffle in mid-draw"
    if twin.phase == "lone":
        yield f"lone {word} of {len(twin.legal)}"
    if twin.phase == "roll" and twin.row + 1 < len(twin.cities) and not twin.stock[twin.row + 1].total():
        yield "flying past a city"


def played(twin: Twin, style: str, seed: int, max_steps: int) -> Iterator[str]:
    """Play a random game, yielding each name before it is played."""
    random = Random(seed)
    for _ in range(max_steps):
        if twin.current_player == -4:
            return
        name = choose(twin, style, random)
        yield name
        twin.apply(name)


def passed_through(options: Mapping[str, Any], style: str, seed: int, max_steps: int) -> Counter[str]:
    twin = Twin(options)
    found: Counter[str] = Counter()
    for name in played(twin, style, seed, max_steps):
        found.update(features(twin, name))
        if twin.phase == "journey_end":
            found["end of a journey"] += 1
    found[f"ended: {twin.phase == 'over'}"] += 1
    return found
