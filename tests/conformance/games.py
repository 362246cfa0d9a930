"""The games that the suite runs on: every registered one with these option sets, and the reduced set of each."""

from __future__ import annotations

from typing import Any

from orienteer.core.registry import load_game, registered_games
from orienteer.core.state import Game

OPTION_SETS: dict[str, list[dict[str, Any]]] = {
    "celestia": [
        {"grappling_hook": True, "reannounce": "at_once", "after_journey_captain": "next_aboard", "first_captain": 1},
        {
            "players": 6,
            "target": 20,
            "empty_city": "leave_for_nothing",
            "self_ejection": False,
            "max_journeys": None,
            "deck": (2, 2, 1, 1, 3, 2, 2, 2, 2, 2),
            "cities": ((1, 2, ((1, 2), (3, 1)), 1), (2, 1, ((2, 1),), 0), (4, 2, ((4, 1), (6, 1)), 1), (9, 3, ((9, 2),), 0)),
            "hand": 2,
        },
    ],
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
    "leduc_poker": [{}],
    "liars_dice": [{}, {"players": 3, "dice": 2, "sides": 4, "wild": "ones"}, {"players": 4, "wild": "none"}],
    "lost_explorers": [
        {},
        {
            "players": 4,
            "colour_link": "one",
            "first_turn_limit": "equip_only",
            "rows_empty": "after_round",
            "bonus": "optional",
            "mission_discard": "before_bonus",
            "closed": ("Y3", "G3"),
            "stall_rounds": 0,
            "max_turns": 24,
            "tokens": (
                *("R2+RB", "R2+GR", "R2+RY", "RB+GR", "G2+BG", "G2+GR", "G2+GY", "BG+GR"),  # start tokens
                *("R2+R3", "R3+RB", "GR+RY", "R2+RB+GR", "G2+G3", "G3+BG", "G2+BG+GR", "Y3+GY", "B2+B3"),
            ),
        },
        {
            "players": 3,
            "stall_rounds": 1,
            "max_turns": None,
            "members": 2,
            "vehicles": 2,
            "tokens": (
                *("R2+RB", "R2+GR", "R2+RY", "B2+YB", "B2+RB", "B2+BG", "YB+RB"),  # start tokens
                *("R2+R3", "GR+RY", "R2+RB+GR", "B2+B3", "B3+YB", "RB+BG", "B2+YB+RB", "Y3+GY", "G2+G3"),
            ),
        },
    ],
    "pig": [{}, {"players": 3, "target": 12}, {"players": 8, "target": 10}],
    # Walks through these take every kind of step and meet every outcome. The reduced sets of the first two, listed whole,
    # have surveys, hires and a copied one, stones, injuries, the map and the mimic, but no miner and no fight.
    "takara_island": [
        {},
        {
            "players": 4,
            "mimic_fail": "removed",
            "impostor": "any",
            "survey_blocked_by": "rockfall",
            "map_choice": "end_of_day",
            "miner_on_monster": "wasted",
            "miner_may_stop": True,
            "tie": "shared",
            "gold": 9,
        },
        {
            "players": 3,
            "max_rounds": 6,
            "gallery": (
                (1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
                (0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0),
                (0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2),
            ),
            "piles": 4,
            "treasures": (1, 1, 1, 1, 1, 1),
            "adventurers": 3,
            "gold": 4,
        },
    ],
}


def registered() -> list[Game]:
    """Every registered game with its option sets and their reduced sets, each once. One without a row is an error."""
    names = list(registered_games())
    if names != sorted(OPTION_SETS):
        raise ValueError(f"games registered: {names}, with option sets: {sorted(OPTION_SETS)}")
    games = [load_game(name, **options) for name in names for options in OPTION_SETS[name]]
    return list(dict.fromkeys([*games, *(game.reduced() for game in games)]))
