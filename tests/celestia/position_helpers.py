"""Random play over every option, in which power cards are played often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.state import Game, State

# Small decks and few treasures, so that reshuffles, empty cities and the end come soon.
DECK = (9, 8, 7, 6, 5, 3, 3, 3, 3, 0)
CITIES = (
    (1, 2, ((1, 2), (2, 1)), 1),
    (2, 2, ((2, 2), (4, 1)), 1),
    (4, 3, ((4, 2), (9, 1)), 0),
    (9, 4, ((9, 3),), 0),
)


def option_sets() -> Iterator[dict[str, Any]]:
    """Option sets in which every value of every option occurs."""
    for index in range(16):
        yield {
            "grappling_hook": index % 2 == 0,
            "dice_by": ("next_city", "current_city")[index // 2 % 2],
            "after_journey_captain": ("next_seat", "next_aboard")[index // 4 % 2],
            "empty_city": ("no_leaving", "leave_for_nothing")[index // 3 % 2],
            "reannounce": ("window_end", "at_once")[index // 5 % 2],
            "self_ejection": index % 3 != 0,
            "target": (50, 12, 30, 98)[index % 4],
            "max_journeys": (200, 3, None, 9)[index // 2 % 4],
            "players": 2 + index % 5,
            "first_captain": index % 2,
            **({} if index % 4 == 3 else {"deck": (*DECK[:9], 3 * (index % 2 == 0)), "cities": CITIES, "hand": 4}),
        }


def game_of(options: dict[str, Any]) -> Game:
    return load_game("celestia", **options)


def random_step(state: State, rng: random.Random, plays: float = 0.7) -> None:
    """One transition; who can play a card does so with this probability, and passengers mostly stay."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply(rng.choices(outcomes, weights)[0])
        return
    actions = state.legal_actions()
    if actions[0] == 4 and len(actions) > 1:
        state.apply(rng.choice(actions[1:]) if rng.random() < plays else actions[0])
    elif actions[0] == 0 and len(actions) > 1:
        state.apply(int(rng.random() < 0.2))
    else:
        state.apply(rng.choice(actions))
