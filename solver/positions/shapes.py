"""Events as words and as observations of the core, where a table of shapes leads from one to the other.

A shape lists, by type of event, the fields after the type in the order in which an observation has them. Types have "-" where
observations have "_", lists are tuples there, and players are seats.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from pydantic import BaseModel

from orienteer.positions.names import Names, word_for
from orienteer.positions.wording import parsed_field, refused

Observation = tuple[Any, ...]
Shapes = Mapping[str, tuple[str, ...]]
PLAYER = frozenset({"player"})


def write_shaped(observation: Observation, names: Names, shapes: Shapes, players: Container[str] = PLAYER) -> dict[str, Any]:
    """An observation as State.observation gives it, as words; `players` are the fields that hold seats."""
    kind, *values = observation
    words: dict[str, Any] = {"type": kind.replace("_", "-")}
    for name, value in zip(shapes[words["type"]], values, strict=True):
        if value is not None:
            words[name] = word_for(value, names) if name in players else list(value) if isinstance(value, tuple) else value
    return words


def shaped(kind: str, values: Mapping[str, Any], shapes: Shapes) -> Observation:
    """The observation of an event with these fields, whose players are seats."""
    found = (values[name] for name in shapes[kind])
    return (kind.replace("-", "_"), *(tuple(value) if isinstance(value, list) else value for value in found))


def parsed_event(
    event: Any, model: type[BaseModel], write: Callable[[Observation, Names], dict[str, Any]], names: Names, field: str
) -> Any:
    """The game's event of words or of an observation; `model` has one field, `event`."""
    if isinstance(event, tuple):
        try:
            event = write(event, names)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise refused(field, event, "an observation as State.observation gives it") from None
    document: Any = parsed_field(model, "event", event, field)
    return document.event
