"""Playouts of one policy without a tree, against exact values of random play."""

import math

import pytest

from orienteer.budget import Budget
from orienteer.core.reference.pig import Pig
from orienteer.mcts.policy_playouts import PolicyPlayouts
from tests.mcts.oracles import PigTable, pig_at

PLAYOUTS = 20_000


@pytest.mark.parametrize("points", [(0, 0, 0), (14, 17, 3), (5, 18, 0)])
def test_the_mean_is_the_exact_value_of_random_play(points):
    """Within five standard errors; a value off by .02 would be caught."""
    state = pig_at(Pig(target=20), *points)
    trial = PolicyPlayouts(state, 0, None, 7, 0)
    trial.run(PLAYOUTS, Budget())
    count, sums, squares = trial.totals()
    exact = PigTable(20, best=False)(state)
    assert count == PLAYOUTS
    for total, square, value in zip(sums, squares, exact, strict=True):
        mean = total / count
        assert square == total  # a win is 1, a loss 0
        assert abs(mean - value) < 5 * math.sqrt(value * (1 - value) / count)
    assert state == pig_at(Pig(target=20), *points)


def test_streams_are_independent_and_repeatable():
    def sums(seed, index):
        trial = PolicyPlayouts(Pig(target=20).new_initial_state(), 0, None, seed, index)
        trial.run(500, Budget())
        return trial.totals()

    assert sums(1, 0) == sums(1, 0)
    assert len({sums(seed, index)[1][0] for seed in (1, 2) for index in (0, 1, 2)}) > 1
