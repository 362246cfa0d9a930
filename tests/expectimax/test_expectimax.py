"""Known answers, awkward roots, limits, stopping, policies and strategies."""

import threading
import time

import numpy as np
import pytest
from scipy.optimize import linprog

from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER
from orienteer.expectimax import Expectimax, Stopped
from orienteer.limits import Limits

from .random_games import Graph

PIG = {10: 0.709424322598, 20: 0.615558549805, 50: 0.546150844167, 100: 0.530592725274}


@pytest.mark.parametrize("target", PIG)
def test_pig_equals_neller_and_presser(target):
    search = Expectimax(Pig(target=target).new_initial_state())
    assert search.values() == pytest.approx([PIG[target], 1 - PIG[target]], abs=1e-9)
    assert search.status == "float"
    assert search.eps <= 1e-12


def test_pig_turn_horizon_is_hold_at_twenty():
    search = Expectimax(Pig().new_initial_state(), objective="points", horizon="turn")
    assert search.values()[0] == pytest.approx(8.14179, abs=1e-5)
    state = Pig().new_initial_state()
    for _ in range(3):
        state.apply(0)
        state.apply(5)
    assert search.strategy(state) == {0: {0: 1.0, 1: 0.0}}
    state.apply(0)
    state.apply(2)
    assert search.strategy(state) == {0: {0: 0.0, 1: 1.0}}
    assert search.num_cyclic == 2  # with all that is missing gathered, another roll changes nothing


def test_three_player_pig_is_a_fixed_point_of_its_own_backup():
    state = Pig(players=3, target=4).new_initial_state()
    search = Expectimax(state)
    assert (search.status, search.fixed_point) == ("bounded", True)
    assert sum(search.values()) == pytest.approx(1, abs=1e-12)
    assert search.values()[0] == pytest.approx(max(v[0] for v in search.action_values().values()), abs=1e-12)
    paranoid = Expectimax(state, paranoid_seat=0).values()
    assert paranoid[0] <= search.values()[0] + 1e-12
    assert np.isnan(paranoid[1])


def lp(matrix):
    a = np.asarray(matrix, float)
    m, n = a.shape
    if min(m, n) == 1:
        return a.min() if m == 1 else a.max()
    found = linprog(
        [0] * m + [-1], A_ub=np.hstack([-a.T, np.ones((n, 1))]), b_ub=np.zeros(n),
        A_eq=[[1] * m + [0]], b_eq=[1], bounds=[(0, None)] * m + [(None, None)],
    )  # fmt: skip
    return -found.fun


def brute_force(state, objective, memo):
    if state.is_terminal():
        return state.returns(objective)[0]
    key = state.key()
    if key not in memo:
        rows, columns = state.legal_actions(0), state.legal_actions(1)
        memo[key] = lp([[brute_force(state.child_joint([r, c]), objective, memo) for c in columns] for r in rows])
    return memo[key]


@pytest.mark.parametrize("objective", ["win", "margin"])
def test_goofspiel_equals_linear_programs(objective):
    state, memo = Goofspiel(cards=4).new_initial_state(), {}
    search = Expectimax(state, objective=objective)
    assert search.status == "float"
    for joint, values in search.action_values().items():
        assert values[0] == pytest.approx(brute_force(state.child_joint(list(joint)), objective, memo), abs=1e-9)
    assert search.values()[0] == pytest.approx(0.5 if objective == "win" else 0, abs=1e-12)
    for mix in search.strategy().values():
        assert sum(mix.values()) == pytest.approx(1)


def test_general_sum_stages_say_equilibrium():
    search = Expectimax(Goofspiel(cards=3, players=3).new_initial_state())
    assert search.status == "equilibrium"
    assert search.eps < 0.05
    assert sum(search.values()) <= 1 + 1e-12
    assert set(search.strategy()) == {0, 1, 2}
    opposed = Expectimax(Goofspiel(cards=3, players=3).new_initial_state(), paranoid_seat=1)
    assert opposed.values()[1] <= search.values()[1] + search.eps * 3
    assert set(opposed.strategy()) == {0, 1, 2}


# -- awkward roots ----------------------------------------------------------------------------------------------------

