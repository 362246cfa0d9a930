from collections.abc import Sequence
from typing import final

from orienteer.games.incan_gold.cave import Round, Treasures

@final
class RoundBounds:
    @property
    def players(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def __new__(
        cls,
        treasures: Treasures,
        round: Round,
        players: int,
        pocket: int,
        leftovers: int,
        worth: Sequence[int],
        max_states: int,
    ) -> RoundBounds: ...
