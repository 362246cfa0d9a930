"""Odds and distributions on a viewer's belief, with events of Kuhn poker made up here: what the other seat holds."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

import orienteer
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import View
from orienteer.distributions import QUANTITIES, distribution
from orienteer.events import Event, odds
from orienteer.limits import Limits
from orienteer.policies import Uniform, whole

from .helpers import shares, tree


@QUANTITIES.register("kuhn_poker")
@dataclass(frozen=True)
class OtherHolds(Event):
    """The other seat holds this card."""

    name: ClassVar[str] = "other-holds"
    assumes: ClassVar[str | None] = "cards are dealt at random"
    card: int = whole(0, 2)

    def counted_view(self, view, belief):
        worlds = belief.enumerate()
        chance = self.by_world(view)
        return sum((Fraction(weight, len(worlds)) * chance(world) for world, weight in worlds), Fraction(0))

    def by_world(self, view):
        return lambda world: Fraction(card_of(world, 1 - view.viewer) == self.card)


@QUANTITIES.register("kuhn_poker")
@dataclass(frozen=True)
class OtherCard(OtherHolds):
    """The other seat's card, beyond exact counting."""

    name: ClassVar[str] = "other-card"
    distribution_valued: ClassVar[bool] = True
    card: int = whole(0, 2, default=0)

    def counted_view(self, view, belief):
        raise TooLargeError("too many cards")

    def by_world(self, view):
        return lambda world: {card_of(world, 1 - view.viewer): Fraction(1)}


@QUANTITIES.register("kuhn_poker")
@dataclass(frozen=True)
class OtherHoldsSampled(OtherHolds):
    """The same beyond exact counting."""

    name: ClassVar[str] = "other-holds-sampled"

    def counted_view(self, view, belief):
        raise TooLargeError("too many cards")


def card_of(world, seat):
    return min(range(3), key=lambda card: f"{'JQK'[card]}" not in world.observation_string(seat))


def dealt(first, second):
    return KuhnPoker().new_initial_state().child(first).child(second)


def test_an_event_is_counted_on_the_viewers_belief():
    view = View(dealt(1, 2), 0)
    found = [odds(view, f"other-holds card={card}") for card in range(3)]
    assert [answer.value for answer in found] == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert found[0].status == "rational"
    assert found[0].assumptions == (
        "cards are dealt at random",
        "seat 0's belief: hard facts only, nothing on how others chose",
    )
    assert orienteer.odds(view, {"type": "other-holds", "card": 2}).value == Fraction(1, 2)


def test_worlds_that_look_alike_give_the_same_odds():
    for text in ("other-holds card=0", "other-holds-sampled card=0", "other-card"):
        assert odds(View(dealt(1, 2), 0), text) == odds(View(dealt(1, 0), 0), text)


def test_beyond_counting_worlds_are_sampled_and_it_is_said():
    view = View(dealt(0, 2), 0)
    found = odds(view, "other-holds-sampled card=1", limits=Limits(iterations=4000), seed=3)
    assert (found.status, found.samples) == ("sampled", 4000)
    assert found.assumptions[-1] == "estimated from 4,000 worlds: too many cards"
    assert math.isclose(found.stderr, math.sqrt(found.value * (1 - found.value) / 4000), rel_tol=1e-9)
    assert found.interval[0] < 0.5 < found.interval[1]
    assert abs(found.value - 0.5) < 5 * found.stderr
    never = odds(view, "other-holds-sampled card=0", limits=Limits(iterations=4000))
    assert (never.value, never.stderr, never.interval[0]) == (0, 0, 0)
    assert 0 < never.interval[1] < 0.002
    number = odds(view, "other-card", limits=Limits(iterations=4000), seed=3)
    assert number.value == pytest.approx({1: found.value, 2: 1 - found.value}, abs=1e-12)
    assert math.isclose(number.stderr, found.stderr, rel_tol=1e-9)
    assert number.interval[0] < number.mean < number.interval[1]


def test_what_an_event_on_a_belief_refuses():
    view = View(dealt(1, 2), 0)
    with pytest.raises(OptionError, match="a View: kuhn_poker hides information"):
        odds(dealt(1, 2), "other-holds card=0")
    with pytest.raises(OrienteerError, match="other-holds card=0: no choice to come changes it; leave the policies out"):
        odds(view, "other-holds card=0", policies="uniform")
    with pytest.raises(OptionError, match="assumptions"):
        distribution(Pig().new_initial_state(), "score seat=0", policies="uniform", assumptions={"turbos": "always"})


@pytest.mark.parametrize("history", [(), (0,), (0, 1)])
def test_a_distribution_from_a_view_is_the_mean_over_its_worlds(history):
    """Both cards that the other seat may hold, each with its tree."""
    state = dealt(1, 2)
    for action in history:
        state = state.child(action)
    view = View(state, 0)
    expected = {}
    for other in (0, 2):
        world = dealt(1, other)
        for action in history:
            world = world.child(action)
        for value, share in shares((w, end.scores()[0]) for w, _, end in tree(world, [Uniform()] * 2, None)).items():
            expected[value] = expected.get(value, 0) + share / 2
    found = distribution(view, "score seat=0", policies="uniform")
    assert found.status == "rational"
    assert found.probabilities == expected
    sampled = distribution(view, "score seat=0", policies="uniform", limits=Limits(nodes=1, iterations=3000), seed=1)
    assert sampled.status == "sampled"
    assert abs(sampled.mean - float(found.mean)) < 5 * sampled.stderr
    assert orienteer.distribution(view, "score", policies="uniform").probabilities == expected
