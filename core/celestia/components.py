"""Celestia's components and options as data (rules: docs/rules/celestia.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.options import flag, no_others, one_of, whole_number

CARDS: tuple[str, ...] = (
    "compass",
    "lightning_rod",
    "foghorn",
    "cannon",
    "turbo",
    "ejection",
    "jetpack",
    "detour",
    "gust",
    "grappling_hook",
)
NUM_EQUIPMENT = 4  # the first cards; card i covers hazard i
TURBO, EJECTION, JETPACK, DETOUR, GUST, HOOK = range(NUM_EQUIPMENT, len(CARDS))
HAZARDS: tuple[str, ...] = ("cloud", "lightning", "bird", "pirates")
FACES: tuple[str, ...] = (*HAZARDS, "blank")  # a die has each hazard once and two blanks
FACE_WEIGHTS: tuple[int, ...] = (1, 1, 1, 1, 2)

BASE_DECK: tuple[int, ...] = (20, 18, 16, 14, 8, 2, 2, 2, 2, 0)
NUM_HOOKS = 2  # added to the base deck by the option
TELESCOPE_POINTS = 2
MAX_WORTHS = 3
MAX_CITIES = 9
MAX_DICE = 4
MAX_DECK = 120

CityRow = tuple[int, int, tuple[tuple[int, int], ...], int]
# (value, dice to fly on to the next city, ((worth, copies), …), telescopes)
STANDARD_CITIES: tuple[CityRow, ...] = (
    (1, 2, ((1, 5), (2, 3), (4, 2)), 1),
    (2, 2, ((2, 5), (4, 3), (6, 2)), 1),
    (4, 2, ((4, 5), (6, 3), (9, 1)), 1),
    (6, 3, ((6, 5), (9, 3), (12, 1)), 1),
    (9, 3, ((9, 6), (12, 3)), 0),
    (12, 3, ((12, 6), (15, 3)), 0),
    (15, 4, ((15, 6),), 0),
    (20, 4, ((20, 6),), 0),
    (25, 4, ((25, 6),), 0),
)

DICE_BY = ("next_city", "current_city")
CAPTAINS = ("next_seat", "next_aboard")
EMPTY_CITY = ("no_leaving", "leave_for_nothing")
REANNOUNCE = ("window_end", "at_once")
OPTIONS = (
    "players",
    "grappling_hook",
    "dice_by",
    "target",
    "after_journey_captain",
    "empty_city",
    "reannounce",
    "self_ejection",
    "first_captain",
    "max_journeys",
    "deck",
    "cities",
    "hand",
)

# Readings of the rules as sets of options; a position's rules name one and override what differs.
PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "print": {},
    "literal": {
        "dice_by": "current_city",
        "target": 51,
        "after_journey_captain": "next_aboard",
        "empty_city": "leave_for_nothing",
    },
}


def validated(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, defaults filled in. Raises OptionError, naming the option, for anything else."""
    no_others("celestia", given, OPTIONS)
    players = whole_number("players", given.get("players", 4), 2, 6)
    journeys = given.get("max_journeys", 200)
    hand = given.get("hand")
    options: dict[str, Any] = {
        "players": players,
        "grappling_hook": flag("grappling_hook", given.get("grappling_hook", False)),
        "dice_by": one_of("dice_by", given.get("dice_by", "next_city"), DICE_BY),
        "target": whole_number("target", given.get("target", 50), 1, 98),
        "after_journey_captain": one_of("after_journey_captain", given.get("after_journey_captain", "next_seat"), CAPTAINS),
        "empty_city": one_of("empty_city", given.get("empty_city", "no_leaving"), EMPTY_CITY),
        "reannounce": one_of("reannounce", given.get("reannounce", "window_end"), REANNOUNCE),
        "self_ejection": flag("self_ejection", given.get("self_ejection", True)),
        "first_captain": whole_number("first_captain", given.get("first_captain", 0), 0, players - 1),
        "max_journeys": None if journeys is None else whole_number("max_journeys", journeys, 1, 30_000),
        "deck": _deck(given.get("deck", "base")),
        "cities": _cities(given.get("cities", "standard")),
        "hand": None if hand is None else whole_number("hand", hand, 0, 20),
    }
    dealt = players * hand_size(options)
    if dealt > sum(deck_counts(options)):
        raise OptionError("deck", options["deck"], f"at least {dealt} cards, {hand_size(options)} a player")
    return options


