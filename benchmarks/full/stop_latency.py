"""How long `stop` takes: seconds from the call to the answer, for search, exact solving and both cave solvers. By hand:

python -m benchmarks.full.stop_latency [stops]

A stop comes at a random moment of the first 0.4 seconds. Aim: within 50 ms.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import orienteer
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream

FIVE = Path(__file__).parents[2] / "examples" / "positions" / "incan_gold_five_players.json"


def main() -> None:
    parser = argparse.ArgumentParser(description="Seconds from a stop to the answer.")
    parser.add_argument("stops", nargs="?", type=int, default=200)
    stops = parser.parse_args().stops
    stream = RandomStream(1)
    cases = {
        "mcts, five players": (FIVE, "mcts"),
        "mcts, Pig": (Pig().new_initial_state(), "mcts"),
        "auto, Pig (exact part)": (Pig(target=400).new_initial_state(), "auto"),
        "auto, five rounds alone": (IncanGold(players=1, deck="print").new_initial_state(), "auto"),
    }
    for name, (position, method) in cases.items():
        took = []
        for _ in range(stops):
            running = orienteer.analysis(position, method=method, limits=orienteer.Limits(seconds=30))
            time.sleep(0.4 * stream.uniform())
            began = time.perf_counter()
            running.stop()
            running.result()
            took.append(1000 * (time.perf_counter() - began))
        cuts = statistics.quantiles(took, n=100)
        print(f"{name}: {stops} stops, median {cuts[49]:.1f} ms, 99 % {cuts[98]:.1f} ms, most {max(took):.1f} ms", flush=True)


if __name__ == "__main__":
    main()
