from collections.abc import Callable, Sequence
from typing import final

from typing_extensions import disjoint_base

from orienteer.core.state import State

@disjoint_base
class Valuation:
    def value(self, state: State, objective: str | None = None) -> list[float]: ...

@final
class CallableValuation(Valuation):
    def __init__(self, function: Callable[[State], Sequence[float]]) -> None: ...
