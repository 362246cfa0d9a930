"""Takara Island's components and options as data (rules: docs/rules/takara_island.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.options import flag, no_others, one_of, whole_number

LEVELS: tuple[str, ...] = ("shallow", "middle", "deep")
SHALLOW, MIDDLE, DEEP = range(len(LEVELS))

# Gallery cards: name, gold, XP, whether digging it injures, health. Gold and XP of a monster are its reward.
CARD_ROWS: tuple[tuple[str, int, int, bool, int], ...] = (
    ("gold_2", 2, 0, False, 0),
    ("gold_4", 4, 0, False, 0),
    ("gold_6", 6, 0, False, 0),
    ("rockfall", 0, 0, False, 0),
    ("xp_1", 0, 1, False, 0),
    ("xp_1_hospital", 0, 1, True, 0),
    ("xp_2", 0, 2, False, 0),
    ("xp_2_hospital", 0, 2, True, 0),
    ("xp_4", 0, 4, False, 0),
    ("xp_4_hospital", 0, 4, True, 0),
    ("bat_a", 0, 2, False, 1),
    ("bat_b", 5, 1, False, 1),
    ("goblin_a", 10, 1, False, 2),
    ("goblin_b", 0, 3, False, 2),
    ("goblin_c", 5, 2, False, 2),
    ("skeleton_a", 5, 3, False, 3),
    ("skeleton_b", 15, 1, False, 3),
    ("drake", 20, 5, False, 4),
    ("chest", 0, 0, False, 0),
    ("stone", 0, 0, False, 0),
)
CARDS: tuple[str, ...] = tuple(row[0] for row in CARD_ROWS)
GOLD: tuple[int, ...] = tuple(row[1] for row in CARD_ROWS)
XP: tuple[int, ...] = tuple(row[2] for row in CARD_ROWS)
INJURES: tuple[bool, ...] = tuple(row[3] for row in CARD_ROWS)
HEALTH: tuple[int, ...] = tuple(row[4] for row in CARD_ROWS)
ROCKFALL, CHEST, STONE = CARDS.index("rockfall"), CARDS.index("chest"), CARDS.index("stone")
MONSTERS: tuple[int, ...] = tuple(card for card, health in enumerate(HEALTH) if health)

# Copies by level, in the order of CARDS.
STANDARD_GALLERY: tuple[tuple[int, ...], ...] = (
    (8, 0, 0, 4, 2, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 7, 0, 1, 0, 0, 3, 3, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0),
    (0, 0, 3, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 1, 1, 1, 3, 2),
)
NUM_STONES = 2
STONE_XP = 10
MAX_PILES = 6
MAX_DEPTH = 3  # cards of one level in a pile

TREASURES: tuple[str, ...] = ("tablet", "idol", "gold_bag", "skull", "map", "mimic")
STANDARD_TREASURES: tuple[int, ...] = (1, 3, 1, 1, 1, 1)
TABLET_XP = 8
IDOL_XP = 4
GOLD_BAG_GOLD = 10
SKULL_GOLD = 20
SKULL_XP = -2
MAP_GOLD = 5
MAP_XP = 2
MIMIC_XP = 2
MIMIC_HEALTH = 2

SPECIALISTS: tuple[str, ...] = ("miner", "soothsayer", "archaeologist", "impostor")
SPECIALIST_COST: tuple[int, ...] = (5, 3, 2)  # the impostor costs what it copies and IMPOSTOR_EXTRA
IMPOSTOR_EXTRA = 2
MINER_CARDS = 2
SURVEY_LOOKS = 3
SOOTHSAYER_LOOKS = 3
ARCHAEOLOGIST_LOOKS = 5

SWORD_COST = 3
CURE_COST = 2
RECRUIT_COST = 5
TAVERN_GOLD = 1
TURN_UP_GOLD = 2  # for a rockfall or monster turned up by a survey
DESTROY_GOLD = 2  # a face-up rockfall on top of a pile
GOLD_PER_XP = 5  # at the bank and at the end
TOKEN_COST = 5
TOKEN_XP = 2
TOKENS_PER_PLAYER = 3
SWORD_FACES = 4
HOSPITAL_FACES = 2
MAX_ITEM = 9  # the largest XP that an item may have

MIMIC_FAIL = ("reshuffle", "removed")
IMPOSTOR = ("held_by_other", "any")
SURVEY_BLOCKED_BY = ("any", "rockfall")
MAP_CHOICE = ("at_once", "end_of_day")
MINER_ON_MONSTER = ("illegal", "wasted")
TIE = ("xp", "shared")
OPTIONS = (
    "players",
    "mimic_fail",
    "impostor",
    "survey_blocked_by",
    "map_choice",
    "miner_on_monster",
    "miner_may_stop",
    "tie",
    "max_rounds",
    "gallery",
    "piles",
    "treasures",
    "adventurers",
    "gold",
)

# Readings of the rules as sets of options; a position's rules name one and override what differs.
PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "print": {},
    "bga": {
        "mimic_fail": "removed",
        "impostor": "any",
        "survey_blocked_by": "rockfall",
        "map_choice": "end_of_day",
        "miner_on_monster": "wasted",
    },
}


def validated(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, defaults filled in. Raises OptionError, naming the option, for anything else."""
    no_others("takara_island", given, OPTIONS)
    piles = whole_number("piles", given.get("piles", MAX_PILES), 2, MAX_PILES)
    options: dict[str, Any] = {
        "players": whole_number("players", given.get("players", 2), 2, 4),
        "mimic_fail": one_of("mimic_fail", given.get("mimic_fail", "reshuffle"), MIMIC_FAIL),
        "impostor": one_of("impostor", given.get("impostor", "held_by_other"), IMPOSTOR),
        "survey_blocked_by": one_of("survey_blocked_by", given.get("survey_blocked_by", "any"), SURVEY_BLOCKED_BY),
        "map_choice": one_of("map_choice", given.get("map_choice", "at_once"), MAP_CHOICE),
        "miner_on_monster": one_of("miner_on_monster", given.get("miner_on_monster", "illegal"), MINER_ON_MONSTER),
        "miner_may_stop": flag("miner_may_stop", given.get("miner_may_stop", False)),
        "tie": one_of("tie", given.get("tie", "xp"), TIE),
        "max_rounds": whole_number("max_rounds", given.get("max_rounds", 100), 1, 1000),
        "gallery": _gallery(given.get("gallery", "standard"), piles),
        "piles": piles,
        "treasures": _treasures(given.get("treasures", "standard")),
        "adventurers": whole_number("adventurers", given.get("adventurers", 2), 1, 3),
        "gold": whole_number("gold", given.get("gold", 0), 0, 100),
    }
    if options["gallery"] == "standard" and piles != MAX_PILES:
        raise OptionError("piles", piles, f"{MAX_PILES} with the standard gallery")
    chests = sum(level[CHEST] for level in gallery_counts(options))
    if sum(treasure_counts(options)[:-1]) < chests:
        raise OptionError("treasures", options["treasures"], f"at least {chests} besides mimics, one a chest")
    return options


