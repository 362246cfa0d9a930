"""Kuhn poker solved, and its game tree drawn with the strategy found: dashed lines join what a player cannot tell apart."""

import sys
import tempfile
from pathlib import Path

import orienteer
from orienteer.drawing import save_tree


def main(folder: str) -> float:
    game = orienteer.load_game("kuhn_poker")
    # 1. An equilibrium, as a table by information set.
    strategy = orienteer.solve(game, target=1e-6)
    print(f"worth {strategy.values[0]:.6f} to the first player (known: -1/18), NashConv {strategy.nash_conv:.1e}")
    for row in strategy.table:
        mix = ", ".join(f"{move} {share:.0%}" for move, share in zip(row.moves, row.probabilities, strict=True))
        print(f"  seat {row.seat}, {row.text}: {mix}")
    # 2. The tree with the values of that game, as a picture.
    picture = Path(folder) / "kuhn_poker.svg"
    save_tree(orienteer.tree(game, depth=6, values=True), picture, "svg")
    print(f"drawn: {picture.name}, {picture.stat().st_size:,} bytes")
    return strategy.values[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(sys.argv[1] if len(sys.argv) > 1 else scratch)
