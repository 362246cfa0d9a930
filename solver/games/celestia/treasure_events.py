"""Named events of Celestia about treasures: what is drawn next, what players have, and who reaches the target.

Unseen treasures of a city are equally likely where no hard fact tells them apart (unseen.py), and counted then; else
the stock of a city, and totals that the belief does not count, are taken from sampled worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.state import View
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer, Event
from orienteer.games.celestia.counting import at_least
from orienteer.games.celestia.parameters import seat_or
from orienteer.games.celestia.table import Table, Treasure
from orienteer.games.celestia.unseen import why_unequal
from orienteer.policies import whole, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from orienteer.core.celestia import CelestiaState
    from orienteer.core.celestia.belief import CelestiaBelief
    from orienteer.core.state import Belief, State


# -- the next treasure ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawEvent(Event):
    """Base: of the next treasure drawn at the ship's city, or at `city`."""

    assumes: ClassVar[str | None] = "a treasure of the city is drawn before any other happens to it"
    city: int | None = whole(1, 99, default=None)

    def row(self, table: Table) -> int:
        """The city's index."""
        return table.city_index(table["city"] if self.city is None else self.city)

    def check(self, state: State) -> None:
        table = Table(state)
        row = self.row(table)
        if not table["left"][row]:
            raise OrienteerError(f"{self.name}: no treasure is left in city {table.rows[row][0]}")

    def answer(self, table: Table, stock: Mapping[Treasure, int]) -> Answer:
        """The chance where one of `stock` is drawn."""
        raise NotImplementedError(f"{type(self).__name__} must implement answer")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table = Table(view.mask)
        return self.answer(table, equally_likely(view, table, self.row(table)))

    def by_world(self, view: View) -> Callable[[State], Answer]:
        def in_world(world: State) -> Answer:
            table = Table(world)
            return self.answer(table, table.stock(self.row(table)))

        return in_world


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class DrawsTreasure(DrawEvent):
    """The next treasure drawn at the ship's city, or at `city`, is of this worth, or the telescope."""

    name: ClassVar[str] = "draws-treasure"
    worth: str = word("a treasure's points, or telescope", kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        table = Table(state)
        worths = [str(kind.worth) for kind in table.treasures(self.row(table))]
        if self.worth not in worths:
            raise OptionError(f"{self.name}: worth", self.worth, ", ".join(worths))

    def answer(self, table: Table, stock: Mapping[Treasure, int]) -> Answer:
        wanted = sum(count for kind, count in stock.items() if str(kind.worth) == self.worth)
        return Fraction(wanted, sum(stock.values()))


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class DrawsAtLeast(DrawEvent):
    """The next treasure drawn at the ship's city, or at `city`, is worth at least `points`; a telescope counts its points."""

    name: ClassVar[str] = "draws-at-least"
    points: int = whole(1, 99, kw_only=True)

    def answer(self, table: Table, stock: Mapping[Treasure, int]) -> Answer:
        return at_least(points_of(stock), self.points)


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class TreasurePoints(DrawEvent):
    """The points of the next treasure drawn at the ship's city, or at `city`."""

    name: ClassVar[str] = "treasure-points"
    distribution_valued: ClassVar[bool] = True

    def answer(self, table: Table, stock: Mapping[Treasure, int]) -> Answer:
        weights = points_of(stock)
        total = sum(weights.values())
        return {points: Fraction(weight, total) for points, weight in weights.items()}


# -- totals --------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class TotalPoints(Event):
    """The points that a player's treasures are worth now."""

    name: ClassVar[str] = "total-points"
    assumes: ClassVar[str | None] = "treasures are drawn at random"
    distribution_valued: ClassVar[bool] = True
    player: int = whole(0, 5)

    def check(self, state: State) -> None:
        seat_or(self.name, Table(state), self.player, 0)

    def counted_view(self, view: View, belief: Belief) -> Answer:
        weights = totals(view, belief, self.player)
        total = sum(weights.values())
        return {points: Fraction(weight, total) for points, weight in sorted(weights.items())}

    def by_world(self, view: View) -> Callable[[State], Answer]:
        return lambda world: {Table(world)["totals"][self.player]: Fraction(1)}


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class HasTarget(Event):
    """A player's treasures are worth the target, or more, now."""

    name: ClassVar[str] = "has-target"
    assumes: ClassVar[str | None] = "treasures are drawn at random"
    player: int = whole(0, 5)

    def check(self, state: State) -> None:
        seat_or(self.name, Table(state), self.player, 0)

    def counted_view(self, view: View, belief: Belief) -> Answer:
        return at_least(totals(view, belief, self.player), view.mask.game.options["target"])

    def by_world(self, view: View) -> Callable[[State], Answer]:
        target = view.mask.game.options["target"]
        return lambda world: Fraction(Table(world)["totals"][self.player] >= target)


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class ReachesTarget(DrawEvent):
    """The viewer, or `player`, is at the target or above after drawing one treasure at the ship's city, or at `city`."""

    name: ClassVar[str] = "reaches-target"
    player: int | None = whole(0, 5, default=None)

    def check(self, state: State) -> None:
        super().check(state)
        seat_or(self.name, Table(state), self.player, 0)

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table = Table(view.mask)
        seat, row, target = self.seat(view), self.row(table), table.options["target"]
        if seat != view.viewer and any(table.hidden_backs(seat, city) for city in range(len(table.rows))):
            after = after_a_draw(view, seat, row)
            assumptions = {} if (turbos := cast("CelestiaBelief", belief).turbos) is None else {"turbos": turbos}
            return at_least(totals(after, after.belief(assumptions), seat), target)
        known = table["totals"][seat]
        return at_least(points_of(equally_likely(view, table, row)), target - known)

    def by_world(self, view: View) -> Callable[[State], Answer]:
        seat = self.seat(view)

        def in_world(world: State) -> Answer:
            table = Table(world)
            stock = points_of(table.stock(self.row(table)))
            return at_least(stock, table.options["target"] - table["totals"][seat])

        return in_world

    def seat(self, view: View) -> int:
        return view.viewer if self.player is None else self.player


# -- helpers -------------------------------------------------------------------------------------------------------------


def equally_likely(view: View, table: Table, row: int) -> dict[Treasure, int]:
    """The unseen treasures of a city. Raises TooLargeError where hard facts tell them apart."""
    why = why_unequal(view, table, row)
    if why is not None:
        raise TooLargeError(why)
    return table.unseen(row)


def points_of(stock: Mapping[Treasure, int]) -> dict[int, int]:
    """Weights by points, ascending; kinds with equal points together."""
    found: dict[int, int] = {}
    for kind, count in sorted(stock.items(), key=lambda pair: pair[0].points):
        if count:
            found[kind.points] = found.get(kind.points, 0) + count
    return found


def totals(view: View, belief: Belief, seat: int) -> dict[int, int]:
    """A seat's points, weighted; what is known with certainty. Raises TooLargeError beyond counting."""
    known = Table(view.mask)["totals"][seat]
    return {known: 1} if known is not None else cast("CelestiaBelief", belief).treasure_marginal(seat)


def after_a_draw(view: View, seat: int, row: int) -> View:
    """What the viewer would know had another seat just drawn a treasure of the city that he did not see."""
    fields = cast("CelestiaState", view.mask).fields()
    value = Table(view.mask).rows[row][0]
    fields["left"] = _changed(fields["left"], row, -1)
    fields["backs"] = tuple(_changed(backs, row, who == seat) for who, backs in enumerate(fields["backs"]))
    # What the seat holds of this city is unknown now, unless the city has one kind of treasure.
    held = list(fields["treasures"])
    kinds = Table(view.mask).treasures(row)
    counts = None if len(kinds) > 1 else _changed(held[seat][row], kinds[0].column, 1)
    held[seat] = (*held[seat][:row], counts, *held[seat][row + 1 :])
    fields["treasures"] = tuple(held)
    # A phase that asks nothing of the cities and the dice.
    fields.update(phase="journey_end", turn=None, pending=None, then=None, dice=(), to_roll=0, called=False, rerolled=False)
    state = view.mask.game.state_from(fields)  # type: ignore[attr-defined]
    return View(state, view.viewer, (*view.evidence, ("treasure", seat, value, None)))


def _changed(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
