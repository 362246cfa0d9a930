"""Named events of Takara Island about what lies in the piles: the next card, the stones, and what a dig does.

All are counted on the arrangements that agree with what is shown, each equally likely (counting.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.takara_island.components import HEALTH, INJURES, MAX_DEPTH, MAX_PILES, ROCKFALL, STONE
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer, Event
from orienteer.games.takara_island.counting import ONE, ZERO, Piles
from orienteer.games.takara_island.parameters import card_word, cards_of, yes_or_no
from orienteer.policies import whole

if TYPE_CHECKING:
    from orienteer.core.state import Belief, State, View

LAST_PILE = MAX_PILES - 1
LAST_SLOT = 3 * MAX_DEPTH - 1
SCALE = 10  # two piles as one number: 25 are piles 2 and 5


@dataclass(frozen=True)
class CountedEvent(Event):
    """Base: an answer that follows from what the piles show."""

    assumes: ClassVar[str | None] = "every arrangement of the cards that agrees with what was seen is equally likely"

    def answer(self, piles: Piles) -> Answer:
        """The exact chance."""
        raise NotImplementedError(f"{type(self).__name__} must implement answer")

    def counted(self, state: State) -> Answer:
        return self.answer(Piles.of(state))

    def counted_view(self, view: View, belief: Belief) -> Answer:
        # The mask alone makes the belief.
        return self.counted(view.mask)

    def by_world(self, view: View) -> Callable[[State], Answer]:
        return self.counted


@dataclass(frozen=True)
class PileEvent(CountedEvent):
    """Base: of one pile, in which a card lies."""

    pile: int = whole(0, LAST_PILE)

    def check(self, state: State) -> None:
        if not Piles.of(state).size(self.pile):
            raise OrienteerError(f"{self.name}: pile {self.pile} is empty")


# -- cards ---------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class NextCard(PileEvent):
    """A pile's top card is of this kind, or this very card."""

    name: ClassVar[str] = "next-card"
    card: str = card_word(kw_only=True)

    def answer(self, piles: Piles) -> Answer:
        return among(piles, self.pile, piles.top(self.pile), cards_of(self.card))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class CardAt(PileEvent):
    """The card in this slot of a pile is of this kind, or this very card; slot 0 was the top one at the start."""

    name: ClassVar[str] = "card-at"
    slot: int = whole(0, LAST_SLOT, kw_only=True)
    card: str = card_word(kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        has_card(self.name, Piles.of(state), self.pile, self.slot)

    def answer(self, piles: Piles) -> Answer:
        return among(piles, self.pile, self.slot, cards_of(self.card))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class InjuryWhenDigging(PileEvent):
    """Digging this pile now injures; `sword`: whether it is rented (default: as it is now)."""

    name: ClassVar[str] = "injury-when-digging"
    sword: str | None = yes_or_no(default=None, kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        can_dig(self.name, Piles.of(state), self.pile)

    def answer(self, piles: Piles) -> Answer:
        protected = piles.fields["sword"] if self.sword is None else self.sword == "yes"
        harmful = {card for card in cards_of("injures") if INJURES[card] or not protected}
        return among(piles, self.pile, piles.top(self.pile), frozenset(harmful))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class DiggingLoses(PileEvent):
    """Digging this pile now ends the game with everybody losing."""

    name: ClassVar[str] = "digging-loses"

    def check(self, state: State) -> None:
        super().check(state)
        can_dig(self.name, Piles.of(state), self.pile)

    def answer(self, piles: Piles) -> Answer:
        rows = piles.fields["piles"]
        empty = sum(not row["cards"] for row in rows) + 1
        if len(rows[self.pile]["cards"]) > 1 or empty < max(1, len(rows) - 2) or any(row["stone"] is not None for row in rows):
            return ZERO
        top = piles.chances(self.pile, piles.top(self.pile))
        stays = sum((chance for card, chance in top.items() if HEALTH[card] or card in (ROCKFALL, STONE)), ZERO)
        return ONE - stays


# -- stones --------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class StoneInPile(CountedEvent):
    """A Stone of Legend lies in this pile; one that was found lies there no more."""

    name: ClassVar[str] = "stone-in-pile"
    pile: int = whole(0, LAST_PILE)

    def check(self, state: State) -> None:
        Piles.of(state).size(self.pile)

    def answer(self, piles: Piles) -> Answer:
        return piles.stone_in(self.pile)


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class StoneAt(PileEvent):
    """The card in this slot of a pile is a Stone of Legend; slot 6 of the standard set is the first deep one."""

    name: ClassVar[str] = "stone-at"
    slot: int = whole(0, LAST_SLOT, kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        has_card(self.name, Piles.of(state), self.pile, self.slot)

    def answer(self, piles: Piles) -> Answer:
        return among(piles, self.pile, self.slot, frozenset([STONE]))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class BothStones(CountedEvent):
    """The two stones lie in, or were found in, these two piles."""

    name: ClassVar[str] = "both-stones"
    pile: int = whole(0, LAST_PILE)
    other: int = whole(0, LAST_PILE)

    def check(self, state: State) -> None:
        piles = Piles.of(state)
        piles.size(self.pile)
        piles.size(self.other)
        if self.pile == self.other:
            raise OptionError(f"{self.name}: other", self.other, "a pile that is not the first one, none has two stones")

    def answer(self, piles: Piles) -> Answer:
        pair = (min(self.pile, self.other), max(self.pile, self.other))
        return piles.stone_pairs().get(pair, ZERO)


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class Stones(CountedEvent):
    """The two piles in which the stones lie or were found, as one number: 25 for piles 2 and 5."""

    name: ClassVar[str] = "stones"
    distribution_valued: ClassVar[bool] = True

    def answer(self, piles: Piles) -> Answer:
        return {SCALE * a + b: chance for (a, b), chance in piles.stone_pairs().items()}


# -- helpers -------------------------------------------------------------------------------------------------------------


def among(piles: Piles, pile: int, slot: int, cards: frozenset[int]) -> Fraction:
    """The chance that a slot holds one of these cards."""
    return sum((chance for card, chance in piles.chances(pile, slot).items() if card in cards), ZERO)


def has_card(name: str, piles: Piles, pile: int, slot: int) -> None:
    """Raises OptionError for a slot in which no card lies."""
    lying = piles.slots(pile, piles.size(pile))
    if slot not in lying:
        raise OptionError(f"{name}: slot", slot, f"a card that lies in pile {pile}: {lying[0]} to {lying[-1]}")


def can_dig(name: str, piles: Piles, pile: int) -> None:
    """Raises OrienteerError where the top card is face up."""
    if piles.face_up(pile, piles.top(pile)):
        raise OrienteerError(f"{name}: the top card of pile {pile} is face up, it cannot be dug")
