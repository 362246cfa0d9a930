"""Simulations a second on Kuhn poker beside OpenSpiel's C++ ISMCTS, in one run; one core each, no solver knows Kuhn.

One simulation draws a world, walks the tree, adds one node where a set is new and plays one uniform playout from there, on
both sides. The whole tree is soon known, so this is the cost of the walk. The peer searches from the first decision, its
card known, and draws the other's; so do we.
"""

from __future__ import annotations

import statistics
import time

import pytest

from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.state import View
from orienteer.mcts import Search

pyspiel = pytest.importorskip("pyspiel")

SIMULATIONS = 100_000
PAIRS = 7
DEAL = (1, 2)  # queen, king
SETS = 6  # two of seat 0 with the queen, two of seat 1 with each of two cards


def ours(seed: int) -> float:
    """Simulations a second."""
    state = KuhnPoker().new_initial_state()
    for card in DEAL:
        state.apply(card)
    search = Search(View(state, 0), seed=seed, private_roots=True)
    started = time.perf_counter()
    search.run(iterations=SIMULATIONS)
    seconds = time.perf_counter() - started
    assert search.trees[0].pool.num_nodes == SETS
    return SIMULATIONS / seconds


def peers(seed: int) -> float:
    game = pyspiel.load_game("kuhn_poker")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    state = game.new_initial_state()
    for card in DEAL:
        state.apply_action(card)
    bot = pyspiel.ISMCTSBot(
        seed,
        evaluator,
        0.7 * 4,  # in units of the returns, which range from -2 to 2
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
    )
    started = time.perf_counter()
    policy = bot.get_policy(state)
    seconds = time.perf_counter() - started
    assert sorted(action for action, _ in policy) == [0, 1]
    return SIMULATIONS / seconds


def paired() -> list[tuple[float, float]]:
    """(ours, the peer's), in turns."""
    return [(ours(seed), peers(seed)) for seed in range(PAIRS)]


def test_simulations_a_second(benchmark) -> None:  # type: ignore[no-untyped-def]
    pairs = paired()
    benchmark.extra_info["ours_per_second"] = round(statistics.median(own for own, _ in pairs))
    benchmark.extra_info["peer_per_second"] = round(statistics.median(peer for _, peer in pairs))
    benchmark.extra_info["ratio"] = round(statistics.median(own / peer for own, peer in pairs), 2)
    benchmark.pedantic(ours, args=(0,), rounds=3)
    assert benchmark.extra_info["ratio"] >= 1
