"""Positions that a lookahead visits by kind of pruning, equal values asserted. Run by hand, a minute or two:

    python -m benchmarks.full.star_nodes [positions]

Prints the tables of docs/solvers.md: two-player Lost Explorers in mid-game, and Pig, whose winner takes all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import State
from orienteer.lookahead import Lookahead, Valuation

PRUNINGS = ("none", "alpha-beta", "star1", "star2")


def mid_games(count: int) -> list[State]:
    """Positions after 8 to 40 random turns, each of its own game."""
    found: list[State] = []
    while len(found) < count:
        stream = RandomStream(7, len(found))
        state = LostExplorers(players=2).new_initial_state()
        turns = 8 + 32 * len(found) // count
        while not state.is_terminal() and (state.is_chance_node() or state.segment("turn") < turns):
            step = state.sample_chance(stream) if state.is_chance_node() else _random_action(state, stream)
            state.apply(step)
        assert not state.is_terminal()
        found.append(state)
    return found


def _random_action(state: State, stream: RandomStream) -> int:
    legal = state.legal_actions()
    return legal[stream.below(len(legal))]


def lead(state: State) -> list[float]:
    """Pig's chance of winning, roughly."""
    mine, yours = state.scores()
    share = min(1.0, max(0.0, 0.5 + (mine - yours) / 200))
    return [share, 1 - share]


def table(title: str, states: Sequence[State], objective: str, depths: Sequence[int], **options: object) -> None:
    print(f"\n{title}\n\n| depth | {' | '.join(PRUNINGS)} |\n|---|---|---|---|---|")
    for depth in depths:
        totals = dict.fromkeys(PRUNINGS, 0)
        for state in states:
            values = None
            for pruning in PRUNINGS:
                search = Lookahead(state, objective=objective, pruning=pruning, multi=False, **options)  # type: ignore[arg-type]
                result = search.run(depth=depth)
                values = values or result.values
                assert max(abs(a - b) for a, b in zip(values, result.values, strict=True)) <= 1e-12
                totals[pruning] += result.nodes
        print(f"| {depth} | {' | '.join(f'{totals[name]:,}' for name in PRUNINGS)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=10)
    states = mid_games(parser.parse_args().positions)
    for objective in ("win", "margin"):
        table(
            f"Lost Explorers, two players, objective {objective}, {len(states)} positions",
            states,
            objective,
            (2, 3, 4),
            valuation=Valuation(),
        )
    table("Pig to 60", [Pig(target=60).new_initial_state()], "win", (4, 6, 8), valuation=lead)


if __name__ == "__main__":
    main()
