"""Symmetric equilibria of one Incan Gold round: what they are worth and what it takes to find them, one process a row.

python benchmarks/full/incan_gold_rounds.py --decks bga --players 1-8 [--no-artifact] [-o rows.jsonl]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter

HEADER = (
    f"{'deck':6} {'artifact':8} {'n':>1} {'value':>13} {'gain':>8} {'stages':>11} {'mixed':>11} {'same':>5} {'several':>7} "
    f"{'solve s':>8} {'check s':>8} {'tables MB':>9} {'process MB':>10}"
)


def solve(deck: str, players: int, artifact: bool) -> dict[str, object]:
    """One round's row; seconds are the processor's."""
    import resource

    from orienteer.core.incan_gold.components import DECKS
    from orienteer.games.incan_gold.symmetric import SymmetricRound, round_artifacts

    counts = Counter(DECKS[deck])
    values = tuple(sorted(counts))
    artifacts = round_artifacts(1, ((0, 5), (0,))) if artifact else None
    began = time.process_time()
    found = SymmetricRound(values, tuple(counts[v] for v in values), players, artifacts=artifacts)
    value = found.start_value()
    solved = time.process_time()
    gain = found.best_response_value() - value
    return {
        "deck": deck,
        "artifact": artifact,
        "players": players,
        "value": value,
        "gain": gain,
        "largest_gain_at_a_stage": found.largest_gain,
        "stages": found.num_stages,
        "mixed": found.num_mixed,
        "indifferent": found.num_indifferent,
        "several": found.num_several,
        "solve_seconds": solved - began,
        "check_seconds": time.process_time() - solved,
        "table_bytes": found.bytes,
        "process_kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }


def line(row: dict[str, object]) -> str:
    return (
        f"{row['deck']:6} {'one' if row['artifact'] else 'none':8} {row['players']} {row['value']:13.9f} {row['gain']:8.1e} "
        f"{row['stages']:11,} {row['mixed']:11,} {row['indifferent']:5} {row['several']:7} {row['solve_seconds']:8.2f} "
        f"{row['check_seconds']:8.2f} {row['table_bytes'] / 1e6:9.0f} {row['process_kilobytes'] / 1e3:10.0f}"  # type: ignore[operator]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", default="bga", help="names of decks, with commas")
    parser.add_argument("--players", default="1-8", help="a number or a range")
    parser.add_argument("--no-artifact", action="store_true")
    parser.add_argument("-o", "--output", help="append rows here, as JSON, one a line")
    parser.add_argument("--row", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    first, _, last = given.players.partition("-")
    if given.row:
        print(json.dumps(solve(given.decks, int(first), not given.no_artifact)))
        return
    print(HEADER, flush=True)
    for deck in given.decks.split(","):
        for players in range(int(first), int(last or first) + 1):
            # A process of its own: its peak memory is the row's.
            command = [sys.executable, __file__, "--row", "--decks", deck, "--players", str(players)]
            done = subprocess.run(
                [*command, *(["--no-artifact"] if given.no_artifact else [])], stdout=subprocess.PIPE, text=True, check=True
            )
            row = json.loads(done.stdout)
            print(line(row), flush=True)
            if given.output:
                with open(given.output, "a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
