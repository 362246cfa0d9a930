from typing import Final, final

from typing_extensions import disjoint_base

from orienteer.budget import Budget
from orienteer.core.state import State
from orienteer.lookahead.table import LossyTable
from orienteer.lookahead.valuation import Valuation

UNIT_NAMES: Final[tuple[str, ...]]

@final
class Frame:
    def __new__(cls, example: State, ply: int) -> Frame: ...

@disjoint_base
class Walker:
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
    ) -> None: ...
    @property
    def additive(self) -> bool: ...
    @property
    def num_players(self) -> int: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def table(self) -> LossyTable: ...
    @property
    def node_limit(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def cutoffs(self) -> int: ...
    def set_limits(self, budget: Budget, node_limit: int | None) -> None: ...
