from typing import final

from numpy import float64
from numpy.typing import NDArray

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.rng import RandomStream
from orienteer.mcts.playout import Playout

@final
class CelestiaPlayout(Playout):
    def __new__(cls, game: Celestia) -> CelestiaPlayout: ...
    def choose(self, state: CelestiaState, player: int, stream: RandomStream) -> int: ...

def light(game: Celestia) -> CelestiaPlayout: ...
def odds_of_covering(deck: tuple[int, ...]) -> dict[tuple[int, ...], NDArray[float64]]: ...
