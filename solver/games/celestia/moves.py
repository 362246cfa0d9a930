"""Celestia's moves in words. Everything said is known to the player who moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from orienteer.core.celestia.components import CARDS, HAZARDS, NUM_EQUIPMENT, city_rows
from orienteer.core.state import State, View
from orienteer.events import Odds, odds

SAMPLES = 2000  # worlds for a headline beyond the belief's limit of counting
# Phases and moves after which this roll's, or a lone captain's next, outcome is what the player waits for.
_WAITS = {("passenger", "stay"), ("window_a", "pass"), ("lone", "fly")}
_EQUIPMENT = tuple(card.replace("_", " ") for card in CARDS[:NUM_EQUIPMENT])
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


def headline_odds(place: State | View, player: int, action: int, beliefs: Mapping[str, Any]) -> dict[str, Odds]:
    """Staying aboard, passing in window A, flying on alone: the chance that the captain passes. Needs a view."""
    if not isinstance(place, View):
        return {}
    state = place.mask
    phase = state.fields()["phase"]  # type: ignore[attr-defined]
    if (phase, state.action_to_string(player, action)) not in _WAITS:
        return {}
    return {"captain passes": _captain_passes(place, tuple(sorted(beliefs.items())))}


@lru_cache(maxsize=8)
def _captain_passes(view: View, beliefs: tuple[tuple[str, Any], ...]) -> Odds:
    """Kept, since every report of a search asks again."""
    return odds(view, "captain-passes", assumptions=dict(beliefs), samples=SAMPLES)


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
