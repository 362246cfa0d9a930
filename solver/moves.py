"""A move in words: what the game's package says of it, else its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from orienteer.evaluation import Move
from orienteer.games import registry

if TYPE_CHECKING:
    from orienteer.core.state import State


def named_move(state: State, player: int, action: int, mix: Mapping[str, float] | None = None) -> Move:
    """The player's legal action as a Move; `mix` is by move id, where the best play is mixed."""
    name = state.action_to_string(player, action)
    words = registry.optional_part(state.game.name, "moves")
    text, data = (name, {"type": name}) if words is None else words.describe(state, player, action)
    return Move(name, text, data, action, mix or {})
