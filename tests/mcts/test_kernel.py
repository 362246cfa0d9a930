"""The kernel on awkward roots, its determinism and its limits."""

from __future__ import annotations

import copy
import math
import pickle
import threading
import time

import pytest

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, Game, View
from orienteer.limits import Limits
from orienteer.mcts import MctsResult, Search, mcts
from orienteer.mcts.signature import search_signature
from tests.mcts.oracles import PigTable, pig_at

FEW = Limits(iterations=600)


def comparable(result: MctsResult) -> tuple[object, ...]:
    counts = (result.iterations, result.nodes, result.playouts)
    return (repr(result.moves), repr(result.choices), repr(result.position), counts)


# -- roots -------------------------------------------------------------------------------------------------------------


def test_terminal_root_is_its_own_value() -> None:
    state = pig_at(Pig(target=6), 4, 3, 2)
    state.apply(1)
    result = mcts(state, limits=FEW)
    assert (result.player, result.moves, result.best, result.stopped_by) == (TERMINAL_PLAYER, (), None, "terminal")
    assert result.position.value == (1.0, 0.0)
    assert result.position.interval == ((1.0, 1.0), (0.0, 0.0))


def test_chance_at_the_root_has_a_value_and_no_moves() -> None:
    state = pig_at(Pig(target=10), 4, 3).child(0)
    result = mcts(state, limits=Limits(iterations=20_000))
    assert (result.player, result.moves, result.choices) == (CHANCE_PLAYER, (), ())
    exact = PigTable(10, best=True)(state)
    assert result.position.value[0] == pytest.approx(exact[0], abs=0.03)


def test_symmetric_chance_root_is_even() -> None:
    result = mcts(Goofspiel(cards=3, point_order="random").new_initial_state(), limits=Limits(iterations=60_000))
    assert result.player == CHANCE_PLAYER
    assert result.position.value[0] == pytest.approx(0.5, abs=0.02)


def test_forced_outcome_and_one_legal_move_are_played_without_nodes() -> None:
    # The last bids of Goofspiel are forced, and so is the last prize: two cards have one real choice.
    state = Goofspiel(cards=2, point_order="random").new_initial_state()
    search = Search(state, seed=1)
    search.run(iterations=500)
    nodes = list(search.frozen()[0].nodes())
    # Root chance, two prizes, four joint bids each.
    assert search.trees[0].pool.num_nodes == 1 + 2 + 8
    assert {node.forced for node in nodes if node.player == TERMINAL_PLAYER} == {2}


def test_one_legal_move_at_the_root_is_still_listed() -> None:
    state = Goofspiel(cards=2).new_initial_state()
    state.apply_joint([0, 1])
    result = mcts(state, limits=FEW)
    assert result.player == SIMULTANEOUS_PLAYER
    assert [(move.player, move.action, move.policy) for move in result.moves] == [(0, 1, 1.0), (1, 0, 1.0)]
    assert result.choices[0].second is None
    assert math.isnan(result.choices[0].gap)


def test_alone_inside_is_a_decision() -> None:
    state = IncanGold(players=2, rounds=1).new_initial_state()
    state.apply(state.legal_actions()[4])
    state.apply_joint([0, 1])
    while state.current_player() == CHANCE_PLAYER:
        state.apply(state.legal_actions()[2])
    result = mcts(state, limits=FEW)
    assert result.player == 0
    assert [move.action for move in result.moves] == [0, 1]


def test_hidden_information_is_refused() -> None:
    with pytest.raises(OrienteerError, match="kuhn_poker hides information"):
        mcts(KuhnPoker().new_initial_state(), limits=FEW)


def test_a_certain_end_has_no_error() -> None:
    result = mcts(pig_at(Pig(target=20), 12, 7, 8), limits=FEW)
    move = result.move(1)
    assert (result.best, move.value, move.stderr, move.interval[0]) == (1, (1.0, 0.0), (0.0, 0.0), (1.0, 1.0))


# -- determinism -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Pig(target=30), Goofspiel(cards=4)], ids=["pig", "goofspiel"])
def test_law_threads_do_not_change_the_result(game: Game) -> None:
    state = game.new_initial_state()
    results = [mcts(state, limits=Limits(iterations=1501), seed=7, trees=4, threads=threads) for threads in (1, 2, 3)]
    assert comparable(results[0]) == comparable(results[1]) == comparable(results[2])
    assert results[0].iterations + results[0].playouts >= 1501
    assert comparable(results[0]) != comparable(mcts(state, limits=Limits(iterations=1501), seed=8, trees=4))


def test_law_slices_do_not_change_the_result() -> None:
    state = Pig(target=30).new_initial_state()
    whole, sliced = Search(state, trees=3), Search(state, trees=3)
    whole.run(iterations=1000)
    for part in (1, 2, 97, 400, 500):
        sliced.run(iterations=part)
        sliced.result(playouts=10)
    assert comparable(whole.result(playouts=100)) == comparable(sliced.result(playouts=100))


def test_law_the_callers_state_is_unchanged() -> None:
    state = IncanGold(players=3).new_initial_state()
    key = state.key()
    mcts(state, limits=FEW, trees=2, threads=2)
    assert state.key() == key


def test_copied_and_pickled_states_give_the_same() -> None:
    state = pig_at(Pig(target=30), 6, 9, 4)
    first = comparable(mcts(state, limits=FEW))
    assert comparable(mcts(copy.deepcopy(state), limits=FEW)) == first
    assert comparable(mcts(pickle.loads(pickle.dumps(state)), limits=FEW)) == first


def test_results_pickle() -> None:
    result = mcts(Pig(target=30).new_initial_state(), limits=FEW)
    assert comparable(pickle.loads(pickle.dumps(result))) == comparable(result)


