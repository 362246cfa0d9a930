"""Incan Gold for one player, exact over all rounds: expected gems and artifact points still to come.

Between rounds only (round, hazard kinds by copies, artifacts in the deck, rank of the next artifact) matters; a round
is one StopTable whose leave and bust values are those of the rounds after it. Only between-round states that can be
reached are solved. Reproduces rows 9 to 12 of the rules file's known answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from orienteer.games.incan_gold.cave import Round, StopTable, Treasures
from orienteer.games.incan_gold.cave_rules import (
    FRESH,
    Artifacts,
    ArtifactStates,
    CaveRules,
    Stopped,
    TooLarge,
    hazard_classes,
    num_hazard_states,
    shown_classes,
)


class Between(NamedTuple):
    """A moment before a round: `deck` is the code of the artifacts that earlier rounds left in the deck."""

    round_index: int
    classes: tuple[int, int, int]
    deck: int
    rank: int


class SolitaireCave:
    """All decisions of the one-player game. A table may hold at most max_states numbers (8 bytes each)."""

    def __init__(self, rules: CaveRules, *, max_states: int = 20_000_000) -> None:
        self.rules = rules
        self.max_states = max_states
        self._treasures = Treasures(rules.values, rules.counts, max_states)
        self._start: dict[Between, float] = {}
        self._scratch = StopTable()
        self._tables: dict[Between, StopTable] = {}

    def start_value(
        self, *, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] | None = None
    ) -> float:
        """Points of a whole game. progress(done, total) and stop() are called between tables; raises Stopped."""
        fresh = Between(0, hazard_classes(FRESH, 0), 0, 0)
        self._solve(fresh, progress, stop)
        return self._start[fresh]

    def num_states(self) -> tuple[int, int]:
        """States of the largest table and of all tables of a whole game."""
        layers = self._reachable(Between(0, hazard_classes(FRESH, 0), 0, 0))
        sizes = [self._size(between) for layer in layers for between in layer]
        return max(sizes), sum(sizes)

    @property
    def num_solved(self) -> int:
        """States in all tables solved so far."""
        return sum(map(self._size, self._start))

    def values(
        self,
        round_index: int,
        treasure_left: Sequence[int],
        hazard_copies: Sequence[int],
        shown: Sequence[bool],
        *,
        in_deck: Artifacts = 0,
        on_path: Artifacts = 0,
        taken: Artifacts = 0,
        lost: Artifacts = 0,
        opening: bool = False,
        pocket: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> tuple[float, float]:
        """(leave, stay): points still to come, the pocket included, at a decision in round `round_index` (from 0).

        treasure_left: cards of each value left in the deck. hazard_copies: copies of each kind still in the game, one
        on the path included. shown: which kinds lie on the path. in_deck, on_path, taken, lost: artifacts, as counts or
        (with `printed`) as printed values. opening: the choice before the first card. pocket: checked if given.
        stop() is called between tables; raises Stopped.
        """
        table, s, h, i = self._locate(
            round_index, treasure_left, hazard_copies, shown, in_deck, on_path, taken, lost, pocket, stop
        )
        empty = s == 0 and h == 0 and i == 0
        if opening and not (empty and self.rules.decide_before_first_card):
            raise ValueError("opening: needs an empty path and decide_before_first_card")
        if empty and not opening:
            raise ValueError("nothing has been turned up: this is no decision (see card_value)")
        between = self._between(round_index, hazard_copies, in_deck, on_path, taken, lost)
        states = self._states(between)
        leave = self._treasures.shown_total(i) + states.gains[0][s] + self._later(self._after_leave(between, states, s))
        return leave, table.card_value(s, h, i)

    def card_value(
        self,
        round_index: int,
        treasure_left: Sequence[int],
        hazard_copies: Sequence[int],
        shown: Sequence[bool],
        *,
        in_deck: Artifacts = 0,
        on_path: Artifacts = 0,
        taken: Artifacts = 0,
        lost: Artifacts = 0,
        pocket: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> float:
        """Points still to come just before a card is turned up; arguments as in `values`."""
        table, s, h, i = self._locate(
            round_index, treasure_left, hazard_copies, shown, in_deck, on_path, taken, lost, pocket, stop
        )
        return table.card_value(s, h, i)

    def threshold_value(self, threshold: int) -> float:
        """Points of one round, fresh hazards, under "leave as soon as the pocket holds `threshold` gems" (row 12)."""
        between = Between(0, hazard_classes(FRESH, 0), 0, 0)
        states = self._states(between)
        cave = Round(self._treasures, between.classes, states)
        slabs = len(states) * cave.num_hazards
        sums = np.arange(self._treasures.shown_total(self._treasures.size - 1) + 1.0)
        leave = np.array(states.gains[0], dtype=float)[:, None] + sums
        self._scratch.solve(cave, leave, np.zeros(slabs), np.full(slabs, threshold, np.intc), choose=False)
        return self._scratch.card_value(0, 0, 0)

    # Between rounds

    def _states(self, between: Between) -> ArtifactStates:
        return self.rules.artifact_states(self.rules.entering(between.round_index, between.deck), (between.rank,))

    def _size(self, between: Between) -> int:
        return self.rules.num_treasure_sets * num_hazard_states(between.classes) * len(self._states(between))

    def _after_leave(self, between: Between, states: ArtifactStates, s: int) -> Between:
        taken = between.rank + states.num_path[s]
        rank = self.rules.rank(taken, taken, 0)
        return Between(between.round_index + 1, between.classes, states.deck[s], rank)

    def _after_bust(self, between: Between, states: ArtifactStates, s: int, copies: int) -> Between:
        classes = list(between.classes)
        classes[copies - 1] -= 1
        classes[copies - 2] += 1
        rank = self.rules.rank(between.rank, between.rank, states.num_path[s])
        return Between(between.round_index + 1, (classes[0], classes[1], classes[2]), states.deck[s], rank)

    def _later(self, between: Between) -> float:
        return 0.0 if between.round_index == self.rules.rounds else self._start[between]

    def _reachable(self, first: Between) -> list[list[Between]]:
        """Between-round states that can follow `first`, round by round; raises TooLarge."""
        layers = [[first]]
        while layers[-1] and layers[-1][0].round_index + 1 < self.rules.rounds:
            following: dict[Between, None] = {}
            for between in layers[-1]:
                states = self._states(between)
                for s in range(len(states)):
                    following[self._after_leave(between, states, s)] = None
                    for copies in (2, 3):
                        if between.classes[copies - 1]:
                            following[self._after_bust(between, states, s, copies)] = None
            layers.append(list(following))
        needed = max(self._size(between) for layer in layers for between in layer)
        if needed > self.max_states:
            raise TooLarge("a round's table", needed, self.max_states, "the deck (fewer cards or fewer distinct values)")
        return layers

    def _solve(
        self,
        first: Between,
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        if first in self._start or first.round_index == self.rules.rounds:
            return
        layers = [[b for b in layer if b not in self._start] for layer in self._reachable(first)]
        total = sum(map(len, layers))
        done = 0
        # The last round first: a round's table needs the values of the rounds after it.
        for layer in reversed(layers):
            for between in layer:
                if stop is not None and stop():
                    raise Stopped(f"stopped after {done} of {total} rounds' tables")
                self._start[between] = self._solve_round(between, self._scratch)
                done += 1
                if progress is not None:
                    progress(done, total)

    # One round

    def _solve_round(self, between: Between, table: StopTable) -> float:
        """Fills `table` and returns the value before the round; the rounds after it must have been solved."""
        states = self._states(between)
        cave = Round(self._treasures, between.classes, states)
        total = self._treasures.shown_total(self._treasures.size - 1)
        # 1. What a leaver banks beyond the treasures, and what follows a bust, by artifact state.
        later = [self._later(self._after_leave(between, states, s)) for s in range(len(states))]
        base = np.array(states.gains[0]) + later
        after_bust = np.zeros((len(states), 3))
        for copies in (2, 3):
            if between.classes[copies - 1]:
                after_bust[:, copies - 1] = [
                    self._later(self._after_bust(between, states, s, copies)) for s in range(len(states))
                ]
        lethal = np.array([cave.lethal(h) for h in range(cave.num_hazards)], dtype=float)
        bust = after_bust @ lethal.T
        # 2. The stop region, then the sweep.
        stop_at = _stop_region(states, base, after_bust, [c for c in (1, 2) if between.classes[c]], lethal, total)
        leave = base[:, None] + np.arange(total + 1.0)
        table.solve(cave, np.ascontiguousarray(leave), np.ascontiguousarray(bust).ravel(), stop_at)
        value = table.card_value(0, 0, 0)
        return max(value, float(base[0])) if self.rules.decide_before_first_card else value

    def _between(
        self,
        round_index: int,
        hazard_copies: Sequence[int],
        in_deck: Artifacts,
        on_path: Artifacts,
        taken: Artifacts,
        lost: Artifacts,
    ) -> Between:
        rules = self.rules
        if not 0 <= round_index < rules.rounds:
            raise ValueError(f"round_index: {round_index} in a game of {rules.rounds} rounds")
        places = {"in_deck": in_deck, "on_path": on_path, "taken": taken, "lost": lost}
        codes = [rules.code(artifacts, where, round_index) for where, artifacts in places.items()]
        entered = rules.entered(round_index)
        twice = rules.printed and sum(map(int.bit_count, codes)) != entered
        if twice or sum(codes) != (2**entered - 1 if rules.printed else entered):
            raise ValueError(f"artifacts: deck, path, taken, lost must be the {entered} that have entered the game")
        before = codes[0] + codes[1] - rules.entering(round_index, 0)
        if before < 0:
            raise ValueError("artifacts: this round's artifact can only be in the deck or on the path")
        own = rules.num_artifacts(codes[2])
        rank = rules.rank(own, own, rules.num_artifacts(codes[3]))
        return Between(round_index, hazard_classes(tuple(hazard_copies), round_index), before, rank)

    def _locate(
        self,
        round_index: int,
        treasure_left: Sequence[int],
        hazard_copies: Sequence[int],
        shown: Sequence[bool],
        in_deck: Artifacts,
        on_path: Artifacts,
        taken: Artifacts,
        lost: Artifacts,
        pocket: int | None,
        stop: Callable[[], bool] | None,
    ) -> tuple[StopTable, int, int, int]:
        """The position's table, solved if need be, and its artifact, hazard and treasure numbers."""
        between = self._between(round_index, hazard_copies, in_deck, on_path, taken, lost)
        i = self._treasures.index(treasure_left)
        if pocket is not None and pocket != self._treasures.shown_total(i):
            raise ValueError(f"pocket: {pocket} gems, the treasures turned up add to {self._treasures.shown_total(i)}")
        table = self._tables.get(between)
        if table is None:
            self._solve(between, stop=stop)
            table = StopTable()
            self._solve_round(between, table)
            # Tables are cheap to make again: together they stay within max_states.
            while self._tables and sum(map(self._size, self._tables)) + self._size(between) > self.max_states:
                del self._tables[next(iter(self._tables))]
            self._tables[between] = table
        s = self._states(between).path.index(self.rules.code(on_path, "on_path", round_index))
        return table, s, table.round.hazard(shown_classes(hazard_copies, shown)), i


