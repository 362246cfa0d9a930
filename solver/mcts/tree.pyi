from typing import Self

from orienteer.core.state import State
from orienteer.mcts.kernel import Kernel
from orienteer.mcts.playout import Playout
from orienteer.mcts.pool import NodePool

class Tree(Kernel):
    pool: NodePool
    def __new__(
        cls,
        root: State,
        objective: int,
        horizon: int,
        selection: int,
        exploration: float,
        gamma: float,
        seed: int,
        index: int,
        max_nodes: int,
        max_bytes: int,
        allowed: dict[int, set[int]] | None = None,
        playout: Playout | None = None,
    ) -> Self: ...
    @property
    def root_player(self) -> int: ...
    @property
    def mixed(self) -> bool: ...
    def root_rows(self) -> list[tuple[int, int, int, float, list[float]]]: ...
    def root_bounds(self) -> list[list[tuple[float, float]]] | None: ...
    def set_arms(self, rows: list[int]) -> None: ...
