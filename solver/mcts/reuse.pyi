from typing import Self, final

from orienteer.core.state import State
from orienteer.mcts.tree import Tree

@final
class Follower:
    tree: Tree
    def __new__(cls, tree: Tree) -> Self: ...
    def follow(self, state: State) -> bool: ...
    def carry(self, target: Tree) -> tuple[int, int]: ...
