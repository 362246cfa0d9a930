"""Takara Island: random games and searched iterations a second of processor time, one core.

Both loops of random games must agree on the mean nodes and totals of a game; the search must have made its iterations in
games cut after four rounds. No time is asserted; rates are kept in `extra_info`.
"""

from __future__ import annotations

import time

import pytest

from orienteer.core.rng import RandomStream
from orienteer.core.state import View, random_games
from orienteer.core.takara_island import TakaraIsland
from orienteer.mcts import Search

GAMES = 10_000
ITERATIONS = 5000
PLAYERS = (2, 4)
TOLERANCE = 0.015  # five standard errors of the difference of two means of so many games


def random_rate(players: int, generic: bool) -> tuple[float, float, float]:
    """Games a second, nodes and the total of points of the mean game."""
    started = time.process_time()
    nodes, points = random_games(TakaraIsland(players=players), GAMES, RandomStream(1 + generic), "points", generic)
    return GAMES / (time.process_time() - started), nodes / GAMES, sum(points) / GAMES


def random_rates(players: int) -> tuple[float, float]:
    """Games a second of the whole-playout function, and nodes of a game; the generic loop agrees."""
    (rate, *whole), (_, *generic) = (random_rate(players, loop) for loop in (False, True))
    for one, other in zip(whole, generic, strict=True):
        assert one == pytest.approx(other, rel=TOLERANCE)
    return rate, whole[0]


def search_rate(players: int) -> float:
    """Iterations a second of MO-ISMCTS with light playouts from the first player's first choice."""
    search = Search(View(TakaraIsland(players=players).new_initial_state(), 0), seed=1)
    started = time.process_time()
    search.run(iterations=ITERATIONS)
    taken = time.process_time() - started
    assert sum(arm.visits for arm in search.result(playouts=0).moves) == ITERATIONS
    return ITERATIONS / taken


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games(players, benchmark) -> None:  # type: ignore[no-untyped-def]
    rate, nodes = random_rates(players)
    benchmark.extra_info |= {"games_per_second": round(rate), "nodes_per_game": round(nodes, 1)}
    benchmark.pedantic(random_rate, args=(players, False), rounds=1)


@pytest.mark.parametrize("players", PLAYERS)
def test_search(players, benchmark) -> None:  # type: ignore[no-untyped-def]
    benchmark.extra_info["iterations_per_second"] = round(benchmark.pedantic(search_rate, args=(players,), rounds=1))
