"""How the games' tables are drawn at the terminal, a module for each; games without one show their state as text."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orienteer.playing.pieces import Sight


def is_drawn(game: str) -> bool:
    return game.isidentifier() and find_spec(f"{__name__}.{game}") is not None


def drawn(sight: Sight) -> list[RenderableType]:
    """The parts of the table, from the top down."""
    parts: list[RenderableType] = import_module(f"{__name__}.{sight.game.name}").draw(sight)
    return parts
