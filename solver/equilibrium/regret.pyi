from typing import Final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from orienteer.budget import Budget
from orienteer.equilibrium.sequence_form import SequenceForm
from orienteer.equilibrium.treeplex import Treeplex

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
    @property
    def plexes(self) -> tuple[Treeplex, ...]: ...
    def run(self, iterations: int, budget: Budget | None = None) -> None: ...
    def average_strategy(self) -> tuple[NDArray[np.float64], ...]: ...
