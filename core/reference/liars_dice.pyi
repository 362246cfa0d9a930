from typing import Any

from typing_extensions import disjoint_base

from orienteer.core.state import Belief, Game, State

WILD: tuple[str, ...]

class LiarsDice(Game):
    hands: tuple[tuple[int, ...], ...]
    def __init__(self, **given: Any) -> None: ...
    def reduced(self) -> LiarsDice: ...

@disjoint_base
class LiarsDiceState(State): ...

@disjoint_base
class LiarsDiceBelief(Belief):
    def __init__(self, mask: State, viewer: int) -> None: ...
