"""Searching Takara Island's long turns: plans with exact odds, many moves, several trees, all within the limits."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import orienteer
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, View
from orienteer.core.takara_island import TakaraIsland
from orienteer.mcts import Search
from orienteer.planning import possible_roots
from orienteer.plans import plan_lines


def view_with(moves: int, players: int = 2, seed: int = 1) -> View:
    """The view of the first seat that chooses among so many moves, by random play."""
    state, stream = TakaraIsland(players=players).new_initial_state(), RandomStream(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.current_player() != CHANCE_PLAYER and len(legal) >= moves:
            return View(state, state.current_player())
        state.apply(state.sample_chance(stream) if state.is_chance_node() else legal[stream.below(len(legal))])
    raise AssertionError(f"no seat with {moves} moves")


def test_a_plan_has_the_posteriors_odds() -> None:
    # Nobody has seen a card: what a dig shows has the odds of the chance node, as fractions.
    view = View(TakaraIsland().new_initial_state(), 0)
    plan = orienteer.evaluate(view, limits=orienteer.Limits(iterations=3000), allow=["dig-0"]).turn
    assert plan is not None
    shown = {branch.noticed[-1].split("card=")[1]: branch.probability for branch in plan.branches}
    exact = {
        view.mask.action_to_string(CHANCE_PLAYER, outcome): weight
        for outcome, weight in view.mask.alone(0).child(view.mask.string_to_action(0, "dig-0")).chance_outcomes()  # type: ignore[attr-defined]
    }
    assert shown == {card: Fraction(weight, sum(exact.values())) for card, weight in exact.items()}
    assert sum(branch.probability for branch in plan.branches) == 1


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_view_knows_is_played_like_the_world(players: int) -> None:
    """The viewer notices in `known_state` what he notices in the worlds, under the same tokens."""
    view = view_with(10, players, seed=3)
    (known,) = possible_roots(view, None, 0)
    world = view.belief().sample(RandomStream(5))
    for action in view.mask.legal_actions():
        ours, theirs = known.state.child(action), world.child(action)
        assert ours.observed(view.viewer) == theirs.observed(view.viewer)
        if theirs.is_chance_node():
            outcomes = dict(ours.chance_outcomes())
            for outcome, _ in theirs.chance_outcomes():
                assert outcomes[outcome] > 0
                assert ours.child(outcome).observed(view.viewer) == theirs.child(outcome).observed(view.viewer)
                assert ours.child(outcome).observation_key(view.viewer) == theirs.child(outcome).observation_key(view.viewer)


def test_many_moves_and_few_simulations_leave_no_number_out_of_json() -> None:
    view = view_with(40)
    few = orienteer.evaluate(view, limits=orienteer.Limits(iterations=40))
    assert any(m.visits == 0 and m.interval is None for m in few.moves)
    text = json.dumps(few.to_dict(), allow_nan=False)
    assert '"value": null' in text
    assert few.moves[0].value == few.moves[0].value  # the best one has a value


def test_threads_change_nothing_and_memory_is_kept() -> None:
    view = view_with(20, players=3, seed=2)
    answers = [
        {**orienteer.evaluate(view, limits=orienteer.Limits(iterations=900), trees=3, threads=threads).to_dict(), "seconds": 0}
        for threads in (1, 3)
    ]
    assert answers[0] == answers[1]
    search = Search(view, memory_mb=0.5, trees=2)
    search.run(iterations=6000)
    assert sum(tree.pool.num_bytes for tree in search.trees) <= 500_000
    assert search.result(playouts=10).stopped_by == "iterations, tree full"


def test_the_best_turns_end_differently() -> None:
    view = view_with(10, seed=4)
    found = orienteer.turns(view, 3, limits=orienteer.Limits(iterations=3000))
    texts = ["\n".join(plan_lines(plan.step)) for plan in found.plans]
    assert len(set(texts)) == len(texts) > 1
    assert found.plans[0].gap == 0
    assert all(plan.gap >= 0 for plan in found.plans)
