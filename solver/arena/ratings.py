"""Ratings of the agents of a contest: the strengths under which its results are likeliest, on the scale of Elo.

Luce's model (1959), for two players that of Bradley and Terry (1952): an agent wins a game with a probability proportional to
its strength. 400 points are a factor of ten in strength, the mean of a group is 0. A shared win counts in part for each, a game
that nobody wins not at all. Seats are left to rotation.

The likeliest strengths are finite only among agents each of whom has beaten every other, directly or over others (Ford 1957).
Agents fall into groups of this kind; each group has a scale of its own, and nothing but an order is known between groups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx
import numpy as np

from orienteer.arena.estimates import student
from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orienteer.arena.contest import DealPlayed, GamePlayed

ELO = 400 / math.log(10)  # points of a natural logarithm of strength
ACCURACY = 1e-10  # of a natural logarithm of strength
MAX_STEPS = 200


class Rating(NamedTuple):
    """Of one agent.

    points: Elo points above the mean of its group.
    interval: 95 %, by deals; None where its group is itself alone or there is only one deal.
    group: 0 is the strongest; nobody has lost to an agent of a later group, unless no game tells them apart.
    """

    agent: int
    points: float
    interval: tuple[float, float] | None
    group: int


def ratings(deals: Sequence[DealPlayed], agents: int) -> tuple[Rating, ...]:
    """By agent. Intervals follow from how much the deals differ (Huber's sandwich), with Student's factor."""
    found: dict[int, Rating] = {}
    for number, group in enumerate(_groups(deals, agents)):
        members = sorted(group)
        points, error = _fit(deals, members)
        reach = student(len(deals) - 1) if len(deals) > 1 else None
        for index, agent in enumerate(members):
            interval = None
            if len(members) > 1 and reach is not None:
                interval = (points[index] - reach * error[index], points[index] + reach * error[index])
            found[agent] = Rating(agent, points[index], interval, number)
    return tuple(found[agent] for agent in range(agents))


def _groups(deals: Sequence[DealPlayed], agents: int) -> list[set[int]]:
    """Agents that have beaten each other, directly or over others; whoever beats a group comes before it."""
    beaten: nx.DiGraph[int] = nx.DiGraph()
    beaten.add_nodes_from(range(agents))
    for deal in deals:
        for game in deal.games:
            for winner, share in zip(game.agents, game.shares(), strict=True):
                if share > 0:
                    beaten.add_edges_from((winner, other) for other in game.agents if other != winner)
    groups = nx.condensation(beaten)
    return [groups.nodes[group]["members"] for group in nx.lexicographical_topological_sort(groups)]


def _fit(deals: Sequence[DealPlayed], members: list[int]) -> tuple[list[float], list[float]]:
    """The members' points and their standard errors; Newton's steps on a concave likelihood."""
    count = len(members)
    if count == 1:
        return [0.0], [0.0]
    rows = [(number, *_row(game, members)) for number, deal in enumerate(deals) for game in deal.games]
    owner = np.array([number for number, _, _ in rows])
    seats = np.array([row for _, row, _ in rows])
    wins = np.array([row for _, _, row in rows])
    strength = np.zeros(count)
    for _ in range(MAX_STEPS):
        gradients, hessian = _slopes(strength, seats, wins)
        step = _inverse(hessian) @ gradients.sum(axis=0)
        # Longer steps may overshoot where a result is nearly certain.
        strength += step * min(1.0, 2.0 / max(1e-300, float(np.abs(step).max())))
        if np.abs(step).max() < ACCURACY:
            break
    else:
        raise OrienteerError(f"ratings: no answer in {MAX_STEPS} steps")
    gradients, hessian = _slopes(strength, seats, wins)
    by_deal = np.zeros((len(deals), count))
    np.add.at(by_deal, owner, gradients)
    inverse = _inverse(hessian)
    spread = inverse @ (by_deal.T @ by_deal) @ inverse * len(deals) / max(1, len(deals) - 1)
    # Deals that are all alike would leave no doubt: then as if their games did not depend on each other.
    variances = np.diag(spread if spread.max() > ACCURACY else inverse)
    points = (strength - strength.mean()) * ELO
    return [float(point) for point in points], [float(error) for error in np.sqrt(np.maximum(0, variances)) * ELO]


def _inverse(hessian: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of all but the one direction in which nothing changes: everybody stronger by the same."""
    level = np.full_like(hessian, 1 / len(hessian))
    scale = np.trace(hessian) / len(hessian)
    inverse: NDArray[np.float64] = np.linalg.inv(hessian + scale * level) - level / scale
    return inverse


def _row(game: GamePlayed, members: list[int]) -> tuple[list[int], list[float]]:
    """By member, its seats and its share of the win; nothing of a game that an agent outside the group has won."""
    seats, wins = dict.fromkeys(members, 0), dict.fromkeys(members, 0.0)
    for agent, share in zip(game.agents, game.shares(), strict=True):
        if agent in seats:
            seats[agent] += 1
            wins[agent] += share
    return [*seats.values()], [*wins.values()]


def _slopes(
    strength: NDArray[np.float64], seats: NDArray[np.int64], wins: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """First derivatives of the logarithm of the likelihood by game, and the negative of the second ones of the sum."""
    weights = seats * np.exp(strength - strength.max())
    totals = weights.sum(axis=1, keepdims=True)
    chances = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    played = wins.sum(axis=1, keepdims=True)
    gradients = wins - played * chances
    hessian = np.diag((played * chances).sum(axis=0)) - (played * chances).T @ chances
    return gradients, hessian
