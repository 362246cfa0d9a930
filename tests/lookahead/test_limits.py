"""Limits, stops, partial answers and that equal searches give equal answers."""

from __future__ import annotations

import threading
import time

import pytest

from orienteer.budget import Budget
from orienteer.core.errors import OptionError
from orienteer.core.reference.pig import Pig
from orienteer.limits import Limits
from orienteer.lookahead import Lookahead, LookaheadResult, lookahead


def start():
    return Pig(target=60).new_initial_state()


def facts(result: LookaheadResult) -> tuple:
    return result.moves, result.values, result.depth, result.nodes, result.hits, result.cutoffs, result.probes, result.replaced


@pytest.mark.parametrize("multi", [True, False])
@pytest.mark.parametrize("nodes", [1, 2, 7, 500, 20_000])
def test_nodes_are_a_limit_and_repeat_exactly(multi, nodes):
    one, two = (lookahead(start(), limits=Limits(nodes=nodes), multi=multi) for _ in range(2))
    assert facts(one) == facts(two)
    assert (one.nodes, one.stopped_by) == (nodes, "nodes")


def test_what_was_cut_short_leaves_the_answer_of_the_depth_before():
    whole = lookahead(start(), limits=Limits(depth=5))
    for nodes in range(whole.nodes + 1, whole.nodes + 2000, 397):
        part = lookahead(start(), limits=Limits(nodes=nodes))
        assert (part.depth, part.values) == (5, whole.values)
        assert {m.action: m.values for m in part.moves} == {m.action: m.values for m in whole.moves}


def test_a_search_goes_on_where_it_was():
    search = Lookahead(start())
    reports: list[int] = []
    for depth in (2, 3, 6):
        search.run(depth=depth, report=lambda result: reports.append(result.depth))
    assert reports == [1, 4, 5]
    found, once = search.result(), lookahead(start(), limits=Limits(depth=6))
    assert found.values == pytest.approx(once.values, abs=1e-12)
    assert found.depth == 6


def test_seconds_are_a_limit():
    began = time.perf_counter()
    found = lookahead(start(), limits=Limits(seconds=0.1))
    assert found.stopped_by == "seconds"
    assert time.perf_counter() - began < 1.0
    assert found.depth >= 1


def test_a_stop_from_another_thread_ends_the_search():
    budget = Budget()
    threading.Timer(0.1, budget.stop).start()
    found = Lookahead(start()).run(budget=budget)
    assert (found.stopped_by, found.status) == ("stop", "estimated")
    assert found.seconds < 1.0


def test_a_search_from_another_state_shares_the_table_and_agrees():
    search = Lookahead(start())
    search.run(depth=6)
    state = start().child(start().legal_actions()[0])
    outcome = state.chance_outcomes()[-1][0]
    below = search.at(state.child(outcome), multi=True)
    before = search.nodes
    found, fresh = below.run(depth=5, first=5), Lookahead(state.child(outcome)).run(depth=5)
    assert found.values == pytest.approx(fresh.values, abs=1e-12)
    assert found.nodes - before < fresh.nodes / 2


@pytest.mark.parametrize("depth", [0, True, 1.5])
def test_a_wrong_depth_is_named(depth):
    with pytest.raises(OptionError, match=r"limits\.depth"):
        Limits(depth=depth)
