from typing import Final, final

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.lookahead.valuation import Valuation

FEATURES: Final[tuple[str, ...]]
REACHES: Final[tuple[float, float]]
WIN_WEIGHTS: Final[dict[int, tuple[float, ...]]]
POINTS_WEIGHTS: Final[dict[int, tuple[float, ...]]]

@final
class LostExplorersValuation(Valuation):
    def __new__(cls, game: LostExplorers) -> LostExplorersValuation: ...
    def features(self, state: LostExplorersState, seat: int) -> list[float]: ...
    def late(self, state: LostExplorersState) -> float: ...

def valuation(game: LostExplorers) -> LostExplorersValuation: ...