def reduced(options: Mapping[str, Any]) -> dict[str, Any]:
    """The same rules for two players on so few components that all histories can be listed."""
    hooks = int(options["grappling_hook"])
    return {
        **options,
        "players": 2,
        "first_captain": min(options["first_captain"], 1),
        "target": min(options["target"], 2),
        "max_journeys": 2,
        "deck": (1, 0, 0, 0, 1, 0, 1 - hooks, 0, 1, hooks),
        "cities": ((1, 1, ((1, 1),), 1), (2, 1, ((2, 1),), 0)),
        "hand": 1,
    }


def deck_counts(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Copies of each card, hooks included, under validated options."""
    deck: tuple[int, ...] = BASE_DECK if options["deck"] == "base" else options["deck"]
    if options["deck"] == "base" and options["grappling_hook"]:
        return (*deck[:HOOK], NUM_HOOKS)
    return deck


def city_rows(options: Mapping[str, Any]) -> tuple[CityRow, ...]:
    """The cities in ascending order under validated options."""
    rows: tuple[CityRow, ...] = STANDARD_CITIES if options["cities"] == "standard" else options["cities"]
    return rows


def hand_size(options: Mapping[str, Any]) -> int:
    """Cards dealt to each player."""
    if options["hand"] is not None:
        return int(options["hand"])
    return 8 if options["players"] <= 3 else 6


def _deck(value: object) -> str | tuple[int, ...]:
    if isinstance(value, str):
        return one_of("deck", value, ("base",))
    if not isinstance(value, (tuple, list)) or len(value) != len(CARDS):
        raise OptionError("deck", value, f"'base' or copies of {len(CARDS)} cards: {', '.join(CARDS)}")
    deck = tuple(whole_number(f"deck[{i}]", copies, 0, 30) for i, copies in enumerate(value))
    if sum(deck) > MAX_DECK:
        raise OptionError("deck", value, f"at most {MAX_DECK} cards")
    return deck


def _cities(value: object) -> str | tuple[CityRow, ...]:
    if isinstance(value, str):
        return one_of("cities", value, ("standard",))
    if not isinstance(value, (tuple, list)) or not 2 <= len(value) <= MAX_CITIES:
        raise OptionError("cities", value, f"'standard' or 2 to {MAX_CITIES} rows (value, dice, worths, telescopes)")
    rows = tuple(_city(f"cities[{i}]", row) for i, row in enumerate(value))
    values = [row[0] for row in rows]
    if values != sorted(set(values)):
        raise OptionError("cities", values, "ascending values")
    return rows


def _city(field: str, row: object) -> CityRow:
    if not isinstance(row, (tuple, list)) or len(row) != 4 or not isinstance(row[2], (tuple, list)):
        raise OptionError(field, row, "(value, dice, ((worth, copies), ...), telescopes)")
    value, dice, given, telescopes = row
    if not 1 <= len(given) <= MAX_WORTHS or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in given):
        raise OptionError(field, given, f"1 to {MAX_WORTHS} pairs (worth, copies)")
    worths = tuple((whole_number(field, w, 0, 99), whole_number(field, n, 1, 20)) for w, n in given)
    if [w for w, _ in worths] != sorted({w for w, _ in worths}):
        raise OptionError(field, worths, "ascending worths")
    return (
        whole_number(field, value, 1, 99),
        whole_number(field, dice, 1, MAX_DICE),
        worths,
        whole_number(field, telescopes, 0, 1),
    )
