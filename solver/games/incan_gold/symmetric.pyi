from collections.abc import Callable
from typing import Any, NamedTuple, final

from orienteer.games.incan_gold.cave_rules import ArtifactStates, CaveRules

class Stage(NamedTuple):
    value: float
    leave: float
    stay_values: tuple[float, ...]
    leave_values: tuple[float, ...]

def round_artifacts(deck: int, rank: int) -> ArtifactStates: ...
@final
class SymmetricRound:
    @property
    def players(self) -> int: ...
    @property
    def num_stages(self) -> int: ...
    @property
    def num_mixed(self) -> int: ...
    @property
    def num_indifferent(self) -> int: ...
    @property
    def num_several(self) -> int: ...
    @property
    def largest_gain(self) -> float: ...
    @property
    def bytes(self) -> int: ...
    def __new__(
        cls,
        rules: CaveRules,
        players: int,
        classes: tuple[int, int, int] = ...,
        in_deck: int = ...,
        rank: int = ...,
        max_states: int = ...,
        poll: Callable[[int], Any] | None = ...,
    ) -> SymmetricRound: ...
    def start_value(self) -> float: ...
    def best_response_value(self) -> float: ...
    def stage(
        self, inside: int, treasures: int, hazard: int, artifact: int, pocket: int, leftovers: int
    ) -> Stage: ...
    def card_value(
        self, inside: int, treasures: int, hazard: int, artifact: int, pocket: int, leftovers: int
    ) -> float: ...
