"""What the drawings of all games are made of. What a game draws is in its package's part `terminal`:

draw(seen)          the parts of the table, from the top down
own_places(game)    names of places by id where they are not those of the vocabulary; may be left out
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich import box
from rich.columns import Columns
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orienteer.core.state import Game
    from orienteer.positions import Position
    from orienteer.vocabulary import Vocabulary

Cell = str | Text


@dataclass(frozen=True)
class Seen:
    """What a game draws: a position as one player sees it.

    Attributes:
        position: from the player's seat. viewer: that seat.
        names: by seat, none left out. words: in the language of the table.
    """

    position: Position
    viewer: int
    names: Sequence[str]
    words: Vocabulary

    @property
    def game(self) -> Game:
        return self.position.game

    @cached_property
    def state(self) -> Mapping[str, Any]:
        """The position's `state` as plain values (docs/positions.md)."""
        state: Mapping[str, Any] = self.position.to_dict()["state"]
        return state

    def seat(self, who: int | str | None) -> int | None:
        """The seat of a player that a document gives by number or by name."""
        return self.names.index(who) if isinstance(who, str) else who

    def name(self, who: int | str | None) -> str:
        seat = self.seat(who)
        return "–" if seat is None else self.names[seat]

    def player(self, seat: int, *, turn: bool = False) -> Text:
        """A player's name, with a mark where he moves; the viewer's stands out."""
        return Text(("▶ " if turn else "  ") + self.names[seat], "bold" if seat == self.viewer else "")


def facts(pairs: Iterable[tuple[str, object]]) -> Text:
    """Terms with what they are, in a line."""
    return Text(" · ").join(Text.assemble((f"{term} ", "dim"), str(value)) for term, value in pairs)


def grid(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Grid:
    found = Grid(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for column in columns:
        found.add_column(column, overflow="fold")
    for row in rows:
        found.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return found


def cards(faces: Iterable[tuple[str, str]]) -> RenderableType:
    """Cards, or dice, in a row: what each shows, and its style."""
    return Columns([Panel(Text(face, style), box=box.ROUNDED, expand=False) for face, style in faces], padding=(0, 0))


def titled(title: str, content: RenderableType) -> tuple[RenderableType, RenderableType]:
    return Text(title, "bold underline"), content
