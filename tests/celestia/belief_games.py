"""Small games in which every hard fact of a belief comes up, played at random with an oracle beside one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from orienteer.core.celestia import Celestia
from orienteer.core.state import View

from .oracle import Oracle, random_play

TWO_CITIES = ((1, 1, ((1, 1), (2, 1)), 1), (3, 1, ((3, 2),), 0))
HOOK_CITIES = ((1, 1, ((1, 2), (2, 1)), 1), (3, 1, ((3, 1), (4, 1)), 1), (5, 1, ((6, 2),), 0))
TELESCOPE_CITIES = ((1, 1, ((1, 1), (3, 1)), 1), (2, 1, ((2, 1), (4, 1)), 1), (3, 1, ((3, 1), (5, 1)), 0))


@dataclass(frozen=True)
class Small:
    """Options of a small game, actions that its players like, and the seeds of the games played."""

    options: dict[str, Any]
    liked: frozenset[str] = frozenset()
    seeds: tuple[int, ...] = tuple(range(8))

    def __hash__(self) -> int:
        return hash(repr(self))


SMALL = {
    "turbos": Small(
        {"players": 2, "deck": (2, 1, 1, 1, 1, 0, 0, 0, 0, 0), "cities": TWO_CITIES, "hand": 1, "target": 6, "max_journeys": 3}
    ),
    "payments": Small(
        {
            "players": 2,
            "deck": (2, 2, 0, 0, 2, 0, 0, 0, 0, 0),
            "cities": ((1, 2, ((1, 1), (2, 1)), 0), (3, 2, ((3, 2),), 0), (4, 1, ((4, 2),), 0)),
            "hand": 2,
            "target": 9,
            "max_journeys": 3,
        },
        frozenset({"stay", "fly"}),
        (0, 1, 2, 25),  # in 25 a turbo is used by a captain with cards left
    ),
    "windows": Small(
        {"players": 2, "deck": (1, 1, 0, 0, 1, 0, 1, 1, 1, 0), "cities": TWO_CITIES, "hand": 2, "target": 6, "max_journeys": 3}
    ),
    "hooks": Small(
        {
            "players": 3,
            "deck": (1, 0, 0, 0, 1, 1, 0, 0, 0, 2),
            "cities": HOOK_CITIES,
            "hand": 1,
            "target": 6,
            "max_journeys": 2,
            "grappling_hook": True,
        },
        frozenset({"leave", "hook"}),
    ),
    "ejections": Small(
        {
            "players": 3,
            "deck": (2, 0, 0, 0, 1, 2, 0, 0, 0, 1),
            "cities": ((1, 1, ((1, 2), (2, 1)), 0), (3, 1, ((3, 1), (4, 1)), 0)),
            "hand": 1,
            "target": 5,
            "max_journeys": 2,
            "grappling_hook": True,
        },
        frozenset({"stay", "eject-0", "eject-1", "eject-2", "hook"}),
        tuple(range(4)),
    ),
    "jetpacks": Small(
        {
            "players": 2,
            "deck": (1, 0, 0, 0, 0, 0, 2, 1, 1, 0),
            "cities": ((1, 2, ((1, 2), (2, 1)), 1), (3, 1, ((3, 1), (4, 1)), 0)),
            "hand": 2,
            "target": 6,
            "max_journeys": 3,
            "reannounce": "at_once",
        },
        frozenset({"jetpack", "gust"}),
    ),
    "telescopes": Small(
        {
            "players": 2,
            "deck": (2, 1, 1, 0, 0, 0, 1, 0, 0, 0),
            "cities": TELESCOPE_CITIES,
            "hand": 1,
            "target": 7,
            "max_journeys": 6,
        },
        frozenset({"leave", "telescope", "crash"}),
        (*range(8), 162, 258),  # in the last two a telescope is used by a player with a treasure of a lower city
    ),
    "three": Small(
        {
            "players": 3,
            "deck": (2, 2, 0, 0, 1, 0, 0, 0, 0, 0),
            "cities": ((1, 1, ((1, 2), (3, 1)), 0), (2, 1, ((2, 2), (4, 1)), 0)),
            "hand": 1,
            "target": 7,
            "max_journeys": 4,
        },
        frozenset({"leave"}),
    ),
}


@dataclass(frozen=True)
class Moment:
    """What a seat knew at some point of a game, what the oracle makes of it, and the key of the true state."""

    view: View
    shares: dict[int, Fraction]
    truth: int


@lru_cache(maxsize=8)
def moments(name: str) -> tuple[Moment, ...]:
    """All that the seats noticed in the games of a small set, a seat a game."""
    small = SMALL[name]
    return tuple(moment for seed in small.seeds for moment in _one_game(small, seed))


def _one_game(small: Small, seed: int) -> list[Moment]:
    game, random = Celestia(**small.options), Random(seed)
    seat = random.randrange(game.num_players)
    oracle, view = Oracle(game, seat), View(game.new_initial_state(), seat)
    found = [Moment(view, oracle.shares(), game.new_initial_state().key())]
    for state in random_play(game, random, small.liked):
        observation = state.observation(seat)
        if observation is not None:
            view = view.after(observation)
            oracle.follow(observation)
            found.append(Moment(view, oracle.shares(), state.key()))
    return found


def events(log: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The events of a log without the questions to the viewer."""
    return [event for event in log if event[0] != "asked"]


def rewritten(log: tuple[Any, ...], change: Callable[[tuple[Any, ...]], list[tuple[Any, ...]]]) -> tuple[Any, ...]:
    """The log with every event replaced by what `change` makes of it."""
    return tuple(new for entry in log for new in ([entry] if entry[0] == "asked" else change(entry)))