END = (TERMINAL_PLAYER, {}, None, [1, 0])
LOSS = (TERMINAL_PLAYER, {}, None, [0, 1])
ROOTS = {
    "chance": ({0: (CHANCE_PLAYER, {0: 1, 1: 2}, {0: 1, 1: 3}, [0, 1]), 1: END, 2: LOSS}, 0.25),
    "two chance nodes in a row": (
        {0: (CHANCE_PLAYER, {0: 1, 1: 2}, {0: 1, 1: 1}, [0, 1]), 1: END,
         2: (CHANCE_PLAYER, {0: 1, 1: 3}, {0: 1, 1: 1}, [0, 1]), 3: LOSS},
        0.75,
    ),
    "forced outcome": ({0: (CHANCE_PLAYER, {3: 1}, {3: 5}, [0, 1]), 1: END}, 1),
    "one legal move": ({0: (1, {2: 1}, None, [0, 1]), 1: END}, 1),
    "terminal": ({0: END}, 1),
    "stage with one chooser": ({0: (SIMULTANEOUS_PLAYER, {(-1, 0): 1, (-1, 1): 2}, None, [0, 1]), 1: END, 2: LOSS}, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", ROOTS)
def test_awkward_roots(name):
    table, value = ROOTS[name]
    search = Expectimax(Graph(table).new_initial_state())
    assert search.values() == [value, 1 - value]
    if name == "terminal":
        assert search.num_nodes == 1
        assert search.principal_line() == []
        with pytest.raises(OrienteerError, match="no action was searched"):
            search.action_values()
    else:
        assert len(search.principal_line()) >= 1
        assert set(search.strategy()) == set(search.root.players_to_move())


def test_play_that_need_not_end_is_bounded_honestly():
    table = {0: (0, {0: 0, 1: 1}, None, [0, 1]), 1: (TERMINAL_PLAYER, {}, None, [0.5, 0.5])}
    search = Expectimax(Graph(table).new_initial_state())
    assert search.status == "bounded"
    assert abs(search.values()[0] - 0.5) <= search.eps + 1e-15
    assert search.num_cyclic == 1


def test_ties_are_counted_where_they_matter_to_others():
    table = {
        0: (0, {0: 1, 1: 2}, None, [0] * 3),
        1: (TERMINAL_PLAYER, {}, None, [0, 1, 0]), 2: (TERMINAL_PLAYER, {}, None, [0, 0, 1]),
    }  # fmt: skip
    state = Graph(table, players=3).new_initial_state()
    assert Expectimax(state).values() == [0, 0.5, 0.5]
    assert Expectimax(state).num_ties == 1
    assert Expectimax(state, tie="first").values() == [0, 1, 0]
    assert Expectimax(state).strategy() == {0: {0: 0.5, 1: 0.5}}


def test_a_long_chain_needs_no_recursion():
    length = 100_000
    table = {n: (n % 2, {0: n + 1}, None, [0, 1]) for n in range(length)} | {length: END}
    search = Expectimax(Graph(table, validate=False).new_initial_state())
    assert search.values() == [1, 0]
    assert search.num_nodes == length + 1


# -- limits, stopping, options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "text"),
    [({"nodes": 1000}, "limit 1000 nodes"), ({"memory_mb": 1}, "limit 1 MB"), ({"seconds": 0.02}, "of 0.02 s allowed")],
)
def test_limits_state_size_limit_and_advice(limits, text):
    with pytest.raises(TooLargeError, match=text) as caught:
        Expectimax(Pig().new_initial_state(), budget=Budget(Limits(**limits)))
    assert "nodes and" in str(caught.value)
    assert "nearer horizon" in str(caught.value)


def seconds_to_stop(delay):
    budget, times = Budget(), []

    def stop():
        time.sleep(delay)
        times.append(time.perf_counter())
        budget.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(Stopped):
        Expectimax(Pig(target=150).new_initial_state(), budget=budget)
    late = time.perf_counter() - times[0]
    thread.join()
    return late


@pytest.mark.parametrize("delay", [0.02, 0.3])
def test_stop_from_another_thread(delay):
    assert min(seconds_to_stop(delay) for _ in range(3)) < 0.05  # the least of three: the machine may be busy


def test_progress_is_reported_and_may_raise():
    seen = []
    Expectimax(Pig(target=60).new_initial_state(), progress=seen.append)
    assert seen == sorted(seen)

    def fail(nodes):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Expectimax(Pig(target=150).new_initial_state(), progress=fail)


def test_hidden_information_is_refused():
    with pytest.raises(OrienteerError, match="true hidden state"):
        Expectimax(KuhnPoker().new_initial_state(), policies={0: "uniform"})


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (lambda s, seat: {7: 1.0}, "action 7 is not legal"),
        (lambda s, seat: {0: 0.6}, "≥ 0 with sum 1"),
        (lambda s, seat: {0: 1.5, 1: -0.5}, "≥ 0 with sum 1"),
    ],
)
def test_wrong_policies_are_named(policy, text):
    with pytest.raises(OrienteerError, match=text):
        Expectimax(Pig(target=5).new_initial_state(), policies={1: policy})


