"""What a person can ask for instead of a move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from orienteer import api
from orienteer.agents import hint
from orienteer.api import Place
from orienteer.core.errors import OptionError
from orienteer.limits import Limits
from orienteer.playing.pieces import grid

if TYPE_CHECKING:
    from orienteer.playing.table import Table

HINT_LIMITS = Limits(iterations=4000)
COMMANDS = {
    "hint": "hint",
    "odds": "odds [EVENT]",
    "table": "table",
    "undo": "undo",
    "save": "save FILE",
    "quit": "quit",
}


class Quit(Exception):
    """The person leaves."""


def obey(table: Table, words: list[str]) -> bool:
    """Do what a command says; False where the words are none. Raises OrienteerError, or OSError, saying what is wrong."""
    name, rest = (words[0], words[1:]) if words else ("help", [])
    if name == "quit":
        raise Quit
    if name == "help":
        table.console.print(_help(table))
    elif name == "table":
        table.show()
    elif name == "hint":
        found = hint(table_place(table), language=table.say.language, limits=HINT_LIMITS, seed=table.seed)
        table.console.print(Text(str(found), style="green"))
    elif name == "odds":
        _odds(table, " ".join(rest))
    elif name == "undo":
        if table.game.has_hidden_information:
            raise OptionError("undo", table.game.name, "games that hide nothing")
        table.take_back()
        table.show()
    elif name == "save":
        _save(table, " ".join(rest))
    else:
        return False
    return True


def _help(table: Table) -> Grid:
    say = table.say
    rows = [(say("help_move_typed"), say("help_move")), *((typed, say(f"help_{name}")) for name, typed in COMMANDS.items())]
    return grid((say("type"), say("to")), rows)


def table_place(table: Table) -> Place:
    """What the person knows, with the names."""
    hides = table.game.has_hidden_information
    return Place(table.view.mask, table.seat, table.names, view=table.view if hides else None)


def _odds(table: Table, event: str) -> None:
    from orienteer.events import event_types
    from orienteer.tables import odds_table

    if not event:
        rows = [(kind.usage(), (kind.__doc__ or "").strip().splitlines()[0]) for kind in event_types(table.game).values()]
        table.console.print(grid((table.say("event"), table.say("what")), rows))
        return
    for part in odds_table(api.odds(table_place(table), event, seed=table.seed)):
        table.console.print(part)


def _save(table: Table, file: str) -> None:
    if table.record is None:
        raise OptionError("save", table.game.name, "a game whose positions are documents")
    if not file:
        raise OptionError("save", None, "the name of a file")
    Path(file).write_text(table.record.to_json(indent=1) + "\n", encoding="utf-8")
    table.console.print(table.say("saved", count=len(table.record), file=file))
