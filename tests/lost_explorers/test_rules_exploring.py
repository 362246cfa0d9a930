"""Exploring: what it needs and costs, where it is refused, whose member it sends home and what that player gets."""

from __future__ import annotations

import pytest

from .build import table

MISSIONS = {  # one that names the place
    "R2": "R2+RB",
    "R3": "R3+RB",
    "Y2": "Y2+YB",
    "Y3": "Y3+YB",
    "B2": "B2+YB",
    "B3": "B3+YB",
    "G2": "G2+BG",
    "G3": "G3+BG",
    "YB": "YB+RB",
    "RB": "R2+RB",
    "BG": "B2+BG",
    "GR": "G2+GR",
    "RY": "R2+RY",
    "GY": "Y2+GY",
}
NEEDS = {
    "R2": "rr",
    "R3": "rrr",
    "Y2": "yy",
    "Y3": "yyy",
    "B2": "bb",
    "B3": "bbb",
    "G2": "gg",
    "G3": "ggg",
    "YB": "yyb",
    "RB": "rrb",
    "BG": "bbg",
    "GR": "ggr",
    "RY": "rry",
    "GY": "ggy",
}
WORDS = {"r": "red", "y": "yellow", "b": "blue", "g": "green"}


@pytest.mark.parametrize("place", NEEDS)
def test_rule_all_vehicles_are_held_and_one_of_them_is_given(place):
    needs = NEEDS[place]
    shut = "Y3 B3" if place[1:] != "3" else " ".join({"Y3", "B3", "R3", "G3"} - {place})
    it = table(players=4, shut=shut, missions={0: MISSIONS[place]}, vehicles={0: needs})
    colours = {WORDS[letter] for letter in needs}
    assert it.may(f"explore-{place}") == colours
    for colour in colours:
        after = it.copy().play(f"explore-{place}-{colour}")
        assert sorted(after.vehicles(0) + after.discard) == sorted(needs)
        assert (after.discard, after["placed"][0], after.seen) == (colour[0], (place,), ("explore", 0, place, colour, None))
    for letter in set(needs):
        short = needs.replace(letter, "", 1)
        lacking = table(players=4, shut=shut, missions={0: MISSIONS[place]}, vehicles={0: short})
        assert lacking.may(f"explore-{place}") == set()


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({}, {"B2", "YB"}),
        ({"missions": {}}, set()),  # no mission
        ({"missions": {1: "B2+YB"}}, set()),  # another player's mission
        ({"missions": {0: "B2+BG"}}, {"B2"}),
        ({"missions": {0: "B3+YB"}}, {"YB"}),  # B3 is closed
        ({"placed": {0: "B2"}}, {"YB"}),  # an own member stands there
        ({"placed": {1: "B2"}}, {"B2", "YB"}),
        ({"placed": {0: "R2 G2 Y2"}}, set()),  # all members are away
        ({"placed": {0: "R2 G2"}}, {"B2", "YB"}),
        ({"placed": {0: "R2 G2"}, "members": 2}, set()),
        ({"placed": {0: "R2 G2 Y2"}, "leaders": {0: (4, 4)}}, {"B2", "YB"}),  # a fourth one
        ({"placed": {0: "R2"}, "stage": "phase_1", "used": 2, "sides": (True, False)}, set()),  # used to equip
        ({"stage": "phase_1", "used": 2, "sides": (True, False)}, {"B2", "YB"}),
        ({"stage": "phase_2", "leaders": {0: (1, 0)}}, set()),
    ],
)
def test_rule_where_a_member_may_go(given, places):
    it = table(**({"missions": {0: "B2+YB"}, "vehicles": {0: "yybb"}} | given))
    assert {name.split("-")[0] for name in it.may("explore")} == places


def test_rule_the_member_of_another_player_goes_home_with_the_token_given():
    it = table(players=3, missions={0: "B2+YB"}, vehicles={0: "yybb", 1: "r"}, placed={0: "", 1: "YB G2", 2: "R2"}, discard="g")
    it.play("explore-YB-yellow")
    assert (it["placed"], it.vehicles(0), it.vehicles(1)) == ((("YB",), ("G2",), ("R2",)), "ybb", "ry")
    assert (it.discard, it.seen) == ("g", ("explore", 0, "YB", "yellow", 1))


def test_rule_the_member_sent_home_is_usable_from_its_owners_next_turn():
    it = table(missions={0: "B2+YB"}, vehicles={0: "yyb"}, placed={1: "YB R2 G2"}, rest=0).play("explore-YB-blue", "end-turn")
    assert it["turn"] == 1
    assert it.may("equip-left") == {"1-vehicle", "1-mission"}
    assert it.may("retrieve") == {"R2", "G2", "R2+G2"}


def test_rule_a_member_sent_home_counts_for_no_mission():
    it = table(missions={0: "YB+RB", 1: "B2+YB"}, vehicles={0: "yyb"}, placed={1: "B2 YB"})
    assert it.copy().play("end-turn").may("complete") == {"B2+YB-return-B2", "B2+YB-return-YB"}
    assert it.play("explore-YB-blue", "end-turn").may("complete") == set()


def test_rule_what_was_gained_counts_at_once():
    """A vehicle taken in this turn goes on an expedition in it, a token given by another player in one's own next turn."""
    it = table(rows=("b", "y"), missions={0: "B2+BG"}, vehicles={0: "b"})
    assert it.may("explore") == set()
    assert it.play("equip-left-1-vehicle").may("explore") == {"B2-blue"}
    it = table(rows=("y", "b"), vehicles={0: "yyb"})
    it.play("equip-left-1-mission")
    assert it.state.is_chance_node()
    assert it.play("YB+GY").may("explore") == {"YB-yellow", "YB-blue"}


def test_rule_a_member_paid_for_once_serves_missions_to_come():
    it = table(rows=("b", "y"), placed={0: "YB BG"}, rest=1).play("equip-left-1-mission", "YB+BG")
    assert it.may("complete") == {"YB+BG-return-YB", "YB+BG-return-BG"}


def test_rule_a_member_may_stay_where_no_mission_wants_it():
    it = table(placed={0: "R2"}, missions={0: "B2+YB"}).play("end-turn", "end-turn")
    assert it["placed"][0] == ("R2",)
