"""Games made of another game in Python, which differ from it in what should change nothing, or values in a known way.

A transformed game keeps the values of the one inside where nothing is said, so that a state of the one is found in the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER


class Same(PythonGame):
    """The game inside, unchanged."""

    copies = 1  # of every action and outcome

    def __init__(self, inner: PythonGame, **options: Any) -> None:
        self.inner = inner
        super().__init__(
            name=f"{type(self).__name__}({inner.name})",
            num_players=inner.num_players,
            num_distinct_actions=self.copies * inner.num_distinct_actions,
            options={"inner": inner, **options},
            objectives=inner.objectives,
            segments=inner.segments,
            max_chance_outcomes=self.copies * inner.max_chance_outcomes,
            max_game_length=None,
            has_hidden_information=inner.has_hidden_information,
        )

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return self.inner.is_constant_sum(objective)

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return self.inner.utility_bounds(objective)

    def initial_value(self) -> Any:
        return self.inner.initial_value()

    def current_player(self, value: Any) -> int:
        return self.inner.current_player(value)

    def legal_actions(self, value: Any, player: int) -> Sequence[int]:
        return self.inner.legal_actions(value, player)

    def chance_outcomes(self, value: Any) -> Sequence[tuple[int, int]]:
        return self.inner.chance_outcomes(value)

    def apply(self, value: Any, action: int) -> Any:
        return self.inner.apply(value, action)

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        return self.inner.apply_joint(value, actions)

    def returns(self, value: Any, objective: str) -> Sequence[float]:
        return self.inner.returns(value, objective)

    def segment(self, value: Any, kind: str) -> int:
        return self.inner.segment(value, kind)

    def mask(self, value: Any, player: int) -> Any:
        return self.inner.mask(value, player)

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        return self.inner.observe(before, actor, action, after, player)

    def advance(self, masked: Any, player: int, observation: Any) -> Any:
        return self.inner.advance(masked, player, observation)

    def worlds(self, masked: Any, viewer: int, evidence: tuple[Any, ...]) -> Sequence[tuple[Any, int]]:
        return self.inner.worlds(masked, viewer, evidence)


class Affine(Same):
    """Returns times `scale`, plus `shift`."""

    def __init__(self, inner: PythonGame, scale: float = 1.0, shift: float = 0.0) -> None:
        super().__init__(inner, scale=scale, shift=shift)

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        low, high = self.returns_of(self.inner.utility_bounds(objective))
        return low, high

    def returns_of(self, values: Sequence[float]) -> list[float]:
        return [self.options["scale"] * value + self.options["shift"] for value in values]

    def returns(self, value: Any, objective: str) -> Sequence[float]:
        return self.returns_of(self.inner.returns(value, objective))


class OtherSeats(Same):
    """Seat s is the inner game's seat order[s]."""

    def __init__(self, inner: PythonGame, order: tuple[int, ...]) -> None:
        super().__init__(inner, order=order)
        self.order = order

    def current_player(self, value: Any) -> int:
        player = self.inner.current_player(value)
        return self.order.index(player) if player >= 0 else player

    def legal_actions(self, value: Any, player: int) -> Sequence[int]:
        return self.inner.legal_actions(value, self.order[player])

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        return self.inner.apply_joint(value, tuple(actions[self.order.index(seat)] for seat in range(self.num_players)))

    def returns(self, value: Any, objective: str) -> Sequence[float]:
        found = self.inner.returns(value, objective)
        return [found[seat] for seat in self.order]

    def mask(self, value: Any, player: int) -> Any:
        return self.inner.mask(value, self.order[player])

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        if actor == SIMULTANEOUS_PLAYER:
            action = tuple(action[self.order.index(seat)] for seat in range(self.num_players))
        inside = self.order[actor] if actor >= 0 else actor
        return self.inner.observe(before, inside, action, after, self.order[player])

    def advance(self, masked: Any, player: int, observation: Any) -> Any:
        return self.inner.advance(masked, self.order[player], observation)

    def worlds(self, masked: Any, viewer: int, evidence: tuple[Any, ...]) -> Sequence[tuple[Any, int]]:
        return self.inner.worlds(masked, self.order[viewer], evidence)


class SplitOutcomes(Same):
    """Every outcome of chance is two with the same result; who sees the outcome does not see which of them it was."""

    copies = 2

    def chance_outcomes(self, value: Any) -> Sequence[tuple[int, int]]:
        return [
            (2 * outcome + copy, weight * (copy + 1))
            for outcome, weight in self.inner.chance_outcomes(value)
            for copy in range(2)
        ]

    def apply(self, value: Any, action: int) -> Any:
        return self.inner.apply(value, self._inside(value, action))

    def _inside(self, value: Any, action: int) -> int:
        return action // 2 if self.inner.current_player(value) == CHANCE_PLAYER else action

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        if actor == CHANCE_PLAYER:
            action //= 2
        return self.inner.observe(before, actor, action, after, player)


