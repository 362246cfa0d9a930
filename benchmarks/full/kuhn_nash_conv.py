"""NashConv of Kuhn poker's strategies as searches over information sets find them, by iterations.

    python -m benchmarks.full.kuhn_nash_conv [iterations] [seeds]

(a) one search before the deal, all sets read off it; (b) one search for each set, with as many iterations each, from the
belief that takes every deal as equally likely whatever was done since. (b) cannot come near 0: what an action reveals is
left out, as when the passer to a bet takes the bettor's jack for as likely as his king. UCT need not approach it either way.
Means over the seeds, with the largest in brackets; 0 is an equilibrium, uniformly random play has 0.917.
"""

from __future__ import annotations

import statistics
import sys

from tests.mcts.kuhn import from_the_root, nash_conv, set_by_set

COLUMNS = [(kind, selection) for kind in (from_the_root, set_by_set) for selection in ("uct", "regret_matching")]


def main(most: int = 1_000_000, seeds: int = 5) -> None:
    titles = [f"({'ab'[kind is set_by_set]}) {selection}" for kind, selection in COLUMNS]
    print(f"{'iterations':>10}", *(f"{title:>20}" for title in titles))
    iterations, reached = 1000, {}
    while iterations <= most:
        row = []
        for kind, selection in COLUMNS:
            values = [nash_conv(kind(iterations, selection=selection, seed=seed)) for seed in range(seeds)]
            reached[kind, selection] = max(values)
            row.append(f"{statistics.mean(values):.4f} ({max(values):.4f})")
        print(f"{iterations:>10}", *(f"{cell:>20}" for cell in row), flush=True)
        iterations *= 10
    if most >= 1_000_000:
        assert reached[from_the_root, "regret_matching"] < 0.05


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
