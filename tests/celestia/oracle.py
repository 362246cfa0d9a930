"""The belief of a seat by listing: every history that shows it the same chain of observations, by its chance odds.

Knows no game. Histories that lead to equal states are carried as one, with their odds added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from orienteer.core.state import Game, State, View

Cases = dict[int, tuple[State, Fraction]]


class Oracle:
    """All histories that a seat cannot tell apart, followed by what it noticed."""

    def __init__(self, game: Game, seat: int, max_cases: int = 50_000) -> None:
        self.seat = seat
        self.max_cases = max_cases
        start = game.new_initial_state()
        self.cases: Cases = self._unnoticed({start.key(): (start, Fraction(1))})

    def follow(self, observation: object) -> None:
        """The seat noticed this."""
        cases = self._unnoticed(self._steps(self.cases).get(observation, {}))
        total = sum(odds for _, odds in cases.values())
        self.cases = {key: (state, odds / total) for key, (state, odds) in cases.items()}

    def shares(self) -> dict[int, Fraction]:
        """Every state that it may be, by key, with its share of the weight."""
        total = sum(odds for _, odds in self.cases.values())
        return {key: odds / total for key, (_, odds) in self.cases.items()}

    def _unnoticed(self, cases: Cases) -> Cases:
        # Every beginning of a history counts: the seat cannot tell how far play has gone on.
        found = dict(cases)
        while cases := self._steps(cases).get(None, {}):
            _add(found, cases)
        return found

    def _steps(self, cases: Cases) -> dict[object, Cases]:
        """Cases after one step, by what the seat notices of it."""
        found: dict[object, Cases] = defaultdict(dict)
        for state, odds in cases.values():
            for action, share in moves(state):
                after = state.child(action)
                _add(found[after.observation(self.seat)], {after.key(): (after, odds * share)})
        size = max(map(len, found.values()), default=0)
        if size > self.max_cases:
            raise MemoryError(f"{size} states agree with what was noticed")
        return found


def _add(found: Cases, more: Cases) -> None:
    for key, (state, odds) in more.items():
        found[key] = (state, odds + (found[key][1] if key in found else 0))


def moves(state: State) -> list[tuple[int, Fraction]]:
    if state.is_chance_node():
        listed = state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return [(outcome, Fraction(weight, total)) for outcome, weight in listed]
    return [(action, Fraction(1)) for action in state.legal_actions()]


def random_play(game: Game, random: Random, eager: frozenset[str] = frozenset(), steps: int = 10_000) -> Iterator[State]:
    """States of a game in which all play at random; actions named in `eager` are chosen where they are legal, 4 times of 5."""
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            return
        listed = moves(state)
        player = state.current_player()
        liked = [action for action, _ in listed if player >= 0 and state.action_to_string(player, action) in eager]
        if liked and random.random() < 0.8:
            state = state.child(random.choice(liked))
        else:
            state = state.child(random.choices(*zip(*[(action, float(odds)) for action, odds in listed], strict=True))[0])
        yield state


def shares(view: View) -> dict[int, Fraction]:
    """The belief of a view, listed: by key of the state, its share of the weight."""
    weights: dict[int, int] = defaultdict(int)
    for state, weight in view.belief().enumerate():
        weights[state.key()] += weight
    total = sum(weights.values())
    return {key: Fraction(weight, total) for key, weight in weights.items()}
