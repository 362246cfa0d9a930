"""NashConv of the strategies of Kuhn and Leduc poker as searches over information sets find them, by iterations.

    python -m benchmarks.full.kuhn_nash_conv [iterations] [seeds]

(a) one search before the deal, all sets read off it; (b) one search for each set, with as many iterations each, from the
belief that takes every deal as equally likely whatever was done since. (b) cannot come near 0: what an action reveals is
left out, as when the passer to a bet takes the bettor's jack for as likely as his king. UCT need not approach it either way.
Leduc poker by (a) alone. Means over the seeds, with the largest in brackets; 0 is an equilibrium, uniformly random play has
0.917 in Kuhn poker and 4.747 in Leduc poker.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import partial

from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.state import Game
from orienteer.mcts import InformationSet
from tests.mcts.kuhn import GAME, from_the_root, nash_conv, set_by_set

SELECTIONS = ("uct", "smooth_uct", "regret_matching")
Reached = dict[tuple[str, str], float]


def table(game: Game, kinds: dict[str, Callable[..., list[InformationSet]]], iterations: int, most: int, seeds: int) -> Reached:
    """Prints a row for each number of iterations; returns the largest NashConv in the last one."""
    columns = [(kind, selection) for kind in kinds for selection in SELECTIONS]
    print(game.name)
    print(f"{'iterations':>10}", *(f"{f'({kind}) {selection}':>20}" for kind, selection in columns))
    reached: Reached = {}
    while iterations <= most:
        row = []
        for kind, selection in columns:
            values = [nash_conv(kinds[kind](iterations, selection=selection, seed=seed), game) for seed in range(seeds)]
            reached[kind, selection] = max(values)
            row.append(f"{statistics.mean(values):.4f} ({max(values):.4f})")
        print(f"{iterations:>10}", *(f"{cell:>20}" for cell in row), flush=True)
        iterations *= 10
    return reached


def main(most: int = 1_000_000, seeds: int = 5) -> None:
    leduc = LeducPoker()
    kuhn = table(GAME, {"a": from_the_root, "b": set_by_set}, 1000, most, seeds)
    found = table(leduc, {"a": partial(from_the_root, game=leduc)}, 10_000, most, seeds)
    if most >= 1_000_000:
        assert kuhn["a", "regret_matching"] < 0.05
        assert kuhn["a", "smooth_uct"] < kuhn["a", "uct"]
        assert found["a", "smooth_uct"] < found["a", "uct"]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
