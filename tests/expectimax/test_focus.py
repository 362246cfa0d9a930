"""One seat's value against known policies: what is left out must not change it."""

import pytest

import orienteer
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.reference.pig import Pig
from orienteer.expectimax import Expectimax
from orienteer.games.incan_gold.policies import AlwaysLeave, LeaveAfter, LeaveAt, Mix, NeverLeave
from orienteer.limits import Limits
from orienteer.policies import uniform
from orienteer.tables import evaluation_table
from tests.incan_gold.helpers import card, choose, start

SMALL = {"deck": (5, 9), "hazards": (2, 2), "rounds": 2, "artifacts": False}
OTHERS = {
    "never-leave": dict.fromkeys((1, 2), NeverLeave()),
    "mix": dict.fromkeys((1, 2), Mix(leave="1/3")),
    "leave-after": dict.fromkeys((1, 2), LeaveAfter(cards=2)),
    "uniform": dict.fromkeys((1, 2), uniform),
    "different": {1: AlwaysLeave(), 2: LeaveAt(gems=3)},
}


def ask(policy):
    """The same policy without its promises."""
    return lambda state, seat: policy(state, seat)


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("horizon", ["game", "round", "turn"])
@pytest.mark.parametrize("objective", ["points", "win"])
def test_focus_gives_the_value_of_the_whole_graph(others, horizon, objective):
    state = start(players=3, **SMALL)
    whole = Expectimax(
        state, objective=objective, horizon=horizon, policies={seat: ask(policy) for seat, policy in others.items()}
    )
    focused = Expectimax(state, objective=objective, horizon=horizon, policies=others, focus=0)
    assert focused.values()[0] == pytest.approx(whole.values()[0], abs=1e-12)
    assert focused.values()[1:] == pytest.approx([float("nan")] * 2, nan_ok=True)
    assert focused.status == "float"
    if objective == "points" and horizon != "turn":
        assert focused.num_nodes < whole.num_nodes
    for outcome, values in focused.action_values().items():
        assert values[0] == pytest.approx(whole.action_values()[outcome][0], abs=1e-12)


def test_focus_answers_at_a_stage_and_for_any_seat():
    state = card(start(players=3, **SMALL), 9)
    for seat in range(3):
        others = {other: Mix(leave=0.25) for other in range(3) if other != seat}
        search = Expectimax(state, objective="points", policies=others, focus=seat)
        whole = Expectimax(state, objective="points", policies=others)
        assert search.values()[seat] == pytest.approx(whole.values()[seat], abs=1e-12)
        assert search.strategy().keys() == {0, 1, 2}
        assert search.strategy()[seat] == whole.strategy()[seat]
        assert search.strategy()[(seat + 1) % 3] == {0: 0.75, 1: 0.25}


def test_a_settled_root_is_a_leaf():
    state = choose(card(start(players=3, deck=(5, 9, 14), hazards=(2, 2), rounds=1), 14), 0)
    search = Expectimax(state, objective="points", policies=OTHERS["mix"], focus=0)
    assert search.num_nodes == 1
    assert search.values()[0] == state.returns("points")[0]


def test_focus_needs_all_other_policies():
    state = start(players=3, **SMALL)
    for arguments in ({"policies": {1: "uniform"}}, {}, {"policies": OTHERS["mix"], "paranoid_seat": 0}):
        with pytest.raises(OptionError, match="focus"):
            Expectimax(state, focus=0, **arguments)
    with pytest.raises(OptionError, match="focus"):
        Expectimax(state, focus=3, policies=OTHERS["mix"])


def test_promises_of_a_policy_save_calls():
    calls = []

    class Counted(Mix):
        def __call__(self, state, player):
            calls.append(player)
            return super().__call__(state, player)

    class Common(Counted):
        constant = None

    class Separate(Common):
        same_for_all = False

    state = start(players=3, **SMALL)
    found = []
    for kind in (Counted, Common, Separate):
        calls.clear()
        Expectimax(state, objective="points", policies=dict.fromkeys(range(3), kind(leave="1/3")))
        found.append(len(calls))
    constant, common, separate = found
    assert constant == 3
    assert constant < common < separate
    expected = Expectimax(state, objective="points", policies=dict.fromkeys(range(3), ask(Mix(leave="1/3")))).values()
    for kind in (Counted, Common, Separate):
        search = Expectimax(state, objective="points", policies=dict.fromkeys(range(3), kind(leave="1/3")))
        assert search.values() == pytest.approx(expected, abs=1e-12)


def test_evaluate_answers_for_the_seat_without_a_policy():
    state = card(start(players=3, **SMALL), 9)
    found = orienteer.evaluate(state, objective="points", method="exact", horizon="round", opponents="never-leave")
    assert (found.player, found.method, found.status) == (0, "expectimax", "float")
    plain = found.to_dict()
    assert plain["values"][1:] == [None, None]
    assert plain["moves"][0]["values"][1:] == [None, None]
    assert found["leave"].value == pytest.approx(3)
    # Chance comes first: nobody chooses, and the question is still about the one seat without a policy.
    first = orienteer.evaluate(start(players=3, **SMALL), objective="points", method="exact", opponents=OTHERS["mix"])
    assert first.player is None
    assert first.to_dict()["values"][1:] == [None, None]
    assert "–" in next(evaluation_table(first)).plain
    # With a policy for everybody all values are there.
    all_play = orienteer.evaluate(
        start(players=3, **SMALL), objective="points", method="exact", opponents=dict.fromkeys(range(3), "mix leave=0.5")
    )
    assert all(isinstance(value, float) for value in all_play.to_dict()["values"])


def test_stop_gives_an_answer_unless_exact_was_asked_for():
    state = Pig(target=100).new_initial_state()
    running = orienteer.analysis(state, method="exact", limits=Limits(seconds=60))
    running.stop()
    with pytest.raises(OrienteerError, match="stopped"):
        running.result()
    running = orienteer.analysis(state, limits=Limits(seconds=60))
    running.stop()
    answer = running.result()
    assert (answer.method, answer.stopped_by) == ("mcts", "stop")
