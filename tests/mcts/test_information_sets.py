"""Search over information sets: what it may see, awkward roots, determinism and limits."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER, CertainBelief, View
from orienteer.games.registry import register_package
from orienteer.limits import Limits
from orienteer.mcts import Search, mcts
from tests.conformance.tiny_games import Duel, Voyage
from tests.mcts.kuhn import kuhn
from tests.mcts.test_kernel import comparable

FEW = Limits(iterations=600)
KINDS: list[dict[str, Any]] = [
    {"mode": "mo", "selection": "uct"},
    {"mode": "mo", "selection": "uct", "private_roots": True},
    {"mode": "so", "selection": "uct"},
    {"mode": "mo", "selection": "smooth_uct"},
    {"mode": "mo", "selection": "regret_matching"},
]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind.values())))


# -- what it may see ---------------------------------------------------------------------------------------------------


@kinds
def test_law_worlds_that_look_alike_give_the_same(kind: dict[str, Any]) -> None:
    jack, king = (mcts(View(kuhn(1, card, 0), 0), limits=FEW, **kind) for card in (0, 2))
    assert comparable(jack) == comparable(king)
    facing = [comparable(mcts(View(kuhn(card, 1, 1), 1), limits=FEW, **kind)) for card in (0, 2)]
    assert facing[0] == facing[1]
    assert facing[0] != comparable(mcts(View(kuhn(0, 2, 1), 1), limits=FEW, **kind))  # another card of his own


def test_the_true_state_is_searched_as_a_named_cheat_only() -> None:
    # Seat 1 holds the queen and answers a bet. By belief calling is worth 0 (a jack or a king), folding −1.
    state = kuhn(2, 1, 1)
    with pytest.raises(OrienteerError, match="kuhn_poker hides information"):
        Search(state)
    honest = mcts(View(state, 1), limits=Limits(iterations=20_000))
    cheat = mcts(state, cheating=True, limits=FEW)
    assert (honest.best, cheat.best) == (1, 0)
    assert cheat.move(1).value[1] == -2  # against the king, which is what it sees
    assert honest.move(1).value[1] == pytest.approx(0, abs=0.15)
    with pytest.raises(OptionError, match="cheating"):
        Search(View(state, 1), cheating=True)


def test_lines_name_the_viewers_moves_alone() -> None:
    result = mcts(View(kuhn(1, 2), 0), limits=Limits(iterations=3000))
    assert {step.player for move in result.moves for step in move.principal_line} == {0}
    # After a pass he is to move again where the other bets.
    assert [len(move.principal_line) for move in result.moves] == [2, 1]


# -- roots ---------------------------------------------------------------------------------------------------------------


@kinds
def test_terminal_root_is_its_own_value(kind: dict[str, Any]) -> None:
    result = mcts(View(kuhn(2, 1, 1, 1), 0), limits=FEW, **kind)
    assert (result.player, result.moves, result.position.value) == (TERMINAL_PLAYER, (), (2.0, -2.0))
    assert result.stopped_by == "terminal"


@kinds
def test_without_a_choice_of_the_viewer_there_is_a_value_and_no_moves(kind: dict[str, Any]) -> None:
    chance = mcts(View(kuhn(), 0), limits=Limits(iterations=20_000), **kind)
    assert (chance.player, chance.moves, chance.choices) == (CHANCE_PLAYER, (), ())
    assert chance.position.value[0] == pytest.approx(-1 / 18, abs=0.1)
    other = mcts(View(kuhn(2, 1), 1), limits=FEW, **kind)
    assert (other.player, other.moves) == (0, ())


@kinds
def test_one_legal_move_at_the_root_is_still_listed(kind: dict[str, Any]) -> None:
    # Both suns in the captain's hand and two asked for: all he can do is pay.
    state = Voyage().new_initial_state()
    for move in (1, 1, 0, 0, 3, 0):
        state.apply(move)
    result = mcts(View(state, 0), limits=FEW, **kind)
    assert [(move.action, move.policy) for move in result.moves] == [(2, 1.0)]
    assert result.move(2).visits == result.iterations


@kinds
def test_simultaneous_choices_are_made_apart(kind: dict[str, Any]) -> None:
    state = Duel().new_initial_state()
    for card in (3, 1):
        state.apply(card)
    # A 3 loses to nothing: double, which quadruples nothing but the other's fold.
    result = mcts(View(state, 0), limits=Limits(iterations=2000), **kind)
    assert [(move.player, move.action) for move in result.moves] == [(0, 0), (0, 1), (0, 2)]
    assert result.best == 2


def test_a_game_that_hides_nothing_can_be_searched_from_a_belief() -> None:
    state = Goofspiel(cards=3, point_order="random").new_initial_state()
    result = mcts(CertainBelief(state, 0), selection="regret_matching", limits=Limits(iterations=30_000))
    assert result.position.value[0] == pytest.approx(0.5, abs=0.03)
    assert comparable(mcts(View(state, 0), limits=FEW)) == comparable(mcts(state, limits=FEW))


# -- determinism and limits ------------------------------------------------------------------------------------------------


@kinds
def test_law_threads_and_slices_do_not_change_the_result(kind: dict[str, Any]) -> None:
    view = View(kuhn(1, 2), 0)
    results = [mcts(view, limits=Limits(iterations=1501), seed=7, trees=4, threads=threads, **kind) for threads in (1, 2, 3)]
    assert comparable(results[0]) == comparable(results[1]) == comparable(results[2])
    assert comparable(results[0]) != comparable(mcts(view, limits=Limits(iterations=1501), seed=8, trees=4, **kind))
    whole, sliced = Search(view, **kind), Search(view, **kind)
    whole.run(iterations=300)
    for part in (1, 99, 200):
        sliced.run(iterations=part)
        sliced.result(playouts=10)
    assert comparable(whole.result(playouts=100)) == comparable(sliced.result(playouts=100))


@kinds
def test_full_trees_go_on_without_new_nodes(kind: dict[str, Any]) -> None:
    by_nodes = mcts(View(kuhn(), 0), limits=Limits(iterations=2000, nodes=8), trees=2, **kind)
    assert (by_nodes.nodes, by_nodes.iterations, by_nodes.stopped_by) == (8, 1400, "iterations, tree full")
    large = CertainBelief(Goofspiel(cards=8).new_initial_state(), 0)
    search = Search(large, memory_mb=0.05, **kind)
    search.run(iterations=5000)
    assert search.trees[0].pool.num_bytes <= 50_000
    assert search.result(playouts=10).stopped_by == "iterations, tree full"
    with pytest.raises(TooLargeError, match="memory_mb"):
        Search(large, memory_mb=1e-6, **kind)


def test_options_are_checked() -> None:
    view = View(kuhn(1, 2), 0)
    refused: list[dict[str, Any]] = [
        {"mode": "to"},
        {"selection": "best"},
        {"playout": "heavy"},
        {"mode": "so", "selection": "regret_matching"},
        {"private_roots": False, "selection": "regret_matching"},
        {"assumptions": {"others": "bluff"}},
        {"allow": [2]},
        {"allow": {1: [0]}},
    ]
    for options in refused:
        with pytest.raises(OptionError):
            Search(view, **options)
    assert [move.action for move in mcts(view, limits=FEW, avoid=[0]).moves] == [1]


# -- playout policies -------------------------------------------------------------------------------------------------------


def test_light_playouts_are_the_games_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "orienteer_test_duel"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "playout.py").write_text(
        "from orienteer.mcts.playout import Playout\nasked = []\n\n\ndef light(game):\n    asked.append(game.name)\n"
        "    return Playout()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    register_package("duel", "orienteer_test_duel")
    view = View(Duel().new_initial_state(), 0)
    for playout, trees in product((None, "light", "uniform"), (1, 2)):
        mcts(view, limits=Limits(iterations=20), playout=playout, trees=trees)
    assert sys.modules["orienteer_test_duel.playout"].asked == ["duel"] * (2 * (1 + 2))
    # Games without one, and open games unless asked, play uniformly.
    mcts(View(KuhnPoker().new_initial_state(), 0), limits=FEW, playout="light")
    assert comparable(mcts(Pig(target=20).new_initial_state(), limits=FEW, playout="light")) == comparable(
        mcts(Pig(target=20).new_initial_state(), limits=FEW)
    )
