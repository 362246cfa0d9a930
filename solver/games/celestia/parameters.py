"""Parameters of Celestia's events: seats, cards and faces by name, and whether turbos are paid."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from orienteer.core.celestia.components import CARDS, FACES
from orienteer.core.errors import OptionError
from orienteer.policies import read_probability

if TYPE_CHECKING:
    from orienteer.games.celestia.table import Table

TURBOS = ("always", "never")


def turbos_word(**default: Any) -> Any:
    """A dataclass field: "always", "never", or a probability, kept as text: 0.3 is 3/10."""
    allowed = "always, never, or a probability from 0 to 1, such as 1/3"

    def read(name: str, value: object) -> str:
        if value in TURBOS:
            return str(value)
        return str(read_probability(name, value, allowed))

    return field(metadata={"reader": read, "allowed": allowed}, **default)


def card_word(**default: Any) -> Any:
    """A dataclass field: a card's name."""
    allowed = ", ".join(CARDS)

    def read(name: str, value: object) -> str:
        if value not in CARDS:
            raise OptionError(name, value, allowed)
        return str(value)

    return field(metadata={"reader": read, "allowed": allowed}, **default)


def faces_word(**default: Any) -> Any:
    """A dataclass field: one to four faces of dice, joined by "+"."""
    allowed = f"one to four of {', '.join(FACES)} joined by +"

    def read(name: str, value: object) -> str:
        faces = value.split("+") if isinstance(value, str) else []
        if not 1 <= len(faces) <= 4 or any(face not in FACES for face in faces):
            raise OptionError(name, value, allowed)
        return "+".join(sorted(faces, key=FACES.index))

    return field(metadata={"reader": read, "allowed": allowed}, **default)


def seat_or(name: str, table: Table, given: int | None, default: int) -> int:
    """A parameter "player" as a seat. Raises OptionError for one that is not at the table."""
    seat = default if given is None else given
    if seat not in table.seats:
        raise OptionError(f"{name}: player", seat, f"a seat from 0 to {table.seats[-1]}")
    return seat
