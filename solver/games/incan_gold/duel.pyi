from collections.abc import Callable, Sequence

from orienteer.games.incan_gold.cave_rules import FRESH as FRESH
from orienteer.games.incan_gold.cave_rules import Artifacts, CaveRules, Tent

_Pair = tuple[float, float]

class LastRoundDuel:
    rules: CaveRules
    tents: tuple[Tent, Tent]
    hazard_copies: tuple[int, ...]
    gap: int
    def __init__(
        self,
        rules: CaveRules,
        tents: Sequence[tuple[int, ...] | Tent],
        *,
        hazard_copies: Sequence[int] = ...,
        in_deck: Artifacts = 0,
        max_states: int = 64_000_000,
        stop: Callable[[], bool] | None = None,
    ) -> None: ...
    @property
    def num_states(self) -> int: ...
    def start_value(self) -> float: ...
    def stage(
        self,
        treasure_left: Sequence[int],
        shown: Sequence[bool],
        *,
        on_path: Artifacts = 0,
        pocket: int | None = None,
        path_gems: int | None = None,
        opening: bool = False,
    ) -> tuple[tuple[_Pair, _Pair], float, _Pair, _Pair]: ...
    def card_value(
        self,
        treasure_left: Sequence[int],
        shown: Sequence[bool],
        *,
        on_path: Artifacts = 0,
        pocket: int | None = None,
        path_gems: int | None = None,
    ) -> float: ...
