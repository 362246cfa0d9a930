"""Seconds to NashConv 1e-3 and 1e-4 beside OpenSpiel and LiteEFG in one run, and the published values of liar's dice.

    python -m benchmarks.full.equilibrium [seconds of each cell]

NashConv is the sum of both seats' gains, in chips or points; Goofspiel is measured by its points −1, 0 and 1 everywhere, where
ours are 0, 1/2 and 1. It is asked for after 10 iterations and then whenever there are half as many again; asking is not in
the seconds. Ours list the game in theirs, the peers' count iterations alone. "–": not within the limit of the cell. Peers:
OpenSpiel's `pyspiel.CFRPlusSolver` with its own NashConv; LiteEFG's CFR+ and PCFR+ with linear averages, if it is installed.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pyspiel

from orienteer.core.registry import load_game
from orienteer.equilibrium import VARIANTS, RegretMinimizer, SequenceForm, best_responses, solve_linear_program

try:
    import LiteEFG
    from LiteEFG.baselines import PCFR, CFRplus
except ImportError:
    LiteEFG = None

TARGETS = (1e-3, 1e-4)
LIMIT = 20.0
# Ours with its options; the peers' name; how many of the peers' units one of ours is.
GAMES = {
    "Kuhn poker": ("kuhn_poker", {}, "kuhn_poker", 1.0),
    "Leduc poker": ("leduc_poker", {}, "leduc_poker", 1.0),
    "Goofspiel, 4 cards": (
        "goofspiel",
        {"cards": 4},
        "turn_based_simultaneous_game(game=goofspiel(num_cards=4,players=2,points_order=descending,returns_type=win_loss))",
        2.0,
    ),
    "liar's dice, 6 sides": ("liars_dice", {}, "liars_dice", 1.0),
}
Step = Callable[[int], None]
# (what one step does, NashConv now)
Runner = tuple[Step, Callable[[], float]]


def ours(name: str, options: dict[str, int], scale: float, variant: str) -> Runner:
    form = SequenceForm([(load_game(name, **options).new_initial_state(), 1)])
    minimizer = RegretMinimizer(form, variant)
    return minimizer.run, lambda: scale * best_responses(form, minimizer.average_strategy(), minimizer.plexes).nash_conv


def openspiel(name: str) -> Runner:
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)

    def run(iterations: int) -> None:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    return run, lambda: float(pyspiel.nash_conv(game, solver.average_policy()))


def liteefg(name: str, baseline: str) -> Runner:
    with contextlib.redirect_stdout(io.StringIO()):
        env = LiteEFG.OpenSpielEnv(pyspiel.load_game(name))
        graph = {"cfr+": CFRplus, "pcfr+": PCFR}[baseline].graph()
    env.set_graph(graph)

    def run(iterations: int) -> None:
        for _ in range(iterations):
            graph.update_graph(env)
            env.update_strategy(graph.current_strategy(), update_best=False)

    return run, lambda: float(sum(env.exploitability(graph.current_strategy(), "linear-avg-iterate")))


def reached(make: Callable[[], Runner], counts_listing: bool, limit: float) -> list[tuple[float, int] | None]:
    """(seconds, iterations) to each target; the checks themselves are not in the seconds."""
    started = time.perf_counter()
    run, nash_conv = make()
    spent = time.perf_counter() - started if counts_listing else 0.0
    iterations, check = 0, 10
    found: list[tuple[float, int] | None] = [None] * len(TARGETS)
    while spent < limit and time.perf_counter() - started < 3 * limit:
        started_part = time.perf_counter()
        run(check - iterations)
        spent += time.perf_counter() - started_part
        iterations = check
        distance = nash_conv()
        for index, target in enumerate(TARGETS):
            if found[index] is None and distance <= target:
                found[index] = (spent, iterations)
        if found[-1] is not None:
            break
        check = iterations + iterations // 2
    return found


def cell(found: tuple[float, int] | None) -> str:
    return "–" if found is None else f"{found[0]:.3g} s ({found[1]:,})"


def rows(limit: float) -> Iterator[tuple[str, ...]]:
    for title, (name, options, peer, scale) in GAMES.items():
        makers: dict[str, tuple[Callable[[], Runner], bool]] = {}
        for variant in VARIANTS:
            makers[f"ours, {variant}"] = (partial(ours, name, options, scale, variant), True)
        makers["OpenSpiel, cfr+"] = (partial(openspiel, peer), False)
        if LiteEFG is not None:
            for baseline in ("cfr+", "pcfr+"):
                makers[f"LiteEFG, {baseline}"] = (partial(liteefg, peer, baseline), False)
        for solver, (make, counts_listing) in makers.items():
            yield (title, solver, *map(cell, reached(make, counts_listing, limit)))


def known_values() -> Iterator[str]:
    for wild, value in (("highest", -7 / 258), ("ones", -7 / 327)):
        started = time.perf_counter()
        form = SequenceForm([(load_game("liars_dice", wild=wild).new_initial_state(), 1)])
        values, strategies = solve_linear_program(form)
        distance = best_responses(form, strategies).nash_conv
        assert abs(values[0] - value) < 1e-8
        yield (
            f"liar's dice, 6 sides, {wild} wild: {values[0]:.12f} by linear programming (published {value:.12f}), NashConv "
            f"{distance:.1e}, {time.perf_counter() - started:.1f} s"
        )


def main(limit: float = LIMIT) -> None:
    titles = ("game", "solver", *(f"NashConv {target:g}: seconds (iterations)" for target in TARGETS))
    print("|", " | ".join(titles), "|", flush=True)
    print("|" + "---|" * len(titles))
    for row in rows(limit):
        print("|", " | ".join(row), "|", flush=True)
    for line in known_values():
        print(line, flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
