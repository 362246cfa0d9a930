"""Named events of Takara Island: what lies in the piles, how actions come out, what a look is worth, and how the game ends.

Each event says what it assumes of choices to come. What lies face down follows from what the viewer sees and remembers alone.
"""

from orienteer.games.takara_island.action_events import (
    ChestGives,
    MinerCards,
    MinerStone,
    MinerXp,
    SurveyGold,
    SurveyLooks,
    SurveyRockfall,
    WinFight,
)
from orienteer.games.takara_island.end_events import EverybodyLoses, FinalTotal
from orienteer.games.takara_island.look_events import PeekValue
from orienteer.games.takara_island.pile_events import (
    BothStones,
    CardAt,
    DiggingLoses,
    InjuryWhenDigging,
    NextCard,
    StoneAt,
    StoneInPile,
    Stones,
)

__all__ = [
    "BothStones",
    "CardAt",
    "ChestGives",
    "DiggingLoses",
    "EverybodyLoses",
    "FinalTotal",
    "InjuryWhenDigging",
    "MinerCards",
    "MinerStone",
    "MinerXp",
    "NextCard",
    "PeekValue",
    "StoneAt",
    "StoneInPile",
    "Stones",
    "SurveyGold",
    "SurveyLooks",
    "SurveyRockfall",
    "WinFight",
]
