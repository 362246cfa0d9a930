"""The solver against a recursive twin in Fractions, and laws that hold in any game."""

import random

import pytest

from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER
from orienteer.expectimax import Expectimax
from orienteer.matrix_games import solve_zero_sum

from .random_games import Graph, random_table, twin


def stage_value(matrix):
    return solve_zero_sum([[float(x) for x in row] for row in matrix])[0]


@pytest.mark.parametrize("seed", range(60))
def test_two_players_equal_the_twin(seed):
    table = random_table(seed, simultaneous=seed % 2 == 1)
    search = Expectimax(Graph(table).new_initial_state())
    assert search.values() == pytest.approx([float(v) for v in twin(table, 2, stage=stage_value)], abs=1e-12)
    assert search.status == "float"
    assert search.eps <= 1e-12


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("tie", ["mix", "first"])
def test_three_players_equal_the_twin(seed, tie):
    table = random_table(1000 + seed, players=3)
    search = Expectimax(Graph(table, players=3).new_initial_state(), tie=tie)
    assert search.values() == pytest.approx([float(v) for v in twin(table, 3, tie=tie)], abs=1e-12)
    assert search.status == "float"


@pytest.mark.parametrize("seed", range(40))
def test_additive_objectives_equal_the_twin(seed):
    table = random_table(2000 + seed, constant_sum=False)
    game = Graph(table, objective="points", rewards=True)
    search = Expectimax(game.new_initial_state())
    assert search.values() == pytest.approx([float(v) for v in twin(table, 2, rewards=True)], abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_uniform_policies_equal_the_twin(seed):
    table = random_table(3000 + seed, simultaneous=True)
    state = Graph(table).new_initial_state()
    for seats in ((0,), (1,), (0, 1)):
        expected = [float(v) for v in twin(table, 2, uniform=seats, stage=stage_value)]
        assert Expectimax(state, policies=dict.fromkeys(seats, "uniform")).values() == pytest.approx(expected, abs=1e-12)

        def flat(s, seat):
            return dict.fromkeys(s.legal_actions(seat), 1 / len(s.legal_actions(seat)))

        assert Expectimax(state, policies=dict.fromkeys(seats, flat)).values() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_horizon_and_depth_equal_the_twin(seed):
    table = random_table(4000 + seed)
    state = Graph(table).new_initial_state()
    expected = twin(table, 2, cut=lambda node: node >= 4, stage=stage_value)
    assert Expectimax(state, horizon="round").values() == pytest.approx([float(v) for v in expected], abs=1e-12)
    for rewards in (False, True):
        state = Graph(table, objective="points" if rewards else "win", rewards=rewards).new_initial_state()
        for depth in (0, 1, 2, 3):
            found = Expectimax(state, depth=depth)
            assert found.values() == pytest.approx([float(v) for v in limited(table, 0, depth, rewards)], abs=1e-12)


def limited(table, node, depth, rewards):
    current, edges, weights, values = table[node]
    if depth == 0 or current == TERMINAL_PLAYER:
        return [0, 0] if rewards else values
    after = {a: limited(table, child, depth - 1, rewards) for a, child in edges.items()}
    if rewards:
        after = {a: [x + y for x, y in zip(v, table[edges[a]][3], strict=True)] for a, v in after.items()}
    if current == CHANCE_PLAYER:
        total = sum(weights.values())
        return [sum(weights[a] * v[k] for a, v in after.items()) / total for k in range(2)]
    most = max(v[current] for v in after.values())
    best = [v for v in after.values() if v[current] == most]
    return [sum(v[k] for v in best) / len(best) for k in range(2)]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("players", [2, 3])
def test_law_value_of_a_move_is_the_value_of_its_child(seed, players):
    table = random_table(5000 + seed, players=players, simultaneous=players == 2)
    state = Graph(table, players=players).new_initial_state()
    before = state.key()
    search = Expectimax(state)
    for play, values in search.action_values().items():
        child = state.child_joint(list(play)) if isinstance(play, tuple) else state.child(play)
        assert values == search.values(child)
        assert values == pytest.approx(Expectimax(child).values(), abs=1e-12)
    assert state.key() == before


@pytest.mark.parametrize("seed", range(20))
def test_law_relabelled_nodes_dummy_moves_and_zero_branches_change_nothing(seed):
    rng = random.Random(seed)
    table = random_table(6000 + seed, players=3)
    expected = Expectimax(Graph(table, players=3).new_initial_state()).values()
    # 1. Seats renamed.
    order = rng.sample(range(3), 3)
    renamed = {
        node: (order[p] if p >= 0 else p, edges, weights, [v[order.index(k)] for k in range(3)])
        for node, (p, edges, weights, v) in table.items()
    }
    found = Expectimax(Graph(renamed, players=3).new_initial_state()).values()
    assert [found[order[k]] for k in range(3)] == pytest.approx(expected, abs=1e-12)
    # 2. A forced move and a forced outcome before every node; actions numbered the other way round.
    dummy = {}
    for node, (p, edges, weights, v) in table.items():
        dummy[node] = (rng.randrange(3), {5: node + 100}, None, v)
        dummy[node + 100] = (CHANCE_PLAYER, {0: node + 200}, {0: 7}, v)
        dummy[node + 200] = (
            p,
            {7 - a: c for a, c in edges.items()},
            weights and {7 - a: w for a, w in weights.items()},
            v,
        )
    assert Expectimax(Graph(dummy, players=3).new_initial_state()).values() == pytest.approx(expected, abs=1e-12)
    # 3. A branch that a policy never takes.
    search = Expectimax(Graph(table, players=3).new_initial_state(), policies={0: lambda s, seat: {s.legal_actions()[0]: 1}})
    pruned = {n: (p, dict([min(e.items())]) if p == 0 else e, w, v) for n, (p, e, w, v) in table.items()}
    assert search.values() == pytest.approx(Expectimax(Graph(pruned, players=3).new_initial_state()).values(), abs=1e-12)


def test_zero_payoffs_are_worth_zero():
    table = {n: (*row[:3], [0, 0, 0]) for n, row in random_table(7, players=3).items()}
    assert Expectimax(Graph(table, players=3).new_initial_state()).values() == [0, 0, 0]
