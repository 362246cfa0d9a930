from typing import Any

from typing_extensions import disjoint_base

from orienteer.core.state import Belief, Game, State

class Celestia(Game):
    city_values: tuple[int, ...]
    outcome_names: tuple[str, ...]
    def __init__(self, **given: Any) -> None: ...
    def new_initial_state(self) -> CelestiaState: ...
    def reduced(self) -> Celestia: ...
    def state_from(self, fields: dict[str, Any]) -> CelestiaState: ...
    def belief(
        self, mask: State, viewer: int, evidence: tuple[Any, ...] = (), assumptions: dict[str, Any] | None = None
    ) -> Belief: ...

@disjoint_base
class CelestiaState(State):
    def fields(self) -> dict[str, Any]: ...
