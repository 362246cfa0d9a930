"""Checks on a game's options; each returns the value it was given, or raises OptionError."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from orienteer.core.errors import OptionError

T = TypeVar("T")


def whole_number(field: str, value: object, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both included; True and 3.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OptionError(field, value, f"a whole number from {low} to {high}")
    return value


def flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise OptionError(field, value, "true or false")
    return value


def one_of(field: str, value: T, allowed: Iterable[T]) -> T:
    choices = list(allowed)
    if value not in choices:
        raise OptionError(field, value, ", ".join(map(repr, choices)))
    return value


def no_others(game: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse an option that the game does not have."""
    names = sorted(known)
    for name in given:
        if name not in names:
            raise OptionError(f"{game} option", name, ", ".join(names))
