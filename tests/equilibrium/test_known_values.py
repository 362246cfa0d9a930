"""Published values, and agreement of linear programming with regret minimisation where none is published."""

import pytest

from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.reference.liars_dice import LiarsDice
from orienteer.equilibrium import VARIANTS, best_responses, solve_linear_program, solve_subgame

from .helpers import whole


def solved(game, method="auto", target=1e-6):
    return solve_subgame(game.new_initial_state(), method=method, target=target)


@pytest.mark.known
def test_kuhn_poker_by_linear_programming():
    form = whole(KuhnPoker())
    values, strategies = solve_linear_program(form)
    assert values == pytest.approx((-1 / 18, 1 / 18), abs=1e-12)
    assert best_responses(form, strategies).nash_conv == pytest.approx(0, abs=1e-9)


@pytest.mark.known
@pytest.mark.parametrize(("method", "target"), [("cfr", 2e-3), ("cfr+", 1e-4), ("dcfr", 1e-4), ("pcfr+", 1e-7), ("lp", 1e-9)])
def test_kuhn_poker_by_every_method(method, target):
    found = solved(KuhnPoker(), method, target)
    assert found.nash_conv <= target
    # Each seat's value is within the other's possible gain of the game's.
    assert found.values[0] == pytest.approx(-1 / 18, abs=target)
    assert found.values[0] == pytest.approx(-found.values[1], abs=1e-12)


@pytest.mark.known
def test_leduc_poker():
    found = solved(LeducPoker(), target=5e-6)
    assert found.nash_conv <= 5e-6
    assert found.values[0] == pytest.approx(-0.085606424, abs=1e-5)
    values, _ = solve_linear_program(whole(LeducPoker()))
    assert values[0] == pytest.approx(-0.085606424, abs=1e-8)


@pytest.mark.known
def test_goofspiel_with_four_cards():
    found = solved(Goofspiel(cards=4), target=1e-7)
    assert found.nash_conv < 1e-6
    assert found.values == pytest.approx((0.5, 0.5), abs=1e-7)
    assert found.unit == "shares of a win"


@pytest.mark.parametrize(
    ("sides", "wild"), [(3, "highest"), (3, "ones"), (3, "none"), (4, "highest"), (4, "ones"), (4, "none")]
)
def test_liars_dice_by_two_ways(sides, wild):
    form = whole(LiarsDice(sides=sides, wild=wild))
    values, strategies = solve_linear_program(form)
    assert values[0] == pytest.approx(-values[1], abs=1e-9)
    assert best_responses(form, strategies).nash_conv == pytest.approx(0, abs=1e-8)
    found = solved(LiarsDice(sides=sides, wild=wild), target=1e-5)
    assert found.nash_conv <= 1e-5
    assert found.values[0] == pytest.approx(values[0], abs=1e-5)


@pytest.mark.parametrize("variant", VARIANTS)
def test_liars_dice_for_three(variant):
    found = solved(LiarsDice(players=3, sides=2), variant, 0.02)
    assert found.nash_conv <= 0.02
    assert sum(found.values) == pytest.approx(0, abs=1e-12)
