from collections.abc import Callable
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class DuelMatch:
    stop: Callable[[], bool] | None
    @property
    def rounds(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def num_solved(self) -> int: ...
    def __new__(
        cls,
        values: tuple[int, ...],
        counts: tuple[int, ...],
        rounds: int,
        decide_before_first_card: bool = ...,
        max_states: int = ...,
        stop: Callable[[], bool] | None = ...,
    ) -> DuelMatch: ...
    def win_share(self, round_index: int, classes: tuple[int, int, int], gap: int) -> float: ...
    def shares(self, round_index: int, classes: tuple[int, int, int]) -> NDArray[np.float64]: ...
    def learn(self, round_index: int, classes: tuple[int, int, int], shares: NDArray[np.float64]) -> None: ...
    def policy(self, round_index: int, classes: tuple[int, int, int], gap: int) -> tuple[float, NDArray[np.float64]]: ...
    def place(self, classes: tuple[int, int, int], shown: tuple[int, int, int], left: tuple[int, ...]) -> tuple[int, int]: ...
    def alone(
        self,
        round_index: int,
        classes: tuple[int, int, int],
        gap: int,
        shown: tuple[int, int, int],
        left: tuple[int, ...],
        pocket: int,
    ) -> tuple[float, float]: ...
    def num_needed(self, round_index: int, classes: tuple[int, int, int]) -> int: ...
