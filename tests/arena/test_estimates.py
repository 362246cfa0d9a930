"""Intervals, the sequential test and ratings against known answers."""

import math

import numpy as np
import pytest

from orienteer.arena import ContestResults, SequentialTest
from orienteer.arena.estimates import mean_by_deals, share_by_deals
from orienteer.arena.ratings import ratings
from orienteer.core.errors import OptionError

from .helpers import contest, deal, quick


def points(deals, agents):
    return [round(rating.points, 6) for rating in ratings(deals, agents)]


def test_known_intervals():
    """Student's factor for five degrees of freedom is 2.570582; Clopper and Pearson: no win in ten games, 1 - 0.025^0.1."""
    mean, interval = mean_by_deals([0, 1, 0, 1, 1, 0])
    assert mean == 0.5
    assert interval == pytest.approx((0.5 - 2.570582 * math.sqrt(0.05), 0.5 + 2.570582 * math.sqrt(0.05)), abs=1e-6)
    assert share_by_deals([0, 1, 0, 1, 1, 0], 12) == (mean, (0, 1))
    assert share_by_deals([0.0] * 5, 10).interval == pytest.approx((0, 1 - 0.025**0.1))
    assert mean_by_deals([3.0]).interval is None


def test_known_ratings():
    """Three to one is 400 log10 3 points; in games of three, strengths are the shares of the wins."""
    two = [deal(0, ((0, 1), (1, 0)), ((1, 0), (0, 1))), deal(1, ((0, 1), (1, 0)), ((1, 1), (0, 0)))]
    assert points(two, 2) == pytest.approx([200 * math.log10(3), -200 * math.log10(3)], abs=1e-5)
    winners = [0, 0, 0, 1, 1, 2]
    three = [deal(n, tuple((a, a == winner) for a in range(3))) for n, winner in enumerate(winners)]
    logs = [400 * math.log10(share) for share in (3, 2, 1)]
    assert points(three, 3) == pytest.approx([each - sum(logs) / 3 for each in logs], abs=1e-5)
    shared = [deal(0, ((0, 0.5), (1, 0.5))), deal(1, ((0, 0), (1, 0)))]
    assert points(shared, 2) == [0, 0]


def test_known_rating_of_one_among_copies():
    """Half of the games against three copies: three times as strong as each."""
    games = [deal(n, ((0, n % 2), (1, 1 - n % 2), (1, 0), (1, 0))) for n in range(4)]
    first, second = points(games, 2)
    assert first - second == pytest.approx(400 * math.log10(3), abs=1e-5)


def test_agents_that_never_lost_are_a_group_of_their_own():
    """0 and 1 have beaten each other, both always beat 2, and 3 has beaten nobody."""
    games = [((0, 1), (1, 0)), ((0, 0), (1, 1)), ((0, 1), (2, 0)), ((2, 0), (1, 1)), ((2, 1), (3, 0))]
    found = ratings([deal(0, *games), deal(1, *games)], 4)
    assert [rating.group for rating in found] == [0, 0, 1, 2]
    assert [round(rating.points, 6) for rating in found] == [0, 0, 0, 0]
    assert found[2].interval is None


def test_law_ratings_intervals_hold_the_truth_as_often_as_they_say():
    """Two of three strengths, deals of which half repeat their first game: 19 of 20, within what 150 contests can tell."""
    generator, inside = np.random.default_rng(7), 0
    strengths = np.array([4.0, 2.0, 1.0])
    truth = 400 * np.log10(strengths) - np.mean(400 * np.log10(strengths))
    for _ in range(150):
        deals = []
        for number in range(24):
            games = []
            for one, other in ((0, 1), (1, 2), (2, 0)):
                won = generator.random() < strengths[one] / (strengths[one] + strengths[other])
                again = won if number % 2 else generator.random() < strengths[one] / (strengths[one] + strengths[other])
                games += [((one, won), (other, not won)), ((other, not again), (one, again))]
            deals.append(deal(number, *games))
        low, high = ratings(deals, 3)[0].interval
        inside += low <= truth[0] <= high
    assert 0.9 < inside / 150 < 0.99


def test_known_sequential_test():
    """A win is log 1.5, a loss log 0.5 between two: eight wins in a row reach log 19, five losses log 1/19."""
    for won, deals, verdict in ((1, 8, "above 0.750 rather than 0.500"), (0, 5, "0.500 rather than above")):
        decision = SequentialTest().begin(quick())
        for number in reversed(range(10)):
            decision.add(deal(number, ((0, won), (1, 1 - won))))
        assert decision.last_deal == deals - 1
        assert decision.verdict == verdict
    late = SequentialTest(at_least=9).begin(quick())
    for number in range(10):
        late.add(deal(number, ((0, 1), (1, 0))))
    assert late.last_deal == 8


def test_wrong_tests_are_refused():
    for given in ({"claim": 1}, {"error": 0.5}, {"at_least": -1}, {"claim": math.nan}):
        with pytest.raises(OptionError, match=r"test\."):
            SequentialTest(**given)
    with pytest.raises(OptionError, match="below 2"):
        SequentialTest(claim=2).begin(quick())
    with pytest.raises(OptionError, match="of a mirror"):
        SequentialTest().begin(contest("pig", "random"))


def test_standings_count_seats_and_games():
    match = quick(players=3)
    found = ContestResults(
        match, (deal(0, ((0, 1), (1, 0), (1, 0)), ((1, 0.5), (0, 0), (1, 0.5)), ((1, 0), (1, 0), (0, 0))),), 2
    )
    first, second = found.standings()
    assert (first.games, second.games) == (3, 3)
    assert first.share.mean == pytest.approx(1 / 3)
    assert second.share.mean == pytest.approx(1 / 6)
    assert found.lost == pytest.approx(1 / 3)
    assert [seat.share.mean for seat in found.seats()] == pytest.approx([0.5, 0, 1 / 6])
    assert ContestResults(match, (), 2).standings() == ()
    assert found.to_dict()["games"] == 3
