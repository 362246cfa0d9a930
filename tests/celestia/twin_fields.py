"""The twin's state as plain values, whole or as one seat sees it, in the words of the core's `fields()`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .twin import LOOPS, Twin
from .twin_tables import CARDS, Worth

HIDDEN = {
    "window_a": "before_announcement",
    "window_b": "after_crash_call",
    "jetpack": "after_crash_call",
    "hook": "after_move",
    "settle": "after_move",
}


THEN = {"leave": "passenger", "eject": "window", "jetpack": "jetpack", "lone": "lone", "last": "last_city"}
NO_CARDS = (0,) * len(CARDS)


def fields(twin: Twin, viewer: int | None = None) -> dict[str, Any]:
    """The fields that `viewer` may know; None for the whole state."""
    rows = range(len(twin.cities))
    hands, deck = _hands_and_deck(twin, viewer)
    treasures = [[_treasures(twin, seat, row, viewer) for row in rows] for seat in twin.seats]
    phase, turn = phase_and_turn(twin, viewer)
    return {
        "phase": phase,
        "turn": turn,
        "viewer": viewer,
        "captain": twin.captain,
        "aboard": tuple(twin.aboard),
        "city": twin.city,
        "from_city": twin.cities[twin.from_row].value,
        "journey": twin.journey,
        "legs": twin.legs,
        "dice": twin.dice,
        "to_roll": len(twin.rolling),
        "called": twin.called,
        "rerolled": twin.rerolled,
        "left": tuple(stock.total() for stock in twin.stock),
        "telescopes_used": tuple(sorted(twin.telescopes_used)),
        "hand_sizes": tuple(map(sum, hands)),
        "hands": tuple(h if viewer in (None, seat) or not sum(h) else None for seat, h in enumerate(hands)),
        "discards": _cards(twin.discards),
        "deck_size": sum(deck),
        "deck": deck if viewer is None or not sum(deck) else None,
        "backs": tuple(tuple(row.total() for row in held) for held in twin.held),
        "treasures": tuple(map(tuple, treasures)),
        "stock": tuple(_stock(twin, row, [mine[row] for mine in treasures]) for row in rows),
        "left_now": tuple(twin.left_now),
        "drew_now": tuple(twin.drew_now),
        "leg_treasures": tuple(_leg_treasure(twin, seat, viewer) for seat in twin.seats),
        "jetpack_used": tuple(twin.jetpack_used),
        "totals": tuple(_total(twin, seat, treasures[seat]) for seat in twin.seats),
        "pending": _pending(twin),
        "then": THEN[twin.cause] if twin.phase == "treasure" else None,
        "draws_left": len(twin.queue) if twin.phase == "draw" else 0,
    }


def phase_and_turn(twin: Twin, viewer: int | None) -> tuple[str, int | None]:
    """What a seat that is not asked takes the phase for; the truth for the others."""
    hidden = HIDDEN.get(twin.phase)
    if twin.phase == "announcement":
        hidden = "after_crash_call" if twin.called else "before_announcement"
    if twin.phase == "journey_end" and twin.crashed:
        hidden = "after_crash_call"
    if viewer is None or hidden is None or (twin.turn == viewer and twin.phase in (*LOOPS, "announcement")):
        return twin.phase, twin.turn
    return hidden, None


def _pending(twin: Twin) -> int | None:
    if twin.phase in ("deal", "draw"):
        return twin.queue[0]
    return twin.drawer if twin.phase == "treasure" else None


def _cards(cards: Counter[str]) -> tuple[int, ...]:
    return tuple(cards[card] for card in CARDS)


def _hands_and_deck(twin: Twin, viewer: int | None) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Nobody sees a hand that is still being dealt: its cards count with the deck."""
    hands, deck = list(map(_cards, twin.hands)), _cards(twin.deck)
    if viewer is not None and twin.phase == "deal":
        deck = tuple(map(sum, zip(deck, hands[twin.queue[0]], strict=True)))
        hands[twin.queue[0]] = NO_CARDS
    return hands, deck


def _counts(twin: Twin, row: int, of: Counter[Worth]) -> tuple[int, ...]:
    """Counts by worth, ascending, with the telescope in the fourth place."""
    worths: list[Worth] = [worth for worth in twin.cities[row].treasures if worth != "telescope"]
    return (*[of[worth] for worth in worths], *[0] * (3 - len(worths)), of["telescope"])


def _treasures(twin: Twin, seat: int, row: int, viewer: int | None) -> tuple[int, ...] | None:
    held = twin.held[seat][row]
    known = viewer in (None, seat) or twin.cities[row].single or not held.total()
    return _counts(twin, row, held) if known else None


def _stock(twin: Twin, row: int, treasures: list[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    """What lies in a city is known where all that was drawn from it is."""
    known = None not in treasures or not twin.stock[row].total()
    return _counts(twin, row, twin.stock[row]) if known else None


def _total(twin: Twin, seat: int, treasures: list[tuple[int, ...] | None]) -> int | None:
    return twin.scores[seat] if None not in treasures or twin.phase == "over" else None


def _leg_treasure(twin: Twin, seat: int, viewer: int | None) -> Worth | None:
    known = viewer in (None, seat) or (twin.drew_now[seat] and twin.cities[twin.from_row].single)
    return twin.leg_treasures[seat] if known else None
