"""Lost Explorers' events as words, and as the observations of the core (docs/positions.md lists both)."""

from __future__ import annotations

from typing import Any

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.state import State
from orienteer.games.lost_explorers.models import EventDocument
from orienteer.games.lost_explorers.setting import place_of, token_of
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.shapes import Observation, parsed_event, shaped, write_shaped
from orienteer.positions.wording import refused

# By type of event: the fields after the type in the order in which an observation has them.
SHAPES: dict[str, tuple[str, ...]] = {
    "close": ("locations",),
    "deal": ("colour",),
    "choose": ("player", "colour"),
    "show": ("player", "mission"),
    "retrieve": ("player", "locations"),
    "equip": ("player", "side", "members", "kind", "colour"),
    "explore": ("player", "location", "colour", "ejected"),
    "complete": ("player", "mission", "location"),
    "bonus": ("player", "colour"),
    "end-turn": ("player",),
}
PLAYERS = ("player", "ejected")


# -- words to observations --------------------------------------------------------------------------------------------


def read_event(event: Any, state: State, names: Names, field: str) -> Observation:
    """The observation that State.observe takes, of an event as words or as State.observation gives it."""
    assert isinstance(state, LostExplorersState)
    words = parsed_event(event, EventDocument, write_event, names, field)
    fields, game = state.fields(), state.game
    assert isinstance(game, LostExplorers)
    values = {name: getattr(words, name) for name in SHAPES[words.type]}
    if "player" in values:
        values["player"] = who_is(words.player, names, f"{field}.player")
        if values["player"] != fields["turn"]:
            raise refused(f"{field}.player", words.player, f"{word_for(fields['turn'], names)!r}, whose turn it is")
    if "location" in values:
        place_of(words.location, game.tables, f"{field}.location")
    if "locations" in values:
        places = [place_of(name, game.tables, f"{field}.locations[{i}]") for i, name in enumerate(words.locations)]
        values["locations"] = [game.tables.locations[place].id for place in sorted(places)]
    if "mission" in values:
        values["mission"] = game.tables.tokens[token_of(words.mission, game.tables, f"{field}.mission")].name
    if words.type == "equip":
        values["colour"] = _token_taken(fields, words, field)
    if words.type == "explore":
        values["ejected"] = _ejected(fields, words, names, field)
    return shaped(words.type, values, SHAPES)


def _token_taken(fields: dict[str, Any], words: Any, field: str) -> str:
    """The colour of the token that so many members reach."""
    row = fields["rows"][("left", "right").index(words.side)]
    if words.members > len(row):
        raise refused(f"{field}.members", words.members, f"at most {len(row)}, the tokens of the {words.side} row")
    colour: str = row[words.members - 1]
    if words.colour not in (None, colour):
        raise refused(
            f"{field}.colour", words.colour, f"{colour!r}, the colour of token {words.members} of the {words.side} row"
        )
    return colour


def _ejected(fields: dict[str, Any], words: Any, names: Names, field: str) -> int | None:
    """Whose member an explorer meets."""
    found = next((seat for seat, places in enumerate(fields["placed"]) if words.location in places), None)
    if words.ejected is not None and who_is(words.ejected, names, f"{field}.ejected") != found:
        stands = "null, nobody" if found is None else repr(word_for(found, names))
        raise refused(f"{field}.ejected", words.ejected, f"{stands}: {words.location} says so")
    return found


# -- observations to words --------------------------------------------------------------------------------------------


def write_event(observation: Observation, names: Names) -> dict[str, Any]:
    """An observation as State.observation gives it, as words."""
    return write_shaped(observation, names, SHAPES, PLAYERS)
