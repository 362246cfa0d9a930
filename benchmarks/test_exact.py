"""Exact answers: value, nodes, seconds and peak memory of each piece of work.

    python -m benchmarks.test_exact "pig 100"       one piece in this process, as JSON

Values are those of the rules files' tables of known answers. Peak memory is measured in a fresh process: the most that
was resident, minus what was resident after importing.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import orienteer
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.pig import Pig
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.games.incan_gold import exact
from orienteer.limits import Limits

LIMITS = Limits(seconds=600)


@dataclass(frozen=True)
class Answer:
    value: float
    nodes: int


@dataclass(frozen=True)
class Work:
    """`value` is right to `digits` decimals; `nodes` is asserted where the method's table has a size of its own."""

    run: Callable[[], Answer]
    value: float
    digits: int
    nodes: int | None = None


def evaluated(state: State, objective: str) -> Answer:
    exact._solitaire.cache_clear()
    evaluation = orienteer.evaluate(state, objective=objective, method="exact", limits=LIMITS)
    assert evaluation.exact
    return Answer(evaluation.values[0], evaluation.nodes)


def solitaire(**options: object) -> Callable[[], Answer]:
    return lambda: evaluated(IncanGold(players=1, **options).new_initial_state(), "points")


def duel(gap: int) -> Callable[[], Answer]:
    """Two players in the last round of `bga`, four artifacts lost, seat 0 ahead by `gap`."""
    fields = {
        "round": 5,
        "phase": 0,
        "path": (),
        "inside": (True, True),
        "pocket": 0,
        "leftovers": (0,),
        "gems": (gap, 0),
        "artifact_count": (0, 0),
        "artifact_points": (0, 0),
        "removed": (0,) * 5,
        "artifacts_deck": 1,
        "artifacts_path": 0,
        "artifacts_taken": 0,
        "artifacts_lost": 4,
    }
    return lambda: evaluated(IncanGold(players=2, deck="bga").state_from_fields(fields), "win")


def pig() -> Answer:
    solution = Expectimax(Pig(target=100).new_initial_state())
    return Answer(solution.values()[0], solution.num_nodes)


DUELS = ((0, 0.5), (1, 0.780080), (5, 0.863156), (10, 0.908334), (20, 0.974745))
WORKS = {
    "solitaire, one round": Work(solitaire(deck="print", rounds=1, artifacts=False), 17.339875, 6, 82_944),
    "solitaire, five rounds, bga": Work(solitaire(deck="bga", artifact_value="taken_order"), 87.595815, 6, 39_674_880),
    "solitaire, five rounds, print": Work(solitaire(deck="print", artifact_value="taken_order"), 99.635468, 6),
    **{f"last-round duel, gap {gap}": Work(duel(gap), share, 6, 82_944) for gap, share in DUELS},
    "pig 100": Work(pig, 0.530592725274, 9),
}


def check(name: str, answer: Answer) -> None:
    work = WORKS[name]
    tolerance = 1e-9 if work.digits == 9 else 0.5000001 * 10**-work.digits
    assert answer.value == pytest.approx(work.value, abs=tolerance), name
    assert work.nodes is None or answer.nodes == work.nodes, name


def peak_kilobytes() -> int:
    """The most that was resident. Linux keeps a parent's peak in getrusage across exec, so /proc is asked where it is."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def measured(name: str) -> dict[str, float]:
    """Seconds, nodes, value and peak megabytes of one piece, in this process, which should be fresh."""
    for players in (1, 2):  # loads what `evaluate` imports when it is first called
        small = IncanGold(players=players, deck=(1, 2), rounds=1)
        evaluated(small.new_initial_state(), "win" if players == 2 else "points")
    before = peak_kilobytes()
    started = time.perf_counter()
    answer = WORKS[name].run()
    seconds = time.perf_counter() - started
    check(name, answer)
    megabytes = (peak_kilobytes() - before) * 1024 / 1e6
    return {"seconds": seconds, "nodes": answer.nodes, "value": answer.value, "megabytes": round(megabytes, 1)}


def fresh(name: str) -> dict[str, float]:
    """`measured` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.test_exact", name]
    root = Path(__file__).resolve().parents[1]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=root).stdout)
    return found


@pytest.mark.parametrize("name", WORKS)
def test_exact(name, benchmark) -> None:  # type: ignore[no-untyped-def]
    found = fresh(name)
    benchmark.extra_info.update(nodes=found["nodes"], peak_megabytes=found["megabytes"])
    print(f"{name}: {found}")
    rounds = 1 if found["seconds"] > 0.5 else 5
    answer = benchmark.pedantic(WORKS[name].run, rounds=rounds, warmup_rounds=0 if rounds == 1 else 1)
    check(name, answer)


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
