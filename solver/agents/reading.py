"""Agents from their texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import orienteer.agents.following
import orienteer.agents.searching  # noqa: F401  # both register their kinds
from orienteer.agents.kinds import AGENTS, AgentKind
from orienteer.agents.named_levels import LEVEL_NAMES, levels_of
from orienteer.core.errors import OptionError

if TYPE_CHECKING:
    from orienteer.agents.seat import Agent
    from orienteer.core.state import Game

FROM_FILES = ("strategy",)


def agent_types() -> dict[str, type[AgentKind]]:
    """Kinds of agents by name; each type's docstring and `usage()` describe it."""
    return AGENTS.types("")


def parse_agent(game: Game, text: str | Mapping[str, Any], *, files: bool = True) -> Agent:
    """The agent that a text names ("policy rule-bot cards=3", "mcts iterations=1500"), or a dict ({"type": "mcts",
    "iterations": 1500}), or a level of the game ("strong").

    `files`: whether kinds that read files are allowed. Raises OptionError, naming what is wrong and listing what is
    allowed, also where the agent cannot play this game.
    """
    if not isinstance(text, (str, Mapping)):
        raise OptionError("agent", text, "a text, or an object with a type")
    given = dict(text) if isinstance(text, Mapping) else _split(text)
    if given.get("type") in LEVEL_NAMES and len(given) == 1:
        return levels_of(game.name)[LEVEL_NAMES.index(given["type"])]
    if not files and given.get("type") in FROM_FILES:
        raise OptionError("agent", given["type"], "a kind that reads no files")
    if not isinstance(given.get("type"), str) or given["type"] not in agent_types():
        allowed = "; ".join([*LEVEL_NAMES, *(kind.usage() for kind in agent_types().values())])
        raise OptionError(f"agent of {game.name}", given.get("type"), allowed)
    agent = AGENTS.parse(game.name, given)
    if not files and isinstance(getattr(agent, "agent", None), str):
        parse_agent(game, agent.agent, files=False)  # type: ignore[attr-defined]
    agent.check(game)
    return agent


def _split(text: str) -> dict[str, Any]:
    """A text as the dict that says the same."""
    name, *words = text.split() or [""]
    kind = AGENTS.types("").get(name)
    given: dict[str, Any] = {"type": name}
    while words:
        key, equals, value = words[0].partition("=")
        if kind is not None and kind.tail and not equals:
            given[kind.tail] = " ".join(words)
            break
        if not equals or key in given:
            raise OptionError(f"agent {name}", words[0], "parameters as key=value, each once")
        given[key] = value
        words = words[1:]
    return given
