"""Plain values that describe no state are refused by name, and never reach the struct."""

from __future__ import annotations

from typing import Any

import pytest

from orienteer.core.celestia import Celestia
from orienteer.core.errors import OrienteerError

GAME = Celestia(players=2, hand=0)
FIELDS = GAME.new_initial_state().fields()

WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"treasures": tuple(tuple(row[:2] for row in seat) for seat in FIELDS["treasures"])},
        r"treasures\[0\]\[0\]: \(0, 0\), allowed: 4",
    ),
    ({"hands": ((0,) * 9, (0,) * 10)}, r"hands\[0\]: .* allowed: 10 entries"),
    ({"backs": ((0,) * 9,)}, "backs: .* allowed: 2 entries"),
    ({"left": None}, "left: None, allowed: 9 entries"),
    ({"discards": (0,) * 11}, "discards: .* allowed: 10 entries"),
    ({"phase": "lunch"}, "ValueError: .*"),
    ({"deck_size": 500}, "OverflowError: .*"),
    ({"dice": ("sun",)}, "ValueError: .*"),
    ({"captain": None}, "TypeError: .*"),
    ({"deck_size": 83}, "deck_size: 83, with hands and discards 83 cards, 84 were made"),
    ({"captain": 1, "aboard": (True, False)}, "captain: seat 1 is not aboard"),
    ({"left": (10, *FIELDS["left"][1:])}, "city 1: 10 treasures in all places, 11 were made"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_fields_that_fit_no_state_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(OrienteerError, match=message):
        GAME.state_from(FIELDS | change)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(OrienteerError, match="KeyError: 'city'"):
        GAME.state_from({name: value for name, value in FIELDS.items() if name != "city"})
