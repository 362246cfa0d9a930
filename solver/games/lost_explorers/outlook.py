"""What a seat of Lost Explorers makes of a position: what its missions are worth and still need, what each action does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from orienteer.core.lost_explorers.components import CLUE_SPACES, CLUES_TO_WIN, COLOURS, LAST_SPACE, RIGHT_COLOURS
from orienteer.games.lost_explorers.needs import needs_of

if TYPE_CHECKING:
    from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
    from orienteer.core.state import State

END_TURN = 0
BONUS, CHOOSE, EQUIP, EXPLORE = 2, 6, 10, 26  # the first action of each kind
NO_BONUS = 1
TRACKS = tuple(int(colour in RIGHT_COLOURS) for colour in COLOURS)  # 0 left, 1 right
NUM_COLOURS, ROW_REACH, TOKENS = len(COLOURS), 4, 80


class Equip(NamedTuple):
    """Taking the k-th token from one side's front, seen as a vehicle or turned into a mission."""

    action: int
    k: int
    mission: bool
    colour: int


class Explore(NamedTuple):
    action: int
    place: int
    colour: int


class Complete(NamedTuple):
    action: int
    token: int
    place: int


@dataclass(frozen=True)
class Mission:
    """An own mission.

    Attributes:
        token: its number.
        places: its open locations. `empty`: those without a member of the seat.
        worth: the steps that its leader goes, and one for the bonus where that leader is level or behind.
        missing: the fewest vehicles to be had before the empty places can all be explored.
    """

    token: int
    places: frozenset[int]
    empty: frozenset[int]
    worth: int
    missing: int

    @property
    def effort(self) -> int:
        """Members' steps until it is complete: one a vehicle, one a place."""
        return self.missing + len(self.empty)


class Outlook:
    """A seat that is about to choose.

    Attributes:
        fields: the state as plain values.
        legal: the seat's actions.
        vehicles: the seat's, by colour.
        placed: the locations where it has members. `unused`: how many members it can still use this turn.
        ready: complete missions whose leader can still go on; `missions`: such that are not complete, nearest first.
    """

    def __init__(self, state: State, player: int) -> None:
        game = cast("LostExplorers", state.game)
        self.state, self.player = cast("LostExplorersState", state), player
        self.tables = game.tables
        self.needs = needs_of(game.tables)
        self.fields: dict[str, Any] = self.state.fields()
        self.legal = state.legal_actions(player)
        self.vehicles: tuple[int, ...] = self.fields["vehicles"][player]
        self.leaders: tuple[int, int] = self.fields["leaders"][player]
        numbers = self.location_numbers
        self.placed = frozenset(numbers[name] for name in self.fields["placed"][player])
        self.closed = frozenset(numbers[name] for name in self.fields["closed"])
        self.unused: int = self.fields["members"][player] - len(self.placed)
        if self.fields["turn"] == player:
            self.unused -= self.fields["used"]
        tokens = {token.name: number for number, token in enumerate(self.tables.tokens)}
        held = [self.mission(tokens[name]) for name in self.fields["missions"][player]]
        self.ready = [mission for mission in held if not mission.empty and mission.places and mission.worth]
        self.missions = sorted(
            (mission for mission in held if mission.empty and mission.worth),
            key=lambda mission: (mission.effort - mission.worth, mission.effort, mission.token),
        )

    @cached_property
    def location_numbers(self) -> dict[str, int]:
        return {location.id: number for number, location in enumerate(self.tables.locations)}

    # -- missions ----------------------------------------------------------------------------------------------------------

    def mission(self, token: int) -> Mission:
        places = frozenset(self.tables.tokens[token].locations) - self.closed
        empty = places - self.placed
        worth = self.worth(self.tables.tokens[token].colour, len(places))
        return Mission(token, places, empty, worth, self.missing(token, empty, self.vehicles))

    def missing(self, token: int, empty: Iterable[int], vehicles: tuple[int, ...]) -> int:
        """The fewest vehicles to be had beside these before the token's `empty` places can all be explored."""
        locations = self.tables.tokens[token].locations
        return self.needs.missing_of(token, sum(1 << locations.index(place) for place in empty), vehicles)

    def worth(self, colour: int, steps: int) -> int:
        """Of so many steps for a mission of the colour; 0 where its leader has arrived."""
        track = TRACKS[colour]
        at, other = self.leaders[track], self.leaders[1 - track]
        moved = min(LAST_SPACE - at, steps)
        return moved + (at <= other) if moved else 0

    def wins(self, mission: Mission) -> bool:
        """Whether completing it brings the last clue."""
        spaces = list(self.leaders)
        spaces[TRACKS[self.tables.tokens[mission.token].colour]] += len(mission.places)
        return sum(space >= clue for space in spaces for clue in CLUE_SPACES) >= CLUES_TO_WIN

    def odds_of_doing(self, colour: int) -> tuple[int, int]:
        """Of the missions that the colour may still show: how many can be done with the vehicles held, of how many."""
        shown = set(self.fields["shown"])
        unseen = [
            self.mission(number)
            for number, token in enumerate(self.tables.tokens)
            if token.main and token.colour == colour and token.name not in shown and self.in_play(token.name)
        ]
        return sum(bool(mission.places) and not mission.missing for mission in unseen), len(unseen)

    def in_play(self, name: str) -> bool:
        tokens = self.state.game.options["tokens"]
        return tokens == "all" or name in tokens

    # -- actions -----------------------------------------------------------------------------------------------------------

    @cached_property
    def equips(self) -> list[Equip]:
        found = []
        for action in self.legal:
            if EQUIP <= action < EXPLORE:
                side, rest = divmod(action - EQUIP, 2 * ROW_REACH)
                colour = COLOURS.index(self.fields["rows"][side][rest // 2])
                found.append(Equip(action, rest // 2 + 1, bool(rest % 2), colour))
        return found

    @cached_property
    def explores(self) -> list[Explore]:
        end = EXPLORE + NUM_COLOURS * len(self.tables.locations)
        return [Explore(action, *divmod(action - EXPLORE, NUM_COLOURS)) for action in self.legal if EXPLORE <= action < end]

    @cached_property
    def completes(self) -> list[Complete]:
        count = len(self.tables.locations)
        first = EXPLORE + NUM_COLOURS * count
        end = first + count * TOKENS
        return [Complete(action, *divmod(action - first, count)) for action in self.legal if first <= action < end]

    def retrieve(self, places: Iterable[int]) -> int:
        """The action that takes these members back."""
        names = "+".join(self.tables.locations[place].id for place in sorted(places))
        return self.state.string_to_action(self.player, f"retrieve-{names}")