class TwinActions(Same):
    """Every action is there twice; who plays knows which of them it was, and nobody else does."""

    copies = 2

    def legal_actions(self, value: Any, player: int) -> Sequence[int]:
        return [2 * action + copy for action in self.inner.legal_actions(value, player) for copy in range(2)]

    def apply(self, value: Any, action: int) -> Any:
        return self.inner.apply(value, action if self.inner.current_player(value) == CHANCE_PLAYER else action // 2)

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        return self.inner.apply_joint(value, _halved(actions))

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        own = action[player] if isinstance(action, tuple) else action
        inside = _halved(action) if isinstance(action, tuple) else action // 2 if actor >= 0 else action
        seen = self.inner.observe(before, actor, inside, after, player)
        mine = actor in (player, SIMULTANEOUS_PLAYER) and own >= 0
        return (seen, own % 2) if mine else seen if seen is None else (seen, 0)

    def advance(self, masked: Any, player: int, observation: Any) -> Any:
        return self.inner.advance(masked, player, observation[0])

    def worlds(self, masked: Any, viewer: int, evidence: tuple[Any, ...]) -> Sequence[tuple[Any, int]]:
        return self.inner.worlds(masked, viewer, tuple(seen for seen, _ in evidence))


def _halved(actions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(action if action < 0 else action // 2 for action in actions)


class OtherOrder(Same):
    """Actions and outcomes are numbered from the last to the first."""

    def _turned(self, value: Any, action: int) -> int:
        chance = self.inner.current_player(value) == CHANCE_PLAYER
        return (self.max_chance_outcomes if chance else self.num_distinct_actions) - 1 - action

    def legal_actions(self, value: Any, player: int) -> Sequence[int]:
        return [self._turned(value, action) for action in reversed(self.inner.legal_actions(value, player))]

    def chance_outcomes(self, value: Any) -> Sequence[tuple[int, int]]:
        return [(self._turned(value, outcome), weight) for outcome, weight in reversed(self.inner.chance_outcomes(value))]

    def apply(self, value: Any, action: int) -> Any:
        return self.inner.apply(value, self._turned(value, action))

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        return self.inner.apply_joint(value, self._joint(actions))

    def _joint(self, actions: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(action if action < 0 else self.num_distinct_actions - 1 - action for action in actions)

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        inside = self._joint(action) if isinstance(action, tuple) else self._turned(before, action)
        return self.inner.observe(before, actor, inside, after, player)


class Dummies(Same):
    """Before every step comes one without an effect: a forced move of a seat, or a chance with one outcome.

    A value is (inner value, whether the dummy step is over). Everybody notices that it was made.
    """

    def __init__(self, inner: PythonGame, player: int = 0) -> None:
        super().__init__(inner, player=player)

    def initial_value(self) -> Any:
        return self.inner.initial_value(), False

    def current_player(self, value: Any) -> int:
        inside = self.inner.current_player(value[0])
        return inside if value[1] or inside not in (CHANCE_PLAYER, SIMULTANEOUS_PLAYER, *range(8)) else self.options["player"]

    def legal_actions(self, value: Any, player: int) -> Sequence[int]:
        return self.inner.legal_actions(value[0], player) if value[1] else [0]

    def chance_outcomes(self, value: Any) -> Sequence[tuple[int, int]]:
        return self.inner.chance_outcomes(value[0]) if value[1] else [(0, 1)]

    def apply(self, value: Any, action: int) -> Any:
        return (self.inner.apply(value[0], action), False) if value[1] else (value[0], True)

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        return self.inner.apply_joint(value[0], actions), False

    def returns(self, value: Any, objective: str) -> Sequence[float]:
        return self.inner.returns(value[0], objective)

    def segment(self, value: Any, kind: str) -> int:
        return self.inner.segment(value[0], kind)

    def mask(self, value: Any, player: int) -> Any:
        return self.inner.mask(value[0], player), value[1]

    def observe(self, before: Any, actor: int, action: Any, after: Any, player: int) -> Any:
        if before[1]:
            return "step", self.inner.observe(before[0], actor, action, after[0], player)
        return ("dummy",) if player == actor else "pause"

    def advance(self, masked: Any, player: int, observation: Any) -> Any:
        if not masked[1]:
            return masked[0], True
        return self.inner.advance(masked[0], player, observation[1]), False

    def worlds(self, masked: Any, viewer: int, evidence: tuple[Any, ...]) -> Sequence[tuple[Any, int]]:
        inside = tuple(seen[1] for seen in evidence if seen[0] == "step")
        return [((value, masked[1]), weight) for value, weight in self.inner.worlds(masked[0], viewer, inside)]
