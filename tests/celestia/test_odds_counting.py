"""Counting on compositions against every ordered roll and every ordered hand of small pools, and against known fractions."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb

import pytest

from orienteer.core.celestia.components import BASE_DECK
from orienteer.games.celestia.counting import (
    Hand,
    mean,
    passes,
    passes_after_detour,
    passes_after_gust,
    passes_roll,
    passes_then,
    rolls,
)

CLOUD, LIGHTNING, BIRD, PIRATES, BLANK = range(5)
DIE = (CLOUD, LIGHTNING, BIRD, PIRATES, BLANK, BLANK)
HANDS = [(0, 0, 0, 0, 0), (0, 0, 0, 0, 1), (1, 0, 0, 0, 2), (2, 1, 0, 0, 0), (0, 1, 1, 2, 1), (1, 1, 1, 1, 0), (4, 0, 1, 0, 1)]
PAYS = [Fraction(1), Fraction(0), Fraction(1, 3)]


def random_hands(pool: Sequence[int], size: int, cards: Sequence[int]) -> dict[Hand, int]:
    """Ways to draw `size` cards from `pool` (counts by card), by how many of each of `cards` are among them.

    The weights add to comb(sum(pool), size).
    """
    others = sum(pool) - sum(pool[card] for card in cards)
    found: dict[Hand, int] = {(): 1}
    for card in cards:
        found = {
            (*hand, count): ways * comb(pool[card], count)
            for hand, ways in found.items()
            for count in range(min(pool[card], size - sum(hand)) + 1)
        }
    weighed = {hand: ways * comb(others, size - sum(hand)) for hand, ways in found.items()}
    return {hand: ways for hand, ways in weighed.items() if ways}


def dice(*faces):
    return tuple(faces.count(face) for face in range(5))


def captain(hand, faces, pays):
    """The rules of the announcement for one captain, die by die."""
    left, unmet = list(hand), 0
    for face in faces:
        if face != BLANK and left[face]:
            left[face] -= 1
        elif face != BLANK:
            unmet += 1
    return Fraction(1) if not unmet else pays if unmet <= hand[4] else Fraction(0)


def after_rolls(hand, kept, rerolled, pays):
    found = [captain(hand, (*kept, *rolled), pays) for rolled in product(DIE, repeat=rerolled)]
    return sum(found, Fraction(0)) / len(found)


def after_gust(hand, faces, pays):
    kept = [face for face in faces if face != BLANK]
    return after_rolls(hand, kept, len(faces) - len(kept), pays)


def after_detour(hand, faces, pays):
    """The best of all subsets of the dice, blanks too."""
    choices = product((True, False), repeat=len(faces))
    kept = ([face for face, stays in zip(faces, choice, strict=True) if stays] for choice in choices)
    return max(after_rolls(hand, faces_kept, len(faces) - len(faces_kept), pays) for faces_kept in kept)


@pytest.mark.parametrize("pays", PAYS)
@pytest.mark.parametrize("hand", HANDS)
def test_equals_every_ordered_roll(hand, pays):
    brute = {"nothing": captain, "gust": after_gust, "detour": after_detour}
    for num_dice in (2, 3):
        expected = {}
        for lying in combinations_with_replacement(range(5), num_dice):
            for then, rules in brute.items():
                expected[then, lying] = rules(hand, lying, pays)
                assert passes_then(hand, dice(*lying), then, pays) == expected[then, lying]
        for then in brute:
            rolled = [expected[then, tuple(sorted(faces))] for faces in product(DIE, repeat=num_dice)]
            assert passes_roll(hand, num_dice, then, pays) == sum(rolled) / len(rolled)


def test_rolls_are_all_the_ordered_ones():
    for num_dice in range(5):
        assert rolls(num_dice) == Counter(dice(*faces) for faces in product(DIE, repeat=num_dice))


@pytest.mark.parametrize("size", range(6))
def test_random_hands_are_all_the_draws(size):
    pool = (2, 1, 0, 3)
    cards = [card for card, copies in enumerate(pool) for _ in range(copies)]
    for wanted in ((0,), (3, 1), (0, 1, 2, 3)):
        orders = Counter(tuple(drawn.count(card) for card in wanted) for drawn in permutations(cards, size))
        found = random_hands(pool, size, wanted)
        total = sum(found.values())
        assert {hand: Fraction(weight, total) for hand, weight in found.items()} == {
            hand: Fraction(count, orders.total()) for hand, count in orders.items()
        }


def captains(size, chance):
    return mean(random_hands(BASE_DECK, size, range(5)), chance)


def test_known_fractions_of_an_unknown_captain():
    pirates = dice(PIRATES)
    assert captains(1, lambda hand: passes(hand, pirates)) == Fraction(11, 42)
    assert captains(1, lambda hand: passes(hand, pirates, Fraction(0))) == Fraction(1, 6)
    assert captains(6, lambda hand: passes(hand, dice(CLOUD, LIGHTNING))) == Fraction(15822995, 19356264)
    assert captains(6, lambda hand: passes_roll(hand, 2)) == Fraction(12086447725, 14633335584)


def test_known_fractions_of_a_known_captain():
    lying = dice(CLOUD, PIRATES, BLANK)
    turbo = (0, 0, 0, 0, 1)
    assert passes_after_detour(turbo, lying) == Fraction(5, 9)
    assert after_rolls(turbo, (CLOUD, BLANK), 1, Fraction(1)) == Fraction(1, 3)  # of one hazard alone
    assert passes((1, 0, 1, 0, 0), dice(BLANK, BLANK)) == 1
    assert passes_after_gust((1, 0, 1, 0, 0), dice(BLANK, BLANK)) == Fraction(7, 18)


@pytest.mark.parametrize(("size", "printed"), [(6, ".8260 .7100 .5840"), (8, ".9123 .8436 .7601")])
def test_known_chances_by_size_of_hand(size, printed):
    found = [captains(size, lambda hand, n=num_dice: passes_roll(hand, n)) for num_dice in (2, 3, 4)]
    assert [f"{float(chance):.4f}"[1:] for chance in found] == printed.split()
