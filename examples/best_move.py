"""Best move of a real position: five players, round 3, from the JSON that a frontend would send."""

from pathlib import Path

import orienteer

FILE = Path(__file__).parent / "positions" / "incan_gold_five_players.json"


def main() -> None:
    position = orienteer.Position.from_file(FILE)
    limits = orienteer.Limits(iterations=20_000)
    evaluation = orienteer.evaluate(position, limits=limits, seed=1)
    for row in evaluation.moves:
        low, high = row.interval or (row.value, row.value)
        print(f"{row.move.id:6} win share {row.value:.3f} (95 % interval {low:.3f} to {high:.3f}), {row.visits} visits")
    best = orienteer.best_move(position, limits=limits, seed=1)
    print("play:", best.text, dict(best.mix) or "")


if __name__ == "__main__":
    main()
