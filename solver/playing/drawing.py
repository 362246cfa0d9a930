"""What is shown at the terminal: the table as the person sees it, moves with numbers, what happened, the result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from orienteer.evaluation import Move
    from orienteer.playing.table import Table

Names = Sequence[str | None]
MOST_ALIKE = 5


def grid(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Grid:
    found = Grid(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        found.add_column(column)
    for row in rows:
        found.add_row(*map(Text, row))
    return found


def table_panel(table: Table) -> Panel:
    """The text of the state as the person's seat knows it, one matter a line, with names."""
    lines = [line for part in table.view.mask.observation_string(table.seat).split("\n") for line in part.split("; ")]
    text = Text("\n".join(named(line, table.names) for line in lines))
    text.highlight_regex(re.escape(table.names[table.seat] or "seat") + ".*", "bold")
    return Panel(
        text, title=f"{table.game.name}, as {table.names[table.seat] or f'seat {table.seat}'} sees it", title_align="left"
    )


def named(text: str, names: Names) -> str:
    """Seats by number become names."""
    return re.sub(r"\bseat (\d+)\b", lambda found: names[int(found[1])] or found[0], text)


def move_grid(moves: Sequence[Move]) -> Grid:
    return grid(("", "move", "name"), [(str(number), move.text, move.id) for number, move in enumerate(moves, 1)])


def told(events: Sequence[object], names: Names) -> list[str]:
    """Events as lines; of many of one type in a row the first few."""
    lines = []
    for kind, group in groupby(events, lambda event: event.get("type") if isinstance(event, Mapping) else None):
        same = [in_words(event, names) for event in group]
        if kind is not None and len(same) > MOST_ALIKE:
            same = [*same[: MOST_ALIKE - 1], f"{kind}: {len(same) - MOST_ALIKE + 1} more"]
        lines += same
    return lines


def in_words(event: Any, names: Names) -> str:
    """Of a document's event the type and what belongs to it; an observation as it is."""
    if not isinstance(event, Mapping):
        return named(str(event), names)
    kind = str(event.get("type", "event"))
    rest = [
        _plain(value) if key == kind else f"{key} {_plain(value)}"
        for key, value in event.items()
        if key != "type" and value is not None
    ]
    return named(f"{kind}: {', '.join(rest)}" if rest else kind, names)


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(part)}" for key, part in value.items() if part is not None) or "none"
    if isinstance(value, (list, tuple)):
        return " ".join(_plain(part) for part in value) or "none"
    return str(value)


def result_grid(table: Table) -> Grid:
    """Points and shares of the win."""
    state = table.host.state
    points = state.scores() if "points" in table.game.objectives else [None] * table.game.num_players
    shares = state.returns("win") if "win" in table.game.objectives else [None] * table.game.num_players
    order = sorted(range(table.game.num_players), key=lambda seat: (-(shares[seat] or 0), -(points[seat] or 0), seat))
    rows = [(table.names[seat] or f"seat {seat}", _number(points[seat]), _number(shares[seat])) for seat in order]
    return grid(("player", "points", "share of the win"), rows)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"
