"""First journeys on which nobody ever leaves or plays a card and turbos are always paid, through the core game."""

from __future__ import annotations

from collections import Counter

from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import STANDARD_CITIES
from orienteer.core.rng import RandomStream

CITIES = tuple(row[0] for row in STANDARD_CITIES[1:])  # those that the ship flies to
STAY, FLY, CRASH, PASS = 0, 2, 3, 4
PLAYED = (STAY, PASS, FLY, CRASH)  # the first of these that is legal: exactly one is but at an announcement


def journeys(players: int, count: int, seed: int) -> Counter[int]:
    """How many of `count` first journeys reached each city."""
    stream = RandomStream(seed)
    start = Celestia(players=players).new_initial_state()
    state = start.clone()
    flown: Counter[int] = Counter()
    for _ in range(count):
        state.copy_from(start)
        legs = 0
        while state.segment("journey") == 0 and not state.is_terminal():
            player = state.current_player()
            if player < 0:
                state.apply_unchecked(state.sample_chance(stream))
                continue
            legal = state.legal_actions(player)
            action = next(action for action in PLAYED if action in legal)
            # No city is ever emptied before the last: a leg flown is a city further.
            legs += action == FLY
            state.apply_unchecked(action)
        flown[legs] += 1
    return Counter({city: sum(flown[legs] for legs in flown if legs > i) for i, city in enumerate(CITIES)})
