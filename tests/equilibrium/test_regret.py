"""The four variants against a plain implementation from the papers, and what changes of a game must not change."""

import random

import numpy as np
import pytest

from orienteer.core.errors import OptionError
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.equilibrium import VARIANTS, RegretMinimizer, best_responses, solve_linear_program

from .helpers import whole
from .levels import BLUFF, POKER, THREE, Levels
from .plain_cfr import PlainCfr

GAMES = {
    "kuhn": KuhnPoker,
    "poker": lambda: Levels(POKER, seed=3),
    "bluff": lambda: Levels(BLUFF, seed=4, total=None),
    "three": lambda: Levels(THREE, players=3, seed=5, total=None),
}


def averages(form, variant, iterations):
    minimizer = RegretMinimizer(form, variant)
    minimizer.run(iterations)
    assert minimizer.iterations == iterations
    return minimizer.average_strategy()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", GAMES)
def test_every_iteration_is_that_of_the_papers(name, variant):
    form = whole(GAMES[name]())
    plain, minimizer = PlainCfr(form.roots[0][0], variant), RegretMinimizer(form, variant)
    for _ in range(4):
        plain.iterate()
        minimizer.run(1)
        for seat, strategy in enumerate(minimizer.average_strategy()):
            assert strategy[0] == 1
            for number, key in enumerate(form.keys[seat]):
                begin, end = form.first[seat][number : number + 2]
                mix = plain.average((seat, key))
                assert list(mix) == list(form.actions[seat][begin:end])
                assert list(strategy[begin:end]) == pytest.approx(list(mix.values()), abs=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_results_depend_on_nothing_else(variant):
    form = whole(Levels(BLUFF, total=None))
    at_once, in_parts = averages(form, variant, 50), RegretMinimizer(form, variant)
    for count in (1, 20, 29):
        in_parts.run(count)
    again = averages(whole(Levels(BLUFF, total=None)), variant, 50)
    for seat in range(2):
        assert np.array_equal(at_once[seat], in_parts.average_strategy()[seat])
        assert np.array_equal(at_once[seat], again[seat])


@pytest.mark.parametrize("variant", VARIANTS)
def test_scaled_returns_give_the_same_strategies(variant):
    small, large = (averages(whole(Levels(POKER, scale=scale)), variant, 40) for scale in (1.0, 1024.0))
    for seat in range(2):
        assert np.array_equal(small[seat], large[seat])


@pytest.mark.parametrize("variant", VARIANTS)
def test_returns_of_nothing_leave_every_mix_even(variant):
    form = whole(Levels(THREE, players=3, scale=0.0))
    strategies = averages(form, variant, 7)
    assert best_responses(form, strategies).nash_conv == 0
    for seat in range(3):
        assert strategies[seat] == pytest.approx([1, *np.repeat(1 / np.diff(form.first[seat]), np.diff(form.first[seat]))])


DUMMIES = (
    "move 0 1",
    "deal 0 3",
    "open 0 1",
    "deal 1 2",
    "joint 0 1",
    "move 0 2",
    "secret 1 1",
    "move 1 3",
    "move 0 2",
    "lone 1 1",
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_without_a_choice_change_nothing(variant):
    plain, padded = whole(Levels(POKER)), whole(Levels(DUMMIES))
    values = [best_responses(form, averages(form, variant, 60)) for form in (plain, padded)]
    assert values[1].values == pytest.approx(values[0].values, abs=1e-9)
    assert values[1].best == pytest.approx(values[0].best, abs=1e-9)
    assert solve_linear_program(padded)[0] == pytest.approx(solve_linear_program(plain)[0], abs=1e-9)


@pytest.mark.parametrize("levels", [POKER, BLUFF])
def test_seats_that_change_places_change_values(levels):
    one, two = (whole(Levels(levels, seed=9, swapped=swapped)) for swapped in (False, True))
    values = [solve_linear_program(form)[0] for form in (one, two)]
    assert values[1] == pytest.approx(values[0][::-1], abs=1e-9)
    for variant in VARIANTS:
        found = [best_responses(form, averages(form, variant, 2000)) for form in (one, two)]
        for response in found:
            assert response.nash_conv < 0.02
        assert found[1].values == pytest.approx(found[0].values[::-1], abs=0.02)


def random_matrix(seed):
    """Two players choose at once; the value is that of a matrix game."""
    rng = random.Random(seed)
    return ("joint 0 " + str(rng.randint(2, 4)), "open 0 2")


@pytest.mark.parametrize("seed", range(4))
def test_matrix_games_agree_with_linear_programming(seed):
    form = whole(Levels(random_matrix(seed), seed=seed, total=2.5))
    assert form.constant_sum == pytest.approx(2.5)
    values, strategies = solve_linear_program(form)
    assert sum(values) == pytest.approx(2.5, abs=1e-9)
    assert best_responses(form, strategies).nash_conv == pytest.approx(0, abs=1e-9)
    found = best_responses(form, averages(form, "pcfr+", 3000))
    assert found.nash_conv < 1e-3
    assert found.values == pytest.approx(values, abs=1e-3)


def test_an_unknown_variant_is_named():
    with pytest.raises(OptionError, match=r"variant: 'mccfr', allowed: 'cfr', 'cfr\+', 'dcfr', 'pcfr\+'"):
        RegretMinimizer(whole(KuhnPoker()), "mccfr")
