"""By how much the engine exceeds a time limit, seen from a client: p50, p99 and the worst of all shipped positions.

    python benchmarks/full/engine_overshoot.py --queries 2000 --seconds 0.1

One query at a time, from the writing of its line to the reading of its answer; positions take turns. Beside it the overshoot
of a sleep of the same length in this process: what the machine itself adds. Answers solved before the time is up are counted
apart.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from orienteer.engine import Client

POSITIONS = Path(__file__).parents[2] / "examples" / "positions"


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def row(name: str, over: list[float], solved: int) -> str:
    if not over:
        return f"{name:32} {len(over):6} {solved:6}"
    parts = (quantile(over, 0.5), quantile(over, 0.99), max(over))
    return f"{name:32} {len(over):6} {solved:6} " + " ".join(f"{1000 * part:8.1f}" for part in parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=2000, help="queries that use their time")
    parser.add_argument("--seconds", type=float, default=0.1)
    given = parser.parse_args()
    paths = [path for path in sorted(POSITIONS.glob("*.json")) if "record" not in path.name]
    positions = {path.stem: json.loads(path.read_text()) for path in paths}
    over: dict[str, list[float]] = {name: [] for name in positions}
    solved = dict.fromkeys(positions, 0)
    slept: list[float] = []
    with Client("--workers", "1") as engine:
        for position in positions.values():  # what is loaded once is not measured
            engine.ask("evaluate", position=position, limits={"seconds": given.seconds})
        seed = 0
        while sum(map(len, over.values())) < given.queries:
            seed += 1
            for name, position in positions.items():
                began = time.perf_counter()
                answer = engine.ask("evaluate", position=position, limits={"seconds": given.seconds}, seed=seed)
                took = time.perf_counter() - began
                if answer["stopped_by"] == "seconds":
                    over[name].append(took - given.seconds)
                else:
                    solved[name] += 1
            began = time.perf_counter()
            time.sleep(given.seconds)
            slept.append(time.perf_counter() - began - given.seconds)
    print(f"overshoot of {given.seconds:g} s, in milliseconds")
    print(f"{'':32} {'timed':>6} {'solved':>6} {'p50':>8} {'p99':>8} {'worst':>8}")
    for name, values in over.items():
        print(row(name, values, solved[name]))
    print(row("all", [value for values in over.values() for value in values], sum(solved.values())))
    print(row("a sleep", slept, 0))


if __name__ == "__main__":
    main()
