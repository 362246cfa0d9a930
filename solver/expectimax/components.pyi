from orienteer.expectimax.graph import Graph, Monitor

class Components:
    count: int
    num_bytes: int
    def __init__(self, graph: Graph, monitor: Monitor) -> None: ...
    def longest_play(self) -> int | None: ...
