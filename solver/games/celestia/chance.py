"""Kinds of chance in Celestia, each with random numbers of its own in paired games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.core.celestia import CelestiaState


def chance_kind(state: CelestiaState) -> str:
    """The phase of chance: the n-th roll, treasure or card is drawn by the same numbers whatever was played before."""
    return str(state.fields()["phase"])
