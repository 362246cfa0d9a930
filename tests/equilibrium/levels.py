"""Games given as a list of levels: what happens at each, who sees it; returns drawn from a seed by the whole history."""

from __future__ import annotations

import random
from itertools import product
from math import prod
from typing import Any

from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER

HIDDEN = -1
Level = tuple[str, int, int]


def level(text: str) -> Level:
    """(kind, seat, choices) of "kind seat choices".

    deal: chance, seen by the seat. open: chance, seen by all. move: seen by all. secret: seen by the mover only. blind: not
    even by the mover, who forgets it. joint: all choose at once; lone: all are asked at once and the seat has a choice.
    """
    kind, seat, choices = text.split()
    return kind, int(seat), int(choices)


class Levels(PythonGame):
    """A value is the tuple of all actions so far. Outcome i of a chance has weight i + 1.

    `total`: the sum of returns, None = independent returns. `scale` multiplies them. `swapped`: seats 0 and 1 change places.
    A level with a single choice has no influence on returns.
    """

    def __init__(
        self,
        levels: tuple[str, ...] = (),
        players: int = 2,
        seed: int = 0,
        total: float | None = 0.0,
        scale: float = 1.0,
        swapped: bool = False,
    ) -> None:
        self.levels = [level(text) for text in levels]
        super().__init__(
            name="levels",
            num_players=players,
            num_distinct_actions=9,
            options={
                "levels": levels,
                "players": players,
                "seed": seed,
                "total": total,
                "scale": scale,
                "swapped": swapped,
            },
            objectives=("points",),
            segments=("turn",),
            max_chance_outcomes=9,
            max_game_length=len(levels),
            has_hidden_information=any(kind in ("deal", "secret", "blind") for kind, _, _ in self.levels),
        )

    def _seat(self, seat: int) -> int:
        return 1 - seat if self.options["swapped"] and seat < 2 else seat

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return -100.0, 100.0

    def initial_value(self) -> tuple[Any, ...]:
        return ()

    def current_player(self, value: tuple[Any, ...]) -> int:
        if len(value) == len(self.levels):
            return TERMINAL_PLAYER
        kind, seat, _ = self.levels[len(value)]
        if kind in ("deal", "open"):
            return CHANCE_PLAYER
        return SIMULTANEOUS_PLAYER if kind in ("joint", "lone") else self._seat(seat)

    def legal_actions(self, value: tuple[Any, ...], player: int) -> list[int]:
        kind, seat, choices = self.levels[len(value)]
        return [] if kind == "lone" and player != self._seat(seat) else list(range(choices))

    def chance_outcomes(self, value: tuple[Any, ...]) -> list[tuple[int, int]]:
        return [(i, i + 1) for i in range(self.levels[len(value)][2])]

    def apply(self, value: tuple[Any, ...], action: int) -> tuple[Any, ...]:
        return (*value, action)

    def apply_joint(self, value: tuple[Any, ...], actions: tuple[int, ...]) -> tuple[Any, ...]:
        # By the seats as the levels name them, so that returns are those of the game that was not swapped.
        return (*value, tuple(actions[self._seat(seat)] for seat in range(self.num_players)))

    def returns(self, value: tuple[Any, ...], objective: str) -> list[float]:
        if self.options["scale"] == 0:
            return [0.0] * self.num_players
        told = tuple(action for action, (_, _, choices) in zip(value, self.levels, strict=False) if choices > 1)
        rng = random.Random(f"{self.options['seed']} {told}")
        found = [rng.uniform(-1, 1) for _ in range(self.num_players)]
        if self.options["total"] is not None:
            found[-1] = self.options["total"] - sum(found[:-1])
        return [self.options["scale"] * found[self._seat(seat)] for seat in range(self.num_players)]

    def segment(self, value: tuple[Any, ...], kind: str) -> int:
        return len(value) // 3

    def _seen(self, index: int, player: int) -> bool:
        kind, seat, _ = self.levels[index]
        return kind not in ("deal", "secret", "blind") or (kind != "blind" and player == self._seat(seat))

    def mask(self, value: tuple[Any, ...], player: int) -> tuple[Any, ...]:
        return tuple(action if self._seen(i, player) else HIDDEN for i, action in enumerate(value))

    def observe(self, before: tuple[Any, ...], actor: int, action: Any, after: tuple[Any, ...], player: int) -> Any:
        return len(before), after[-1] if self._seen(len(before), player) else HIDDEN

    def advance(self, masked: tuple[Any, ...], player: int, observation: tuple[int, Any]) -> tuple[Any, ...]:
        return (*masked, observation[1])

    def worlds(self, masked: tuple[Any, ...], viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        unseen = [range(self.levels[i][2]) if seen == HIDDEN else [seen] for i, seen in enumerate(masked)]
        return [(value, self.prior(value)) for value in product(*unseen)]

    def prior(self, value: tuple[Any, ...]) -> int:
        """Weight of a history by chance alone."""
        return prod(action + 1 for action, (kind, _, _) in zip(value, self.levels, strict=False) if kind in ("deal", "open"))


POKER = ("deal 0 3", "deal 1 2", "move 0 2", "move 1 3", "move 0 2")
BLUFF = ("deal 0 2", "secret 0 2", "deal 1 2", "secret 1 2", "open 0 2", "joint 0 2", "lone 1 3")
THREE = ("deal 0 2", "deal 1 2", "move 0 2", "secret 1 2", "joint 0 2", "move 2 2")
