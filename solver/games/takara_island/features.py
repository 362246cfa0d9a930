"""Takara Island as numbers: the piles as a seat has seen them, and what everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orienteer.core.takara_island.components import (
    CARDS,
    LEVELS,
    MAX_ITEM,
    SPECIALISTS,
    TOKENS_PER_PLAYER,
    TREASURES,
    depths,
)
from orienteer.core.takara_island.plain import ENDINGS, PHASES
from orienteer.features import Feature, by_seat, choice, number, numbers, one_of, seat_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from orienteer.core.takara_island import TakaraIsland

MOST_COPIES = 54.0  # of cards of a level, items of a value, treasures
MOST_GOLD = 10_000.0
MOST_PEOPLE = 4.0
MOST_HEALTH = 4.0


def features(game: TakaraIsland) -> Iterable[Feature]:
    """Counts, gold and flags; see docs/adapters.md. Slots are those of set-up, from the top; of slots gone all is 0."""
    n, piles, depth = game.num_players, game.options["piles"], sum(depths(game.options))
    tokens = TOKENS_PER_PLAYER * n

    def slots(width: int, read: Callable[[Mapping[str, Any], int, Sequence[int]], list[float]]) -> Any:
        def numbers_of(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
            found: list[float] = []
            for pile in values["piles"]:
                found += [0.0] * (width * pile["top"])
                for index in range(depth - pile["top"]):
                    found += read(pile, index, order)
            return found

        return numbers_of

    def pending(key: str) -> Any:
        return lambda values, order: (float((values["pending"] or {}).get(key, 0)),)

    def place(key: str, among: Sequence[int]) -> Any:
        return lambda values, order: one_of((values["pending"] or {}).get(key), among)

    return (
        Feature("phase", (len(PHASES),), 1, choice("phase", PHASES)),
        Feature("turn", (n,), 1, seat_choice("turn")),
        Feature("turns", (1,), game.options["max_rounds"] * n, number("turns")),
        Feature("sword", (1,), 1, number("sword")),
        Feature("banked", (1,), 1, number("banked")),
        Feature("map_due", (1,), 1, number("map_due")),
        Feature("there", (piles, depth), 1, slots(1, lambda pile, index, order: [1.0])),
        Feature("cards", (piles, depth, len(CARDS)), 1, slots(len(CARDS), lambda p, i, order: one_of(p["cards"][i], CARDS))),
        Feature("face_up", (piles, depth), 1, slots(1, lambda pile, index, order: [float(pile["face_up"][index])])),
        Feature("proven", (piles, depth), 1, slots(1, lambda pile, index, order: [float(pile["proven"][index])])),
        Feature("seen_by", (piles, depth, n), 1, slots(n, lambda p, i, order: [float(s in p["seen_by"][i]) for s in order])),
        Feature("wounds", (piles,), MOST_HEALTH, lambda values, order: [float(pile["wounds"]) for pile in values["piles"]]),
        Feature("stone", (piles, n), 1, _finders),
        Feature("gone", (len(LEVELS), len(CARDS)), MOST_COPIES, numbers("gone")),
        Feature("gold", (n,), MOST_GOLD, by_seat("gold")),
        Feature("items", (n, MAX_ITEM), MOST_COPIES, by_seat("items")),
        Feature("tokens", (n,), tokens, by_seat("tokens")),
        Feature("skulls", (n,), MOST_COPIES, by_seat("skulls")),
        *(Feature(name, (n,), MOST_PEOPLE, by_seat(name)) for name in ("unused", "used", "hospital", "waiting")),
        Feature("recruits", (n,), 1, by_seat("recruits")),
        Feature("supply", (1,), tokens, number("supply")),
        Feature("specialists", (len(SPECIALISTS), n), 1, _holders),
        Feature("resting", (len(SPECIALISTS),), 1, lambda values, order: [float(rests) for _, rests in values["specialists"]]),
        Feature("treasures", (len(TREASURES),), MOST_COPIES, numbers("treasures")),
        Feature("pending_pile", (piles,), 1, place("pile", range(piles))),
        Feature("pending_slot", (depth,), 1, place("slot", range(depth))),
        Feature("looks", (1,), MOST_PEOPLE, pending("looks")),
        Feature("turned", (1,), 1, pending("turned")),
        Feature("mining", (1,), 1, pending("mining")),
        Feature("ending", (len(ENDINGS) - 1,), 1, choice("ending", ENDINGS[1:])),
    )


def _finders(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
    return [float(pile["stone"] == seat) for pile in values["piles"] for seat in order]


def _holders(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
    return [float(holder == seat) for holder, _ in values["specialists"] for seat in order]
