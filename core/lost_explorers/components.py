"""Lost Explorers' constants and options as data (rules: docs/rules/lost_explorers.md); tokens and map are in data.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers.data import Tables, load_tables
from orienteer.core.options import no_others, one_of, whole_number

COLOURS = ("red", "yellow", "blue", "green")
SIDES = ("left", "right")
KINDS = ("vehicle", "mission")
ENDINGS = (None, "clues", "rows_empty", "stall", "cap")

MAX_MEMBERS = 4  # the one that both leaders bring included
CLOSED_BY_PLAYERS = {2: 4, 3: 3, 4: 2}
FIRST_TURN_MEMBERS = (1, 2)  # by seat; later seats are not limited
RIGHT_COLOURS = ("red", "yellow")  # missions that move the right leader
CLUE_SPACES = (5, 9, 12, 14)
LAST_SPACE = 14
MEMBER_SPACE = 4  # both leaders at or beyond it bring one more member
CLUES_TO_WIN = 4
MOST_CLUES = 5  # three, then two at once

COLOUR_LINKS = ("every", "one")
FIRST_TURN_LIMITS = ("all", "equip_only")
ROWS_EMPTY = ("after_turn", "after_round")
BONUS = ("mandatory", "optional")
MISSION_DISCARD = ("after_bonus", "before_bonus")
OPTIONS = (
    "players",
    "data",
    "colour_link",
    "closed",
    "first_turn_limit",
    "rows_empty",
    "bonus",
    "mission_discard",
    "stall_rounds",
    "max_turns",
    "tokens",
    "members",
    "vehicles",
)
# Two missions of one open location each, one colour of start tokens, vehicles enough to explore and complete at once.
REDUCED: dict[str, Any] = {
    "players": 2,
    "tokens": ("R2+R3", "B2+B3", "B2+YB", "B2+RB"),
    "members": 1,
    "vehicles": 2,
    "max_turns": 3,
    "stall_rounds": 1,
}
PRESETS: dict[str, dict[str, Any]] = {"seed": {}}


def validated(given: Mapping[str, Any]) -> tuple[dict[str, Any], Tables]:
    """Every option with its value, defaults filled in, and the tables that `data` names.

    Raises OptionError, naming the option, for anything that the rules do not know.
    """
    no_others("lost_explorers", given, OPTIONS)
    colour_link = one_of("colour_link", given.get("colour_link", "every"), COLOUR_LINKS)
    data = given.get("data", "shipped")
    if not isinstance(data, str):
        raise OptionError("data", data, "'shipped' or the path of a file")
    tables = load_tables(data, colour_link)
    players = whole_number("players", given.get("players", 2), 2, 4)
    max_turns = given.get("max_turns", 400)
    options: dict[str, Any] = {
        "players": players,
        "data": data,
        "colour_link": colour_link,
        "closed": _closed(given.get("closed"), tables, players),
        "first_turn_limit": one_of("first_turn_limit", given.get("first_turn_limit", "all"), FIRST_TURN_LIMITS),
        "rows_empty": one_of("rows_empty", given.get("rows_empty", "after_turn"), ROWS_EMPTY),
        "bonus": one_of("bonus", given.get("bonus", "mandatory"), BONUS),
        "mission_discard": one_of("mission_discard", given.get("mission_discard", "after_bonus"), MISSION_DISCARD),
        "stall_rounds": whole_number("stall_rounds", given.get("stall_rounds", 2), 0, 20),
        "max_turns": max_turns if max_turns is None else whole_number("max_turns", max_turns, 1, 10_000),
        "tokens": _tokens(given.get("tokens", "all"), tables, players),
        "members": whole_number("members", given.get("members", 3), 1, MAX_MEMBERS - 1),
        "vehicles": whole_number("vehicles", given.get("vehicles", 0), 0, 3),
    }
    return options, tables


def tokens_in_play(options: Mapping[str, Any], tables: Tables) -> tuple[int, ...]:
    """Numbers of the tokens that are in the game, ascending."""
    names = options["tokens"]
    return tuple(i for i, token in enumerate(tables.tokens) if names == "all" or token.name in names)


def reduced(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a game for two that can be walked through whole."""
    return dict(options, **REDUCED, closed=None, data="shipped")


def _closed(value: object, tables: Tables, players: int) -> tuple[str, ...] | None:
    if value is None:
        return None
    count = CLOSED_BY_PLAYERS[players]
    ids = [place.id for place in tables.locations if place.markable]
    if (
        not isinstance(value, (tuple, list))
        or len(value) != count
        or any(value.count(name) != 1 or name not in ids for name in value)
    ):
        raise OptionError("closed", value, f"{count} of {', '.join(ids)} with {players} players, or none")
    return tuple(place.id for place in tables.locations if place.id in value)


def _tokens(value: object, tables: Tables, players: int) -> str | tuple[str, ...]:
    if value == "all":
        return "all"
    names = [token.name for token in tables.tokens]
    if not isinstance(value, (tuple, list)):
        raise OptionError("tokens", value, "'all' or names of tokens")
    for i, name in enumerate(value):
        if name not in names:
            raise OptionError(f"tokens[{i}]", name, "the name of a token of the data file, as R2+RB")
    if len(set(value)) != len(value):
        raise OptionError("tokens", value, "every token once")
    kept = [token for token in tables.tokens if token.name in value]
    if sum(token.main for token in kept) < 2:
        raise OptionError("tokens", value, "at least two main tokens, one a row")
    starts = [sum(token.colour == colour and not token.main for token in kept) for colour in range(len(COLOURS))]
    for colour, count in zip(COLOURS, starts, strict=True):
        if 0 < count < players:
            raise OptionError("tokens", value, f"start tokens of a colour for every player or for none; {colour} has {count}")
    if not any(starts):
        raise OptionError("tokens", value, "start tokens of at least one colour")
    return tuple(token.name for token in kept)
