from typing import final

from orienteer.core.state import State
from orienteer.lookahead.table import LossyTable
from orienteer.lookahead.valuation import Valuation
from orienteer.lookahead.walker import Walker

@final
class VectorWalker(Walker):
    def __init__(
        self,
        root: State,
        objective: int,
        additive: bool,
        low: float,
        high: float,
        unit: int,
        segment_kind: int,
        valuation: Valuation,
        table: LossyTable,
        mix: bool,
        constant_sum: bool,
    ) -> None: ...
    def value(self, state: State, depth: int) -> tuple[list[float], int] | None: ...
    def action_value(self, state: State, depth: int, action: int, chosen: bool) -> tuple[list[float], int] | None: ...
    def table_move(self, state: State, depth: int) -> int | None: ...
