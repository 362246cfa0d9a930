"""Fit the weights of Lost Explorers' evaluation function. Run by hand, about two minutes on one core:

    python -m benchmarks.full.lost_explorers_fit [--games N] [--players N ...]

Games of the light policy against itself from seeds 0, 1, …; in game n every move is random instead with odds (n mod 4) / 20, so
that unequal positions come up. Every fifth choice gives a row: the features of all seats and what came of it. `win` is a
multinomial logistic regression of the shares of the win on one strength a seat; `points` least squares of the final clues by
the formula in valuation.pyx; both with a small penalty for large weights, by scipy's L-BFGS-B, which holds the signs of what
leaders and missions are worth. Every fourth game is held out; printed are its mean log loss, beside that of equal shares, and
its mean square error, beside that of the mean.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.games.lost_explorers.playout import light
from orienteer.games.lost_explorers.valuation import FEATURES, valuation

GAMES = 2400
EVERY = 5
RANDOM_STEPS, RANDOM_PARTS = 4, 20
HELD_OUT = 4
PENALTY = 1e-4
CLUES_TO_WIN = 4
CLUES = FEATURES.index("clues")
NEARNESS = FEATURES.index("nearness")
RISING = ("nearness", "clues", "rear", "rear late", "front late", "reach", "near reach")

Array = NDArray[np.float64]


def rows(players: int, games: int) -> tuple[Array, Array, Array, Array, NDArray[np.bool_]]:
    """Features by (row, seat, feature), shares of the win and final clues by (row, seat), how late it is and whether it
    is held out by row."""
    game = LostExplorers(players=players)
    policy, worth = light(game), valuation(game)
    found: list[list[list[float]]] = []
    shares: list[list[float]] = []
    clues: list[list[float]] = []
    late: list[float] = []
    held_out: list[bool] = []
    for number in range(games):
        state, stream = game.new_initial_state(), RandomStream(number)
        first, choices = len(found), 0
        while not state.is_terminal():
            seat = state.current_player()
            if seat < 0:
                state.apply(state.sample_chance(stream))
                continue
            choices += 1
            if choices % EVERY == 0:
                found.append([worth.features(state, each) for each in range(players)])
                late.append(worth.late(state))
            legal = state.legal_actions()
            at_random = stream.below(RANDOM_PARTS) < number % RANDOM_STEPS
            state.apply(legal[stream.below(len(legal))] if at_random else policy.choose(state, seat, stream))
        new = len(found) - first
        shares += [state.returns("win")] * new
        clues += [state.returns("points")] * new
        held_out += [number % HELD_OUT == 0] * new
    return np.array(found), np.array(shares), np.array(clues), np.array(late), np.array(held_out)


def fit_win(features: Array, shares: Array) -> Array:
    """Weights of the strengths whose softmax is likeliest."""

    def loss(weights: Array) -> tuple[float, Array]:
        found = softmax(features @ weights)
        value = -(shares * np.log(found)).sum(1).mean() + PENALTY * weights @ weights
        slope = np.einsum("rs,rsf->f", found - shares, features) / len(features) + 2 * PENALTY * weights
        return float(value), slope

    return minimum(loss, features.shape[2])


def softmax(strengths: Array) -> Array:
    raised = np.exp(strengths - strengths.max(1, keepdims=True))
    shares: Array = raised / raised.sum(1, keepdims=True)
    return shares


def fit_points(features: Array, clues: Array, late: Array) -> Array:
    """Weights of the logistic function that gives the share of the clues still to be had."""
    inputs, held = point_inputs(features, late)
    target = clues.ravel()

    def loss(weights: Array) -> tuple[float, Array]:
        share = 1 / (1 + np.exp(-inputs @ weights))
        error = held + (CLUES_TO_WIN - held) * share - target
        value = (error**2).mean() + PENALTY * weights @ weights
        slope = 2 * (error * (CLUES_TO_WIN - held) * share * (1 - share)) @ inputs / len(inputs) + 2 * PENALTY * weights
        return float(value), slope

    return minimum(loss, inputs.shape[1])


def point_inputs(features: Array, late: Array) -> tuple[Array, Array]:
    """By (row and seat): the features, nearness of the best of the others, how late it is and 1; and the clues held."""
    nearness = features[:, :, NEARNESS]
    seats = range(features.shape[1])
    rival = np.stack([np.delete(nearness, seat, axis=1).max(1) for seat in seats], axis=1)
    common = np.broadcast_to(late[:, None], rival.shape)
    inputs = np.concatenate([features, *(column[:, :, None] for column in (rival, common, np.ones_like(rival)))], axis=2)
    return inputs.reshape(-1, inputs.shape[2]), CLUES_TO_WIN * features[:, :, CLUES].ravel()


def minimum(loss: Any, size: int) -> Array:
    signs: list[tuple[float | None, float | None]] = [(0, None) if name in RISING else (None, None) for name in FEATURES]
    signs[FEATURES.index("distance")] = (None, 0)
    if size > len(FEATURES):
        signs[CLUES] = (None, None)  # of the clues still to be had there are fewer with every one
    bounds = signs + [(None, None)] * (size - len(FEATURES))
    found: Array = optimize.minimize(
        loss, np.zeros(size), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000}
    ).x
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    given = parser.parse_args()
    for players in given.players:
        features, shares, clues, late, held_out = rows(players, given.games)
        used = ~held_out
        # 1. win.
        win = fit_win(features[used], shares[used])
        loss = -(shares[held_out] * np.log(softmax(features[held_out] @ win))).sum(1).mean()
        print(f"{players} players, {used.sum()} rows; win: log loss {loss:.4f}, equal shares {np.log(players):.4f}")
        print(f"    {players}: ({', '.join(f'{weight:.3f}' for weight in win)}),")
        # 2. points.
        points = fit_points(features[used], clues[used], late[used])
        inputs, held = point_inputs(features[held_out], late[held_out])
        error = held + (CLUES_TO_WIN - held) / (1 + np.exp(-inputs @ points)) - clues[held_out].ravel()
        print(f"points: mean square error {(error**2).mean():.4f}, of the mean {clues[held_out].var():.4f}")
        print(f"    {players}: ({', '.join(f'{weight:.3f}' for weight in points)}),", flush=True)


if __name__ == "__main__":
    main()
