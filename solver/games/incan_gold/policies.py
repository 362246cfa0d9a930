"""Named policies of Incan Gold. A seat is asked only where it is inside and a choice is due.

Each depends on what the state key keeps, so exact distributions may merge states by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.core.errors import OptionError
from orienteer.core.incan_gold.components import HAZARDS, deck_values
from orienteer.policies import POLICIES, NamedPolicy, Probability, probability, whole

if TYPE_CHECKING:
    from orienteer.core.incan_gold import IncanGoldState
    from orienteer.core.state import State

STAY, LEAVE = 0, 1
SMALL_WORTH, LARGE_WORTH, NUM_SMALL = 5, 10, 3  # of artifacts without printed values


STAYS: Mapping[int, Probability] = {STAY: 1}
LEAVES: Mapping[int, Probability] = {LEAVE: 1}


@dataclass(frozen=True)
class CommonPolicy(NamedPolicy):
    """Base of policies that look at what everyone inside shares."""

    @property
    def same_for_all(self) -> bool:
        return True


def pure(leave: bool) -> Mapping[int, Probability]:
    return LEAVES if leave else STAYS


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class NeverLeave(CommonPolicy):
    """Stay until the bust."""

    name: ClassVar[str] = "never-leave"

    @property
    def constant(self) -> Mapping[str, Probability]:
        return {"stay": 1}

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        return STAYS


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class AlwaysLeave(CommonPolicy):
    """Leave at the first choice."""

    name: ClassVar[str] = "always-leave"

    @property
    def constant(self) -> Mapping[str, Probability]:
        return {"leave": 1}

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        return LEAVES


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class LeaveAt(NamedPolicy):
    """Leave with a pocket of at least `gems`, or (exactly one is given) when leaving alone would bank at least `value`.

    Leaving alone banks the pocket, the path's gems and its artifacts.
    """

    name: ClassVar[str] = "leave-at"
    gems: int | None = whole(0, 10_000, default=None)
    value: int | None = whole(0, 10_000, default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.gems is None) == (self.value is None):
            raise OptionError("leave-at", {"gems": self.gems, "value": self.value}, "either gems or value")

    @property
    def same_for_all(self) -> bool:
        return self.gems is not None

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        fields = cast("IncanGoldState", state).fields()
        if self.gems is not None:
            return pure(fields["pocket"] >= self.gems)
        assert self.value is not None
        return pure(banked_alone(state, fields, player) >= self.value)


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class LeaveAfter(CommonPolicy):
    """Leave when at least `cards` cards lie on the path (artifacts already taken do not)."""

    name: ClassVar[str] = "leave-after"
    cards: int = whole(0, 80)

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        return pure(len(cast("IncanGoldState", state).fields()["path"]) >= self.cards)


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class OneStep(NamedPolicy):
    """Leave when one more card would not add to what leaving alone banks: L·P ≥ G of the rules' known answers.

    Optimal when nobody else moves any more and only this round's points count.
    """

    name: ClassVar[str] = "one-step"

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        fields = cast("IncanGoldState", state).fields()
        lethal = lethal_cards(state, fields)
        return pure(lethal * banked_alone(state, fields, player) >= next_gains(state, fields, player))


@POLICIES.register("incan_gold")
@dataclass(frozen=True)
class Mix(CommonPolicy):
    """Leave with probability `leave` at every choice."""

    name: ClassVar[str] = "mix"
    leave: Fraction = probability()  # noqa: RUF009 (a dataclass field)

    @property
    def constant(self) -> Mapping[str, Probability]:
        return {"stay": 1 - self.leave, "leave": self.leave}

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        return {STAY: 1 - self.leave, LEAVE: self.leave}


# -- what a choice is about --------------------------------------------------------------------------------------------


def artifact_worths(state: State, fields: Mapping[str, Any], player: int, count: int) -> list[int]:
    """What the next `count` artifacts would be worth to `player`, one after another (values not printed)."""
    mode = state.game.options["artifact_value"]
    if mode == "per_owner":
        rank = fields["artifact_count"][player]
    else:
        rank = fields["artifacts_taken"] + (fields["artifacts_lost"] if mode == "resolved_order" else 0)
    return [SMALL_WORTH if rank + i < NUM_SMALL else LARGE_WORTH for i in range(count)]


def banked_alone(state: State, fields: Mapping[str, Any], player: int) -> int:
    """P of the rules: what `player` banks by leaving alone now."""
    on_path = fields["artifacts_path"]
    worths = on_path if isinstance(on_path, tuple) else artifact_worths(state, fields, player, on_path)
    return int(fields["pocket"] + sum(fields["leftovers"]) + sum(worths))


def lethal_cards(state: State, fields: Mapping[str, Any]) -> int:
    """L of the rules: copies left in the deck of the kinds on the path."""
    copies: tuple[int, ...] = state.game.options["hazards"]
    return sum(copies[kind] - fields["removed"][kind] - 1 for kind in range(len(copies)) if HAZARDS[kind] in fields["path"])


def next_gains(state: State, fields: Mapping[str, Any], player: int) -> int:
    """G of the rules: what each card left in the deck would add to P, summed."""
    inside = sum(fields["inside"])
    turned_up = Counter(fields["path"])
    left = Counter(map(str, deck_values(state.game.options["deck"])))
    gems = sum((count - turned_up[name]) * (int(name) // inside + int(name) % inside) for name, count in left.items())
    in_deck = fields["artifacts_deck"]
    if isinstance(in_deck, tuple):
        return int(gems + sum(in_deck))
    on_path = fields["artifacts_path"]
    return int(gems + in_deck * artifact_worths(state, fields, player, on_path + 1)[-1])
