"""Named events of Lost Explorers about missions nobody has seen: what a colour shows, and whether this turn completes it.

Counted exactly (counting.py): the mission shown is uniform over the tokens of its colour in play whose mission side nobody
has seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.lost_explorers.components import COLOURS, SIDES
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer, Event
from orienteer.games.lost_explorers.counting import MOST_EQUIPPING, ZERO, Places, Sight
from orienteer.games.lost_explorers.parameters import SETS, colour_word, set_word, side_word, yes_or_no
from orienteer.policies import whole, word

if TYPE_CHECKING:
    from orienteer.core.lost_explorers.data import Token
    from orienteer.core.state import State


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class LocationClosed(Event):
    """This location is, or will be, closed."""

    name: ClassVar[str] = "location-closed"
    assumes: ClassVar[str | None] = "all sets of markable locations are as likely"
    place: str = word("a location's id, such as R3")

    def check(self, state: State) -> None:
        place_number(self.name, Sight(state), self.place)

    def counted(self, state: State) -> Answer:
        sight = Sight(state)
        return sum((chance for closed, chance in sight.closings.items() if sight.ids[self.place] in closed), ZERO)

    def assumptions(self, state: State) -> tuple[str, ...]:
        return super().assumptions(state) if len(Sight(state).closings) > 1 else ()


@dataclass(frozen=True)
class ShownEvent(Event):
    """Base of events about the next token of a kind that is turned up as a mission."""

    assumes: ClassVar[str | None] = "a token of the colour is turned up as a mission, each that nobody has seen as likely"

    def kind(self, sight: Sight) -> tuple[int, bool]:
        """The colour, and whether it is a main token."""
        raise NotImplementedError(f"{type(self).__name__} must implement kind")

    def check(self, state: State) -> None:
        sight = Sight(state)
        colour, main = self.kind(sight)
        if not sight.pool(colour, main):
            raise OrienteerError(f"{self.name}: every {COLOURS[colour]} {SETS[not main]} mission in play has been seen")

    def pool(self, sight: Sight) -> list[Token]:
        return sight.pool(*self.kind(sight))

    def assumptions(self, state: State) -> tuple[str, ...]:
        sight = Sight(state)
        colour, main = self.kind(sight)
        token, count = f"a {COLOURS[colour]} {SETS[not main]} token", len(self.pool(sight))
        return (f"{token} is turned up as a mission, one of {count} that nobody has seen, each as likely",)


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class MissionIs(ShownEvent):
    """The next mission of this token's colour, of the main or the start ones as it is, shows this token."""

    name: ClassVar[str] = "mission-is"
    token: str = word("a token's name, such as B2+YB")

    def kind(self, sight: Sight) -> tuple[int, bool]:
        for token in sight.tokens:
            if token.name == self.token:
                return token.colour, token.main
        raise OptionError(f"{self.name}: token", self.token, "the name of a token in play, such as B2+YB")

    def counted(self, state: State) -> Answer:
        names = [token.name for token in self.pool(Sight(state))]
        return Fraction(self.token in names, len(names))


@dataclass(frozen=True)
class ColourEvent(ShownEvent):
    """Base: the next token of a colour, a main one or one of those that the game starts with."""

    colour: str = colour_word()
    set: str = set_word(default="main", kw_only=True)

    def kind(self, sight: Sight) -> tuple[int, bool]:
        return COLOURS.index(self.colour), self.set == "main"


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class MissionNames(ColourEvent):
    """The next mission of this colour names this location."""

    name: ClassVar[str] = "mission-names"
    place: str = word("a location's id, such as YB")

    def check(self, state: State) -> None:
        super().check(state)
        place_number(self.name, Sight(state), self.place)

    def counted(self, state: State) -> Answer:
        sight = Sight(state)
        tokens, place = self.pool(sight), sight.ids[self.place]
        return Fraction(sum(place in token.locations for token in tokens), len(tokens))


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class MissionNeeds(ColourEvent):
    """How many members the next mission of this colour needs: the open locations that it names."""

    name: ClassVar[str] = "mission-needs"
    distribution_valued: ClassVar[bool] = True

    def counted(self, state: State) -> Answer:
        sight = Sight(state)
        tokens = self.pool(sight)
        found: dict[int, Fraction] = {}
        for closed, chance in sight.closings.items():
            for token in tokens:
                number = num_open(token, closed)
                found[number] = found.get(number, ZERO) + chance / len(tokens)
        return dict(sorted(found.items()))


