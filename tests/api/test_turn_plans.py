"""Evaluation.turn: the plan for the whole turn, and that it holds nothing that its player could not notice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import orienteer
from orienteer.core.reference.pig import Pig
from orienteer.core.state import View
from orienteer.plans import TURN_OVER, UNPLANNED, plan_lines
from tests.mcts.hidden_games import Cellar

POSITIONS = Path(__file__).parents[2] / "examples" / "positions"
PATIENT = orienteer.Limits(seconds=120)


def ends(step, weight=1):
    """(probability, how it ends) of every way through a plan."""
    for branch in step.branches:
        if branch.next is None:
            yield weight * branch.probability, branch.end
        else:
            yield from ends(branch.next, weight * branch.probability)


def test_an_exact_plan_follows_the_solution_with_exact_odds():
    # Four points are needed: rolling is over with a 1, and a 4 or more wins.
    state = Pig(target=4).new_initial_state()
    plan = orienteer.evaluate(state, method="exact", limits=PATIENT).turn
    assert (plan.id, plan.probability, plan.visits) == ("roll", 1, 0)
    by_face = {branch.noticed[0]: branch for branch in plan.branches}
    assert {face: branch.probability for face, branch in by_face.items()} == {f"-1 {k}": Fraction(1, 6) for k in range(6)}
    assert by_face["-1 0"].end == TURN_OVER
    for face in range(1, 6):  # outcome k shows k + 1
        after = state.child(0).child(face)
        best = orienteer.evaluate(after, method="exact", limits=PATIENT).best.id
        assert by_face[f"-1 {face}"].next.id == best == ("hold" if face >= 3 else "roll")
    assert sum(p for p, _ in ends(plan)) == 1
    assert plan.to_dict()["branches"][0]["odds"] == "1/6"


def test_a_plan_of_a_search_goes_as_far_as_its_visits():
    state = Pig(target=4).new_initial_state()
    plan = orienteer.evaluate(state, method="mcts", limits=orienteer.Limits(iterations=20_000), trees=3).turn
    exact = orienteer.evaluate(state, method="exact", limits=PATIENT).turn
    assert {b.noticed: b.next.id for b in plan.branches if b.next} == {b.noticed: b.next.id for b in exact.branches if b.next}
    assert all(0 < step.visits <= 14_000 for step in plan.steps())
    few = orienteer.evaluate(state, method="mcts", limits=orienteer.Limits(iterations=20)).turn
    assert UNPLANNED in {end for _, end in ends(few)}
    assert sum(p for p, _ in ends(few)) == 1


def test_a_private_look_is_a_branch_of_the_looker_alone():
    # The chest is in the left corner once in four. Seat 1 knows where; seat 0 looks first, and digs where it is.
    worlds = [Cellar().new_initial_state().child(corner) for corner in (0, 1)]
    plans = [orienteer.evaluate(View(world, 0), limits=orienteer.Limits(iterations=3000)).turn for world in worlds]
    assert plans[0] == plans[1]
    (plan, _) = plans
    assert plan.id == "look"
    assert [(branch.noticed, branch.next.id) for branch in plan.branches] == [(("sees 1",), "dig 1"), (("sees 0",), "dig 0")]
    assert float(plan.branches[0].probability) == pytest.approx(0.75, abs=0.12)  # 200 worlds
    assert {end for _, end in ends(plan)} == {TURN_OVER}
    assert plan_lines(plan)[0] == "look"
    assert [line.split(" (")[0] for line in plan_lines(plan)[1:]] == ["  1", "  0"]
    assert all("knows" not in line for line in plan_lines(plan))


def test_without_a_choice_there_is_no_plan():
    world = Cellar().new_initial_state().child(0)
    assert orienteer.evaluate(View(world, 1), limits=orienteer.Limits(iterations=100)).turn is None


def test_what_all_choose_at_once_is_weighed_by_their_strategies():
    duel = POSITIONS / "incan_gold_last_round_duel.json"
    evaluation = orienteer.evaluate(duel, method="mcts", limits=orienteer.Limits(iterations=4000))
    plan = evaluation.turn
    assert plan.id == evaluation.best.id
    assert sum(p for p, _ in ends(plan)) == pytest.approx(1)
    assert {end for _, end in ends(plan)} == {TURN_OVER}
    theirs = evaluation.strategies[1]["leave"]
    left = sum(float(b.probability) for b in plan.branches if "Ben:leave" in str(b.noticed))
    assert left == pytest.approx(theirs)
