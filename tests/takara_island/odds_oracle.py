"""The viewer's best play in Fractions, slowly: expectimax over sets of worlds that he cannot tell apart.

Worlds are whole states that decide what others have looked at, weighed by the arrangements that agree with each. Play goes on
in all of them at once; after every chance they are told apart by what the viewer notices, and by that alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIslandState
from orienteer.core.takara_island.arrangements import worlds
from orienteer.core.takara_island.components import CARDS

Worlds = list[tuple[TakaraIslandState, Fraction]]
MAX_TIE = 8


class SomebodyElseMoves(Exception):
    """Another seat has a choice of several moves."""


class TooMuch(Exception):
    """More sets of worlds than a test has time for."""


def possible(view: View) -> Worlds:
    """The worlds that a viewer may hold true, with probabilities."""
    game, fields = view.mask.game, view.mask.fields()
    found = [(_decided(game, fields, cards), weight) for cards, weight in worlds(game.options, fields)]
    total = sum(weight for _, weight in found)
    return [(state, Fraction(weight, total)) for state, weight in found]


def _decided(game: Any, fields: dict[str, Any], cards: dict[tuple[int, int], int]) -> TakaraIslandState:
    piles = []
    for number, row in enumerate(fields["piles"]):
        at = {slot: CARDS[card] for (pile, slot), card in cards.items() if pile == number}
        piles.append({**row, "cards": tuple(at.get(slot, card) for slot, card in enumerate(row["cards"], row["top"]))})
    return game.state_from({**fields, "viewer": None, "piles": tuple(piles)})


class Oracle:
    """Values for the viewer at a horizon ("game" or a segment); `may`: which of his moves, by name, he may play later."""

    def __init__(
        self, view: View, objective: str, horizon: str, may: Callable[[str], bool] = lambda name: True, limit: int = 4000
    ) -> None:
        self.viewer, self.objective, self.horizon, self.may, self.left = view.viewer, objective, horizon, may, limit
        self.start = view.mask
        self.worlds = possible(view)

    def action_values(self) -> dict[str, Fraction]:
        state = self.worlds[0][0]
        return {
            state.action_to_string(self.viewer, action): self.value(_played(self.worlds, action))
            for action in state.legal_actions(self.viewer)
        }

    def value(self, at: Worlds) -> Fraction:
        """Of worlds that the viewer cannot tell apart; their weights need not add to 1."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        state = at[0][0]
        if state.is_terminal() or (self.horizon != "game" and state.segment(self.horizon) != self.start.segment(self.horizon)):
            returns = [(weight, world.returns(self.objective)[self.viewer]) for world, weight in at]
            return sum((weight * Fraction(value).limit_denominator(MAX_TIE) for weight, value in returns), Fraction(0))
        if state.is_chance_node():
            return sum(map(self.value, self._told_apart(at)), Fraction(0))
        player = state.current_player()
        legal = {tuple(world.legal_actions()) for world, _ in at}
        assert len(legal) == 1 or player != self.viewer, "he must know what he may do"
        if player != self.viewer and max(map(len, legal)) > 1:
            raise SomebodyElseMoves
        moves = [action for action in legal.pop() if player != self.viewer or self.may(state.action_to_string(player, action))]
        return max(self.value(_played(at, action)) for action in moves)

    def _told_apart(self, at: Worlds) -> list[Worlds]:
        """The worlds after a chance node, by what the viewer notices."""
        found: dict[object, Worlds] = {}
        for world, weight in at:
            outcomes = world.chance_outcomes()
            total = sum(count for _, count in outcomes)
            for outcome, count in outcomes:
                child = world.child(outcome)
                found.setdefault(child.observation(self.viewer), []).append((child, weight * Fraction(count, total)))
        return list(found.values())


def _played(at: Worlds, action: int) -> Worlds:
    return [(world.child(action), weight) for world, weight in at]
