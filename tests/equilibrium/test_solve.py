"""Limits, stops, warnings and every awkward root; strategies as agents."""

import threading
import time

import pytest

from orienteer.best_response import best_response_value
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.reference.liars_dice import LiarsDice
from orienteer.core.state import View
from orienteer.equilibrium import VARIANTS, solve_linear_program, solve_subgame
from orienteer.expectimax.errors import Stopped
from orienteer.limits import Limits

from .helpers import played, whole
from .levels import BLUFF, POKER, THREE, Levels

METHODS = (*VARIANTS, "lp")


def solved(game, **options):
    return solve_subgame(game.new_initial_state(), **options)


@pytest.mark.parametrize("most", [1, 7, 10, 11, 25])
def test_iterations_are_those_asked_for(most):
    found = solved(KuhnPoker(), target=0, budget=Budget(Limits(iterations=most)))
    assert (found.iterations, found.stopped_by) == (most, "iterations")
    assert found.warnings == (f"NashConv {found.nash_conv:.3g} is above the target 0: stopped by iterations",)


def test_seconds_end_the_iterations():
    started = time.perf_counter()
    found = solved(LeducPoker(), target=0, budget=Budget(Limits(seconds=0.5)))
    assert time.perf_counter() - started < 0.5 + 1
    assert found.stopped_by == "seconds"
    assert 0 < found.nash_conv < 0.5


def test_a_stop_from_another_thread_ends_them_at_once():
    budget, stopped = Budget(), []

    def stop():
        stopped.append(time.perf_counter())
        budget.stop()

    timer = threading.Timer(0.3, stop)
    timer.start()
    found = solved(LiarsDice(sides=5), target=0, budget=budget)
    ended = time.perf_counter()
    timer.join()
    assert found.stopped_by == "stop"
    assert 0 < found.nash_conv < 1
    # 50 ms on a machine of one's own; others may hold this one's processors for a while.
    assert ended - stopped[0] < 0.5


def test_a_limit_before_there_is_an_answer():
    with pytest.raises(Stopped):
        solved(LiarsDice(), budget=Budget(Limits(seconds=0.05)))
    budget = Budget()
    budget.stop()
    assert solved(KuhnPoker(), budget=budget).iterations == 0
    with pytest.raises(OrienteerError, match="linear program"):
        solve_linear_program(whole(LiarsDice(sides=5)), seconds=0.01)


def test_too_large_is_refused():
    with pytest.raises(TooLargeError, match=r"more than max_histories=500 histories.*limits\.nodes"):
        solved(LeducPoker(), budget=Budget(Limits(nodes=500)))
    with pytest.raises(TooLargeError, match=r"limit 0\.1 MB"):
        solved(LeducPoker(), budget=Budget(Limits(memory_mb=0.1)))


def test_bad_arguments_are_named():
    for target in (-1, float("nan"), True, "small"):
        with pytest.raises(OptionError, match="target"):
            solved(KuhnPoker(), target=target)
    with pytest.raises(OptionError, match="method"):
        solved(KuhnPoker(), method="nash")
    with pytest.raises(OptionError, match="objective"):
        solved(KuhnPoker(), objective="margin")
    for game in (LiarsDice(players=3, sides=2), Levels(BLUFF, total=None)):
        with pytest.raises(OrienteerError, match="only for two players whose returns have a constant sum"):
            solved(game, method="lp")


def test_what_theory_does_not_promise_is_said():
    three = solved(LiarsDice(players=3, sides=2), target=0.1)
    assert [warning.split(":")[0] for warning in three.warnings] == ["3 players"]
    two = solved(Levels(BLUFF, total=None), target=0.1)
    assert [warning.split(":")[0] for warning in two.warnings] == ["returns have no constant sum"]
    assert solved(KuhnPoker(), target=0.1).warnings == ()


def test_the_same_again():
    one, two = (solved(LeducPoker(), target=1e-2) for _ in range(2))
    assert one.nash_conv == two.nash_conv
    assert one.table == two.table
    assert one.table != solved(LeducPoker(), target=1e-3).table


def test_progress_is_told():
    told = []
    found = solved(KuhnPoker(), target=0, budget=Budget(Limits(iterations=25)), progress=lambda *given: told.append(given))
    assert [iterations for iterations, _ in told] == [10, 20, 25]
    assert told[-1][1] == found.nash_conv


ROOTS = {
    "terminal": ((), ()),
    "one forced move": (("move 0 1",), ()),
    "chance alone": (("open 0 3", "open 0 2"), ()),
    "two chances in a row": (("deal 0 2", "deal 1 2", "move 0 2", "move 1 2"), ()),
    "a forced outcome": (("open 0 1", "move 0 2", "joint 0 2"), ()),
    "a deal under way": (POKER, (1,)),
    "before the last move": (POKER, (2, 1, 0, 2)),
    "over": (POKER, (2, 1, 0, 2, 1)),
    "both choose": (("joint 0 3",), ()),
    "one of two chooses": (("lone 1 2", "move 0 2"), ()),
    "a seat that never decides": (("deal 0 2", "move 0 2", "move 0 3"), ()),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ROOTS)
def test_every_method_at_every_root(name, method):
    levels, past = ROOTS[name]
    root = Levels(levels).state_at(past)
    target = 1e-8 if method == "lp" else 0.01
    found = solve_subgame(root, method=method, target=target)
    assert found.nash_conv <= target
    assert found.values[0] == pytest.approx(-found.values[1], abs=1e-12)
    lp = solve_subgame(root, method="lp")
    assert found.values == pytest.approx(lp.values, abs=0.011)
    players = [found.follow(root, seat) for seat in range(2)]
    assert played(root, players) == pytest.approx(found.values, abs=1e-12)
    assert set(found.moves) == {seat for seat in root.players_to_move() if root.legal_actions(seat)}


@pytest.mark.parametrize(
    "game", [KuhnPoker(), LeducPoker(), Goofspiel(cards=3), Levels(BLUFF, total=None), Levels(THREE, players=3)]
)
def test_strategies_as_agents_get_the_values_said(game):
    found = solved(game, target=0.05)
    root = game.new_initial_state()
    players = [found.follow(root, seat) for seat in range(game.num_players)]
    assert played(root, players) == pytest.approx(found.values, abs=1e-12)


def test_one_player_alone():
    game = Levels(("deal 0 3", "move 0 3", "open 0 2", "move 0 2"), players=1, total=None)
    found = solved(game, target=1e-9)
    assert found.nash_conv <= 1e-9
    assert found.values[0] == pytest.approx(best_response_value(game, 0, {}), abs=1e-9)


def test_a_view_of_a_game_that_hides_nothing_is_its_state():
    state = Goofspiel(cards=3).new_initial_state()
    of_state, of_view = solve_subgame(state, target=1e-3), solve_subgame(View(state, 1), target=1e-3)
    assert of_view.assumptions == ()
    assert of_view.values == of_state.values
    assert (set(of_state.moves), set(of_view.moves)) == ({0, 1}, {1})


def test_outside_the_subgame_there_is_no_mix():
    found = solved(KuhnPoker(), target=0.1)
    player = found.follow(KuhnPoker().new_initial_state(), 0)
    with pytest.raises(OrienteerError, match="seat 0 has no information set with key"):
        player.mix()
