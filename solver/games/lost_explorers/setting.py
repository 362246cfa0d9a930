"""What every part of the reading of a Lost Explorers position needs: the document, the rules, the tables, notes."""

from __future__ import annotations

from functools import cached_property

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.lost_explorers.components import CLOSED_BY_PLAYERS, COLOURS, tokens_in_play
from orienteer.core.lost_explorers.data import Location, Tables, Token
from orienteer.games.lost_explorers.models import PlayerDocument, TableDocument
from orienteer.positions.setting import Counts, TableSetting
from orienteer.positions.wording import refused

__all__ = ["Counts", "Setting", "place_of", "token_of"]


class Setting(TableSetting[TableDocument]):
    """What every part of a reading needs: the document, the rules, the tables."""

    @cached_property
    def tables(self) -> Tables:
        assert isinstance(self.game, LostExplorers)
        return self.game.tables

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.tables.tokens

    @property
    def places(self) -> tuple[Location, ...]:
        return self.tables.locations

    @cached_property
    def in_play(self) -> frozenset[int]:
        """Numbers of the tokens that are in the game."""
        return frozenset(tokens_in_play(self.options, self.tables))

    @cached_property
    def main(self) -> Counts:
        """Main tokens by colour."""
        return self._by_colour(True)

    @cached_property
    def start_vehicles(self) -> Counts:
        """Tokens by colour that every player begins with."""
        return tuple((count > 0) + self.options["vehicles"] for count in self._by_colour(False))

    @cached_property
    def total(self) -> Counts:
        """All tokens in the game by colour."""
        players = self.game.num_players
        return tuple(main + players * own for main, own in zip(self.main, self.start_vehicles, strict=True))

    @property
    def num_closed(self) -> int:
        return CLOSED_BY_PLAYERS[self.game.num_players]

    @property
    def row_sizes(self) -> tuple[int, int]:
        """Tokens of the left and the right row when the game begins."""
        return (sum(self.main) + 1) // 2, sum(self.main) // 2

    def player(self, seat: int) -> PlayerDocument:
        return self.table.players[seat]

    def _by_colour(self, main: bool) -> Counts:
        tokens = [self.tokens[number] for number in self.in_play]
        return tuple(sum(token.colour == c and token.main == main for token in tokens) for c in range(len(COLOURS)))


def place_of(name: str, tables: Tables, path: str) -> int:
    """A location's index. Raises PositionError, naming `path`, for one that is not on the map."""
    for place, location in enumerate(tables.locations):
        if location.id == name:
            return place
    raise refused(path, name, ", ".join(location.id for location in tables.locations))


def token_of(name: str, tables: Tables, path: str) -> int:
    """A token's number by the ids of its locations in any order. Raises PositionError, naming `path`, for one that there is
    not."""
    places = tuple(sorted(place_of(part, tables, path) for part in name.split("+")))
    for number, token in enumerate(tables.tokens):
        if token.locations == places:
            return number
    raise refused(path, name, "the locations of a token of the data file, joined with +")
