"""How often the 95 % interval on the policy found holds the exact value of that policy. Run by hand, minutes:

    python -m benchmarks.full.mcts_coverage [pig|incan_gold] [positions] [seeds] [--json FILE]

For each (position, seed): a short search, fresh playouts, and the exact value of the same frozen policy by recursion
through its tree, with the exact value of random play outside. Aim: 93-97 % over at least 2000 pairs. For comparison the
same is counted for the tree's own mean with 1.96 standard errors, which has no right to hold it.

Then, by number of simulations, how often the interval holds the exact value of best play. Nothing promises that it does:
the interval is that of the policy found. How far that policy's exact value is from best play's is stated beside it.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.mcts import Search
from tests.mcts.oracles import PigTable, Recursion, Value, frozen_values, pig_at

SIMULATIONS = 400
PLAYOUTS = 300
BUDGETS = (100, 400, 1600, 6400)  # simulations at which the value of best play is looked for
BEST_SEEDS = 3


class Position(NamedTuple):
    """Where a search begins, with the exact values by seat of random play and of best play from any state on."""

    state: State
    random: Callable[[State], Value]
    best: Callable[[State], Value]


def pig_positions(count: int, stream: RandomStream) -> Iterator[Position]:
    """Random scores and turn totals at targets 20, 30 and 40."""
    for target in (20, 30, 40):
        game, random, best = Pig(target=target), PigTable(target, best=False), PigTable(target, best=True)
        for _ in range(count // 3 + 1):
            own, other, turn = (stream.below(target - 2) for _ in range(3))
            turn = min(turn, target - own - 1)
            yield Position(pig_at(game, *(0 if points == 1 else points for points in (own, other, turn))), random, best)


def incan_gold_positions(count: int, stream: RandomStream) -> Iterator[Position]:
    """Two players in the last round of a smaller deck, at random gaps, after one to four cards."""
    game = IncanGold(players=2, deck=(2, 5, 7, 9, 11, 14), hazards=(3, 3, 3), rounds=1)
    random, best = Recursion("win", best=False), Recursion("win", best=True)
    found = 0
    while found < count:
        state = game.new_initial_state()
        fields = state.fields()
        fields["gems"] = (stream.below(12), stream.below(12))
        state = game.state_from_fields(fields)
        for _ in range(1 + stream.below(4)):
            if state.current_player() == CHANCE_PLAYER:
                state.apply(state.sample_chance(stream))
            if len(state.players_to_move()) == 2 and stream.below(2):
                state.apply_joint([0, 0])
        if not state.is_terminal():
            found += 1
            yield Position(state, random, best)


def measure(positions: list[Position], seeds: int) -> dict[str, tuple[int, int]]:
    """(hits, tries) of the position's interval, of the moves' intervals, and of the tree's own mean."""
    found = {"position": [0, 0], "moves": [0, 0], "tree mean": [0, 0]}

    def count(name: str, hit: bool) -> None:
        found[name][0] += hit
        found[name][1] += 1

    for number, position in enumerate(positions):
        for seed in range(seeds):
            search = Search(position.state, seed=1000 * number + seed)
            search.run(iterations=SIMULATIONS)
            result = search.result(playouts=PLAYOUTS)
            exact = frozen_values(search.frozen()[0], position.random)
            low, high = result.position.interval[0]
            count("position", low - 1e-9 <= exact[None][0] <= high + 1e-9)
            for move in result.moves if result.player >= 0 else ():
                low, high = move.interval[0]
                count("moves", low - 1e-9 <= exact[move.action][0] <= high + 1e-9)
                if move.action == result.best:
                    mean = move.tree_mean[0]
                    half = 1.96 * math.sqrt(max(0.0, mean * (1 - mean)) / move.visits)
                    count("tree mean", abs(mean - exact[move.action][0]) <= half + 1e-9)
    return {name: (hits, tries) for name, (hits, tries) in found.items()}


def measure_best(positions: list[Position], budget: int) -> dict[str, Any]:
    """How often the position's interval holds the exact value of best play, how wide it is, and by how much the exact value
    of the policy found differs from it."""
    hits, widths, offsets = 0, [], []
    for seed, position in enumerate(positions * BEST_SEEDS):
        search = Search(position.state, seed=seed)
        search.run(iterations=budget)
        low, high = search.result(playouts=PLAYOUTS).position.interval[0]
        best = position.best(position.state)[0]
        hits += low - 1e-9 <= best <= high + 1e-9
        widths.append(high - low)
        offsets.append(abs(frozen_values(search.frozen()[0], position.random)[None][0] - best))
    return {
        "simulations": budget,
        "hits": hits,
        "pairs": len(widths),
        "width": statistics.mean(widths),
        "offset": statistics.mean(offsets),
    }


def main() -> None:
    sources = {"pig": pig_positions, "incan_gold": incan_gold_positions}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=sources, default="pig")
    parser.add_argument("positions", nargs="?", type=int, default=240)
    parser.add_argument("seeds", nargs="?", type=int, default=10)
    parser.add_argument("--json", type=Path, help="write the counts to this file")
    given = parser.parse_args()
    positions = list(sources[given.game](given.positions, RandomStream(1)))
    found = measure(positions, given.seeds)
    for name, (hits, tries) in found.items():
        if tries:
            print(f"{given.game}, {name}: {covered(hits, tries)}", flush=True)
    rows = [measure_best(positions, budget) for budget in BUDGETS]
    for row in rows:
        print(
            f"{given.game}, best play, {row['simulations']} simulations: {covered(row['hits'], row['pairs'])}, "
            f"mean width {row['width']:.3f}, the policy found is off by {row['offset']:.4f}"
        )
    if given.json:
        given.json.write_text(json.dumps({"game": given.game, "policy found": found, "best play": rows}, indent=1) + "\n")


def covered(hits: int, tries: int) -> str:
    """A share with its 95 % error."""
    share = hits / tries
    return f"{hits} of {tries} = {share:.2%} ± {1.96 * math.sqrt(share * (1 - share) / tries):.2%}"


if __name__ == "__main__":
    main()
