"""What every part of the reading of a Takara Island position needs: the document, the rules, who looks, notes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from orienteer.core.state import Game
from orienteer.core.takara_island.components import depths, gallery_counts, treasure_counts
from orienteer.games.takara_island.models import PlayerDocument, TableDocument
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.notes import Notes

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Setting:
    """What every part of a reading needs: the document, the rules, who looks."""

    table: TableDocument
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

    @cached_property
    def gallery(self) -> tuple[Counts, ...]:
        """Copies of each card by level."""
        return gallery_counts(self.options)

    @cached_property
    def treasures(self) -> Counts:
        """Copies of each treasure."""
        return treasure_counts(self.options)

    @cached_property
    def levels(self) -> Counts:
        """The level of each slot."""
        return tuple(level for level, depth in enumerate(depths(self.options)) for _ in range(depth))

    @property
    def pile_size(self) -> int:
        """Cards of a pile at set-up."""
        return len(self.levels)

    @cached_property
    def turn(self) -> int:
        return who_is(self.table.turn, self.names, "state.turn")

    def player(self, seat: int) -> PlayerDocument:
        return self.table.players[seat]

    def word(self, seat: int) -> int | str:
        """A player's name, or his seat where he has none."""
        return word_for(seat, self.names)
