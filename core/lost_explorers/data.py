"""Lost Explorers' locations and tokens, read from a TOML file: the one shipped here, or one that takes its place.

The file's format, with every check: docs/rules/lost_explorers.md. Validation (table_file.py) is imported when a table is read.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from orienteer.core.errors import OptionError

SHIPPED = "shipped"
SHIPPED_FILE = Path(__file__).with_name("shipped.toml")
MAX_BYTES = 200_000


@dataclass(frozen=True)
class Location:
    """A place of the map; `needs` counts red, yellow, blue and green vehicles."""

    id: str
    name: str
    needs: tuple[int, int, int, int]
    markable: bool


@dataclass(frozen=True)
class Token:
    """A vehicle of `colour` (0 red, 1 yellow, 2 blue, 3 green) on one side, a mission to `locations` on the other."""

    name: str
    colour: int
    main: bool
    locations: tuple[int, ...]


@dataclass(frozen=True)
class Tables:
    """A validated file: `tokens` are the 64 main ones in file order, then the 16 start ones in file order."""

    locations: tuple[Location, ...]
    tokens: tuple[Token, ...]
    warnings: tuple[str, ...]


def load_tables(data: str, colour_link: str) -> Tables:
    """The tables of "shipped" or of a TOML file, whose path is relative to the working directory.

    `colour_link`: "every" location of a token needs the token's colour, or at least "one" does. Raises OptionError for a file
    that cannot be read or that breaks a rule; the message begins with the path of the entry. A file is read again once it has
    changed.
    """
    if not isinstance(data, str):
        raise OptionError("data", data, f"{SHIPPED!r} or the path of a TOML file")
    path = str(SHIPPED_FILE) if data == SHIPPED else os.path.abspath(data)
    try:
        stamp = os.stat(path)
        return _read(path, (stamp.st_mtime_ns, stamp.st_size, stamp.st_ino), colour_link)
    except OptionError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise OptionError("data", data, f"{SHIPPED!r} or the path of a TOML file ({reason})") from None


@lru_cache(maxsize=16)
def _read(path: str, stamp: tuple[int, int, int], colour_link: str) -> Tables:
    from orienteer.core.lost_explorers.table_file import validated

    with open(path, "rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"at most {MAX_BYTES} bytes")
    return validated(tomllib.loads(content.decode()), colour_link)
