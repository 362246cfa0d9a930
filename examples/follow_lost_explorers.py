"""A game of Lost Explorers from its record: how a turn went, what the players could hope for, and the best turn at the end."""

from pathlib import Path

import orienteer
from orienteer.positions import Position
from orienteer.records import Record

FOLDER = Path(__file__).parent / "positions"


def main() -> None:
    # 1. The last turn of the record, step by step; every position before an event can be asked for.
    record = Record.from_file(FOLDER / "lost_explorers_record.json")
    before = Position.from_file(FOLDER / "lost_explorers_three_players.json")
    start = next(index for index, position, _ in record.positions() if position.state == before.state)
    for event in record.events[start:]:
        print("Ann:", {key: value for key, value in event.items() if key != "player"} if event else "nothing")
    for player in record.final().to_dict()["state"]["players"]:
        print(
            f"{player['name']}: leaders {player['leaders']}, members at {player['members_at']}, vehicles {player['vehicles']}"
        )
    # 2. What a search makes of that turn: the first step, and the steps that follow it.
    evaluation = orienteer.evaluate(before, limits=orienteer.Limits(iterations=20_000), seed=1)
    print("best:", evaluation.best, "- then", " ".join(evaluation.moves[0].line[1:6]))
    # 3. An endgame of two players, solved exactly: one yellow token is left, and whoever takes it ends the game.
    endgame = Position.from_file(FOLDER / "lost_explorers_endgame.json")
    solved = orienteer.evaluate(endgame, method="exact")
    for row in solved.moves[:3]:
        print(f"{row.move}: wins with probability {row.value:.4f} ({solved.method})")


if __name__ == "__main__":
    main()
