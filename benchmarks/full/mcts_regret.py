"""Mean regret against exact play at equal time. Run by hand, minutes:

    python -m benchmarks.full.mcts_regret [positions]

Pig 100: what the chosen move gives up, against the exact table; OpenSpiel's C++ MCTS beside it for the same wall-clock
time, one core each. Two-player last-round Incan Gold (a smaller deck, exact by recursion): NashConv of the two returned
strategies in the matrix of exact values of the joint actions. All time goes to the search (`result(playouts=0)`); an
answer with intervals gives 30 % of it away.
"""

from __future__ import annotations

import argparse
import statistics

import pyspiel

from benchmarks.full.mcts_coverage import incan_gold_positions
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import State
from orienteer.mcts import Search
from tests.mcts.oracles import PigTable, Recursion, pig_at, pig_moves

MILLISECONDS = (1, 10, 50)


def pig_choices(count: int) -> list[tuple[list[int], State, list[float]]]:
    """(moves that lead there, state, exact value of roll and hold) at random scores and turn totals."""
    game, table, stream = Pig(), PigTable(100, best=True, tolerance=1e-9), RandomStream(105)
    found = []
    while len(found) < count:
        own, other, turn = stream.below(99), stream.below(99), stream.below(35)
        turn = min(turn, 99 - own)
        if 1 not in (own, other, turn):
            state = pig_at(game, own, other, turn)
            found.append((pig_moves(own, other, turn), state, [table(state.child(action))[0] for action in (0, 1)]))
    return found


def peers_choice(moves: list[int], seconds: float, seed: int) -> int:
    game = pyspiel.load_game("pig(players=2,winscore=100,horizon=1000)")
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 0.7, 10_000_000, 1000, False, seed, False, pyspiel.ChildSelectionPolicy.UCT, seconds)
    best = bot.mcts_search(state).best_child()
    return seed % 2 if best is None else int(best.action)  # None where it did not get to a second simulation


def our_choice(state: State, seconds: float, seed: int) -> int:
    search = Search(state, seed=seed)
    search.run(seconds=seconds)
    best = search.result(playouts=0).best
    assert best is not None
    return best


def nash_conv(state: State, exact: Recursion, seed: int, **run: float) -> float:
    """What the two seats could gain together by deviating from the returned strategies at the root."""
    matrix = exact.matrix(state)
    search = Search(state, seed=seed)
    search.run(**run)  # type: ignore[arg-type]
    strategies = search.result(playouts=0).strategies
    rows, columns = ([strategies[seat][action] for action in state.legal_actions(seat)] for seat in (0, 1))
    return float(max(matrix @ columns) - min(rows @ matrix))


def both_inside(count: int) -> list[State]:
    states = []
    for state, _ in incan_gold_positions(10 * count, RandomStream(103)):
        if len(state.players_to_move()) == 2:
            states.append(state)
        if len(states) == count:
            break
    return states


def report(name: str, milliseconds: int, losses: list[float]) -> None:
    error = statistics.stdev(losses) / len(losses) ** 0.5
    right = sum(loss < 1e-9 for loss in losses) / len(losses)
    mean = statistics.mean(losses)
    optimal = "" if "NashConv" in name else f", optimal {right:.1%}"
    print(f"{name}, {milliseconds} ms: mean regret {mean:.5f} +- {1.96 * error:.5f}{optimal}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=400, help="of Pig; a quarter of it of Incan Gold; at least 8")
    count = parser.parse_args().positions
    choices = pig_choices(count)
    states = both_inside(count // 4)
    exact = Recursion("win", best=True)
    for milliseconds in MILLISECONDS:
        seconds = milliseconds / 1000
        own, peer = [], []
        for seed, (moves, state, values) in enumerate(choices):
            own.append(max(values) - values[our_choice(state, seconds, seed)])
            peer.append(max(values) - values[peers_choice(moves, seconds, seed)])
        report("pig 100", milliseconds, own)
        report("pig 100, OpenSpiel", milliseconds, peer)
        gains = [nash_conv(state, exact, seed, seconds=seconds) for seed, state in enumerate(states)]
        report("incan gold, NashConv", milliseconds, gains)


if __name__ == "__main__":
    main()
