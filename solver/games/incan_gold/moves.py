"""Incan Gold's moves in words, and the odds that a player wants beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from orienteer.events import Odds, odds

if TYPE_CHECKING:
    from orienteer.core.state import State

STAY, LEAVE = 0, 1


def describe(state: State, player: int, action: int) -> tuple[str, dict[str, Any]]:
    """A phrase for people, and the move as words and numbers."""
    if action == LEAVE:
        fields = state.fields()  # type: ignore[attr-defined]
        pocket = fields["pocket"]
        return f"leave with {pocket} gem{'' if pocket == 1 else 's'}", {"type": "leave"}
    return "stay for another card", {"type": "stay"}


def headline_odds(state: State, player: int, action: int, beliefs: Mapping[str, Any]) -> dict[str, Odds]:
    """Staying: the chance that the next card busts, provided a card is turned up at all. Leaving risks nothing."""
    if action == LEAVE:
        return {"bust": Odds("bust-next", Fraction(0), "rational", ())}
    return {"bust": odds(state, "bust-next")}
