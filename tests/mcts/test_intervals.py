"""The intervals: on paper, and against the exact value of the frozen policy."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.mcts import Search
from orienteer.mcts.result import estimate, interval95, student_t95
from tests.mcts.oracles import PigTable, binomial_at_least, frozen_values, pig_at


def test_known_quantiles() -> None:
    for freedom, quantile in [(1, 12.706), (2, 4.303), (5, 2.5706), (8, 2.3060), (30, 2.0423), (1000, 1.9623)]:
        assert student_t95(freedom) == pytest.approx(quantile, abs=0.004)


def test_known_wilson_interval() -> None:
    # 7 wins of 10 (Wilson 1927's formula): 0.3968 to 0.8922.
    assert interval95(10, 0.7, 0.21, (0.0, 1.0), True) == pytest.approx((0.3968, 0.8922), abs=1e-4)


def test_few_or_equal_values_do_not_look_certain() -> None:
    assert interval95(1, 0.3, math.nan, (0.0, 1.0), True) == (0.0, 1.0)
    assert interval95(300, 4.0, 0.0, (0.0, 104.0), False) == pytest.approx((3.96, 5.0))
    nothing = estimate(0, [0.0], [0.0], (0.0, 1.0), True)
    assert math.isnan(nothing.value[0])
    assert nothing.interval == ((0.0, 1.0),)


def test_frozen_policy_is_what_the_playouts_play() -> None:
    state = pig_at(Pig(target=20), 8, 10, 4)
    search = Search(state, seed=5)
    search.run(iterations=3000)
    exact = frozen_values(search.frozen()[0], PigTable(20, best=False))
    result = search.result(playouts=60_000)
    for move in result.moves:
        assert abs(move.value[0] - exact[move.action][0]) < 4 * move.stderr[0]
    assert exact[None] == exact[result.best]
    gap = exact[result.best][0] - exact[result.choices[0].second][0]
    assert abs(result.gap - gap) < 4 * result.gap_stderr


def test_trees_are_merged_into_a_mixture() -> None:
    state = pig_at(Pig(target=20), 8, 10, 4)
    search = Search(state, seed=5, trees=3)
    search.run(iterations=1500)
    exact = [frozen_values(policy, PigTable(20, best=False)) for policy in search.frozen()]
    result = search.result(playouts=60_000)
    for move in result.moves:
        mean = sum(values[move.action][0] for values in exact) / 3
        assert abs(move.value[0] - mean) < 4 * move.stderr[0]


def test_intervals_cover_the_value_of_the_policy_found() -> None:
    """95 % of 400 intervals, within a binomial bound; benchmarks/full/mcts_coverage.py measures thousands."""
    table = PigTable(20, best=False)
    stream = RandomStream(11)
    hits = tries = 0
    for number in range(100):
        own, other, turn = (stream.below(17) for _ in range(3))
        turn = min(turn, 19 - own)
        state = pig_at(Pig(target=20), *(0 if points == 1 else points for points in (own, other, turn)))
        for seed in range(4):
            search = Search(state, seed=10 * number + seed)
            search.run(iterations=200)
            result = search.result(playouts=200)
            exact = frozen_values(search.frozen()[0], table)[None][0]
            low, high = result.position.interval[0]
            hits += low - 1e-9 <= exact <= high + 1e-9
            tries += 1
    assert binomial_at_least(hits, tries, Fraction(95, 100)) > 1e-4
    assert binomial_at_least(tries - hits, tries, Fraction(5, 100)) > 1e-4
