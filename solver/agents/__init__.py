"""Agents: players that follow a game from one seat; see seat.py for the protocol."""

from orienteer.agents.hints import Hint, hint
from orienteer.agents.host import Host
from orienteer.agents.kinds import AgentKind
from orienteer.agents.named_levels import LEVEL_NAMES, Level, Strength, levels
from orienteer.agents.reading import agent_types, parse_agent
from orienteer.agents.seat import Agent, Report, Seat

__all__ = [
    "LEVEL_NAMES",
    "Agent",
    "AgentKind",
    "Hint",
    "Host",
    "Level",
    "Report",
    "Seat",
    "Strength",
    "agent_types",
    "hint",
    "levels",
    "parse_agent",
]
