"""How well searching plays Takara Island. Run by hand, about 20 minutes on one core:

    python -m benchmarks.full.takara_strength [--iterations N] [--duel-iterations N] [--games N] [--positions N] [--processes N]

With 2 and with 4 players: one searching seat against copies of a player, seats rotated, deals paired: its share of the wins
with a 95 % interval, the share of games that nobody wins, and a sequential test of a fair share against 1.5 times that. Then
the mirror match, where the shares by seat show what going first is worth, MO against SO on the same deals, and the mean regret
of the moves of both in the same positions with the same seeds. Budgets are iterations, not seconds.
"""

from __future__ import annotations

import argparse
import time
from functools import partial

from benchmarks.full.hidden_regret import MODES, Choice, reference_choice, report, view_in_game
from orienteer import Contest, ContestResults, SequentialTest, parse_agent, play_contest
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland

ITERATIONS = 1500  # about 0.15 seconds a move
DUEL_ITERATIONS = 400  # where all seats search
GAMES = 24  # a match; half of them where the test decides
BASELINES = ("random", "policy cautious-surveyor", "policy greedy-digger", "light")
POSITIONS = 16
REFERENCE = 20_000
PLAYOUTS = 20_000  # fresh ones, of the reference
LAST_CHOICE = 40  # of a seat, among which a position is drawn
BUDGETS = (100, 400, 1600)


def position(number: int, players: int) -> tuple[View, Choice]:
    view = view_in_game(TakaraIsland(players=players), "greedy-digger", number, LAST_CHOICE)
    return view, reference_choice(view, REFERENCE, PLAYOUTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--duel-iterations", type=int, default=DUEL_ITERATIONS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    started = time.perf_counter()

    def show(line: str) -> None:
        print(f"[{time.perf_counter() - started:6.0f} s] {line}", flush=True)

    def play(game: TakaraIsland, agents: tuple[str, ...], games: int, at_least: int | None = None) -> ContestResults:
        contest = Contest(game, tuple(parse_agent(game, text) for text in agents))
        title = f"{game.num_players} players against {agents[-1]}"

        def partly(found: ContestResults) -> None:
            if found.games % 12 == 0 and found.games:
                show(f"  … {title}: {found}")

        test = None if at_least is None else SequentialTest(at_least=at_least)
        deals = games // len(contest.tables())
        found = play_contest(contest, deals, workers=given.processes, test=test, progress=partly)
        show(f"{title}: {found}")
        return found

    mo, so = (f"mcts iterations={given.duel_iterations} mode={mode}" for mode in MODES)
    for players in (2, 4):
        game = TakaraIsland(players=players)
        # 1. Against the baselines and its own playouts.
        for other in BASELINES:
            play(game, (f"mcts iterations={given.iterations}", other), given.games, given.games // 2)
        # 2. MO against SO, and the mirror match.
        play(game, (mo, so), given.games, given.games)
        shares = ", ".join(f"{seat.share.mean:.3f}" for seat in play(game, (mo,), given.games // 2).seats())
        show(f"  shares by seat {shares}")
    # 3. Regret.
    for players in (2, 4):
        kind = f"{players} players, share of the win, reference of {REFERENCE} iterations"
        for line in report(kind, given.positions, partial(position, players=players), BUDGETS, {}, given.processes):
            show(line)


if __name__ == "__main__":
    main()
