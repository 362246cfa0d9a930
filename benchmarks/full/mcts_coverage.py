"""How often the 95 % interval on the policy found holds the exact value of that policy. Run by hand, minutes:

    python -m benchmarks.full.mcts_coverage [pig|incan_gold] [positions] [seeds]

For each (position, seed): a short search, fresh playouts, and the exact value of the same frozen policy by recursion
through its tree, with the exact value of random play outside. Aim: 93-97 % over at least 2000 pairs. For comparison the
same is counted for the tree's own mean with 1.96 standard errors, which has no right to hold it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator

from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.mcts import Search
from tests.mcts.oracles import PigTable, Recursion, Value, frozen_values, pig_at

SIMULATIONS = 400
PLAYOUTS = 300


def pig_positions(count: int, stream: RandomStream) -> Iterator[tuple[State, Callable[[State], Value]]]:
    """Random scores and turn totals at targets 20, 30 and 40."""
    for target in (20, 30, 40):
        game, table = Pig(target=target), PigTable(target, best=False)
        for _ in range(count // 3 + 1):
            own, other, turn = (stream.below(target - 2) for _ in range(3))
            turn = min(turn, target - own - 1)
            yield pig_at(game, *(0 if points == 1 else points for points in (own, other, turn))), table


def incan_gold_positions(count: int, stream: RandomStream) -> Iterator[tuple[State, Callable[[State], Value]]]:
    """Two players in the last round of a smaller deck, at random gaps, after one to four cards."""
    game = IncanGold(players=2, deck=(2, 5, 7, 9, 11, 14), hazards=(3, 3, 3), rounds=1)
    table = Recursion("win", best=False)
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
            yield state, table


def measure(positions: Iterator[tuple[State, Callable[[State], Value]]], seeds: int) -> dict[str, tuple[int, int]]:
    """(hits, tries) of the position's interval, of the moves' intervals, and of the tree's own mean."""
    found = {"position": [0, 0], "moves": [0, 0], "tree mean": [0, 0]}

    def count(name: str, hit: bool) -> None:
        found[name][0] += hit
        found[name][1] += 1

    for number, (state, outside) in enumerate(positions):
        for seed in range(seeds):
            search = Search(state, seed=1000 * number + seed)
            search.run(iterations=SIMULATIONS)
            result = search.result(playouts=PLAYOUTS)
            exact = frozen_values(search.frozen()[0], outside)
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


def main() -> None:
    sources = {"pig": pig_positions, "incan_gold": incan_gold_positions}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=sources, default="pig")
    parser.add_argument("positions", nargs="?", type=int, default=240)
    parser.add_argument("seeds", nargs="?", type=int, default=10)
    given = parser.parse_args()
    positions = sources[given.game](given.positions, RandomStream(1))
    for name, (hits, tries) in measure(positions, given.seeds).items():
        if tries:
            error = 196 * math.sqrt(0.05 * 0.95 / tries)
            print(f"{given.game}, {name}: {hits} of {tries} = {100 * hits / tries:.2f} % +- {error:.2f}")


if __name__ == "__main__":
    main()
