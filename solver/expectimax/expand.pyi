from typing import Any, final

from orienteer.core.state import State
from orienteer.expectimax.graph import Graph, Monitor

def expand(graph: Graph, root: State, monitor: Monitor, policies: list[Any]) -> None: ...
def policy_probabilities(policy: Any, state: State, seat: int, legal: list[int]) -> list[float]: ...

@final
class Layer:
    def __init__(self, example: State) -> None: ...

@final
class Expansion:
    def __init__(self, graph: Graph, root: State, monitor: Monitor, policies: list[Any]) -> None: ...
