"""Takara Island's moves in words, and the odds that a player wants beside them. All that is said is known to the mover."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.state import State, View
from orienteer.core.takara_island.components import (
    CARDS,
    CURE_COST,
    DESTROY_GOLD,
    GOLD_PER_XP,
    HEALTH,
    IMPOSTOR_EXTRA,
    MAP_GOLD,
    MAP_XP,
    RECRUIT_COST,
    SPECIALIST_COST,
    SPECIALISTS,
    SWORD_COST,
    TAVERN_GOLD,
    TOKEN_COST,
    TOKEN_XP,
)
from orienteer.events import Event, Odds
from orienteer.games.takara_island.action_events import MinerStone, SurveyRockfall, WinFight
from orienteer.games.takara_island.pile_events import InjuryWhenDigging, NextCard, StoneAt

if TYPE_CHECKING:
    from orienteer.core.takara_island import TakaraIslandState

Fields = Mapping[str, Any]
_WITH_ODDS = ("dig", "survey", "fight", "miner")
_PHRASES = {
    "rent": f"rent the sword for {SWORD_COST} gold",
    "no-rent": "do not rent the sword",
    "tavern": f"go to the tavern for {TAVERN_GOLD} gold",
    "buy-token": f"buy a token of {TOKEN_XP} XP for {TOKEN_COST} gold",
    "map-gold": f"take the map as {MAP_GOLD} gold",
    "map-xp": f"take the map as {MAP_XP} XP",
    "turn-up": "turn up the monster that was seen",
}


# -- words -----------------------------------------------------------------------------------------------------------------


def describe(state: State, player: int, action: int) -> tuple[str, dict[str, Any]]:
    """A phrase for people, and the move as words and numbers."""
    fields = cast("TakaraIslandState", state.mask(player)).fields()
    name = state.action_to_string(player, action)
    kind, *rest = name.split("-")
    if kind in ("survey", "dig", "destroy", "fight"):
        return _at_pile(fields, kind, int(rest[0])), {"type": kind, "pile": int(rest[0])}
    if kind in SPECIALISTS:
        return _hire(fields, [kind, *rest])
    if kind == "sell":
        value = int(rest[0])
        return f"sell an item of {value} XP for {GOLD_PER_XP * value} gold", {"type": kind, "value": value}
    if kind == "end":
        return _end_of_day(fields, player, cured=int(rest[2]), recruits=rest[-1] == "recruit")
    if name in ("stop", "go-on"):
        what = "the survey" if fields["phase"] == "survey" else "the miner"
        return (f"end {what}" if name == "stop" else f"go on with {what}"), {"type": name}
    return _PHRASES[name], {"type": name}


def _at_pile(fields: Fields, kind: str, pile: int) -> str:
    row = fields["piles"][pile]
    top = row["cards"][0]
    if kind == "survey":
        return f"survey pile {pile}"
    if kind == "dig":
        return f"dig pile {pile}" + ("" if top is None else f": {in_words(top)}")
    if kind == "destroy":
        tops = [other["cards"][0] for other in fields["piles"] if other["cards"] and other["face_up"][0]]
        return f"destroy the rockfall on pile {pile} for {DESTROY_GOLD * tops.count('rockfall')} gold"
    health = HEALTH[CARDS.index(top)]
    lacking = f"{health - row['wounds']} of {health}" if row["wounds"] else str(health)
    return f"fight the {in_words(top)} on pile {pile}: {lacking} health"


def _hire(fields: Fields, words: list[str]) -> tuple[str, dict[str, Any]]:
    copies = words[0] == "impostor"
    specialist, numbers = words[copies], [int(number) for number in words[copies + 1 :]]
    price = SPECIALIST_COST[SPECIALISTS.index(specialist)] + IMPOSTOR_EXTRA * copies
    who = f"the impostor as {specialist}" if copies else f"the {specialist}"
    data = {"type": "hire", "specialist": words[0], **({"copied": specialist} if copies else {}), "pile": numbers[0]}
    where = f"on pile {numbers[0]}"
    if len(numbers) > 1:
        data["slot"] = numbers[1]
        where += f", from slot {numbers[1]}"
    return f"hire {who} for {price} gold: {where}", data


def _end_of_day(fields: Fields, player: int, cured: int, recruits: bool) -> tuple[str, dict[str, Any]]:
    hurt = fields["hospital"][player]
    parts = [f"cure {cured} of {hurt} in hospital for {CURE_COST * cured} gold"] if cured else []
    if recruits:
        parts.append(f"recruit an adventurer for {RECRUIT_COST} gold")
    if not parts:
        parts.append("cure nobody" if hurt else "pay for nothing")
    return f"end the day: {', '.join(parts)}", {"type": "end-day", "cure": cured, "recruit": recruits}


def in_words(card: str) -> str:
    """ "xp_4_hospital" as "xp 4 hospital"."""
    return card.replace("_", " ")


# -- odds ------------------------------------------------------------------------------------------------------------------


def headline_odds(place: State | View, player: int, action: int, beliefs: Mapping[str, Any]) -> dict[str, Odds]:
    """Dig: gold, XP, injury, a stone; survey: a rockfall; fight: the kill by this adventurer; miner: no card, a stone.

    A stone is left out where none can come. Needs a view; the beliefs are no others than what it shows.
    """
    if not isinstance(place, View):
        return {}
    words = place.mask.action_to_string(player, action).removeprefix("impostor-").split("-")
    return dict(_headlines(place.mask, words[0], int(words[1]))) if words[0] in _WITH_ODDS else {}


@lru_cache(maxsize=512)
def _headlines(mask: State, kind: str, pile: int) -> tuple[tuple[str, Odds], ...]:
    """Kept, since every report of a search asks again."""
    row = cast("TakaraIslandState", mask).fields()["piles"][pile]
    events: dict[str, Event]
    if kind == "dig":
        events = {
            "gold": NextCard(pile, card="gold"),
            "xp": NextCard(pile, card="xp"),
            "injury": InjuryWhenDigging(pile),
            "stone": StoneAt(pile, slot=row["top"]),
        }
    elif kind == "survey":
        events = {"rockfall": SurveyRockfall(pile)}
    elif kind == "fight":
        events = {"kill": WinFight(pile, adventurers=1)}
    elif row["face_up"][0] and HEALTH[CARDS.index(row["cards"][0])]:
        return ()  # a miner hired in vain
    else:
        events = {"no card": NextCard(pile, card="monster"), "stone": MinerStone(pile)}
    found = {name: exact_odds(event, mask) for name, event in events.items()}
    return tuple((name, odds) for name, odds in found.items() if name != "stone" or odds.value)


def exact_odds(event: Event, mask: State) -> Odds:
    """The counted chance of an event."""
    chance = event.counted(mask)
    assert isinstance(chance, Fraction)
    return Odds(str(event), chance, "rational", event.assumptions(mask), interval=(float(chance),) * 2)
