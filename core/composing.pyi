from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def draw_one(
    rows: NDArray[np.int64], weights: NDArray[Any], start: int, caps: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[Any]] | None: ...
