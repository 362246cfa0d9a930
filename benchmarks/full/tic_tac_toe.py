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
from typing import Any

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


