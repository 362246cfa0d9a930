"""The search over information sets once more: recursive, in dictionaries, slow and obvious. For mode "mo".

It draws from the same stream in the same order as the kernel, so that what both have learnt must be equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from orienteer.core.rng import RandomStream
from orienteer.core.state import Belief, State

Set = tuple[int, int, tuple[int, ...]]  # player, what he saw at the root (0: not kept), his tokens since
BASELINE_STEP = 0.02


@dataclass
class Learnt:
    """One action at one information set."""

    visits: int = 0
    available: int = 0
    gain: float = 0.0  # returns, or regret
    strategy: float = 0.0
    baseline: float = 0.0


@dataclass
class Twin:
    """Regret matching where `gamma` is given, else UCT, smooth or not. For games of two seats who move in turn."""

    belief: Belief
    private_roots: bool
    objective: str = "points"
    gamma: float | None = None
    exploration: float = 0.7
    smooth: bool = False
    mast: dict[tuple[int, int], list[float]] | None = None  # {(seat, action): [times, sum of returns]}
    sets: dict[Set, dict[int, Learnt]] = field(default_factory=dict)
    iterations: int = 0
    low: float = math.inf
    high: float = -math.inf

    def run(self, iterations: int, stream: RandomStream) -> None:
        for _ in range(iterations):
            self.updating = self.iterations % 2
            state = self.belief.sample(stream)
            viewer = self.belief.viewer
            seen = [state.observation_key(seat) if self.private_roots and seat != viewer else 0 for seat in (0, 1)]
            self.played: list[tuple[int, int]] = []
            returns = self.walk(state, seen, [(), ()], 1.0, stream)[0]
            for seat, action in self.played if self.mast is not None else ():
                times, total = self.mast.get((seat, action), [0, 0.0])
                self.mast[seat, action] = [times + 1, total + returns[seat]]
            self.low, self.high = min(self.low, *returns), max(self.high, *returns)
            self.iterations += 1

    def walk(
        self, state: State, seen: list[int], chains: list[tuple[int, ...]], reach: float, stream: RandomStream
    ) -> tuple[list[float], float]:
        """(the returns at the end, the updating seat's value of this history by the outcome that was sampled)."""
        if state.is_terminal():
            return self.ended(state)
        if state.is_chance_node():
            return self.on(state.child(state.sample_chance(stream)), seen, chains, reach, stream)
        seat = state.current_player()
        legal = state.legal_actions()
        if len(legal) == 1:
            self.played.append((seat, legal[0]))
            return self.on(state.child(legal[0]), seen, chains, reach, stream)
        here = (seat, seen[seat], chains[seat])
        new = here not in self.sets
        table = self.sets.setdefault(here, {})
        for action in legal:
            table.setdefault(action, Learnt())
        if self.gamma is None:
            return self.by_bounds(state, here, new, (seen, chains, stream))
        return self.by_regrets(state, here, new, (seen, chains, reach, stream))

    def on(
        self, state: State, seen: list[int], chains: list[tuple[int, ...]], reach: float, stream: RandomStream
    ) -> tuple[list[float], float]:
        tokens = [state.observed(seat) for seat in (0, 1)]
        longer = [(*chain, token) if token else chain for chain, token in zip(chains, tokens, strict=True)]
        return self.walk(state, seen, longer, reach, stream)

    def ended(self, state: State) -> tuple[list[float], float]:
        returns = state.returns(self.objective)
        return returns, returns[self.updating]

    def played_out(self, state: State, stream: RandomStream) -> tuple[list[float], float]:
        if self.mast is None:
            state.playout(stream)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample_chance(stream))
                continue
            seat = state.current_player()
            action = self.beyond(seat, state.legal_actions(), stream)
            self.played.append((seat, action))
            state.apply(action)
        return self.ended(state)

    def beyond(self, seat: int, legal: list[int], stream: RandomStream) -> int:
        """What the seat plays where no tree leads on."""
        if self.mast is None:
            return legal[stream.below(len(legal))]
        if len(legal) == 1:
            return legal[0]
        if stream.uniform() < 0.4:
            return legal[stream.below(len(legal))]
        best, highest, ties = -1, -math.inf, 0
        for action in legal:
            times, total = self.mast.get((seat, action), [0, 0.0])
            mean = total / times if times else math.inf
            if mean > highest:
                best, highest, ties = action, mean, 1
            elif mean == highest:
                ties += 1
                best = action if stream.below(ties) == 0 else best
        return best

    def by_bounds(self, state: State, here: Set, new: bool, context: tuple) -> tuple[list[float], float]:  # type: ignore[type-arg]
        seen, chains, stream = context
        legal = state.legal_actions()
        rows = {action: self.sets[here][action] for action in legal}
        for row in rows.values():
            row.available += 1
        if new:
            action = self.beyond(here[0], legal, stream)
        elif self.smooth and (drawn := self.by_average(here, rows, stream)) is not None:
            action = drawn
        else:
            untried = [action for action in legal if rows[action].visits == 0]
            action = untried[0] if untried else max(legal, key=lambda a: self.bound(rows[a]))
            for number, other in enumerate(untried[1:], 2):
                if stream.below(number) == 0:
                    action = other
        self.played.append((here[0], action))
        child = state.child(action)
        returns, value = self.played_out(child, stream) if new else self.on(child, seen, chains, 1.0, stream)
        rows[action].visits += 1
        rows[action].gain += returns[here[0]]
        return returns, value

    def by_average(self, here: Set, rows: dict[int, Learnt], stream: RandomStream) -> int | None:
        visits = sum(row.visits for row in self.sets[here].values())
        total = sum(row.visits for row in rows.values())
        if stream.uniform() < max(0.1, 0.9 / (1 + 0.001 * math.sqrt(visits))) or not total:
            return None
        tickets = [action for action, row in rows.items() for _ in range(row.visits)]
        return tickets[stream.below(total)]

    def bound(self, row: Learnt) -> float:
        spread = self.exploration * (self.high - self.low)
        return row.gain / row.visits + spread * math.sqrt(math.log(row.available) / row.visits)

    def by_regrets(self, state: State, here: Set, new: bool, context: tuple) -> tuple[list[float], float]:  # type: ignore[type-arg]
        seen, chains, reach, stream = context
        table = self.sets[here]
        policy = self.matched(table)
        mine = here[0] == self.updating
        gamma = self.gamma if mine and self.gamma is not None else 0.0
        odds = {a: gamma / len(table) + (1 - gamma) * p for a, p in policy.items()}
        ticket, action = stream.uniform(), -1
        for a, p in odds.items():
            if p > 0 and (ticket >= 0 or action < 0):
                action = a
            ticket -= p
        if not mine:  # the average: his own odds come by sampling, the other's exploration is taken out
            for a, p in policy.items():
                table[a].strategy += p / reach
        child = state.child(action)
        below = reach * odds[action] if mine else reach
        returns, value = self.played_out(child, stream) if new else self.on(child, seen, chains, below, stream)
        row = table[action]
        row.visits += 1
        if not mine:
            return returns, value
        estimates = {a: other.baseline for a, other in table.items()}
        estimates[action] += (value - row.baseline) / odds[action]
        mean = sum(policy[a] * estimates[a] for a in table)
        for a, other in table.items():
            other.gain += (estimates[a] - mean) / reach
        row.baseline += (value - row.baseline) * max(1 / row.visits, BASELINE_STEP)
        return returns, mean

    @staticmethod
    def matched(table: dict[int, Learnt]) -> dict[int, float]:
        total = sum(max(row.gain, 0.0) for row in table.values())
        return {a: max(row.gain, 0.0) / total if total > 0 else 1 / len(table) for a, row in table.items()}
