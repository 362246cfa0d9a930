"""Documents to start from, and random play over every option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from orienteer.core.registry import load_game
from orienteer.core.state import Game, State

NO_ACTION = -1
DECKS = ("seed", "bga", "print", (1, 4), (5,), (2, 3, 8, 8, 9, 17))
VALUES = (
    ("per_owner", "per_round"),
    ("per_owner", "all_at_start"),
    ("taken_order", "per_round"),
    ("taken_order", "all_at_start"),
    ("resolved_order", "per_round"),
    ("resolved_order", "all_at_start"),
    ("printed", "per_round"),
)


def document(seats: int = 3, rules: Any = "seed", **state: Any) -> dict[str, Any]:
    """A position in round 1: everyone inside, nothing turned up; `state` replaces its fields."""
    tents = [{"gems": 0, "artifacts": 0, "inside": True} for _ in range(seats)]
    table = {"round": 1, "players": tents, "path": [], **state}
    return {"format": 1, "game": "incan_gold", "rules": rules, "viewer": 0, "state": table}


def every_option() -> Iterator[dict[str, Any]]:
    """Every combination of the options that take few values; decks and rounds change along."""
    index = 0
    for artifacts in (True, False):
        for value, schedule in VALUES:
            for leftovers in ("pooled", "per_card"):
                for opening in (False, True):
                    index += 1
                    yield {
                        "artifacts": artifacts,
                        "artifact_value": value,
                        "artifact_schedule": schedule,
                        "leftovers": leftovers,
                        "decide_before_first_card": opening,
                        "deck": DECKS[index % len(DECKS)],
                        "rounds": (5, 2, 5, 1)[index % 4],
                        "tie": ("shared", "artifacts")[index % 2],
                        "hazards": ((3, 3, 3, 3, 3), (3, 3, 3, 1), (2, 2, 2, 2, 2))[index % 3],
                    }


def random_game(rng: random.Random, options: dict[str, Any]) -> Game:
    return load_game("incan_gold", players=rng.randint(1, 8), **options)


def random_step(state: State, rng: random.Random, leave: float) -> None:
    """One transition; everyone inside leaves with this probability."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply(rng.choices(outcomes, weights)[0])
        return
    movers = state.players_to_move()
    actions = [int(rng.random() < leave) if seat in movers else NO_ACTION for seat in range(state.game.num_players)]
    if state.is_simultaneous_node():
        state.apply_joint(actions)
    else:
        state.apply(actions[movers[0]])


def every_state(start: State) -> list[State]:
    """All states of a small game from this one on, each once however play came there."""
    found, waiting = {str(start): start}, [start]
    while waiting:
        state = waiting.pop()
        for later in children(state):
            if str(later) not in found:
                found[str(later)] = later
                waiting.append(later)
    return list(found.values())


def children(state: State) -> Iterator[State]:
    if state.is_simultaneous_node():
        movers = state.players_to_move()
        for bits in range(1 << len(movers)):
            yield state.child_joint(
                [bits >> movers.index(seat) & 1 if seat in movers else None for seat in range(state.game.num_players)]
            )
    else:
        yield from map(state.child, state.legal_actions())
