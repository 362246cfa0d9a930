"""How well searching plays Lost Explorers. Run by hand, about 15 minutes on one core:

    python -m benchmarks.full.lost_explorers_strength [--iterations N] [--nodes N] [--games N] [--players N ...]

With 2 and with 4 players: one searching seat (tree search with the game's own playouts, what `auto` takes) against copies of
a player, seats rotated, deals paired (see matches.py): its share of the wins with a 95 % interval, and a sequential test of a
fair share against 1.5 times that. Then lookahead against tree search and tree search with uniformly random playouts against
it, with budgets that take about as long, and the mirror match, where the seats' shares show what going first is worth. Budgets
are iterations and nodes, not seconds.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.full.matches import LightPlayer, LookaheadPlayer, MatchResult, Player, PolicyPlayer, SearchPlayer, match, mirror
from orienteer.core.lost_explorers import LostExplorers

ITERATIONS = 3000  # about 20 milliseconds a move
UNIFORM_ITERATIONS = 800  # … with uniformly random playouts
NODES = 22_000  # … by lookahead
GAMES = 40  # a match; half of them where the test decides
BASELINES = ("uniform", "collector", "greedy-completer")


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

    def play(game: LostExplorers, title: str, one: Player, other: Player) -> None:
        def partly(found: MatchResult) -> None:
            if found.games % 12 == 0:
                show(f"  … {title}: {found}")

        title = f"{game.num_players} players, {title}"
        bounds = {"at_least": given.games // 2, "at_most": given.games, "processes": given.processes}
        found = match(game, one, other, show=partly, **bounds)
        show(f"{title}: {found}")

    baselines: dict[str, Player] = {**{name: PolicyPlayer(name) for name in BASELINES}, "light": LightPlayer()}
    mcts = SearchPlayer(given.iterations)
    for players in given.players:
        game = LostExplorers(players=players)
        # 1. Against the baselines and its own playouts.
        for name, other in baselines.items():
            play(game, f"mcts {given.iterations} iterations against {name}", mcts, other)
        # 2. Methods at equal time.
        uniform = SearchPlayer(given.uniform_iterations, (("playout", "uniform"),))
        play(game, f"lookahead {given.nodes} nodes against mcts", LookaheadPlayer(given.nodes), mcts)
        play(game, f"mcts {given.uniform_iterations} iterations with uniform playouts against mcts", uniform, mcts)
        # 3. The mirror match.
        deals = given.games // 2
        shares, _ = mirror(game, mcts, deals, given.processes)
        text = ", ".join(f"{share:.3f}" for share in shares)
        show(f"{players} players, mcts against itself: {deals} games, shares by seat {text}")


if __name__ == "__main__":
    main()
