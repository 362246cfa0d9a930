from typing import Self, final

from orienteer.core.state import Game
from orienteer.mcts.playout import Playout

@final
class Mast(Playout):
    def __new__(cls, game: Game, base: Playout) -> Self: ...
    def learnt(self) -> dict[tuple[int, int], tuple[int, float]]: ...
