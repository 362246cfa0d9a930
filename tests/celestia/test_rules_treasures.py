"""Treasures: drawing them, cities that run out, the last city, telescopes and jetpacks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import table

SMALL = ((1, 2, ((1, 1),), 0), (2, 2, ((2, 2),), 1), (4, 2, ((4, 2), (9, 1)), 0))


def test_rule_a_leaver_draws_at_once_by_what_is_left_and_only_he_sees_it():
    at = table("", "", "", treasures={2: {1: (1, 1, "telescope")}}).play("bird-bird", "leave")
    assert at.chance == {"city-1:1": Fraction(3, 8), "city-1:2": Fraction(3, 8), "city-1:4": Fraction(2, 8)}
    at.play("city-1:4")
    assert [at.noticed(seat) for seat in range(3)] == [("treasure", 1, 1, worth) for worth in (None, 4, None)]
    assert at["totals"] == (0, 4, 4)
    assert at.turn == ("passenger", 2)


@pytest.mark.parametrize("city", [15, 20, 25])
def test_rule_backs_of_15_20_and_25_tell_their_worth(city):
    at = table("compass turbo turbo turbo", "", "", city=city if city < 25 else 20, ashore=[2])
    if city == 25:
        at.play("cloud-bird-bird-bird", "stay", "fly", "city-25:25")
        assert at.noticed(2) == ("treasure", 0, 25, 25)
    else:
        assert at.play("blank-blank-blank-blank", "leave", f"city-{city}:{city}").noticed(2) == ("treasure", 1, city, city)


EIGHT_OF_FOUR = {0: {4: (4, 4)}, 1: {4: (4, 4)}, 2: {4: (4, 6)}, 3: {4: (6, 6)}}


def test_rule_row_15_the_last_treasure_gone_the_next_must_stay_and_the_ship_flies_past():
    at = table("", "", "", "", city=4, treasures=EIGHT_OF_FOUR).play("blank-blank", "leave", "city-4:9")
    at.play("leave", "city-4:telescope")
    assert at.turn == ("passenger", 3)
    assert at.legal == {"stay"}
    at.play("stay", "fly", "bird-bird-bird", "stay", "crash", "journey-end", *["compass"] * 4)
    assert at["city"] == 1
    at.play("blank-blank", "stay", "stay", "stay", "fly", "blank-blank", "stay", "stay", "stay", "fly")
    assert at["city"] == 6


@pytest.mark.parametrize("empty_city", ["no_leaving", "leave_for_nothing"])
def test_rule_empty_city(empty_city):
    at = table("ejection", "", "", "", cities=SMALL, empty_city=empty_city)
    at.play("blank-blank", "leave", "city-1:1")
    if empty_city == "no_leaving":
        assert at.legal == {"stay"}
        assert at.play("stay", "stay").turn == ("announcement", 0)
    else:
        assert at.legal == {"stay", "leave"}
        at.play("leave")
        assert at.turn == ("passenger", 3)
        assert at.play("stay", "eject-3").turn == ("announcement", 0)
        assert at["left_now"] == (False, True, True, True)
        assert at["drew_now"] == (False, True, False, False)
        assert at["totals"] == (0, 1, 0, 0)


@pytest.mark.parametrize("empty_city", ["no_leaving", "leave_for_nothing"])
def test_rule_row_25_an_ejection_takes_the_last_treasure_and_jetpacks_are_illegal(empty_city):
    at = table("ejection jetpack", "", "jetpack", cities=SMALL, empty_city=empty_city)
    at.play("cloud-blank", "stay", "stay", "eject-1", "city-1:1")
    assert at.turn == ("announcement", 0)
    assert at.play("crash").turn[0] == "journey_end"


@pytest.mark.parametrize("dice_by", ["next_city", "current_city"])
def test_rule_dice_by_differs_after_city_6_or_15_is_gone(dice_by):
    gone = {0: {6: (6, 6, 6)}, 1: {6: (6, 6, "telescope")}, 2: {6: (9, 9)}, 3: {6: (9, 12)}}
    at = table("", "", "", "", city=4, treasures=gone, dice_by=dice_by)
    assert len(next(iter(at.chance)).split("-")) == (3 if dice_by == "next_city" else 2)
    gone = {0: {15: (15, 15, 15)}, 1: {15: (15, 15, 15)}}
    at = table("", "", "", "", city=12, treasures=gone, dice_by=dice_by)
    assert len(next(iter(at.chance)).split("-")) == (4 if dice_by == "next_city" else 3)
    assert len(next(iter(table("", "", city=20, dice_by=dice_by).chance)).split("-")) == 4


def test_rule_the_legs_dice_do_not_change_when_its_city_runs_out():
    at = table("", "detour", "", cities=SMALL).play("cloud-bird", "leave", "city-1:1", "stay")
    assert at["dice"] == ("cloud", "bird")
    at = table("", "", "detour", cities=SMALL).play("cloud-bird", "leave", "city-1:1", "stay", "detour", "reroll-cloud-bird")
    assert len(next(iter(at.chance)).split("-")) == 2


@pytest.mark.parametrize("seats", [4, 6])
def test_rule_row_14_three_cards_left_at_25_go_to_the_captain_and_the_next_two(seats):
    held = {0: {25: (25,)}, 2: {25: (25,)}, 3: {25: (25,)}}
    at = table(*[""] * seats, city=20, captain=2, treasures=held, target=98).play("blank-blank-blank-blank")
    at.play(*["stay"] * (seats - 1), "fly")
    for seat in (2, 3, 4 % seats):
        assert at["pending"] == seat
        at.play("city-25:25")
    assert at.turn == ("journey_end", None)
    assert at["left"][-1] == 0
    assert at["totals"][:4] == ((50, 0, 50, 50) if seats == 4 else (25, 0, 50, 50))


def test_rule_city_25_gone_makes_20_the_last():
    held = {seat: {25: (25, 25)} for seat in range(3)}
    at = table("compass", "", "", city=15, captain=0, treasures=held, target=98, ashore=[1])
    at.play("cloud-blank-blank-blank", "stay", "fly")
    assert at.turn == ("treasure", None)
    assert at["pending"] == 0
    at.play("city-20:20", "city-20:20")
    assert at["totals"] == (70, 50, 70)
    assert at.play("journey-end")["city"] == 1
    assert at["captain"] == 1


def test_rule_when_city_1_is_gone_journeys_start_at_2():
    gone = {0: {1: (1, 1, 1, 1)}, 1: {1: (1, 2, 2, 2)}, 2: {1: (4, 4)}}
    at = table("", "", "", city=9, treasures=gone, used=[1]).play("bird-bird-bird", "stay", "stay", "crash", "journey-end")
    assert at["city"] == 2
