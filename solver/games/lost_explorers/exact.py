"""Exact play of Lost Explorers where the cap on turns cannot be reached: the same game without a turn counter in its keys.

The counter makes one position many, one for each turn that it may come up in. Without a cap they are one; what was solved
then is the capped game too, provided that play cannot recur and that its longest line ends before the cap. Other positions
are left to expectimax on the game as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.errors import TooLargeError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.state import State, View
from orienteer.expectimax import Expectimax

if TYPE_CHECKING:
    from orienteer.budget import Budget
    from orienteer.core.lost_explorers import LostExplorersState

NEAR = 40  # turns left to the cap with which the capped game may be the smaller one


class WithoutCap(Expectimax):
    """A solution of the uncapped game that is asked about states of the capped one, or its own."""

    def _find(self, state: State) -> tuple[State, int, list[float]]:
        return super()._find(without_cap(state) if state.game.options.get("max_turns") is not None else state)


def solve(
    place: State | View, objective: str, horizon: str, policies: Mapping[int, Any] | None, budget: Budget
) -> Expectimax | None:
    """The solution where the cap proves to be out of reach, else None.

    Policies may look at the turn and keep the counter; so does the end of a turn or round, which is near anyway. Raises
    TooLargeError beyond the budget's limits where the cap is far: with the counter there would be still more positions.
    """
    if not isinstance(place, State) or horizon != "game" or policies or place.is_terminal():
        return None
    cap = place.game.options["max_turns"]
    if cap is None:
        return None
    left = cap - place.segment("turn")
    try:
        solution = WithoutCap(without_cap(place), objective=objective, budget=budget)
    except TooLargeError:
        if left > NEAR:
            raise
        return None
    # Every turn takes a transition at least.
    return solution if solution.longest_play is not None and solution.longest_play < left else None


def without_cap(state: State) -> LostExplorersState:
    """The same position in the game without a cap."""
    game = LostExplorers(**{**state.game.options, "max_turns": None})
    return game.state_from(cast("LostExplorersState", state).fields())
