"""How well searching plays Lost Explorers. Run by hand, about 15 minutes on one core:

    python -m benchmarks.full.lost_explorers_strength [--iterations N] [--nodes N] [--games N] [--players N ...]

With 2 and with 4 players: one searching seat (tree search with the game's own playouts, what `auto` takes) against copies of
a player, seats rotated, deals paired: its share of the wins with a 95 % interval, and a sequential test of a
fair share against 1.5 times that. Then lookahead against tree search and tree search with uniformly random playouts against
it, with budgets that take about as long, and the mirror match, where the seats' shares show what going first is worth. Budgets
are iterations and nodes, not seconds.
"""

from __future__ import annotations

import argparse
import time

from orienteer import Contest, ContestResults, SequentialTest, parse_agent, play_contest
from orienteer.core.lost_explorers import LostExplorers

ITERATIONS = 3000  # about 20 milliseconds a move
UNIFORM_ITERATIONS = 800  # … with uniformly random playouts
NODES = 22_000  # … by lookahead
GAMES = 40  # a match; half of them where the test decides
BASELINES = ("random", "policy collector", "policy greedy-completer", "light")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--uniform-iterations", type=int, default=UNIFORM_ITERATIONS)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    started = time.perf_counter()

    def show(line: str) -> None:
        print(f"[{time.perf_counter() - started:6.0f} s] {line}", flush=True)

    def play(game: LostExplorers, agents: tuple[str, ...], games: int, test: SequentialTest | None) -> ContestResults:
        contest = Contest(game, tuple(parse_agent(game, text) for text in agents))
        title = f"{game.num_players} players against {agents[-1]}"

        def partly(found: ContestResults) -> None:
            if found.games % 12 == 0 and found.games:
                show(f"  … {title}: {found}")

        deals = games // len(contest.tables())
        found = play_contest(contest, deals, workers=given.processes, test=test, progress=partly)
        show(f"{title}: {found}")
        return found

    mcts, test = f"mcts iterations={given.iterations}", SequentialTest(at_least=given.games // 2)
    uniform = f"mcts iterations={given.uniform_iterations} playout=uniform"
    for players in given.players:
        game = LostExplorers(players=players)
        # 1. Against the baselines and its own playouts.
        for other in BASELINES:
            play(game, (mcts, other), given.games, test)
        # 2. Methods at equal time.
        play(game, (f"lookahead nodes={given.nodes}", mcts), given.games, test)
        play(game, (uniform, mcts), given.games, test)
        # 3. The mirror match.
        shares = ", ".join(f"{seat.share.mean:.3f}" for seat in play(game, (mcts,), given.games // 2, None).seats())
        show(f"  shares by seat {shares}")


if __name__ == "__main__":
    main()
