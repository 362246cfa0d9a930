"""Takara Island positions for tests of odds and exact play, built from plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from orienteer.core.state import CHANCE_PLAYER
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS, HEALTH, ROCKFALL, STONE, depths, gallery_counts


def pile(
    game: TakaraIsland,
    *,
    top: int = 0,
    up: Iterable[str] = (),
    seen: Mapping[int, tuple[str, Iterable[int]]] | None = None,
    proven: Iterable[int] = (),
    wounds: int = 0,
    stone: int | None = None,
) -> dict[str, Any]:
    """A pile from slot `top` on: cards face up on top, cards `seen` by slot (card, seats), slots proven, the stone's finder."""
    slots = range(top, sum(depths(game.options)))
    everyone = tuple(range(game.num_players))
    cards = {slot: (name, everyone) for slot, name in enumerate(up, top)} | dict(seen or {})
    return {
        "top": top,
        "cards": tuple(cards[slot][0] if slot in cards else None for slot in slots),
        "face_up": tuple(slot < top + len(tuple(up)) for slot in slots),
        "seen_by": tuple(tuple(cards[slot][1]) if slot in cards else () for slot in slots),
        "proven": tuple(slot in set(proven) for slot in slots),
        "wounds": wounds,
        "stone": stone,
    }


def full_state(
    piles: Mapping[int, Mapping[str, Any]] | None = None,
    *,
    gone: Iterable[str] = (),
    changes: Mapping[str, Any] | None = None,
    **options: Any,
) -> TakaraIslandState:
    """A full state in which seat 0 acts; piles by number, the others as at the start.

    Of the cards gone those in `gone` and the stones found are named, all others are the first in order that may be.
    """
    game = TakaraIsland(**options)
    rows = [pile(game, **(piles or {}).get(number, {})) for number in range(game.options["piles"])]
    wanted = [*gone, *("stone" for row in rows if row["stone"] is not None)]
    left, first = [], 0
    for level, depth in enumerate(depths(game.options)):
        slots = range(first, first + depth)
        known = [name for row in rows for slot, name in enumerate(row["cards"], row["top"]) if name and slot in slots]
        missing = sum(min(max(0, row["top"] - first), depth) for row in rows)
        left.append(_gone(gallery_counts(game.options)[level], known, missing, wanted))
        first += depth
    assert not wanted, f"{wanted} cannot be gone"
    start = game.new_initial_state().fields()
    return game.state_from({**start, "phase": "act", "piles": tuple(rows), "gone": tuple(left), **(changes or {})})


def _gone(made: Iterable[int], known: list[str], missing: int, wanted: list[str]) -> tuple[int, ...]:
    """Cards of a level that are gone; those of `wanted` that are among them are taken off it."""
    free = [count - known.count(CARDS[card]) for card, count in enumerate(made)]
    counts = [0] * len(CARDS)
    for name in list(wanted):
        card = CARDS.index(name)
        if free[card] > counts[card] and sum(counts) < missing:
            counts[card] += 1
            wanted.remove(name)
    for card in sorted(range(len(CARDS)), key=lambda card: (HEALTH[card] > 0, card == ROCKFALL)):
        if card != STONE:
            counts[card] += min(free[card] - counts[card], missing - sum(counts))
    return tuple(counts)


def play(state: TakaraIslandState, *names: str) -> TakaraIslandState:
    """The state after actions and outcomes by name."""
    state = state.clone()
    for name in names:
        if state.is_chance_node():
            outcomes = {state.action_to_string(CHANCE_PLAYER, outcome): outcome for outcome, _ in state.chance_outcomes()}
            state.apply(outcomes[name])
        else:
            state.apply(state.string_to_action(state.current_player(), name))
    return state
