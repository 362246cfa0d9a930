"""Odds of named events in a position, exact wherever they can be had.

An event states what it assumes about everybody's choices. Without policies it is counted on that assumption (a closed
form of the game's own module); with policies it is a quantity like any other, exact by forward dynamic programming and
sampled beyond its limit (see distributions.py). An event with no default assumption refuses to answer without policies.

In a game that hides something an event is counted on the viewer's belief; where exact counting has its limit it is the
mean of its chance in worlds drawn from the belief, sampled, and says so. What others are taken to have done until now is
an assumption of the belief (default: hard facts only), what they do next one of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.distributions import (
    DEFAULT_SAMPLES,
    QUANTITIES,
    Z95,
    Distribution,
    Quantity,
    Status,
    distribution,
    value_text,
    wilson,
)
from orienteer.worlds import Assumptions, belief_of, belief_text, mean_over_worlds, state_and_view

if TYPE_CHECKING:
    from orienteer.core.state import Belief, Game, State, View
    from orienteer.limits import Limits
    from orienteer.policies import Policies

Answer = Fraction | dict[int, Fraction]


@dataclass(frozen=True)
class Event(Quantity):
    """Base of events: quantities whose value is True or False, or (`distribution_valued`) a whole number.

    assumes: what everybody does without policies, as a clause ("nobody leaves"); None: policies must be given.
    horizon: the segment of play that the event belongs to, or "game".
    """

    assumes: ClassVar[str | None] = None
    horizon: ClassVar[str] = "game"
    distribution_valued: ClassVar[bool] = False

    def counted(self, state: State) -> Answer:
        """The exact answer under `assumes`."""
        raise NotImplementedError(f"{type(self).__name__} must implement counted, it states what it assumes")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        """The same on what a viewer knows, in a game that hides something. Raises TooLargeError beyond exact counting."""
        raise NotImplementedError(f"{type(self).__name__} must implement counted_view, it states what it assumes")

    def by_world(self, view: View) -> Callable[[State], Answer]:
        """The chance in one world that the viewer may hold true, as a function; `counted_view` is its mean over the belief."""
        raise NotImplementedError(f"{type(self).__name__} must implement by_world, its belief may be beyond counting")

    def assumptions(self, state: State) -> tuple[str, ...]:
        """What is assumed in this state, or in this masked one."""
        return () if self.assumes is None else (self.assumes,)


@dataclass(frozen=True)
class Odds:
    """The answer to one event.

    Attributes:
        event: as text.
        value: a Fraction when `status` is "rational", else a float; by number for an event that is a distribution.
        status: "rational", "float" (policies gave floats: rounding only) or "sampled".
        stderr: standard error of the probability, of the mean for a distribution; 0 when exact.
        interval: 95 % interval of the same.
        assumptions: sentences that the number depends on.
        samples: playouts made, or worlds drawn; 0 when exact.
    """

    event: str
    value: Fraction | float | Mapping[int, Fraction] | Mapping[int, float]
    status: Status
    assumptions: tuple[str, ...]
    stderr: float = 0.0
    interval: tuple[float, float] = (0.0, 0.0)
    samples: int = 0

    @property
    def exact(self) -> bool:
        return self.status != "sampled"

    @property
    def probability(self) -> float | None:
        """The probability as a float; None for an event that is a distribution."""
        return None if isinstance(self.value, Mapping) else float(self.value)

    @property
    def mean(self) -> Fraction | float:
        """The mean of a distribution; the probability of any other event."""
        if not isinstance(self.value, Mapping):
            return self.value
        mean: Fraction | float = sum(number * share for number, share in self.value.items())
        return Fraction(mean) if self.status == "rational" else float(mean)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: fractions as texts such as "14849/2002", beside floats."""
        if isinstance(self.value, Mapping):
            numbers: Any = {value_text(number): float(share) for number, share in self.value.items()}
            fractions: Any = {value_text(number): str(share) for number, share in self.value.items()}
        else:
            numbers, fractions = float(self.value), str(self.value)
        return {
            "event": self.event,
            "value": fractions if self.status == "rational" else numbers,
            "probability": numbers,
            "mean": float(self.mean),
            "exact": self.exact,
            "status": self.status,
            "stderr": self.stderr,
            "interval": list(self.interval),
            "samples": self.samples,
            "assumptions": list(self.assumptions),
        }


def event_types(game: Game) -> dict[str, type[Event]]:
    """The events of a game by name; each type's docstring and `usage()` describe it."""
    return cast("dict[str, type[Event]]", QUANTITIES.types(game.name, Event))


