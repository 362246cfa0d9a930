from typing import Self

from orienteer.mcts.fresh import FreshPlayouts
from orienteer.mcts.info_tree import InfoTree
from orienteer.mcts.result import Step

class FrozenInfoPolicy(FreshPlayouts):
    tree: InfoTree
    def __new__(cls, tree: InfoTree, weights: list[float], trust: int, seed: int, index: int, num_trees: int) -> Self: ...
    def ends_at_once(self, row: int) -> bool: ...
    def line(self, row: int, length: int = 24) -> tuple[Step, ...]: ...
