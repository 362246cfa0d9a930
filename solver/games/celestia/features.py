"""Celestia as numbers: what a seat sees of the ship, the cities, the hands and the treasures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from orienteer.core.celestia.components import CARDS, FACES, MAX_DECK, MAX_DICE, MAX_WORTHS, city_rows
from orienteer.core.celestia.plain import PHASES, THEN
from orienteer.features import Feature, by_seat, choice, flat, number, numbers, rows, seat_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from orienteer.core.celestia import Celestia

KINDS = MAX_WORTHS + 1  # of treasures in a city, the telescope last
MOST_COPIES = 60.0  # of treasures in a city
MOST_WORTH = 99.0
TELESCOPE = 0.0  # stands for one as the treasure of a leg


def features(game: Celestia) -> Iterable[Feature]:
    """Counts, points and flags; see docs/adapters.md."""
    n, cities = game.num_players, [row[0] for row in city_rows(game.options)]
    c = len(cities)
    journeys = math.inf if game.options["max_journeys"] is None else game.options["max_journeys"]
    most = game.utility_bounds("points")[1]

    def dice(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        return [float(values["dice"].count(face)) for face in FACES]

    def telescopes(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        return [float(city in values["telescopes_used"]) for city in cities]

    def hands(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        return rows([values["hands"][seat] for seat in order], len(CARDS))

    def treasures(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        return rows([row for seat in order for row in values["treasures"][seat]], KINDS)

    def leg_treasures(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        drawn = [values["leg_treasures"][seat] for seat in order]
        return flat(TELESCOPE if worth == "telescope" else worth for worth in drawn)

    return (
        Feature("phase", (len(PHASES),), 1, choice("phase", PHASES)),
        Feature("turn", (n,), 1, seat_choice("turn")),
        Feature("captain", (n,), 1, seat_choice("captain")),
        Feature("aboard", (n,), 1, by_seat("aboard")),
        Feature("city", (c,), 1, choice("city", cities)),
        Feature("from_city", (c,), 1, choice("from_city", cities)),
        Feature("journey", (1,), journeys + 1, number("journey")),
        Feature("legs", (1,), journeys * c, number("legs")),
        Feature("dice", (len(FACES),), MAX_DICE, dice),
        Feature("to_roll", (1,), MAX_DICE, number("to_roll")),
        Feature("called", (1,), 1, number("called")),
        Feature("rerolled", (1,), 1, number("rerolled")),
        Feature("start", (n,), 1, seat_choice("start")),
        Feature("loop", (len(PHASES),), 1, choice("loop", PHASES)),
        Feature("through", (1,), n, number("through")),
        Feature("pending", (n,), 1, seat_choice("pending")),
        Feature("then", (len(THEN),), 1, choice("then", THEN)),
        Feature("draws_left", (1,), MAX_DECK, number("draws_left")),
        Feature("left", (c,), MOST_COPIES + 1, numbers("left")),
        Feature("telescopes_used", (c,), 1, telescopes),
        Feature("stock", (c, KINDS), MOST_COPIES, lambda values, order: rows(values["stock"], KINDS), hidden=True),
        Feature("hand_sizes", (n,), MAX_DECK, by_seat("hand_sizes")),
        Feature("hands", (n, len(CARDS)), MAX_DECK, hands, hidden=True),
        Feature("discards", (len(CARDS),), MAX_DECK, numbers("discards")),
        Feature("deck_size", (1,), MAX_DECK, number("deck_size")),
        Feature("deck", (len(CARDS),), MAX_DECK, lambda values, order: rows([values["deck"]], len(CARDS)), hidden=True),
        Feature("backs", (n, c), MOST_COPIES + 1, by_seat("backs")),
        Feature("treasures", (n, c, KINDS), MOST_COPIES, treasures, hidden=True),
        Feature("left_now", (n,), 1, by_seat("left_now")),
        Feature("drew_now", (n,), 1, by_seat("drew_now")),
        Feature("leg_treasures", (n,), MOST_WORTH, leg_treasures, hidden=True),
        Feature("jetpack_used", (n,), 1, by_seat("jetpack_used")),
        Feature("totals", (n,), most, by_seat("totals"), hidden=True),
    )
