"""Celestia's moves in words. Everything said is known to the player who moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from orienteer.core.celestia.components import HAZARDS, city_rows

if TYPE_CHECKING:
    from orienteer.core.state import State
    from orienteer.events import Odds

_EQUIPMENT = ("compass", "lightning rod", "foghorn", "cannon")
_PHRASES = {
    "crash": "call a crash",
    "pass": "pass",
    "gust": "play a gust: every blank die is rerolled",
    "detour": "play a detour: the captain may reroll dice",
    "telescope": "use a telescope: the ship flies on",
}


def describe(state: State, player: int, action: int) -> tuple[str, dict[str, Any]]:
    """A phrase for people, and the move as words and numbers."""
    fields = state.fields()  # type: ignore[attr-defined]
    kind, _, rest = state.action_to_string(player, action).partition("-")
    if kind == "eject":
        return f"eject seat {rest}", {"type": "eject", "target": int(rest)}
    if kind == "reroll":
        dice = [] if rest == "none" else rest.split("-")
        return f"reroll {_listed(dice) or 'no die'}", {"type": "reroll", "dice": dice}
    if kind == "fly" and fields["phase"] == "announcement":
        return _flight(fields, player)
    if kind == "leave":
        left = dict(zip([row[0] for row in city_rows(state.game.options)], fields["left"], strict=True))
        prize = f"a treasure of city {fields['city']}" if left[fields["city"]] else "nothing"
        return f"leave with {prize}", {"type": kind}
    return _phrase(kind, fields, player), {"type": kind}


def headline_odds(state: State, player: int, action: int) -> dict[str, Odds]:
    """None that would not depend on what others hold: odds on a viewer's belief are asked for by name."""
    return {}


def _flight(fields: dict[str, Any], player: int) -> tuple[str, dict[str, Any]]:
    """The captain flies: equipment is used first, a turbo for each die that it leaves."""
    hand: Sequence[int] = fields["hands"][player]
    cards: list[str] = []
    turbos: list[str] = []
    for i, hazard in enumerate(HAZARDS):
        shown = fields["dice"].count(hazard)
        equipped = min(shown, hand[i])
        cards += [_EQUIPMENT[i]] * equipped
        turbos += [hazard] * (shown - equipped)
    cards += [f"turbo for {hazard}" for hazard in turbos]
    return f"fly with {_listed(cards)}" if cards else "fly: no die shows a hazard", {"type": "fly", "turbos": turbos}


def _phrase(kind: str, fields: dict[str, Any], player: int) -> str:
    city = fields["city"]
    if kind == "stay":
        return f"stay aboard at city {city}"
    if kind == "fly":
        return f"fly on alone from city {city}"
    if kind == "jetpack":
        return f"use a jetpack: take a treasure of city {city}"
    if kind == "hook":
        return f"hook back aboard: give back {fields['leg_treasures'][player]} of city {fields['from_city']}"
    return _PHRASES[kind]


def _listed(words: Sequence[str]) -> str:
    return ", ".join(word if words.count(word) == 1 else f"{words.count(word)} × {word}" for word in dict.fromkeys(words))
