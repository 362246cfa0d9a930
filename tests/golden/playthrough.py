"""Golden playthroughs: one game a file, written out step by step, so that a change of behaviour is a change of text.

`python -m tests.golden.playthrough --write` writes tests/golden/<game>-<number>.txt afresh. Random choices come from
the library's own generator, so the text is the same in every process.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, State

FOLDER = Path(__file__).parent
MAX_STEPS = 40

# Per game: option sets with the seed that chooses the moves.
CASES: dict[str, list[tuple[dict[str, Any], int]]] = {
    "celestia": [
        ({"players": 2, "hand": 3, "max_journeys": 2}, 1),
        (
            {
                "players": 3,
                "grappling_hook": True,
                "reannounce": "at_once",
                "empty_city": "leave_for_nothing",
                "deck": (2, 1, 1, 1, 2, 2, 2, 2, 2, 2),
                "cities": ((1, 2, ((1, 2),), 1), (2, 1, ((2, 1),), 0), (4, 2, ((4, 1), (6, 1)), 0)),
                "hand": 3,
                "target": 12,
            },
            2,
        ),
    ],
    "goofspiel": [({}, 1), ({"players": 3, "cards": 4, "point_order": "random"}, 2)],
    "incan_gold": [
        ({"players": 1, "rounds": 2}, 1),
        ({"players": 3, "rounds": 2, "artifact_value": "printed", "leftovers": "per_card"}, 2),
        ({"players": 5, "rounds": 2, "artifact_schedule": "all_at_start", "artifact_value": "resolved_order"}, 3),
    ],
    "kuhn_poker": [({}, 1), ({}, 4)],
    "leduc_poker": [({}, 1), ({}, 2)],
    "liars_dice": [({}, 1), ({"players": 3, "dice": 2, "wild": "ones"}, 2)],
    "lost_explorers": [
        ({"tokens": ("R2+R3", "G2+G3", "B2+B3", "Y3+YB", "B2+YB", "B2+RB"), "vehicles": 2}, 77),
        (
            {
                "players": 3,
                "first_turn_limit": "equip_only",
                "rows_empty": "after_round",
                "bonus": "optional",
                "mission_discard": "before_bonus",
                "tokens": ("R3+RB", "B3+YB", "Y3+YB", "B2+YB", "B2+RB", "B2+BG"),
                "vehicles": 3,
                "max_turns": None,
            },
            13,
        ),
    ],
    "pig": [({"target": 20}, 1), ({"players": 4, "target": 12}, 2)],
    "takara_island": [
        ({"gold": 10}, 1),
        (
            {
                "players": 3,
                "mimic_fail": "removed",
                "impostor": "any",
                "survey_blocked_by": "rockfall",
                "map_choice": "end_of_day",
                "miner_on_monster": "wasted",
                "miner_may_stop": True,
                "gallery": (
                    (1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2),
                ),
                "piles": 3,
                "treasures": (0, 2, 0, 1, 1, 2),
                "gold": 12,
            },
            3,
        ),
    ],
}


def playthrough(name: str, options: dict[str, Any], seed: int) -> str:
    game = load_game(name, **options)
    state, stream = game.new_initial_state(), RandomStream(seed)
    lines = [f"{game!r}", f"seed {seed}", ""]
    for step in range(MAX_STEPS):
        lines += [f"step {step}", *_shown(state)]
        if state.is_terminal():
            break
        lines += [f"  plays {_play(state, stream)}", ""]
    return "\n".join(lines) + "\n"


def _shown(state: State) -> list[str]:
    """All that the state tells, a line each."""
    game = state.game
    lines = [f"  state {state}", f"  key {state.key():032x}", f"  to move {state.current_player()}"]
    for name in game.objectives:
        rewards = f", rewards {state.rewards(name)}" if game.is_additive(name) else ""
        lines.append(f"  {name}: returns {state.returns(name)}{rewards}, state key {state.state_key(name):032x}")
    for kind in game.segments:
        lines.append(f"  {kind} {state.segment(kind)}")
    for seat in range(game.num_players):
        lines.append(f"  seat {seat} noticed {state.observation(seat)!r}, token {state.observed(seat)}")
        if game.has_hidden_information:
            lines.append(f"  seat {seat} sees {state.observation_string(seat)}, key {state.observation_key(seat):032x}")
    if state.is_chance_node():
        names = [f"{state.action_to_string(CHANCE_PLAYER, k)} × {weight}" for k, weight in state.chance_outcomes()]
        lines.append(f"  chance {', '.join(names)}")
    for seat in state.players_to_move():
        names = [f"{action} {state.action_to_string(seat, action)}" for action in state.legal_actions(seat)]
        lines.append(f"  seat {seat} may {', '.join(names)}")
    return lines


def _play(state: State, stream: RandomStream) -> str:
    """Play one step and return its name."""
    if state.is_simultaneous_node():
        joint = []
        for seat in range(state.game.num_players):
            legal = state.legal_actions(seat)
            joint.append(legal[stream.below(len(legal))] if legal else -1)
        names = ["-" if a < 0 else state.action_to_string(seat, a) for seat, a in enumerate(joint)]
        state.apply_joint(joint)
        return " + ".join(names)
    player, legal = state.current_player(), state.legal_actions()
    action = state.sample_chance(stream) if player == CHANCE_PLAYER else legal[stream.below(len(legal))]
    state.apply(action)
    return state.action_to_string(player, action)


def path(name: str, number: int) -> Path:
    return FOLDER / f"{name}-{number}.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description="Play the golden games and print them.")
    parser.add_argument("games", nargs="*", default=list(CASES), help="names of games (default: all)")
    parser.add_argument("--write", action="store_true", help="write the files")
    arguments = parser.parse_args()
    for name in arguments.games:
        for number, (options, seed) in enumerate(CASES[name]):
            text = playthrough(name, options, seed)
            if arguments.write:
                path(name, number).write_text(text, encoding="utf-8")
            else:
                print(text)


if __name__ == "__main__":
    main()
