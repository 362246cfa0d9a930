"""What a player knows of Takara Island, as a state of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from orienteer.core.state import State, View
    from orienteer.core.takara_island import TakaraIslandState


def known_state(view: View) -> State | None:
    """A whole state in which all that the viewer has not seen is undecided, with his odds at its chance nodes; good while
    he alone acts. None where it is not his turn: somebody else may be looking at a card."""
    mask = cast("TakaraIslandState", view.mask)
    return mask.alone(view.viewer) if mask.fields()["turn"] == view.viewer else None
