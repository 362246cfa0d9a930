from typing import final

from orienteer.expectimax.components import Components
from orienteer.expectimax.graph import Graph, Monitor

def solve_single(graph: Graph, components: Components, monitor: Monitor, low: float, high: float) -> tuple[float, int]: ...

@final
class SingleSolver:
    def __init__(self, graph: Graph, components: Components, monitor: Monitor, low: float, high: float) -> None: ...
