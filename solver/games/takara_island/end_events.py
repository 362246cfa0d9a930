"""Events and quantities of Takara Island at the end of the game, under stated policies (distributions.py).

Exact by enumeration where what can follow is little, in an endgame, and sampled beyond the limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.distributions import QUANTITIES, SeatQuantity, Value
from orienteer.events import Event

if TYPE_CHECKING:
    from orienteer.core.state import State
    from orienteer.core.takara_island import TakaraIslandState


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class EverybodyLoses(Event):
    """The game ends with no stone found and too many piles empty: everybody loses. Needs policies."""

    name: ClassVar[str] = "everybody-loses"
    only_horizon: ClassVar[str | None] = "game"

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(cast("TakaraIslandState", end).fields()["ending"] == "no_stone")


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class FinalTotal(SeatQuantity):
    """The seat's total at the end of the game, stones where they count; 0 where everybody loses."""

    name: ClassVar[str] = "final-total"
    only_horizon: ClassVar[str | None] = "game"

    def value(self, seen: Any, start: State, end: State) -> Value:
        return int(end.returns("points")[self.seat or 0])
