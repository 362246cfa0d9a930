"""Kinds of agents by name, each a frozen record of its parameters, and the simple ones among them.

An agent's text is its kind's name with parameters: "mcts iterations=1500". Two kinds end in a text of another sort:
"policy rule-bot cards=3", "careless share=1/4 light".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from orienteer.agents.seat import Seat, drawn
from orienteer.core.errors import OptionError
from orienteer.core.rng import RandomStream
from orienteer.games import registry
from orienteer.policies import Named, NamedPolicy, Registry, parse_policy, probability, weights

if TYPE_CHECKING:
    from orienteer.agents.seat import Agent
    from orienteer.core.state import Game, View
    from orienteer.limits import Limits

CARELESS_STREAM = 1000  # + seat: apart from the streams of those that it spoils the play of


@dataclass(frozen=True)
class AgentKind(Named):
    """Base of agents with a name and parameters. On a class `name` is the kind's, on an agent its whole text."""

    tail: ClassVar[str] = ""  # the parameter, always the last, that takes the rest of a text

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "name", str(self))

    def __str__(self) -> str:
        given = self.to_dict()
        words = [str(given.pop("type")), *(f"{key}={value}" for key, value in given.items() if key != self.tail)]
        return " ".join([*words, str(given[self.tail])] if self.tail else words)

    @classmethod
    def usage(cls) -> str:
        return super().usage().replace(f"{cls.tail}=<", "<") if cls.tail else super().usage()

    def check(self, game: Game) -> None:
        """Raise OptionError, saying why, where the agent cannot play this game."""

    def seat(self, view: View, seed: int = 0) -> Seat:
        """An agent's seat; see `Agent.seat`."""
        self.check(view.mask.game)
        return self.sit(view, seed)

    def sit(self, view: View, seed: int) -> Seat:
        """The seat, where the agent can play the game."""
        raise NotImplementedError(f"{type(self).__name__} must implement sit")


AGENTS: Registry[AgentKind] = Registry("agent", ())


def text_of(allowed: str) -> Any:
    """A dataclass field: the rest of a text, or the same as a dict; kept as text."""

    def read(name: str, value: object) -> str:
        if isinstance(value, Mapping):
            words = {str(key): given for key, given in value.items()}
            value = " ".join([str(words.pop("type", "")), *(f"{key}={given}" for key, given in words.items())])
        if not isinstance(value, str) or not value.strip():
            raise OptionError(name, value, allowed)
        return " ".join(value.split())

    return field(metadata={"reader": read, "allowed": allowed})


# -- random --------------------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class RandomAgent(AgentKind):
    """Any legal move, equally often."""

    name: ClassVar[str] = "random"

    def sit(self, view: View, seed: int) -> Seat:
        return RandomSeat(view, seed)


class RandomSeat(Seat):
    def decide(self, legal: list[int], limits: Limits | None) -> int:
        return legal[self.stream.below(len(legal))]


# -- policies ------------------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class PolicyAgent(AgentKind):
    """A named policy of the game; where that is mixed, its moves are drawn."""

    name: ClassVar[str] = "policy"
    tail: ClassVar[str] = "policy"
    policy: str = text_of("a policy of the game with its parameters")

    def check(self, game: Game) -> None:
        parse_policy(game, self.policy)

    def sit(self, view: View, seed: int) -> Seat:
        return PolicySeat(view, seed, parse_policy(view.mask.game, self.policy))


class PolicySeat(Seat):
    def __init__(self, view: View, seed: int, policy: NamedPolicy) -> None:
        super().__init__(view, seed)
        self.policy = policy

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        return drawn(self.stream, weights(self.policy, self.state, self.player)[0])


@AGENTS.register()
@dataclass(frozen=True)
class LightAgent(AgentKind):
    """What searches play on with beyond their trees: a quick policy of the game, varied at random."""

    name: ClassVar[str] = "light"

    def check(self, game: Game) -> None:
        registry.game_part(game.name, "playout")

    def sit(self, view: View, seed: int) -> Seat:
        return LightSeat(view, seed)


class LightSeat(Seat):
    def __init__(self, view: View, seed: int) -> None:
        super().__init__(view, seed)
        self.light = registry.game_part(self.state.game.name, "playout").light(self.state.game)

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        choice: int = self.light.choose(self.state, self.player, self.stream)
        return choice


# -- mistakes ------------------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class CarelessAgent(AgentKind):
    """Another agent that plays a share of its moves at random."""

    name: ClassVar[str] = "careless"
    tail: ClassVar[str] = "agent"
    share: Fraction = probability()  # noqa: RUF009 (a dataclass field)
    agent: str = text_of("another agent")

    def check(self, game: Game) -> None:
        self.other(game)

    def other(self, game: Game) -> Agent:
        from orienteer.agents.reading import parse_agent

        return parse_agent(game, self.agent)

    def sit(self, view: View, seed: int) -> Seat:
        return CarelessSeat(view, seed, self.share, self.other(view.mask.game))


class CarelessSeat(Seat):
    def __init__(self, view: View, seed: int, share: Fraction, agent: Agent) -> None:
        super().__init__(view, seed)
        self.stream = RandomStream(seed, CARELESS_STREAM + self.player)
        self.share = float(share)
        self.other = agent.seat(view, seed)

    def notice(self, observation: object) -> None:
        super().notice(observation)
        self.other.notice(observation)

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        if self.stream.uniform() < self.share:
            self.report = None
            return legal[self.stream.below(len(legal))]
        action = self.other.choose_action(limits)
        self.report = self.other.report
        return action
