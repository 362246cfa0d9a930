"""Agents that play a strategy found before and saved: `orienteer solve … -o FILE`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from orienteer.agents.kinds import AGENTS, AgentKind
from orienteer.agents.seat import Seat, drawn
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.policies import word

if TYPE_CHECKING:
    from orienteer.core.state import Game, View
    from orienteer.equilibrium import Equilibrium, StrategyPlayer
    from orienteer.limits import Limits


@AGENTS.register()
@dataclass(frozen=True)
class StrategyAgent(AgentKind):
    """A saved strategy of the whole game, or from a position on: its seats sit down where that subgame begins."""

    name: ClassVar[str] = "strategy"
    file: str = word("a file that `orienteer solve --output` wrote")

    def check(self, game: Game) -> None:
        strategy = self.strategy()
        if (strategy.game, dict(strategy.options)) != (game.name, game.options):
            allowed = f"a strategy of {game.name} with its options, this is one of {strategy.game} {dict(strategy.options)}"
            raise OptionError("agent strategy, parameter file", self.file, allowed)

    def strategy(self) -> Equilibrium:
        path = Path(self.file)
        return _loaded(path, path.stat().st_mtime_ns)

    def sit(self, view: View, seed: int) -> Seat:
        return StrategySeat(view, seed, self.strategy().follow(view.mask, view.viewer))


@lru_cache(maxsize=4)
def _loaded(path: Path, changed: int) -> Equilibrium:
    from orienteer.equilibrium import Equilibrium

    return Equilibrium.load(path)


class StrategySeat(Seat):
    """Raises OrienteerError from `choose` where play has left the subgame."""

    def __init__(self, view: View, seed: int, follower: StrategyPlayer) -> None:
        super().__init__(view, seed)
        self.follower = follower

    def notice(self, observation: object) -> None:
        """Raises OrienteerError in a game whose masked states do not remember the last transition."""
        super().notice(observation)
        if observation is None:
            return
        if not self.state.observed(self.player):
            raise OrienteerError(f"strategy: a seat of {self.state.game.name} cannot be followed from what it notices alone")
        self.follower.notice(self.state)

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        return drawn(self.stream, sorted(self.follower.mix().items()))
