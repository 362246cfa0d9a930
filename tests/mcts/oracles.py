"""Slow and obvious exact values that the search is held to: Pig by tables, acyclic games by recursion."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State
from orienteer.mcts import FrozenNode
from orienteer.mcts.frozen import FrozenPolicy

Value = tuple[float, ...]
ROLL, HOLD = 0, 1


def pig_at(game: Pig, own: int, other: int, turn_total: int = 0) -> State:
    """Two-player Pig with seat 0 to move. No score, nor the turn total, can be 1."""
    state = game.new_initial_state()
    for action in pig_moves(own, other, turn_total):
        state.apply(action)
    return state


def pig_moves(own: int, other: int, turn_total: int) -> list[int]:
    """Actions and outcomes (the same numbers in OpenSpiel) that lead there."""
    return [*_roll_up(own), HOLD, *_roll_up(other), HOLD, *_roll_up(turn_total)]


def _roll_up(points: int) -> list[int]:
    moves = []
    while points:
        face = points if points <= 6 else (6 if points != 7 else 5)
        moves += [ROLL, face - 1]
        points -= face
    return moves


class PigTable:
    """Chance that the mover wins two-player Pig, `value[turn_total, own, other]`, by best or uniformly random play."""

    def __init__(self, target: int, best: bool, tolerance: float = 1e-12) -> None:
        self.target = target
        self.best = best
        own = np.arange(target)[:, None] * np.ones((1, target), dtype=int)
        self.value = np.full((target + 6, target, target), 0.5)
        while True:
            start = self.value[0].copy()
            lost_turn = 1 - start.T
            for total in range(target + 5, -1, -1):
                banked = own + total
                done = banked >= target
                hold = np.where(done, 1.0, lost_turn_at(start, banked, target))
                if total >= target:
                    self.value[total] = self._enough(lost_turn)
                    continue
                roll = (lost_turn + sum(self.value[total + face] for face in range(2, 7))) / 6
                mixed = np.maximum(roll, hold) if best else (roll + hold) / 2
                self.value[total] = np.where(done, self._enough(lost_turn), mixed)
            if np.abs(self.value[0] - start).max() < tolerance:
                return

    def _enough(self, lost_turn: np.ndarray) -> np.ndarray:
        """With enough to win by holding: hold; at random, hold or risk a 1, over and over."""
        return np.ones_like(lost_turn) if self.best else (1 / 2 + lost_turn / 12) / (1 - 5 / 12)

    def __call__(self, state: State) -> Value:
        """Chance to win by seat."""
        scores = [int(score) for score in state.scores()]
        if state.is_terminal():
            return tuple(state.returns("win"))
        if state.current_player() == CHANCE_PLAYER:
            return average([(1, self(state.child(face))) for face in range(6)])
        mover = state.current_player()
        total = int(str(state).split(" has ")[1].split()[0])
        chance = float(self.value[total, scores[mover], scores[1 - mover]])
        return (chance, 1 - chance) if mover == 0 else (1 - chance, chance)


def lost_turn_at(start: np.ndarray, banked: np.ndarray, target: int) -> np.ndarray:
    """Chance to win after banking: 1 - the other's chance with his score first."""
    other = np.ones((target, 1), dtype=int) * np.arange(target)[None, :]
    return 1 - start[other, np.minimum(banked, target - 1)]


def average(parts: list[tuple[float, Value]]) -> Value:
    total = sum(weight for weight, _ in parts)
    return tuple(sum(weight * value[seat] for weight, value in parts) / total for seat in range(len(parts[0][1])))


def joint_moves(state: State, strategies: dict[int, dict[int, float]]) -> list[tuple[float, list[int]]]:
    """(probability, joint action) under the seats' strategies; a seat without one plays its only action, if any."""
    joints: list[tuple[float, list[int]]] = [(1.0, [])]
    for seat in range(state.game.num_players):
        legal = state.legal_actions(seat)
        mix = strategies.get(seat) or {legal[0] if legal else -1: 1.0}
        joints = [(p * q, [*joint, action]) for p, joint in joints for action, q in mix.items() if q]
    return joints


