"""Bounds on what one player can return."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.core.state import Game


def value_bounds(game: Game, objective: str) -> tuple[float, float]:
    """The least and the most that one player can return; infinite where the game states none."""
    try:
        low, high = game.utility_bounds(objective)
    except NotImplementedError:
        return -math.inf, math.inf
    return float(low), float(high)
