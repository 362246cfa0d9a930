from typing import Any, Final

from typing_extensions import disjoint_base

from orienteer.core.lost_explorers.game import LostExplorers, LostExplorersState
from orienteer.core.rng import RandomStream

LAWS: Final[tuple[str, ...]]
ENDINGS: Final[tuple[str, ...]]
EVENTS: Final[tuple[str, ...]]

@disjoint_base
class Audit:
    def __init__(self, start: LostExplorersState) -> None: ...
    def enter(self, before: LostExplorersState, action: int, after: LostExplorersState) -> None: ...

def play_audited(game: LostExplorers, count: int, stream: RandomStream) -> dict[str, Any]: ...
