"""Simultaneous choices: average strategies approach an equilibrium; games written in Python."""

from __future__ import annotations

import pytest

from orienteer.core.incan_gold import IncanGold
from orienteer.core.python_game import PythonGame
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER
from orienteer.limits import Limits
from orienteer.mcts import mcts
from tests.mcts.oracles import Recursion, matrix_strategies

MATRIX = ((0.9, 0.2), (0.3, 0.6))  # equilibrium: (0.3, 0.7) against (0.4, 0.6), worth 0.48


class Pennies(PythonGame):
    """After `dice` throws of no importance, one simultaneous choice, with seat 0's share of the win from a table."""

    def __init__(self, dice: int = 0, fail_at: int | None = None) -> None:
        super().__init__(
            name="pennies", num_players=2, num_distinct_actions=2, max_chance_outcomes=3,
            options={"dice": dice, "fail_at": fail_at},
        )  # fmt: skip

    def initial_value(self):  # type: ignore[no-untyped-def]
        return (self.options["dice"], None)

    def current_player(self, value):  # type: ignore[no-untyped-def]
        dice, choice = value
        return CHANCE_PLAYER if dice else SIMULTANEOUS_PLAYER if choice is None else TERMINAL_PLAYER

    def legal_actions(self, value, player):  # type: ignore[no-untyped-def]
        return (0, 1)

    def chance_outcomes(self, value):  # type: ignore[no-untyped-def]
        return ((0, 1), (2, 3))

    def apply(self, value, action):  # type: ignore[no-untyped-def]
        return (value[0] - 1, None)

    def apply_joint(self, value, actions):  # type: ignore[no-untyped-def]
        if self.options["fail_at"] == actions[0]:
            raise ZeroDivisionError("from the game's own code")
        return (0, tuple(actions))

    def returns(self, value, objective):  # type: ignore[no-untyped-def]
        share = 0.5 if value[1] is None else MATRIX[value[1][0]][value[1][1]]
        return (share, 1 - share)


def test_average_strategies_approach_the_equilibrium() -> None:
    result = mcts(Pennies().new_initial_state(), limits=Limits(iterations=30_000))
    assert result.player == SIMULTANEOUS_PLAYER
    assert result.strategies[0][0] == pytest.approx(0.3, abs=0.03)
    assert result.strategies[1][0] == pytest.approx(0.4, abs=0.03)
    assert result.position.value[0] == pytest.approx(0.48, abs=0.02)
    # At an equilibrium both actions are worth the same to their seat.
    assert result.gap == pytest.approx(0, abs=0.05)
    assert sum(move.policy for move in result.moves) == pytest.approx(2)


def test_exploration_is_left_out_of_the_answer() -> None:
    state = Goofspiel(cards=3).new_initial_state()
    result = mcts(state, limits=Limits(iterations=30_000), gamma=0.5)
    assert result.strategies[0][2] > 0.98  # the largest prize first: bid the highest card


def test_decoupled_uct_answers_with_shares_of_visits() -> None:
    result = mcts(Pennies().new_initial_state(), limits=Limits(iterations=3000), selection="uct")
    for move in result.moves:
        visits = sum(other.visits for other in result.moves if other.player == move.player)
        assert move.policy == pytest.approx(move.visits / visits)


def test_two_chance_nodes_in_a_row() -> None:
    result = mcts(Pennies(dice=2).new_initial_state(), limits=Limits(iterations=30_000), trees=2, threads=2)
    assert (result.player, result.moves) == (CHANCE_PLAYER, ())
    assert result.position.value[0] == pytest.approx(0.48, abs=0.03)
    assert result.nodes == 2 * (1 + 2 + 4 + 4 * 4)


@pytest.mark.parametrize("threads", [1, 2])
def test_errors_in_a_game_reach_the_caller(threads: int) -> None:
    with pytest.raises(ZeroDivisionError, match="own code"):
        mcts(Pennies(fail_at=1).new_initial_state(), limits=Limits(iterations=100), trees=2, threads=threads)


@pytest.mark.parametrize("gap", [0, 3, 8])
def test_last_round_of_incan_gold_is_near_its_equilibrium(gap: int) -> None:
    game = IncanGold(players=2, deck=(3, 5, 9, 14), hazards=(2, 2), rounds=1)
    fields = game.new_initial_state().fields()
    fields["gems"] = (gap, 0)
    state = game.state_from_fields(fields)
    stream = RandomStream(gap)
    while state.current_player() == CHANCE_PLAYER:
        state.apply(state.sample_chance(stream))
    exact = Recursion("win", best=True)
    matrix = exact.matrix(state)
    result = mcts(state, limits=Limits(iterations=60_000), seed=1, playout_share=0.6)
    rows, columns = ([result.strategies[seat][action] for action in (0, 1)] for seat in (0, 1))
    nash_conv = max(matrix @ columns) - min(rows @ matrix)
    assert nash_conv < 0.02
    first, second = matrix_strategies(matrix)
    assert result.position.value[0] == pytest.approx(first @ matrix @ second, abs=0.03)
