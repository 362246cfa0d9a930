"""Kinds of chance in Incan Gold, each with random numbers of its own in paired games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.core.incan_gold import IncanGoldState


def chance_kind(state: IncanGoldState) -> str:
    """The round: its n-th card is drawn by the same numbers however long the rounds before lasted."""
    return f"round {state.segment('round')}"
