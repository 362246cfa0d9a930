"""Perft for games with chance: how many decision, chance, simultaneous and terminal nodes lie at each depth.

Every path from the start counts, so a node that two paths reach counts twice. `python -m tests.perft.perft --write`
counts afresh and writes tests/perft/<game>.json; a change there is a change of rules and needs a reason.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.state import State

FOLDER = Path(__file__).parent
KINDS = ("decision", "chance", "simultaneous", "terminal")

# Per game: option sets and how deep to count.
CASES: dict[str, list[tuple[dict[str, Any], int]]] = {
    "celestia": [
        ({"players": 2, "hand": 0}, 4),
        (
            {
                "players": 2,
                "grappling_hook": True,
                "deck": [1, 0, 0, 0, 0, 1, 1, 1, 1, 1],
                "cities": [[1, 1, [[1, 1]], 1], [2, 1, [[2, 1]], 0]],
                "hand": 2,
            },
            10,
        ),
    ],
    "goofspiel": [
        ({}, 4),
        ({"point_order": "random", "cards": 3}, 6),
        ({"players": 3, "cards": 3}, 3),
        ({"cards": 8}, 2),
    ],
    "incan_gold": [
        ({"players": 2}, 4),
        ({"players": 1, "rounds": 1, "deck": "bga"}, 6),
        (
            {
                "players": 3,
                "artifact_value": "printed",
                "leftovers": "per_card",
                "deck": [1, 7],
                "rounds": 4,
                "hazards": [3, 3],
            },
            6,
        ),
        ({"players": 2, "decide_before_first_card": True, "artifact_schedule": "all_at_start", "deck": [5, 5]}, 5),
    ],
    "kuhn_poker": [({}, 5)],
    "leduc_poker": [({}, 7)],
    "liars_dice": [({"sides": 3}, 9), ({"players": 3, "dice": 2, "sides": 3, "wild": "ones"}, 5)],
    "lost_explorers": [
        ({}, 3),
        ({"tokens": ["R2+R3", "B2+B3", "B2+YB", "B2+RB"], "members": 1, "vehicles": 2, "max_turns": 3, "stall_rounds": 1}, 16),
        (
            {
                "players": 3,
                "closed": ["R3", "Y3", "B3"],
                "first_turn_limit": "equip_only",
                "rows_empty": "after_round",
                "bonus": "optional",
                "mission_discard": "before_bonus",
                "tokens": ["B3+YB", "R3+RB", "B2+YB", "B2+RB", "B2+BG"],
                "members": 2,
                "vehicles": 2,
                "max_turns": None,
            },
            14,
        ),
    ],
    "pig": [({"target": 10}, 8), ({"players": 3, "target": 6}, 8)],
    "takara_island": [
        ({}, 4),
        (
            {
                "players": 3,
                "impostor": "any",
                "survey_blocked_by": "rockfall",
                "map_choice": "end_of_day",
                "miner_on_monster": "wasted",
                "miner_may_stop": True,
                "gold": 8,
            },
            4,
        ),
        (
            {
                "gallery": [
                    [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
                ],
                "piles": 3,
                "treasures": [0, 0, 0, 0, 1, 1],
                "gold": 5,
            },
            8,
        ),
    ],
}


def children(state: State) -> dict[str, State]:
    """Every state one step on, by the name of the step."""
    if state.is_simultaneous_node():
        choices = [state.legal_actions(seat) or [-1] for seat in range(state.game.num_players)]
        names = [{a: "-" if a < 0 else state.action_to_string(i, a) for a in c} for i, c in enumerate(choices)]
        return {
            " + ".join(name[action] for name, action in zip(names, joint, strict=True)): state.child_joint(list(joint))
            for joint in product(*choices)
        }
    player = state.current_player()
    return {state.action_to_string(player, action): state.child(action) for action in state.legal_actions()}


def kind(state: State) -> str:
    if state.is_terminal():
        return "terminal"
    if state.is_chance_node():
        return "chance"
    return "simultaneous" if state.is_simultaneous_node() else "decision"


def perft(state: State, depth: int) -> list[dict[str, int]]:
    """One row a depth, from 0 to `depth`. States with one key are expanded once and counted as often as reached."""
    rows = []
    level = {state.key(): (state, 1)}
    for remaining in range(depth, -1, -1):
        row = dict.fromkeys(KINDS, 0)
        following: dict[int, tuple[State, int]] = {}
        for node, count in level.values():
            row[kind(node)] += count
            if remaining:
                for child in children(node).values():
                    key = child.key()
                    following[key] = (child, count + following.get(key, (child, 0))[1])
        rows.append(row)
        level = following
    return rows


def split(state: State, depth: int) -> str:
    """Nodes at `depth` below each step from here: compare with a run that is right to find the step that differs."""
    return "\n".join(f"{name}: {sum(perft(child, depth - 1)[-1].values())}" for name, child in children(state).items())


def path(name: str) -> Path:
    return FOLDER / f"{name}.json"


def counted(name: str) -> list[dict[str, Any]]:
    return [
        {"options": options, "depths": perft(load_game(name, **options).new_initial_state(), depth)}
        for options, depth in CASES[name]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Count nodes by depth and kind.")
    parser.add_argument("games", nargs="*", default=list(CASES), help="names of games (default: all)")
    parser.add_argument("--write", action="store_true", help="write the data files")
    arguments = parser.parse_args()
    for name in arguments.games:
        rows = counted(name)
        if arguments.write:
            cases = ",\n".join(
                f' {{"options": {json.dumps(row["options"])}, "depths": [\n'
                + ",\n".join(f"  {json.dumps(counts)}" for counts in row["depths"])
                + "\n ]}"
                for row in rows
            )
            path(name).write_text(f"[\n{cases}\n]\n")
        else:
            print(name, json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
