"""One seat of Takara Island through a record: what Ann noticed turn by turn, what she still knows, and a plan for her turn."""

from pathlib import Path

import orienteer
from orienteer.records import Record

FILE = Path(__file__).parent / "positions" / "takara_island_record.json"
ANN = 0


def main() -> None:
    record = Record.from_file(FILE)
    # 1. What she noticed: private looks of others have no card.
    own = [event for event in record.events if event and event["type"] == "look" and event["player"] == "Ann"]
    others = [event for event in record.events if event and event["type"] == "look" and event["player"] != "Ann"]
    print(f"{len(record)} events; Ann looked at {len(own)} cards in private, the others at {len(others)}:", others[-1])
    # 2. What she knows now. The state remembers all that counts, a log is not needed.
    position = record.final()
    for number, pile in enumerate(position.to_dict()["state"]["piles"]):
        words = [card["card"] if card and "card" in card else "?" for card in pile.get("cards", [])]
        print(f"pile {number}: {pile['size']} cards,", " ".join(words) or "nothing known")
    for event in ("stone-in-pile pile=4", "stone-in-pile pile=5"):
        print(event, orienteer.odds(position, event).value)
    # 3. What to do: the best move, and how her turn goes on most likely.
    evaluation = orienteer.evaluate(position, limits=orienteer.Limits(iterations=2000), seed=1)
    for row in evaluation.moves[:3]:
        print(f"{row.move.text}: share of a win {row.value:.3f}, {row.visits} visits")
    step = evaluation.turn
    while step is not None:
        likeliest = step.branches[0] if step.branches else None
        print("plan:", step.id, "" if likeliest is None else f"- then likeliest: {', '.join(likeliest.noticed) or 'nothing'}")
        step = None if likeliest is None else likeliest.next


if __name__ == "__main__":
    main()
