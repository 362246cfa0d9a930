"""What a private look is worth to the player to move: his turn played out in Fractions, with the look and without it.

The turn is played on the viewer's knowledge: `alone` gives a whole state whose chance nodes have his odds and in which only
what he himself has seen is decided, so to maximise at his choices is to make the best of what he sees (belief-state
expectimax). Values are returns at the end of the turn, as if the game ended there. States merge by `state_key`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    from orienteer.core.state import State, View
    from orienteer.core.takara_island import TakaraIslandState

LOOKS = ("survey", "soothsayer", "archaeologist", "impostor-soothsayer", "impostor-archaeologist")
MAX_STATES = 250_000  # a few seconds
MAX_SHARES = 1000  # of a tied win, and more than there are seats


def looks_at_cards(name: str) -> bool:
    """Whether the action of this name shows cards to its player alone."""
    return name.startswith(LOOKS)


def look_value(view: View, action: int, objective: str) -> tuple[Fraction, Fraction]:
    """The viewer's best expected returns at the end of his turn: if he plays this look now, and if he never looks.

    After the look, too, no other one is taken. Raises OrienteerError where more than MAX_STATES states would be passed.
    """
    state = cast("TakaraIslandState", view.mask).alone(view.viewer)
    turn = _Turn(state, view.viewer, objective)
    return turn.value(state.child(action)), turn.value(state)


class _Turn:
    """The rest of a seat's turn, without looks other than one that is under way."""

    def __init__(self, state: State, seat: int, objective: str) -> None:
        self.seat = seat
        self.objective = objective
        self.number = state.segment("turn")
        self.found: dict[int, Fraction] = {}

    def value(self, state: State) -> Fraction:
        if state.is_terminal() or state.segment("turn") != self.number:
            return Fraction(state.returns(self.objective)[self.seat]).limit_denominator(MAX_SHARES)
        key = state.state_key(self.objective)
        if key not in self.found:
            if len(self.found) >= MAX_STATES:
                raise OrienteerError(
                    f"the value of a look: over {MAX_STATES:,} states to the end of the turn, limit {MAX_STATES:,}; "
                    "ask where fewer adventurers are left, or evaluate the moves"
                )
            self.found[key] = self._mean(state) if state.is_chance_node() else self._best(state)
        return self.found[key]

    def _mean(self, state: State) -> Fraction:
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return sum((weight * self.value(state.child(outcome)) for outcome, weight in outcomes), Fraction(0)) / total

    def _best(self, state: State) -> Fraction:
        names = {action: state.action_to_string(self.seat, action) for action in state.legal_actions(self.seat)}
        return max(self.value(state.child(action)) for action, name in names.items() if not looks_at_cards(name))
