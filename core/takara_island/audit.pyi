from typing import Any, Final

from typing_extensions import disjoint_base

from orienteer.core.rng import RandomStream
from orienteer.core.takara_island.game import TakaraIsland, TakaraIslandState

LAWS: Final[tuple[str, ...]]
ENDINGS: Final[tuple[str, ...]]

@disjoint_base
class Audit:
    def __init__(self, start: TakaraIslandState) -> None: ...
    def enter(self, before: TakaraIslandState, action: int, after: TakaraIslandState) -> None: ...

def play_audited(game: TakaraIsland, count: int, stream: RandomStream) -> dict[str, Any]: ...
