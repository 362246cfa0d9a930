"""Events of Lost Explorers that depend on how everyone plays: missions finished, the fourth clue, how the game ends.

They need policies (distributions.py): exact where what can follow is little, in an endgame or with few branches, else sampled.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.lost_explorers.components import CLUES_TO_WIN
from orienteer.distributions import QUANTITIES, Action, Value
from orienteer.events import Event
from orienteer.games.lost_explorers.parameters import ending_word
from orienteer.policies import whole, word

if TYPE_CHECKING:
    from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
    from orienteer.core.state import State

LAST_SEAT = 3
MOST_TURNS = 10_000
FIRST_COMPLETE = 26  # the number of the first `complete` less four a location (core's actions.pxd)
YES, NO = "yes", "no"


@dataclass(frozen=True)
class WithinTurns(Event):
    """Base: something that a seat does within its next `turns` turns, a running one counted. Needs policies.

    player: default the seat whose turn it is.
    """

    objective: ClassVar[str | None] = "win"
    only_horizon: ClassVar[str | None] = "game"
    turns: int = whole(1, MOST_TURNS, kw_only=True)
    player: int | None = whole(0, LAST_SEAT, default=None, kw_only=True)

    def check(self, state: State) -> None:
        if self.player is not None and self.player >= state.game.num_players:
            raise OptionError(f"{self.name}: player", self.player, f"a seat from 0 to {state.game.num_players - 1}")

    def seat(self, state: State) -> int:
        return int(cast("LostExplorersState", state).fields()["turn"]) if self.player is None else self.player

    def start(self, state: State) -> Hashable:
        """(the seat, how many turns of all seats are over when its own are)."""
        seat, seats, now = self.seat(state), state.game.num_players, state.segment("turn")
        return seat, now + (seat - now) % seats + (self.turns - 1) * seats + 1

    def happened(self, seat: int, player: int, action: Action, state: State) -> bool:
        """Whether it happened by `action` of `player`, which led to `state`."""
        raise NotImplementedError(f"{type(self).__name__} must implement happened")

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        seat, last = seen
        if player == seat and self.happened(seat, player, action, state):
            return YES
        return NO if ended or state.segment("turn") >= last else (seat, last)

    def finished(self, seen: Any) -> bool:
        return seen in (YES, NO)

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen == YES)


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class FinishMission(WithinTurns):
    """The seat completes this mission of its own within its next `turns` turns, a running one counted. Needs policies."""

    name: ClassVar[str] = "finish-mission"
    token: str = word("a mission that the seat has, such as B2+YB", kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        missions = cast("LostExplorersState", state).fields()["missions"][self.seat(state)]
        if self.token not in missions:
            allowed = f"a mission of seat {self.seat(state)}: {', '.join(missions) or 'it has none'}"
            raise OptionError(f"{self.name}: token", self.token, allowed)

    def happened(self, seat: int, player: int, action: Action, state: State) -> bool:
        tables = cast("LostExplorers", state.game).tables
        places = len(tables.locations)
        number = (cast("int", action) - FIRST_COMPLETE - 4 * places) // places
        return 0 <= number < len(tables.tokens) and tables.tokens[number].name == self.token


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class FourthClue(WithinTurns):
    """The seat wins by its fourth clue within its next `turns` turns, a running one counted. Needs policies."""

    name: ClassVar[str] = "fourth-clue"

    def happened(self, seat: int, player: int, action: Action, state: State) -> bool:
        return state.scores()[seat] >= CLUES_TO_WIN


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class EndsBy(Event):
    """The game ends in this way. Needs policies."""

    name: ClassVar[str] = "ends-by"
    only_horizon: ClassVar[str | None] = "game"
    ending: str = ending_word()

    def check(self, state: State) -> None:
        options = state.game.options
        if (self.ending == "stall" and not options["stall_rounds"]) or (self.ending == "cap" and options["max_turns"] is None):
            raise OrienteerError(f"{self.name}: the rules have no {self.ending}")

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(cast("LostExplorersState", end).fields()["ending"] == self.ending)
