from typing import final

from orienteer.mcts.tree import Tree

@final
class ProvingTree(Tree):
    def root_bounds(self) -> list[list[tuple[float, float]]]: ...
