"""A game of your own in Python: Nim with one heap and a coin toss, solved exactly and searched.

Players take one to three stones in turn; after each turn a coin decides whether one more stone falls off the heap. Whoever
takes the last stone wins; if the coin takes it, nobody has taken it and the game is shared.
"""

import orienteer
from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER

# A value is (stones, who moves next, whether the coin is tossed now, winner or None).
Heap = tuple[int, int, bool, int | None]


class CoinNim(PythonGame):
    def __init__(self, stones: int = 12) -> None:
        super().__init__(
            name="coin_nim",
            num_players=2,
            num_distinct_actions=4,
            max_chance_outcomes=2,
            max_game_length=2 * stones,
            options={"stones": stones},
        )
        self.stones = stones

    def initial_value(self) -> Heap:
        return (self.stones, 0, False, None)

    def current_player(self, value: Heap) -> int:
        stones, mover, tossing, winner = value
        if winner is not None or stones == 0:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if tossing else mover

    def legal_actions(self, value: Heap, player: int) -> list[int]:
        return [take for take in (1, 2, 3) if take <= value[0]]

    def chance_outcomes(self, value: Heap) -> list[tuple[int, int]]:
        return [(0, 1), (1, 1)]

    def apply(self, value: Heap, action: int) -> Heap:
        stones, mover, tossing, _ = value
        if tossing:
            return (stones - action, mover, False, None)
        left = stones - action
        return (left, 1 - mover, True, mover if left == 0 else None)

    def returns(self, value: Heap, objective: str) -> list[float]:
        winner = value[3]
        return [0.5, 0.5] if winner is None else [float(seat == winner) for seat in (0, 1)]

    def action_to_string(self, player: int, action: int) -> str:
        return f"coin {action}" if player == CHANCE_PLAYER else f"take {action}"


def main() -> None:
    state = CoinNim(stones=12).new_initial_state()
    exact = orienteer.evaluate(state, method="exact")
    sampled = orienteer.evaluate(state, method="mcts", limits=orienteer.Limits(iterations=2000))
    for row in exact.moves:
        print(f"{row.move.id}: exact {row.value:.4f}, sampled {sampled[row.move.id].value:.4f}")


if __name__ == "__main__":
    main()
