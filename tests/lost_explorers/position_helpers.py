"""Random play over every option of Lost Explorers, in which turns end late and missions are completed when they can be."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.state import CHANCE_PLAYER, Game, State

from .table_files import OTHER_FILE

# Six main tokens, with start tokens of two colours.
FEW = (
    "R2+RB", "R2+GR", "R2+RY", "RB+GR", "B2+YB", "B2+RB", "B2+BG", "YB+RB",
    "R2+RB+GR", "R2+RB+RY", "RB+RY", "B2+YB+RB", "B2+B3", "YB+RB+BG",
)  # fmt: skip


def option_sets() -> Iterator[dict[str, Any]]:
    """Option sets in which every value of every option occurs."""
    for index in range(12):
        few, other = index % 4 == 1, index % 8 == 3
        yield {
            "players": 2 + index % 3,
            "first_turn_limit": ("all", "equip_only")[index % 2],
            "rows_empty": ("after_turn", "after_round")[index // 2 % 2],
            "bonus": ("mandatory", "optional")[index // 3 % 2],
            "mission_discard": ("after_bonus", "before_bonus")[index // 2 % 2],
            "stall_rounds": (2, 0, 1)[index % 3],
            "max_turns": (400, None, 30, 7)[index // 2 % 4],
            "members": (3, 2)[index // 5 % 2],
            "vehicles": (0, 2)[index // 4 % 2],
            "colour_link": ("every", "one")[index // 2 % 2],
            **({"tokens": FEW} if few else {}),
            **({"data": str(OTHER_FILE)} if other else {}),
            **({"closed": ("R3", "Y3")} if index in (2, 8) else {}),
        }


def game_of(options: dict[str, Any]) -> Game:
    return load_game("lost_explorers", **options)


def random_step(state: State, rng: random.Random, ends: float = 0.1) -> None:
    """One transition. Missions are completed where they can be; the turn ends early with this probability only."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply(rng.choices(outcomes, weights)[0])
        return
    player = state.current_player()
    assert player != CHANCE_PLAYER
    moves = {action: state.action_to_string(player, action) for action in state.legal_actions()}
    for kind, share in (("complete", 0.9), ("explore", 0.7)):
        found = [action for action, name in moves.items() if name.startswith(kind)]
        if found and rng.random() < share:
            state.apply(rng.choice(found))
            return
    others = [action for action, name in moves.items() if name != "end-turn"]
    state.apply(rng.choice(others) if others and rng.random() > ends else rng.choice(list(moves)))
