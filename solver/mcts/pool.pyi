class NodePool:
    num_players: int
    max_nodes: int
    max_bytes: int
    num_bytes: int
    full: bool
    def __init__(self, num_players: int, max_nodes: int, max_bytes: int) -> None: ...
    @property
    def num_nodes(self) -> int: ...
