"""Sequence forms of whole games, and random strategies in the two shapes that the tests compare."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orienteer.core.state import CHANCE_PLAYER, Game, State
from orienteer.equilibrium import SequenceForm, StrategyPlayer

Strategies = tuple[NDArray[np.float64], ...]


def whole(game: Game | State, **options: Any) -> SequenceForm:
    root = game.new_initial_state() if isinstance(game, Game) else game
    return SequenceForm([(root, 1)], **options)


def along(form: SequenceForm, path: tuple[Any, ...]) -> State:
    state = form.roots[path[0]][0].clone()
    for action in path[1:]:
        state = state.child_joint(list(action)) if isinstance(action, tuple) else state.child(action)
    return state


def mix(seed: object, count: int) -> list[float]:
    """A random mix; a third of the entries 0."""
    rng = random.Random(str(seed))
    shares = [rng.random() * (rng.random() > 1 / 3) for _ in range(count)]
    shares[rng.randrange(count)] += 0.1
    return [share / sum(shares) for share in shares]


def random_strategies(form: SequenceForm, seed: int) -> Strategies:
    """By seat, a probability a sequence, that depends on what the mask shows alone."""
    found = []
    for seat in range(form.num_players):
        strategy, first = np.ones(form.num_sequences[seat]), form.first[seat]
        for number, path in enumerate(form.paths[seat]):
            begin, end = first[number : number + 2]
            strategy[begin:end] = mix((seed, seat, along(form, path).mask(seat).key()), end - begin)
        found.append(strategy)
    return tuple(found)


def random_policy(seed: int) -> Callable[[State, int], Mapping[int, float]]:
    """The same for solvers that ask by masked state."""

    def policy(seen: State, seat: int) -> Mapping[int, float]:
        legal = seen.legal_actions(seat)
        return dict(zip(legal, mix((seed, seat, seen.key()), len(legal)), strict=True))

    return policy


def branches(state: State, mixes: Callable[[int], Mapping[int, float]]) -> list[tuple[State, float]]:
    """What can come next with its probability, when the seats play these mixes."""
    current = state.current_player()
    if current == CHANCE_PLAYER:
        total = sum(weight for _, weight in state.chance_outcomes())
        return [(state.child(outcome), weight / total) for outcome, weight in state.chance_outcomes()]
    if current >= 0:
        return [(state.child(action), p) for action, p in mixes(current).items() if p > 0]
    joints: list[tuple[list[int], float]] = [([], 1.0)]
    for seat in range(state.game.num_players):
        plays = mixes(seat) if state.legal_actions(seat) else {-1: 1.0}
        joints = [([*joint, action], p * q) for joint, p in joints for action, q in plays.items() if q > 0]
    return [(state.child_joint(joint), p) for joint, p in joints]


def expected(state: State, policy: Callable[[State, int], Mapping[int, float]], objective: str | None = None) -> list[float]:
    """Returns by seat by plain enumeration of the tree."""
    if state.is_terminal():
        return list(state.returns(objective))
    later = branches(state, lambda seat: policy(state.mask(seat), seat))
    worth = [(expected(child, policy, objective), p) for child, p in later]
    return [sum(p * values[seat] for values, p in worth) for seat in range(state.game.num_players)]


def played(state: State, players: list[StrategyPlayer], objective: str | None = None) -> list[float]:
    """Returns by seat when StrategyPlayers follow the game through all its histories."""
    if state.is_terminal():
        return list(state.returns(objective))
    worth = []
    for child, p in branches(state, lambda seat: players[seat].mix()):
        later = [StrategyPlayer(player.strategy, player.seat, player.key) for player in players]
        for player in later:
            player.notice(child)
        worth.append((played(child, later, objective), p))
    return [sum(p * values[seat] for values, p in worth) for seat in range(state.game.num_players)]
