"""Named events of Lost Explorers: what a colour shows, what this turn can complete, and what comes of stated policies.

Each event says what it assumes of choices to come; those that depend on everybody's play need policies.
"""

from orienteer.games.lost_explorers.mission_events import (
    LocationClosed,
    MissionCompletable,
    MissionIs,
    MissionNames,
    MissionNeeds,
)
from orienteer.games.lost_explorers.play_events import EndsBy, FinishMission, FourthClue

__all__ = [
    "EndsBy",
    "FinishMission",
    "FourthClue",
    "LocationClosed",
    "MissionCompletable",
    "MissionIs",
    "MissionNames",
    "MissionNeeds",
]
