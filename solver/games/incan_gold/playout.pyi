from typing import final

from orienteer.core.incan_gold import IncanGold, IncanGoldState
from orienteer.core.rng import RandomStream
from orienteer.mcts.playout import Playout

@final
class LightPlayout(Playout):
    def __new__(cls, game: IncanGold) -> LightPlayout: ...
    def choose(self, state: IncanGoldState, player: int, stream: RandomStream) -> int: ...

def light(game: IncanGold) -> LightPlayout: ...
