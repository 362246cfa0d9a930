"""What the solver asks of Celestia about positions and records (registry.PositionPart); format: docs/positions.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from orienteer.core.celestia import CelestiaState
from orienteer.core.celestia.components import CARDS, PRESETS, city_rows, deck_counts, hand_size
from orienteer.core.state import Game, State
from orienteer.games.celestia.happenings import card_counts, card_list, card_words, read_event, write_event
from orienteer.games.celestia.models import CelestiaPosition, CelestiaRecord, TableDocument
from orienteer.games.celestia.reading import read_table
from orienteer.games.celestia.setting import Setting
from orienteer.games.celestia.treasures import worth_words
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

DOCUMENT = CelestiaPosition
RECORD = CelestiaRecord
NULLS = frozenset({"max_journeys", "hand"})
LOG_COUNTS = True
FILE_OPTIONS: dict[str, str] = {}


def read_state(table: TableDocument, game: Game, viewer: int | None, names: Names) -> tuple[State, list[str], list[str]]:
    """The state, what was derived ("state.deck_size = 40: …") and what was assumed."""
    notes = Notes()
    state = read_table(Setting(table, game, viewer, names, notes))
    _check_agreement(table, write_state(state, names), names)
    return state, notes.derived, notes.assumed


# -- writing ----------------------------------------------------------------------------------------------------------


def write_state(state: State, names: Names) -> dict[str, Any]:
    """The document's `state`, with everything that could be derived written out."""
    assert isinstance(state, CelestiaState)
    fields, rows = state.fields(), city_rows(state.game.options)
    values = [row[0] for row in rows]
    over = fields["phase"] == "over"
    seats = {"turn": fields["turn"], "drawing": fields["pending"]}
    return {
        "journey": fields["journey"] - over,
        "city": fields["city"],
        "captain": word_for(fields["captain"], names),
        "phase": fields["phase"],
        **{name: word_for(seat, names) for name, seat in seats.items() if seat is not None},
        "dice": list(fields["dice"]),
        "players": [_player(fields, rows, seat, names) for seat in range(len(names))],
        "discards": card_words(fields["discards"]),
        "deck_size": fields["deck_size"],
        "treasures_left": dict(zip(map(str, values), fields["left"], strict=True)),
        "telescopes_used": list(fields["telescopes_used"]),
        "crash_called": fields["called"],
        "rerolled": fields["rerolled"],
        "loop_start": word_for(fields["start"], names),
        **({"loop": fields["loop"], "through": fields["through"]} if fields["loop"] else {}),
        "from_city": fields["from_city"],
        "ejected": fields["then"] == "window",
        "draws_left": fields["draws_left"],
        "legs": fields["legs"],
    }


def _player(fields: dict[str, Any], rows: tuple[Any, ...], seat: int, names: Names) -> dict[str, Any]:
    hand, held = fields["hands"][seat], fields["treasures"][seat]
    viewed = fields["viewer"] in (None, seat)
    words: dict[str, Any] = {} if names[seat] is None else {"name": names[seat]}
    words["aboard"] = fields["aboard"][seat]
    if viewed:
        words["hand"] = list(card_list(hand))
    words["hand_size"] = fields["hand_sizes"][seat]
    listed = {
        str(row[0]): worth_words(row, counts)
        for row, counts in zip(rows, held, strict=True)
        if counts is not None and sum(counts)
    }
    if listed or viewed:
        words["treasures"] = listed
    words["backs"] = {str(row[0]): n for row, n in zip(rows, fields["backs"][seat], strict=True) if n}
    if not fields["aboard"][seat]:
        words |= {"left_now": fields["left_now"][seat], "drew_now": fields["drew_now"][seat]}
    if fields["leg_treasures"][seat] is not None:
        words["leg_treasure"] = fields["leg_treasures"][seat]
    if fields["jetpack_used"][seat]:
        words["jetpack_used"] = True
    if fields["totals"][seat] is not None:
        words["total"] = fields["totals"][seat]
    return words


# -- agreement --------------------------------------------------------------------------------------------------------


def _check_agreement(table: TableDocument, written: Mapping[str, Any], names: Names) -> None:
    """Whatever was given must be what the state says; what is false, zero or empty counts as left out."""
    captain = [written["captain"] == word_for(seat, names) for seat in range(len(names))]
    players = [{**player, "captain": is_he} for player, is_he in zip(written["players"], captain, strict=True)]
    check_agreement(table, {**written, "players": players}, partial(_canonical, names), ("hand", "discards"))


def _canonical(names: Names, name: str, value: Any, path: str) -> Any:
    if name in ("captain", "turn", "drawing", "loop_start") and value is not None:
        return value if isinstance(value, bool) else who_is(value, names, path)
    if name in ("hand", "discards"):
        return card_counts(value or ())
    return (sorted(map(str, value)) if isinstance(value, list) else value) or None


def smallest_state(game: Game) -> dict[str, Any]:
    """The first leg of the game, before the roll, with all left out that may be. The hand is an example."""
    deck = list(deck_counts(game.options))
    hand: list[int] = []
    while len(hand) < hand_size(game.options):
        for card in range(len(CARDS)):
            if deck[card] and len(hand) < hand_size(game.options):
                deck[card] -= 1
                hand.append(card)
    words = [CARDS[card] for card in sorted(hand)]
    others: list[dict[str, Any]] = [{} for _ in range(game.num_players - 1)]
    city = city_rows(game.options)[0][0]
    return {"journey": 1, "city": city, "phase": "roll", "players": [{"hand": words}, *others], "discards": {}}
