from typing import Self

class Arena:
    max_nodes: int
    max_bytes: int
    num_bytes: int
    full: bool
    def __new__(cls, max_nodes: int, max_bytes: int, *more: int) -> Self: ...
    @property
    def num_nodes(self) -> int: ...
