"""Kinds of chance in Lost Explorers, each with random numbers of its own in paired games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.core.lost_explorers import LostExplorersState


def chance_kind(state: LostExplorersState) -> str:
    """The phase of chance: the n-th vehicle or token of its kind is drawn by the same numbers whatever was played before."""
    return str(state.fields()["phase"])
