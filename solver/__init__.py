"""Orienteer: best moves, exact odds and game-tree search for board games of expedition and nerve.

>>> import orienteer
>>> position = orienteer.Position.from_dict(orienteer.template("incan_gold", players=1))
>>> orienteer.evaluate(position, method="exact", horizon="round").exact
True
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orienteer.agents import Agent, Hint, Host, Level, Seat, hint, levels, parse_agent
    from orienteer.api import analysis, best_move, distribution, evaluate, odds, solve, tree, turns
    from orienteer.arena import Contest, ContestResults, SequentialTest, play_contest
    from orienteer.background import Analysis
    from orienteer.core.errors import (
        IllegalActionError,
        OptionError,
        OrienteerError,
        PositionError,
        StoppedError,
        TooLargeError,
    )
    from orienteer.core.registry import load_game, registered_games
    from orienteer.distributions import Distribution
    from orienteer.equilibrium import Equilibrium
    from orienteer.evaluation import Evaluation, Move, MoveEvaluation
    from orienteer.events import Odds
    from orienteer.limits import Limits
    from orienteer.plans import TurnBranch, TurnStep
    from orienteer.policies import parse_policy
    from orienteer.positions import Position, explain, position_schema, template
    from orienteer.records import Record
    from orienteer.reviews import Review, review
    from orienteer.whole_turns import TurnPlan, TurnPlans

# Public names by the module that defines them. Modules load when a name is first used, so `import orienteer` stays light.
_MODULES = {
    "orienteer.agents": ("Agent", "Hint", "Host", "Level", "Seat", "hint", "levels", "parse_agent"),
    "orienteer.arena": ("Contest", "ContestResults", "SequentialTest", "play_contest"),
    "orienteer.background": ("Analysis",),
    "orienteer.api": ("analysis", "best_move", "distribution", "evaluate", "odds", "solve", "tree", "turns"),
    "orienteer.core.errors": (
        "IllegalActionError",
        "OptionError",
        "OrienteerError",
        "PositionError",
        "StoppedError",
        "TooLargeError",
    ),
    "orienteer.core.registry": ("load_game", "registered_games"),
    "orienteer.distributions": ("Distribution",),
    "orienteer.equilibrium": ("Equilibrium",),
    "orienteer.evaluation": ("Evaluation", "Move", "MoveEvaluation"),
    "orienteer.limits": ("Limits",),
    "orienteer.events": ("Odds",),
    "orienteer.policies": ("parse_policy",),
    "orienteer.positions": ("Position", "explain", "position_schema", "template"),
    "orienteer.plans": ("TurnBranch", "TurnStep"),
    "orienteer.records": ("Record",),
    "orienteer.reviews": ("Review", "review"),
    "orienteer.whole_turns": ("TurnPlan", "TurnPlans"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Agent",
    "Analysis",
    "Contest",
    "ContestResults",
    "Distribution",
    "Equilibrium",
    "Evaluation",
    "Hint",
    "Host",
    "IllegalActionError",
    "Level",
    "Limits",
    "Move",
    "MoveEvaluation",
    "Odds",
    "OptionError",
    "OrienteerError",
    "Position",
    "PositionError",
    "Record",
    "Review",
    "Seat",
    "SequentialTest",
    "StoppedError",
    "TooLargeError",
    "TurnBranch",
    "TurnPlan",
    "TurnPlans",
    "TurnStep",
    "analysis",
    "best_move",
    "distribution",
    "evaluate",
    "explain",
    "hint",
    "levels",
    "load_game",
    "odds",
    "parse_agent",
    "parse_policy",
    "play_contest",
    "position_schema",
    "registered_games",
    "review",
    "solve",
    "template",
    "tree",
    "turns",
]

try:
    __version__ = version("orienteer")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'orienteer' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value  # a submodule of the same name ("analysis", "odds") must not take the name back
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
