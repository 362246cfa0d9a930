"""Best responses: Kuhn poker's published equilibria, and agreement with expectimax where nothing is hidden."""

import pytest

from orienteer.best_response import best_response_value
from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.expectimax import Expectimax

from .random_games import Graph, random_table


def kuhn_equilibrium(alpha):
    """Kuhn's family: seat 0 bluffs with probability alpha in [0, 1/3]. Reads the masked state's text only."""
    first = {"J": alpha, "Q": 0, "K": 3 * alpha}
    facing_bet = {"J": 0, "Q": alpha + 1 / 3, "K": 1}
    after_pass = {"J": 1 / 3, "Q": 0, "K": 1}
    after_bet = {"J": 0, "Q": 1 / 3, "K": 1}

    def policy(state, seat):
        cards, moves = str(state).removeprefix("cards ").split("; moves ")
        card = cards.split(", ")[seat]
        assert cards.split(", ")[1 - seat] == "?"
        table = {"none": first, "pass bet": facing_bet, "pass": after_pass, "bet": after_bet}[moves]
        return {0: 1 - table[card], 1: table[card]}

    return policy


@pytest.mark.known
@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_kuhn_poker_is_worth_minus_one_eighteenth(alpha):
    policy = kuhn_equilibrium(alpha)
    assert best_response_value(KuhnPoker(), 0, policy) == pytest.approx(-1 / 18, abs=1e-12)
    assert best_response_value(KuhnPoker(), 1, policy) == pytest.approx(1 / 18, abs=1e-12)


def test_kuhn_poker_outside_the_family_loses():
    assert best_response_value(KuhnPoker(), 1, kuhn_equilibrium(0.4 / 3 + 0.2)) >= 1 / 18 - 1e-12
    assert best_response_value(KuhnPoker(), 1, "uniform") > 1 / 18
    assert best_response_value(KuhnPoker(), 0, {1: "uniform"}) > -1 / 18


@pytest.mark.parametrize("seed", range(20))
def test_equals_expectimax_where_nothing_is_hidden(seed):
    state = Graph(random_table(seed, players=3, simultaneous=True), players=3).new_initial_state()
    for seat in range(3):
        policies = {other: "uniform" for other in range(3) if other != seat}
        expected = Expectimax(state, policies=policies).values()[seat]
        assert best_response_value(state, seat, policies) == pytest.approx(expected, abs=1e-12)


def test_goofspiel_equilibrium_leaves_nothing_to_gain():
    game = Goofspiel(cards=3)
    search = Expectimax(game.new_initial_state())
    policy = lambda state, seat: search.strategy(state)[seat]  # noqa: E731
    for seat in range(2):
        assert best_response_value(game, seat, policy) == pytest.approx(0.5, abs=1e-9)


def test_bad_input_is_named():
    with pytest.raises(OptionError, match="seat"):
        best_response_value(KuhnPoker(), 2, "uniform")
    with pytest.raises(OptionError, match="policy of seat 1"):
        best_response_value(KuhnPoker(), 0, {})
    with pytest.raises(TooLargeError, match="20 histories so far, limit 20"):
        best_response_value(KuhnPoker(), 0, "uniform", max_nodes=20)
