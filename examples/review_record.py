"""What each player of a finished game lost by his own choices, and what chance did to him."""

from pathlib import Path

import orienteer

RECORD = Path(__file__).parent / "positions" / "celestia_record.json"


def main() -> orienteer.Review:
    review = orienteer.review(RECORD, players=["Ben"], limits=orienteer.Limits(iterations=200), playouts=200)
    for player in review.players:
        print(f"{player.player}: result {player.result:g}, lost {player.loss:.3f} in {player.decisions} decisions, ", end="")
        print(f"luck {player.luck:+.3f} (standard error {player.luck_stderr:.3f})")
    for decision in review.decisions:
        if decision.verdict not in ("best", "fine"):
            print(f"event {decision.index}: played {decision.played.move}, best {decision.best.move}, lost {decision.loss:.3f}")
    return review


if __name__ == "__main__":
    main()
