from typing import Self

class NodePool:
    num_players: int
    max_nodes: int
    max_bytes: int
    num_bytes: int
    full: bool
    def __new__(cls, num_players: int, max_nodes: int, max_bytes: int) -> Self: ...
    @property
    def num_nodes(self) -> int: ...
