"""A million random games of Takara Island with books kept of everything: all end lawfully. Run by hand, minutes:

    python -m benchmarks.full.takara_random_games [games] [processes]

Every transition is compared with the books (orienteer.core.takara_island.audit), and a break of a law stops the run with the
game's number. In the debug build (ORIENTEER_DEBUG=1) C assertions and bounds checks are on. Prints the endings and the
mean length by set of options.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from orienteer.core.rng import RandomStream
from orienteer.core.takara_island import TakaraIsland
from orienteer.core.takara_island.audit import ENDINGS, play_audited
from orienteer.core.takara_island.components import PRESETS

BGA = PRESETS["bga"]
OPTION_SETS: dict[str, dict[str, Any]] = {
    "2 players": {},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "2 players, bga": BGA,
    "3 players, bga": {**BGA, "players": 3},
    "4 players, bga": {**BGA, "players": 4},
    "2 players, rich": {"gold": 50, "adventurers": 3, "miner_may_stop": True, "tie": "shared"},
    "4 players, rich, bga": {**BGA, "players": 4, "gold": 50, "miner_may_stop": True},
    "3 players, 12 rounds": {"players": 3, "max_rounds": 12, "impostor": "any"},
    "2 players, one adventurer": {"adventurers": 1, "mimic_fail": "removed"},
}


def play(options: dict[str, Any], count: int, part: int) -> dict[str, Any]:
    """A part of the games; a stream a part, so the result depends on the numbers of games and processes only."""
    return play_audited(TakaraIsland(**options), count, RandomStream(1, part))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("processes", nargs="?", type=int, default=2)
    given = parser.parse_args()
    each = given.games // len(OPTION_SETS)
    parts = [each // given.processes + (i < each % given.processes) for i in range(given.processes)]
    print(f"{'options':<28}{'games':>9}{'length':>9}{'games/s':>9}" + "".join(f"{name:>13}" for name in ENDINGS))
    began, total = time.perf_counter(), 0
    with ProcessPoolExecutor(given.processes) as pool:
        for name, options in OPTION_SETS.items():
            start = time.perf_counter()
            found = list(pool.map(play, [options] * len(parts), parts, range(len(parts))))
            speed = each / (time.perf_counter() - start)
            length = sum(part["transitions"] for part in found) / each
            endings: Counter[str] = sum((Counter(part["endings"]) for part in found), Counter())
            total += each
            row = "".join(f"{endings[kind] / each:>12.2%} " for kind in ENDINGS).rstrip()
            print(f"{name:<28}{each:>9,}{length:>9.1f}{speed:>9,.0f}{row}", flush=True)
    print(f"{total:,} games ended lawfully in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
