from typing_extensions import disjoint_base

from orienteer.core.state import Game, State

@disjoint_base
class Pig(Game):
    def __init__(self, *, players: int = 2, target: int = 100) -> None: ...
    @property
    def target(self) -> int: ...

@disjoint_base
class PigState(State): ...
