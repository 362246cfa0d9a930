"""Exact odds on Celestia's dice by counting compositions of hands and dice, never their orders.

A hand is five counts: the four kinds of equipment in the order of the hazards they cover, then turbos; other cards do
not help. Dice are five counts: the four hazards, then blanks. What a captain lacks on given dice is his shortfall, the
hazards that his equipment leaves uncovered; he passes with none, or by turbos, one a hazard. Among the 6^n ordered rolls
of n dice those with each shortfall are counted once a class of hands (equal up to the order of the hazards), so a mean
over all hands a player may hold costs one look-up a hand. Results are Fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import Literal

from orienteer.core.celestia.components import FACE_WEIGHTS, NUM_EQUIPMENT

Hand = tuple[int, ...]
Dice = tuple[int, ...]
Then = Literal["nothing", "detour", "gust"]

FACES_A_DIE = sum(FACE_WEIGHTS)
BLANKS_A_DIE = FACE_WEIGHTS[NUM_EQUIPMENT]
ZERO, ONE = Fraction(0), Fraction(1)


# -- hands ---------------------------------------------------------------------------------------------------------------


def mean(weights: Mapping[Hand, int], chance: Callable[[Hand], Fraction]) -> Fraction:
    """The mean of a hand's chance over weighted hands."""
    by_chance: dict[Fraction, int] = {}
    for hand, weight in weights.items():
        value = chance(hand)
        by_chance[value] = by_chance.get(value, 0) + weight
    return sum((value * weight for value, weight in by_chance.items()), ZERO) / sum(by_chance.values())


# -- one captain ---------------------------------------------------------------------------------------------------------


def shortfall(hand: Hand, dice: Dice) -> int:
    """Hazards on the dice that the hand's equipment does not cover."""
    return sum(max(0, dice[kind] - hand[kind]) for kind in range(NUM_EQUIPMENT))


def passes(hand: Hand, dice: Dice, pays: Fraction = ONE) -> Fraction:
    """P(a captain with this hand passes dice that lie); `pays`: P(he plays turbos where they are needed and suffice)."""
    missing = shortfall(hand, dice)
    return ONE if missing == 0 else pays if missing <= hand[NUM_EQUIPMENT] else ZERO


def passes_after_reroll(hand: Hand, kept: Dice, rerolled: int, pays: Fraction = ONE) -> Fraction:
    """The same after a roll of `rerolled` dice beside those kept."""
    by_equipment, in_all = _passing_rolls(hand, kept, rerolled)
    return (by_equipment + pays * (in_all - by_equipment)) * Fraction(1, FACES_A_DIE**rerolled)


def passes_after_gust(hand: Hand, dice: Dice, pays: Fraction = ONE) -> Fraction:
    """The same after all blank dice have been rolled again."""
    return passes_after_reroll(hand, (*dice[:NUM_EQUIPMENT], 0), dice[NUM_EQUIPMENT], pays)


