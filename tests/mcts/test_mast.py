"""Playouts that learn which actions went well."""

from __future__ import annotations

import pytest

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.python_game import PythonGame
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import Game, View
from orienteer.games.lost_explorers.playout import light
from orienteer.mcts import Search, roots
from orienteer.mcts.info_tree import InfoTree
from orienteer.mcts.mast import Mast
from orienteer.mcts.playout import Playout
from tests.conformance.tiny_games import Dig, Voyage
from tests.mcts.hidden_games import Hideout
from tests.mcts.info_twin import Twin
from tests.mcts.oracles import ROLL, PigTable, frozen_values, pig_at
from tests.mcts.test_kernel import comparable


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Mast]:
    """The policies that searches make, in their order."""
    policies: list[Mast] = []

    def make(game: Game, base: Playout) -> Mast:
        policies.append(Mast(game, base))
        return policies[-1]

    monkeypatch.setattr(roots, "Mast", make)
    return policies


@pytest.mark.parametrize("game", [KuhnPoker(), Hideout(), Dig(), Voyage()], ids=lambda game: game.name)
@pytest.mark.parametrize("iterations", [1, 5, 200])
def test_law_the_kernel_learns_what_its_twin_learns(game: Game, iterations: int, made: list[Mast]) -> None:
    view = View(game.new_initial_state(), 0)
    objective = "points" if "points" in game.objectives else "win"
    search = Search(view, playout="mast", objective=objective, seed=7)
    search.run(iterations=iterations)
    twin = Twin(view.belief(), False, objective, mast={})
    if view.mask.current_player() == view.viewer:
        twin.sets[view.viewer, 0, ()] = {}  # the root is there from the start
    twin.run(iterations, RandomStream(7, 0))
    assert twin.mast is not None
    found = made[0].learnt()
    assert found.keys() == twin.mast.keys()
    for key, (times, total) in twin.mast.items():
        assert found[key] == (times, pytest.approx(total / times))
    tree = search.trees[0]
    assert isinstance(tree, InfoTree)
    for (player, _, chain), table in twin.sets.items():
        assert {arm[0]: arm[1] for arm in tree.arms_at(player, list(chain))} == {a: row.visits for a, row in table.items()}


def test_fresh_playouts_go_by_the_policy_underneath(made: list[Mast]) -> None:
    state = pig_at(Pig(target=20), 8, 10, 4)
    search = Search(state, seed=5, playout="mast")
    search.run(iterations=3000)
    before = made[0].learnt()
    exact = frozen_values(search.frozen()[0], PigTable(20, best=False))
    for move in search.result(playouts=60_000).moves:
        assert abs(move.value[0] - exact[move.action][0]) < 4 * move.stderr[0]
    assert made[0].learnt() == before
    assert before[0, ROLL][0] > 3000


def test_law_slices_results_and_threads_do_not_change_the_result() -> None:
    state = pig_at(Pig(target=30), 8, 10, 4)
    whole, sliced = (Search(state, seed=3, trees=2, threads=threads, playout="mast") for threads in (1, 2))
    whole.run(iterations=900)
    for _ in range(3):
        sliced.run(iterations=300)
        sliced.result(playouts=50)
    assert comparable(sliced.result(playouts=400)) == comparable(whole.result(playouts=400))


def test_the_policy_underneath_says_how_trees_widen() -> None:
    game = LostExplorers(players=2)
    own, over = light(game), Mast(game, light(game))
    assert (over.widening, over.turns, over.valuation is None) == (own.widening, own.turns, own.valuation is None)
    assert not own.learning
    assert over.learning


def test_a_game_with_too_many_actions_is_refused() -> None:
    game = PythonGame(name="broad", num_players=1, num_distinct_actions=1_000_001)
    with pytest.raises(OptionError, match="at most 1000000 actions, not 1000001"):
        Mast(game, Playout())
