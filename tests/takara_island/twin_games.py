"""Random games that the twin plays: the option sets, how choices lean, and what a game has passed through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from .twin import Twin
from .twin_piles import is_monster

BGA = {
    "mimic_fail": "removed",
    "impostor": "any",
    "survey_blocked_by": "rockfall",
    "map_choice": "end_of_day",
    "miner_on_monster": "wasted",
}
SMALL = {
    "gallery": (
        (1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2),
    ),
    "piles": 4,
    "treasures": (0, 1, 0, 1, 1, 1),
}
TINY = {
    "gallery": (
        (0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2),
    ),
    "piles": 3,
    "treasures": (0, 0, 0, 1, 2, 2),
}
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"players": 3, "gold": 12},
    {"players": 4, "miner_may_stop": True, "tie": "shared"},
    {"players": 2, **BGA},
    {"players": 3, **BGA, "gold": 30, "miner_may_stop": True},
    {"players": 4, **BGA, "tie": "shared", "adventurers": 3},
    {"players": 2, "adventurers": 1, "max_rounds": 7},
    {"players": 4, "gold": 40, "adventurers": 3, "mimic_fail": "removed", "map_choice": "end_of_day"},
    {"players": 2, "gold": 25, "impostor": "any", "miner_on_monster": "wasted"},
    {"players": 3, "survey_blocked_by": "rockfall", "max_rounds": 12, "gold": 8},
    *({"players": players, **SMALL, **options} for players in (2, 3, 4) for options in ({}, {**BGA, "gold": 20})),
    *({"players": players, **TINY, **options} for players in (2, 4) for options in ({"gold": 9}, BGA, {"tie": "shared"})),
    {"players": 2, **TINY, **BGA, "miner_may_stop": True, "gold": 16, "max_rounds": 4},
]
STYLES: dict[str, dict[str, float]] = {  # weight of a choice by the first word of its name; 1 for the others
    "uniform": {},
    "digger": {"dig": 4, "fight": 6, "destroy": 4, "tavern": 0.3, "survey": 0.3, "rent": 3},
    "watcher": {"survey": 3, "dig": 0.5, "go": 3, "turn": 2, "tavern": 2},
    "employer": {"tavern": 6, "soothsayer": 0.6, "impostor": 1.5, "miner": 6, "sell": 4, "buy": 0.3, "survey": 0.3},
}


def choose(twin: Twin, style: str, random: Random) -> str:
    """An outcome by its odds, or a choice by its weight."""
    if twin.current_player == -1:
        weights: Mapping[str, Any] = twin.outcomes
    else:
        weights = {name: STYLES[style].get(name.split("-")[0], 1.0) for name in twin.legal}
    names = sorted(weights)
    return random.choices(names, [float(weights[name]) for name in names])[0]


def features(twin: Twin, name: str) -> Iterator[str]:
    """What happens when `name` is played here."""
    word = name.split("-")[0]
    pile = twin.piles[twin.pile]
    yield f"{name if twin.phase in ('mimic', 'mine_on', 'treasure', 'map', 'survey') else word} in {twin.phase}"
    if twin.phase in ("dig", "mine", "look"):
        yield f"{name} by {twin.phase}{' with the sword' * (twin.sword and twin.phase == 'dig')}"
    if twin.phase == "mine" and pile.cards[0].face_up:
        yield "a rockfall face up is mined"
    if twin.phase in ("treasure", "mimic", "map") and twin.mining:
        yield f"{name} while mining"
    if twin.phase == "fight" and pile.wounds:
        yield f"{word} of a wounded monster"
    if word == "destroy":
        yield f"destroy of {twin.piles.rockfalls}"
    if word == "impostor":
        copied = name.split("-")[1]
        yield f"impostor as {copied} {'at the docks' if twin.holder[copied] is None else 'held'}"
    if "miner-" in name and is_monster(twin.piles[int(name.split("-")[-1])].face_up):
        yield "miner on a monster"
    if name == "go-on" and twin.phase == "survey" and twin.piles[twin.pile].slots[twin.place + 1].face_up:
        yield "a survey passes a monster"
    if twin.phase == "end_of_day":
        yield f"{'cure' * (name[13] > '0')}{' recruit' * name.endswith('recruit')} at the end of a day"
        if not twin.unused[twin.turn]:
            yield "nobody at home"
    if twin.current_player == -1 and len(twin.outcomes) == 1:
        yield f"known in {twin.phase}"


def played(twin: Twin, style: str, seed: int, max_steps: int) -> Iterator[str]:
    """Play a random game, yielding each name before it is played."""
    random = Random(seed)
    for _ in range(max_steps):
        if twin.current_player == -4:
            return
        name = choose(twin, style, random)
        yield name
        twin.apply(name)


def passed_through(options: Mapping[str, Any], style: str, seed: int, max_steps: int) -> Counter[str]:
    twin = Twin(options)
    found: Counter[str] = Counter()
    for name in played(twin, style, seed, max_steps):
        found.update(features(twin, name))
    found[f"ended: {twin.ending}"] += 1
    return found
