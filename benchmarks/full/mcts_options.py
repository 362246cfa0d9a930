"""What options of the search are worth: regret against exact at equal time and at equal iterations. Run by hand, minutes:

    python -m benchmarks.full.mcts_options [positions] [--suites NAME ...] [--milliseconds MS ...] [--iterations N ...]

Decisions whose every value is known exactly: Pig to 100 (two moves); the last turns of Lost Explorers with 2 to 4 players,
objective win (up to dozens of moves); Incan Gold alone, one round and five, for points. Regret is what the chosen move gives up
against the best; the difference to the plain search is paired, with a 95 % interval. Equal time is so many milliseconds of one
core at the variant's own speed, measured first on the same decisions: iterations are counted, so that a busy machine changes
nothing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.full.incan_gold_playouts import solved
from benchmarks.full.mcts_regret import pig_choices
from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.mcts import Search
from tests.lost_explorers.test_endgames import late_state

Decision = tuple[State, dict[int, float], str]  # state, the mover's exact value by action, objective
VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "proofs": {"proofs": True},
    "halving": {"halving": True},
    "both": {"proofs": True, "halving": True},
}
FEWEST, MOST = 300, 10_000  # positions below a decision of Lost Explorers
MOST_ITERATIONS = 200_000


def pig(count: int) -> list[Decision]:
    return [(state, dict(enumerate(values)), "win") for _, state, values in pig_choices(count)]


def lost_explorers(count: int) -> list[Decision]:
    """One decision that matters of each random late game."""
    draw, found = random.Random(1), list[Decision]()
    while len(found) < count:
        state = late_state(draw)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply(draw.choices(outcomes, weights)[0])
                continue
            decision = _decision(state)
            if decision is not None:
                found.append(decision)
                break
            state.apply(draw.choice(state.legal_actions()[1:] or state.legal_actions()))
    return found


def _decision(state: State) -> Decision | None:
    try:
        solution = Expectimax(state, objective="win", budget=Budget(Limits(nodes=MOST)))
    except TooLargeError:
        return None
    values = {action: value[state.current_player()] for action, value in solution.action_values().items()}
    matters = solution.num_nodes >= FEWEST and max(values.values()) - min(values.values()) > 1e-9
    return (state, values, "win") if matters else None


def alone(rounds: int) -> Callable[[int], list[Decision]]:
    def decisions(count: int) -> list[Decision]:
        pairs = solved(IncanGold(players=1, rounds=rounds), "points", count)
        return [(state, {action: value[0] for action, value in found.by_action.items()}, "points") for state, found in pairs]

    return decisions


SUITES = {"pig": pig, "lost explorers": lost_explorers, "incan gold 1": alone(1), "incan gold 5": alone(5)}


def regrets(decisions: list[Decision], counts: dict[str, int], seeds: int) -> dict[str, list[float]]:
    """By variant, with so many iterations, of each decision the mean over the seeds."""
    losses: dict[str, list[float]] = {name: [] for name in counts}
    for number, (state, values, objective) in enumerate(decisions):
        for name, count in counts.items():
            found = []
            for seed in range(seeds):
                search = Search(state, objective=objective, seed=1000 * number + seed, **VARIANTS[name])
                search.run(iterations=count)
                best = search.result(playouts=0).best
                assert best is not None
                found.append(max(values.values()) - values[best])
            losses[name].append(statistics.mean(found))
    return losses


def rate(decisions: list[Decision], options: dict[str, Any], seconds: float) -> float:
    """Iterations a second of processor time, in searches that take about so long."""
    iterations, few = 64, decisions[:40]
    while True:
        began, done = time.process_time(), 0
        for state, _, objective in few:
            search = Search(state, objective=objective, **options)
            search.run(iterations=iterations)
            done += search.iterations
        took = time.process_time() - began
        if took > len(few) * seconds / 2 or iterations >= MOST_ITERATIONS:
            return done / took
        iterations *= 2


def half(values: list[float]) -> float:
    return float(1.96 * statistics.stdev(values) / len(values) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=250)
    parser.add_argument("--suites", nargs="+", choices=SUITES, default=list(SUITES))
    parser.add_argument("--milliseconds", nargs="*", type=float, default=[1, 10])
    parser.add_argument("--iterations", nargs="*", type=int, default=[200, 2000])
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    for suite in given.suites:
        decisions = SUITES[suite](given.positions)
        runs = [(f"{count} iterations", dict.fromkeys(VARIANTS, count)) for count in given.iterations]
        for ms in given.milliseconds:
            rates = {name: rate(decisions, options, ms / 1000) for name, options in VARIANTS.items()}
            runs.append((f"{ms} ms", {name: min(MOST_ITERATIONS, max(2, round(ms / 1000 * rates[name]))) for name in VARIANTS}))
        for text, counts in runs:
            losses = regrets(decisions, counts, given.seeds)
            for name, row in losses.items():
                line = f"{suite}, {text}, {name} ({counts[name]}): {statistics.mean(row):.5f} ± {half(row):.5f}"
                if name != "plain":
                    gain = [a - b for a, b in zip(row, losses["plain"], strict=True)]
                    line += f", less plain {statistics.mean(gain):+.5f} ± {half(gain):.5f}"
                print(line, flush=True)


if __name__ == "__main__":
    main()