class Recursion:
    """Exact value of an acyclic game by seat: uniformly random play, or best play of two players with opposed interests
    (2 x 2 at simultaneous choices)."""

    def __init__(self, objective: str, best: bool) -> None:
        self.objective = objective
        self.best = best
        self.memo: dict[int, Value] = {}

    def __call__(self, state: State) -> Value:
        player = state.current_player()
        if player == TERMINAL_PLAYER:
            return tuple(state.returns(self.objective))
        key = state.state_key(self.objective)
        if key not in self.memo:
            self.memo[key] = self._value(state, player)
        return self.memo[key]

    def _value(self, state: State, player: int) -> Value:
        if player == CHANCE_PLAYER:
            return average([(weight, self(state.child(outcome))) for outcome, weight in state.chance_outcomes()])
        if player == SIMULTANEOUS_PLAYER:
            seats = state.players_to_move()
            if not self.best:
                uniform = {s: dict.fromkeys(state.legal_actions(s), 1 / len(state.legal_actions(s))) for s in seats}
                return average([(p, self(state.child_joint(joint))) for p, joint in joint_moves(state, uniform)])
            if len(seats) == 2:
                first, second = matrix_strategies(self.matrix(state))
                return average(
                    [
                        (p * q, self(state.child_joint([a, b])))
                        for a, p in zip(state.legal_actions(0), first, strict=True)
                        for b, q in zip(state.legal_actions(1), second, strict=True)
                    ]
                )
            player = seats[0]
            children = [self(state.child_joint(joint)) for joint in sole_moves(state, player)]
        else:
            children = [self(state.child(action)) for action in state.legal_actions()]
        if self.best:
            return max(children, key=lambda value: value[player])
        return average([(1, child) for child in children])

    def matrix(self, state: State) -> np.ndarray:
        """Seat 0's exact value of every joint action of two seats."""
        rows, columns = state.legal_actions(0), state.legal_actions(1)
        return np.array([[self(state.child_joint([a, b]))[0] for b in columns] for a in rows])


def sole_moves(state: State, player: int) -> list[list[int]]:
    """The joint actions of a stage where one seat alone has a choice."""
    seats = range(state.game.num_players)
    return [[a if seat == player else -1 for seat in seats] for a in state.legal_actions(player)]


def matrix_strategies(matrix: np.ndarray) -> tuple[list[float], list[float]]:
    """Equilibrium of a 2 x 2 constant-sum game by its saddle point or closed form."""
    low = matrix.min(axis=1)
    high = matrix.max(axis=0)
    if low.max() >= high.min() - 1e-15:
        row, column = int(low.argmax()), int(high.argmin())
        return [float(i == row) for i in range(2)], [float(j == column) for j in range(2)]
    (a, b), (c, d) = matrix.tolist()
    p = (d - c) / (a - b - c + d)
    q = (d - b) / (a - b - c + d)
    return [p, 1 - p], [q, 1 - q]


def frozen_values(
    policy: FrozenPolicy, outside: Callable[[State], Value], objective: str | None = None
) -> dict[int | None, Value]:
    """Exact value of a frozen policy after each root action of a decision, and from the root itself under None."""
    nodes = {node.index: node for node in policy.nodes()}

    def visit(state: State, index: int | None) -> Value:
        node = None if index is None else nodes.get(index)
        for _ in range(0 if node is None else node.forced):
            play_forced(state)
        if node is None:
            return outside(state)
        if node.player == TERMINAL_PLAYER:
            return tuple(state.returns(objective))
        return average([(p, visit(after, node.children.get(key))) for p, key, after in branches(state, node)])

    root = nodes[0]
    values: dict[int | None, Value] = {None: visit(policy.tree.root.clone(), 0)}
    for action in root.strategies.get(root.player, {}):
        fixed = root._replace(strategies={root.player: {action: 1.0}})
        _, key, after = branches(policy.tree.root.clone(), fixed)[0]
        values[action] = visit(after, root.children.get(key))
    return values


def branches(state: State, node: FrozenNode) -> list[tuple[float, int | tuple[int, ...], State]]:
    """(weight, key of the child, state) for all that can follow under the node's strategies."""
    if node.player == CHANCE_PLAYER:
        return [(weight, outcome, state.child(outcome)) for outcome, weight in state.chance_outcomes()]
    if node.player == SIMULTANEOUS_PLAYER:
        return [(p, tuple(joint), state.child_joint(joint)) for p, joint in joint_moves(state, node.strategies)]
    actions = [(p, action) for action, p in node.strategies[node.player].items() if p]
    if node.joint:
        joints = [(p, joint_moves(state, {node.player: {action: 1.0}})[0][1]) for p, action in actions]
        return [(p, joint[node.player], state.child_joint(joint)) for p, joint in joints]
    return [(p, action, state.child(action)) for p, action in actions]


def play_forced(state: State) -> None:
    if state.current_player() == SIMULTANEOUS_PLAYER:
        state.apply_joint(joint_moves(state, {})[0][1])
    else:
        (only,) = state.legal_actions()
        state.apply(only)


def binomial_at_least(hits: int, tries: int, chance: Fraction) -> float:
    """P(X <= hits) for X binomial: how surprising so few hits are."""
    from scipy.stats import binom

    return float(binom.cdf(hits, tries, float(chance)))
