"""Sequential halving, and the stop once the best move is separated from the second."""

from __future__ import annotations

import numpy as np
import pytest

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.limits import Limits
from orienteer.mcts import Search, mcts
from orienteer.mcts.schedule import separated
from tests.mcts.oracles import PigTable, frozen_values, pig_at
from tests.mcts.test_kernel import comparable


def test_halving_shares_out_evenly_and_drops_the_worse_half() -> None:
    state, stream = LostExplorers(players=2).new_initial_state(), RandomStream(3)
    while state.is_chance_node() or not 5 <= len(state.legal_actions()) <= 8:
        legal = [] if state.is_chance_node() else state.legal_actions()
        state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))
    search = Search(state, halving=True, trees=2)
    search.run(iterations=1200)
    # Three rounds of 400, each over half as many, rounded up.
    count = len(state.legal_actions())
    rounds = [400 / count, 400 / -(-count // 2), 200]
    wanted = sorted(sum(rounds[: 1 + (rank < -(-count // 2)) + (rank < 2)]) for rank in range(count))
    rows = search.root_rows()
    assert sorted(row.visits for row in rows) == pytest.approx(wanted, abs=6)
    result = search.result(playouts=0)
    assert result.iterations == 1200
    last = sorted(rows, key=lambda row: -row.visits)[:2]
    assert result.best == max(last, key=lambda row: row.mean).action
    assert result.move(result.best).policy == 1.0


def test_halving_repeats_exactly_and_keeps_to_seconds() -> None:
    state = Pig(target=30).new_initial_state()
    results = [mcts(state, limits=Limits(iterations=2000), halving=True, trees=3, threads=n) for n in (1, 3)]
    assert comparable(results[0]) == comparable(results[1])
    assert [move.visits for move in results[0].moves] == pytest.approx([700, 700], abs=3)
    timed = mcts(state, limits=Limits(seconds=0.1), halving=True)
    assert timed.stopped_by == "seconds"
    one, other = (move.visits for move in timed.moves)
    assert abs(one - other) <= 1


def test_without_a_choice_nothing_is_halved() -> None:
    for state in (Goofspiel(cards=3).new_initial_state(), Pig(target=10).new_initial_state().child(0)):
        plain = mcts(state, limits=Limits(iterations=300))
        assert comparable(mcts(state, limits=Limits(iterations=300), halving=True, confidence=0.9)) == comparable(plain)


def test_the_bound_errs_no_more_often_than_stated() -> None:
    """Differences of mean 0, looked at after 32, 64, …, 4096: any stop is an error."""
    draw, errors, naive, tries = np.random.default_rng(9), 0, 0, 400
    for _ in range(tries):
        values = draw.choice((-1, 0, 0, 1), 4096)
        wrong = fooled = False
        for check in range(1, 9):
            part = values[: 16 << check]
            mean, variance = float(part.mean()), float(part.var(ddof=1))
            wrong |= separated(len(part), mean, variance, 1.0, 0.2 / (check * (check + 1)))
            fooled |= mean > 0.8416 * (variance / len(part)) ** 0.5  # enough for one check at 80 %
        errors += wrong
        naive += fooled
    assert errors <= tries / 5 < tries / 3 < naive
    # It is not idle either: a lead of a tenth shows.
    assert separated(4000, 0.1, 0.5, 1.0, 0.01)
    assert not separated(100, 0.1, 0.5, 1.0, 0.01)


def test_separated_moves_are_better_under_the_policy_found() -> None:
    """Pig to 20, 80 % stated: among the stops those in the wrong order by exact values of both frozen moves."""
    table, stream = PigTable(20, best=False), RandomStream(12)
    errors = stops = 0
    for number in range(60):
        own, other, turn = (stream.below(17) for _ in range(3))
        turn = min(turn, 19 - own)
        state = pig_at(Pig(target=20), *(0 if points == 1 else points for points in (own, other, turn)))
        search = Search(state, seed=number, confidence=0.8)
        search.run(iterations=8192)
        result = search.result(playouts=0)
        if result.stopped_by == "separated":
            assert result.iterations in (2048, 4096, 8192)
            exact = frozen_values(search.frozen()[0], table)
            errors += exact[result.best][0] <= exact[result.choices[0].second][0]
            stops += 1
    assert stops > 15
    assert errors <= stops / 5


def test_a_clear_choice_ends_early_and_repeats_exactly() -> None:
    clear = pig_at(Pig(target=20), 12, 15, 2)
    options = {"confidence": 0.99, "trees": 2}
    results = [mcts(clear, limits=Limits(iterations=500_000), threads=n, **options) for n in (1, 2)]
    assert results[0].stopped_by == "separated"
    assert results[0].iterations < 100_000
    assert comparable(results[0]) == comparable(results[1])
    sliced = Search(clear, **options)  # type: ignore[arg-type]
    while not sliced.ended:
        sliced.run(iterations=1000)
    assert sliced.iterations == results[0].iterations
    timed = mcts(clear, limits=Limits(seconds=20), confidence=0.99)
    assert timed.stopped_by == "separated"
    assert timed.seconds < 5


def test_hidden_information_may_stop_early_but_is_not_halved() -> None:
    state = KuhnPoker().new_initial_state().child(2).child(0)
    result = mcts(View(state, 0), limits=Limits(iterations=100_000), confidence=0.9)
    assert result.stopped_by in ("separated", "iterations")
    with pytest.raises(OptionError, match="halving"):
        Search(View(state, 0), halving=True)
    for value in (0.2, 1.0, float("nan")):
        with pytest.raises(OptionError, match="confidence"):
            Search(Pig().new_initial_state(), confidence=value)
