from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from orienteer.core.rng import RandomStream
from orienteer.core.state import Belief, State

@final
class TakaraIslandBelief(Belief):
    def __init__(
        self,
        mask: State,
        viewer: int,
        evidence: tuple[Any, ...] = (),
        assumptions: dict[str, Any] | None = None,
    ) -> None: ...
    def places(self) -> tuple[tuple[int, int], ...]: ...
    def sample_cards(self, stream: RandomStream, count: int) -> NDArray[np.int8]: ...
    def sample(self, stream: RandomStream) -> State: ...
    def enumerate(self, limit: int = 100_000) -> list[tuple[State, int]]: ...
    def size_estimate(self) -> int: ...
