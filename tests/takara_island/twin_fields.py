"""The twin's state as plain values, whole or as one seat sees it, in the words of the core's `fields()`."""

from __future__ import annotations

from typing import Any

from .twin import Twin
from .twin_piles import Pile
from .twin_tables import CARDS, TREASURES

VALUES = range(1, 10)


def fields(twin: Twin, viewer: int | None = None) -> dict[str, Any]:
    """The fields that `viewer` may know; None for the whole state."""
    return {
        "phase": twin.phase,
        "turn": twin.turn,
        "viewer": viewer,
        "turns": twin.turns,
        "sword": twin.sword,
        "banked": twin.banked,
        "map_due": twin.map_due,
        "piles": tuple(_pile(pile, viewer) for pile in twin.piles),
        "gone": tuple(tuple(gone[card] for card in CARDS) for gone in twin.piles.gone),
        "gold": tuple(twin.gold),
        "items": tuple(tuple(items[value] for value in VALUES) for items in twin.items),
        "tokens": tuple(twin.tokens),
        "skulls": tuple(twin.skulls),
        "unused": tuple(twin.unused),
        "used": tuple(twin.used),
        "hospital": tuple(twin.hospital),
        "waiting": tuple(twin.waiting),
        "recruits": tuple(twin.recruits),
        "supply": twin.supply,
        "specialists": tuple((holder, twin.resting[name]) for name, holder in twin.holder.items()),
        "treasures": tuple(twin.deck[name] for name in TREASURES),
        "ending": twin.ending,
    }


def _pile(pile: Pile, viewer: int | None) -> dict[str, Any]:
    return {
        "top": pile.top,
        "cards": tuple(slot.known_to(viewer) for slot in pile.cards),
        "face_up": tuple(slot.face_up for slot in pile.cards),
        "seen_by": tuple(tuple(sorted(slot.seen_by)) for slot in pile.cards),
        "proven": tuple(slot.proven for slot in pile.cards),
        "wounds": pile.wounds,
        "stone": pile.stone,
    }
