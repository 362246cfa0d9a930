"""A million random games of Lost Explorers, every fact that the rules guarantee checked at every step. Run by hand, minutes:

    python -m benchmarks.full.lost_explorers_random_games [games] [processes]

Every transition is audited (orienteer.core.lost_explorers.audit), and a break of a law stops the run with the game's number. In
the debug build (ORIENTEER_DEBUG=1) C assertions and bounds checks are on. Prints the endings, the mean length and the mean
number of each event by set of options.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.lost_explorers.audit import ENDINGS, EVENTS, play_audited
from orienteer.core.rng import RandomStream

OTHERS = {
    "first_turn_limit": "equip_only",
    "rows_empty": "after_round",
    "bonus": "optional",
    "mission_discard": "before_bonus",
}
OPTION_SETS: dict[str, dict[str, Any]] = {
    "2 players": {},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "2 players, other rules": OTHERS,
    "3 players, other rules": {**OTHERS, "players": 3},
    "4 players, other rules": {**OTHERS, "players": 4},
    "2 players, rich, no cap": {"vehicles": 3, "max_turns": None},
    "4 players, rich": {**OTHERS, "players": 4, "vehicles": 2},
    "3 players, 30 turns": {"players": 3, "vehicles": 1, "max_turns": 30, "stall_rounds": 0},
    "2 players, one member": {"members": 1, "stall_rounds": 5},
}


def play(options: dict[str, Any], count: int, part: int) -> dict[str, Any]:
    """A part of the games; a stream a part, so the result depends on the numbers of games and processes only."""
    return play_audited(LostExplorers(**options), count, RandomStream(1, part))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("processes", nargs="?", type=int, default=2)
    given = parser.parse_args()
    each = given.games // len(OPTION_SETS)
    parts = [each // given.processes + (i < each % given.processes) for i in range(given.processes)]
    print(f"{'options':<26}{'games':>9}{'length':>8}{'games/s':>9}" + "".join(f"{name:>14}" for name in (*ENDINGS, *EVENTS)))
    began, total = time.perf_counter(), 0
    with ProcessPoolExecutor(given.processes) as pool:
        for name, options in OPTION_SETS.items():
            start = time.perf_counter()
            found = list(pool.map(play, [options] * len(parts), parts, range(len(parts))))
            speed = each / (time.perf_counter() - start)
            length = sum(part["transitions"] for part in found) / each
            endings: Counter[str] = sum((Counter(part["endings"]) for part in found), Counter())
            events: Counter[str] = sum((Counter(part["events"]) for part in found), Counter())
            total += each
            row = "".join(f"{endings[kind] / each:>14.2%}" for kind in ENDINGS) + "".join(
                f"{events[kind] / each:>14.2f}" for kind in EVENTS
            )
            print(f"{name:<26}{each:>9,}{length:>8.1f}{speed:>9,.0f}{row}", flush=True)
    print(f"{total:,} games ended lawfully in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
