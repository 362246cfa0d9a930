"""What every part of the reading of a position needs: the document, the rules, who looks, notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from orienteer.core.state import Game
from orienteer.positions.names import Names, word_for
from orienteer.positions.notes import Notes

Counts = tuple[int, ...]
Table = TypeVar("Table")


@dataclass(frozen=True)
class TableSetting(Generic[Table]):
    """A game's own subclass adds what its reading asks of the rules; `table` is the document's `state`."""

    table: Table
    game: Game
    viewer: int | None  # None: one who sees everything
    names: Names
    notes: Notes

    @property
    def options(self) -> dict[str, Any]:
        return self.game.options

    @property
    def seats(self) -> range:
        return range(self.game.num_players)

    def word(self, seat: int) -> int | str:
        """A player's name, or his seat where he has none."""
        return word_for(seat, self.names)
