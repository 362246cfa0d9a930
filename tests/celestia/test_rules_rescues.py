"""Telescopes and jetpacks: what may follow a crash call."""

from __future__ import annotations

import pytest

from .build import table


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_rule_a_telescope_cancels_the_failure_and_spends_nothing(owner):
    at = table("compass", "", "", city=4, treasures={owner: {6: ("telescope",), 2: ("telescope", 4)}})
    at.play("cloud-bird", "stay", "stay", "crash")
    assert at.turn == ("window_b", owner)
    assert at.legal == {"pass", "telescope"}
    at.play("telescope")
    assert at.noticed(1) == ("telescope", owner, 2)
    assert (at["city"], at["telescopes_used"], at["totals"][owner]) == (6, (2,), 4 + 2)
    assert at["hands"][0][0] == 1
    assert at["discards"] == (0,) * 10
    assert at.turn == ("roll", None)
    assert at["captain"] == 1


def test_rule_a_telescope_is_for_those_aboard_and_for_window_b():
    held = {seat: {city: ("telescope",)} for seat, city in enumerate((1, 2, 4))}
    at = table("compass", "", "", treasures=held).play("cloud-bird", "leave", "city-1:1", "stay")
    assert at.turn == ("announcement", 0)
    at.play("crash")
    assert at.turn == ("window_b", 0)
    assert at.play("pass").turn == ("window_b", 2)
    assert at.play("pass").turn[0] == "journey_end"


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_a_telescope_after_a_reroll_in_b(reannounce):
    at = table("", "gust", "", treasures={2: {1: ("telescope",)}}, reannounce=reannounce)
    at.play("cloud-blank", "stay", "stay", "pass", "crash", "gust", "bird")
    if reannounce == "at_once":
        at.play("crash")
    assert at.turn == ("window_b", 2)
    assert at.play("telescope")["city"] == 2


def test_rule_a_telescope_at_20_brings_everyone_to_25():
    at = table("", "", "", city=20, captain=1, treasures={0: {4: ("telescope",)}})
    at.play("cloud-cloud-cloud-cloud", "stay", "stay", "crash", "telescope")
    for seat in (1, 2, 0):  # the leg's captain first
        assert at["pending"] == seat
        at.play("city-25:25")
    assert at.turn == ("journey_end", None)
    assert at["totals"] == (25, 25, 25)


def test_rule_a_lone_captain_may_use_his_telescope():
    at = table("", "", city=12, ashore=[1], treasures={0: {1: ("telescope",)}})
    at.play("fly", "bird-bird-bird", "crash", "telescope")
    assert at.turn == ("lone", 0)
    assert at["city"] == 15


@pytest.mark.parametrize("user", [0, 2])
def test_rule_a_jetpack_draws_where_the_ship_stands_when_the_crash_is_final(user):
    hands = ["", "", "", ""]
    hands[user] = "jetpack jetpack"
    at = table(*hands, city=6).play("bird-bird-bird", "leave", "city-6:6", "stay", "stay", "crash")
    assert at.turn == ("jetpack", user)
    assert at.legal == {"pass", "jetpack"}
    at.play("jetpack")
    assert at.noticed(3) == ("play", user, "jetpack")
    at.play("city-6:12")
    assert at["totals"][user] == 12
    assert at["aboard"][user]
    assert at.turn == ("journey_end", None)  # one a player and crash


def test_rule_a_jetpack_after_a_telescope_or_a_flight_is_not_asked():
    at = table("", "jetpack", treasures={0: {1: ("telescope",)}}).play("bird-blank", "stay", "crash")
    assert at.turn == ("window_b", 0)
    assert at.play("telescope").turn == ("roll", None)


def test_rule_who_left_has_no_jetpack_and_needs_none():
    assert table("", "jetpack", "").play("bird-blank", "leave", "city-1:1", "stay", "crash").turn[0] == "journey_end"


def test_rule_jetpacks_are_asked_from_the_captain_and_go_round():
    at = table("jetpack", "", "jetpack", captain=1).play("bird-blank", "stay", "stay", "crash")
    assert at.turn == ("jetpack", 2)
    at.play("jetpack", "city-1:1")
    assert at.turn == ("jetpack", 0)
    at.play("pass")
    assert at.turn == ("journey_end", None)


def test_rule_a_jetpack_takes_the_last_treasure_and_the_next_finds_none():
    rows = ((1, 2, ((1, 1),), 0), (2, 2, ((2, 2),), 0), (4, 2, ((4, 2),), 0))
    at = table("jetpack", "jetpack", cities=rows).play("bird-blank", "stay", "crash", "jetpack", "city-1:1")
    assert at.turn == ("journey_end", None)
    assert at.play("journey-end")["city"] == 2


@pytest.mark.parametrize("empty_city", ["no_leaving", "leave_for_nothing"])
def test_rule_a_jetpack_needs_a_treasure_in_either_mode(empty_city):
    rows = ((1, 2, ((1, 1),), 0), (2, 2, ((2, 2),), 0), (4, 2, ((4, 2),), 0))
    at = table("jetpack", "", "jetpack", cities=rows, empty_city=empty_city)
    at.play("bird-blank", "leave", "city-1:1", "stay", "crash")
    assert at.turn == ("journey_end", None)


def test_rule_a_jetpack_before_the_game_ends_counts():
    at = table("jetpack", "", city=20, treasures={0: {20: (20,)}, 1: {20: (20,)}}, target=40)
    at.play("bird-bird-bird-bird", "stay", "crash", "jetpack", "city-20:20", "journey-end")
    assert at.state.is_terminal()
    assert at.state.returns("win") == [1.0, 0.0]
