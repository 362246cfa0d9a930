"""Wrong beliefs must differ from the oracle: every fact left out in turn, and beliefs that do not weigh."""

from fractions import Fraction
from functools import lru_cache
from math import comb

import pytest

from orienteer.core.takara_island import arrangements
from orienteer.core.takara_island.components import CARDS, STONE

from .belief_games import SMALL, moments, world_of


def without_pile_of_found_stone(fields):
    return fields | {"piles": tuple(row | {"stone": None} for row in fields["piles"])}


def without_proofs(fields):
    return fields | {"piles": tuple(row | {"proven": (False,) * len(row["proven"])} for row in fields["piles"])}


def law(options, fields):
    """The chances of all worlds by the masked state's plain values."""
    listed, total = {}, 0
    for cards, weight in arrangements.worlds(options, fields):
        world = tuple(
            tuple(
                CARDS[cards[pile, slot]] if (pile, slot) in cards else row["cards"][slot - row["top"]]
                for slot in range(row["top"], row["top"] + len(row["cards"]))
            )
            for pile, row in enumerate(fields["piles"])
        )
        listed[world] = weight
        total += weight
    return {world: Fraction(weight, total) for world, weight in listed.items()}


def stones(options, fields):
    weights = arrangements.stone_piles(options, fields)
    return {piles: Fraction(weight, sum(weights.values())) for piles, weight in weights.items()}


def with_stone(cards):
    return frozenset(i for i, row in enumerate(cards) if "stone" in row)


def some_moments(name):
    return moments(name)[::3]


@lru_cache(maxsize=len(SMALL))
def stone_laws(name):
    """At some moments of a small game the chances of the piles of the stones that the seat does not know."""
    found = []
    for moment in some_moments(name):
        known = arrangements.known_stones(moment.view.mask.fields())
        found.append(moment.oracle.law(lambda cards, known=known: with_stone(cards) - known))
    return found


def caught(change=lambda fields: fields):
    """At how many of some moments the chances of worlds, or of the piles of unknown stones, are not the oracle's."""
    count = 0
    for name, game in SMALL.items():
        for moment, wanted in zip(some_moments(name), stone_laws(name), strict=True):
            fields = change(moment.view.mask.fields())
            count += law(game.options, fields) != moment.worlds or stones(game.options, fields) != wanted
    return count


def test_the_unchanged_belief_is_never_caught():
    assert caught() == 0


@pytest.mark.parametrize("mutant", [without_pile_of_found_stone, without_proofs])
def test_mutant_without_a_fact_is_caught(mutant):
    assert caught(mutant) > 5


def test_mutant_that_lets_two_stones_lie_in_a_pile_is_caught(monkeypatch):
    def given(level, cards):
        return real(arrangements.Unknown(level.level, level.places, level.proven, frozenset(), level.left), cards)

    real = arrangements.Unknown.given
    monkeypatch.setattr(arrangements.Unknown, "given", given)
    monkeypatch.setattr(arrangements.Unknown, "count_stones", lambda level: comb(len(level.places), level.left[STONE]))
    assert caught() > 5


def test_mutant_that_knows_the_truth_is_caught():
    found = [moment for name in SMALL for moment in moments(name)]
    assert sum({world_of(moment.truth): 1} != moment.worlds for moment in found) > 100


def test_mutant_that_counts_every_world_once_is_caught():
    found = [moment for name in SMALL for moment in moments(name)]
    assert sum(dict.fromkeys(moment.worlds, Fraction(1, len(moment.worlds))) != moment.worlds for moment in found) > 100
