"""Light against uniform playouts in Incan Gold at equal numbers of simulations. Run by hand, a minute:

    python -m benchmarks.full.incan_gold_playouts [positions] [seeds]

Positions of the full deck that the cave solvers answer, by random play on fixed streams. Two players in the last round, both
inside, objective win: NashConv of the two returned strategies in the matrix of exact values of the joint actions. One
player with one round or five, objective points: what the chosen move gives up. Beside each the simulations a second.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np

from orienteer.budget import Budget
from orienteer.core.incan_gold import IncanGold
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.games.incan_gold.exact import CaveSolution, solve
from orienteer.mcts import Search

STAY, LEAVE = 0, 1
SIMULATIONS = (1_000, 10_000)
PLAYOUTS = ("uniform", "light")
MOST_CARDS = 8  # turned up to reach a position, a round

Solved = list[tuple[State, CaveSolution]]
Loss = Callable[[Search, CaveSolution], float]


def positions(game: IncanGold, stream: RandomStream) -> Iterator[State]:
    """Choices of all seats, who mostly stayed; before that, tents of up to 11 gems where there are two."""
    while True:
        state = game.new_initial_state()
        if game.num_players == 2:
            tents = (stream.below(12), stream.below(12))
            state = game.state_from_fields({**state.fields(), "gems": tents})
        left = 1 + stream.below(MOST_CARDS * game.options["rounds"])
        while not state.is_terminal():
            if state.current_player() == CHANCE_PLAYER:
                state.apply(state.sample_chance(stream))
                left -= 1
                continue
            if left <= 0:
                break
            action = LEAVE if stream.below(8) == 0 else STAY
            if game.num_players == 1:
                state.apply(action)
            else:
                state.apply_joint([action if seat in state.players_to_move() else -1 for seat in range(2)])
        if len(state.players_to_move()) == game.num_players:
            yield state


def solved(game: IncanGold, objective: str, count: int) -> Solved:
    found: Solved = []
    for state in positions(game, RandomStream(count)):
        solution = solve(state, objective, "game", None, Budget())
        assert solution is not None
        found.append((state, solution))
        if len(found) == count:
            return found
    raise AssertionError("positions never end")


def nash_conv(search: Search, solution: CaveSolution) -> float:
    """What the two seats could gain together by deviating from the returned strategies at the root."""
    matrix = np.array([[solution.by_action[a, b][0] for b in (STAY, LEAVE)] for a in (STAY, LEAVE)])
    strategies = search.result(playouts=0).strategies
    rows, columns = (np.array([strategies[seat][action] for action in (STAY, LEAVE)]) for seat in (0, 1))
    return float(max(matrix @ columns) - min(rows @ matrix))


def regret(search: Search, solution: CaveSolution) -> float:
    values = {action: value[0] for action, value in solution.by_action.items()}
    return max(values.values()) - values[search.result(playouts=0).best]


def report(name: str, pairs: Solved, objective: str, loss: Loss, seeds: int) -> None:
    """Means over positions with 95 % intervals; the two kinds take turns, so that a busy machine slows both."""
    for simulations in SIMULATIONS:
        losses: dict[str, list[float]] = {playout: [] for playout in PLAYOUTS}
        seconds = dict.fromkeys(PLAYOUTS, 0.0)
        for number, (state, solution) in enumerate(pairs):
            for playout in PLAYOUTS:
                by_seed = []
                for seed in range(number * seeds, (number + 1) * seeds):
                    search = Search(state, seed=seed, objective=objective, playout=playout)
                    began = time.perf_counter()
                    search.run(iterations=simulations)
                    seconds[playout] += time.perf_counter() - began
                    by_seed.append(loss(search, solution))
                losses[playout].append(statistics.mean(by_seed))
        differences = [light - uniform for uniform, light in zip(*losses.values(), strict=True)]
        for playout, numbers in (*losses.items(), ("light - uniform", differences)):
            error = 1.96 * statistics.stdev(numbers) / len(numbers) ** 0.5
            print(f"{name}, {simulations}, {playout}: {statistics.mean(numbers):.4f} +- {error:.4f}")
        speeds = [simulations * seeds * len(pairs) / seconds[playout] for playout in PLAYOUTS]
        print(f"{name}, {simulations}, simulations a second: {speeds[0]:,.0f} uniform, {speeds[1]:,.0f} light")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=200)
    parser.add_argument("seeds", nargs="?", type=int, default=4)
    given = parser.parse_args()
    duels = solved(IncanGold(players=2, rounds=1), "win", given.positions)
    report("two players, last round, NashConv", duels, "win", nash_conv, given.seeds)
    for rounds in (1, 5):
        pairs = solved(IncanGold(players=1, rounds=rounds), "points", given.positions)
        report(f"one player, {rounds} round(s), regret", pairs, "points", regret, given.seeds)


if __name__ == "__main__":
    main()
