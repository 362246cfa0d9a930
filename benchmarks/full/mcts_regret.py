"""Mean regret against exact play at equal time. Run by hand, minutes:

    python -m benchmarks.full.mcts_regret [positions] [--milliseconds 1 2 5 10 20 50] [--who ours OpenSpiel mast] [--json FILE]
    python -m benchmarks.full.regret_picture FILE … docs/pictures/mcts_regret.svg

Pig 100: what the chosen move gives up, against the exact table; OpenSpiel's C++ MCTS beside it, decision by decision in turns.
Two players in the fifth round of Incan Gold, both inside, full deck: NashConv of the two returned strategies in the matrix of
exact values of the joint actions by the cave solver. Time is processor time of one core, so that a busy machine does not
matter: ours is looked at between slices of the search, OpenSpiel's simulations are as many as its speed in that position, just
measured, has room for; the means of what both took are printed. All of it goes to the search (`result(playouts=0)`); an answer
with intervals gives 30 % away.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel

from benchmarks.full.incan_gold_playouts import LEAVE, STAY, nash_conv
from orienteer.budget import Budget
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.pig import Pig
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.games.incan_gold.exact import CaveSolution, solve
from orienteer.mcts import Search
from tests.mcts.oracles import PigTable, pig_at, pig_moves

MILLISECONDS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
CALIBRATION = 100  # simulations of OpenSpiel by which its speed is first measured
PEER = pyspiel.load_game("pig(players=2,winscore=100,horizon=1000)")

OURS = {"ours": None, "mast": "mast"}  # playout by name

Row = dict[str, Any]


# -- positions -----------------------------------------------------------------------------------------------------------


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


def last_rounds(count: int) -> list[tuple[State, CaveSolution]]:
    """Stages of the last of five rounds with both players inside, met by players who leave at one choice in eight."""
    found: list[tuple[State, CaveSolution]] = []
    for state in _stages(RandomStream(103)):
        solution = solve(state, "win", "game", None, Budget())
        assert solution is not None
        found.append((state, solution))
        if len(found) == count:
            break
    return found


def _stages(stream: RandomStream) -> Iterator[State]:
    game = IncanGold(players=2)
    while True:
        state, left = game.new_initial_state(), 1 + stream.below(8)
        while not state.is_terminal():
            if state.current_player() == CHANCE_PLAYER:
                state.apply(state.sample_chance(stream))
                left -= state.fields()["round"] == game.options["rounds"]
                continue
            inside = state.players_to_move()
            if left <= 0 and len(inside) == 2:
                yield state
                break
            choices = [LEAVE if stream.below(8) == 0 else STAY for _ in range(2)]
            if len(inside) == 1:
                state.apply(choices[inside[0]])
            else:
                state.apply_joint(choices)


# -- searches ------------------------------------------------------------------------------------------------------------


def our_search(state: State, seconds: float, seed: int, playout: str | None) -> tuple[Search, float]:
    """A search that has had so much processor time, and what it took."""
    search, started = Search(state, seed=seed, playout=playout), time.thread_time()
    slice_, taken = 4, 0.0
    while taken < seconds:
        search.run(iterations=slice_)
        taken = time.thread_time() - started
        done = search.trees[0].iterations
        slice_ = max(1, min(int(done * seconds / taken / 16), int(done * (seconds - taken) / taken)))
    return search, taken


def peers_choice(moves: list[int], seconds: float, seed: int) -> tuple[int, float]:
    """OpenSpiel's move, and the processor time that it took."""
    state = PEER.new_initial_state()
    for move in moves:
        state.apply_action(move)
    simulations, taken = CALIBRATION, _peers_search(state, CALIBRATION, seed)[1]
    if taken < seconds / 4:  # speed falls as the tree grows
        simulations = int(simulations * seconds / 4 / taken)
        taken = _peers_search(state, simulations, seed)[1]
    return _peers_search(state, max(1, round(simulations * seconds / taken)), seed)


def _peers_search(state: Any, simulations: int, seed: int) -> tuple[int, float]:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(PEER, evaluator, 0.7, simulations, 1000, False, seed, False, pyspiel.ChildSelectionPolicy.UCT, 0.0)
    started = time.thread_time()
    best = bot.mcts_search(state).best_child()
    taken = time.thread_time() - started
    return (seed % 2 if best is None else int(best.action)), taken  # None where it did not get to a second simulation


# -- report --------------------------------------------------------------------------------------------------------------


def row(game: str, who: str, milliseconds: float, losses: list[float], seconds: list[float]) -> Row:
    error = 1.96 * statistics.stdev(losses) / len(losses) ** 0.5
    return {
        "game": game,
        "who": who,
        "milliseconds": milliseconds,
        "taken": 1000 * statistics.mean(seconds),
        "positions": len(losses),
        "regret": statistics.mean(losses),
        "error": error,
        "best": sum(loss < 1e-9 for loss in losses) / len(losses),
    }


def text(row: Row) -> str:
    best = f", {'alike' if ' less ' in row['who'] else 'best move'} {row['best']:.1%}" if row["game"] == "pig" else ""
    return (
        f"{row['game']}, {row['who']}, {row['milliseconds']:g} ms ({row['taken']:.2f} taken): "
        f"mean regret {row['regret']:.5f} ± {row['error']:.5f}{best}"
    )


def pig_rows(choices: list[tuple[list[int], State, list[float]]], milliseconds: float, who: list[str]) -> Iterator[Row]:
    """A row each, and of the first one's differences to the others in the same positions."""
    losses: dict[str, list[float]] = {name: [] for name in who}
    taken: dict[str, list[float]] = {name: [] for name in who}
    for seed, (moves, state, values) in enumerate(choices):
        for name in who:
            if name == "OpenSpiel":
                best, seconds = peers_choice(moves, milliseconds / 1000, seed)
            else:
                search, seconds = our_search(state, milliseconds / 1000, seed, OURS[name])
                chosen = search.result(playouts=0).best
                assert chosen is not None
                best = chosen
            losses[name].append(max(values) - values[best])
            taken[name].append(seconds)
    for name in who:
        yield row("pig", name, milliseconds, losses[name], taken[name])
    first, *others = who
    for other in others:
        differences = [a - b for a, b in zip(losses[first], losses[other], strict=True)]
        yield row("pig", f"{first} less {other}", milliseconds, differences, taken[first])


def incan_gold_rows(stages: list[tuple[State, CaveSolution]], milliseconds: float, who: list[str]) -> Iterator[Row]:
    losses: dict[str, list[float]] = {name: [] for name in who if name in OURS}
    taken: dict[str, list[float]] = {name: [] for name in losses}
    for seed, (state, solution) in enumerate(stages):
        for name in losses:
            search, seconds = our_search(state, milliseconds / 1000, seed, OURS[name])
            losses[name].append(nash_conv(search, solution))
            taken[name].append(seconds)
    for name in losses:
        yield row("incan gold, NashConv", name, milliseconds, losses[name], taken[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?", type=int, default=200, help="of each game")
    parser.add_argument("--milliseconds", type=float, nargs="+", default=MILLISECONDS)
    parser.add_argument("--who", nargs="+", choices=[*OURS, "OpenSpiel"], default=["ours", "OpenSpiel"])
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    given = parser.parse_args()
    choices, stages = pig_choices(given.positions), last_rounds(given.positions)
    rows: list[Row] = []
    for milliseconds in given.milliseconds:
        found = [*pig_rows(choices, milliseconds, given.who), *incan_gold_rows(stages, milliseconds, given.who)]
        print(*map(text, found), sep="\n", flush=True)
        rows += found
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
