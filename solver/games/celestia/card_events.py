"""Named events of Celestia about cards: what players hold, and what is drawn next.

Hands are counted as compositions on the viewer's belief; beyond its limits (evidence on more than two hidden hands) the same
chances are averaged over sampled worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from orienteer.core.celestia.components import CARDS
from orienteer.core.errors import OrienteerError
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer, Event
from orienteer.games.celestia.counting import ONE, ZERO, Hand, mean
from orienteer.games.celestia.parameters import card_word, seat_or
from orienteer.games.celestia.table import Table
from orienteer.policies import whole

if TYPE_CHECKING:
    from orienteer.core.celestia.belief import CelestiaBelief
    from orienteer.core.state import Belief, State, View

HIDDEN_TURN = "who is asked now is hidden: counts leave out what that tells of hands, samples do not"
MAX_CARDS = 99  # in a hand


@dataclass(frozen=True)
class CardEvent(Event):
    """Base: a chance that depends on who holds which cards."""

    def assumptions(self, state: State) -> tuple[str, ...]:
        hidden = (HIDDEN_TURN,) if Table(state).turn_is_hidden else ()
        return (*super().assumptions(state), *hidden)


@dataclass(frozen=True)
class HandEvent(CardEvent):
    """Base: a chance that depends on one seat's hand alone."""

    def whose(self, table: Table) -> int:
        """The seat."""
        raise NotImplementedError(f"{type(self).__name__} must implement whose")

    def cards(self, table: Table) -> tuple[int, ...]:
        """The cards whose counts matter."""
        raise NotImplementedError(f"{type(self).__name__} must implement cards")

    def chance(self, table: Table) -> Callable[[Hand], Fraction]:
        """The chance by those counts."""
        raise NotImplementedError(f"{type(self).__name__} must implement chance")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table = Table(view.mask)
        weights = table.hand_weights(cast("CelestiaBelief", belief), self.whose(table), self.cards(table))
        return mean(weights, self.chance(table))

    def by_world(self, view: View) -> Callable[[State], Answer]:
        table = Table(view.mask)
        seat, cards, chance = self.whose(table), self.cards(table), self.chance(table)
        found: dict[Hand, Fraction] = {}

        def in_world(world: State) -> Answer:
            held = Table(world)["hands"][seat]
            hand = tuple(held[card] for card in cards)
            if hand not in found:
                found[hand] = chance(hand)
            return found[hand]

        return in_world


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class Holds(HandEvent):
    """A player holds at least `count` copies of a card now."""

    name: ClassVar[str] = "holds"
    assumes: ClassVar[str | None] = "cards are drawn at random"
    player: int = whole(0, 5)
    card: str = card_word()
    count: int = whole(1, MAX_CARDS, default=1)

    def check(self, state: State) -> None:
        self.whose(Table(state))

    def whose(self, table: Table) -> int:
        return seat_or(self.name, table, self.player, 0)

    def cards(self, table: Table) -> tuple[int, ...]:
        return (CARDS.index(self.card),)

    def chance(self, table: Table) -> Callable[[Hand], Fraction]:
        return lambda counts: Fraction(counts[0] >= self.count)


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class CopiesHeld(CardEvent):
    """How many copies of a card a player holds now."""

    name: ClassVar[str] = "copies-held"
    assumes: ClassVar[str | None] = "cards are drawn at random"
    distribution_valued: ClassVar[bool] = True
    player: int = whole(0, 5)
    card: str = card_word()

    def check(self, state: State) -> None:
        seat_or(self.name, Table(state), self.player, 0)

    def counted_view(self, view: View, belief: Belief) -> Answer:
        weights = Table(view.mask).hand_weights(cast("CelestiaBelief", belief), self.player, (CARDS.index(self.card),))
        total = sum(weights.values())
        return {counts[0]: Fraction(weight, total) for counts, weight in sorted(weights.items()) if weight}

    def by_world(self, view: View) -> Callable[[State], Answer]:
        card = CARDS.index(self.card)
        return lambda world: {Table(world)["hands"][self.player][card]: ONE}


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class DrawsCard(CardEvent):
    """The next card drawn from the deck, by whomever, is this one."""

    name: ClassVar[str] = "draws-card"
    assumes: ClassVar[str | None] = "a card is drawn before any other is played"
    card: str = card_word()

    def check(self, state: State) -> None:
        table = Table(state)
        if not table["deck_size"] + sum(table["discards"]):
            raise OrienteerError(f"{self.name}: the deck and the discards are empty, no card can be drawn")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table, card = Table(view.mask), CARDS.index(self.card)
        if not table["deck_size"]:
            return _share(table["discards"], card)
        in_hands = ZERO
        for seat in table.seats:
            if table["hands"][seat] is None:
                weights = table.hand_weights(cast("CelestiaBelief", belief), seat, (card,))
                in_hands += mean(weights, lambda counts: Fraction(counts[0]))
        return (table.unseen_cards()[card] - in_hands) * Fraction(1, table["deck_size"])

    def by_world(self, view: View) -> Callable[[State], Answer]:
        card = CARDS.index(self.card)

        def in_world(world: State) -> Answer:
            table = Table(world)
            return _share(table["deck"] if table["deck_size"] else table["discards"], card)

        return in_world


def _share(counts: tuple[int, ...], card: int) -> Fraction:
    return Fraction(counts[card], sum(counts))
