"""Lookahead against looking at everything in plain Python with Fractions, on random games."""

from __future__ import annotations

from math import isnan

import pytest

from orienteer.core.state import State
from orienteer.lookahead import Lookahead, LookaheadResult
from tests.lookahead.random_games import RandomGame, twin

UNITS = ["decisions", "turns", "transitions"]
PRUNINGS = ["none", "alpha-beta", "star1", "star2"]
SEEDS = range(6)
TINY_TABLE = 1e-5  # megabytes: one bucket
# A game, and the objective that makes it so: opposed with wins and with a margin that adds up, each for himself, alone, three.
KINDS = [
    ({"reach": 25, "size": 60}, "win"),
    ({}, "margin"),
    ({"paired": False}, "points"),
    ({"players": 1}, "points"),
    ({"players": 3}, "win"),
]


def same(found: tuple[float, ...], wanted: list) -> bool:
    return max(abs(float(a) - b) for a, b in zip(wanted, found, strict=True)) <= 1e-12


def searched(state: State, depth: int, **options) -> LookaheadResult:
    return Lookahead(state, **{"table_mb": 0.01, **options}).run(depth=depth)


@pytest.mark.parametrize(("facts", "objective"), KINDS)
@pytest.mark.parametrize("unit", UNITS)
def test_values_are_those_of_looking_at_everything(facts, objective, unit):
    for seed in SEEDS:
        state = RandomGame(seed, **facts).new_initial_state()
        truth, _ = twin(state, None, objective=objective)
        for depth in (1, 4):
            wanted, sure = twin(state, depth, unit, objective)
            for pruning in PRUNINGS if state.game.is_paired else ["star2"]:
                found = searched(state, depth, objective=objective, unit=unit, pruning=pruning)
                assert same(found.values, wanted if found.depth == depth else truth), (seed, depth, pruning)
                assert (found.status == "float") >= sure, (seed, depth, pruning)


@pytest.mark.parametrize(("facts", "objective"), KINDS)
def test_what_is_called_exact_is_the_true_value(facts, objective):
    proven = estimated = 0
    for seed in SEEDS:
        state = RandomGame(seed, **facts).new_initial_state()
        truth, _ = twin(state, None, objective=objective)
        for depth in (1, 3, 20):
            for multi in (True, False):
                found = searched(state, depth, objective=objective, multi=multi)
                proven += found.status == "float"
                estimated += found.status != "float"
                assert found.status != "float" or same(found.values, truth), (seed, depth, multi)
                for move in found.moves:
                    true = twin(state.child(move.action), None, objective=objective)[0][found.player]
                    value = move.values[found.player]
                    wrong = {"exact": abs(true - value) > 1e-12, "at most": true > value, "at least": true < value}[move.bound]
                    assert not (move.proven and wrong), (seed, depth, multi, move)
    assert proven > 5
    assert estimated > 5


@pytest.mark.parametrize(("facts", "objective"), KINDS)
def test_a_table_that_forgets_changes_no_value(facts, objective):
    forgot = 0
    for seed in SEEDS:
        state = RandomGame(seed, **facts).new_initial_state()
        large, small = (searched(state, 5, objective=objective, table_mb=mb) for mb in (1.0, TINY_TABLE))
        forgot += small.replaced
        assert small.values == pytest.approx(large.values, abs=1e-12)
        known = {m.action: m.values for m in large.moves}
        assert all(m.values == pytest.approx(known[m.action], abs=1e-12) for m in small.moves)
    assert forgot > 100


def test_bounds_of_moves_that_were_cut_off_hold():
    cut = 0
    for seed in range(24):
        state = RandomGame(seed, size=60, reach=25).new_initial_state()
        found = searched(state, 4, multi=False)
        for move in found.moves if found.depth == 4 else ():
            true = twin(state.child(move.action), 4 - (len(found.moves) > 1))[0][found.player]
            value = move.values[found.player]
            cut += move.bound == "at most"
            assert (
                move.depth < 4
                or isnan(value)
                or (true <= value + 1e-12 if move.bound == "at most" else abs(true - value) <= 1e-12)
            )
    assert cut > 3


# -- changes that must not matter --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_the_order_of_moves_changes_no_value(pruning):
    for seed in SEEDS:
        plain, shuffled = (RandomGame(seed, size=60, reach=25, order=order).new_initial_state() for order in (0, 5))
        one, two = searched(plain, 4, pruning=pruning), searched(shuffled, 4, pruning=pruning)
        assert two.values == pytest.approx(one.values, abs=1e-12)


@pytest.mark.parametrize(("facts", "objective"), KINDS)
def test_scaled_payoffs_scale_values(facts, objective):
    for seed in SEEDS:
        one, many, nothing = (
            searched(RandomGame(seed, scale=scale, **facts).new_initial_state(), 4, objective=objective)
            for scale in (1.0, 1024.0, 0.0)
        )
        assert [v / 1024 for v in many.values] == pytest.approx(one.values, abs=1e-12)
        assert set(nothing.values) == {0.0}


class Mirrored(RandomGame):
    """The seats change places."""

    def current_player(self, value: int) -> int:
        player = super().current_player(value)
        return 1 - player if player >= 0 else player

    def returns(self, value: int, objective: str) -> list[float]:
        return super().returns(value, objective)[::-1]


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_seats_that_change_places_change_values(pruning):
    for seed in SEEDS:
        one, other = (
            searched(kind(seed, size=60, reach=25).new_initial_state(), 4, pruning=pruning) for kind in (RandomGame, Mirrored)
        )
        assert other.values == pytest.approx(one.values[::-1], abs=1e-12)
        assert other.status == one.status


# -- what pruning saves ------------------------------------------------------------------------------------------------------


def test_every_kind_of_pruning_saves_nodes():
    totals = []
    for pruning in PRUNINGS:
        games = (RandomGame(seed, size=70, reach=40) for seed in range(6))
        found = [searched(game.new_initial_state(), 6, pruning=pruning, table_mb=TINY_TABLE) for game in games]
        totals.append(sum(result.nodes for result in found))
    assert totals[0] > totals[1] > max(totals[2:])
