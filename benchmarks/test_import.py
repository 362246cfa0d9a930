"""`import orienteer` in fresh processes: how long it takes, and that it loads none of the heavy libraries."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

RUNS = 5
HEAVY = ("networkx", "numpy", "pydantic", "rich", "scipy", "typer")
PROGRAM = """
import json, sys, time
started = time.perf_counter()
import orienteer
seconds = time.perf_counter() - started
print(json.dumps({"seconds": seconds, "modules": sorted(sys.modules)}))
"""


def imported() -> tuple[float, list[str]]:
    """Seconds, and the modules that are loaded afterwards."""
    output = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True).stdout
    found = json.loads(output)
    return found["seconds"], found["modules"]


def median_seconds() -> float:
    runs = [imported() for _ in range(RUNS)]
    for _, modules in runs:
        assert not set(HEAVY) & set(modules)
    return statistics.median(seconds for seconds, _ in runs)


def test_import_is_light(benchmark) -> None:  # type: ignore[no-untyped-def]
    benchmark.extra_info["median_seconds"] = round(median_seconds(), 4)
    print(f"import orienteer: {benchmark.extra_info}")
    benchmark.pedantic(imported, rounds=RUNS)
