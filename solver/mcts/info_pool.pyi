from typing import Self

from orienteer.mcts.arena import Arena

class InfoPool(Arena):
    def __new__(cls, max_nodes: int, max_bytes: int) -> Self: ...
