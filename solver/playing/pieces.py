"""What the drawings of all games are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.columns import Columns
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orienteer.core.state import Game
    from orienteer.vocabulary import Vocabulary

Cell = str | Text


@dataclass(frozen=True)
class Sight:
    """A position as one player sees it.

    Attributes:
        game: with its options. state: the position's `state` as plain values (docs/positions.md).
        names: by seat, none left out. viewer: the player's seat. words: in the language of the table.
    """

    game: Game
    state: Mapping[str, Any]
    names: Sequence[str]
    viewer: int
    words: Vocabulary

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
