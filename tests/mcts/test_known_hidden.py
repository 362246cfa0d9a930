"""Search over information sets held to known values: Kuhn poker, and two tiny games in Python."""

from __future__ import annotations

from typing import Any

import pytest

from orienteer.best_response import best_response_value
from orienteer.core.errors import OptionError
from orienteer.core.state import State, View
from orienteer.limits import Limits
from orienteer.mcts import Search, mcts, strategies_by_information_set
from orienteer.mcts.info_tree import InfoTree
from tests.conformance.tiny_games import Duel
from tests.mcts.hidden_games import Coin, Hideout
from tests.mcts.kuhn import from_the_root, kuhn, nash_conv, set_by_set, value
from tests.mcts.test_information_sets import kinds


def test_known_kuhn_regret_matching_approaches_an_equilibrium() -> None:
    found = from_the_root(1_000_000, selection="regret_matching")
    assert len(found) == 12
    assert nash_conv(found) < 0.01
    # Every equilibrium folds the jack to a bet and calls with the king.
    answers = {str(known.state): known.strategy for known in found}
    assert answers["cards ?, J; moves bet"][1] < 0.01
    assert answers["cards ?, K; moves bet"][1] > 0.99


def test_known_kuhn_value() -> None:
    result = mcts(View(kuhn(), 0), selection="regret_matching", limits=Limits(iterations=300_000), playout_share=0.5)
    assert result.position.value[0] == pytest.approx(-1 / 18, abs=0.015)
    assert result.position.value[1] == -result.position.value[0]


def test_fresh_playouts_are_worth_what_the_strategies_read_off_are() -> None:
    for iterations in (30, 300):  # strategies that are still far from each other and from good
        search = Search(View(kuhn(), 0), selection="regret_matching", trust=1, seed=iterations)
        search.run(iterations=iterations)
        position = search.result(playouts=100_000).position
        exact = value(strategies_by_information_set(search))
        assert abs(position.value[0] - exact) < 4.5 * position.stderr[0]


def test_known_kuhn_uct_by_one_search_and_set_by_set() -> None:
    assert nash_conv(from_the_root(100_000, selection="uct")) < 0.1
    # Set by set, what the bet reveals is left out, and a third stays to be gained.
    for selection in ("uct", "regret_matching"):
        assert nash_conv(set_by_set(20_000, selection=selection)) == pytest.approx(1 / 3, abs=0.02)


def test_known_kuhn_smooth_uct_is_nearer_to_an_equilibrium_than_uct() -> None:
    uct, smooth = (nash_conv(from_the_root(300_000, selection=selection)) for selection in ("uct", "smooth_uct"))
    assert smooth < 0.02
    assert smooth < uct / 2


def test_smooth_uct_answers_with_shares_of_visits() -> None:
    search = Search(View(kuhn(1, 0), 0), selection="smooth_uct", trees=2)
    search.run(iterations=2000)
    result = search.result(playouts=200)
    visits = {move.action: move.visits for move in result.moves}
    assert sum(visits.values()) == 2000
    assert result.strategies[0] == {action: count / 2000 for action, count in visits.items()}
    assert 0 < visits[0] < 2000


@kinds
def test_known_coin_is_not_seen(kind: dict[str, Any]) -> None:
    for heads, best, worth in [(1, 2, 0.6), (2, 0, 2 / 3)]:
        state = Coin(heads).new_initial_state()
        state.apply(1)
        result = mcts(View(state, 0), limits=Limits(iterations=3000), **kind)
        assert result.best == best
        assert result.move(best).value[0] == pytest.approx(worth, abs=0.06)


def test_known_hideout_with_moves_that_the_other_does_not_notice() -> None:
    game = Hideout()
    search = Search(View(game.new_initial_state(), 0), selection="regret_matching")
    search.run(iterations=20_000)
    found = strategies_by_information_set(search)
    # Three sets of seat 0; one of seat 1, who has noticed nothing.
    assert [(known.player, known.chain) for known in found if known.player == 1] == [(1, ())]
    assert len(found) == 4
    table = {(known.player, known.state.key()): known.strategy for known in found}

    def policy(seen: State, seat: int) -> dict[int, float]:
        return table[seat, seen.key()]

    best = [best_response_value(game, seat, policy) for seat in (0, 1)]
    assert sum(best) < 0.12
    assert best[0] == pytest.approx(2 / 3, abs=0.1)


@kinds
def test_seats_do_not_notice_what_they_do_not_notice(kind: dict[str, Any]) -> None:
    search = Search(View(Hideout().new_initial_state(), 0), **kind)
    search.run(iterations=300)
    # Seat 1's one set; SO has it once for each of the viewer's four chains.
    assert search.trees[0].pool.num_nodes == (1 + 2 + 4 if kind["mode"] == "so" else 1 + 2 + 1)


def test_hands_share_a_tree_or_have_their_own() -> None:
    state = Duel().new_initial_state()
    state.apply(3)
    state.apply(2)
    weak = Duel().new_initial_state()
    weak.apply(3)
    weak.apply(1)
    merged = Search(View(state, 0))
    merged.run(iterations=300)
    assert list(merged.strategy_at(1, [])) == [0, 1, 2]
    apart = Search(View(state, 0), private_roots=True)
    apart.run(iterations=300)
    assert list(apart.strategy_at(1, [], state)) == [0, 1, 2]
    assert list(apart.strategy_at(1, [], weak)) == [0, 1]


@pytest.mark.parametrize("mode", ["mo", "so"])
def test_availability_is_counted_where_an_action_is_legal(mode: str) -> None:
    # Seat 0 holds a 3; of the 1, the 2 and the other 3 that seat 1 may hold, two let him double.
    state = Duel().new_initial_state()
    state.apply(3)
    state.apply(1)
    search = Search(View(state, 0), mode=mode, seed=1)
    search.run(iterations=3000)
    tree = search.trees[0]
    assert isinstance(tree, InfoTree)
    fold, bet, double = sorted(tree.arms_at(1, []))
    assert fold[2] == bet[2] == 3000
    assert double[2] == pytest.approx(2000, abs=120)
    assert double[1] <= double[2]
    assert fold[1] + bet[1] + double[1] == 3000


def test_strategies_are_read_off_trees_of_all_seats_only() -> None:
    with pytest.raises(OptionError, match="mode"):
        strategies_by_information_set(Search(View(kuhn(), 0), mode="so"))
