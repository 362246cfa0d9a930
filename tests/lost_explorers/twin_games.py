"""Random games that the twin plays: the option sets, how choices lean, and what a game has passed through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from .twin import COLOURS, LAST_SPACE, TRACKS, Twin

FEW = (
    *("B2+YB", "B2+RB", "B2+BG", "Y2+YB", "Y2+RY", "Y2+GY"),  # start tokens
    *("YB+BG", "RB+BG", "B2+B3", "YB+GY", "RY+GY", "Y2+Y3", "G2+G3"),
)
SHORT = (
    *("R2+RB", "R2+GR", "R2+RY", "RB+GR", "Y2+YB", "Y2+RY", "Y2+GY", "YB+RY"),
    *("B2+YB", "B2+RB", "B2+BG", "YB+RB", "G2+BG", "G2+GR", "G2+GY", "BG+GR"),
    *("R2+R3", "R3+RB", "R2+RB+GR", "Y2+Y3", "Y3+YB", "Y2+YB+RY", "B2+B3", "B3+YB", "B2+YB+RB", "G2+G3", "G3+BG", "G2+BG+GR"),
    *("GR+RY", "RB+BG"),
)
OTHERS = {  # the second value of every switch
    "first_turn_limit": "equip_only",
    "rows_empty": "after_round",
    "bonus": "optional",
    "mission_discard": "before_bonus",
}
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4},
    {"players": 2, **OTHERS},
    {"players": 4, **OTHERS, "closed": ("R3", "G3")},
    {"players": 3, "bonus": "optional", "first_turn_limit": "equip_only", "closed": ("R3", "Y3", "B3"), "max_turns": 9},
    {"players": 2, "mission_discard": "before_bonus", "members": 1, "stall_rounds": 1},
    {"players": 4, "rows_empty": "after_round", "members": 2, "tokens": SHORT, "stall_rounds": 0},
    {"players": 2, "tokens": FEW, "bonus": "optional"},
    {"players": 2, "tokens": SHORT, "rows_empty": "after_round", "max_turns": None, "vehicles": 2},
    {"players": 3, "tokens": FEW, "vehicles": 1, "mission_discard": "before_bonus", "max_turns": 12},
]
STYLES: dict[str, dict[str, float]] = {  # weight of a choice by the first word of its name; 1 for the others
    "uniform": {},
    "explorer": {"complete": 30, "explore": 4, "retrieve": 0.3, "end": 0.5, "no": 0.5},
    "runner": {"complete": 90, "explore": 20, "end": 0.1},  # takes back only members that no mission wants
    "idler": {"end": 12, "explore": 3, "complete": 3, "equip": 0.5},
}
RARE = ((0, "runner", 2), (0, "runner", 11), (3, "runner", 32), (4, "explorer", 16), (8, "runner", 4), (10, "explorer", 7))
GAMES = [(options, style, 0) for options in OPTION_SETS for style in STYLES]
GAMES += [(OPTION_SETS[number], style, seed) for number, style, seed in RARE]


def choose(twin: Twin, style: str, random: Random) -> str:
    """An outcome by its odds, or a choice by its weight."""
    if twin.current_player == -1:
        weights: Mapping[str, Any] = twin.outcomes
    else:
        weights = {name: _weight(twin, style, name.split("-")) for name in twin.legal}
    names = sorted(weights)
    return random.choices(names, [float(weights[name]) for name in names])[0]


def _weight(twin: Twin, style: str, words: list[str]) -> float:
    if style == "runner" and words[0] == "retrieve":
        wanted = {place for mission in twin.missions[twin.turn] for place in twin.places[mission]}
        return 0.02 if wanted.intersection(words[1].split("+")) else 20
    return STYLES[style].get(words[0], 1)


def features(twin: Twin, name: str) -> Iterator[str]:
    """What happens when `name` is played here."""
    seat, words = twin.turn, name.split("-")
    if twin.phase in ("close", "deal"):
        yield f"{words[0]} with {len(twin.outcomes)} outcomes" if words[0] == "close" else "deal"
    elif twin.phase in ("show", "turn_up"):
        yield f"{twin.phase} with {'one outcome' if len(twin.outcomes) == 1 else 'more outcomes'}"
    elif words[0] == "retrieve":
        yield f"retrieve {len(words[1].split('+'))} of {len(twin.mine(seat))}"
    elif words[0] == "equip":
        yield f"equip {words[1]} {words[3]}"
        yield f"equip with {words[2]}"
        yield "equip on both sides" if any(twin.visited) else "equip on one side"
    elif words[0] == "explore":
        yield "explore where another stands" if words[1] in twin.standing else "explore an empty place"
        yield f"explore for one of {len(twin.needs[words[1]])} colours"
        if sum(words[1] in twin.places[mission] for mission in twin.missions[seat]) > 1:
            yield "explore for two missions"
    elif words[0] == "complete":
        yield from _completion(twin, words[1], words[3])
    elif "bonus" in words:
        yield f"{name if words[0] == 'no' else words[0]} of {sum(map(bool, twin.discard.values()))}"
    elif words[0] == "end":
        yield f"{'' if any(twin.rows) else 'rows empty and '}end in {twin.stage}"
    if not any(twin.rows) and words[0] in ("explore", "complete"):
        yield f"rows empty and {words[0]}"
    if twin.phase == "menu" and twin.turns < 2 and words[0] in ("equip", "explore"):
        yield f"{words[0]} as number {1 + twin.used + len(twin.mine(seat))} in turn {twin.turns}"


def _completion(twin: Twin, mission: str, back: str) -> Iterator[str]:
    seat, steps = twin.turn, len(twin.open_places(mission))
    track = TRACKS[twin.colour[mission]]
    own, other = twin.leaders[seat][track], twin.leaders[seat][1 - track]
    yield f"complete {steps} of {len(twin.places[mission])}"
    yield f"complete in {twin.stage}"
    yield f"complete {'in front' if own > other else 'behind' if own < other else 'level'}"
    if own <= other:
        yield f"bonus of {sum(twin.discard[colour] > 0 for colour in COLOURS)} in the discard"
    stay = [place for place in twin.open_places(mission) if place != back]
    if any(place in twin.places[held] for held in twin.missions[seat] if held != mission for place in stay):
        yield "a member that stays serves another mission"
    after = min(LAST_SPACE, own + steps)
    if own + steps > LAST_SPACE:
        yield "clamped"
    if own < 12 <= after == LAST_SPACE:
        yield "two clues"
    if min(own, other) < 4 <= min(after, other):
        yield "extra member"


def played(twin: Twin, style: str, seed: int, max_steps: int) -> Iterator[str]:
    """Play a random game, yielding each name before it is played."""
    random = Random(seed)
    for _ in range(max_steps):
        if twin.current_player == -4:
            return
        name = choose(twin, style, random)
        yield name
        twin.apply(name)


def passed_through(options: Mapping[str, Any], tables: Any, style: str, seed: int, max_steps: int) -> Counter[str]:
    twin = Twin(options, tables)
    found: Counter[str] = Counter()
    for name in played(twin, style, seed, max_steps):
        found.update(features(twin, name))
    best = max(map(twin.rank, twin.seats))
    tied = [twin.rank(seat)[:3] == best[:3] for seat in twin.seats].count(True) > 1
    found[f"ended: {twin.ending}"] += 1
    found["vehicles decide"] += tied and [twin.rank(seat) for seat in twin.seats].count(best) == 1
    found["shared"] += [twin.rank(seat) for seat in twin.seats].count(best) > 1
    return found
