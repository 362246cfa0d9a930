from typing_extensions import disjoint_base

from orienteer.core.state import Belief, Game, State

class KuhnPoker(Game):
    def __init__(self) -> None: ...

@disjoint_base
class KuhnPokerState(State): ...

@disjoint_base
class KuhnPokerBelief(Belief):
    def __init__(self, mask: State, viewer: int) -> None: ...
