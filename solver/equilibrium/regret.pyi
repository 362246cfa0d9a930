from typing import Final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from orienteer.equilibrium.sequence_form import SequenceForm

VARIANTS: Final[tuple[str, ...]]

@disjoint_base
class RegretMinimizer:
    @property
    def form(self) -> SequenceForm: ...
    @property
    def variant(self) -> str: ...
    @property
    def iterations(self) -> int: ...
    def __init__(self, form: SequenceForm, variant: str = "pcfr+") -> None: ...
    def run(self, iterations: int) -> None: ...
    def average_strategy(self) -> tuple[NDArray[np.float64], ...]: ...
