"""Incan Gold (Diamant): stay in the temple or leave with what you hold."""

from orienteer.core.incan_gold.game import IncanGold, IncanGoldState

__all__ = ["IncanGold", "IncanGoldState"]
