"""Kinds of chance in Takara Island, each with random numbers of its own in paired games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.core.takara_island import TakaraIslandState

OFF_THE_PILES = ("treasure", "mimic", "fight")


def chance_kind(state: TakaraIslandState) -> str:
    """The phase of chance, or the slot of the pile that is shown: it holds the same whenever and by whomever it is seen."""
    fields = state.fields()
    phase, pending = fields["phase"], fields["pending"]
    return str(phase) if phase in OFF_THE_PILES else f"pile {pending['pile']} slot {pending['slot']}"
