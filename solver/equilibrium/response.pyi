from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orienteer.equilibrium.sequence_form import SequenceForm
from orienteer.equilibrium.treeplex import Treeplex

@dataclass(frozen=True)
class Responses:
    values: tuple[float, ...]
    best: tuple[float, ...]
    actions: tuple[NDArray[np.int32], ...]
    @property
    def gains(self) -> tuple[float, ...]: ...
    @property
    def nash_conv(self) -> float: ...

def best_responses(
    form: SequenceForm, strategies: Sequence[NDArray[np.float64]], plexes: Sequence[Treeplex] | None = None
) -> Responses: ...
