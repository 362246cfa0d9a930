"""Random games on a graph without cycles, and a slow twin of the search that shares no code with it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER, State


class RandomGame(PythonGame):
    """Places by number; moves lead to higher ones, several to the same. Payoffs are few, so values tie; also below 0.

    Every place has returns of its own: where the game is not over, they are the estimate. `joined` puts chance behind chance,
    single outcomes and single moves in a row. `order` is the order in which a place's ways on are numbered.
    """

    def __init__(
        self,
        seed: int = 0,
        players: int = 2,
        size: int = 40,
        paired: bool = True,
        scale: float = 1.0,
        order: int = 0,
        reach: int = 9,
    ) -> None:
        options = {
            "seed": seed,
            "players": players,
            "size": size,
            "paired": paired,
            "scale": scale,
            "order": order,
            "reach": reach,
        }
        super().__init__(
            name="random_graph",
            num_players=players,
            num_distinct_actions=6,
            options=options,
            objectives=("win", "points", "margin"),
            segments=("turn",),
            max_chance_outcomes=6,
            max_game_length=size,
        )
        draw, shuffle = random.Random(seed), random.Random(order)
        self.kinds: list[int] = []
        self.ways: list[list[tuple[int, int]]] = []  # (place, weight)
        self.payoffs: list[list[float]] = []
        for place in range(size):
            kind = draw.choice([TERMINAL_PLAYER, CHANCE_PLAYER, CHANCE_PLAYER, *range(players), *range(players)])
            left = size - 1 - place
            kind = TERMINAL_PLAYER if left == 0 else draw.choice([CHANCE_PLAYER, 0]) if place < 2 else kind
            ways = [
                (place + draw.randint(1, min(reach, left)), draw.randint(1, 5))
                for _ in range(draw.randint(1, 5) if left else 0)
            ]
            if order:
                shuffle.shuffle(ways)
            payoff = [scale * draw.randint(-3, 3) for _ in range(players)]
            if paired and players == 2:
                payoff[1] = -payoff[0]
            self.kinds.append(kind)
            self.ways.append([] if kind == TERMINAL_PLAYER else ways)
            self.payoffs.append(payoff)
        self.is_paired = paired and players == 2
        self.most = 3 * scale

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return self.is_paired

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return -self.most, self.most

    def initial_value(self) -> int:
        return 0

    def current_player(self, value: int) -> int:
        return self.kinds[value]

    def legal_actions(self, value: int, player: int) -> list[int]:
        return list(range(len(self.ways[value])))

    def chance_outcomes(self, value: int) -> list[tuple[int, int]]:
        return [(i, weight) for i, (_, weight) in enumerate(self.ways[value])]

    def apply(self, value: int, action: int) -> int:
        return self.ways[value][action][0]

    def returns(self, value: int, objective: str) -> list[float]:
        return list(self.payoffs[value])

    def segment(self, value: int, kind: str) -> int:
        return value // 7 if kind == "turn" else 0


def twin(state: State, depth: int | None, unit: str = "decisions", objective: str | None = None) -> tuple[list[Fraction], bool]:
    """Values by seat of looking at everything to a depth (None: to the end), and whether every leaf was an end of play.

    Returns as if the game ended there are the estimate. A seat mixes evenly over its best moves.
    """
    known: dict[Any, tuple[list[Fraction], bool]] = {}

    def look(at: State, left: int) -> tuple[list[Fraction], bool]:
        key = (at.key(), left)
        if key not in known:
            known[key] = value(at, left)
        return known[key]

    def value(at: State, left: int) -> tuple[list[Fraction], bool]:
        now = [Fraction(x) for x in at.returns(objective)]
        player = at.current_player()
        if player == TERMINAL_PLAYER:
            return now, True
        steps = at.chance_outcomes() if player == CHANCE_PLAYER else [(a, 1) for a in at.legal_actions()]
        if left <= 0 and (unit == "transitions" or (player >= 0 and len(steps) > 1)):
            return now, False
        below = []
        for step, _ in steps:
            child = at.child(step)
            cost = {
                "transitions": 1,
                "decisions": int(player >= 0 and len(steps) > 1),
                "turns": child.segment("turn") - at.segment("turn") if unit == "turns" else 0,
            }[unit]
            below.append(look(child, left - cost))
        exact = all(sure for _, sure in below)
        if player == CHANCE_PLAYER:
            weights = [Fraction(weight) for _, weight in steps]
        else:
            best = max(values[player] for values, _ in below)
            weights = [Fraction(values[player] == best) for values, _ in below]
        total = sum(weights)
        return [sum(w * v[k] for w, (v, _) in zip(weights, below, strict=True)) / total for k in range(len(now))], exact

    return look(state, 10**6 if depth is None else depth)
