"""What a seat sees as a row of numbers of fixed length, for learning programs.

A game's own features live in `orienteer.games.<game>.features`, a function `features(game)`. They are read from the masked
state alone. Everything by seat begins with the viewer and goes round the table, so that a seat learns for all seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from orienteer.core.errors import OrienteerError
from orienteer.games.registry import game_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orienteer.core.state import Game, State

UNKNOWN = -1.0  # in place of a number that the seat cannot know
Reader = Callable[[Mapping[str, Any], Sequence[int]], Iterable[float]]


@dataclass(frozen=True)
class Feature:
    """A block of numbers.

    Attributes:
        name: unique within the game.
        shape: the block's shape; its numbers follow each other in C order.
        most: the largest that one of them can be; the least is 0, or -1 where `hidden`.
        read: the numbers, of `State.fields()` of the masked state and the seats from the viewer on.
        hidden: whether -1 stands for what the seat cannot know.
        least: the least where it is not 0 or -1.
    """

    name: str
    shape: tuple[int, ...]
    most: float
    read: Reader
    hidden: bool = False
    least: float = 0.0

    @property
    def size(self) -> int:
        return prod(self.shape)


class Features:
    """All features of a game. Raises OptionError for a game that has none.

    Attributes:
        game: whose states are read.
        blocks: the features in their order.
        slices: by name, where a feature lies in the row.
        low, high: bounds of each number.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.blocks: tuple[Feature, ...] = tuple(game_part(game.name, "features").features(game))
        self.slices: dict[str, slice] = {}
        self.size = 0
        for block in self.blocks:
            self.slices[block.name] = slice(self.size, self.size + block.size)
            self.size += block.size
        lows = [UNKNOWN if block.hidden else block.least for block in self.blocks]
        sizes = [block.size for block in self.blocks]
        self.low = np.repeat(np.array(lows, np.float32), sizes)
        self.high = np.repeat(np.array([block.most for block in self.blocks], np.float32), sizes)
        self._seats = range(game.num_players)

    def __reduce__(self) -> tuple[type[Features], tuple[Game]]:
        return Features, (self.game,)

    def row(self, state: State, seat: int) -> NDArray[np.float32]:
        """The numbers for a seat; they depend on `state.mask(seat)` alone."""
        values = state.mask(seat).fields()  # type: ignore[attr-defined]
        order = [*self._seats[seat:], *self._seats[:seat]]
        numbers: list[float] = []
        for block in self.blocks:
            begun = len(numbers)
            numbers.extend(block.read(values, order))
            if len(numbers) - begun != block.size:
                raise OrienteerError(f"feature {block.name}: {len(numbers) - begun} numbers, its shape is {block.shape}")
        return np.array(numbers, np.float32)


# -- readers ---------------------------------------------------------------------------------------------------------------


def number(key: str) -> Reader:
    """One number, flag or count."""
    return lambda values, order: (float(values[key]),)


def numbers(key: str) -> Reader:
    """Several, in the order in which the field lists them; None is unknown."""
    return lambda values, order: flat(values[key])


def by_seat(key: str) -> Reader:
    """A number a seat, or equally many; None is unknown."""
    return lambda values, order: flat([values[key][seat] for seat in order])


def choice(key: str, among: Sequence[object]) -> Reader:
    """A 1 at the field's place among these, all 0 where it is none of them."""
    return lambda values, order: one_of(values[key], among)


def seat_choice(key: str) -> Reader:
    """A 1 at the seat that the field names, all 0 where it names none."""
    return lambda values, order: one_of(values[key], order)


def one_of(value: object, among: Sequence[object]) -> list[float]:
    return [float(value == each) for each in among]


def flat(values: Iterable[Any]) -> list[float]:
    """Numbers of nested rows."""
    found: list[float] = []
    for value in values:
        if isinstance(value, (tuple, list)):
            found.extend(flat(value))
        else:
            found.append(UNKNOWN if value is None else float(value))
    return found


def rows(given: Iterable[Any], length: int) -> list[float]:
    """Rows of this length, of which a whole one may be None: unknown."""
    found: list[float] = []
    for row in given:
        found.extend([UNKNOWN] * length if row is None else flat(row))
    return found
