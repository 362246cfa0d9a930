"""Named levels of play: for each game five agents in ascending order, with the strength that was measured.

A game's levels are in its package, `levels.toml` by hand and `level_strength.json` as `benchmarks/full/levels.py` writes it;
other games have the common ones beside this module, which are not measured.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError
from orienteer.core.options import one_of
from orienteer.core.registry import registered_games
from orienteer.games import registry

if TYPE_CHECKING:
    from orienteer.agents.seat import Agent, Seat
    from orienteer.core.state import Game, View

LEVEL_NAMES = ("beginner", "casual", "skilled", "strong", "strongest")
LANGUAGES = ("en", "ja")


@dataclass(frozen=True)
class Strength:
    """What a match has shown: one seat of a level, each seat in turn, against copies of another agent.

    Attributes:
        players: at the table. games: played.
        against: the others: "random", or the level below.
        share: of the wins, a shared one counted in part; `interval` is 95 %, by deals. `fair` is that of equals.
    """

    players: int
    games: int
    against: str
    share: float
    interval: tuple[float, float]

    @property
    def fair(self) -> float:
        return 1 / self.players

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "interval": list(self.interval), "fair": self.fair}


@dataclass(frozen=True)
class Level:
    """An agent with a name that says how well it plays a game, against the game's other levels.

    Attributes:
        game: its name. agent: the text of the agent behind the level.
        descriptions: a phrase by language. strength: measured, or empty.
    """

    game: str
    name: str
    agent: str
    descriptions: Mapping[str, str]
    strength: tuple[Strength, ...] = ()

    @property
    def description(self) -> str:
        return self.descriptions["en"]

    def check(self, game: Game) -> None:
        """Raise OptionError where the level is one of another game."""
        one_of("game", game.name, (self.game,))
        self._behind(game).check(game)  # type: ignore[attr-defined]

    def seat(self, view: View, seed: int = 0) -> Seat:
        """The agent's seat; see `Agent.seat`."""
        return self._behind(view.mask.game).seat(view, seed)

    def _behind(self, game: Game) -> Agent:
        from orienteer.agents.reading import parse_agent

        return parse_agent(game, self.agent)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "name": self.name,
            "agent": self.agent,
            "descriptions": dict(self.descriptions),
            "strength": [found.to_dict() for found in self.strength],
        }

    def __hash__(self) -> int:
        return hash((self.game, self.name, self.agent))


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a registered game, ascending. Raises OptionError for a game that there is not."""
    return levels_of(one_of("game", game, registered_games()))


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The same for a game of any name."""
    measured = registry.package_file(game, "level_strength.json")
    rows = [] if measured is None else json.loads(measured.read_text(encoding="utf-8"))
    return read_levels(game, recipes_of(game), rows)


def recipes_of(game: str) -> dict[str, Any]:
    """What the game's file says of its levels, or the common one."""
    path = registry.package_file(game, "levels.toml") or files("orienteer.agents").joinpath("levels.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_levels(game: str, recipes: Mapping[str, Any], measured: list[Mapping[str, Any]]) -> tuple[Level, ...]:
    """Levels from plain values. Raises OptionError, naming the field, for what is not as the files are to be."""
    if list(recipes) != list(LEVEL_NAMES):
        raise OptionError("levels", list(recipes), ", ".join(LEVEL_NAMES))
    found = []
    for name, recipe in recipes.items():
        if set(recipe) != {"agent", *LANGUAGES} or not all(isinstance(text, str) and text for text in recipe.values()):
            raise OptionError(name, dict(recipe), f"texts: agent, {', '.join(LANGUAGES)}")
        strength = tuple(_strength(row, recipe["agent"]) for row in measured if row.get("level") == name)
        found.append(Level(game, name, recipe["agent"], {code: recipe[code] for code in LANGUAGES}, strength))
    return tuple(found)


def _strength(row: Mapping[str, Any], agent: str) -> Strength:
    keys = {item.name for item in fields(Strength)}
    if set(row) != {"level", "agent", *keys}:
        raise OptionError("level_strength", dict(row), f"level, agent, {', '.join(sorted(keys))}")
    if row["agent"] != agent:
        raise OptionError(f"level_strength of {row['level']}", row["agent"], f"{agent}, as levels.toml says; measure it again")
    low, high = row["interval"]
    if not 0 <= low <= row["share"] <= high <= 1 or row["games"] < 1 or row["players"] < 1:
        raise OptionError(f"level_strength of {row['level']}", dict(row), "shares within their interval, from 0 to 1")
    return Strength(row["players"], row["games"], row["against"], row["share"], (low, high))
