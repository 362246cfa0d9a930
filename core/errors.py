"""Errors that name the field, the value and what is allowed."""

from __future__ import annotations


class OrienteerError(ValueError):
    """Base of every error that bad input raises. Nothing has changed when one is raised."""


class OptionError(OrienteerError):
    """A game's option has a value that the rules do not know."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r}, allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[OptionError], tuple[str, object, str]]:
        return type(self), (self.field, self.value, self.allowed)


class IllegalActionError(OrienteerError):
    """An action that is not legal in this state."""


class PositionError(OrienteerError):
    """A position or record that contradicts the rules; the message begins with the path of the field."""

    @property
    def field(self) -> str:
        """The path that the message begins with, such as "state.players[2].gems"."""
        return str(self).partition(": ")[0]


class TooLargeError(OrienteerError):
    """A computation beyond its limit; the message states the size, the limit and what to shrink."""


class StoppedError(OrienteerError):
    """`stop` or Ctrl-C ended a computation before it had an answer; the message says what is kept of it."""
