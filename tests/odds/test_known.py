"""Rows of the Incan Gold rules file's known answers that are odds and distributions."""

from fractions import Fraction

import pytest

from orienteer.core.incan_gold import IncanGold
from orienteer.distributions import distribution
from orienteer.events import odds

from .helpers import card, start

pytestmark = pytest.mark.known


def test_row_1_bust_on_the_second_card():
    assert odds(start(5, deck="bga"), "bust-within cards=2").value == Fraction(1, 29)


@pytest.mark.parametrize("deck", ["seed", "bga", "print"])
def test_row_2_a_given_safe_card_appears_before_the_bust(deck):
    state = start(5, deck=deck)
    assert odds(state, "artifact-appears").value == Fraction(479, 2002)
    assert odds(state, "card-appears card=artifact").value == Fraction(479, 2002)
    assert odds(state, "card-appears card=15").value == Fraction(479, 2002)


def test_row_3_next_card_busts():
    state = card(start(4, deck="bga"), "fire", 4, "snake", 9, 13)
    found = odds(state, "bust-next")
    assert found.value == Fraction(4, 25)
    assert found.assumptions == ("somebody stays at the choice that is due",)


def test_row_13_mean_index_of_the_busting_card():
    found = odds(start(5, deck="bga"), "round-length")
    assert found.mean == Fraction(14849, 2002)
    assert sum(found.value.values()) == 1


def test_row_12_best_gem_threshold_of_the_solitaire_round():
    state = IncanGold(players=1, deck="print", rounds=1, artifacts=False).new_initial_state()
    means = {gems: distribution(state, "score", policies=f"leave-at gems={gems}").mean for gems in (24, 25, 26)}
    assert round(float(means[25]), 6) == 15.993198
    assert max(means, key=means.get) == 25


def leave_together(t):
    state = IncanGold(players=5, deck="bga", rounds=1).new_initial_state()
    found = distribution(state, "score seat=0", policies=f"leave-after cards={t}")
    assert found.status == "rational"
    assert sum(found.probabilities.values()) == 1
    return found.mean


def test_row_18_all_stay_then_all_leave_together():
    means = {t: leave_together(t) for t in range(1, 8)}
    assert round(float(means[6]), 4) == 2.6632
    assert max(means, key=means.get) == 6


def test_row_18_no_later_card_is_better():
    """The row's test of known answers compares the 9th and 10th card."""
    best = leave_together(6)
    assert leave_together(8) < best
    # From the 11th card on, even a fifth of all treasures whenever no bust has come would be worth less.
    state = IncanGold(players=5, deck="bga", rounds=1).new_initial_state()
    assert (1 - odds(state, "bust-within cards=11").value) * Fraction(107, 5) < best