def test_search_signature() -> None:
    """Changes with the search; a commit that changes it names the new number."""
    assert search_signature() == 327580


# -- limits ------------------------------------------------------------------------------------------------------------


def test_full_trees_go_on_without_new_nodes() -> None:
    state = Pig().new_initial_state()
    by_nodes = mcts(state, limits=Limits(iterations=2000, nodes=100), trees=2)
    assert by_nodes.nodes == 100
    assert by_nodes.iterations == 1400
    assert by_nodes.stopped_by == "iterations, tree full"
    search = Search(state, memory_mb=0.05)
    search.run(iterations=5000)
    assert search.trees[0].pool.num_bytes <= 50_000
    assert search.result(playouts=10).stopped_by == "iterations, tree full"
    with pytest.raises(TooLargeError, match="memory_mb"):
        Search(state, memory_mb=1e-6)


def test_seconds_are_kept_whatever_the_number_of_trees() -> None:
    state = Pig().new_initial_state()
    for trees in (1, 4):
        started = time.perf_counter()
        result = mcts(state, limits=Limits(seconds=0.15), trees=trees)
        assert time.perf_counter() - started < 0.3
        assert result.stopped_by == "seconds"
        assert result.playouts > 0


def test_stop_from_another_thread() -> None:
    search = Search(Pig().new_initial_state(), trees=2, threads=2)
    runner = threading.Thread(target=search.run, kwargs={"seconds": 30})
    runner.start()
    time.sleep(0.05)
    started = time.perf_counter()
    search.stop()
    runner.join()
    assert time.perf_counter() - started < 0.2  # 50 ms on a quiet machine
    result = search.result(playouts=10**9)
    assert result.stopped_by == "stop"
    assert result.playouts > 0
    assert time.perf_counter() - started < 1


def test_options_are_checked() -> None:
    state = Pig().new_initial_state()
    for name, value in [
        ("trees", 0), ("threads", 0), ("trust", 0), ("selection", "best"), ("selection", "smooth_uct"), ("exploration", -1.0),
        ("gamma", 2.0), ("horizon", "journey"), ("objective", "margin"), ("seed", -1), ("allow", [5]), ("allow", []),
        ("limits", Limits()),
    ]:  # fmt: skip
        with pytest.raises(OptionError):
            mcts(state, **{"limits": FEW, name: value})


def test_allow_and_avoid() -> None:
    state = Pig(target=20).new_initial_state()
    assert [move.action for move in mcts(state, limits=FEW, allow=[1]).moves] == [1]
    assert [move.action for move in mcts(state, limits=FEW, avoid=[1]).moves] == [0]
    goofspiel = Goofspiel(cards=3).new_initial_state()
    result = mcts(goofspiel, limits=FEW, avoid={0: [1]})
    assert [(move.player, move.action) for move in result.moves] == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    with pytest.raises(OptionError, match="seat"):
        mcts(goofspiel, limits=FEW, avoid=[1])


# -- values ------------------------------------------------------------------------------------------------------------


def test_known_values_of_small_pig_are_approached() -> None:
    table = PigTable(10, best=True)
    for own, other, turn in [(0, 0, 0), (4, 6, 3), (7, 2, 0)]:
        state = pig_at(Pig(target=10), own, other, turn)
        result = mcts(state, limits=Limits(iterations=60_000), seed=3)
        exact = [table(state.child(action))[0] for action in (0, 1)]
        assert exact[result.best or 0] >= max(exact) - 0.005
        assert result.position.value[0] == pytest.approx(max(exact), abs=0.03)


def test_horizon_ends_play_with_the_segment() -> None:
    # A turn of Pig for points: rolling on is right below 20 where nothing comes after (Neller and Presser 2004).
    for total, best in [(10, 0), (15, 0), (26, 1)]:
        state = pig_at(Pig(target=100), 0, 0, total)
        result = mcts(state, horizon="turn", objective="points", limits=Limits(iterations=30_000))
        assert result.best == best
        assert result.move(1).interval[0][0] == result.move(1).value[0]


def test_principal_lines_can_be_played() -> None:
    for start in (Pig(target=30).new_initial_state(), IncanGold(players=2, rounds=1).new_initial_state().child(3)):
        for move in mcts(start, limits=Limits(iterations=3000)).moves:
            state = start.clone()
            for step in move.principal_line:
                assert state.current_player() == step.player
                if step.player == SIMULTANEOUS_PLAYER:
                    state.apply_joint(list(step.action))  # type: ignore[arg-type]
                else:
                    state.apply(step.action)  # type: ignore[arg-type]
            first = move.principal_line[0].action
            assert move.action == (first[move.player] if isinstance(first, tuple) else first)


def test_playouts_can_end_after_some_turns() -> None:
    state = Pig(target=50).new_initial_state()
    passed = []
    for turns in (0, 1, 4):
        search = Search(state, playout_turns=turns)
        search.run(iterations=500)
        passed.append(search.trees[0].playout_nodes)
        # Fresh playouts go on to the end: nobody shares a win, as many would after a turn or two.
        for move in search.result(playouts=200).moves:
            assert move.value[0] * move.playouts == pytest.approx(round(move.value[0] * move.playouts), abs=1e-9)
    # A turn is at most a few throws, a game is dozens of turns.
    assert 0 < 4 * passed[1] < 2 * passed[2] < passed[0]
    by_view = Search(View(state, 0), playout_turns=1)
    by_view.run(iterations=500)
    assert by_view.trees[0].playout_nodes == passed[1]
    with pytest.raises(OptionError, match="goofspiel has no segment turn"):
        Search(Goofspiel(cards=3).new_initial_state(), playout_turns=2)
