"""The games that the suite runs on: every registered one with these option sets, and the reduced set of each."""

from __future__ import annotations

from typing import Any

from orienteer.core.registry import load_game, registered_games
from orienteer.core.state import Game

OPTION_SETS: dict[str, list[dict[str, Any]]] = {
    "celestia": [{}, {"grappling_hook": True, "players": 6}],
    "goofspiel": [
        {},
        {"point_order": "random"},
        {"players": 3, "cards": 3, "point_order": "random"},
        {"players": 3, "cards": 5},
        {"cards": 8, "point_order": "random"},
    ],
    "incan_gold": [
        {},
        {"players": 1},
        {"players": 2, "deck": "bga", "tie": "artifacts", "artifact_value": "resolved_order"},
        {"players": 3, "artifact_value": "printed", "leftovers": "per_card"},
        {"players": 4, "artifact_value": "taken_order", "artifact_schedule": "all_at_start", "rounds": 2},
        {"players": 8, "deck": "print", "decide_before_first_card": True, "leftovers": "per_card"},
        {"players": 2, "deck": tuple(range(1, 61)), "artifacts": False},
    ],
    "kuhn_poker": [{}],
    "pig": [{}, {"players": 3, "target": 12}, {"players": 8, "target": 10}],
}


def registered() -> list[Game]:
    """Every registered game with its option sets and their reduced sets, each once. One without a row is an error."""
    names = list(registered_games())
    if names != sorted(OPTION_SETS):
        raise ValueError(f"games registered: {names}, with option sets: {sorted(OPTION_SETS)}")
    games = [load_game(name, **options) for name in names for options in OPTION_SETS[name]]
    return list(dict.fromkeys([*games, *(game.reduced() for game in games)]))
