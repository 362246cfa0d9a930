"""Tables to play at: the server holds the true state, levels sit at all seats but one; who sits there sees his view alone."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Annotated, Any

from pydantic import Field

from orienteer.agents import Agent, Host, levels
from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.registry import load_game
from orienteer.core.state import Game
from orienteer.games.registry import game_part, refuse_files
from orienteer.moves import named_move
from orienteer.positions.models import PlayerName, Strict
from orienteer.records import Record

HUMAN = "human"
MAX_EVENTS = 5_000  # of one game, as its player notices them
PATIENCE = 1.0  # seconds after which one `advance` ends, even where nothing was to be seen


class BusyTablesError(Exception):
    """All tables are in use."""


class NoTableError(Exception):
    """There is no table of this id, or no more."""


class NewTable(Strict):
    """A game against levels."""

    game: Annotated[str, Field(max_length=100)]
    preset: Annotated[str, Field(max_length=100)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    seats: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=8)]
    names: Annotated[list[PlayerName | None], Field(max_length=8)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None


class Advance(Strict):
    """Let the levels play; `since`: how many events are known."""

    since: Annotated[int, Field(ge=0)] = 0


class TableMove(Advance):
    """The player's move by its id."""

    move: Annotated[str, Field(max_length=200)]


class Table:
    """One game. `viewer` is the person's seat; all that a table tells is what this seat noticed and sees."""

    def __init__(self, asked: NewTable) -> None:
        """Raises OptionError, naming the field, for rules, seats or names that cannot be."""
        game = _game_of(asked)
        if asked.seats.count(HUMAN) != 1:
            raise OptionError("seats", asked.seats, f"one {HUMAN!r}, and levels")
        agents: list[Agent | None] = [None if seat == HUMAN else _agent(game, seat, i) for i, seat in enumerate(asked.seats)]
        self.id = secrets.token_urlsafe(12)
        self.used = time.monotonic()
        self.seats = tuple(asked.seats)
        self.viewer = asked.seats.index(HUMAN)
        self._lock = threading.Lock()
        self._record = Record(game, asked.names, viewer=self.viewer)
        self._host = Host(game, agents, secrets.randbits(63) if asked.seed is None else asked.seed)
        self._play_on()

    # -- play ---------------------------------------------------------------------------------------------------------

    def move(self, asked: TableMove) -> dict[str, Any]:
        """Play the person's move. Raises OptionError unless it is one of his legal moves now."""
        with self._lock:
            moves = {move["id"]: move["action"] for move in self._moves()}
            if asked.move not in moves:
                raise OptionError("move", asked.move, ", ".join(moves) or "none: it is not the player's choice")
            self._transition({self.viewer: moves[asked.move]})
            self._play_on(decisions=0)
            return self._view(asked.since)

    def advance(self, asked: Advance) -> dict[str, Any]:
        """Let the others play up to the first choice of theirs that the person notices, and what chance then brings."""
        with self._lock:
            self._play_on()
            return self._view(asked.since)

    def view(self, since: int = 0) -> dict[str, Any]:
        """What the person sees, with the events from number `since` on."""
        with self._lock:
            return self._view(since)

    def record(self) -> dict[str, Any]:
        """The record of the person's seat."""
        with self._lock:
            return self._record.to_dict()

    def _play_on(self, decisions: int = 1) -> None:
        """Chance, and at most so many noticed choices of others."""
        state, deadline = self._host.state, time.monotonic() + PATIENCE
        while not state.is_terminal() and not self._host.asked and time.monotonic() < deadline:
            chance = state.is_chance_node()
            if not chance and decisions == 0:
                return
            if self._transition({}) and not chance:
                decisions -= 1

    def _transition(self, choices: dict[int, int]) -> bool:
        """Play one step; whether the person noticed it."""
        if len(self._record) >= MAX_EVENTS:
            raise TooLargeError(f"table: {MAX_EVENTS} events have been noticed, which is as long as a game may get")
        self._host.advance(choices)
        noticed = self._host.state.observation(self.viewer)
        if noticed is not None:
            self._record.append(noticed)
        return noticed is not None

    # -- what is told -------------------------------------------------------------------------------------------------

    def _moves(self) -> list[dict[str, Any]]:
        if self.viewer not in self._host.asked:
            return []
        seen = self._record.final().state
        return [named_move(seen, self.viewer, action).to_dict() for action in seen.legal_actions(self.viewer)]

    def _view(self, since: int) -> dict[str, Any]:
        state, moves = self._host.state, self._moves()
        over = state.is_terminal()
        return {
            "id": self.id,
            "game": state.game.name,
            "viewer": self.viewer,
            "seats": list(self.seats),
            "position": self._record.final().to_dict(),
            "events": list(self._record.events[since:]),
            "length": len(self._record),
            "waiting": "nobody" if over else HUMAN if moves else "levels",
            "moves": moves,
            # Before the end totals may be hidden; the position shows those that are not.
            "scores": list(state.scores()) if over else None,
            "returns": list(state.returns()) if over else None,
        }


class Tables:
    """At most `most` tables; one that nobody has used for `idle_seconds` makes room."""

    def __init__(self, most: int = 200, idle_seconds: float = 3600.0) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    def open(self, asked: NewTable) -> Table:
        """A new table. Raises BusyTablesError when all are in use, OptionError for what was asked."""
        self._clear()
        with self._lock:
            self._refuse_when_full()
        table = Table(asked)
        with self._lock:
            self._refuse_when_full()  # others may have come meanwhile
            self._tables[table.id] = table
        return table

    def _refuse_when_full(self) -> None:
        if len(self._tables) >= self.most:
            raise BusyTablesError(f"all {self.most} tables are in use; one that nobody uses is free after a while")

    def find(self, name: str) -> Table:
        """A table by its id. Raises NoTableError."""
        self._clear()
        with self._lock:
            table = self._tables.get(name)
        if table is None:
            raise NoTableError("the id of an open table; one that nobody uses for some time is given up")
        table.used = time.monotonic()
        return table

    def __len__(self) -> int:
        return len(self._tables)

    def _clear(self) -> None:
        now = time.monotonic()
        with self._lock:
            for name, table in list(self._tables.items()):
                if now - table.used > self.idle_seconds:
                    del self._tables[name]


def _game_of(asked: NewTable) -> Game:
    """The rules that were asked for, as those of a position."""
    refuse_files(asked.game, asked.options, "options")
    part = game_part(asked.game, "position")
    preset = next(iter(part.PRESETS)) if asked.preset is None else asked.preset
    if preset not in part.PRESETS:
        raise OptionError("preset", preset, ", ".join(part.PRESETS))
    known = [name for name in load_game(asked.game).options if name != "players"]
    for name, value in asked.options.items():
        if name not in known:
            raise OptionError(f"options.{name}", value, ", ".join(known))
    options = {key: tuple(value) if isinstance(value, list) else value for key, value in asked.options.items()}
    try:
        return load_game(asked.game, **{**part.PRESETS[preset], **options, "players": len(asked.seats)})
    except OptionError as error:
        field = "seats" if error.field == "players" else f"options.{error.field}"
        raise OptionError(field, error.value, error.allowed) from None


def _agent(game: Game, level: str, seat: int) -> Agent:
    """A level by its name alone: other agents could be told to think for as long as they like."""
    known = {found.name: found for found in levels(game.name)}
    if level not in known:
        raise OptionError(f"seats[{seat}]", level, ", ".join((HUMAN, *known)))
    return known[level]
