"""Exact play of endgames: without the turn counter where that proves to change nothing, and what auto makes of them."""

import pytest

import orienteer
from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.expectimax import Expectimax
from orienteer.games.lost_explorers import exact
from orienteer.limits import Limits
from tests.lost_explorers.odds_positions import table

NO_LIMITS = Limits(seconds=60)


def endgame(rows=((), ("blue",)), **options):
    """One token left; the first seat is a mission of two places short of its fourth clue, the other a clue behind."""
    return table(
        [["B2+YB"], ["R2+RB"]],
        leaders=[(12, 2), (9, 2)],
        vehicles=[{"blue": 1, "yellow": 1}, {"red": 1}],
        placed=[["YB"], ["RB"]],
        rows=rows,
        **options,
    )


def solved(state, objective="win"):
    return exact.solve(state, objective, "game", None, Budget(NO_LIMITS))


@pytest.mark.parametrize("objective", ["win", "margin"])
def test_without_the_counter_values_are_the_same(objective):
    state = endgame(max_turns=60)
    short = solved(state, objective)
    whole = Expectimax(state, objective=objective, budget=Budget(NO_LIMITS))
    assert short.longest_play < 60 - state.segment("turn")
    assert (short.status, short.num_cyclic) == ("float", 0)
    assert 3 * short.num_nodes < whole.num_nodes
    assert short.values() == pytest.approx(whole.values(), abs=1e-12)
    for action, values in whole.action_values().items():
        assert short.action_values(state)[action] == pytest.approx(values, abs=1e-12)


def test_a_cap_that_may_be_reached_is_kept():
    state = endgame(max_turns=12)
    assert solved(state) is None
    found = orienteer.evaluate(state, method="exact", limits=NO_LIMITS)
    assert found.nodes == Expectimax(state, budget=Budget(NO_LIMITS)).num_nodes


def test_turns_policies_and_games_without_a_cap_are_left_to_expectimax():
    assert exact.solve(endgame(), "win", "turn", None, Budget(NO_LIMITS)) is None
    assert exact.solve(endgame(), "win", "game", {1: "uniform"}, Budget(NO_LIMITS)) is None
    assert solved(endgame(max_turns=None)) is None


def test_too_large_is_said_at_once():
    with pytest.raises(TooLargeError):
        exact.solve(endgame(), "win", "game", None, Budget(Limits(nodes=100)))


def test_auto_solves_endgames_and_whole_turns():
    found = orienteer.evaluate(endgame(), limits=Limits(seconds=20))
    assert found.exact
    assert found.method == "expectimax"
    turn = orienteer.evaluate(table([["B2+YB"]], vehicles=[{"blue": 2}]), objective="points", horizon="turn")
    assert turn.exact


def test_the_plan_for_a_turn_that_wins():
    state = table([["B2+YB"]], leaders=[(12, 2)], vehicles=[{"blue": 2}], placed=[["YB"]])
    found = orienteer.evaluate(state, horizon="turn", objective="points", method="exact")
    steps = [step.id for step in found.turn.steps()]
    assert "explore-B2-blue" in steps
    assert steps[-1].startswith("complete-B2+YB")
    plans = orienteer.turns(state, 3, horizon="turn", objective="points", method="exact").plans
    assert plans[0].value == 4
    assert all(plan.value <= 4 for plan in plans)
