"""What a state was worth by one yardstick, so that the change at each event tells what chance gave and what choices did.

The yardstick: the mean result of playouts in which everyone plays the game's playout policy, from the table as it really
was. It is no equilibrium, but the same for all: over a game the changes add up to the result minus the worth of the start,
chance's part and the choices' part apart (as backgammon programs split a match into luck and skill).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from orienteer.budget import Budget
from orienteer.core.state import State
from orienteer.games.registry import optional_part
from orienteer.mcts.policy_playouts import PolicyPlayouts

# Streams of playouts begin here, away from those of trees and of their fresh playouts.
STREAMS = 1 << 41


@dataclass(frozen=True)
class Worth:
    """Mean returns by seat of `playouts` playouts, and their standard errors: 0 at the end of a game."""

    means: tuple[float, ...]
    stderrs: tuple[float, ...]


def yardstick(game: str) -> str:
    """How playouts are played, as a phrase."""
    return "uniformly at random" if optional_part(game, "playout") is None else "by the game's playout policy"


def worth(state: State, *, objective: str, playouts: int, seed: int, index: int) -> Worth:
    """The worth of a state by `playouts` playouts, at least two, on random stream `index`."""
    if state.is_terminal():
        returns = state.returns(objective)
        return Worth(tuple(returns), (0.0,) * len(returns))
    part = optional_part(state.game.name, "playout")
    policy = None if part is None else part.light(state.game)
    trial = PolicyPlayouts(state, state.game.objective_code(objective), policy, seed, STREAMS + index)
    trial.run(playouts, Budget())
    count, sums, squares = trial.totals()
    means = [total / count for total in sums]
    variances = [max(0.0, square - count * mean**2) / (count - 1) for mean, square in zip(means, squares, strict=True)]
    return Worth(tuple(means), tuple(math.sqrt(variance / count) for variance in variances))


def split(worths: Sequence[Worth], by_chance: Sequence[bool], seat: int) -> tuple[Worth, Worth]:
    """What chance and what choices added for one seat, by event: (sum, standard error) of each as a Worth of one entry.

    `worths` has one entry more than `by_chance`. Neighbouring events share an estimate, so that runs of one kind cancel.
    """
    found = []
    for chosen in (True, False):
        factors = [0.0] * len(worths)
        for index, chance in enumerate(by_chance):
            if chance == chosen:
                factors[index + 1] += 1
                factors[index] -= 1
        total = sum(factor * each.means[seat] for factor, each in zip(factors, worths, strict=True))
        variance = sum((factor * each.stderrs[seat]) ** 2 for factor, each in zip(factors, worths, strict=True))
        found.append(Worth((total,), (math.sqrt(variance),)))
    return found[0], found[1]
