"""Agents: players that follow a game from one seat; see seat.py for the protocol."""

from orienteer.agents.host import Host
from orienteer.agents.kinds import AgentKind
from orienteer.agents.reading import agent_types, parse_agent
from orienteer.agents.seat import Agent, Report, Seat

__all__ = ["Agent", "AgentKind", "Host", "Report", "Seat", "agent_types", "parse_agent"]
