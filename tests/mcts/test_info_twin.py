"""The kernel over information sets against its slow twin: everything learnt is equal."""

from __future__ import annotations

import pytest

from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.rng import RandomStream
from orienteer.core.state import Game, View
from orienteer.mcts import Search
from orienteer.mcts.info_tree import InfoTree
from tests.conformance.tiny_games import Dig, Voyage
from tests.mcts.hidden_games import Hideout
from tests.mcts.info_twin import Twin

ITERATIONS = 600


@pytest.mark.parametrize("game", [KuhnPoker(), Hideout(), Dig(), Voyage()], ids=lambda game: game.name)
@pytest.mark.parametrize(
    ("selection", "private_roots"),
    [("uct", False), ("uct", True), ("smooth_uct", False), ("smooth_uct", True), ("regret_matching", True)],
)
@pytest.mark.parametrize("steps", [0, 1])
def test_law_the_kernel_learns_what_its_twin_learns(game: Game, selection: str, private_roots: bool, steps: int) -> None:
    state = game.new_initial_state()
    for _ in range(steps):
        state.apply(state.legal_actions()[-1])
    view = View(state, 1) if steps else View(state, 0)
    objective = "points" if "points" in game.objectives else "win"
    search = Search(view, selection=selection, private_roots=private_roots, objective=objective, seed=5)
    search.run(iterations=ITERATIONS)
    twin = Twin(view.belief(), private_roots, objective, 0.4 if selection == "regret_matching" else None)
    twin.smooth = selection == "smooth_uct"
    if view.mask.current_player() == view.viewer:
        twin.sets[view.viewer, 0, ()] = {}  # the root is there from the start
    twin.run(ITERATIONS, RandomStream(5, 0))
    tree = search.trees[0]
    assert isinstance(tree, InfoTree)
    assert tree.pool.num_nodes == len(twin.sets)
    worlds = {world.observation_key(1 - view.viewer): world for world, _ in view.belief().enumerate()}
    for (player, seen, chain), table in twin.sets.items():
        arms = {arm[0]: arm[1:4] for arm in tree.arms_at(player, list(chain), worlds[seen] if seen else None)}
        assert sorted(arms) == sorted(table)
        for action, row in table.items():
            visits, available, weight = arms[action]
            assert visits == row.visits
            if selection != "regret_matching":
                assert available == row.available
            else:
                assert weight == pytest.approx(row.strategy, rel=1e-9)
