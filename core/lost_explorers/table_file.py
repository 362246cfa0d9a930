"""The form of a table file (pydantic models) and what has to hold in it; see data.py."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers.data import Location, Tables, Token

COLOURS = ("red", "yellow", "blue", "green")
MAIN_TOKENS = 64
START_TOKENS = 16
START_PER_COLOUR = START_TOKENS // len(COLOURS)
MAIN_PER_COLOUR = MAIN_TOKENS // len(COLOURS)
MAX_LOCATIONS = 24
MARKABLE = 4
MISSION_SIZES = (2, 3)
NEEDED_VEHICLES = (2, 3)
ID = re.compile(r"[A-Za-z0-9_]{1,12}")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Needs(_Strict):
    """Vehicles that a location needs, in the order of COLOURS."""

    red: Annotated[int, Field(ge=0)] = 0
    yellow: Annotated[int, Field(ge=0)] = 0
    blue: Annotated[int, Field(ge=0)] = 0
    green: Annotated[int, Field(ge=0)] = 0

    def counts(self) -> tuple[int, int, int, int]:
        return self.red, self.yellow, self.blue, self.green


class LocationEntry(_Strict):
    """One [[locations]]."""

    id: str
    name: str
    needs: Needs
    markable: bool = False


class TokenEntry(_Strict):
    """One [[tokens]]; `set` is the heap that the token lies in before the game."""

    colour: Literal["red", "yellow", "blue", "green"]
    set: Literal["main", "start"]
    locations: list[str]


class TableFile(_Strict):
    """A whole file."""

    locations: list[LocationEntry]
    tokens: list[TokenEntry]


def validated(content: dict[str, Any], colour_link: str) -> Tables:
    """The tables of a parsed file. Raises OptionError, the path of the wrong entry first."""
    try:
        file = TableFile.model_validate(content)
    except ValidationError as error:
        raise _form_error(error) from None
    locations = _locations(file)
    tokens = _tokens(file, locations, colour_link)
    return Tables(locations, tokens, tuple(_warnings(locations, tokens)))


def _wrong(path: str, value: object, allowed: str) -> OptionError:
    return OptionError(f"data: {path}", value, allowed)


def _form_error(error: ValidationError) -> OptionError:
    """The first thing that the models refuse, in the words of this module."""
    first = error.errors(include_url=False)[0]
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).removeprefix(".")
    if first["type"] == "missing":
        return _wrong(path, None, "a value, it is missing")
    if first["type"] == "extra_forbidden":
        return _wrong(path, first["input"], "no such field")
    return _wrong(path, first["input"], first["msg"].removeprefix("Input should be "))


def _locations(file: TableFile) -> tuple[Location, ...]:
    seen: dict[str, int] = {}
    for i, entry in enumerate(file.locations):
        path = f"locations[{i}]"
        if not ID.fullmatch(entry.id):
            raise _wrong(f"{path}.id", entry.id, "1 to 12 letters, digits and underscores")
        if entry.id in seen:
            raise _wrong(f"{path}.id", entry.id, f"an id of its own, locations[{seen[entry.id]}] has this one")
        if not entry.name.isprintable() or not 1 <= len(entry.name) <= 60:
            raise _wrong(f"{path}.name", entry.name, "1 to 60 printable characters")
        if sum(entry.needs.counts()) not in NEEDED_VEHICLES:
            raise _wrong(f"{path}.needs", entry.needs.model_dump(exclude_unset=True), "2 or 3 vehicles together")
        seen[entry.id] = i
    if len(file.locations) > MAX_LOCATIONS:
        raise _wrong("locations", len(file.locations), f"at most {MAX_LOCATIONS} entries")
    markable = [entry.id for entry in file.locations if entry.markable]
    if len(markable) != MARKABLE:
        raise _wrong("locations", markable, f"exactly {MARKABLE} that are markable")
    return tuple(Location(entry.id, entry.name, entry.needs.counts(), entry.markable) for entry in file.locations)


def _tokens(file: TableFile, locations: tuple[Location, ...], colour_link: str) -> tuple[Token, ...]:
    index = {location.id: i for i, location in enumerate(locations)}
    seen: dict[tuple[int, ...], int] = {}
    tokens = []
    for i, entry in enumerate(file.tokens):
        path = f"tokens[{i}].locations"
        colour = COLOURS.index(entry.colour)
        places = _mission(path, entry, index)
        linked = [locations[place].needs[colour] > 0 for place in places]
        if colour_link == "every" and not all(linked):
            place = entry.locations.index(locations[places[linked.index(False)]].id)
            raise _wrong(f"{path}[{place}]", entry.locations[place], f"a location that needs {entry.colour}")
        if not any(linked):
            raise _wrong(path, entry.locations, f"at least one location that needs {entry.colour}")
        if places in seen:
            raise _wrong(path, entry.locations, f"a combination of its own, tokens[{seen[places]}] has this one")
        seen[places] = i
        name = "+".join(locations[place].id for place in places)
        tokens.append(Token(name, colour, entry.set == "main", places))
    return _counted(tokens)


def _mission(path: str, entry: TokenEntry, index: dict[str, int]) -> tuple[int, ...]:
    """Indexes of the locations that a token names, ascending."""
    for k, name in enumerate(entry.locations):
        if name not in index:
            raise _wrong(f"{path}[{k}]", name, ", ".join(index))
        if name in entry.locations[:k]:
            raise _wrong(f"{path}[{k}]", name, "locations that differ")
    if len(entry.locations) not in MISSION_SIZES:
        raise _wrong(path, entry.locations, "2 or 3 locations")
    return tuple(sorted(index[name] for name in entry.locations))


def _counted(tokens: list[Token]) -> tuple[Token, ...]:
    """Main tokens, then start tokens, if there are as many as there have to be."""
    main = [token for token in tokens if token.main]
    start = [token for token in tokens if not token.main]
    for name, found, due in (("main", len(main), MAIN_TOKENS), ("start", len(start), START_TOKENS)):
        if found != due:
            raise _wrong("tokens", f"{found} of the {name} set", str(due))
    for colour, found in enumerate(_by_colour(start)):
        if found != START_PER_COLOUR:
            raise _wrong("tokens", f"{found} {COLOURS[colour]} of the start set", f"{START_PER_COLOUR} of each colour")
    return tuple(main + start)


def _by_colour(tokens: list[Token]) -> list[int]:
    counts = Counter(token.colour for token in tokens)
    return [counts[colour] for colour in range(len(COLOURS))]


def _warnings(locations: tuple[Location, ...], tokens: tuple[Token, ...]) -> Iterator[str]:
    """What is allowed and yet looks like a slip; tokens are named as the game names them."""
    for colour, found in enumerate(_by_colour([token for token in tokens if token.main])):
        if found != MAIN_PER_COLOUR:
            yield f"tokens: {found} {COLOURS[colour]} of the main set, usual: {MAIN_PER_COLOUR}"
    used = {place for token in tokens for place in token.locations}
    for i, location in enumerate(locations):
        if i not in used:
            yield f"locations[{i}]: no token names {location.id}"
    for token in tokens:
        if all(locations[place].markable for place in token.locations):
            yield f"tokens: {token.name} names markable locations only; with all of them closed it is never completed"
