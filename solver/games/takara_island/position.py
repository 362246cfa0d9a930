"""What the solver asks of Takara Island about positions and records (registry.PositionPart); format: docs/positions.md."""

from __future__ import annotations

from typing import Any

from orienteer.core.state import Game, State
from orienteer.core.takara_island import TakaraIslandState
from orienteer.core.takara_island.components import CARDS, LEVELS, PRESETS, SPECIALISTS, TREASURES, depths, treasure_counts
from orienteer.games.takara_island.happenings import read_event, write_event
from orienteer.games.takara_island.models import TableDocument, TakaraIslandPosition, TakaraIslandRecord
from orienteer.games.takara_island.piles import write_pile
from orienteer.games.takara_island.reading import read_table
from orienteer.games.takara_island.setting import Setting
from orienteer.positions.names import Names, word_for
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

DOCUMENT = TakaraIslandPosition
RECORD = TakaraIslandRecord
NULLS: frozenset[str] = frozenset()
# What everyone noticed and what the viewer has seen lies in the piles' cards: who looked, what is proven, what is gone.
LOG_COUNTS = False
FILE_OPTIONS: dict[str, str] = {}


def read_state(table: TableDocument, game: Game, viewer: int | None, names: Names) -> tuple[State, list[str], list[str]]:
    """The state, what was derived ("state.supply = 6: …") and what was assumed."""
    notes = Notes()
    state = read_table(Setting(table, game, viewer, names, notes))
    return state, notes.derived, notes.assumed


def write_state(state: State, names: Names) -> dict[str, Any]:
    """The document's `state`, with everything that could be derived written out."""
    assert isinstance(state, TakaraIslandState)
    fields, options = state.fields(), state.game.options
    drawn = [made - left for made, left in zip(treasure_counts(options), fields["treasures"], strict=True)]
    words: dict[str, Any] = {
        "turn": word_for(fields["turn"], names),
        "round": (fields["turns"] - (fields["ending"] == "cap")) // len(names) + 1,
        "phase": fields["phase"],
        "players": [_player(fields, seat, names) for seat in range(len(names))],
        "piles": [write_pile(pile, names) for pile in fields["piles"]],
        "gone": {
            level: {card: n for card, n in zip(CARDS, counts, strict=True) if n}
            for level, counts in zip(LEVELS, fields["gone"], strict=True)
        },
        "treasures_gone": {name: n for name, n in zip(TREASURES, drawn, strict=True) if n},
        "supply": fields["supply"],
    }
    words |= {name: True for name in ("sword", "banked", "map_due") if fields[name]}
    return words | {name: fields[name] for name in ("pending", "ending") if fields[name] is not None}


def _player(fields: dict[str, Any], seat: int, names: Names) -> dict[str, Any]:
    words: dict[str, Any] = {} if names[seat] is None else {"name": names[seat]}
    words |= {
        "gold": fields["gold"][seat],
        "items": [value for value, n in enumerate(fields["items"][seat], 1) for _ in range(n)],
        "tokens": fields["tokens"][seat],
        "skulls": fields["skulls"][seat],
        "adventurers": {name: fields[name][seat] for name in ("unused", "used", "hospital", "waiting")},
        "recruited": not fields["recruits"][seat],
    }
    for name, (holder, resting) in zip(SPECIALISTS, fields["specialists"], strict=True):
        if holder == seat:
            words |= {"specialist": name, "resting": resting}
    return words


def smallest_state(game: Game) -> dict[str, Any]:
    """The start of the game with all left out that may be."""
    players = [{"gold": game.options["gold"]} for _ in range(game.num_players)]
    return {"turn": 0, "round": 1, "players": players, "piles": [sum(depths(game.options))] * game.options["piles"]}
