from typing import Literal

from typing_extensions import disjoint_base

from orienteer.core.state import Game, State

@disjoint_base
class Goofspiel(Game):
    def __init__(
        self, *, players: int = 2, cards: int = 4, point_order: Literal["descending", "random"] = "descending"
    ) -> None: ...
    @property
    def cards(self) -> int: ...
    @property
    def point_order(self) -> str: ...

@disjoint_base
class GoofspielState(State): ...
