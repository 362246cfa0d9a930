"""What every part of the reading of a Celestia position needs: the document, the rules, who looks, notes."""

from __future__ import annotations

from orienteer.core.celestia.components import CityRow, city_rows, deck_counts
from orienteer.games.celestia.models import PlayerDocument, TableDocument
from orienteer.positions.setting import Counts, TableSetting

__all__ = ["Counts", "Setting"]


class Setting(TableSetting[TableDocument]):
    """What every part of a reading needs: the document, the rules, who looks."""

    @property
    def rows(self) -> tuple[CityRow, ...]:
        return city_rows(self.options)

    @property
    def values(self) -> list[int]:
        """The cities' values."""
        return [row[0] for row in self.rows]

    @property
    def deck_total(self) -> int:
        """How many cards there are."""
        return sum(deck_counts(self.options))

    def player(self, seat: int) -> PlayerDocument:
        return self.table.players[seat]

    def knows(self, seat: int) -> bool:
        """Whether the viewer knows this player's hand and treasures."""
        return self.viewer is None or seat == self.viewer
