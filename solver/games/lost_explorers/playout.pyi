from typing import final

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.rng import RandomStream
from orienteer.mcts.playout import Playout

@final
class LostExplorersPlayout(Playout):
    def __new__(cls, game: LostExplorers) -> LostExplorersPlayout: ...
    def choose(self, state: LostExplorersState, player: int, stream: RandomStream) -> int: ...

def light(game: LostExplorers) -> LostExplorersPlayout: ...
