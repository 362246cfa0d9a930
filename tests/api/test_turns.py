"""turns(): the best plans for a whole turn, exact ones to the fraction, those with the same end once."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import orienteer
from orienteer.core.python_game import PythonGame
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER, View
from tests.mcts.hidden_games import Cellar

FEW = orienteer.Limits(iterations=4000)


class Errands(PythonGame):
    """Two errands in any order, or fewer: sell (0) is worth 1, dig (1) is worth 0 or 4 by a coin, rest (2) ends the turn."""

    def __init__(self) -> None:
        super().__init__(
            name="errands",
            num_players=1,
            num_distinct_actions=3,
            max_chance_outcomes=2,
            max_game_length=4,
            objectives=("points",),
        )

    def utility_bounds(self, objective=None):
        return 0.0, 5.0

    def initial_value(self):
        return (False, None, False)  # sold, what was dug up ("?" while the coin is in the air), rested

    def current_player(self, value):
        sold, dug, rested = value
        if dug == "?":
            return CHANCE_PLAYER
        return TERMINAL_PLAYER if rested or (sold and dug is not None) else 0

    def legal_actions(self, value, player):
        return [0] * (not value[0]) + [1] * (value[1] is None) + [2]

    def action_to_string(self, player, action):
        return f"finds {4 * action}" if player == CHANCE_PLAYER else ("sell", "dig", "rest")[action]

    def chance_outcomes(self, value):
        return [(0, 1), (1, 1)]

    def apply(self, value, action):
        sold, dug, rested = value
        if dug == "?":
            return (sold, 4 * action, rested)
        return (sold or action == 0, "?" if action == 1 else dug, rested or action == 2)

    def returns(self, value, objective):
        return [value[0] + (value[1] if isinstance(value[1], int) else 0.0)]

    def observe(self, before, actor, action, after, player):
        return (actor, action)


def test_the_order_of_two_errands_does_not_make_another_plan():
    found = orienteer.turns(Errands().new_initial_state(), 10)
    assert (found.status, found.method) == ("float", "expectimax")
    # Both errands 3; dig, then sell in one of two cases 2.5; dig alone 2 or sell alone 1; rest 0.
    assert [plan.value for plan in found.plans] == [3.0, 2.5, 2.5, 2.0, 1.0, 0.0]
    assert sum(plan.alike for plan in found.plans) >= 1  # both orders of the best
    assert found.plans[-1].step.id == "rest"
    assert [plan.gap for plan in found.plans] == [0.0, 0.5, 0.5, 1.0, 2.0, 3.0]
    sampled = orienteer.turns(Errands().new_initial_state(), 6, method="mcts", limits=FEW)
    assert sampled.status == "sampled"
    for plan, exact in zip(sampled.plans, (3.0, 2.5, 2.5, 2.0), strict=False):
        assert plan.interval[0] - 0.05 <= exact <= plan.interval[1] + 0.05
    # In the same worlds with the same coins the best two differ by 0 or 1, whatever the coin.
    assert 0 < sampled.plans[1].gap_stderr < sampled.plans[1].stderr


def test_exact_values_are_those_of_playing_the_plan():
    state = Pig(target=6).new_initial_state()
    found = orienteer.turns(state, 2, limits=orienteer.Limits(seconds=60))
    best = orienteer.evaluate(state, method="exact", limits=orienteer.Limits(seconds=60))
    assert found.plans[0].value == pytest.approx(best.value, abs=1e-12)
    assert found.plans[0].step == best.turn
    assert [plan.value for plan in found.plans] == sorted((plan.value for plan in found.plans), reverse=True)
    ends = []
    for plan in found.plans:
        assert sum(branch.probability for branch in plan.step.branches) == Fraction(1)
        ends.append(str(plan.step.to_dict()))
    assert len(set(ends)) == 2


def test_law_worlds_that_look_alike_give_the_same_plans():
    worlds = [Cellar().new_initial_state().child(corner) for corner in (0, 1)]
    first, second = ({**orienteer.turns(View(w, 0), 6, limits=FEW, trees=2).to_dict(), "seconds": 0} for w in worlds)
    assert first == second
    # Look and dig there; dig left or right, whatever a look says; look and dig at the other corner.
    value = {(plan["plan"]["id"], plan["alike"]): plan["value"] for plan in first["plans"] if plan["plan"]["id"] != "look"}
    assert [name for name, _ in value] == ["dig 1", "dig 0"]
    assert first["plans"][0]["plan"]["id"] == "look"
    assert first["plans"][0]["value"] == 1.0
    assert max(value.values()) == pytest.approx(0.75, abs=0.08)
    assert sum(value.values()) == pytest.approx(1)  # in common worlds one of the corners has it
    assert json.loads(json.dumps(first)) == first


def test_threads_do_not_change_plans_and_a_seed_does():
    def answer(**options):
        return {
            **orienteer.turns(View(Cellar().new_initial_state().child(0), 0), 3, limits=FEW, **options).to_dict(),
            "seconds": 0,
        }

    assert answer(trees=2) == answer(trees=2, threads=2)
    assert answer(trees=2)["plans"][1]["value"] != answer(trees=2, seed=1)["plans"][1]["value"]


def test_what_is_refused():
    with pytest.raises(orienteer.OptionError, match="k"):
        orienteer.turns(Pig().new_initial_state(), 0)
    with pytest.raises(orienteer.OrienteerError, match="nobody has a choice"):
        orienteer.turns(View(KuhnPoker().new_initial_state(), 0), limits=FEW)
    with pytest.raises(orienteer.TooLargeError):
        orienteer.turns(View(Cellar().new_initial_state().child(0), 0), method="exact")
