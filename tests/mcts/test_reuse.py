"""Trees carried over from one search to the next."""

from __future__ import annotations

import pytest

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import State, View
from orienteer.mcts import Search
from tests.mcts.oracles import PigTable, pig_at
from tests.mcts.test_kernel import comparable

START = pig_at(Pig(target=30), 8, 10, 4)


def advanced(state: State, steps: list[int], iterations: int = 3000, **options: object) -> tuple[Search, State]:
    """A search from `state` that has been told of these transitions, and where they lead."""
    search, state = Search(state, **options), state.clone()  # type: ignore[arg-type]
    search.run(iterations=iterations)
    for step in steps:
        state.apply(step)
        assert search.advance(state)
    return search, state


@pytest.mark.parametrize("proofs", [False, True])
def test_what_is_carried_is_what_the_tree_held_there(proofs: bool) -> None:
    first, state = advanced(START, [0, 3], trees=2, proofs=proofs)
    later = Search(state, trees=2, proofs=proofs, previous=first)
    visits = nodes = 0
    for old, new in zip(first.frozen(), later.frozen(), strict=True):
        index = old.node(old.node(0).children[0]).children[3]
        pairs, copied = [(index, 0)], 0
        while pairs:
            a, b = pairs.pop()
            one, other = old.node(a), new.node(b)
            assert one.children.keys() == other.children.keys()
            assert (one.player, one.visits) == (other.player, other.visits)
            assert b == 0 or (one.forced, one.strategies) == (other.forced, other.strategies)
            pairs += [(child, other.children[way]) for way, child in one.children.items()]
            copied += 1
        assert copied == new.tree.pool.num_nodes
        visits += old.node(index).visits
        nodes += copied
    result = later.result(playouts=0)
    assert (result.reused, result.reused_nodes, result.iterations, result.nodes) == (visits, nodes, 0, nodes)
    # A node's first visit is to itself.
    assert sum(move.visits for move in result.moves) == visits - 2
    later.run(iterations=500)
    assert sum(move.visits for move in later.result(playouts=0).moves) == visits - 2 + 500


def test_a_chain_of_searches_plays_well_and_repeats_exactly() -> None:
    table = PigTable(30, best=True)

    def losses() -> tuple[list[float], int]:
        state, search, stream, found, reused = START.clone(), None, RandomStream(4), [], 0
        while not state.is_terminal() and len(found) < 8:
            if state.is_chance_node():
                state.apply(state.sample_chance(stream))
            else:
                search = Search(state, seed=len(found), previous=search)
                search.run(iterations=4000)
                result = search.result(playouts=0)
                reused += result.reused
                values = [table(state.child(action))[state.current_player()] for action in (0, 1)]
                found.append(max(values) - values[result.best or 0])
                state.apply(result.best or 0)
            assert search is not None
            search.advance(state)
        return found, reused

    found, reused = losses()
    assert (found, reused) == losses()
    assert reused > 1000
    assert sum(found) < 0.05


def test_simultaneous_choices_and_forced_steps_are_followed() -> None:
    state = Goofspiel(cards=4, point_order="random").new_initial_state()
    first = Search(state, seed=1)
    first.run(iterations=4000)
    for step in (1, [0, 2], 3):
        state.apply_joint(step) if isinstance(step, list) else state.apply(step)
        assert first.advance(state)
    assert first.advance(state)  # the same position again
    later = Search(state, previous=first)
    node = later.frozen()[0].node(0)
    assert later.reused == node.visits > 20
    later.run(iterations=3000)
    # The last prize and bids are forced: they are passed within a node.
    forced = 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply(state.legal_actions()[0]) if chance else state.apply_joint([state.legal_actions(s)[0] for s in (0, 1)])
        assert later.advance(state)
        forced += Search(state, previous=later).reused == 0
    assert forced >= 2


def test_limits_hold_for_what_is_carried() -> None:
    first, state = advanced(START, [0, 3], trees=2)
    whole = Search(state, trees=2, previous=first)
    small = Search(state, trees=2, previous=first, nodes=40)
    small.run(iterations=200)
    result = small.result(playouts=0)
    assert (result.reused, result.reused_nodes, result.nodes) == (whole.reused, 40, 40)
    assert result.stopped_by == "iterations, tree full"
    tight = Search(state, trees=2, previous=first, memory_mb=0.01)
    assert 0 < tight.reused_nodes < whole.reused_nodes
    assert all(tree.pool.num_bytes <= 5000 for tree in tight.trees)


def test_nothing_is_carried_where_play_has_left_the_tree() -> None:
    first, _ = advanced(START, [], iterations=50)
    elsewhere = pig_at(Pig(target=30), 3, 3)
    assert not Search(elsewhere, previous=first).reused  # never told
    assert not first.advance(elsewhere)
    assert not first.advance(START.child(0))  # once lost, lost
    later = Search(START.child(0), previous=first)
    assert later.reused == 0
    plain = Search(START.child(0))
    for search in (later, plain):
        search.run(iterations=300)
    assert comparable(later.result(playouts=20)) == comparable(plain.result(playouts=20))


def test_a_filter_or_hidden_information_carries_nothing() -> None:
    first, state = advanced(START, [0, 3])
    assert Search(state, previous=first, avoid=[1]).reused == 0
    assert Search(state, previous=first).reused > 0
    poker = KuhnPoker().new_initial_state().child(1).child(0)
    hidden = Search(View(poker, 0))
    hidden.run(iterations=200)
    assert not hidden.advance(View(poker, 0).mask)
    assert Search(View(poker, 0), previous=hidden).reused == 0


def test_other_options_are_refused() -> None:
    first, state = advanced(START, [0, 3])
    with pytest.raises(OptionError, match="previous"):
        Search(state, previous=first, objective="points")
    with pytest.raises(OptionError, match="previous"):
        Search(LostExplorers().new_initial_state(), previous=first)
