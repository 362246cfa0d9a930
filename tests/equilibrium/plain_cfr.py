"""Counterfactual regret minimisation as the papers write it, over histories, in plain Python: slow and obvious.

Seats are updated in turn, each against the others' newest strategies. CFR: Zinkevich et al. (2007). CFR+: Tammelin (2014),
weights t. DCFR: Brown and Sandholm (2019), alpha 1.5, beta 0, gamma 2. PCFR+: Farina, Kroer and Sandholm (2021), weights t².
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import prod

from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, State
from orienteer.equilibrium.sequence_form import first_key, next_key

Set = tuple[int, int]  # seat, key of the chain of tokens
Mix = dict[int, float]


class PlainCfr:
    def __init__(self, root: State, variant: str) -> None:
        self.root, self.variant, self.iteration = root, variant, 0
        self.regret: dict[Set, Mix] = defaultdict(lambda: defaultdict(float))
        self.last: dict[Set, Mix] = defaultdict(lambda: defaultdict(float))
        self.total: dict[Set, Mix] = defaultdict(lambda: defaultdict(float))
        self.legal: dict[Set, list[int]] = {}
        self._gains: dict[Set, Mix] = {}
        self._own: dict[Set, float] = {}

    def iterate(self) -> None:
        self.iteration += 1
        for seat in range(self.root.game.num_players):
            self._gains = defaultdict(lambda: defaultdict(float))
            self._own = {}
            keys = [first_key(self.root, other) for other in range(self.root.game.num_players)]
            self._value(self.root, keys, seat, 1.0, 1.0)
            played = {known: self.strategy(known) for known in self._own}
            for known, own in self._own.items():
                self._update(known, played[known], own)

    def _update(self, known: Set, played: Mix, own: float) -> None:
        t = self.iteration
        for action in self.legal[known]:
            gain, before = self._gains[known][action], self.regret[known][action]
            weight = {"cfr": 1, "cfr+": t, "pcfr+": t**2, "dcfr": 1}[self.variant]
            if self.variant == "dcfr":
                # After iteration t − 1: positive regrets times (t−1)^α / ((t−1)^α + 1), negative ones by half, sums by (…)^γ.
                before *= (t - 1) ** 1.5 / ((t - 1) ** 1.5 + 1) if before > 0 else 0.5
                self.total[known][action] *= ((t - 1) / t) ** 2
            after = before + gain
            self.regret[known][action] = max(after, 0.0) if "+" in self.variant else after
            self.last[known][action] = gain
            self.total[known][action] += weight * own * played[action]

    def strategy(self, known: Set) -> Mix:
        legal = self.legal[known]
        guess = self.last[known] if self.variant == "pcfr+" else defaultdict(float)
        positive = {action: max(self.regret[known][action] + guess[action], 0.0) for action in legal}
        total = sum(positive.values())
        return {action: positive[action] / total if total > 0 else 1 / len(legal) for action in legal}

    def average(self, known: Set) -> Mix:
        legal, total = self.legal[known], sum(self.total[known].values())
        return {action: self.total[known][action] / total if total > 0 else 1 / len(legal) for action in legal}

    def _value(self, state: State, keys: list[int], seat: int, own: float, others: float) -> float:
        """Worth of a history to the seat; its regrets are added up on the way. own, others: their parts of its reach."""
        if state.is_terminal():
            return state.returns()[seat]
        current = state.current_player()
        if current == CHANCE_PLAYER:
            weights = dict(state.chance_outcomes())
            choices = {(outcome,): weight / sum(weights.values()) for outcome, weight in weights.items()}
            return sum(p * self._after(state, keys, seat, plays[0], own, others * p) for plays, p in choices.items())
        movers = [s for s in range(len(keys)) if s in state.players_to_move() and state.legal_actions(s)]
        for mover in movers:
            self.legal[mover, keys[mover]] = state.legal_actions(mover)
        mixes = {mover: self.strategy((mover, keys[mover])) for mover in movers}
        worth: Mix = defaultdict(float)
        for plays in product(*(mixes[mover] for mover in movers)):
            joint = dict(zip(movers, plays, strict=True))
            chosen = [joint.get(s, -1) for s in range(len(keys))]
            action = tuple(chosen) if current == SIMULTANEOUS_PLAYER else plays[0]
            p_own = mixes[seat][joint[seat]] if seat in joint else 1.0
            p_others = prod(mixes[s][joint[s]] for s in movers if s != seat)
            value = self._after(state, keys, seat, action, own * p_own, others * p_others)
            worth[joint.get(seat, -1)] += p_others * value
        if seat not in movers:
            return worth[-1]
        mean = sum(mixes[seat][action] * worth[action] for action in mixes[seat])
        known = (seat, keys[seat])
        self._own[known] = own
        for action in mixes[seat]:
            self._gains[known][action] += others * (worth[action] - mean)
        return mean

    def _after(
        self, state: State, keys: list[int], seat: int, action: int | tuple[int, ...], own: float, others: float
    ) -> float:
        child = state.child_joint(list(action)) if isinstance(action, tuple) else state.child(action)
        told = [next_key(key, child.observed(s)) for s, key in enumerate(keys)]
        return self._value(child, told, seat, own, others)
