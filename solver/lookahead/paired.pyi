from typing import Final, final

from orienteer.core.state import State
from orienteer.lookahead.table import LossyTable
from orienteer.lookahead.valuation import Valuation
from orienteer.lookahead.walker import Walker

PRUNING_NAMES: Final[tuple[str, ...]]

@final
class PairedWalker(Walker):
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
        pruning: int,
    ) -> None: ...
    @property
    def probes(self) -> int: ...
    def value(self, state: State, depth: int, alpha: float, beta: float) -> tuple[float, int] | None: ...
    def action_value(
        self, state: State, depth: int, action: int, chosen: bool, alpha: float, beta: float
    ) -> tuple[float, int] | None: ...
    def table_move(self, state: State, depth: int) -> int | None: ...
