"""The lone captain's stopping problem: which positions are solved, and what is hidden does not matter where one is."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.expectimax import Expectimax
from orienteer.games.celestia.exact import opened

from .odds_positions import cards, full_state, play
from .stopping import action_values

GUSTS = "2 gust"


def solved(state, evidence=(), seat=0, **arguments):
    asked = {"objective": "points", "horizon": "journey", "method": "exact", **arguments}
    return orienteer.evaluate(View(state, seat, evidence), **asked)


def lone(hand, *others, city=6, **position):
    return full_state([hand, *others], **{"city": city, "aboard": [0], "phase": "lone", **position})


def random_hand(stream, size):
    kinds = ["compass", "lightning_rod", "foghorn", "cannon", "turbo", "jetpack", "detour", "gust"]
    found = ""
    while sum(cards(found)) < size:
        kind = kinds[stream.below(len(kinds))]
        if kind not in ("jetpack", "detour", "gust") or kind not in found:
            found += f"{', ' if found else ''}{kind}"
    return found


@pytest.mark.parametrize("number", range(12))
def test_every_move_equals_plain_recursion_in_fractions(number):
    stream = RandomStream(number)
    city = (4, 6, 9, 12, 15, 20)[number % 6]
    telescope = {0: {1: (0, 0, 0, number % 2)}}
    state = lone(random_hand(stream, 1 + stream.below(4)), "", city=city, treasures=telescope)
    found, exact = solved(state), action_values(state, 0)
    assert (found.status, found.method, found.exact) == ("float", "expectimax", True)
    assert set(exact) == {"leave", "fly"}
    for move, value in exact.items():
        assert abs(found[move].value - float(value)) <= 1e-12 * max(1, float(value))
    assert found.best.id == max(exact, key=exact.get)


def test_the_captain_is_followed_into_his_windows():
    state = play(lone("compass, turbo, detour", "", city=12), "fly", "cloud-bird-pirates")
    assert state.fields()["phase"] == "window_a"
    exact = action_values(state, 0)
    assert set(exact) == {"pass", "detour"}
    found = solved(state)
    for move, value in exact.items():
        assert abs(found[move].value - float(value)) <= 1e-12


@pytest.mark.parametrize(
    "state",
    [
        lone("3 turbo, 2 gust", "4 compass", "cannon", city=20),
        lone("3 turbo", "4 compass", "cannon", city=20, discards=GUSTS),
        lone("3 turbo, gust", "detour, ejection", "jetpack", city=20, discards="gust"),
        lone("3 turbo", "grappling_hook", "", city=20, discards=GUSTS, grappling_hook=True),
    ],
)
def test_others_who_cannot_act_do_not_matter(state):
    found = solved(state)
    own = state.fields()["hands"][0]
    alone = lone("3 turbo" if not own[8] else f"3 turbo, {own[8]} gust", "", city=20)
    for move, value in action_values(alone, 0).items():
        assert abs(found[move].value - float(value)) <= 1e-12
    assert found.values[1] != found.values[1]  # nothing is known of others


@pytest.mark.parametrize(
    ("state", "arguments"),
    [
        (lone("3 turbo", "gust", city=20), {}),
        (lone("3 turbo", "compass", city=20, discards="gust"), {}),  # as far as he knows it is the gust
        (lone("3 turbo", "", city=20), {"objective": "margin"}),
        (lone("3 turbo", "", city=20), {"objective": "win"}),
        (lone("3 turbo", "", city=20), {"horizon": "game"}),
        (lone("3 turbo", "", city=20), {"horizon": "round"}),
        (play(full_state(["3 turbo", "", ""], city=20, discards=GUSTS), "cloud-cloud-cloud-cloud"), {"seat": 1}),
        (full_state(["3 turbo", "", ""], city=20, aboard=[0, 1]), {}),
    ],
)
def test_what_is_not_covered_is_refused(state, arguments):
    with pytest.raises(TooLargeError, match="celestia hides information and this position has no exact solver"):
        solved(state, **arguments)


def test_a_hook_still_out_is_a_danger_only_to_a_leg_that_somebody_left():
    left = full_state(["3 turbo", "grappling_hook"], city=4, discards=GUSTS, grappling_hook=True)
    left = play(left, "blank-blank", "leave", "city-4:4")
    assert left.fields()["phase"] == "announcement"
    with pytest.raises(TooLargeError):
        solved(left)
    held = full_state(["3 turbo, 2 grappling_hook", "compass"], city=4, discards=GUSTS, grappling_hook=True)
    assert solved(play(held, "blank-blank", "leave", "city-4:4")).best.id == "fly"


def test_unseen_treasures_are_equally_likely_wherever_they_lie():
    held = {1: {6: (2, 1, 0, 1)}, 2: {12: (1, 1, 0, 0)}}
    states = [
        lone("3 turbo", "compass", "cannon", discards=GUSTS, treasures={0: {6: (1, 0, 0, 0)}, **other})
        for other in (held, {1: {6: (0, 3, 1, 0)}, 2: {12: (2, 0, 0, 0)}})
    ]
    found = [solved(state) for state in states]
    assert found[0]["leave"].value == pytest.approx(6 + (4 * 6 + 3 * 9 + 12 + 2) / 9, abs=1e-12)
    assert [move.value for move in found[0].moves] == [move.value for move in found[1].moves]


def test_a_removed_city_stays_removed():
    held = {1: {9: (6, 0, 0, 0)}, 2: {9: (0, 3, 0, 0)}}
    state = lone("2 turbo", "compass", "cannon", discards=GUSTS, treasures=held, target=98)
    assert state.fields()["left"][4] == 0
    assert play(opened(View(state, 0).mask, 0), "fly", "blank-blank-blank", "fly").fields()["city"] == 12
    assert solved(state).best.id in ("fly", "leave")


@pytest.mark.parametrize("target", [50, 60])
def test_treasures_told_apart_by_hard_facts_are_not_solved(target):
    # The other's treasures are worth 45 and 6, 9, 12 or 2: at a target of 50 the game going on tells which.
    held = {1: {6: (0, 0, 0, 1), 25: (1, 0, 0, 0), 20: (1, 0, 0, 0)}}
    state = lone("3 turbo", "compass", discards=GUSTS, treasures=held, target=target)
    assert solved(state).exact
    if target == 60:
        assert solved(state, (("journey", 0),)).exact
        return
    with pytest.raises(TooLargeError):
        solved(state, (("journey", 0),))
    assert solved(state, (("journey", 0), ("treasure", 1, 6, None))).exact  # drawn since: nothing is told


def test_expectimax_does_not_take_a_hidden_state_by_itself():
    state = lone("3 turbo", "", city=20)
    with pytest.raises(OrienteerError, match="celestia hides information"):
        Expectimax(state, objective="points", horizon="journey")
    value = Expectimax(state, objective="points", horizon="journey", hides_nothing=True).values()[0]
    assert abs(value - float(Fraction(1625, 81))) <= 1e-12
