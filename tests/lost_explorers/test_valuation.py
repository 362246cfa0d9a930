"""Lost Explorers' evaluation function: within bounds, fair to seats, rising with what brings a seat nearer to winning."""

import math

import pytest

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.games.lost_explorers.playout import light
from orienteer.games.lost_explorers.valuation import FEATURES, POINTS_WEIGHTS, WIN_WEIGHTS, valuation

from .build import table
from .position_helpers import game_of, option_sets

OBJECTIVES = ("win", "points", "margin")


def states(game, games, seed=5):
    """Every state, chance included, of games in which half of the moves are random."""
    choose, stream = light(game).choose, RandomStream(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            seat = state.current_player()
            if seat < 0:
                state.apply(state.sample_chance(stream))
                continue
            legal = state.legal_actions()
            state.apply(legal[stream.below(len(legal))] if stream.below(2) else choose(state, seat, stream))


def test_law_values_lie_within_bounds_and_add_up():
    for options in option_sets():
        game = game_of(options)
        value = valuation(game).value
        for state in states(game, 2):
            for objective in OBJECTIVES:
                low, high = game.utility_bounds(objective)
                assert all(low <= x <= high for x in value(state, objective)), f"{objective} at {state}"
            assert sum(value(state, "win")) == pytest.approx(1, abs=1e-12)
            assert all(x >= clues for x, clues in zip(value(state, "points"), state.fields()["clues"], strict=True))
            if game.num_players == 2:
                assert sum(value(state, "margin")) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_law_seats_that_change_places_change_values(players):
    """All that belongs to a seat moves one on, the turn too."""
    game, compared = LostExplorers(players=players), 0
    value = valuation(game).value
    for state in states(game, 2):
        fields = state.fields()
        if fields["phase"] != "menu" or fields["turns"] < 2 * players:
            continue
        order = [(seat - 1) % players for seat in range(players)]
        own = ("vehicles", "missions", "finished", "placed", "leaders")
        moved = {name: tuple(fields[name][seat] for seat in order) for name in own}
        other = game.state_from({**fields, **moved, "turn": (fields["turn"] + 1) % players, "turns": fields["turns"] + 1})
        for objective in OBJECTIVES:
            values = value(state, objective)
            assert value(other, objective) == pytest.approx([values[seat] for seat in order], abs=1e-12)
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("objective", ["win", "points"])
def test_law_further_leaders_are_worth_more(players, objective):
    """A leader two steps further on, over the whole of both tracks; all else the same, bonuses in reach too."""
    compared = 0
    for left in range(0, 13, 2):
        for right in range(0, 13, 3):
            before, after = (described(players, (left + gone, right), objective) for gone in (0, 2))
            if before and after and before[1] == after[1]:
                assert after[0] > before[0], f"{left} {right}"
                compared += 1
    assert compared > 6


def described(players, leaders, objective):
    """Seat 0's value and the features that do not belong to leaders; None where the game is over."""
    if sum(space >= clue for space in leaders for clue in (5, 9, 12, 14)) >= 4:
        return None
    state = table(players=players, leaders={0: leaders, 1: (5, 5)}, vehicles={0: "rybg", 1: "rybg"}, rest="discard").state
    worth = valuation(state.game)
    return worth.value(state, objective)[0], worth.features(state, 0)[6:]


def test_features_counted_by_hand():
    rows = ("rybgrybgrybgrybg", "gbyrgbyrgbyrgbyr")
    it = table(leaders={0: (3, 4)}, missions={0: "B2+YB"}, placed={0: "B2"}, vehicles={0: "yybrrrrr"}, rows=rows, rest=1)
    found = dict(zip(FEATURES, valuation(it.state.game).features(it.state, 0), strict=True))
    # From 3 and 4 the nearest is to go to 14 on the right track: 10 steps.
    assert found["distance"] == pytest.approx(10 / 14)
    assert found["nearness"] == pytest.approx(math.exp(-10 / 4))
    assert (found["clues"], found["rear"]) == (0, pytest.approx(3 / 14))
    assert (found["rear late"], found["front late"]) == (pytest.approx(3 / 14 / 4), pytest.approx(4 / 14 / 4))
    # One member's step from two steps and a bonus.
    assert (found["reach"], found["near reach"]) == (pytest.approx(3 * 0.8), pytest.approx(3 * 0.55))
    # Two yellow, one blue, four of the five red ones.
    assert (found["vehicles"], found["kinds"], found["pairs"]) == (7, 3, 2)
    assert (found["members"], found["placed"], found["missions"]) == (0, 1, 1)
    assert (found["unused"], found["wait"]) == (2, 0)
    rival = dict(zip(FEATURES, valuation(it.state.game).features(it.state, 1), strict=True))
    assert (rival["unused"], rival["wait"], rival["distance"]) == (0, 0.5, 1)


def test_a_game_that_is_over_has_its_returns():
    it = table(leaders={0: (13, 2)}, missions={0: "B2+YB"}, placed={0: "B2 YB"}).play("complete-B2+YB-return-B2")
    assert valuation(it.state.game).value(it.state, "win") == [1, 0]


def test_every_number_of_players_has_a_weight_for_every_feature():
    assert set(WIN_WEIGHTS) == set(POINTS_WEIGHTS) == {2, 3, 4}
    assert {len(row) for row in WIN_WEIGHTS.values()} == {len(FEATURES)}
    assert {len(row) for row in POINTS_WEIGHTS.values()} == {len(FEATURES) + 3}