def reduced(options: Mapping[str, Any]) -> dict[str, Any]:
    """The same rules for two players on so few components that all histories can be listed."""
    shallow, middle, deep = [0] * len(CARDS), [0] * len(CARDS), [0] * len(CARDS)
    shallow[ROCKFALL] = shallow[CHEST] = 1
    deep[STONE] = NUM_STONES
    deep[CARDS.index("bat_a")] = deep[CARDS.index("xp_4_hospital")] = 1
    return {
        **options,
        "players": 2,
        "max_rounds": 1,
        "gallery": (tuple(shallow), tuple(middle), tuple(deep)),
        "piles": 2,
        "treasures": (0, 0, 0, 0, 1, 1),
        "adventurers": 1,
        "gold": 4,  # the impostor's cheapest hire
    }


def gallery_counts(options: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Copies of each card by level, under validated options."""
    gallery: tuple[tuple[int, ...], ...] = STANDARD_GALLERY if options["gallery"] == "standard" else options["gallery"]
    return gallery


def treasure_counts(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Copies of each treasure, under validated options."""
    counts: tuple[int, ...] = STANDARD_TREASURES if options["treasures"] == "standard" else options["treasures"]
    return counts


def depths(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Cards of each level in a pile at set-up, under validated options."""
    return tuple(sum(level) // options["piles"] for level in gallery_counts(options))


def _gallery(value: object, piles: int) -> str | tuple[tuple[int, ...], ...]:
    if isinstance(value, str):
        return one_of("gallery", value, ("standard",))
    if not isinstance(value, (tuple, list)) or len(value) != len(LEVELS):
        raise OptionError("gallery", value, f"'standard' or copies of cards for {len(LEVELS)} levels: {', '.join(LEVELS)}")
    gallery = tuple(_level(f"gallery[{i}]", counts, piles) for i, counts in enumerate(value))
    stones = [level[STONE] for level in gallery]
    if stones != [0, 0, NUM_STONES]:
        raise OptionError("gallery", stones, f"{NUM_STONES} stones, both in the deep level")
    if gallery[DEEP][ROCKFALL]:
        raise OptionError(f"gallery[{DEEP}]", gallery[DEEP], "no rockfall in the deep level")
    return gallery


def _level(field: str, counts: object, piles: int) -> tuple[int, ...]:
    if not isinstance(counts, (tuple, list)) or len(counts) != len(CARDS):
        raise OptionError(field, counts, f"copies of {len(CARDS)} cards: {', '.join(CARDS)}")
    level = tuple(whole_number(f"{field}[{i}]", copies, 0, MAX_PILES * MAX_DEPTH) for i, copies in enumerate(counts))
    if sum(level) % piles or sum(level) > piles * MAX_DEPTH:
        raise OptionError(field, sum(level), f"a multiple of {piles} cards (piles) up to {piles * MAX_DEPTH}")
    return level


def _treasures(value: object) -> str | tuple[int, ...]:
    if isinstance(value, str):
        return one_of("treasures", value, ("standard",))
    if not isinstance(value, (tuple, list)) or len(value) != len(TREASURES):
        raise OptionError("treasures", value, f"'standard' or copies of {len(TREASURES)} treasures: {', '.join(TREASURES)}")
    return tuple(whole_number(f"treasures[{i}]", copies, 0, 20) for i, copies in enumerate(value))
