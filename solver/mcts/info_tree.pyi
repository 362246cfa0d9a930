from typing import Self

from orienteer.core.state import Belief, State
from orienteer.mcts.info_pool import InfoPool
from orienteer.mcts.kernel import Kernel
from orienteer.mcts.playout import Playout

class InfoTree(Kernel):
    pool: InfoPool
    belief: Belief
    viewer: int
    one_tree: bool
    private_roots: bool
    def __new__(
        cls,
        belief: Belief,
        objective: int,
        horizon: int,
        selection: int,
        one_tree: bool,
        private_roots: bool,
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
    def key_at(self, seat: int, chain: list[int], world: State | None = None) -> int: ...
    def arms_at(self, seat: int, chain: list[int], world: State | None = None) -> list[tuple[int, int, int, float, float]]: ...
