"""Exact odds in one Incan Gold cave by counting compositions, nobody leaves.

Every number assumes that cards are turned up until a hazard kind appears for the second time or the deck is empty. The
first k cards are an unordered draw: they hold no bust iff they hold no lethal card and at most one card of each kind
not on the path. One card each of j such kinds can be had in e_j(copies) ways (elementary symmetric polynomial), the
safe cards in a binomial. Results are Fractions. A deck that may run out without a bust is legal: the missing
probability is `no_bust`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb


@dataclass(frozen=True)
class CaveCounts:
    """The deck before the next card.

    treasures, artifacts: how many are left in the deck. shown: for each hazard kind on the path, its copies left in the
    deck (all lethal). unshown: for each kind not on the path, its copies in the deck.
    """

    treasures: int
    artifacts: int = 0
    shown: tuple[int, ...] = ()
    unshown: tuple[int, ...] = (3, 3, 3, 3, 3)

    def __post_init__(self) -> None:
        if min(self.treasures, self.artifacts, *self.shown, *self.unshown, 0) < 0:
            raise ValueError("a count of cards is negative")

    @property
    def lethal(self) -> int:
        return sum(self.shown)

    @property
    def num_cards(self) -> int:
        return self.treasures + self.artifacts + self.lethal + sum(self.unshown)

    def bust_next(self) -> Fraction:
        """P(the next card busts); 0 with an empty deck."""
        return Fraction(self.lethal, self.num_cards) if self.num_cards else Fraction(0)

    def survival(self) -> list[Fraction]:
        """P(no bust in the next k cards) for k = 0 .. num_cards."""
        safe = self.treasures + self.artifacts
        return [
            Fraction(sum(w * comb(safe, k - j) for j, w in enumerate(self._ways) if j <= k), comb(self.num_cards, k))
            for k in range(self.num_cards + 1)
        ]

    def bust_within(self, k: int) -> Fraction:
        """P(a bust in the next k cards)."""
        if not 0 <= k <= self.num_cards:
            raise ValueError(f"k: {k} cards of {self.num_cards}")
        return 1 - self.survival()[k]

    def no_bust(self) -> Fraction:
        """P(the whole deck is turned up without a bust); positive only when no card is lethal or could become so."""
        return self.survival()[-1]

    def bust_index(self) -> dict[int, Fraction]:
        """P(the k-th card from here busts), k = 1 .. num_cards, where positive; adds to 1 - no_bust()."""
        left = self.survival()
        return {k: left[k - 1] - left[k] for k in range(1, len(left)) if left[k] < left[k - 1]}

    def hazards_out_at_bust(self) -> dict[int, Fraction]:
        """P(m hazard cards lie on the path at the bust, the busting card included); adds to 1 - no_bust().

        Safe cards do not change the order of the hazards among themselves, so they are left out of the count.
        """
        hazards = self.lethal + sum(self.unshown)
        return {len(self.shown) + j + 1: Fraction(way, comb(hazards, j) * (hazards - j)) for j, way in self._busts() if way}

    def artifacts_before_bust(self) -> dict[int, Fraction]:
        """P(exactly i of the deck's artifacts are turned up before the bust), i = 0 .. artifacts; adds to 1.

        Where the deck runs out without a bust all of them are turned up.
        """
        result = self._before_bust(self.artifacts)
        return dict(enumerate(result))

    def artifact_before_bust(self) -> Fraction:
        """P(at least one artifact is turned up before the bust)."""
        return 1 - self._before_bust(self.artifacts)[0]

    def card_before_bust(self) -> Fraction:
        """P(one given safe card of the deck, treasure or artifact, is turned up before the bust)."""
        if not self.treasures + self.artifacts:
            raise ValueError("the deck holds no safe card")
        return self._before_bust(1)[1]

    def _before_bust(self, marked: int) -> list[Fraction]:
        """P(exactly i of `marked` safe cards precede the bust). Other safe cards do not change this order: left out."""
        cards = marked + self.lethal + sum(self.unshown)
        result = [Fraction(0)] * (marked + 1)
        for i in range(marked + 1):
            for j, way in self._busts():
                if way:
                    result[i] += Fraction(comb(marked, i) * way, comb(cards, i + j) * (cards - i - j))
        result[marked] += self.no_bust()
        return result

    @cached_property
    def _ways(self) -> list[int]:
        """e_j(unshown): ways to hold one card each of j kinds."""
        return _symmetric(self.unshown)

    def _busts(self) -> Iterator[tuple[int, int]]:
        """(j, ways to hold one card each of j new kinds and then draw a lethal card)."""
        for j, way in enumerate(self._ways):
            total = self.lethal * way
            for at, copies in enumerate(self.unshown):
                # This kind is among the j, and one of its other copies is the lethal card.
                others = _symmetric(self.unshown[:at] + self.unshown[at + 1 :])
                if j:
                    total += copies * (copies - 1) * others[j - 1]
            yield j, total


def _symmetric(numbers: tuple[int, ...]) -> list[int]:
    """Elementary symmetric polynomials e_0 .. e_n."""
    result = [1]
    for x in numbers:
        result = [a + x * b for a, b in zip([*result, 0], [0, *result], strict=True)]
    return result
