"""What the solver knows of single games: one package a game, its parts found by name and loaded when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from orienteer.core.errors import OptionError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pydantic import BaseModel

    from orienteer.core.state import Game, State

_PACKAGES: dict[str, str] = {
    "celestia": "orienteer.games.celestia",
    "incan_gold": "orienteer.games.incan_gold",
    "lost_explorers": "orienteer.games.lost_explorers",
    "takara_island": "orienteer.games.takara_island",
}


class PositionPart(Protocol):
    """What the submodule `position` of a game's package holds; errors are PositionErrors that begin with the field."""

    PRESETS: Mapping[str, Mapping[str, Any]]
    NULLS: frozenset[str]  # options for which null is a value; for others it is as good as left out
    LOG_COUNTS: bool  # whether what a viewer noticed earlier tells him more than the state, in a game that hides something
    FILE_OPTIONS: Mapping[str, str]  # options that may name a file, with what they may name without one
    DOCUMENT: type[BaseModel]  # a position; a subclass of positions.models.PositionDocument
    RECORD: type[BaseModel]  # a record; a subclass of positions.models.RecordDocument

    def read_state(
        self, table: Any, game: Game, viewer: int | None, names: tuple[str | None, ...]
    ) -> tuple[State, list[str], list[str]]:
        """The state that the document's `state` describes, as `viewer` (None: one who sees everything) knows it, what was
        derived and what was assumed."""

    def write_state(self, state: State, names: tuple[str | None, ...]) -> dict[str, Any]:
        """The document's `state`, with everything that could be derived written out."""

    def read_event(self, event: Any, state: State, names: tuple[str | None, ...], field: str) -> Any:
        """The observation that State.observe takes, of an event as words; `field` is the event's path in messages."""

    def write_event(self, observation: Any, names: tuple[str | None, ...]) -> dict[str, Any]:
        """An observation as State.observation gives it, as words."""

    def smallest_state(self, game: Game) -> dict[str, Any]:
        """The start of the game with all left out that may be."""


def refuse_files(name: str, options: Mapping[str, Any], field: str) -> None:
    """Raises OptionError for an option of the game `name` that names a file; `field` is the path of the options.

    For hosts that work for strangers: what an option may name is then only what ships with the game.
    """
    if name not in registered_packages("position"):
        return
    part: PositionPart = game_part(name, "position")
    for option, shipped in part.FILE_OPTIONS.items():
        if options.get(option, shipped) != shipped:
            raise OptionError(f"{field}.{option}", options[option], f"{shipped!r}: files are not read here")


def registered_packages(part: str = "") -> tuple[str, ...]:
    """Names of the games that have a package here, or of those whose package has this part."""
    return tuple(sorted(name for name, package in _PACKAGES.items() if not part or find_spec(f"{package}.{part}")))


def register_package(name: str, package: str) -> None:
    """Make `package` the home of game `name`. Raises OptionError when the name is taken."""
    if _PACKAGES.get(name, package) != package:
        raise OptionError("name", name, f"a name not in use: {', '.join(registered_packages())} are")
    _PACKAGES[name] = package


def game_part(name: str, part: str) -> Any:
    """Submodule `part` of a game's package: "position", "events", "policies", "moves", "exact", "equilibria", "playout",
    "valuation", "knowledge", "chance", "features", "hints" or "terminal".

    Raises OptionError where the game has no such part.
    """
    if name not in registered_packages(part):
        raise OptionError("game", name, f"{', '.join(registered_packages(part)) or 'none'} ({part})")
    return import_module(f"{_PACKAGES[name]}.{part}")


def optional_part(name: str, part: str) -> Any | None:
    """Submodule `part` of a game's package, or None where the game has no such part."""
    return _submodule(_PACKAGES[name], part) if name in _PACKAGES else None


def package_file(name: str, file: str) -> Traversable | None:
    """A data file of a game's package, or None where the game has none of this name."""
    if name not in _PACKAGES:
        return None
    found = files(_PACKAGES[name]).joinpath(file)
    return found if found.is_file() else None


@cache
def _submodule(package: str, part: str) -> Any | None:
    """Looked for once: finding out that there is none means going through all folders that modules may be in."""
    return import_module(f"{package}.{part}") if find_spec(f"{package}.{part}") else None
