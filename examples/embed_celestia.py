"""An AI seat in a game with private hands, fed by nothing but the stream of what its player saw.

The host deals, asks and tells every seat what it noticed, as JSON. The AI keeps a Position and asks for a move when the
Position says that it is its turn; it never touches the host's state.
"""

import json
import random
from collections.abc import Iterator

import orienteer
from orienteer.records import Record

NAMES = ["Computer", "Ann", "Bob"]
AI_SEAT = 0
GAME = orienteer.load_game("celestia", players=len(NAMES), max_journeys=2)


class Seat:
    """What a frontend needs to embed: take in events, answer with a move."""

    def __init__(self) -> None:
        self.record = Record(GAME, NAMES, viewer=AI_SEAT)

    def sees(self, line: str) -> None:
        self.record.append(json.loads(line))

    def move(self) -> str:
        position = self.record.final()
        if len(position.state.legal_actions(AI_SEAT)) == 1:
            return position.state.action_to_string(AI_SEAT, position.state.legal_actions(AI_SEAT)[0])
        return orienteer.best_move(position, limits=orienteer.Limits(iterations=200)).id


def host(seat: Seat, rng: random.Random) -> Iterator[str]:
    """Play a game; yields each event that the AI's seat is told."""
    state = GAME.new_initial_state()
    watcher = Record(GAME, NAMES, viewer=AI_SEAT)
    while not state.is_terminal():
        # 1. Chance, another player, or the AI.
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply(rng.choices(outcomes, weights)[0])
        elif state.current_player() == AI_SEAT:
            state.apply(state.string_to_action(AI_SEAT, seat.move()))
        else:
            state.apply(rng.choice(state.legal_actions()))
        # 2. What the AI's seat noticed, as words.
        noticed = state.observation(AI_SEAT)
        if noticed is not None:
            watcher.append(noticed)
            yield json.dumps(watcher.events[-1])
    print("final scores:", dict(zip(NAMES, state.scores(), strict=True)))


def main(seed: int = 3) -> None:
    seat = Seat()
    for line in host(seat, random.Random(seed)):
        print(line)
        seat.sees(line)
    print(len(seat.record), "events seen")


if __name__ == "__main__":
    main()
