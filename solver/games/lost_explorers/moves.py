"""Lost Explorers' moves in words, and the odds that a player wants beside them. Nothing is hidden: all of it is public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.lost_explorers.components import COLOURS, SIDES
from orienteer.events import Event, Odds
from orienteer.games.lost_explorers.counting import Sight
from orienteer.games.lost_explorers.mission_events import MissionCompletable, MissionNeeds, num_open

if TYPE_CHECKING:
    from orienteer.core.lost_explorers import LostExplorersState
    from orienteer.core.state import State

VEHICLES = ("train", "car", "boat", "airship")  # by colour
ORDINALS = ("", "first", "second", "third", "fourth")
DONE_NOW = "done this turn"


# -- words -----------------------------------------------------------------------------------------------------------------


def describe(state: State, player: int, action: int) -> tuple[str, dict[str, Any]]:
    """A phrase for people, and the move as words and numbers."""
    name = state.action_to_string(player, action)
    kind, *rest = name.split("-")
    if name == "end-turn":
        return "end the turn", {"type": "end-turn"}
    if kind == "no":
        return "take no bonus", {"type": "bonus", "colour": None}
    if kind == "bonus":
        return f"take a {vehicle(rest[0])} as the bonus", {"type": "bonus", "colour": rest[0]}
    if kind == "choose":
        return f"begin with a {rest[0]} mission", {"type": "choose", "colour": rest[0]}
    sight = Sight(state)
    if kind == "equip":
        return _equip(sight, rest[0], int(rest[1]), rest[2])
    if kind == "explore":
        return _explore(sight, rest[0], rest[1])
    if kind == "complete":
        return _complete(sight, rest[0], rest[2])
    return f"take {_listed(rest[0].split('+'))} back", {"type": "retrieve", "places": rest[0].split("+")}


def vehicle(colour: str) -> str:
    """ "red" as "red train"."""
    return f"{colour} {VEHICLES[COLOURS.index(colour)]}"


def _equip(sight: Sight, side: str, members: int, as_what: str) -> tuple[str, dict[str, Any]]:
    colour = sight.fields["rows"][SIDES.index(side)][members - 1]
    what = f"a blind {colour} mission" if as_what == "mission" else f"a {vehicle(colour)}"
    used = "1 member" if members == 1 else f"{members} members"
    data = {"type": "equip", "side": side, "members": members, "as": as_what, "colour": colour}
    return f"take the {ORDINALS[members]} token of the {side} side with {used}: {what}", data


def _explore(sight: Sight, place: str, colour: str) -> tuple[str, dict[str, Any]]:
    number, fields = sight.ids[place], sight.fields
    there = next((seat for seat, placed in enumerate(fields["placed"]) if place in placed), None)
    gives = f"gives a {vehicle(colour)}"
    if there is not None:
        gives += f" to seat {there}, whose member goes home"
    (closed,) = sight.closings
    fills = []
    for token in sight.tables.tokens:
        if token.name in fields["missions"][sight.seat] and number in token.locations:
            total, have = num_open(token, closed), len((set(token.locations) - closed) & sight.placed)
            fills.append(f"{token.name} ({have + 1} of {total})")
    name = sight.tables.locations[number].name
    data = {"type": "explore", "place": place, "gives": colour, "ejects": there}
    return f"explore {place} ({name}), {gives}; for {_listed(fills)}", data


def _complete(sight: Sight, token: str, place: str) -> tuple[str, dict[str, Any]]:
    seat, before = sight.seat, sight.fields
    action = sight.state.string_to_action(seat, f"complete-{token}-return-{place}")
    after = cast("LostExplorersState", sight.state.child(action)).fields()
    gains = [
        f"{word} leader to {now}"
        for word, old, now in zip(SIDES, before["leaders"][seat], after["leaders"][seat], strict=True)
        if now != old
    ]
    clues = after["clues"][seat] - before["clues"][seat]
    if clues:
        gains.append("a clue" if clues == 1 else f"{clues} clues")
    if after["members"][seat] > before["members"][seat]:
        gains.append("one more member")
    gains += [
        f"a {vehicle(colour)} as the bonus"
        for colour, old, now in zip(COLOURS, before["vehicles"][seat], after["vehicles"][seat], strict=True)
        if now > old
    ]
    if after["phase"] == "bonus":
        gains.append("a bonus of your choice")
    if after["ending"] == "clues":
        gains.append("which wins")
    text = f"complete {token}, the member on {place} returns"
    data = {"type": "complete", "mission": token, "returns": place}
    return (f"{text}: {', '.join(gains)}" if gains else text), data


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


# -- odds ------------------------------------------------------------------------------------------------------------------


def headline_odds(state: State, player: int, action: int, beliefs: Mapping[str, Any]) -> dict[str, Odds]:
    """A blind mission: the chance that it can be completed in this turn, and that it needs one, two, three members."""
    words = state.action_to_string(player, action).split("-")
    return dict(_headlines(state, words[1], int(words[2]))) if words[0] == "equip" and words[3] == "mission" else {}


@lru_cache(maxsize=512)
def _headlines(state: State, side: str, members: int) -> tuple[tuple[str, Odds], ...]:
    """Kept, since every report of a search asks again."""
    colour = Sight(state).fields["rows"][SIDES.index(side)][members - 1]
    needs = MissionNeeds(colour=colour)
    chances = needs.counted(state)
    assert isinstance(chances, dict)
    done = MissionCompletable(side=side, members=members, retrieve="no")
    found = [(DONE_NOW, _exact(done, done.counted(state), state))]
    found += [(f"needs {number}", _exact(needs, chance, state)) for number, chance in chances.items()]
    return tuple(found)


def _exact(event: Event, chance: Any, state: State) -> Odds:
    assert isinstance(chance, Fraction)
    return Odds(str(event), chance, "rational", event.assumptions(state), interval=(float(chance),) * 2)
