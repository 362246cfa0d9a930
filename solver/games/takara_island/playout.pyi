from typing import final

from orienteer.core.rng import RandomStream
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.mcts.playout import Playout

@final
class TakaraIslandPlayout(Playout):
    def __new__(cls, game: TakaraIsland) -> TakaraIslandPlayout: ...
    def choose(self, state: TakaraIslandState, player: int, stream: RandomStream) -> int: ...

def light(game: TakaraIsland) -> TakaraIslandPlayout: ...
