"""Records: a game from its start as a list of events, which replays to every position."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from orienteer.core.state import Game
from orienteer.positions.models import FORMAT
from orienteer.positions.position import Position, position_part, read_names, read_viewer
from orienteer.positions.rules import read_rules
from orienteer.positions.text import read_file, read_json
from orienteer.positions.wording import parsed


class Record:
    """A game from its start: rules, players, and the events that the viewer noticed. Grows by `append`.

    Attributes:
        start: the position before the first event.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str | None] | None = None,
        viewer: int | str = "omniscient",
        rules: str | Mapping[str, Any] | None = None,
    ) -> None:
        """A record without events. Raises PositionError for names, viewer or rules that do not fit the game."""
        self.start = Position.from_state(game.new_initial_state(), viewer, names, rules, cheating=True)
        self._last = self.start
        self._events: list[dict[str, Any] | None] = []

    # -- reading ------------------------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The record in a JSON text. Raises PositionError, naming the field, for anything wrong."""
        return cls.from_dict(read_json(text, "record"))

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """The record in a file, or on standard input for "-". Raises OSError where there is no such file."""
        return cls.from_json(read_file(path))

    @classmethod
    def from_dict(cls, document: Any) -> Self:
        """The record in plain values, replayed. Raises PositionError, naming the field, for an event that cannot be."""
        part = position_part(document, "record")
        found: Any = parsed(part.RECORD, document, "record")
        game = read_rules(found.game, part, document["rules"], len(found.players), "players")
        names = read_names(list(found.players), "players[{}]")
        read_viewer(found.viewer, game, names, cheating=True)
        record = cls(game, names, found.viewer, document["rules"])
        for event in document["events"]:
            record.append(event)
        return record

    # -- play ---------------------------------------------------------------------------------------------------------

    def append(self, event: Any) -> Position:
        """Add what the viewer noticed next, as words or as an observation of the core; returns the position after it.

        Raises PositionError, naming events[i], and leaves the record as it was, for an event that cannot happen.
        """
        self._last, words = self._last.advanced(event, f"events[{len(self._events)}]")
        self._events.append(words)
        return self._last

    def __len__(self) -> int:
        return len(self._events)

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def names(self) -> tuple[str | None, ...]:
        return self.start.names

    @property
    def events(self) -> tuple[dict[str, Any] | None, ...]:
        """The events as words; None where the viewer noticed nothing."""
        return tuple(copy.deepcopy(self._events))

    def positions(self) -> Iterator[tuple[int, Position, dict[str, Any] | None]]:
        """(index, position before the event, event), in order of play."""
        position = self.start
        for index, event in enumerate(self.events):
            yield index, position, event
            position = position.after(event, field=f"events[{index}]")

    def final(self) -> Position:
        """The position after the last event."""
        return self._last

    # -- writing ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The document; `from_dict` gives an equal record back."""
        head = self.start.to_dict()
        return {
            "format": FORMAT,
            "game": head["game"],
            "rules": head["rules"],
            "viewer": head["viewer"],
            "players": list(self.names),
            "events": copy.deepcopy(self._events),
        }

    def to_json(self, indent: int | None = None) -> str:
        """The document as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.start == other.start and self._events == other._events

    __hash__ = None  # type: ignore[assignment]  # a record grows
