"""Random games with books kept of everything, by set of options: what the runs of single games share."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

Options = Mapping[str, Any]


def run(
    about: str | None,
    option_sets: Mapping[str, Options],
    play: Callable[[Options, int, int], dict[str, Any]],
    shares: Sequence[str],
    events: Sequence[str] = (),
) -> None:
    """Read the command line, play and print a row a set of options.

    play(options, games, part) plays a part of the games on a stream of its own and returns "transitions", "endings" and, where
    there are `events`, those, as counts by name. `shares`: endings, printed as shares of the games; events as means a game.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("processes", nargs="?", type=int, default=2)
    given = parser.parse_args()
    each = given.games // len(option_sets)
    parts = [each // given.processes + (i < each % given.processes) for i in range(given.processes)]
    print(f"{'options':<28}{'games':>9}{'length':>9}{'games/s':>9}" + "".join(f"{name:>15}" for name in (*shares, *events)))
    began, total = time.perf_counter(), 0
    with ProcessPoolExecutor(given.processes) as pool:
        for name, options in option_sets.items():
            start = time.perf_counter()
            found = list(pool.map(play, [options] * len(parts), parts, range(len(parts))))
            speed = each / (time.perf_counter() - start)
            length = sum(part["transitions"] for part in found) / each
            row = "".join(f"{_sum(found, 'endings', kind) / each:>15.2%}" for kind in shares)
            row += "".join(f"{_sum(found, 'events', kind) / each:>15.2f}" for kind in events)
            total += each
            print(f"{name:<28}{each:>9,}{length:>9.1f}{speed:>9,.0f}{row}", flush=True)
    print(f"{total:,} games ended lawfully in {time.perf_counter() - began:.0f} s")


def _sum(found: Sequence[Mapping[str, Any]], part: str, name: str) -> int:
    return sum(played[part][name] for played in found)
