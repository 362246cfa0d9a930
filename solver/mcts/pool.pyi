from typing import Self

from orienteer.mcts.arena import Arena

class NodePool(Arena):
    num_players: int
    def __new__(cls, max_nodes: int, max_bytes: int, num_players: int) -> Self: ...
