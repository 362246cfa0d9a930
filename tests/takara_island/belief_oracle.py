"""All arrangements of a small gallery one by one: those that agree with what a seat noticed are what it may hold true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from orienteer.core.takara_island import TakaraIsland
from orienteer.core.takara_island.components import CARDS, gallery_counts

Arrangement = tuple[tuple[str, ...], ...]  # by pile its cards from the top at set-up
World = tuple[tuple[str | None, ...], ...]  # by pile the cards that lie there, None where nobody has looked


class Oracle:
    """Follows what `seat` notices, from the set-up on, and crosses out the arrangements that do not agree with it."""

    def __init__(self, game: TakaraIsland, seat: int) -> None:
        self.seat = seat
        self.left = _all_arrangements(game)
        self.looked: set[tuple[int, int]] = set()  # by anybody
        self.surveys = False  # the latest looks were a survey's

    def follow(self, observation: tuple[Any, ...]) -> None:
        kind = observation[0]
        if kind in ("survey", "hire"):
            self.surveys = kind == "survey"
        elif kind == "look":
            _, _, pile, slot, card = observation
            self.looked.add((pile, slot))
            if card is not None:
                self._keep(lambda row: row[pile][slot] == card)
            if self.surveys:  # a rockfall would have been turned up
                self._keep(lambda row: row[pile][slot] != "rockfall")
        elif kind in ("rockfall", "turn_up", "card"):
            pile, slot = observation[2:4]
            card = "rockfall" if kind == "rockfall" else observation[4]
            self.looked.add((pile, slot))
            self._keep(lambda row: row[pile][slot] == card)

    def _keep(self, agrees: Callable[[Arrangement], bool]) -> None:
        self.left = [row for row in self.left if agrees(row)]

    def worlds(self, tops: list[int]) -> dict[World, Fraction]:
        """The chance of all that somebody has looked at, where so many cards of the piles have gone."""
        piles = range(len(tops))
        slots = [[slot for slot in range(len(self.left[0][pile])) if (pile, slot) in self.looked] for pile in piles]
        # Few arrangements differ in what has been looked at: they are counted by that before it is written out.
        chosen = Counter(tuple(row[pile][slot] for pile in piles for slot in slots[pile]) for row in self.left)
        found: Counter[World] = Counter()
        for cards, count in chosen.items():
            known = dict(zip(((pile, slot) for pile in piles for slot in slots[pile]), cards, strict=True))
            found[tuple(tuple(known.get((i, k)) for k in range(tops[i], len(self.left[0][i]))) for i in piles)] += count
        return {world: Fraction(count, len(self.left)) for world, count in found.items()}

    def chance(self, event: Callable[[Arrangement], bool]) -> Fraction:
        return Fraction(sum(map(event, self.left)), len(self.left))

    def law(self, value: Callable[[Arrangement], Any]) -> dict[Any, Fraction]:
        found = Counter(map(value, self.left))
        return {key: Fraction(count, len(self.left)) for key, count in found.items()}


def _all_arrangements(game: TakaraIsland) -> list[Arrangement]:
    piles = game.options["piles"]
    levels = []
    for counts in gallery_counts(game.options):
        cards = [card for card, copies in zip(CARDS, counts, strict=True) for _ in range(copies)]
        depth = len(cards) // piles
        levels.append([[row[i * depth : (i + 1) * depth] for i in range(piles)] for row in _orders(Counter(cards))])
    rows = (tuple(sum((level[pile] for level in chosen), ()) for pile in range(piles)) for chosen in product(*levels))
    return [row for row in rows if all(cards.count("stone") <= 1 for cards in row)]


def _orders(cards: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every order of a multiset, once. Each stands for as many arrangements of distinguishable cards."""
    if not +cards:
        yield ()
    for card in +cards:
        for rest in _orders(cards - Counter([card])):
            yield (card, *rest)
