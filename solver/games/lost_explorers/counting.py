"""Counting for Lost Explorers' odds: which mission a colour may show, and which ones the rest of the turn can complete.

A token's unseen side is unknown to all: what a colour shows is uniform over its tokens in play that no one has seen. Whether
a mission can then be completed in the same turn is decided by trying: at most three locations are left to explore, in at most
six orders, each giving up one of at most four colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.lost_explorers.components import COLOURS, FIRST_TURN_MEMBERS, SIDES, tokens_in_play

if TYPE_CHECKING:
    from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
    from orienteer.core.lost_explorers.data import Token
    from orienteer.core.state import State

Counts = tuple[int, ...]  # by colour
Places = frozenset[int]

ONE, ZERO = Fraction(1), Fraction(0)
MOST_EQUIPPING = 4  # members of one equip


@dataclass(frozen=True)
class Means:
    """What the seat to move has to complete a mission with in the rest of its turn.

    Attributes:
        vehicles: that it holds.
        placed: where its members stand.
        explorers: members that it may still send out.
        row: the side from which it may still take one vehicle, front first; empty where it may not.
        equippers: members that it may use for that.
    """

    vehicles: Counts
    placed: Places
    explorers: int
    row: Counts = ()
    equippers: int = 0


@dataclass(frozen=True)
class Way:
    """One way to take a blind mission now: members retrieved first (locations), the side, the members used; its means then."""

    retrieved: Places
    side: int
    members: int
    means: Means


class Sight:
    """A state's fields with the counting that starts from them."""

    def __init__(self, state: State) -> None:
        self.state = cast("LostExplorersState", state)
        self.game = cast("LostExplorers", state.game)
        self.tables = self.game.tables
        self.fields: dict[str, Any] = self.state.fields()

    @cached_property
    def ids(self) -> dict[str, int]:
        """Locations by id."""
        return {location.id: number for number, location in enumerate(self.tables.locations)}

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Those in play."""
        return tuple(self.tables.tokens[number] for number in tokens_in_play(self.game.options, self.tables))

    def pool(self, colour: int, main: bool) -> list[Token]:
        """Tokens of a colour whose mission side nobody has seen: each is as likely."""
        seen = set(self.fields["shown"])
        return [token for token in self.tokens if (token.colour, token.main) == (colour, main) and token.name not in seen]

    @cached_property
    def closings(self) -> dict[Places, Fraction]:
        """Sets of closed locations with their chances; one once the game has closed them."""
        if self.fields["phase"] != "close":
            return {frozenset(self.ids[name] for name in self.fields["closed"]): ONE}
        weights = dict(self.state.chance_outcomes())
        total = sum(weights.values())
        markable = [number for number, location in enumerate(self.tables.locations) if location.markable]
        return {
            frozenset(place for bit, place in enumerate(markable) if marks >> bit & 1): Fraction(weight, total)
            for marks, weight in weights.items()
        }

    # -- means of a turn -------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        return int(self.fields["turn"])

    @cached_property
    def placed(self) -> Places:
        return frozenset(self.ids[name] for name in self.fields["placed"][self.seat])

    def can_take(self) -> bool:
        """Whether the seat to move is in the part of its turn in which missions are taken."""
        return self.fields["phase"] == "menu" and self.fields["stage"] in ("start", "phase_1")

    def ways(self, retrieving: bool) -> Iterator[Way]:
        """Every way to take a blind mission now, of any colour. `retrieving`: also after taking members back."""
        places = sorted(self.placed) if retrieving and self.fields["stage"] == "start" else []
        for size in range(len(places) + 1):
            for back in combinations(places, size):
                for side, row in enumerate(self.fields["rows"]):
                    free = self._left(frozenset(back), 0)[1]
                    for members in range(1, 1 + min(MOST_EQUIPPING, len(row), 0 if self.fields["sides"][side] else free)):
                        yield Way(frozenset(back), side, members, self.means(frozenset(back), side, members))

    def colour_of(self, way: Way) -> int:
        return COLOURS.index(self.fields["rows"][way.side][way.members - 1])

    def means(self, retrieved: Places = frozenset(), side: int | None = None, members: int = 0) -> Means:
        """Means after so many members have taken a mission from `side`; from none: as things are, a mission being turned up."""
        explorers, equippers = self._left(retrieved, members)
        used = [bool(self.fields["sides"][other]) or other == side for other in range(len(SIDES))]
        rows = [tuple(map(COLOURS.index, row)) for row, gone in zip(self.fields["rows"], used, strict=True) if not gone]
        # A mission has just been taken, so at most one side is left.
        (row,) = rows or [()]
        return Means(self.fields["vehicles"][self.seat], self.placed - retrieved, explorers, row, equippers)

    def _left(self, retrieved: Places, members: int) -> tuple[int, int]:
        """Members that may still explore, and that may still equip, after so many more have been used."""
        fields, seat = self.fields, self.seat
        used, placed = fields["used"] + members, len(self.placed - retrieved)
        free = fields["members"][seat] - placed - used
        if fields["turns"] >= self.game.num_players or seat >= len(FIRST_TURN_MEMBERS):
            return free, free
        limit = FIRST_TURN_MEMBERS[seat] - used
        if self.game.options["first_turn_limit"] == "equip_only":
            return free, min(free, limit)
        return min(free, limit - placed), min(free, limit - placed)

    def completable(self, tokens: Sequence[Token], means: Means, equipping: bool) -> Fraction:
        """The chance that a mission, each of the tokens as likely, can be completed. `equipping`: with one more vehicle too."""
        ((closed, _),) = self.closings.items()
        needs = [location.needs for location in self.tables.locations]
        done = 0
        for token in tokens:
            open_places = frozenset(token.locations) - closed
            missing = tuple(sorted(needs[place] for place in open_places - means.placed))
            done += bool(open_places) and can_reach(missing, means, equipping)
        return Fraction(done, len(tokens))


def can_reach(missing: tuple[Counts, ...], means: Means, equipping: bool) -> bool:
    """Whether locations with these needs can all be explored, the vehicle equipped at the best moment: first."""
    spare = means.explorers - len(missing)
    if spare < 0:
        return False
    if can_explore(missing, means.vehicles):
        return True
    most = min(spare, means.equippers, MOST_EQUIPPING, len(means.row)) if equipping else 0
    return any(can_explore(missing, _changed(means.vehicles, colour, 1)) for colour in set(means.row[: max(0, most)]))


@lru_cache(maxsize=65536)
def can_explore(missing: tuple[Counts, ...], vehicles: Counts) -> bool:
    """Whether locations with these needs can be explored in some order, each giving up one vehicle of a needed colour."""
    if not missing:
        return True
    for index, needs in enumerate(missing):
        if all(held >= needed for held, needed in zip(vehicles, needs, strict=True)):
            rest = missing[:index] + missing[index + 1 :]
            if any(can_explore(rest, _changed(vehicles, colour, -1)) for colour, needed in enumerate(needs) if needed):
                return True
    return False


def _changed(vehicles: Counts, colour: int, by: int) -> Counts:
    return (*vehicles[:colour], vehicles[colour] + by, *vehicles[colour + 1 :])