def test_wrong_options_are_named():
    state = Pig(target=5).new_initial_state()
    for field, value in (("tie", "even"), ("key", "text"), ("horizon", "journey"), ("depth", -1), ("paranoid_seat", 2)):
        with pytest.raises(OptionError, match=field):
            Expectimax(state, **{field: value})
    with pytest.raises(OptionError, match="policies"):
        Expectimax(state, policies={0: "best"})
    with pytest.raises(OrienteerError, match="cannot be reached"):
        Expectimax(state, objective="points", horizon="turn").values(state.child(1).child(0).child(2))


def test_policies_are_asked_once_a_node_and_best_response_beats_them():
    calls = []

    def hold_at_two(state, seat):
        calls.append(state.state_key("win"))
        return {0: 1} if "has 0" in str(state) or "has 1 " in str(state) else {1: 1}

    state = Pig(target=10).new_initial_state()
    fixed = Expectimax(state, policies={1: hold_at_two})
    assert len(calls) == len(set(calls)) > 0
    assert fixed.values()[0] >= PIG[10] - 1e-12
    both = Expectimax(state, policies={0: hold_at_two, 1: hold_at_two})
    assert both.values()[0] < fixed.values()[0]
    assert fixed.strategy()[0][0] == 1.0


def test_leaf_values_are_returns_where_play_is_cut():
    state = Pig(target=10).new_initial_state()
    exact = Expectimax(state)
    assert Expectimax(state, depth=3, leaf=exact.values).values() == pytest.approx(exact.values(), abs=1e-12)
    points = Expectimax(state, objective="points", depth=2, leaf=lambda s: [7.0, 3.0])
    assert points.values() == [7.0, 3.0]
    with pytest.raises(OrienteerError, match="one a seat is 2"):
        Expectimax(state, depth=1, leaf=lambda s: [1.0])
    with pytest.raises(OrienteerError, match="add up to"):
        Expectimax(state, depth=1, leaf=lambda s: [1.0, s.returns()[1] + len(str(s))])


def test_full_keys_give_the_same_values():
    state = Pig(target=20).new_initial_state()
    assert Expectimax(state, depth=6, key="full").values() == pytest.approx(Expectimax(state, depth=6).values(), abs=1e-12)


def test_chance_with_one_way_in_has_a_value_without_a_place_in_the_table() -> None:
    # Pig to 40 is large enough for chance nodes to stay out of the table; their values are means of what is behind them.
    state = Pig(target=40).new_initial_state()
    solution = Expectimax(state)
    rolled = state.child(0)
    behind = [solution.values(rolled.child(face))[0] for face in range(6)]
    assert solution.values(rolled)[0] == pytest.approx(sum(behind) / 6, abs=1e-12)
    assert solution.action_values(rolled).keys() == set(range(6))
    assert solution.values()[0] == pytest.approx(max(v[0] for v in solution.action_values().values()), abs=1e-12)
    points = Expectimax(Pig(target=40).new_initial_state(), objective="points", policies={0: "uniform", 1: "uniform"})
    gains = [points.values(rolled.child(face))[0] for face in range(6)]
    assert points.values(rolled)[0] == pytest.approx(sum(gains) / 6, abs=1e-9)
