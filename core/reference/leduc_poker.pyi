from typing_extensions import disjoint_base

from orienteer.core.state import Belief, Game, State

class LeducPoker(Game):
    def __init__(self) -> None: ...

@disjoint_base
class LeducPokerState(State): ...

@disjoint_base
class LeducPokerBelief(Belief):
    def __init__(self, mask: State, viewer: int) -> None: ...
