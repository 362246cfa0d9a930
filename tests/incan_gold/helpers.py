"""Short ways to reach an Incan Gold state in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orienteer.core.incan_gold import IncanGold, IncanGoldState
from orienteer.core.state import CHANCE_PLAYER


def card(state: IncanGoldState, *names: object) -> IncanGoldState:
    """Turn up cards; everyone stays in between."""
    for i, name in enumerate(names):
        if i:
            choose(state)
        state.apply(state.string_to_action(CHANCE_PLAYER, str(name)))
    return state


def choose(state: IncanGoldState, *leavers: int) -> IncanGoldState:
    """These seats leave, all others inside stay."""
    choices = ["leave" if seat in leavers else "stay" for seat in range(state.game.num_players)]
    state.observe(0, ("choices", [c if i else None for c, i in zip(choices, state.fields()["inside"], strict=True)]))
    return state


def start(players: int = 2, **options: Any) -> IncanGoldState:
    return IncanGold(players=players, **options).new_initial_state()


def bust(state: IncanGoldState, kind: str = "spider") -> IncanGoldState:
    """From before a round's first card: everyone stays until two hazards of a kind have come."""
    return card(state, kind, kind)


def scores(state: IncanGoldState) -> list[float]:
    return state.returns("points")


def pay(state: IncanGoldState, leavers: Sequence[int]) -> list[int]:
    """What each of these gets when they leave together now."""
    before = state.fields()["gems"]
    after = choose(state.clone(), *leavers).fields()["gems"]  # type: ignore[arg-type]
    return [after[seat] - before[seat] for seat in leavers]
