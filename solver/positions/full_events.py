"""Events for whoever sees everything in a game that hides something: moves and outcomes of chance by their names."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Tag

from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.positions.models import Strict, Viewer, event_tag
from orienteer.positions.names import Names
from orienteer.positions.wording import parsed_field, refused


class MoveEvent(Strict):
    """A player's move by its name, whoever else noticed it."""

    type: Literal["move"]
    player: Viewer
    move: str


class ChanceEvent(Strict):
    """An outcome of chance by its name."""

    type: Literal["chance"]
    outcome: str


def is_full_event(event: Any) -> bool:
    return isinstance(event, dict) and event.get("type") in ("move", "chance")


FullEvent = Annotated[Annotated[MoveEvent, Tag("#move")] | Annotated[ChanceEvent, Tag("#chance")], Discriminator(event_tag)]


class FullEventDocument(Strict):
    event: FullEvent


def play_full_event(event: Any, state: State, names: Names, field: str) -> dict[str, Any]:
    """Play an event as words on a full state, and return it written out. Raises IllegalActionError for one that is not
    legal, PositionError for a malformed one."""
    words = parsed_field(FullEventDocument, "event", event, field).event
    if isinstance(words, ChanceEvent):
        if not state.is_chance_node():
            raise refused(f"{field}.type", "chance", "'move': a player is to move")
        state.apply(state.string_to_action(CHANCE_PLAYER, words.outcome))
        return {"type": "chance", "outcome": words.outcome}
    seat = names.index(words.player) if words.player in names else words.player
    movers = [names[mover] or mover for mover in state.players_to_move()]
    if seat not in state.players_to_move():
        raise refused(f"{field}.player", words.player, ", ".join(map(repr, movers)) or "none: chance is to move")
    state.apply(state.string_to_action(int(seat), words.move))
    return {"type": "move", "player": names[int(seat)] or seat, "move": words.move}
