"""Incan Gold's components and options as data (rules: docs/rules/incan_gold.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.options import flag, no_others, one_of, whole_number

DECKS: dict[str, tuple[int, ...]] = {
    "seed": (1, 2, 3, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15),
    "bga": (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15),
    "print": (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17),
}
HAZARDS: tuple[str, ...] = ("spider", "mummy", "fire", "rockfall", "snake")
HAZARD_COPIES: tuple[int, ...] = (3, 3, 3, 3, 3)
NUM_ARTIFACTS = 5
PRINTED_VALUES: tuple[int, ...] = (5, 7, 8, 10, 12)

ARTIFACT_VALUES = ("per_owner", "taken_order", "resolved_order", "printed")
ARTIFACT_SCHEDULES = ("per_round", "all_at_start")
LEFTOVERS = ("pooled", "per_card")
TIES = ("shared", "artifacts")
OPTIONS = (
    "players",
    "deck",
    "hazards",
    "rounds",
    "artifacts",
    "artifact_value",
    "artifact_schedule",
    "leftovers",
    "tie",
    "decide_before_first_card",
)

# Editions as sets of options; a position's rules name one and override what differs.
PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "bga": {"deck": "bga", "artifact_value": "resolved_order", "tie": "artifacts"},
    "print": {"deck": "print", "artifact_value": "printed"},
    "print_2006": {"deck": "print", "artifact_value": "taken_order"},
    "diamant_2005": {"deck": "print", "artifacts": False},
    "iello": {"deck": "print", "artifact_schedule": "all_at_start", "leftovers": "per_card"},
}


def validated(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, defaults filled in. Raises OptionError, naming the option, for anything else."""
    no_others("incan_gold", given, OPTIONS)
    options: dict[str, Any] = {
        "players": whole_number("players", given.get("players", 5), 1, 8),
        "deck": _deck(given.get("deck", "seed")),
        "hazards": _hazards(given.get("hazards", HAZARD_COPIES)),
        "rounds": whole_number("rounds", given.get("rounds", 5), 1, 5),
        "artifacts": flag("artifacts", given.get("artifacts", True)),
        "artifact_value": one_of("artifact_value", given.get("artifact_value", "per_owner"), ARTIFACT_VALUES),
        "artifact_schedule": one_of("artifact_schedule", given.get("artifact_schedule", "per_round"), ARTIFACT_SCHEDULES),
        "leftovers": one_of("leftovers", given.get("leftovers", "pooled"), LEFTOVERS),
        "tie": one_of("tie", given.get("tie", "shared"), TIES),
        "decide_before_first_card": flag("decide_before_first_card", given.get("decide_before_first_card", False)),
    }
    if options["artifacts"] and (options["artifact_value"], options["artifact_schedule"]) == (
        "printed",
        "all_at_start",
    ):
        raise OptionError("artifact_schedule", "all_at_start", "'per_round' when artifact_value is 'printed'")
    spare = sum(copies - 1 for copies in options["hazards"])
    if spare < options["rounds"]:
        raise OptionError(
            "hazards",
            options["hazards"],
            f"copies beyond the first of at least {options['rounds']} in all, one a round",
        )
    return options


def deck_values(deck: str | tuple[int, ...]) -> tuple[int, ...]:
    """The treasure cards of a validated `deck` option in ascending order."""
    return tuple(sorted(DECKS[deck] if isinstance(deck, str) else deck))


def _deck(value: object) -> str | tuple[int, ...]:
    if isinstance(value, str):
        return one_of("deck", value, DECKS)
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= 60:
        raise OptionError("deck", value, f"{', '.join(map(repr, DECKS))} or 1 to 60 card values")
    return tuple(sorted(whole_number(f"deck[{i}]", card, 1, 99) for i, card in enumerate(value)))


def _hazards(value: object) -> tuple[int, ...]:
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= len(HAZARDS):
        raise OptionError("hazards", value, f"copies of 1 to {len(HAZARDS)} kinds")
    return tuple(whole_number(f"hazards[{i}]", copies, 1, 3) for i, copies in enumerate(value))
