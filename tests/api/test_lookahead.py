"""Method "lookahead" of the calls: honest status, limits, reports, plans."""

from __future__ import annotations

import json
import time

import pytest

import orienteer
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import View
from orienteer.lookahead import Lookahead

DEEP = orienteer.Limits(depth=5)


def pig(target: int = 20):
    return Pig(target=target).new_initial_state()


def test_estimates_are_called_so_with_their_depth():
    found = orienteer.evaluate(pig(), method="lookahead", limits=DEEP)
    direct = Lookahead(pig()).run(depth=5)
    assert (found.method, found.status, found.exact, found.depth, found.stopped_by) == (
        "lookahead",
        "estimated",
        False,
        5,
        "depth",
    )
    assert found.values == direct.values
    assert [(m.move.action, m.values) for m in found.moves] == [(m.action, m.values) for m in direct.moves]
    assert found.moves[0].share == 1.0
    assert found.moves[0].interval is None
    assert any("5 decision(s) ahead" in sentence for sentence in found.assumptions)
    assert json.loads(json.dumps(found.to_dict()))["depth"] == 5


def test_what_is_solved_is_exact_and_says_no_depth_of_doubt():
    state = Pig(target=2).new_initial_state()
    exact = orienteer.evaluate(state, method="exact", horizon="turn")
    found = orienteer.evaluate(state, method="lookahead", horizon="turn", limits=orienteer.Limits(depth=20))
    assert (found.status, found.exact, found.stopped_by) == ("float", True, "solved")
    assert found.values == pytest.approx(exact.values, abs=1e-12)
    assert not any("ahead" in sentence for sentence in found.assumptions)


def test_the_best_move_agrees_and_is_allowed():
    assert orienteer.best_move(pig(), method="lookahead", limits=DEEP).id == "roll"
    assert orienteer.best_move(pig(), method="lookahead", limits=DEEP, avoid=["roll"]).id == "hold"
    only = orienteer.evaluate(pig(), method="lookahead", limits=DEEP, allow=["hold"])
    assert [m.move.id for m in only.moves] == ["hold"]
    assert only.values == only.moves[0].values


def test_every_depth_is_reported():
    reports = [found.depth for found in orienteer.analysis(pig(60), method="lookahead", limits=DEEP)]
    assert reports == [1, 2, 3, 4, 5]


def test_a_stop_gives_the_last_depth():
    running = orienteer.analysis(pig(100), method="lookahead", limits=orienteer.Limits(seconds=30))
    next(iter(running))
    time.sleep(0.05)
    began = time.perf_counter()
    running.stop()
    found = running.result()
    assert time.perf_counter() - began < 1.0
    assert found.stopped_by == "stop"
    assert (found.depth or 0) >= 1


def test_the_plan_follows_the_turn():
    found = orienteer.evaluate(pig(), method="lookahead", limits=orienteer.Limits(depth=6))
    assert found.turn is not None
    assert found.turn.id == "roll"
    after = {branch.noticed: branch for branch in found.turn.branches}
    assert sum(branch.probability for branch in after.values()) == 1
    assert {branch.next.id for branch in after.values() if branch.next is not None} <= {"roll", "hold"}
    assert sum(branch.next is not None for branch in after.values()) >= 4


@pytest.mark.parametrize(
    ("state", "arguments", "message"),
    [
        (pig(), {"limits": orienteer.Limits(iterations=10)}, "limits: .*seconds, nodes or depth"),
        (View(KuhnPoker().new_initial_state(), 0), {"limits": DEEP}, "method: 'lookahead'"),
    ],
)
def test_what_it_cannot_do_is_named(state, arguments, message):
    with pytest.raises(OptionError, match=message):
        orienteer.evaluate(state, method="lookahead", **arguments)


def test_choices_at_the_same_time_are_refused():
    state = IncanGold(players=2).new_initial_state()
    with pytest.raises(OrienteerError, match="several seats choose at the same time"):
        orienteer.evaluate(state, method="lookahead", limits=DEEP)


def test_a_depth_is_for_lookahead_alone():
    with pytest.raises(OptionError, match=r"limits\.depth"):
        orienteer.evaluate(pig(), method="mcts", limits=orienteer.Limits(depth=3, seconds=1))


def test_lists_of_turns_are_refused():
    with pytest.raises(OptionError, match="for turns: plans are compared by playouts"):
        orienteer.turns(pig(), method="lookahead", limits=DEEP)
