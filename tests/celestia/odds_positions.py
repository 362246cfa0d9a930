"""Celestia positions for tests of odds and exact play, built from plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.celestia.components import CARDS, city_rows, deck_counts
from orienteer.core.state import CHANCE_PLAYER
from orienteer.games.celestia.table import HIDDEN_TURN

NO_CARDS = (0,) * len(CARDS)


def cards(words: str) -> tuple[int, ...]:
    """Counts of "2 compass, turbo"."""
    counts = list(NO_CARDS)
    for part in filter(None, words.split(", ")):
        number, _, name = part.rpartition(" ")
        counts[CARDS.index(name)] += int(number or 1)
    return tuple(counts)


def full_state(
    hands: Iterable[str],
    *,
    city: int = 1,
    captain: int = 0,
    aboard: Iterable[int] | None = None,
    phase: str = "roll",
    discards: str = "",
    treasures: Mapping[int, Mapping[int, tuple[int, ...]]] | None = None,
    changes: Mapping[str, Any] | None = None,
    **options: Any,
) -> CelestiaState:
    """A full state: hands by seat as words, treasures by seat and city value (counts by worth, telescope last)."""
    hands = [cards(words) for words in hands]
    game = Celestia(players=len(hands), **options)
    rows = city_rows(game.options)
    seats = range(len(hands))
    held = [[(treasures or {}).get(seat, {}).get(row[0], (0,) * 4) for row in rows] for seat in seats]
    made = [sum(count for _, count in row[2]) + row[3] for row in rows]
    pool = sum(deck_counts(game.options)) - sum(map(sum, hands)) - sum(cards(discards))
    fields = {
        **game.new_initial_state().fields(),
        "phase": phase,
        "turn": captain if phase in ("lone", "announcement") else None,
        "captain": captain,
        "aboard": tuple(seat in (seats if aboard is None else set(aboard)) for seat in seats),
        "city": city,
        "from_city": city,
        "start": captain,
        "pending": None,
        "left": tuple(count - sum(sum(rows[i]) for rows in held) for i, count in enumerate(made)),
        "hands": tuple(hands),
        "hand_sizes": tuple(map(sum, hands)),
        "discards": cards(discards),
        "deck_size": pool,
        "backs": tuple(tuple(map(sum, rows)) for rows in held),
        "treasures": tuple(map(tuple, held)),
        **(changes or {}),
    }
    return game.state_from(fields)


def play(state: CelestiaState, *names: str) -> CelestiaState:
    """The state after actions and outcomes by name, and after each whatever leads to the next question."""
    state = state.clone()
    for name in names:
        state.apply(state.string_to_action(state.current_player(), name))
        while state.fields()["phase"] in HIDDEN_TURN:
            state.apply(state.string_to_action(CHANCE_PLAYER, "ask"))
    return state
