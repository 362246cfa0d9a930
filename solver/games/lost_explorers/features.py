"""Lost Explorers as numbers: nothing is hidden, so every seat is given the whole table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from orienteer.core.lost_explorers.components import COLOURS, ENDINGS, LAST_SPACE, MAX_MEMBERS, MOST_CLUES
from orienteer.core.lost_explorers.plain import PHASES, STAGES
from orienteer.features import Feature, by_seat, choice, number, numbers, one_of, seat_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from orienteer.core.lost_explorers import LostExplorers

ROW = 32  # tokens that a row can hold
MOST_TOKENS = 120.0  # of a colour in one place
MOST_IDLE = 100.0


def features(game: LostExplorers) -> Iterable[Feature]:
    """Counts and flags; see docs/adapters.md. Tokens and locations are in the order of the data file."""
    n, turns = game.num_players, game.options["max_turns"]
    tokens = [token.name for token in game.tables.tokens]
    places = [place.id for place in game.tables.locations]
    token_number = {name: index for index, name in enumerate(tokens)}
    place_number = {name: index for index, name in enumerate(places)}

    def sets(key: str, number_of: Mapping[str, int]) -> Any:
        def flags(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
            found = [0.0] * (n * len(number_of))
            for index, seat in enumerate(order):
                for name in values[key][seat]:
                    found[index * len(number_of) + number_of[name]] = 1.0
            return found

        return flags

    def named(key: str, among: Sequence[str]) -> Any:
        return lambda values, order: [float(name in values[key]) for name in among]

    def lying(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        found: list[float] = []
        for row in values["rows"]:
            for index in range(ROW):
                found += one_of(row[index] if index < len(row) else None, COLOURS)
        return found

    def pending(among: Sequence[str]) -> Any:
        return lambda values, order: one_of((values["pending"] or (None, None))[1], among)

    return (
        Feature("phase", (len(PHASES),), 1, choice("phase", PHASES)),
        Feature("turn", (n,), 1, seat_choice("turn")),
        Feature("turns", (1,), math.inf if turns is None else turns, number("turns")),
        Feature("idle", (1,), MOST_IDLE, number("idle")),
        Feature("stage", (len(STAGES),), 1, choice("stage", STAGES)),
        Feature("used", (1,), MAX_MEMBERS, number("used")),
        Feature("sides", (2,), 1, numbers("sides")),
        Feature("closed", (len(places),), 1, named("closed", places)),
        Feature("rows", (2, ROW, len(COLOURS)), 1, lying),
        Feature("undealt", (len(COLOURS),), MOST_TOKENS, numbers("undealt")),
        Feature("vehicles", (n, len(COLOURS)), MOST_TOKENS, by_seat("vehicles")),
        Feature("missions", (n, len(tokens)), 1, sets("missions", token_number)),
        Feature("finished", (n, len(tokens)), 1, sets("finished", token_number)),
        Feature("placed", (n, len(places)), 1, sets("placed", place_number)),
        Feature("leaders", (n, 2), LAST_SPACE, by_seat("leaders")),
        Feature("clues", (n,), MOST_CLUES, by_seat("clues")),
        Feature("members", (n,), MAX_MEMBERS, by_seat("members")),
        Feature("discard", (len(COLOURS),), MOST_TOKENS, numbers("discard")),
        Feature("shown", (len(tokens),), 1, named("shown", tokens)),
        Feature("pending_colour", (len(COLOURS),), 1, pending(COLOURS)),
        Feature("pending_token", (len(tokens),), 1, pending(tokens)),
        Feature("ending", (len(ENDINGS) - 1,), 1, choice("ending", ENDINGS[1:])),
    )
