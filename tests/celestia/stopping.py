"""The lone captain's stopping problem in Fractions: plain recursion over the core's transitions, no solver."""

from __future__ import annotations

from fractions import Fraction

from orienteer.core.celestia import CelestiaState


def journey_value(state: CelestiaState, seat: int, found: dict[int, Fraction]) -> Fraction:
    """The seat's points at the end of this journey where he alone chooses, and best."""
    return _value(state, seat, state.segment("journey"), found)


def action_values(state: CelestiaState, seat: int) -> dict[str, Fraction]:
    found: dict[int, Fraction] = {}
    journey = state.segment("journey")
    return {
        state.action_to_string(seat, action): _value(state.child(action), seat, journey, found)
        for action in state.legal_actions()
    }


def _value(state: CelestiaState, seat: int, journey: int, found: dict[int, Fraction]) -> Fraction:
    if state.segment("journey") != journey or state.is_terminal():
        return Fraction(int(state.scores()[seat]))
    key = state.key()
    if key not in found:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            values = [weight * _value(state.child(outcome), seat, journey, found) for outcome, weight in outcomes]
            found[key] = sum(values, Fraction(0)) / sum(weight for _, weight in outcomes)
        else:
            assert state.current_player() == seat
            found[key] = max(_value(state.child(action), seat, journey, found) for action in state.legal_actions())
    return found[key]
