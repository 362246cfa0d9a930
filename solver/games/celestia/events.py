"""Named events of Celestia: the captain's chances, what players hold, and what they draw.

Each event says what it assumes of choices to come; what others did until now is an assumption of the viewer's belief.
"""

from orienteer.games.celestia.captain_events import CaptainPasses, PassesAfterDetour, PassesAfterGust
from orienteer.games.celestia.card_events import CopiesHeld, DrawsCard, Holds
from orienteer.games.celestia.treasure_events import (
    DrawsAtLeast,
    DrawsTreasure,
    HasTarget,
    ReachesTarget,
    TotalPoints,
    TreasurePoints,
)

__all__ = [
    "CaptainPasses",
    "CopiesHeld",
    "DrawsAtLeast",
    "DrawsCard",
    "DrawsTreasure",
    "HasTarget",
    "Holds",
    "PassesAfterDetour",
    "PassesAfterGust",
    "ReachesTarget",
    "TotalPoints",
    "TreasurePoints",
]
