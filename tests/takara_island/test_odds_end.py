"""The end of the game under stated policies, by hand."""

from fractions import Fraction

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.state import View
from orienteer.distributions import distribution
from orienteer.events import odds
from orienteer.limits import Limits

from .odds_positions import full_state, play

THIRD = Fraction(1, 3)


def last_three_cards(seen=None, **changes):
    """Three piles are empty, the others hold a card each: two stones, and 4 XP with the hospital mark."""
    piles = {number: {"top": 9 if number < 3 else 8} for number in range(6)}
    piles[3]["seen"] = seen
    gone = ["drake", "skeleton_a", "skeleton_b", *["chest"] * 4]
    return full_state(piles, gone=gone, changes=changes)


def digger(state, player):
    """Digs the first pile that may be dug; else the first move."""
    legal = state.legal_actions(player)
    digs = [action for action in legal if state.action_to_string(player, action).startswith("dig")]
    return {(digs or legal)[0]: 1}


@pytest.mark.parametrize("seat", [0, 1])
def test_everybody_loses_or_totals_count(seat):
    # The first card ends the game for all, or is a stone; so is the second one, or it ends the game with one stone found.
    for place in (last_three_cards(), View(last_three_cards(), seat)):
        lost = odds(place, "everybody-loses", policies=digger)
        assert (lost.value, lost.status) == (THIRD, "rational")
        totals = distribution(place, f"final-total seat={seat}", policies=digger)
        assert totals.status == "rational"
        assert totals.probabilities == ({0: THIRD, 4: THIRD, 20: THIRD} if seat == 0 else {0: 1})


@pytest.mark.parametrize("card", ["stone", "xp_4_hospital"])
def test_who_has_seen_the_card_knows_more(card):
    state = last_three_cards(seen={8: (card, [1])})
    assert View(state, 0).belief().size_estimate() == 2
    assert odds(View(state, 0), "everybody-loses", policies=digger).value == THIRD
    assert odds(View(state, 1), "everybody-loses", policies=digger).value == (card != "stone")
    totals = distribution(View(state, 1), "final-total seat=0", policies=digger).probabilities
    assert totals == ({4: Fraction(1, 2), 20: Fraction(1, 2)} if card == "stone" else {0: 1})


def test_a_stone_each_counts_for_each():
    state = play(last_three_cards(unused=(1, 2), used=(1, 0)), "dig-3", "stone", "end-day-cure-0")
    for seat, expected in ((0, {0: Fraction(1, 2), 10: Fraction(1, 2)}), (1, {4: Fraction(1, 2), 10: Fraction(1, 2)})):
        assert distribution(state, f"final-total seat={seat}", policies=digger).probabilities == expected
    assert odds(state, "everybody-loses", policies=digger).value == 0


def test_what_cannot_be_said_without_policies_is_refused():
    with pytest.raises(OrienteerError, match="everybody-loses: depends on what everyone does"):
        odds(View(full_state(), 0), "everybody-loses")
    with pytest.raises(OrienteerError, match="final-total: horizon: 'turn', allowed: 'game'"):
        distribution(full_state(), "final-total seat=0", policies=digger, horizon="turn")
    with pytest.raises(OrienteerError, match="final-total: seat: 2, allowed: a seat from 0 to 1"):
        distribution(full_state(), "final-total seat=2", policies=digger)


def test_what_is_too_much_is_sampled_and_says_so():
    found = odds(full_state(max_rounds=2), "everybody-loses", policies="uniform", samples=200, limits=Limits(nodes=500))
    assert (found.status, found.value) == ("sampled", 0)
    assert found.assumptions[-1].startswith("estimated from 200 playouts: ")
