"""Views along random games of Takara Island, on small and on full sets, under every option that changes odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland
from orienteer.core.takara_island.components import CARDS

LOOKS = ("survey", "soothsayer", "archaeologist", "impostor")


def gallery(*levels: str) -> tuple[tuple[int, ...], ...]:
    """Copies by card of levels such as "2 gold_2, rockfall"."""
    found = []
    for words in levels:
        counts = [0] * len(CARDS)
        for part in filter(None, words.split(", ")):
            number, _, name = part.rpartition(" ")
            counts[CARDS.index(name)] += int(number or 1)
        found.append(tuple(counts))
    return tuple(found)


THREE_PILES: dict[str, Any] = {
    "gallery": gallery(
        "2 rockfall, bat_b, xp_1_hospital, 2 gold_2", "goblin_c, rockfall, chest", "2 stone, chest, drake, xp_4, gold_6"
    ),
    "piles": 3,
    "treasures": (1, 1, 0, 1, 1, 2),
    "gold": 30,
}
OPTIONS: list[dict[str, Any]] = [
    {"gold": 30},
    THREE_PILES,
    {**THREE_PILES, "players": 3, "survey_blocked_by": "rockfall", "mimic_fail": "removed", "impostor": "any"},
    {**THREE_PILES, "miner_on_monster": "wasted", "miner_may_stop": True, "map_choice": "end_of_day", "adventurers": 3},
]


def views(options: dict[str, Any], seed: int, every: int = 3, looks: float = 0.5) -> Iterator[View]:
    """Views of one seat or another at choices of actions; about half of these are looks."""
    stream = RandomStream(seed)
    state = TakaraIsland(**options).new_initial_state()
    number = 0
    while not state.is_terminal():
        player = state.current_player()
        if player < 0:
            state.apply(state.sample_chance(stream))
            continue
        number += 1
        if number % every == 0 and state.fields()["phase"] == "act":
            yield View(state, stream.below(state.game.num_players) if number % 2 else player)
        legal = state.legal_actions()
        looking = [action for action in legal if state.action_to_string(player, action).startswith(LOOKS)]
        if looking and stream.uniform() < looks:
            legal = looking
        state.apply(legal[stream.below(len(legal))])
