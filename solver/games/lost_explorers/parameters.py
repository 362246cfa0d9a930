"""Parameters of Lost Explorers' events: colours, sides, sets of tokens, locations, yes and no."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers.components import COLOURS, ENDINGS, SIDES

SETS = ("main", "start")


def colour_word(**default: Any) -> Any:
    """A dataclass field: a colour."""
    return _word(COLOURS, default)


def side_word(**default: Any) -> Any:
    """A dataclass field: a side of the row, "left" or "right"."""
    return _word(SIDES, default)


def set_word(**default: Any) -> Any:
    """A dataclass field: "main" or "start" tokens."""
    return _word(SETS, default)


def ending_word(**default: Any) -> Any:
    """A dataclass field: how a game ends."""
    return _word(tuple(ending for ending in ENDINGS if ending is not None), default)


def yes_or_no(**default: Any) -> Any:
    """A dataclass field: "yes" or "no"."""
    return _word(("yes", "no"), default)


def _word(words: tuple[str, ...], default: dict[str, Any]) -> Any:
    allowed = ", ".join(words)

    def read(name: str, value: object) -> str:
        if value not in words:
            raise OptionError(name, value, allowed)
        return str(value)

    return field(metadata={"reader": read, "allowed": allowed}, **default)
