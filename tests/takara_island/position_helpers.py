"""Random play over every option of Takara Island, in which adventurers seldom go to the tavern."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.state import Game, State

TAVERN = 7
# Two cards a level and pile, with every kind of card in it.
GALLERY = (
    (4, 0, 0, 3, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 2, 0, 2, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0),
    (0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 1, 0, 1, 2, 2),
)


def option_sets() -> Iterator[dict[str, Any]]:
    """Option sets in which every value of every option occurs."""
    for index in range(12):
        yield {
            "players": 2 + index % 3,
            "mimic_fail": ("reshuffle", "removed")[index % 2],
            "impostor": ("any", "held_by_other")[index // 2 % 2],
            "survey_blocked_by": ("any", "rockfall")[index // 3 % 2],
            "map_choice": ("end_of_day", "at_once")[index // 4 % 2],
            "miner_on_monster": ("illegal", "wasted")[index // 5 % 2],
            "miner_may_stop": index % 2 == 1,
            "tie": ("xp", "shared")[index // 2 % 2],
            "max_rounds": (100, 4, 30)[index // 2 % 3],
            "adventurers": 1 + index % 3,
            "gold": (0, 12)[index % 2],
            **({"gallery": GALLERY, "piles": 5, "treasures": (1, 1, 1, 1, 2, 2)} if index % 4 == 1 else {}),
        }


def game_of(options: dict[str, Any]) -> Game:
    return load_game("takara_island", **options)


def random_step(state: State, rng: random.Random, taverns: float = 0.15) -> None:
    """One transition; where there is more to do the tavern is considered with this probability only."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply(rng.choices(outcomes, weights)[0])
        return
    actions = state.legal_actions()
    if actions[0] == TAVERN and len(actions) > 1 and rng.random() > taverns:
        actions = actions[1:]
    state.apply(rng.choice(actions))
