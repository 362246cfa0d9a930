"""How far a first journey of Celestia gets when nobody ever leaves, beside the rules' figures. Run by hand, minutes:

    python -m benchmarks.full.celestia_journeys [journeys] [processes]

Known answers 17 (4 players) and 18 (2 players): no power cards, turbos always used. Each city with its share of journeys,
the standard error and the distance from the printed figure in standard errors; ends with exit code 1 where one is more than
5 off, for which the chance is below 1e-5 in all.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.celestia.journeys import CITIES, journeys

PRINTED = {
    4: (0.8260, 0.6810, 0.5606, 0.3947, 0.2160, 0.1175, 0.0468, 0.0151),
    2: (0.9123, 0.8317, 0.6922, 0.5023, 0.3004, 0.1597, 0.0446, 0.0104),
}
PRINTED_ERROR = 0.0001 + 0.00005  # simulated too, and rounded
MOST = 5.0


def reached(players: int, count: int, processes: int) -> Counter[int]:
    """Journeys that reached each city; a seed a process, so the result depends on both numbers only."""
    parts = [count // processes + (i < count % processes) for i in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(journeys, [players] * processes, parts, range(1, processes + 1))
        return sum(found, Counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journeys", nargs="?", type=int, default=4_000_000)
    parser.add_argument("processes", nargs="?", type=int, default=2)
    given = parser.parse_args()
    worst = 0.0
    for players, printed in PRINTED.items():
        began = time.perf_counter()
        counts = reached(players, given.journeys, given.processes)
        seconds = time.perf_counter() - began
        print(f"{players} players, {given.journeys:,} journeys, {seconds:.0f} s, {given.journeys / seconds:,.0f} journeys/s")
        print(f"{'city':>6}{'share':>10}{'s.e.':>10}{'printed':>10}{'off by':>8}")
        for city, chance in zip(CITIES, printed, strict=True):
            share = counts[city] / given.journeys
            error = math.sqrt(chance * (1 - chance) / given.journeys)
            off = (share - chance) / math.hypot(error, PRINTED_ERROR)
            worst = max(worst, abs(off))
            print(f"{city:>6}{share:>10.5f}{error:>10.5f}{chance:>10.4f}{off:>8.2f}")
    sys.exit(worst > MOST)


if __name__ == "__main__":
    main()