def parse_event(game: Game, text: str | Mapping[str, Any]) -> Event:
    """The event that "bust-within cards=3", or {"type": "bust-within", "cards": 3}, names.

    Raises OptionError, naming what is wrong and listing what is allowed.
    """
    return cast("Event", QUANTITIES.parse(game.name, text, base=Event, kind="event"))


def odds(
    place: State | View,
    event: str | Mapping[str, Any] | Event,
    *,
    policies: Policies | None = None,
    assumptions: Assumptions | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    samples: int = DEFAULT_SAMPLES,
    budget: Budget | None = None,
) -> Odds:
    """How likely `event` is in a state, or, where the game hides something, in what a viewer knows.

    Without policies: on the event's own assumption, exact; beyond the limits of counting on a belief the mean over
    `limits.iterations` (default: `samples`) worlds. With policies (one for all, or one a seat): `distribution`.
    `assumptions` are the belief's, such as {"turbos": "always"}.

    Raises OrienteerError for an unknown event or parameter, a game that is over, and an event that needs policies.
    """
    state, view = state_and_view(place)
    asked = event if isinstance(event, Event) else parse_event(state.game, event)
    if state.is_terminal():
        raise OrienteerError(f"event {asked}: the game is over, nothing is left to happen")
    asked.check(state)
    # 1. On the event's own assumption.
    if policies is None:
        if asked.assumes is None:
            raise OrienteerError(f"event {asked}: depends on what everyone does and assumes nothing; give policies")
        if view is None and state.game.has_hidden_information:
            raise OptionError("position", "a State", f"a View: {state.game.name} hides information")
        belief = belief_of(view, assumptions)
        if view is not None and belief is not None:
            said = (*asked.assumptions(state), belief_text(belief, assumptions))
            return _on_belief(asked, view, belief, said, samples, seed, Budget(limits) if budget is None else budget)
        return _exact(asked, asked.counted(state), asked.assumptions(state))
    # 2. Under policies.
    if type(asked).value is Quantity.value:
        raise OrienteerError(f"event {asked}: no choice to come changes it; leave the policies out")
    found = distribution(
        place,
        asked,
        policies=policies,
        assumptions=assumptions,
        horizon=asked.horizon,
        limits=limits,
        seed=seed,
        samples=samples,
        budget=budget,
    )
    return _from_distribution(asked, found)


def _exact(event: Event, answer: Answer, assumptions: tuple[str, ...]) -> Odds:
    exact = Odds(str(event), answer, "rational", assumptions)
    return replace(exact, interval=(float(exact.mean),) * 2)


def _on_belief(
    event: Event, view: View, belief: Belief, assumptions: tuple[str, ...], samples: int, seed: int, budget: Budget
) -> Odds:
    try:
        return _exact(event, event.counted_view(view, belief), assumptions)
    except TooLargeError as limit:
        why = str(limit)

    answer_in = event.by_world(view)

    def chances(world: State) -> dict[int, float]:
        answer = answer_in(world)
        by_number = answer if isinstance(answer, dict) else {1: answer, 0: 1 - answer}
        return {number: float(share) for number, share in by_number.items()}

    found = mean_over_worlds(belief, chances, budget.limits.iterations or samples, seed, budget)
    assumptions = (*assumptions, f"estimated from {found.samples:,} worlds: {why}")
    shares, stderr = found.probabilities, found.stderr
    if event.distribution_valued:
        mean = sum(number * share for number, share in shares.items())
        interval = (mean - Z95 * stderr, mean + Z95 * stderr)
        return Odds(str(event), shares, "sampled", assumptions, stderr, interval, found.samples)
    # A chance in [0, 1] spreads no more than a coin with its mean: the coin's interval holds, and at 0 and 1 too.
    interval = wilson(found.shares[1], found.samples)
    return Odds(str(event), shares[1], "sampled", assumptions, stderr, interval, found.samples)


def _from_distribution(event: Event, found: Distribution) -> Odds:
    if event.distribution_valued:
        numbers = {int(number): share for number, share in found.probabilities.items()}
        value = cast("Mapping[int, Fraction] | Mapping[int, float]", numbers)
        return Odds(str(event), value, found.status, found.assumptions, found.stderr, found.interval, found.samples)
    share = found.probabilities.get(True, Fraction(0) if found.status == "rational" else 0.0)
    interval = (float(share), float(share))
    if found.counts is not None:
        interval = wilson(found.counts.get(True, 0), found.samples)
    return Odds(str(event), share, found.status, found.assumptions, found.stderr, interval, found.samples)