@QUANTITIES.register("lost_explorers")
@dataclass(frozen=True)
class MissionCompletable(Event):
    """A blind mission that the seat to move takes now can be completed in the same turn, by the best play for that.

    Which one: the token of `side` that so many `members` take, or in the best way one of this `colour`; nothing of these where
    a token is being turned up. It can be completed when its owner's members stand on, or can in this turn be sent to, all of
    its open locations; members of others there are ejected. `retrieve`: members may be taken back first, as long as nothing
    else was done in the turn. `equip`: one vehicle may be taken from the other side, once the mission is seen.
    """

    name: ClassVar[str] = "mission-completable"
    horizon: ClassVar[str] = "turn"
    assumes: ClassVar[str | None] = "the rest of the turn serves this mission alone"
    colour: str | None = colour_word(default=None)
    side: str | None = side_word(default=None)
    members: int | None = whole(1, MOST_EQUIPPING, default=None)
    retrieve: str = yes_or_no(default="yes")
    equip: str = yes_or_no(default="yes")

    def check(self, state: State) -> None:
        sight = Sight(state)
        given = (self.colour, self.side, self.members)
        if sight.fields["phase"] == "turn_up":
            if given != (None, None, None):
                raise OptionError(f"{self.name}: colour, side, members", given, "none: a token is being turned up")
        elif not sight.can_take():
            raise OrienteerError(f"{self.name}: phase 1 of the turn is over, no mission can be taken now")
        elif (self.side is None) != (self.members is None) or (self.colour is None) == (self.side is None):
            raise OptionError(f"{self.name}: colour, side, members", given, "a colour, or a side with a number of members")
        else:
            self.best(sight)

    def counted(self, state: State) -> Answer:
        return self.best(Sight(state))

    def best(self, sight: Sight) -> Fraction:
        """The highest chance of all ways. Raises OrienteerError where there is none."""
        if sight.fields["phase"] == "turn_up":
            tokens = sight.pool(COLOURS.index(sight.fields["pending"][1]), True)
            return sight.completable(tokens, sight.means(), self.equip == "yes")
        chances = []
        for way in sight.ways(self.retrieve == "yes"):
            colour = sight.colour_of(way)
            asked = COLOURS[colour] == self.colour or (SIDES[way.side], way.members) == (self.side, self.members)
            if asked:
                chances.append(sight.completable(sight.pool(colour, True), way.means, self.equip == "yes"))
        if not chances:
            what = f"{self.colour} token" if self.side is None else f"token of the {self.side} side with {self.members} members"
            raise OrienteerError(f"{self.name}: seat {sight.seat} can take no {what} now")
        return max(chances)

    def assumptions(self, state: State) -> tuple[str, ...]:
        may = [] if self.equip == "no" else ["a vehicle may be taken from the other side"]
        if self.retrieve == "yes" and Sight(state).fields["stage"] == "start":
            may.append("members may be retrieved first")
        return (*super().assumptions(state), *may)


# -- helpers -------------------------------------------------------------------------------------------------------------


def num_open(token: Token, closed: Places) -> int:
    return len(set(token.locations) - closed)


def place_number(name: str, sight: Sight, place: Any) -> int:
    """A location by its id. Raises OptionError, listing the ids."""
    if place not in sight.ids:
        raise OptionError(f"{name}: place", place, ", ".join(sight.ids))
    return sight.ids[place]
