"""The named event of Takara Island that says what a private look is worth (looking.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer, Event
from orienteer.games.takara_island.looking import look_value, looks_at_cards
from orienteer.policies import word

if TYPE_CHECKING:
    from orienteer.core.state import Belief, State, View
    from orienteer.core.takara_island import TakaraIslandState


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class PeekValue(Event):
    """What the viewer gains by the look `move` (survey-3, soothsayer-0-6 …) over his best turn without any look.

    In units of the objective `of` at the end of his turn, as if the game ended there; what the look costs is counted. Below 0
    where the turn is better without it.
    """

    name: ClassVar[str] = "peek-value"
    horizon: ClassVar[str] = "turn"
    assumes: ClassVar[str | None] = "the viewer plays his turn as is best at its end, and looks at no other cards in it"
    move: str = word("a move that looks at cards, as it is called among the legal moves")
    of: str = word("win, points or margin", default="points")

    def check(self, state: State) -> None:
        state.game.objective_code(self.of)
        fields = cast("TakaraIslandState", state).fields()
        if fields["viewer"] is None or fields["viewer"] != state.current_player():
            raise OrienteerError(f"{self.name}: the viewer is not to move, what a look is worth to him has no answer")
        names = [state.action_to_string(fields["viewer"], action) for action in state.legal_actions(fields["viewer"])]
        looks = [name for name in names if looks_at_cards(name)]
        if self.move not in looks:
            raise OptionError(f"{self.name}: move", self.move, ", ".join(looks) or "none: no look is legal")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        looked, blind = look_value(view, view.mask.string_to_action(view.viewer, self.move), self.of)
        return looked - blind

    def by_world(self, view: View) -> Callable[[State], Answer]:
        raise OrienteerError(f"{self.name}: depends on what the viewer knows and has no answer in a single world")
