"""Windows: who is asked, in which order, chains of powers, and what the others see of it."""

from __future__ import annotations

import pytest

from .build import in_a, in_b

OPENED = pytest.mark.parametrize(("opened", "window"), [(in_a, "window_a"), (in_b, "window_b")])


@OPENED
def test_rule_the_captain_is_asked_first_then_clockwise_the_ineligible_pass_unseen(opened, window):
    at = opened("gust", "compass", "gust", "detour", "foghorn", captain=2)
    for seat in (2, 3, 0):
        assert at.turn == (window, seat)
        at.play("pass")
        assert at.noticed((seat + 1) % 5) is None
        assert at.asked((seat + 1) % 5) == (window if at.turn == (window, (seat + 1) % 5) else None)
    assert at.turn[0] == ("announcement" if window == "window_a" else "journey_end")


@OPENED
def test_rule_after_a_play_the_next_seat_is_asked_and_everyone_again_the_player_last(opened, window):
    at = opened("gust", "detour gust", "detour", dice="cloud-blank")
    at.play("pass", "detour", "reroll-none")
    order = []
    while at.turn[0] == window:
        order.append(at.turn[1])
        at.play("pass")
    assert order == [2, 0, 1]


@OPENED
def test_rule_powers_chain(opened, window):
    """A detour, a gust on what it left, and another detour by the same player."""
    at = opened("", "detour detour", "gust", dice="cloud-pirates")
    at.play("detour", "reroll-pirates", "blank")
    assert at.turn == (window, 2)
    at.play("gust", "lightning")
    assert at.turn == (window, 1)
    at.play("detour", "reroll-cloud-lightning", "blank-blank")
    assert at.turn == ("announcement", 0)
    assert at.legal == {"fly"}
    assert at["discards"][7:9] == (2, 1)


def test_rule_an_ejection_chains_with_a_gust_of_the_ejected():
    at = in_a("ejection", "gust detour", "")
    at.play("eject-1", "city-1:2")
    assert at.turn == ("window_a", 1)
    assert at.legal == {"pass", "gust"}
    at.play("gust", "blank")
    assert at.turn == ("announcement", 0)
    assert at["dice"] == ("cloud", "blank")


def test_rule_no_stay_or_leave_choice_reopens_after_a_reroll():
    at = in_a("", "detour", dice="blank-blank").play("detour", "reroll-blank-blank", "bird-bird")
    assert at.turn == ("announcement", 0)
    assert at["aboard"] == (True, True)


def test_rule_who_is_not_asked_does_not_see_which_window_is_open():
    at = in_a("", "gust", "", "")
    masks = [at.state.mask(seat).fields() for seat in range(4)]
    hidden = ("before_announcement", None)
    assert [(m["phase"], m["turn"]) for m in masks] == [hidden, ("window_a", 1), hidden, hidden]
    at.play("pass")
    assert at.state.mask(3).fields()["phase"] == "before_announcement"
    assert at.noticed(3) is None
    assert (at.noticed(0), at.asked(0)) == (None, "announcement")
    at.play("crash")
    assert {at.state.mask(seat).fields()["phase"] for seat in (0, 2, 3)} == {"after_crash_call"}
