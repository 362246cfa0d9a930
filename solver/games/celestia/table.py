"""What odds need of a Celestia state, masked or whole: the dice, the cities and who holds what, as counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from orienteer.core.celestia.components import (
    FACES,
    MAX_WORTHS,
    TELESCOPE_POINTS,
    CityRow,
    city_rows,
    deck_counts,
)
from orienteer.core.errors import OptionError, OrienteerError

if TYPE_CHECKING:
    from orienteer.core.celestia import CelestiaState
    from orienteer.core.celestia.belief import CelestiaBelief
    from orienteer.core.state import State

BEFORE_A_ROLL = ("lone", "roll")
# Phases in which the captain still has to answer for the dice.
DICE_LIE = (
    *("passenger", "treasure", "window_a", "announcement", "window_b", "detour", "reroll"),
    *("before_announcement", "after_crash_call", "jetpack", "journey_end"),
)
HIDDEN_TURN = ("before_announcement", "after_crash_call", "after_move")
TELESCOPE = "telescope"
TELESCOPE_COLUMN = MAX_WORTHS  # of the counts of a city's treasures


class Treasure(NamedTuple):
    """One kind of treasure of a city: its column in counts of treasures, its worth as a word, points and copies made."""

    column: int
    worth: int | str
    points: int
    made: int


class Table:
    """A state's fields by name, and what follows from them."""

    def __init__(self, state: State) -> None:
        self.fields: Mapping[str, Any] = cast("CelestiaState", state).fields()
        self.options = state.game.options
        self.seats = range(state.game.num_players)
        self.phase: str = self.fields["phase"]
        self.captain: int = self.fields["captain"]

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    @property
    def turn_is_hidden(self) -> bool:
        """Whether the viewer of this masked state does not know who is asked."""
        return self.phase in HIDDEN_TURN

    # -- dice -------------------------------------------------------------------------------------------------------------

    @property
    def dice_lie(self) -> bool:
        """Whether dice of this leg lie or are being rerolled. After the move there are none."""
        return self.phase in DICE_LIE and bool(self["dice"] or self["to_roll"])

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that lie, as counts by face; dice picked up to be rerolled are not among them."""
        return face_counts(self["dice"])

    @property
    def crash_is_final(self) -> bool:
        """Whether a crash was called on the dice as they lie: only a card or a telescope can still change it."""
        return bool(self["called"] and not self["rerolled"] and not self["to_roll"])

    def num_dice(self) -> int:
        """Dice of the roll that is due. Raises OrienteerError where none is."""
        if self.phase not in BEFORE_A_ROLL:
            raise OrienteerError(f"no roll is due and no dice lie, the phase is {self.phase!r}; name the dice")
        here = self.city_index(self["city"])
        further = [i for i in range(here + 1, len(self.rows)) if self["left"][i]]
        return self.rows[here if self.options["dice_by"] == "current_city" else further[0] - 1][1]

    # -- cities -----------------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> tuple[CityRow, ...]:
        return city_rows(self.options)

    def city_index(self, value: int) -> int:
        """Raises OptionError, listing the cities, for a value that no city has."""
        values = [row[0] for row in self.rows]
        if value not in values:
            raise OptionError("city", value, ", ".join(map(str, values)))
        return values.index(value)

    def treasures(self, city: int) -> list[Treasure]:
        """The kinds of treasure that the city with this index was made with."""
        _, _, worths, telescopes = self.rows[city]
        found = [Treasure(column, worth, worth, made) for column, (worth, made) in enumerate(worths)]
        return [*found, Treasure(TELESCOPE_COLUMN, TELESCOPE, TELESCOPE_POINTS, telescopes)] if telescopes else found

    def unseen(self, city: int) -> dict[Treasure, int]:
        """Treasures by kind that are in the city, or that somebody holds face down."""
        held = [rows[city] for rows in self["treasures"] if rows[city] is not None]
        used = self.rows[city][0] in self["telescopes_used"]
        return {
            kind: kind.made - sum(counts[kind.column] for counts in held) - (used and kind.worth == TELESCOPE)
            for kind in self.treasures(city)
        }

    def stock(self, city: int) -> dict[Treasure, int]:
        """Treasures by kind in the city, in a state where they are known."""
        return {kind: self["stock"][city][kind.column] for kind in self.treasures(city)}

    def hidden_backs(self, seat: int, city: int) -> int:
        """Treasures of a city that the seat holds face down."""
        return 0 if self["treasures"][seat][city] is not None else int(self["backs"][seat][city])

    # -- cards ------------------------------------------------------------------------------------------------------------

    def hand_weights(self, belief: CelestiaBelief, seat: int, cards: Sequence[int]) -> Mapping[tuple[int, ...], int]:
        """A seat's hand as counts of `cards`, weighted; his own with certainty. Raises TooLargeError beyond counting."""
        known = self["hands"][seat]
        return {tuple(known[card] for card in cards): 1} if known is not None else belief.marginal(seat, tuple(cards))

    def unseen_cards(self) -> tuple[int, ...]:
        """Cards by kind in the deck and in hands that are not known."""
        shown = [self["discards"], *(hand for hand in self["hands"] if hand is not None)]
        return tuple(made - sum(counts[card] for counts in shown) for card, made in enumerate(deck_counts(self.options)))


def face_counts(faces: Sequence[str]) -> tuple[int, ...]:
    """Dice as counts by face."""
    return tuple(faces.count(face) for face in FACES)
