"""What an early stop saves and costs, and what trees carried over are worth. Run by hand, minutes:

    python -m benchmarks.full.mcts_savings [positions] [--stop N] [--reuse N ...]

Stop: searches of Pig to 100 and of the last turns of Lost Explorers with `confidence` 0.95 and 0.99 and N iterations at most,
against searches of N iterations: how many ended early, the iterations that they took on the whole (a pair of playouts for a
check counted as two), the regret, and among the early ones those whose two moves are in the wrong order by exact play. Reuse:
games go on from each position to the mover's next choices, up to four, others chosen by searches of their own; at each choice
the regret of a new search and of one that was handed the last one's trees, N iterations each.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator

from benchmarks.full.mcts_options import Decision, half, lost_explorers, pig
from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.mcts import Search
from orienteer.mcts.schedule import CHECK_SHARE, FIRST_CHECK
from tests.mcts.oracles import PigTable

MOST_CHOICES = 4
OTHERS_ITERATIONS = 300
Values = Callable[[State], dict[int, float] | None]


def pig_values() -> Values:
    table = PigTable(100, best=True, tolerance=1e-9)
    return lambda state: {action: table(state.child(action))[state.current_player()] for action in state.legal_actions()}


def endgame_values(state: State) -> dict[int, float] | None:
    try:
        solution = Expectimax(state, objective="win", budget=Budget(Limits(nodes=50_000)))
    except TooLargeError:
        return None
    return {action: value[state.current_player()] for action, value in solution.action_values().items()}


def best_of(search: Search) -> int:
    best = search.result(playouts=0).best
    assert best is not None
    return best


def early(name: str, decisions: list[Decision], confidence: float, iterations: int) -> None:
    took, gains, stopped, wrong = 0, [], 0, 0
    for seed, (state, values, objective) in enumerate(decisions):
        search = Search(state, objective=objective, seed=seed, confidence=confidence)
        search.run(iterations=iterations)
        plain = Search(state, objective=objective, seed=seed)
        plain.run(iterations=iterations)
        took += search.iterations + sum(int(2 * CHECK_SHARE * (FIRST_CHECK << check)) for check in range(search.checks))
        gains.append(values[best_of(plain)] - values[best_of(search)])
        result = search.result(playouts=0)
        if result.stopped_by == "separated":
            stopped += 1
            second = result.choices[0].second
            assert second is not None
            wrong += values[best_of(search)] < values[second] - 1e-9
    count = len(decisions)
    print(
        f"{name}, confidence {confidence}: {stopped} of {count} ended early, iterations {took / count / iterations:.1%}, "
        f"regret {statistics.mean(gains):+.5f} ± {half(gains):.5f} against all of them, {wrong} in the wrong order",
        flush=True,
    )


def choices(state: State, seed: int, iterations: int) -> Iterator[tuple[State, Search, Search]]:
    """The mover's later choices, each with a new search and one that was handed trees, both run."""
    state, stream, mover = state.clone(), RandomStream(seed), state.current_player()
    search = Search(state, seed=seed)
    search.run(iterations=iterations)
    count = 0
    while not state.is_terminal() and count <= MOST_CHOICES:
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply(state.sample_chance(stream))
        elif len(legal) == 1:
            state.apply(legal[0])
        elif state.current_player() != mover:
            other = Search(state, seed=seed)
            other.run(iterations=OTHERS_ITERATIONS)
            state.apply(best_of(other))
        else:
            if count:
                fresh = Search(state, seed=count)
                search = Search(state, seed=count, previous=search)
                for run in (fresh, search):
                    run.run(iterations=iterations)
                yield state, fresh, search
            count += 1
            state.apply(best_of(search))
        search.advance(state)


def reuse(name: str, decisions: list[Decision], values_of: Values, iterations: int) -> None:
    fresh_losses, gains, carried = [], [], 0
    for seed, (start, _, _) in enumerate(decisions):
        for state, fresh, handed in choices(start, seed, iterations):
            values = values_of(state)
            if values is None:
                continue
            fresh_losses.append(max(values.values()) - values[best_of(fresh)])
            gains.append(values[best_of(fresh)] - values[best_of(handed)])
            carried += handed.reused
    print(
        f"{name}, {iterations} iterations: {len(gains)} choices, {carried / len(gains):.0f} visits carried over, "
        f"regret {statistics.mean(fresh_losses):.5f} ± {half(fresh_losses):.5f}, "
        f"with them {statistics.mean(gains):+.5f} ± {half(gains):.5f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=200)
    parser.add_argument("--stop", type=int, default=20_000)
    parser.add_argument("--reuse", nargs="*", type=int, default=[200, 2000])
    given = parser.parse_args()
    suites = {"pig": (pig(given.positions), pig_values()), "lost explorers": (lost_explorers(given.positions), endgame_values)}
    for name, (decisions, values_of) in suites.items():
        for iterations in given.reuse:
            reuse(name, decisions, values_of, iterations)
        for confidence in (0.95, 0.99) if given.stop else ():
            early(name, decisions, confidence, given.stop)


if __name__ == "__main__":
    main()
