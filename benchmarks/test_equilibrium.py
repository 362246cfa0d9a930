"""CFR+ iterations a second on Kuhn and Leduc poker beside OpenSpiel's C++ CFR+, in one run; one core each.

Both update the seats in turn and weight iteration t by t, so that NashConv after the same number of iterations is the same.
"""

from __future__ import annotations

import statistics
import time

import pytest

from orienteer.core.registry import load_game
from orienteer.equilibrium import RegretMinimizer, SequenceForm, best_responses

pyspiel = pytest.importorskip("pyspiel")

# Iterations of ours, and of the peer's, which are the first of them.
ITERATIONS = {"kuhn_poker": (20_000, 500), "leduc_poker": (1500, 20)}
VALUE = {"kuhn_poker": -1 / 18, "leduc_poker": -0.085606424}
PAIRS = 5


def minimizer_of(name: str) -> RegretMinimizer:
    return RegretMinimizer(SequenceForm([(load_game(name).new_initial_state(), 1)]), "cfr+")


def ours(name: str) -> float:
    """Iterations a second."""
    minimizer = minimizer_of(name)
    started = time.perf_counter()
    minimizer.run(ITERATIONS[name][0])
    seconds = time.perf_counter() - started
    found = best_responses(minimizer.form, minimizer.average_strategy(), minimizer.plexes)
    assert found.nash_conv < 0.01
    assert found.values[0] == pytest.approx(VALUE[name], abs=found.nash_conv)
    return minimizer.iterations / seconds


def peers(name: str) -> float:
    game = pyspiel.load_game(name)
    solver, count = pyspiel.CFRPlusSolver(game), ITERATIONS[name][1]
    started = time.perf_counter()
    for _ in range(count):
        solver.evaluate_and_update_policy()
    seconds = time.perf_counter() - started
    own = minimizer_of(name)
    own.run(count)
    distance = best_responses(own.form, own.average_strategy(), own.plexes).nash_conv
    assert pyspiel.nash_conv(game, solver.average_policy()) == pytest.approx(distance, abs=1e-6)
    return count / seconds


def paired(name: str) -> list[tuple[float, float]]:
    """(ours, the peer's), in turns."""
    return [(ours(name), peers(name)) for _ in range(PAIRS)]


@pytest.mark.parametrize("name", ITERATIONS)
def test_iterations_a_second(name, benchmark) -> None:  # type: ignore[no-untyped-def]
    pairs = paired(name)
    benchmark.extra_info["ours_per_second"] = round(statistics.median(own for own, _ in pairs))
    benchmark.extra_info["peer_per_second"] = round(statistics.median(peer for _, peer in pairs))
    benchmark.extra_info["ratio"] = round(statistics.median(own / peer for own, peer in pairs), 1)
    benchmark.pedantic(ours, args=(name,), rounds=3)
    assert benchmark.extra_info["ratio"] >= 1
