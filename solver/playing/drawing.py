"""What is shown at the terminal: the table as the person sees it, moves with numbers, the result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from orienteer.games import registry
from orienteer.playing.pieces import Seen, grid

if TYPE_CHECKING:
    from orienteer.agents.speech import Speech
    from orienteer.playing.table import Table


def table_panel(table: Table) -> Panel:
    """The table as the person's seat knows it."""
    game, who = table.words.find(f"games.{table.game.name}") or table.game.name, table.names[table.seat]
    title = Text(table.say("sees", game=game, who=who))
    part = registry.optional_part(table.game.name, "terminal")
    if table.record is None or part is None:
        return Panel(_state_text(table), title=title, title_align="left")
    seen = Seen(table.record.final(), table.seat, table.names, table.words)
    return Panel(Group(*part.draw(seen)), title=title, title_align="left")


def _state_text(table: Table) -> Text:
    """The text of the state, one matter a line, with names."""
    lines = [line for part in table.view.mask.observation_string(table.seat).split("\n") for line in part.split("; ")]
    text = Text("\n".join(named(line, table.names, table.say) for line in lines))
    text.highlight_regex(re.escape(table.names[table.seat]) + ".*", "bold")
    return text


def named(text: str, names: Sequence[str], say: Speech) -> str:
    """Seats by number become names."""
    pattern = r"\bseat (\d+)\b|" + re.escape(say("seat", seat="#")).replace(r"\#", r"(\d+)")
    return re.sub(pattern, lambda found: names[int(found[1] or found[2])], text)


def move_grid(table: Table) -> Grid:
    rows = [(str(number), table.move_text(move), move.id) for number, move in enumerate(table.moves(), 1)]
    return grid(("", table.say("move"), table.say("name")), rows)


def result_grid(table: Table) -> Grid:
    """Points and shares of the win."""
    state, say = table.host.state, table.say
    points = state.scores() if "points" in table.game.objectives else [None] * table.game.num_players
    shares = state.returns("win") if "win" in table.game.objectives else [None] * table.game.num_players
    order = sorted(range(table.game.num_players), key=lambda seat: (-(shares[seat] or 0), -(points[seat] or 0), seat))
    rows = [(table.names[seat], _number(points[seat]), _number(shares[seat])) for seat in order]
    return grid((say("player"), say("score"), say("share")), rows)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"
