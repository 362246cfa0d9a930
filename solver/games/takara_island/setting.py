"""What every part of the reading of a Takara Island position needs: the document, the rules, who looks, notes."""

from __future__ import annotations

from functools import cached_property

from orienteer.core.takara_island.components import depths, gallery_counts, treasure_counts
from orienteer.games.takara_island.models import PlayerDocument, TableDocument
from orienteer.positions.names import who_is
from orienteer.positions.setting import Counts, TableSetting

__all__ = ["Counts", "Setting"]


class Setting(TableSetting[TableDocument]):
    """What every part of a reading needs: the document, the rules, who looks."""

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
