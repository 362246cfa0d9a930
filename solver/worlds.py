"""What a viewer may hold true: the belief behind what odds are asked of, in words, and chances averaged over its worlds.

A view of a game that hides something is answered on the viewer's belief; a state is taken as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from orienteer.budget import Budget
from orienteer.core.errors import OptionError
from orienteer.core.rng import RandomStream
from orienteer.core.state import Belief, State, View

Assumptions = Mapping[str, Any]

POLL_EVERY = 64
MIN_SAMPLES = 2 * POLL_EVERY  # worlds that are drawn even when stopped: a few milliseconds


def state_and_view(place: State | View) -> tuple[State, View | None]:
    """The state, masked for a view, and the view where the game hides something."""
    if isinstance(place, State):
        return place, None
    return place.mask, place if place.mask.game.has_hidden_information else None


def belief_of(view: View | None, assumptions: Assumptions | None) -> Belief | None:
    """The viewer's belief; None where nothing is hidden. Raises OptionError for assumptions where there is none."""
    if view is not None:
        return view.belief(dict(assumptions) if assumptions else None)
    if assumptions:
        raise OptionError("assumptions", dict(assumptions), "none where nothing is hidden")
    return None


def belief_text(belief: Belief, assumptions: Assumptions | None) -> str:
    """A sentence that says what the belief takes of others' past choices, and what of the log it leaves out."""
    forgotten = forgotten_text(belief)
    rest = f"; {forgotten}" if forgotten else ""
    if not assumptions:
        return f"seat {belief.viewer}'s belief: hard facts only, nothing on how others chose{rest}"
    given = ", ".join(f"{name}={value}" for name, value in sorted(assumptions.items()))
    return f"seat {belief.viewer}'s belief: hard facts, and of how others chose {given}{rest}"


def forgotten_text(belief: Belief) -> str | None:
    """What the belief leaves out of the evidence, None where it uses all of it."""
    count: int = getattr(belief, "forgotten", 0)  # of a game whose belief can have too much to count
    return f"the first {count:,} things noticed are not used: too much to count" if count else None


@dataclass
class WorldMean:
    """Chances by number summed over worlds, and the mean number's sum of squares."""

    samples: int = 0
    shares: dict[int, float] = field(default_factory=dict)
    squares: float = 0.0

    def add(self, chances: Mapping[int, float]) -> None:
        self.samples += 1
        mean = 0.0
        for number, share in chances.items():
            self.shares[number] = self.shares.get(number, 0.0) + share
            mean += number * share
        self.squares += mean * mean

    @property
    def probabilities(self) -> dict[int, float]:
        return {number: total / self.samples for number, total in sorted(self.shares.items())}

    @property
    def stderr(self) -> float:
        """Of the mean number."""
        mean = sum(number * share for number, share in self.probabilities.items())
        return math.sqrt(max(0.0, self.squares / self.samples - mean * mean) / self.samples)


def mean_over_worlds(
    belief: Belief, chances: Callable[[State], Mapping[int, float]], samples: int, seed: int, budget: Budget
) -> WorldMean:
    """`chances` of worlds drawn from the belief. Ends early when the budget is spent, after MIN_SAMPLES at the earliest."""
    stream, found = RandomStream(seed), WorldMean()
    for made in range(samples):
        if made >= MIN_SAMPLES and made % POLL_EVERY == 0 and budget.spent():
            break
        found.add(chances(belief.sample(stream)))
    return found
