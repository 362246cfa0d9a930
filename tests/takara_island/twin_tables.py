"""What Takara Island is played with, as the twin knows it: typed from the rules, not taken from the core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class Card(NamedTuple):
    counts: tuple[int, int, int]  # in the shallow, middle and deep level
    gold: int = 0
    xp: int = 0
    injures: bool = False
    health: int = 0  # of a monster


CARDS = {
    "gold_2": Card((8, 0, 0), gold=2),
    "gold_4": Card((0, 7, 0), gold=4),
    "gold_6": Card((0, 0, 3), gold=6),
    "rockfall": Card((4, 1, 0)),
    "xp_1": Card((2, 0, 0), xp=1),
    "xp_1_hospital": Card((2, 0, 0), xp=1, injures=True),
    "xp_2": Card((0, 3, 0), xp=2),
    "xp_2_hospital": Card((0, 3, 0), xp=2, injures=True),
    "xp_4": Card((0, 0, 3), xp=4),
    "xp_4_hospital": Card((0, 0, 4), xp=4, injures=True),
    "bat_a": Card((1, 0, 0), gold=0, xp=2, health=1),
    "bat_b": Card((1, 0, 0), gold=5, xp=1, health=1),
    "goblin_a": Card((0, 1, 0), gold=10, xp=1, health=2),
    "goblin_b": Card((0, 1, 0), gold=0, xp=3, health=2),
    "goblin_c": Card((0, 1, 0), gold=5, xp=2, health=2),
    "skeleton_a": Card((0, 0, 1), gold=5, xp=3, health=3),
    "skeleton_b": Card((0, 0, 1), gold=15, xp=1, health=3),
    "drake": Card((0, 0, 1), gold=20, xp=5, health=4),
    "chest": Card((0, 1, 3)),
    "stone": Card((0, 0, 2)),
}
LEVELS = range(3)
TREASURES = {"tablet": 1, "idol": 3, "gold_bag": 1, "skull": 1, "map": 1, "mimic": 1}
ITEM_TREASURES = {"tablet": 8, "idol": 4}
GOLD_TREASURES = {"gold_bag": 10, "skull": 20}
SPECIALISTS = {"miner": 5, "soothsayer": 3, "archaeologist": 2}  # by price; the impostor costs 2 more than what he copies
SWORD = Fraction(4, 6)  # a face of the die


def galleries(options: Mapping[str, Any]) -> list[Counter[str]]:
    """The cards of each level."""
    if options["gallery"] == "standard":
        return [+Counter({name: card.counts[level] for name, card in CARDS.items()}) for level in LEVELS]
    return [+Counter(dict(zip(CARDS, row, strict=True))) for row in options["gallery"]]


def treasures(options: Mapping[str, Any]) -> Counter[str]:
    if options["treasures"] == "standard":
        return Counter(TREASURES)
    return +Counter(dict(zip(TREASURES, options["treasures"], strict=True)))


def attack(left: int) -> dict[str, Fraction]:
    """One adventurer's fight against a monster that still takes so many wounds."""
    lost = {f"fail-{k}": SWORD**k * (1 - SWORD) for k in range(left)}
    return {"kill": SWORD**left, **lost}
