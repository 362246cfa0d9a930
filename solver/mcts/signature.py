"""The search signature: one number that changes when the search does.

A commit that touches the kernel names the new number, or says "No functional change". To see it:
`python -m orienteer.mcts.signature`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from orienteer.core.registry import load_game
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, CertainBelief, View
from orienteer.mcts.search import Search

if TYPE_CHECKING:
    from orienteer.core.state import Belief, State

GAMES = (
    ("pig", {"target": 30}),
    ("goofspiel", {"cards": 4, "point_order": "random"}),
    ("incan_gold", {"players": 3, "rounds": 2}),
)
STEPS = (0, 2, 5, 9)  # random transitions from the start to each position
ITERATIONS = 400
HIDDEN_STEPS = (0, 2, 3)
VIEW_STEPS = (40, 120, 200)  # transitions of Celestia before the next choice
HIDDEN_KINDS = (
    {"selection": "uct", "mode": "mo"},
    {"selection": "uct", "mode": "mo", "private_roots": True},
    {"selection": "uct", "mode": "so"},
    {"selection": "regret_matching", "mode": "mo"},
)


def positions() -> Iterator[State]:
    """A few positions of each game, by random play on fixed streams."""
    for name, options in GAMES:
        for number, steps in enumerate(STEPS):
            state = load_game(name, **options).new_initial_state()
            stream = RandomStream(number)
            for _ in range(steps):
                if not state.is_terminal():
                    _step(state, stream)
            yield state


def beliefs() -> Iterator[Belief]:
    """Of Kuhn poker's players, and of a larger game that hides nothing, for trees that go on growing."""
    for steps in HIDDEN_STEPS:
        state = load_game("kuhn_poker").new_initial_state()
        for _ in range(steps):
            _step(state, RandomStream(steps))
        yield View(state, max(0, state.current_player())).belief()
    yield CertainBelief(load_game("goofspiel", cards=5).new_initial_state(), 1)


def views() -> Iterator[View]:
    """Of seats of Celestia that have a choice, with the logs that led there."""
    for steps in VIEW_STEPS:
        state, stream = load_game("celestia", players=3).new_initial_state(), RandomStream(steps)
        seen = [View(state, seat) for seat in range(3)]
        while steps > 0 or len(state.legal_actions()) < 2 or state.is_chance_node():
            _step(state, stream)
            seen = [view.after(state.observation(seat)) for seat, view in enumerate(seen)]
            steps -= 1
        yield seen[state.current_player()]


def _step(state: State, stream: RandomStream) -> None:
    def pick(actions: list[int]) -> int:
        return actions[stream.below(len(actions))] if actions else -1

    if state.current_player() == CHANCE_PLAYER:
        state.apply(state.sample_chance(stream))
    elif state.current_player() == SIMULTANEOUS_PLAYER:
        state.apply_joint([pick(state.legal_actions(seat)) for seat in range(state.game.num_players)])
    else:
        state.apply(pick(state.legal_actions()))


def search_signature() -> int:
    """Nodes, nodes passed in playouts and ranked visits of root actions, over fixed positions and seeds."""
    total = sum(_counted(Search(state, seed=seed, trees=2)) for seed, state in enumerate(positions()))
    for belief in beliefs():
        for seed, kind in enumerate(HIDDEN_KINDS):
            total += _counted(Search(belief, seed=seed, trees=2, **kind))  # type: ignore[arg-type]
    return total + sum(_counted(Search(view, seed=seed, trees=2)) for seed, view in enumerate(views()))


def _counted(search: Search) -> int:
    search.run(iterations=ITERATIONS)
    result = search.result(playouts=0)
    total = result.nodes + sum(tree.playout_nodes for tree in search.trees)
    return total + sum(rank * move.visits for rank, move in enumerate(result.moves, 1))


if __name__ == "__main__":
    print(search_signature())
