"""What Celestia is played with, as the twin knows it: typed from the rules, not taken from the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple

HAZARDS = ("cloud", "lightning", "bird", "pirates")
FACES = (*HAZARDS, "blank")
SIDES = {"cloud": 1, "lightning": 1, "bird": 1, "pirates": 1, "blank": 2}  # of one die
EQUIPMENT = {"cloud": "compass", "lightning": "lightning_rod", "bird": "foghorn", "pirates": "cannon"}
POWERS = ("turbo", "ejection", "jetpack", "detour", "gust", "grappling_hook")
CARDS = (*EQUIPMENT.values(), *POWERS)
Worth = int | str  # of a treasure: its points, or "telescope", which counts 2


class City(NamedTuple):
    value: int
    dice: int  # to fly to the next city
    treasures: dict[Worth, int]

    @property
    def single(self) -> bool:
        """Whether all treasures are alike, so that a back tells the worth."""
        return len(self.treasures) == 1


CITIES = (
    City(1, 2, {1: 5, 2: 3, 4: 2, "telescope": 1}),
    City(2, 2, {2: 5, 4: 3, 6: 2, "telescope": 1}),
    City(4, 2, {4: 5, 6: 3, 9: 1, "telescope": 1}),
    City(6, 3, {6: 5, 9: 3, 12: 1, "telescope": 1}),
    City(9, 3, {9: 6, 12: 3}),
    City(12, 3, {12: 6, 15: 3}),
    City(15, 4, {15: 6}),
    City(20, 4, {20: 6}),
    City(25, 0, {25: 6}),
)
BASE = dict(zip(CARDS, (20, 18, 16, 14, 8, 2, 2, 2, 2, 0), strict=True))


def cities(options: Mapping[str, Any]) -> tuple[City, ...]:
    if options["cities"] == "standard":
        return CITIES
    rows = []
    for value, dice, worths, telescopes in options["cities"]:
        treasures: dict[Worth, int] = dict(worths)
        if telescopes:
            treasures["telescope"] = telescopes
        rows.append(City(value, dice, treasures))
    return tuple(rows)


def deck(options: Mapping[str, Any]) -> Counter[str]:
    if options["deck"] == "base":
        return Counter(BASE) + Counter({"grappling_hook": 2 * options["grappling_hook"]})
    return +Counter(dict(zip(CARDS, options["deck"], strict=True)))


def hand_size(options: Mapping[str, Any]) -> int:
    if options["hand"] is not None:
        return int(options["hand"])
    return 8 if options["players"] <= 3 else 6


def ordered(faces: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(faces, key=FACES.index))


def in_hand(cards: Mapping[str, int]) -> tuple[str, ...]:
    """Every card by name, equal ones side by side."""
    return tuple(card for card in CARDS for _ in range(cards.get(card, 0)))


def rolls(number: int) -> dict[str, int]:
    """What so many dice may show, with the number of ways."""
    found = {}
    for faces in combinations_with_replacement(FACES, number):
        orders = factorial(number) // prod(factorial(faces.count(face)) for face in FACES)
        found["-".join(faces)] = orders * prod(SIDES[face] for face in faces)
    return found


def choices(faces: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every way to take some of these dice, none and all included; equal ones are one way."""
    count = Counter(faces)
    for numbers in product(*(range(count[face] + 1) for face in FACES)):
        yield tuple(face for face, number in zip(FACES, numbers, strict=True) for _ in range(number))


def shortfall(dice: Iterable[str], hand: Mapping[str, int]) -> tuple[Counter[str], tuple[str, ...]]:
    """Equipment that covers these dice as far as it goes, and the hazards that it leaves open."""
    need = Counter(face for face in dice if face in EQUIPMENT)
    used = Counter({EQUIPMENT[h]: min(number, hand.get(EQUIPMENT[h], 0)) for h, number in need.items()})
    missing = [h for h, number in need.items() for _ in range(number - used[EQUIPMENT[h]])]
    return +used, ordered(missing)
