from collections.abc import Sequence
from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from orienteer.games.incan_gold.cave_rules import ArtifactStates

NEVER: Final[int]

@final
class Treasures:
    values: tuple[int, ...]
    counts: tuple[int, ...]
    def __new__(cls, values: tuple[int, ...], counts: tuple[int, ...], max_states: int) -> Self: ...
    @property
    def size(self) -> int: ...
    def index(self, left: Sequence[int]) -> int: ...
    def shown_total(self, index: int) -> int: ...

@final
class Round:
    treasures: Treasures
    classes: tuple[int, int, int]
    states: ArtifactStates
    def __new__(cls, treasures: Treasures, classes: tuple[int, int, int], states: ArtifactStates) -> Self: ...
    @property
    def num_hazards(self) -> int: ...
    @property
    def num_states(self) -> int: ...
    def hazard(self, shown: tuple[int, int, int]) -> int: ...
    def lethal(self, h: int) -> tuple[int, int, int]: ...

@final
class StopTable:
    round: Round
    def solve(
        self,
        round: Round,
        leave: NDArray[np.float64],
        bust: NDArray[np.float64],
        stop_at: NDArray[np.intc],
        choose: bool = True,
    ) -> None: ...
    def value(self, s: int, h: int, i: int) -> float: ...
    def card_value(self, s: int, h: int, i: int) -> float: ...
