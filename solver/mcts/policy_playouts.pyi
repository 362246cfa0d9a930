from typing import Self

from orienteer.core.state import State
from orienteer.mcts.kernel import Kernel
from orienteer.mcts.playout import Playout

class PolicyPlayouts(Kernel):
    def __new__(cls, root: State, objective: int, playout: Playout | None, seed: int, index: int) -> Self: ...
    def totals(self) -> tuple[int, list[float], list[float]]: ...
