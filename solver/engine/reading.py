"""Positions and records of a query, with the path within the query in every error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from orienteer.core.errors import OptionError, PositionError
from orienteer.engine.caps import Caps
from orienteer.engine.protocol import OfPosition
from orienteer.games.registry import refuse_files
from orienteer.positions import Position
from orienteer.positions.wording import refused
from orienteer.records import Record

T = TypeVar("T")


def position_of(question: OfPosition, caps: Caps) -> Position:
    """The position, not the name of one's file. Raises OptionError or PositionError with the path within the query."""
    without_files(question.position, caps, "position.rules")
    return within("position", lambda: Position.from_dict(question.position))


def record_of(document: dict[str, Any], caps: Caps) -> tuple[Record, list[Any]]:
    """A record without its events, and these, unread. Raises OptionError or PositionError with the path within the query."""
    without_files(document, caps, "record.rules")
    events = document.get("events")
    if not isinstance(events, list):
        raise refused("record.events", events, "a list")
    return within("record", lambda: Record.from_dict({**document, "events": []})), events


def within(whole: str, read: Callable[[], T]) -> T:
    """What `read` returns; errors get the path of `whole` before theirs."""
    try:
        return read()
    except OptionError as error:
        raise OptionError(f"{whole}.{error.field}", error.value, error.allowed) from None
    except PositionError as error:
        text = str(error)
        raise PositionError(text if error.field == whole else f"{whole}.{text}") from None


def without_files(document: dict[str, Any], caps: Caps, field: str) -> None:
    game, rules = document.get("game"), document.get("rules")
    if not caps.files and isinstance(game, str) and isinstance(rules, dict):
        refuse_files(game, rules, field)
