"""Tic-tac-toe as a game in Python: iterations a second of our search beside peers'. Run by hand, a minute:

    python -m benchmarks.full.tic_tac_toe [iterations] [rounds]

One iteration is one new node and one uniformly random playout, in one thread. Ours runs on `TicTacToe` below, a `PythonGame`;
multimcts and mcts-simple, where installed, on the same rules written for them; OpenSpiel's Python MCTS on its compiled
tic-tac-toe. Searches start from the empty board; rounds take turns; medians are shown.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from orienteer.core.python_game import PythonGame
from orienteer.core.state import TERMINAL_PLAYER
from orienteer.mcts import Search

LINES = tuple(
    sum(1 << square for square in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
FULL = (1 << 9) - 1
WINS = frozenset(board for board in range(FULL + 1) if any(board & line == line for line in LINES))
FREE = [[square for square in range(9) if not taken >> square & 1] for taken in range(FULL + 1)]

Board = tuple[int, int]  # squares of who moved last, squares of who moves now


class TicTacToe(PythonGame):
    def __init__(self) -> None:
        super().__init__(
            name="tic_tac_toe", num_players=2, num_distinct_actions=9, objectives=("win",), max_game_length=9, validate=False
        )

    def initial_value(self) -> Board:
        return 0, 0

    def current_player(self, value: Board) -> int:
        last, mover = value
        if last in WINS or last | mover == FULL:
            return TERMINAL_PLAYER
        return (last | mover).bit_count() & 1

    def legal_actions(self, value: Board, player: int) -> Sequence[int]:
        return FREE[value[0] | value[1]]

    def apply(self, value: Board, action: int) -> Board:
        return value[1] | 1 << action, value[0]

    def returns(self, value: Board, objective: str) -> Sequence[float]:
        last, mover = value
        if last not in WINS:
            return 0.5, 0.5
        return (0.0, 1.0) if (last | mover).bit_count() & 1 == 0 else (1.0, 0.0)


def ours(iterations: int, seed: int) -> None:
    Search(TicTacToe().new_initial_state(), seed=seed).run(iterations=iterations)


def open_spiel(iterations: int, seed: int) -> None:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game, stream = pyspiel.load_game("tic_tac_toe"), np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, stream)
    mcts.MCTSBot(game, 1.4, iterations, evaluator, solve=False, random_state=stream).mcts_search(game.new_initial_state())


def _multimcts(iterations: int, seed: int) -> None:
    import multimcts

    class Place:  # without their base, whose own playouts do not run
        def __init__(self, value: Board) -> None:
            self.value = value

        def get_current_team(self) -> int:
            return (self.value[0] | self.value[1]).bit_count() & 1

        def get_legal_moves(self) -> list[int]:
            return list(FREE[self.value[0] | self.value[1]])  # it shuffles the list

        def make_move(self, move: int) -> Place:
            return Place((self.value[1] | 1 << move, self.value[0]))

        def is_terminal(self) -> bool:
            return self.value[0] in WINS or self.value[0] | self.value[1] == FULL

        def get_reward(self) -> float:
            return float(self.value[0] in WINS)

    random.seed(seed)
    multimcts.MCTS().search(Place((0, 0)), max_iterations=iterations)


def _mcts_simple(iterations: int, seed: int) -> None:
    import mcts_simple

    class Place(mcts_simple.Game):  # type: ignore[misc]
        def __init__(self) -> None:
            self.value: Board = (0, 0)

        def __deepcopy__(self, memo: object) -> Place:
            copy = Place()
            copy.value = self.value
            return copy

        def get_state(self) -> Board:
            return self.value

        def number_of_players(self) -> int:
            return 2

        def current_player(self) -> int:
            return (self.value[0] | self.value[1]).bit_count() & 1

        def possible_actions(self) -> Sequence[int]:
            return FREE[self.value[0] | self.value[1]]

        def take_action(self, action: int) -> None:
            self.value = self.value[1] | 1 << action, self.value[0]

        def has_outcome(self) -> bool:
            return self.value[0] in WINS or self.value[0] | self.value[1] == FULL

        def winner(self) -> list[int]:
            return [1 - self.current_player()] if self.value[0] in WINS else [0, 1]

    tree = mcts_simple.UCT(Place(), allow_transpositions=False, seed=seed)
    for _ in range(iterations):
        tree.step()


PROGRAMS: dict[str, tuple[str, Callable[[int, int], None]]] = {
    "orienteer": ("orienteer", ours),
    "multimcts": ("multimcts", _multimcts),
    "mcts-simple": ("mcts_simple", _mcts_simple),
    "OpenSpiel, Python MCTS": ("pyspiel", open_spiel),
}


def main(iterations: int = 20_000, rounds: int = 5) -> None:
    present = {name: run for name, (module, run) in PROGRAMS.items() if importlib.util.find_spec(module)}
    rates: dict[str, list[float]] = {name: [] for name in present}
    for seed in range(rounds):
        for name, run in present.items():
            started = time.process_time()
            run(iterations, seed)
            rates[name].append(iterations / (time.process_time() - started))
    for name, found in rates.items():
        print(f"{name:24s} {statistics.median(found):9,.0f} iterations/s   ({min(found):,.0f} to {max(found):,.0f})")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
