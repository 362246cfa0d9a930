"""Incan Gold as numbers: nothing is hidden, so every seat is given the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orienteer.core.incan_gold.components import NUM_ARTIFACTS
from orienteer.features import Feature, by_seat, choice, number, numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from orienteer.core.incan_gold import IncanGold

PILES = ("deck", "path", "taken", "lost")
MOST_CARDS = 80.0  # on a path
MOST_WORTH = 100.0  # of artifacts in one place


def features(game: IncanGold) -> Iterable[Feature]:
    """Counts, gems and flags; see docs/adapters.md."""
    n, names = game.num_players, game.outcome_names
    most = game.utility_bounds("points")[1]
    hazards = len(game.options["hazards"])

    def path(values: Mapping[str, Any], order: Sequence[int]) -> list[float]:
        return [float(values["path"].count(name)) for name in names]

    return (
        Feature("phase", (3,), 1, choice("phase", range(3))),
        Feature("round", (1,), 6, number("round")),
        Feature("inside", (n,), 1, by_seat("inside")),
        Feature("gems", (n,), most, by_seat("gems")),
        Feature("artifact_count", (n,), NUM_ARTIFACTS, by_seat("artifact_count")),
        Feature("artifact_points", (n,), MOST_WORTH, by_seat("artifact_points")),
        Feature("pocket", (1,), most, number("pocket")),
        Feature("leftovers", (1,), most, lambda values, order: (float(sum(values["leftovers"])),)),
        Feature("leftover_cards", (1,), MOST_CARDS, lambda values, order: (float(len(values["leftovers"])),)),
        Feature("path", (len(names),), MOST_CARDS, path),
        Feature("removed", (hazards,), 3, numbers("removed")),
        Feature("artifacts", (len(PILES),), NUM_ARTIFACTS, lambda values, order: _artifacts(values, _many)),
        Feature("artifact_worths", (len(PILES),), MOST_WORTH, lambda values, order: _artifacts(values, _worth)),
    )


def _artifacts(values: Mapping[str, Any], measure: Any) -> list[float]:
    return [measure(values[f"artifacts_{pile}"]) for pile in PILES]


def _many(pile: int | tuple[int, ...]) -> float:
    return float(len(pile) if isinstance(pile, tuple) else pile)


def _worth(pile: int | tuple[int, ...]) -> float:
    """Of artifacts with printed values; 0 for others, whose worth is settled when they are taken."""
    return float(sum(pile)) if isinstance(pile, tuple) else 0.0
