"""Agents: players that follow a game from one seat; see seat.py for the protocol."""

from orienteer.agents.host import Host
from orienteer.agents.kinds import AgentKind
from orienteer.agents.levels import LEVEL_NAMES, Level, Strength, levels
from orienteer.agents.reading import agent_types, parse_agent
from orienteer.agents.seat import Agent, Report, Seat

__all__ = [
    "LEVEL_NAMES",
    "Agent",
    "AgentKind",
    "Host",
    "Level",
    "Report",
    "Seat",
    "Strength",
    "agent_types",
    "levels",
    "parse_agent",
]
