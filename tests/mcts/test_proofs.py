"""Proven bounds against exact values, and what a search does with them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OptionError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import State, View
from orienteer.limits import Limits
from orienteer.mcts import Search, mcts
from tests.lookahead.random_games import RandomGame, twin
from tests.mcts.oracles import PigTable, pig_at
from tests.mcts.test_kernel import comparable

# Opposed, alone, each for himself with two and with three.
KINDS = [({}, "margin"), ({"players": 1}, "points"), ({"paired": False}, "points"), ({"players": 3}, "win")]
MANY = Limits(iterations=400_000)
ROUNDING = Fraction(1, 10**12)


def searched(state: State, iterations: int, **options: object) -> Search:
    search = Search(state, proofs=True, **options)  # type: ignore[arg-type]
    search.run(iterations=iterations)
    return search


@pytest.mark.parametrize(("facts", "objective"), KINDS)
def test_bounds_hold_the_exact_values(facts: dict[str, int], objective: str) -> None:
    proven = 0
    for seed in range(12):
        state = RandomGame(seed, size=16, **facts).new_initial_state()  # type: ignore[arg-type]
        for iterations in (10, 40, 500):
            search = searched(state, iterations, objective=objective, trees=2)
            *rows, root = search.open_trees[0].root_bounds() or []
            children = [state.child(action) for action in state.legal_actions()] if state.current_player() >= 0 else []
            for child, bounds in zip([*children, state], [*rows, root], strict=True):
                truth, _ = twin(child, None, objective=objective)
                for value, (least, most) in zip(truth, bounds, strict=True):
                    assert Fraction(least) - ROUNDING <= value <= Fraction(most) + ROUNDING
            proven += search.result(playouts=0).stopped_by == "proven"
    assert proven >= 3


def test_a_proven_root_ends_the_search_with_its_value() -> None:
    state = RandomGame(3, size=16).new_initial_state()
    truth, _ = twin(state, None, objective="margin")
    search = searched(state, 10_000, objective="margin", trees=2)
    result = search.result(playouts=100)
    assert result.stopped_by == "proven"
    assert search.ended
    assert result.iterations < 10_000
    assert result.position.value == pytest.approx([float(value) for value in truth], abs=1e-12)
    assert result.position.stderr == (0.0, 0.0)
    before = result.iterations
    search.run(iterations=100)
    assert search.result(playouts=10).iterations == before


def test_a_sure_win_is_found_at_once() -> None:
    result = mcts(pig_at(Pig(target=20), 12, 7, 8), limits=Limits(iterations=10_000), proofs=True)
    assert (result.best, result.stopped_by, result.move(1).bounds) == (1, "proven", ((1.0, 1.0), (0.0, 0.0)))
    assert result.iterations <= 3
    assert (result.gap, result.position.value) == (pytest.approx(1.0 - result.move(0).value[0]), (1.0, 0.0))


def test_loops_leave_bounds_open_but_right() -> None:
    table, narrowed = PigTable(8, best=True), 0
    for own, other, turn in [(0, 0, 0), (4, 5, 2), (6, 2, 0), (2, 6, 3)]:
        state = pig_at(Pig(target=8), own, other, turn)
        result = searched(state, 20_000, seed=2).result(playouts=10)
        assert result.stopped_by == "iterations"
        for move in result.moves:
            exact = table(state.child(move.action))[0]
            assert move.bounds is not None
            least, most = move.bounds[0]
            assert least - 1e-12 <= exact <= most + 1e-12
            assert least < most
            narrowed += most - least < 1
    assert narrowed >= 4


def test_one_seat_alone_in_the_cave_is_solved() -> None:
    state = IncanGold(players=1, rounds=1, deck=(2, 5, 7), hazards=(2, 2)).new_initial_state()
    state.apply(state.legal_actions()[1])
    result = searched(state, 100_000, objective="points").result(playouts=50)
    truth, _ = twin(state, None, objective="points")
    assert result.stopped_by == "proven"
    assert result.position.value[0] == pytest.approx(float(truth[0]), abs=1e-12)


def test_simultaneous_roots_stay_open() -> None:
    search = searched(Goofspiel(cards=3).new_initial_state(), 2000)
    assert search.trees[0].root_bounds()[-1] == [(0.0, 1.0), (0.0, 1.0)]  # type: ignore[union-attr, index]
    plain = Search(Goofspiel(cards=3).new_initial_state())
    plain.run(iterations=2000)
    assert not search.ended
    assert [move.bounds for move in plain.result(playouts=0).moves] == [None] * 6


def test_threads_and_slices_do_not_change_proofs() -> None:
    state = Pig(target=12).new_initial_state()
    whole = searched(state, 3000, trees=3, threads=3)
    sliced = searched(state, 1000, trees=3)
    sliced.run(iterations=2000)
    assert comparable(whole.result(playouts=50)) == comparable(sliced.result(playouts=50))


def test_limits_hold_with_bounds_too() -> None:
    # Each of the arrays is the first that does not fit at some of these sizes.
    for game in (Pig(), Goofspiel(cards=5)):
        for kilobytes in range(20, 60):
            search = searched(game.new_initial_state(), 1500, memory_mb=kilobytes / 1000)
            assert search.trees[0].pool.num_bytes <= 1000 * kilobytes
            assert search.result(playouts=10).stopped_by == "iterations, tree full"


def test_hidden_information_is_refused() -> None:
    state = KuhnPoker().new_initial_state()
    state.apply(0)
    state.apply(state.legal_actions()[0])
    with pytest.raises(OptionError, match="proofs"):
        Search(View(state, 0), proofs=True)


def test_evaluations_say_what_is_proven_and_what_is_separated() -> None:
    certain = orienteer.evaluate(RandomGame(3, size=16).new_initial_state(), objective="margin", method="mcts", limits=MANY)
    assert certain.stopped_by == "proven"
    assert certain.gap_stderr is None or certain.status == "float"
    truth, _ = twin(RandomGame(3, size=16).new_initial_state(), None, objective="margin")
    assert certain.values == pytest.approx([float(value) for value in truth], abs=1e-12)
    clear = orienteer.evaluate(pig_at(Pig(target=20), 12, 15, 2), method="mcts", limits=replace(MANY, confidence=0.95))
    assert (clear.stopped_by, clear.status) == ("separated", "sampled")
    assert clear.iterations < 100_000
    with pytest.raises(OptionError, match=r"limits\.confidence"):
        replace(MANY, confidence=1.0)
