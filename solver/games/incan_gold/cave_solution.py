"""What the cave solvers answer, in the form of any exact solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orienteer.core.state import State

STAY, LEAVE = 0, 1
TIE = 1e-12


@dataclass(frozen=True)
class CaveSolution:
    """Values of a state and its moves; see `orienteer.methods.Solution`."""

    state_values: tuple[float, ...]
    by_action: Mapping[Any, tuple[float, ...]]
    mixes: Mapping[int, Mapping[int, float]]
    num_nodes: int
    method: str = "cave solver"
    status: str = "float"
    eps: float = 0.0

    def values(self) -> list[float]:
        return list(self.state_values)

    def action_values(self) -> dict[Any, list[float]]:
        return {action: list(values) for action, values in self.by_action.items()}

    def strategy(self) -> dict[int, dict[int, float]]:
        return {seat: dict(mix) for seat, mix in self.mixes.items()}

    def principal_line(self, state: State | None = None, length: int = 10) -> list[Any]:
        """Empty: what follows a card depends on the card."""
        return []


def shares_of(seat: int, share: float) -> tuple[float, float]:
    """Shares of a win by seat, of two, where one has `share`."""
    return (share, 1 - share) if seat == 0 else (1 - share, share)


def best_mix(stay: float, leave: float, tie: float = TIE) -> dict[int, float]:
    """All on the better choice; even where they tie."""
    if abs(stay - leave) <= tie:
        return {STAY: 0.5, LEAVE: 0.5}
    return {STAY: float(stay > leave), LEAVE: float(leave > stay)}
