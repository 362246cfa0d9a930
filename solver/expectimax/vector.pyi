from typing import Any

from orienteer.expectimax.components import Components
from orienteer.expectimax.graph import Graph, Monitor

def solve_vector(
    graph: Graph, components: Components, monitor: Monitor, low: float, high: float, mix: bool
) -> dict[str, Any]: ...

class VectorSolver:
    def __init__(self, graph: Graph, components: Components, monitor: Monitor, low: float, high: float, mix: bool) -> None: ...
