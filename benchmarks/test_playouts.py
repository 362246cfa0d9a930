"""Random full games of Incan Gold, five players, beside a hand-written C program, in pairs in one run; one core each.

The generic loop makes one contract call for each legal list, joint move and draw. The whole-playout function is the
game's own loop behind one call. Both must agree with the peer on the mean totals of gems and points and on the nodes of
a game. No time is asserted; ratios are printed and kept in `extra_info`.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from orienteer.core.incan_gold import IncanGold
from orienteer.core.rng import RandomStream
from orienteer.core.state import random_games

GAMES = 100_000
PAIRS = 7
KINDS = ("generic", "whole")
SAMPLE = 20_000  # games looked at one by one: gems, and how much games differ
SOURCE = Path(__file__).parent / "peers" / "incan_gold_playouts.c"
COMPILER = os.environ.get("CC") or shutil.which("cc")
GAME = IncanGold(players=5)


@dataclass(frozen=True)
class Run:
    """Games a second; nodes and the total of points in the mean game."""

    per_second: float
    nodes: float
    points: float


def build_peer(folder: Path) -> Path:
    assert COMPILER is not None
    program = folder / "incan_gold_playouts"
    subprocess.run([*COMPILER.split(), "-O3", "-o", str(program), str(SOURCE)], check=True)
    return program


def peers(program: Path, seed: int) -> tuple[Run, float]:
    """The run, and the mean total of gems."""
    command = [str(program), str(GAMES), str(seed)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Run(GAMES / found["seconds"], found["nodes"] / GAMES, found["mean_points"]), found["mean_gems"]


def ours(seed: int, kind: str) -> Run:
    stream = RandomStream(seed)
    started = time.perf_counter()
    nodes, points = random_games(GAME, GAMES, stream, "points", kind == "generic")
    return Run(GAMES / (time.perf_counter() - started), nodes / GAMES, sum(points) / GAMES)


def sample(kind: str) -> dict[str, list[float]]:
    """Nodes, points and gems of single games."""
    start = GAME.new_initial_state()
    state, stream = start.clone(), RandomStream(0)
    found: dict[str, list[float]] = {"nodes": [], "points": [], "gems": []}
    for _ in range(SAMPLE):
        state.copy_from(start)
        found["nodes"].append(state.playout(stream, kind == "generic"))
        found["points"].append(sum(state.returns("points")))
        found["gems"].append(sum(state.fields()["gems"]))
    return found


def paired(program: Path) -> tuple[dict[str, list[Run]], list[Run], list[float]]:
    """Our runs by kind and the peer's beside them, and the peer's mean gems."""
    own: dict[str, list[Run]] = {kind: [] for kind in KINDS}
    peer, gems = [], []
    for seed in range(1, PAIRS + 1):
        run, mean_gems = peers(program, seed)
        peer.append(run)
        gems.append(mean_gems)
        for kind in KINDS:
            own[kind].append(ours(seed, kind))
    return own, peer, gems


def ratio(own: list[Run], peer: list[Run]) -> float:
    """Median over the pairs of our games a second by the peer's."""
    return statistics.median(run.per_second / other.per_second for run, other in zip(own, peer, strict=True))


def check_agreement(kind: str, own: list[Run], peer: list[Run], peer_gems: list[float]) -> None:
    """Assert that the means of a game agree within five standard errors of their difference."""

    def agree(name: str, mean: float, games: int, other: float) -> None:
        error = statistics.stdev(games_seen[name]) * (1 / games + 1 / (PAIRS * GAMES)) ** 0.5
        assert abs(mean - other) <= 5 * error, f"{kind}: {name} a game {mean:.4f}, the peer's {other:.4f} +- {error:.4f}"

    games_seen = sample(kind)
    for name in ("nodes", "points"):
        means = [statistics.mean(getattr(run, name) for run in runs) for runs in (own, peer)]
        agree(name, means[0], PAIRS * GAMES, means[1])
    agree("gems", statistics.mean(games_seen["gems"]), SAMPLE, statistics.mean(peer_gems))


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> tuple[dict[str, list[Run]], list[Run], list[float]]:  # type: ignore[no-untyped-def]
    if COMPILER is None:
        pytest.skip("the peer is a C program and there is no C compiler: neither CC nor cc on the PATH")
    return paired(build_peer(tmp_path_factory.mktemp("peer")))


@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind, runs, benchmark) -> None:  # type: ignore[no-untyped-def]
    own, peer, gems = runs
    check_agreement(kind, own[kind], peer, gems)
    benchmark.extra_info["ours_per_second"] = round(statistics.median(run.per_second for run in own[kind]))
    benchmark.extra_info["peer_per_second"] = round(statistics.median(run.per_second for run in peer))
    benchmark.extra_info["ratio"] = round(ratio(own[kind], peer), 2)
    benchmark.extra_info["nodes_a_game"] = round(statistics.mean(run.nodes for run in own[kind]), 3)
    print(f"random games, {kind}: {benchmark.extra_info}")
    benchmark.pedantic(ours, args=(0, kind), rounds=3)
