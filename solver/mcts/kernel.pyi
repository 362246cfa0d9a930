from orienteer.budget import Budget
from orienteer.core.state import State

class Kernel:
    root: State
    num_players: int
    objective: int
    horizon: int
    playout_turns: int
    iterations: int
    finished: bool
    playout_nodes: int
    @property
    def compiled(self) -> bool: ...
    def run(self, target: int, budget: Budget) -> None: ...
