from typing import Self

from orienteer.budget import Budget
from orienteer.core.state import State
from orienteer.mcts.pool import NodePool

class Tree:
    pool: NodePool
    root: State
    num_players: int
    objective: int
    horizon: int
    iterations: int
    playout_nodes: int
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
    ) -> Self: ...
    @property
    def root_player(self) -> int: ...
    @property
    def compiled(self) -> bool: ...
    def run(self, target: int, budget: Budget) -> None: ...
    def root_rows(self) -> list[tuple[int, int, int, float, list[float]]]: ...
