"""What the solver asks of Lost Explorers about positions and records (registry.PositionPart); format: docs/positions.md.

Nothing is hidden in this game, so every viewer sees the same.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from orienteer.core.lost_explorers import LostExplorersState
from orienteer.core.lost_explorers.components import PRESETS, SIDES
from orienteer.core.state import Game, State
from orienteer.games.lost_explorers.colours import count_words, counts_of, initials
from orienteer.games.lost_explorers.happenings import read_event, write_event
from orienteer.games.lost_explorers.models import LostExplorersPosition, LostExplorersRecord, TableDocument
from orienteer.games.lost_explorers.reading import read_table
from orienteer.games.lost_explorers.setting import Setting
from orienteer.positions.agreement import check_agreement
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.notes import Notes

__all__ = [
    "DOCUMENT",
    "FILE_OPTIONS",
    "LOG_COUNTS",
    "NULLS",
    "PRESETS",
    "RECORD",
    "read_event",
    "read_state",
    "smallest_state",
    "write_event",
    "write_state",
]

DOCUMENT = LostExplorersPosition
RECORD = LostExplorersRecord
NULLS = frozenset({"max_turns"})
LOG_COUNTS = False
FILE_OPTIONS = {"data": "shipped"}
BY_COLOUR = ("vehicles", "discard", "undealt")
NAMES = ("missions", "finished", "shown")


def read_state(table: TableDocument, game: Game, viewer: int | None, names: Names) -> tuple[State, list[str], list[str]]:
    """The state, what was derived ("state.discard = {'red': 2}: …") and what was assumed."""
    notes = Notes()
    setting = Setting(table, game, viewer, names, notes)
    state = read_table(setting)
    notes.assumed += [f"rules.data: {warning}; taken as it is" for warning in setting.tables.warnings]
    check_agreement(table, write_state(state, names), partial(_canonical, names), ("rows", *BY_COLOUR))
    return state, notes.derived, notes.assumed


def _canonical(names: Names, name: str, value: Any, path: str) -> Any:
    if name == "turn":
        return who_is(value, names, path)
    if name in BY_COLOUR:
        return counts_of(value)
    if name == "rows":
        return None  # read as they are given
    if name in NAMES:
        return {frozenset(word.split("+")) for word in value}
    if name == "pending":
        return frozenset(value.split("+"))
    return set(value) if name in ("closed", "members_at", "sides") else value


def write_state(state: State, names: Names) -> dict[str, Any]:
    """The document's `state`, with everything that could be derived written out."""
    assert isinstance(state, LostExplorersState)
    fields = state.fields()
    pending = fields["pending"]
    words: dict[str, Any] = {
        "turn": word_for(fields["turn"], names),
        "round": fields["turns"] // len(names) + 1,
        "phase": fields["phase"],
        "stage": fields["stage"],
        "used": fields["used"],
        "sides": [side for side, used in zip(SIDES, fields["sides"], strict=True) if used],
        "idle": fields["idle"],
        "closed": list(fields["closed"]),
        "rows": {side: initials(row) for side, row in zip(SIDES, fields["rows"], strict=True)},
        "discard": count_words(fields["discard"]),
        "undealt": count_words(fields["undealt"]),
        "shown": list(fields["shown"]),
        "players": [_player(fields, seat, names) for seat in range(len(names))],
    }
    if pending is not None:
        words["pending"] = pending[1]
    if fields["ending"] is not None:
        words["ending"] = fields["ending"]
    return words


def _player(fields: dict[str, Any], seat: int, names: Names) -> dict[str, Any]:
    words: dict[str, Any] = {} if names[seat] is None else {"name": names[seat]}
    return words | {
        "vehicles": count_words(fields["vehicles"][seat]),
        "missions": list(fields["missions"][seat]),
        "finished": list(fields["finished"][seat]),
        "members_at": list(fields["placed"][seat]),
        "leaders": list(fields["leaders"][seat]),
        "clues": fields["clues"][seat],
        "members": fields["members"][seat],
    }


def smallest_state(game: Game) -> dict[str, Any]:
    """The start of the game with all left out that may be."""
    return {"phase": "close", "players": [{} for _ in range(game.num_players)]}
