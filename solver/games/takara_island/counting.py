"""What may lie in the piles of Takara Island, card after card: exact chances in closed form, of a mask or a whole state.

A pile's cards are decided one at a time, so the chance of a run of cards is a product; arrangements are never listed. What a
mask shows gives the viewer's chances, what a whole state shows those of cards that nobody has looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.errors import OptionError
from orienteer.core.takara_island.arrangements import Unknown, card_at, unknown
from orienteer.core.takara_island.components import (
    HOSPITAL_FACES,
    MIMIC_HEALTH,
    ROCKFALL,
    STONE,
    SWORD_FACES,
    TREASURES,
)
from orienteer.games.takara_island.parameters import NOTHING

if TYPE_CHECKING:
    from orienteer.core.state import State
    from orienteer.core.takara_island import TakaraIslandState

Card = int
ZERO, ONE = Fraction(0), Fraction(1)
HIT = Fraction(SWORD_FACES, SWORD_FACES + HOSPITAL_FACES)
MIMIC = TREASURES.index("mimic")


@dataclass(frozen=True)
class Piles:
    """The piles of a state, and what its undecided slots may hold."""

    options: Mapping[str, Any]
    fields: Mapping[str, Any]
    levels: tuple[Unknown, ...]

    @classmethod
    def of(cls, state: State) -> Piles:
        """Raises OrienteerError where no arrangement agrees with what the state shows."""
        fields = cast("TakaraIslandState", state).fields()
        return cls(state.game.options, fields, unknown(state.game.options, fields))

    # -- what lies there --------------------------------------------------------------------------------------------------

    @property
    def numbers(self) -> range:
        return range(len(self.fields["piles"]))

    def size(self, pile: int) -> int:
        """Cards that lie in the pile. Raises OptionError for a pile that does not exist."""
        if pile not in self.numbers:
            raise OptionError("pile", pile, f"0 to {self.numbers[-1]}")
        return len(self.fields["piles"][pile]["cards"])

    def top(self, pile: int) -> int:
        """The slot of the pile's top card."""
        return int(self.fields["piles"][pile]["top"])

    def slots(self, pile: int, count: int) -> range:
        """The slots of the top cards, at most `count`."""
        return range(self.top(pile), self.top(pile) + min(count, self.size(pile)))

    def face_up(self, pile: int, slot: int) -> bool:
        return bool(self.fields["piles"][pile]["face_up"][slot - self.top(pile)])

    # -- what may lie there -----------------------------------------------------------------------------------------------

    def chances(self, pile: int, slot: int) -> dict[Card, Fraction]:
        """The chance of every card that may lie in a slot. Raises OptionError where no card lies."""
        known = card_at(self.fields, (pile, slot))
        return {known: ONE} if known is not None else chances(self._level(pile, slot), pile, slot)

    def given(self, pile: int, slot: int, card: Card) -> Piles:
        """The same piles once it is known that an undecided slot holds this card, which it may."""
        level = self._level(pile, slot)
        after = level.given({(pile, slot): card})
        assert after is not None
        return replace(self, levels=tuple(after if other is level else other for other in self.levels))

    def runs(
        self, pile: int, slots: Sequence[int], ends: Callable[[Card], bool] = lambda card: False
    ) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
        """Every run of cards that these slots may hold, in order, with its chance; it stops behind a card that `ends` it."""
        if not slots:
            yield (), ONE
            return
        slot = slots[0]
        decided = card_at(self.fields, (pile, slot)) is not None
        for card, chance in self.chances(pile, slot).items():
            if ends(card):
                yield (card,), chance
                continue
            after = self if decided else self.given(pile, slot, card)
            for cards, later in after.runs(pile, slots[1:], ends):
                yield (card, *cards), chance * later

    def _level(self, pile: int, slot: int) -> Unknown:
        return next(level for level in self.levels if (pile, slot) in level.places)

    # -- stones -----------------------------------------------------------------------------------------------------------

    def stone_in(self, pile: int) -> Fraction:
        """The chance that a stone lies in the pile."""
        last = self.slots(pile, self.size(pile))
        return sum((self.chances(pile, slot).get(STONE, ZERO) for slot in last), ZERO)

    @cached_property
    def sure_stones(self) -> frozenset[int]:
        """Piles whose stone was found or is known to lie there."""
        rows = enumerate(self.fields["piles"])
        return frozenset(pile for pile, row in rows if row["stone"] is not None or "stone" in row["cards"])

    def stone_pairs(self) -> dict[tuple[int, int], Fraction]:
        """The chance of every two piles to be the stones' own, those where one was found included."""
        room = self.levels[-1].stone_room()
        sure = sorted(self.sure_stones)
        rest = sorted(room.keys() - self.sure_stones)
        if len(sure) == 2:
            return {(sure[0], sure[1]): ONE}
        weights: dict[tuple[int, int], int] = {}
        if sure:
            weights = {(min(pile, sure[0]), max(pile, sure[0])): room[pile] for pile in rest}
        else:
            weights = {(a, b): room[a] * room[b] for i, a in enumerate(rest) for b in rest[i + 1 :]}
        total = sum(weights.values())
        return {pair: Fraction(weight, total) for pair, weight in sorted(weights.items())}


