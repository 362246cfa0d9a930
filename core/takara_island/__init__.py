"""Takara Island: teams of adventurers dig six galleries for two Stones of Legend."""

from orienteer.core.takara_island.game import TakaraIsland, TakaraIslandState

__all__ = ["TakaraIsland", "TakaraIslandState"]
