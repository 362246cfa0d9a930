"""Run every benchmark once and print the table of docs/benchmarks.md, some minutes on a calm machine:

python -m benchmarks.report                print the table
python -m benchmarks.report --write        put it, with the date, into docs/benchmarks.md
"""

from __future__ import annotations

import datetime
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import test_exact, test_import, test_ismcts_kuhn, test_mcts_pig, test_playouts, test_takara_island
from orienteer.mcts.signature import search_signature

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- begin: python -m benchmarks.report --write -->", "<!-- end -->"
REPEATS = 5  # fresh processes a piece of exact work; one where it takes longer than SLOW
SLOW = 3.0
Row = tuple[str, str, str, str, str]


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def playout_rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        own, peer, gems = test_playouts.paired(test_playouts.build_peer(Path(folder)))
    names = {"generic": "through the contract's generic loop", "whole": "whole-playout function"}
    rows = []
    for kind, runs in own.items():
        test_playouts.check_agreement(kind, runs, peer, gems)
        rates = [statistics.median(run.per_second for run in side) for side in (runs, peer)]
        rows.append(
            (
                f"random games, Incan Gold, 5 players, {names[kind]}",
                f"{rates[0]:,.0f} games/s",
                f"C by hand: {rates[1]:,.0f} games/s",
                f"{test_playouts.ratio(runs, peer):.2f}",
                f"{statistics.mean(run.nodes for run in runs):.2f} nodes a game",
            )
        )
    return rows


def exact_rows() -> list[Row]:
    rows = []
    for name, work in test_exact.WORKS.items():
        runs = [test_exact.fresh(name)]
        while len(runs) < REPEATS and runs[0]["seconds"] < SLOW:
            runs.append(test_exact.fresh(name))
        taken = statistics.median(run["seconds"] for run in runs)
        megabytes = statistics.median(run["megabytes"] for run in runs)
        count = f"{runs[0]['nodes']:,} nodes, {megabytes:.0f} MB; {runs[0]['value']:.{min(12, work.digits + 3)}f}"
        rows.append((f"exact: {name}", seconds(taken), "–", "–", count))
    return rows


def mcts_row() -> Row:
    pairs = [(test_mcts_pig.ours(seed), test_mcts_pig.peers(seed)) for seed in range(test_mcts_pig.PAIRS)]
    own, peer = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    our_mean, peer_mean = test_mcts_pig.mean_lengths()
    assert abs(our_mean / peer_mean - 1) < 0.01
    count = f"{our_mean:.0f} nodes a playout (peer {peer_mean:.0f})"
    return "MCTS, Pig 100", f"{own:,.0f} simulations/s", f"OpenSpiel C++: {peer:,.0f} simulations/s", f"{ratio:.2f}", count


def ismcts_row() -> Row:
    pairs = test_ismcts_kuhn.paired()
    own, peer = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    count = f"{test_ismcts_kuhn.SETS} information sets"
    return "ISMCTS, Kuhn poker", f"{own:,.0f} simulations/s", f"OpenSpiel C++: {peer:,.0f} simulations/s", f"{ratio:.2f}", count


def takara_rows() -> list[Row]:
    rows = []
    for players in test_takara_island.PLAYERS:
        runs = [test_takara_island.random_rates(players) for _ in range(REPEATS)]
        rate = statistics.median(rate for rate, _ in runs)
        name = f"random games, Takara Island, {players} players, whole-playout function"
        rows.append((name, f"{rate:,.0f} games/s", "–", "–", f"{runs[0][1]:.0f} nodes a game"))
    for players in test_takara_island.PLAYERS:
        rate = statistics.median(test_takara_island.search_rate(players) for _ in range(REPEATS))
        count = f"{test_takara_island.ITERATIONS:,} from the start, light playouts"
        rows.append((f"ISMCTS, Takara Island, {players} players", f"{rate:,.0f} simulations/s", "–", "–", count))
    return rows


def table() -> str:
    rows: list[Row] = [
        ("work", "ours", "peer", "ratio", "count"),
        ("---",) * 5,
        *playout_rows(),
        mcts_row(),
        ismcts_row(),
        *takara_rows(),
        *exact_rows(),
        ("`import orienteer`", seconds(test_import.median_seconds()), "–", "–", f"none of {', '.join(test_import.HEAVY)}"),
        ("search signature", "–", "–", "–", str(search_signature())),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    text = table()
    print(text)
    if "--write" in sys.argv[1:]:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        dated = f"Run of {datetime.date.today()}.\n\n{text}"
        PAGE.write_text(f"{before}{BEGIN}\n{dated}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