def chances(level: Unknown, pile: int, slot: int) -> dict[Card, Fraction]:
    """The chance of every card in an undecided slot of a level, cards ascending.

    Rockfalls lie in any slots that are not proven, stones in any of different piles, all other cards in any that are left.
    """
    special = {ROCKFALL: ZERO, STONE: ZERO}
    if level.left[ROCKFALL] and (pile, slot) not in level.proven:
        special[ROCKFALL] = Fraction(level.left[ROCKFALL], len(level.places) - len(level.proven))
    with_stone = level.given({(pile, slot): STONE})
    if with_stone is not None:
        special[STONE] = Fraction(with_stone.count_stones(), level.count_stones())
    others = sum(level.left) - level.left[ROCKFALL] - level.left[STONE]
    rest = ONE - sum(special.values())
    found = {
        card: special[card] if card in special else rest * Fraction(count, others)
        for card, count in enumerate(level.left)
        if count
    }
    return {card: chance for card, chance in found.items() if chance}


# -- dice and treasures ----------------------------------------------------------------------------------------------------


def wins_fight(health: int, adventurers: int) -> Fraction:
    """The chance that so many adventurers, one after another, deal `health` wounds; a hospital face ends one's attack."""
    # Dealing them all takes `health` hits before as many misses as there are adventurers.
    miss, won, ways = ONE - HIT, ZERO, 1
    for misses in range(adventurers):
        won += ways * HIT**health * miss**misses
        ways = ways * (health + misses) // (misses + 1)
    return won


def chest_gives(treasures: Sequence[int], tamed: bool = False) -> dict[str, Fraction]:
    """What a chest gives at last, by the treasures left in the deck: a treasure, or nothing where a mimic wins.

    "mimic" stands for a mimic beaten and no treasure behind it in the deck; else the treasure that follows counts.
    """
    total = sum(treasures)
    if not total:
        return {TREASURES[MIMIC] if tamed else NOTHING: ONE}
    beaten = HIT**MIMIC_HEALTH
    found: dict[str, Fraction] = {}
    for kind, count in enumerate(treasures):
        share = Fraction(count, total)
        if kind != MIMIC and count:
            found[TREASURES[kind]] = found.get(TREASURES[kind], ZERO) + share
        elif count:
            found[NOTHING] = found.get(NOTHING, ZERO) + share * (1 - beaten)
            left = [n - (other == MIMIC) for other, n in enumerate(treasures)]
            for name, chance in chest_gives(left, True).items():
                found[name] = found.get(name, ZERO) + share * beaten * chance
    return found
