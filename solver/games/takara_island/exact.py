"""Where one player alone still decides: exact play of Takara Island, which positions it covers, and how it is solved.

Covered: a view of a player's own turn from which no other seat comes to a choice between two moves before the horizon. Every
own turn is, with horizon "turn"; a whole game is in its last turn, or where all others lie in hospital or have nothing but
forced moves left. Then only what the viewer has seen can matter, and `alone` makes a whole state of it whose chance nodes
have his odds: expectimax on it is belief-state expectimax. That the others never choose is found while the states are
expanded, which ends at the first choice of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.state import State, View
from orienteer.expectimax import Expectimax

if TYPE_CHECKING:
    from orienteer.budget import Budget
    from orienteer.core.takara_island import TakaraIslandState


class SomebodyElseChooses(Exception):
    """Another seat has a choice before the horizon."""


def solve(
    place: State | View, objective: str, horizon: str, policies: Mapping[int, Any] | None, budget: Budget
) -> Expectimax | None:
    """The solution of a view that is covered, else None; values of other seats are NaN.

    Policies of the others are never asked. Raises TooLargeError beyond the budget's limits.
    """
    if not isinstance(place, View):
        return None
    viewer, mask = place.viewer, cast("TakaraIslandState", place.mask)
    if mask.is_terminal() or mask.fields()["turn"] != viewer or viewer in (policies or {}):
        return None
    state = mask.alone(viewer)
    try:
        play_on(state, viewer, horizon)
        return Expectimax(
            state,
            objective=objective,
            horizon=horizon,
            policies={seat: forced for seat in range(state.game.num_players) if seat != viewer},
            focus=viewer,
            budget=budget,
            hides_nothing=True,
        )
    except SomebodyElseChooses:
        return None


def forced(state: State, seat: int) -> dict[int, float]:
    """The policy of a seat that has one move. Raises SomebodyElseChooses where it has several."""
    legal = state.legal_actions(seat)
    if len(legal) > 1:
        raise SomebodyElseChooses
    return {legal[0]: 1.0}


def play_on(state: State, viewer: int, horizon: str) -> None:
    """One line of play to the horizon, quick to see what most positions come to: raises SomebodyElseChooses where it does."""
    state, start = state.clone(), state
    while not state.is_terminal() and (horizon == "game" or state.segment(horizon) == start.segment(horizon)):
        player = state.current_player()
        if state.is_chance_node():
            state.apply(state.chance_outcomes()[0][0])
        elif player == viewer:
            state.apply(state.legal_actions()[0])
        else:
            state.apply(next(iter(forced(state, player))))
