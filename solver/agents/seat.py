"""What an agent is: a recipe that sits down at a seat of a game, follows it by what that seat notices, and chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from orienteer.core.errors import OrienteerError
from orienteer.core.options import whole_number
from orienteer.core.rng import RandomStream
from orienteer.moves import named_move

if TYPE_CHECKING:
    from orienteer.core.state import State, View
    from orienteer.evaluation import Move
    from orienteer.limits import Limits


class Agent(Protocol):
    """A recipe for playing: frozen, picklable, without the state of any game.

    Attributes:
        name: its text, which `parse_agent` reads: "strong", "mcts iterations=1500".
    """

    @property
    def name(self) -> str: ...

    def seat(self, view: View, seed: int = 0) -> Seat:
        """Sit down where `view` says, at the start of a game or in the middle of one.

        Seats draw from streams of their own, so all of a game may be given one seed. Raises OptionError where the agent
        cannot play this game.
        """


@dataclass(frozen=True)
class Report:
    """What the last choice that was thought about took.

    Attributes:
        method: "mcts", "mo-ismcts", "so-ismcts", "lookahead", or an exact solver's name.
        value: worth of the position to the seat in returns of the objective, biased where it is searched; None: not known.
        iterations, nodes, seconds: as they are; iterations are 0 where nothing was simulated.
        reused: simulations that an earlier choice's tree had left for this one.
    """

    method: str
    value: float | None
    iterations: int
    nodes: int
    seconds: float
    reused: int = 0

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


class Seat(ABC):
    """An agent that sits in one game and knows only what its seat sees.

    Choices are fixed by the agent, the views so far and the seed, where limits are none of time.

    Attributes:
        view: what the seat knows; where nothing is hidden, the state itself.
        player: the seat's number.
        stream: the numbers that its choices are drawn from.
        report: of the last choice that was thought about, None where the agent does not think.
    """

    def __init__(self, view: View, seed: int = 0) -> None:
        self.view = view
        self.player = view.viewer
        self.stream = RandomStream(whole_number("seed", seed, 0, 2**64 - 1), self.player)
        self.report: Report | None = None

    @property
    def state(self) -> State:
        """What the seat sees of the state."""
        return self.view.mask

    def notice(self, observation: object) -> None:
        """Take in what the seat noticed of a transition, its own moves among them: `State.observation`; None = nothing.

        Raises IllegalActionError for what cannot happen here.
        """
        self.view = self.view.after(observation)

    def choose(self, limits: Limits | None = None) -> Move:
        """The seat's move. `limits` stand in for the agent's own, where it has any. A forced move comes at once.

        Raises OrienteerError where the seat has no choice.
        """
        return named_move(self.state, self.player, self.choose_action(limits))

    def choose_action(self, limits: Limits | None = None) -> int:
        """The number of the move that `choose` puts into words."""
        legal = self.state.legal_actions(self.player)
        if not legal:
            raise OrienteerError(f"choose: seat {self.player} has no choice here")
        return legal[0] if len(legal) == 1 else self.decide(legal, limits)

    @abstractmethod
    def decide(self, legal: list[int], limits: Limits | None) -> int:
        """One of at least two legal actions."""


def drawn(stream: RandomStream, weighted: Iterable[tuple[int, Any]]) -> int:
    """One action of (action, weight), at least one weight above 0. A sure one draws no number."""
    choices = [(action, float(weight)) for action, weight in weighted if weight > 0]
    if len(choices) > 1:
        ticket = stream.uniform() * sum(weight for _, weight in choices)
        for action, weight in choices[:-1]:
            ticket -= weight
            if ticket < 0:
                return action
    return choices[-1][0]
