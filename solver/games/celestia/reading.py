"""From the words of a Celestia position to a state.

A document states what one seat sees at the table. What follows from that may be left out and is derived here; what is
given must agree, and must be something that play can lead to.
"""

from __future__ import annotations

from typing import Any

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.celestia.components import CARDS, hand_size
from orienteer.core.errors import OrienteerError, PositionError
from orienteer.games.celestia.cards import read_cards
from orienteer.games.celestia.checks import check_table, check_totals, most_points
from orienteer.games.celestia.happenings import card_counts
from orienteer.games.celestia.moment import HIDDEN, Moment, read_moment, seat_of
from orienteer.games.celestia.setting import Counts, Setting
from orienteer.games.celestia.ship import ShipReader
from orienteer.games.celestia.treasures import TreasureFields, copies_of, read_treasures
from orienteer.positions.wording import missing, refused


def read_table(setting: Setting) -> CelestiaState:
    """The state that a document describes. Raises PositionError, naming the field."""
    game = setting.game
    assert isinstance(game, Celestia)
    fields = _deal_fields(setting) if setting.table.phase == "deal" else _fields(setting)
    try:
        return game.state_from({**fields, "viewer": setting.viewer})
    except OrienteerError as error:
        raise PositionError(f"state.{error}") from None


def _fields(setting: Setting) -> dict[str, Any]:
    """The fields of the state, in the order in which they depend on each other."""
    moment = read_moment(setting)
    cards = read_cards(setting, moment.owed)
    treasures = read_treasures(setting, tuple(_is_empty(setting, moment, seat) for seat in setting.seats))
    over = moment.phase == "over"
    fields = {
        "phase": moment.phase,
        "turn": moment.turn,
        "captain": moment.captain,
        "called": moment.called,
        "journey": cards.journey + over,
        "legs": setting.table.legs or 0,
        "draws_left": sum(moment.owed),
        **_passes(setting, moment.phase),
        "left": treasures.left,
        "telescopes_used": tuple(value for value, used in zip(setting.values, treasures.used, strict=True) if used),
        "hand_sizes": cards.hand_sizes,
        "hands": cards.hands,
        "discards": cards.discards,
        "deck_size": cards.deck_size,
        "backs": treasures.backs,
        "treasures": treasures.held,
        **ShipReader(setting, moment, treasures, cards.discards).read(),
    }
    fields["totals"] = tuple(_total(setting, treasures, seat, over) for seat in setting.seats)
    check_table(setting, fields)
    check_totals(setting, fields)
    return fields


def _passes(setting: Setting, phase: str) -> dict[str, Any]:
    """The window in which somebody has just passed, and how many seats are through, for one who sees everything."""
    waits = setting.viewer is None and phase in HIDDEN
    return {
        "loop": setting.table.loop if waits else None,
        "through": (setting.table.through or 0) if waits else 0,
    }


def _is_empty(setting: Setting, moment: Moment, seat: int) -> bool:
    """Whether he can have no treasure: aboard in the first journey, before its last city."""
    drawing = ("treasure", "jetpack", "after_crash_call", "journey_end", "over")
    return setting.table.journey == 1 and setting.player(seat).aboard is not False and moment.phase not in drawing


def _total(setting: Setting, treasures: TreasureFields, seat: int, over: bool) -> int | None:
    path, given = f"state.players[{seat}].total", setting.player(seat).total
    known = treasures.total(setting, seat)
    if known is not None:
        if given not in (None, known):
            raise refused(path, given, f"{known}, the worth of his treasures")
        return known
    if over and given is None:
        raise missing(path, "his points: the game is over")
    if not over and given is not None:
        raise refused(path, given, "null: the viewer does not know it")
    if given is not None and given not in most_points(setting, treasures, seat):
        raise refused(path, given, "a sum that his treasures can have")
    return given


def _deal_fields(setting: Setting) -> dict[str, Any]:
    """The fields while hands are dealt: nothing else has happened."""
    moment = read_moment(setting)
    dealing = seat_of(setting, "drawing")
    if dealing is None:
        dealing = 0
        setting.notes.assume("state.drawing", 0)
    made = [sum(copies_of(row)) for row in setting.rows]
    hands = tuple(_dealt_hand(setting, seat, dealing) for seat in setting.seats)
    full = hand_size(setting.options)
    sizes = tuple((full if seat < dealing else 0) if hand is None else sum(hand) for seat, hand in enumerate(hands))
    nobody, nothing = (False,) * len(sizes), (0,) * len(made)
    no_treasure = tuple(tuple(0 for _ in copies_of(row)) for row in setting.rows)
    return {
        "phase": "deal",
        "turn": None,
        "captain": moment.captain,
        "called": False,
        "journey": 1,
        "legs": 0,
        "draws_left": 0,
        "loop": None,
        "through": 0,
        "left": tuple(made),
        "telescopes_used": (),
        "hand_sizes": sizes,
        "hands": hands,
        "discards": (0,) * len(CARDS),
        "deck_size": setting.deck_total - sum(sizes),
        "backs": (nothing,) * len(sizes),
        "treasures": (no_treasure,) * len(sizes),
        "city": setting.values[0],
        "from_city": setting.values[0],
        "aboard": (True,) * len(sizes),
        "dice": (),
        "to_roll": 0,
        "rerolled": False,
        "start": moment.captain,
        "pending": dealing,
        "then": None,
        "left_now": nobody,
        "drew_now": nobody,
        "leg_treasures": (None,) * len(sizes),
        "jetpack_used": nobody,
        "totals": (0,) * len(sizes),
    }


def _dealt_hand(setting: Setting, seat: int, dealing: int) -> Counts | None:
    """A hand while hands are dealt seat by seat; the one being dealt is seen when it is complete."""
    full, given = hand_size(setting.options), setting.player(seat).hand
    if not setting.knows(seat):
        return None if seat < dealing else (0,) * len(CARDS)
    if given is None and seat <= dealing and (seat < dealing or setting.viewer is None):
        raise missing(f"state.players[{seat}].hand", "his cards as words: they are dealt")
    counts = card_counts(given or ())
    most = full if seat < dealing else full - 1 if seat == dealing and setting.viewer is None else 0
    if not (full if seat < dealing else 0) <= sum(counts) <= most:
        raise refused(f"state.players[{seat}].hand", f"{sum(counts)} cards", f"{most}: hands are dealt from seat 0 on")
    return counts
