"""Takara Island's events as words, and as the observations of the core (docs/positions.md lists both)."""

from __future__ import annotations

from typing import Any

from orienteer.core.state import State
from orienteer.core.takara_island.components import CARDS, HEALTH
from orienteer.games.takara_island.models import EventDocument
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.shapes import Observation, parsed_event, shaped, write_shaped
from orienteer.positions.wording import missing, refused

# By type of event: the fields after the type in the order in which an observation has them.
SHAPES: dict[str, tuple[str, ...]] = {
    "rent": ("player",),
    "no-rent": ("player",),
    "survey": ("player", "pile"),
    "look": ("player", "pile", "slot", "card"),
    "rockfall": ("player", "pile", "slot"),
    "stop": ("player",),
    "go-on": ("player",),
    "turn-up": ("player", "pile", "slot", "card"),
    "dig": ("player", "pile"),
    "card": ("player", "pile", "slot", "card"),
    "destroy": ("player", "pile"),
    "tavern": ("player",),
    "sell": ("player", "value"),
    "buy": ("player",),
    "hire": ("player", "specialist", "copied", "pile", "slot"),
    "fight": ("player", "pile"),
    "attack": ("player", "pile", "killed", "wounds"),
    "treasure": ("player", "treasure"),
    "mimic": ("player", "beaten"),
    "map": ("player", "take"),
    "end-of-day": ("player", "cured", "recruited"),
}
# Events at the card or pile of the action under way, which they need not name.
AT_PENDING = ("look", "rockfall", "turn-up", "card", "attack")


# -- words to observations --------------------------------------------------------------------------------------------


def read_event(event: Any, state: State, names: Names, field: str) -> Observation:
    """The observation that State.observe takes, of an event as words or as State.observation gives it."""
    words = parsed_event(event, EventDocument, write_event, names, field)
    fields = state.fields()  # type: ignore[attr-defined]
    player = who_is(words.player, names, f"{field}.player")
    if player != fields["turn"]:
        raise refused(f"{field}.player", words.player, f"{word_for(fields['turn'], names)!r}, whose turn it is")
    values = {name: getattr(words, name) for name in SHAPES[words.type]} | {"player": player}
    if words.type in AT_PENDING:
        _fill_place(values, fields, words.type, field)
    _check(words.type, values, fields, field)
    return shaped(words.type, values, SHAPES)


def _fill_place(values: dict[str, Any], fields: dict[str, Any], kind: str, field: str) -> None:
    """The pile and slot of the action under way, and the wounds that kill."""
    pending = fields["pending"]
    if pending is None:
        raise refused(f"{field}.type", kind, "another event: no action is under way at a pile")
    for name in ("pile", "slot"):
        if name in values and values[name] is None:
            values[name] = pending[name]
    if kind == "attack" and values["wounds"] is None:
        if not values["killed"]:
            raise missing(f"{field}.wounds", "how many wounds the attack dealt")
        pile = fields["piles"][pending["pile"]]
        monster = next(iter(pile["cards"]), None)
        values["wounds"] = HEALTH[CARDS.index(monster)] - pile["wounds"] if monster in CARDS else 0


def _check(kind: str, values: dict[str, Any], fields: dict[str, Any], field: str) -> None:
    """What the event's type asks for."""
    piles = len(fields["piles"])
    if values.get("pile", 0) >= piles:
        raise refused(f"{field}.pile", values["pile"], f"at most {piles - 1}; piles are numbered from 0")
    if kind == "look":
        own = values["player"] == fields["viewer"]
        if own and values["card"] is None:
            raise missing(f"{field}.card", "the card: the viewer looks at it")
        if not own and values["card"] is not None:
            raise refused(f"{field}.card", values["card"], "null: the viewer does not see it")
    if kind == "hire":
        copies, power = values["specialist"] == "impostor", values["copied"] or values["specialist"]
        if copies and values["copied"] is None:
            raise missing(f"{field}.copied", "'miner', 'soothsayer' or 'archaeologist'")
        if not copies and values["copied"] is not None:
            raise refused(f"{field}.copied", values["copied"], "null: only the impostor copies")
        if power == "soothsayer" and values["slot"] is None:
            raise missing(f"{field}.slot", "the first slot of the window")
        if power != "soothsayer" and values["slot"] is not None:
            raise refused(f"{field}.slot", values["slot"], "null: only the soothsayer has a window to choose")


# -- observations to words --------------------------------------------------------------------------------------------


def write_event(observation: Observation, names: Names) -> dict[str, Any]:
    """An observation as State.observation gives it, as words."""
    return write_shaped(observation, names, SHAPES)
