from collections.abc import Callable, Sequence

from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.core.state import State
from orienteer.hash_table import HashTable

class Monitor:
    peak_bytes: int
    def __init__(self, budget: Budget, progress: Callable[[int], object] | None = None) -> None: ...
    def too_large(self, nodes: int, bytes: int, limit: str) -> TooLargeError: ...

class Graph:
    additive: bool
    num_values: int
    focus: int
    paired: bool
    constant: float
    depth: int
    has_lone_chance: bool
    leaf: Callable[[State], Sequence[float]] | None
    table: HashTable
    num_nodes: int
    num_edges: int
    num_terminal: int
    num_synthetic: int
    def __init__(
        self,
        root: State,
        objective: int,
        *,
        additive: bool,
        num_values: int,
        focus: int,
        paired: bool,
        segment_kind: int,
        depth: int,
        full_key: bool,
        leaf: Callable[[State], Sequence[float]] | None,
        prunes: bool,
    ) -> None: ...
    def drop_edges(self) -> None: ...
    def find(self, state: State, remaining: int | None = None) -> tuple[int, list[float]] | None: ...
    def is_leaf(self, state: State, remaining: int) -> bool: ...
    @property
    def num_stages(self) -> int: ...
    @property
    def num_bytes(self) -> int: ...
