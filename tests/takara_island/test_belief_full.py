"""The belief with all 54 cards: drawn worlds have the frequencies of whole arrangements dealt and filtered."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island.components import CARDS, STANDARD_GALLERY

from .build import start

DRAWS = 600_000
ALPHA = 1e-6  # a cell of one tenth of the draws that is 5 % too large is found
NUM_CARDS = len(CARDS)
ROCKFALL, STONE = CARDS.index("rockfall"), CARDS.index("stone")
SCRIPT = (
    "survey-0",
    "gold_2",
    "go-on",
    "xp_1",
    "go-on",
    "gold_2",
    "stop",
    "soothsayer-2-4",
    "gold_4",
    "xp_2",
    "chest",
    "end-day-cure-0",
)
# What seat 1 learns nothing of: three proven shallow cards, two middle ones and a deep one.
PLACES = ((0, 0), (0, 1), (0, 2), (2, 4), (2, 5), (2, 6))
JOINT = {"shallow": ((0, 0), (0, 2)), "middle": ((2, 4), (2, 5)), "deep": ((2, 6),)}


@pytest.fixture(scope="module")
def drawn():
    """Cards of the places by draw, from the belief of seat 1 after seat 0 has surveyed and hired the soothsayer."""
    state = start(players=2, gold=9).play("no-rent", *SCRIPT).state
    belief = View(state, 1).belief()
    assert tuple(belief.places()) == PLACES
    return belief.sample_cards(RandomStream(5, 1), DRAWS)


@pytest.fixture(scope="module")
def dealt():
    """The same places of whole levels dealt at random, one column a place; those that contradict the survey are dropped."""
    rng = np.random.default_rng(11)
    levels = [np.repeat(np.arange(NUM_CARDS, dtype=np.int8), row) for row in STANDARD_GALLERY]

    def deals(level):
        return rng.permuted(np.tile(levels[level], (DRAWS // 2, 1)), axis=1)  # pile p has columns 3p, 3p + 1, 3p + 2

    def until_enough(level, keep, columns):
        found, count = [], 0
        while count < DRAWS:
            cards = deals(level)
            found.append(cards[keep(cards)][:, columns])
            count += len(found[-1])
        return np.concatenate(found)[:DRAWS]

    shallow = until_enough(0, lambda cards: (cards[:, :3] != ROCKFALL).all(axis=1), [0, 1, 2])
    middle = until_enough(1, lambda cards: np.ones(len(cards), bool), [7, 8])
    deep = until_enough(2, lambda cards: ((cards == STONE).reshape(-1, 6, 3).sum(axis=2) < 2).all(axis=1), [6])
    return np.concatenate([shallow, middle, deep], axis=1)


def counts(cards, places):
    code = np.zeros(len(cards), np.int64)
    for place in places:
        code = NUM_CARDS * code + cards[:, PLACES.index(place)]
    return np.bincount(code, minlength=NUM_CARDS ** len(places))


def p_value(first, second):
    table = np.array([first, second])
    return chi2_contingency(table[:, table.sum(axis=0) >= 20]).pvalue


@pytest.mark.parametrize("level", JOINT)
def test_law_worlds_have_the_frequencies_of_arrangements(drawn, dealt, level):
    assert p_value(counts(drawn, JOINT[level]), counts(dealt, JOINT[level])) > ALPHA


@pytest.mark.parametrize("level", JOINT)
def test_a_cell_that_is_five_per_cent_too_large_is_found(drawn, dealt, level):
    wrong = counts(drawn, JOINT[level])
    wrong[wrong.argmax()] = wrong.max() * 105 // 100
    assert p_value(wrong, counts(dealt, JOINT[level])) < ALPHA
