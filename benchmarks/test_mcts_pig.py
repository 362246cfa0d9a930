"""Simulations a second on Pig 100 beside OpenSpiel's C++ MCTS, in one run; one core each, no solver knows Pig.

One simulation is one new node and one uniform playout to the end, on both sides. The mean playout from the start must
be equally long on both sides within 1 %. Playouts go through the contract: one call each for the player, the legal
list, the draw and the move.
"""

from __future__ import annotations

import random
import statistics
import time

import pytest

from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.mcts import Search

pyspiel = pytest.importorskip("pyspiel")

SIMULATIONS = 20_000
PAIRS = 7
PEER_GAME = "pig(players=2,winscore=100,horizon=1000)"
LENGTH_GAMES = 12_000


def ours(seed: int) -> float:
    """Simulations a second."""
    search = Search(Pig().new_initial_state(), seed=seed)
    started = time.perf_counter()
    search.run(iterations=SIMULATIONS)
    seconds = time.perf_counter() - started
    assert search.trees[0].pool.num_nodes == SIMULATIONS + 1
    return SIMULATIONS / seconds


def peers(seed: int) -> float:
    game = pyspiel.load_game(PEER_GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 0.7, SIMULATIONS, 1000, False, seed, False)
    state = game.new_initial_state()
    started = time.perf_counter()
    root = bot.mcts_search(state)
    seconds = time.perf_counter() - started
    assert root.explore_count == SIMULATIONS
    return SIMULATIONS / seconds


def mean_lengths() -> tuple[float, float]:
    """Nodes passed from the start to the end in uniformly random play: ours, the peer's."""
    start = Pig().new_initial_state()
    state = start.clone()
    stream = RandomStream(1)
    total = 0
    for _ in range(10 * LENGTH_GAMES):
        state.copy_from(start)
        total += state.playout(stream, generic=True)
    chooser = random.Random(1)
    game = pyspiel.load_game(PEER_GAME)
    passed = 0
    for _ in range(LENGTH_GAMES):
        peer = game.new_initial_state()
        while not peer.is_terminal():
            # Legal actions are always 0 and 1, outcomes the six faces alike.
            peer.apply_action(int(chooser.random() * (6 if peer.is_chance_node() else 2)))
            passed += 1
    return total / (10 * LENGTH_GAMES), passed / LENGTH_GAMES


def test_playouts_are_as_long_as_the_peers() -> None:
    our_mean, peer_mean = mean_lengths()
    assert our_mean == pytest.approx(peer_mean, rel=0.01)


def test_simulations_a_second(benchmark) -> None:  # type: ignore[no-untyped-def]
    pairs = [(ours(seed), peers(seed)) for seed in range(PAIRS)]
    benchmark.extra_info["ours_per_second"] = round(statistics.median(own for own, _ in pairs))
    benchmark.extra_info["peer_per_second"] = round(statistics.median(peer for _, peer in pairs))
    benchmark.extra_info["ratio"] = round(statistics.median(own / peer for own, peer in pairs), 2)
    benchmark.pedantic(ours, args=(0,), rounds=3)
    assert benchmark.extra_info["ratio"] >= 2
