"""Exact values of positions by backward induction."""

from orienteer.expectimax.errors import Stopped
from orienteer.expectimax.expectimax import Expectimax

__all__ = ["Expectimax", "Stopped"]
