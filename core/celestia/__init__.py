"""Celestia: a journey through nine cities; leave the ship with a treasure, or trust its captain's hand."""

from orienteer.core.celestia.game import Celestia, CelestiaState

__all__ = ["Celestia", "CelestiaState"]
