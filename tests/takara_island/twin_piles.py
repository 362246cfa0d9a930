"""The galleries of the twin: six piles, and what a card that somebody cannot see may be, by counting arrangements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Any

from .twin_tables import CARDS, LEVELS, galleries


@dataclass
class Slot:
    """A place in a pile, with the card that lies there once anybody has looked at it."""

    level: int
    card: str | None = None
    face_up: bool = False
    seen_by: set[int] = field(default_factory=set)
    proven: bool = False  # a survey looked at it and left it face down

    def known_to(self, viewer: int | None) -> str | None:
        """The card for a viewer; for nobody in particular what is decided at all."""
        return self.card if self.face_up or viewer is None or viewer in self.seen_by else None


@dataclass
class Pile:
    slots: list[Slot]
    top: int = 0
    wounds: int = 0
    stone: int | None = None  # who found the stone of this pile

    @property
    def cards(self) -> list[Slot]:
        return self.slots[self.top :]

    @property
    def face_up(self) -> str | None:
        """The card on top if it lies face up."""
        return self.slots[self.top].card if self.cards and self.slots[self.top].face_up else None


class Piles(list[Pile]):
    def __init__(self, options: Mapping[str, Any]) -> None:
        self.made = galleries(options)
        self.gone: list[Counter[str]] = [Counter() for _ in LEVELS]
        number = options["piles"]
        depths = [cards.total() // number for cards in self.made]
        super().__init__(Pile([Slot(level) for level in LEVELS for _ in range(depths[level])]) for _ in range(number))

    def take(self, pile: int) -> None:
        """The top card leaves the pile."""
        slot = self[pile].cards[0]
        assert slot.card is not None
        self.gone[slot.level][slot.card] += 1
        self[pile].top += 1
        self[pile].wounds = 0

    @property
    def found(self) -> list[int]:
        """Who found each stone that has been found."""
        return [pile.stone for pile in self if pile.stone is not None]

    @property
    def rockfalls(self) -> int:
        """Face-up rockfalls on top of piles."""
        return sum(pile.face_up == "rockfall" for pile in self)

    def odds(self, pile: int, place: int, viewer: int | None = None) -> dict[str, Fraction]:
        """What the card at a slot may be, for all that a viewer knows; for nobody in particular what any seat has seen."""
        asked = self[pile].slots[place]
        if (known := asked.known_to(viewer)) is not None:
            return {known: Fraction(1)}
        level = asked.level
        left = self.made[level] - self.gone[level]
        left -= Counter(name for one in self for slot in one.cards if slot.level == level and (name := slot.known_to(viewer)))
        unknown = [
            (i, slot.proven, slot is asked)
            for i, one in enumerate(self)
            for slot in one.cards
            if slot.level == level and slot.known_to(viewer) is None
        ]
        barred = frozenset(
            i for i, one in enumerate(self) if one.stone is not None or "stone" in [s.known_to(viewer) for s in one.cards]
        )
        counts = {card: arrangements(tuple(unknown), tuple(sorted(left.items())), barred, card) for card in left}
        total = sum(counts.values())
        return {card: Fraction(count, total) for card, count in counts.items() if count}


@lru_cache(maxsize=100_000)
def arrangements(
    unknown: Sequence[tuple[int, bool, bool]], left: Sequence[tuple[str, int]], barred: frozenset[int], card: str
) -> int:
    """In how many ways the cards left fill the unknown slots (pile, proven, asked) with `card` at the slot asked.

    No rockfall lies at a proven slot, and no pile has two stones; `barred` piles have theirs elsewhere.
    """
    cards = Counter(dict(left))
    stones = cards.pop("stone", 0)
    rest = {name: count for name, count in cards.items() if name != "rockfall"}
    ways = 0
    for places in combinations(range(len(unknown)), stones):
        piles = [unknown[place][0] for place in places]
        if len(set(piles)) < stones or barred & set(piles):
            continue
        if any(unknown[place][2] for place in places) != (card == "stone"):
            continue
        open_slots = [slot for place, slot in enumerate(unknown) if place not in places]
        free = sum(not proven for _, proven, _ in open_slots)
        rockfalls, others = cards["rockfall"], dict(rest)
        if card != "stone":  # the slot asked is filled first
            proven = next(proven for _, proven, asked in open_slots if asked)
            if card == "rockfall" and proven:
                continue
            free -= not proven
            if card == "rockfall":
                rockfalls -= 1
            else:
                others[card] -= 1
        ways += comb(free, rockfalls) * factorial(sum(others.values())) // prod(map(factorial, others.values()))
    return ways


def every_arrangement(piles: Piles, viewer: int | None) -> Iterator[list[list[str]]]:
    """Every way in which the cards may lie, one by one: all cards of a small set, pile by pile from the top."""
    asked = [(i, slot) for i, pile in enumerate(piles) for slot in pile.cards]
    left = [made - gone for made, gone in zip(piles.made, piles.gone, strict=True)]
    laid: list[list[str]] = [[] for _ in piles]

    def lay(place: int) -> Iterator[list[list[str]]]:
        if place == len(asked):
            yield [list(cards) for cards in laid]
            return
        i, slot = asked[place]
        known, level = slot.known_to(viewer), left[slot.level]
        for card in [known] if known else list(level):
            second = card == "stone" and ("stone" in laid[i] or piles[i].stone is not None)
            if not level[card] or second or (card == "rockfall" and slot.proven):
                continue
            level[card] -= 1
            laid[i].append(card)
            yield from lay(place + 1)
            laid[i].pop()
            level[card] += 1

    yield from lay(0)


def is_monster(card: str | None) -> bool:
    return card is not None and CARDS[card].health > 0
