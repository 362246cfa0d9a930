"""Exact numbers of a small subgame: the odds of a bust, and both moves' exact win share in a two-player last round."""

from fractions import Fraction
from pathlib import Path

import orienteer

POSITIONS = Path(__file__).parent / "positions"


def main() -> None:
    five = orienteer.Position.from_file(POSITIONS / "incan_gold_five_players.json")
    for event in ("bust-next", "bust-within cards=3", "artifact-appears"):
        answer = orienteer.odds(five, event)
        assert isinstance(answer.value, Fraction)
        print(f"{event}: {answer.value} = {float(answer.value):.4f} ({', '.join(answer.assumptions) or 'no assumption'})")

    duel = orienteer.evaluate(
        POSITIONS / "incan_gold_last_round_duel.json", method="exact", limits=orienteer.Limits(seconds=30)
    )
    for row in duel.moves:
        print(f"{row.move.id}: {row.value:.6f}, played {row.share:.1%}")
    print(f"exact: {duel.exact}, by the {duel.method}")


if __name__ == "__main__":
    main()
