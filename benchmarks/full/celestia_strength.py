"""How well searching plays Celestia. Run by hand, up to an hour on two cores:

    python -m benchmarks.full.celestia_strength [--quick]

One searching seat against three copies of a player, seats rotated, deals paired: its share of the wins with a 95 % interval,
and a sequential test of a fair share, 1/4, against 1.5/4. Then MO against SO, and the mean regret of the moves found with 100,
1 000 and 10 000 iterations.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.full.celestia_regret import REFERENCE, lines
from orienteer import Contest, SequentialTest, load_game, parse_agent, play_contest

ITERATIONS = 1000  # about 20 milliseconds a move, the belief left out
BASELINES = ("uniform", "threshold-passenger", "rule-bot")
AT_LEAST, AT_MOST = 60, 300  # games a match
DUEL_GAMES = 60  # MO against SO, where all four seats search
LONE, ORDINARY = 200, 60  # positions
BUDGETS = (100, 1000, 10_000)
PROCESSES = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, to see that it runs")
    quick = parser.parse_args().quick
    game, scale, started = load_game("celestia"), 10 if quick else 1, time.perf_counter()
    modes = {mode: f"mcts iterations={ITERATIONS} mode={mode}" for mode in ("mo", "so")}

    def show(line: str) -> None:
        print(f"[{time.perf_counter() - started:6.0f} s] {line}", flush=True)

    def play(one: str, other: str, at_least: int, at_most: int) -> None:
        contest = Contest(game, (parse_agent(game, one), parse_agent(game, other)))
        deals, test = max(4, at_most // scale) // game.num_players, SequentialTest(at_least=max(4, at_least // scale))
        show(f"{other}: {play_contest(contest, deals, workers=PROCESSES, test=test)}")

    # 1. Against the baselines.
    for name in BASELINES:
        play(modes["mo"], f"policy {name}", AT_LEAST, AT_MOST)
    # 2. MO against SO, each alone among copies of the other.
    for one, other in (("mo", "so"), ("so", "mo")):
        play(modes[one], modes[other], DUEL_GAMES, DUEL_GAMES)
    # 3. Regret.
    for kind, count in (("lone", LONE), ("ordinary", ORDINARY)):
        for line in lines(kind, max(4, count // scale), BUDGETS, REFERENCE // scale, PROCESSES):
            show(line)


if __name__ == "__main__":
    main()
