"""The belief with all 54 cards: drawn worlds have the frequencies of whole arrangements dealt and filtered."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island.components import CARDS, STANDARD_GALLERY

from .build import start, table

DRAWS = 500_000
ALPHA = 1e-6  # a cell of one tenth of the draws that is 5 % too large is found
NUM_CARDS = len(CARDS)
NUM_PILES = 6
ROCKFALL, STONE = CARDS.index("rockfall"), CARDS.index("stone")
SOOTHSAYER = ("soothsayer-2-4", "gold_4", "xp_2", "chest", "end-day-cure-0")
# What seat 0 does, and by level places that it alone has seen then, whose cards are compared together.
CASES = {
    "start": (
        lambda: start(players=2, gold=9).play("no-rent"),
        ("survey-0", "gold_2", "go-on", "xp_1", "go-on", "gold_2", "stop", *SOOTHSAYER),
        {0: [((0, 0), (0, 2))], 1: [((2, 4), (2, 5))], 2: [((2, 6),)]},
    ),
    "stone found": (
        lambda: table(piles={3: (7, "")}, stones={3: 1}, gold=(9, 9)),
        ("survey-3", "gold_6", "go-on", "xp_4", "stop", *SOOTHSAYER),
        {1: [((2, 4),)], 2: [((2, 6),), ((3, 7),)]},
    ),
}
COMPARED = [(case, level, i) for case, (_, _, levels) in CASES.items() for level in levels for i in range(len(levels[level]))]


@pytest.fixture(scope="module")
def masks():
    """What seat 1 knows after seat 0 has surveyed and hired the soothsayer."""
    return {case: View(before().play(*script).state, 1) for case, (before, script, _) in CASES.items()}


@pytest.fixture(scope="module")
def drawn(masks):
    """By case and place the cards there, one a draw of the belief."""
    found = {}
    for case, view in masks.items():
        belief = view.belief()
        cards = belief.sample_cards(RandomStream(5, 1), DRAWS)
        found |= {(case, place): cards[:, i] for i, place in enumerate(belief.places())}
    return found


@pytest.fixture(scope="module")
def dealt(masks):
    """The same of levels dealt at random to the places that are left, those that contradict what is public dropped."""
    rng = np.random.default_rng(11)
    found = {}
    for case, view in masks.items():
        for level in CASES[case][2]:
            places, cards = deal(rng, view.mask.fields(), level)
            found |= {(case, place): cards[:, i] for i, place in enumerate(places)}
    return found


def deal(rng, fields, level, rule_out=True):
    """Places of the level and the cards there in DRAWS deals; `rule_out`: no stone lies where one was found."""
    rows = fields["piles"]
    places = [(pile, slot) for pile, row in enumerate(rows) for slot in range(max(3 * level, row["top"]), 3 * level + 3)]
    left = np.subtract(STANDARD_GALLERY[level], fields["gone"][level])
    proven = [i for i, (pile, slot) in enumerate(places) if rows[pile]["proven"][slot - rows[pile]["top"]]]
    in_pile = np.array([[pile == here for here in range(NUM_PILES)] for pile, _ in places])
    room = np.array([row["stone"] is None or not rule_out for row in rows], int)
    found, count = [], 0
    while count < DRAWS:
        cards = rng.permuted(np.tile(np.repeat(np.arange(NUM_CARDS, dtype=np.int8), left), (DRAWS // 2, 1)), axis=1)
        kept = (cards[:, proven] != ROCKFALL).all(axis=1)
        if level == 2:
            kept &= ((cards == STONE) @ in_pile.astype(np.int8) <= room).all(axis=1)
        found.append(cards[kept])
        count += len(found[-1])
    return places, np.concatenate(found)[:DRAWS]


def counts(cards, case, level, number):
    places = CASES[case][2][level][number]
    code = np.zeros(DRAWS, np.int64)
    for place in places:
        code = NUM_CARDS * code + cards[case, place]
    return np.bincount(code, minlength=NUM_CARDS ** len(places))


def p_value(first, second):
    table = np.array([first, second])
    return chi2_contingency(table[:, table.sum(axis=0) >= 20]).pvalue


@pytest.mark.parametrize(("case", "level", "number"), COMPARED)
def test_law_worlds_have_the_frequencies_of_arrangements(drawn, dealt, case, level, number):
    assert p_value(counts(drawn, case, level, number), counts(dealt, case, level, number)) > ALPHA


@pytest.mark.parametrize(("case", "level", "number"), COMPARED)
def test_a_cell_that_is_five_per_cent_too_large_is_found(drawn, dealt, case, level, number):
    wrong = counts(drawn, case, level, number)
    wrong[wrong.argmax()] = wrong.max() * 105 // 100
    assert p_value(wrong, counts(dealt, case, level, number)) < ALPHA


def test_no_second_stone_lies_where_one_was_found(drawn):
    assert (drawn["stone found", (3, 7)] != STONE).all()
    assert (drawn["stone found", (2, 6)] == STONE).mean() == pytest.approx(1 / 15, rel=0.02)  # five piles of three deep cards


def test_mutant_that_forgets_where_a_stone_was_found_is_caught(masks, drawn):
    places, cards = deal(np.random.default_rng(12), masks["stone found"].mask.fields(), 2, rule_out=False)
    for place in ((2, 6), (3, 7)):
        forgetful = {("stone found", place): cards[:, places.index(place)]}
        number = CASES["stone found"][2][2].index((place,))
        assert p_value(counts(drawn, "stone found", 2, number), counts(forgetful, "stone found", 2, number)) < ALPHA
