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


def fields(twin: Twin, viewer: int | None = None) -> dict[str, Any]:
    """The fields that `viewer` may know; None for the whole state."""
    own = [viewer in (None, seat) for seat in twin.seats]
    over = twin.phase == "over"
    rows = range(len(twin.cities))
    phase, turn = phase_and_turn(twin, viewer)
    return {
        "phase": phase,
        "turn": turn,
        "viewer": viewer,
        "captain": twin.captain,
        "aboard": tuple(twin.aboard),
        "city": twin.city,
        "journey": twin.journey,
        "legs": twin.legs,
        "dice": twin.dice,
        "called": twin.called,
        "rerolled": twin.rerolled,
        "window": _window(twin),
        "left": tuple(stock.total() for stock in twin.stock),
        "telescopes_used": tuple(sorted(twin.telescopes_used)),
        "hand_sizes": tuple(hand.total() for hand in twin.hands),
        "hands": tuple(_cards(hand) if mine else None for hand, mine in zip(twin.hands, own, strict=True)),
        "discards": _cards(twin.discards),
        "deck_size": twin.deck.total(),
        "deck": _cards(twin.deck) if viewer is None else None,
        "backs": tuple(tuple(row.total() for row in rows) for rows in twin.held),
        "treasures": tuple(tuple(_treasures(twin, seat, row, own[seat]) for row in rows) for seat in twin.seats),
        "left_now": tuple(twin.left_now),
        "drew_now": tuple(twin.drew_now),
        "leg_treasures": tuple(_leg_treasure(twin, seat, own[seat]) for seat in twin.seats),
        "jetpack_used": tuple(twin.jetpack_used),
        "totals": tuple(points if mine or over else None for points, mine in zip(twin.scores, own, strict=True)),
        "pending": _pending(twin),
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


def _window(twin: Twin) -> str | None:
    if twin.phase in ("detour", "reroll") or (twin.phase == "treasure" and twin.cause == "eject"):
        return "b" if twin.loop == "window_b" else "a"
    return None


def _pending(twin: Twin) -> int | None:
    if twin.phase in ("deal", "draw"):
        return twin.queue[0]
    return twin.drawer if twin.phase == "treasure" else None


def _cards(cards: Counter[str]) -> tuple[int, ...]:
    return tuple(cards[card] for card in CARDS)


def _treasures(twin: Twin, seat: int, row: int, own: bool) -> tuple[int, ...] | None:
    """Counts by worth, the telescope last (0 where the city has none); None for what the viewer cannot tell."""
    city, held = twin.cities[row], twin.held[seat][row]
    if not (own or city.single or not held.total()):
        return None
    worths: list[Worth] = [worth for worth in city.treasures if worth != "telescope"]
    return tuple(held[worth] for worth in [*worths, "telescope"])


def _leg_treasure(twin: Twin, seat: int, own: bool) -> Worth | None:
    return twin.leg_treasures[seat] if own or (twin.drew_now[seat] and twin.cities[twin.leg_row].single) else None
