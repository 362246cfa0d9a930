"""Small contests, and agents that do what a test needs."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from orienteer.agents import parse_agent
from orienteer.arena import Contest, DealPlayed, GamePlayed
from orienteer.core.registry import load_game


def contest(game_name, *texts, kind="", objective=None, seed=0, **options):
    game = load_game(game_name, **options)
    return Contest(game, tuple(parse_agent(game, text) for text in texts), kind, objective, seed)


def quick(seed=0, players=2):
    """A contest of games of a third of a millisecond."""
    return contest("incan_gold", "policy leave-after cards=4", "random", players=players, rounds=1, seed=seed)


def deal(number, *games):
    """A deal as it might have been played; each game is {agent by seat: share}, given as ((agent, share), …)."""
    return DealPlayed(number, tuple(GamePlayed(tuple(a for a, _ in g), tuple(float(s) for _, s in g), 1) for g in games))


@dataclass(frozen=True)
class Failing:
    """Cannot play."""

    name: str = "failing"

    def seat(self, view, seed=0):
        raise RuntimeError("no seat today")


class Backwards(ThreadPoolExecutor):
    """Finishes eight deals at a time, the last one first."""

    def __init__(self):
        super().__init__(8)

    def submit(self, work, number) -> Future:
        return super().submit(later, work, number)


def later(work, number):
    time.sleep(0.004 * (8 - number % 8))
    return work(number)