def _stop_region(
    states: ArtifactStates, base: np.ndarray, after_bust: np.ndarray, classes: list[int], lethal: np.ndarray, total: int
) -> np.ndarray:
    """A sum of treasures from which leaving is optimal, by artifact and hazard state.

    One card more gains nothing where sum over lethal cards of (pocket + cost) >= treasures left + gain; cost is what a
    bust takes beyond the pocket, gain what the artifacts left would add, both with the value of the later rounds in
    them. With the lowest cost and the highest gain that further artifacts can bring, the left side only grows and the
    right side only falls, so the region is never left again, and where no card ever gains, leaving at once is optimal.
    """
    cost = base[:, None] - after_bust[:, classes]
    gain = np.array([sum(w * (base[to] - base[s]) for w, to in draws) for s, draws in enumerate(states.draws)])
    for s in range(len(states) - 1, -1, -1):
        for _, to in states.draws[s]:
            cost[s] = np.minimum(cost[s], cost[to])
            gain[s] = max(gain[s], gain[to])
    edge = (total + gain[:, None] - cost @ lethal[:, classes].T) / (lethal.sum(axis=1) + 1)
    if classes:
        edge = np.maximum(edge, -cost.min(axis=1)[:, None])  # a hazard must not lower the left side
    # Rounded towards evaluating: a state on the edge may be evaluated, it must not be skipped wrongly.
    stop_at: np.ndarray = np.ceil(edge + 1e-9).astype(np.intc).ravel()
    return stop_at