def passes_after_detour(hand: Hand, dice: Dice, pays: Fraction = ONE, rerolls: int = 0) -> Fraction:
    """The same after the captain has rolled again those dice that are best for his hand, at least `rerolls` (0 or 1)."""
    best, scale = 0, FACES_A_DIE ** sum(dice)
    for kept, rerolled in keepings(dice, rerolls):
        by_equipment, in_all = _passing_rolls(hand, kept, rerolled)
        chance = by_equipment * pays.denominator + (in_all - by_equipment) * pays.numerator
        best = max(best, chance * (scale // FACES_A_DIE**rerolled))
        if best == scale * pays.denominator:
            break
    return Fraction(best, scale * pays.denominator)


@cache
def keepings(dice: Dice, rerolls: int = 0) -> list[tuple[Dice, int]]:
    """What a detour may sensibly keep and how many dice are then rolled again, most kept first.

    Blanks stay, for a hazard in the place of a blank never helps; one goes if one die must and no hazard shall.
    """
    hazards, blanks = dice[:NUM_EQUIPMENT], dice[NUM_EQUIPMENT]
    kept = product(*(range(count, -1, -1) for count in hazards))
    found = [((*counts, blanks), sum(hazards) - sum(counts)) for counts in kept]
    if rerolls:
        found = [*([((*hazards, blanks - 1), 1)] if blanks else []), *found[1:]]
    return found


def _passing_rolls(hand: Hand, kept: Dice, rerolled: int) -> tuple[int, int]:
    """Ordered rolls of `rerolled` dice that are passed by equipment alone, and with turbos too."""
    missing = covered = 0
    spare = []
    for kind in range(NUM_EQUIPMENT):
        left = hand[kind] - kept[kind]
        if left < 0:
            missing -= left
        elif left:
            spare.append(min(left, rerolled))
            covered += 1
    turbos = hand[NUM_EQUIPMENT] - missing
    if turbos < 0:
        return 0, 0
    spare.sort()
    by_shortfall = _rolls_by_shortfall((0,) * (NUM_EQUIPMENT - covered) + tuple(spare), rerolled)
    return 0 if missing else by_shortfall[0], sum(by_shortfall[: turbos + 1])


def passes_roll(hand: Hand, num_dice: int, then: Then = "nothing", pays: Fraction = ONE) -> Fraction:
    """The same before a roll of `num_dice` dice; `then`: which card is played on whatever lies, a gust only on a blank."""
    equipment = tuple(sorted(min(num_dice, count) for count in hand[:NUM_EQUIPMENT]))
    return _passes_roll((*equipment, min(num_dice, hand[NUM_EQUIPMENT])), num_dice, then, pays)


def passes_then(hand: Hand, dice: Dice, then: Then, pays: Fraction = ONE) -> Fraction:
    """P(a captain with this hand passes after the card `then` on dice that lie)."""
    return {"nothing": passes, "detour": passes_after_detour, "gust": passes_after_gust}[then](hand, dice, pays)


@lru_cache(maxsize=20_000)
def _passes_roll(hand: Hand, num_dice: int, then: Then, pays: Fraction) -> Fraction:
    if then == "nothing":
        return passes_after_reroll(hand, (0,) * len(FACE_WEIGHTS), num_dice, pays)
    total = sum((ways * passes_then(hand, dice, then, pays) for dice, ways in rolls(num_dice).items()), ZERO)
    return total * Fraction(1, FACES_A_DIE**num_dice)


# -- dice ----------------------------------------------------------------------------------------------------------------


@cache
def rolls(num_dice: int) -> dict[Dice, int]:
    """Ordered rolls, of 6^num_dice, by the dice they show."""
    found = {}
    for dice in product(range(num_dice + 1), repeat=len(FACE_WEIGHTS)):
        if sum(dice) == num_dice:
            orders = factorial(num_dice) // prod(map(factorial, dice))
            found[dice] = orders * prod(weight**count for weight, count in zip(FACE_WEIGHTS, dice, strict=True))
    return found


@lru_cache(maxsize=10_000)
def _rolls_by_shortfall(spare: tuple[int, ...], num_dice: int) -> tuple[int, ...]:
    """Ordered rolls of `num_dice` dice by their shortfall, 0 .. num_dice, against the equipment `spare`."""
    found = {(num_dice, 0): 1}  # by dice that show none of the kinds passed so far, and shortfall in these
    for covered in spare:
        further: dict[tuple[int, int], int] = {}
        for (free, missing), ways in found.items():
            for shown in range(free + 1):
                after = (free - shown, missing + max(0, shown - covered))
                further[after] = further.get(after, 0) + ways * comb(free, shown)
        found = further
    by_shortfall = [0] * (num_dice + 1)
    for (free, missing), ways in found.items():
        by_shortfall[missing] += ways * BLANKS_A_DIE**free
    return tuple(by_shortfall)


# -- treasures -----------------------------------------------------------------------------------------------------------


def at_least(weights: Mapping[int, int], bound: int) -> Fraction:
    """P(a number is at least `bound`), of weighted numbers."""
    return Fraction(sum(weight for number, weight in weights.items() if number >= bound), sum(weights.values()))
