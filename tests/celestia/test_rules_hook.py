"""The grappling hook: after a flight, who left in this leg gives his treasure back and is aboard again."""

from __future__ import annotations

import pytest

from .build import table

SMALL = ((1, 2, ((1, 1),), 0), (2, 2, ((2, 2), (5, 1)), 1), (4, 2, ((4, 2), (9, 1)), 0))


def test_rule_row_24_who_hooks_is_next_captain():
    at = table("compass", "grappling_hook", "", city=4).play("cloud-blank", "leave", "city-4:6", "stay", "fly")
    assert at.turn == ("hook", 1)
    assert at.legal == {"pass", "hook"}
    at.play("hook")
    assert [at.noticed(seat) for seat in range(3)] == [("hook", 1, 4, worth) for worth in (None, 6, None)]
    assert at.turn == ("settle", None)
    at.play("settle")
    assert at["captain"] == 1
    assert at["city"] == 6
    assert at["left"][2] == 10
    assert at["totals"] == (0, 0, 0)


def test_rule_a_pass_leaves_the_treasure_and_the_captaincy_to_others():
    at = table("compass", "grappling_hook", "", city=4).play("cloud-blank", "leave", "city-4:6", "stay", "fly")
    at.play("pass", "settle")
    assert at["captain"] == 2
    assert at["totals"] == (0, 6, 0)


def test_rule_the_ejected_may_hook():
    at = table("ejection", "", "grappling_hook").play("blank-blank", "stay", "stay", "eject-2", "city-1:telescope", "fly")
    assert at.turn == ("hook", 2)
    at.play("hook", "settle")
    assert at["aboard"] == (True, True, True)
    assert at["left"][0] == 11


def test_rule_a_hook_follows_a_telescope_too():
    at = table("", "grappling_hook", "", treasures={2: {4: ("telescope",)}})
    at.play("bird-bird", "leave", "city-1:2", "stay", "crash", "telescope")
    assert at.turn == ("hook", 1)
    at.play("hook", "settle")
    assert at["city"] == 2
    assert at["captain"] == 1


def test_rule_no_hook_after_a_crash():
    at = table("", "grappling_hook", "").play("bird-bird", "leave", "city-1:2", "stay", "crash")
    assert at.turn == ("journey_end", None)


def test_rule_only_who_left_in_this_leg_may_hook():
    at = table("", "grappling_hook", "", "").play("blank-blank", "leave", "city-1:2", "stay", "stay", "fly", "pass", "settle")
    at.play("blank-blank", "stay", "stay", "fly")
    assert at.turn == ("roll", None)  # nobody left in this leg: no loop, nothing to settle
    at.play("blank-blank", "leave", "city-4:4", "stay", "fly")
    assert at.turn == ("settle", None)  # nobody who left now holds a hook


def test_rule_without_the_option_there_is_nothing_to_settle():
    at = table("", "", "").play("blank-blank", "leave", "city-1:2", "stay", "fly")
    assert at.turn == ("roll", None)


def test_rule_a_hook_at_the_last_city_takes_part_in_its_draws():
    at = table("", "", "grappling_hook", city=20, captain=1).play("blank-blank-blank-blank", "leave", "city-20:20", "stay")
    at.play("fly", "hook")
    assert at.noticed(0) == ("hook", 2, 20, 20)
    assert at["aboard"] == (True, True, True)
    at.play("settle")
    for seat in (1, 2, 0):
        assert at["pending"] == seat
        at.play("city-25:25")
    assert at["totals"] == (25, 25, 25)
    assert at["left"][-2:] == (6, 3)


@pytest.mark.parametrize("empty_city", ["no_leaving", "leave_for_nothing"])
def test_rule_a_hook_restores_a_city_that_was_removed(empty_city):
    at = table("", "grappling_hook", "", cities=SMALL, empty_city=empty_city, target=98)
    at.play("blank-blank", "leave", "city-1:1", "stay")
    assert at["left"][0] == 0
    at.play("fly", "hook", "settle")
    assert at["left"][0] == 1
    at.play("bird-bird", "stay", "stay", "crash", "journey-end")
    assert at["city"] == 1


def test_rule_who_left_for_nothing_cannot_hook():
    at = table("", "", "grappling_hook", "", cities=SMALL, empty_city="leave_for_nothing")
    at.play("blank-blank", "leave", "city-1:1", "leave", "stay", "fly")
    assert at.turn == ("settle", None)
    assert at["left_now"] == (False, True, True, False)


def test_rule_hooks_are_asked_from_the_captain_round_and_again_after_a_play():
    at = table("", "grappling_hook", "", "grappling_hook", captain=2)
    at.play("blank-blank", "leave", "city-1:1", "stay", "leave", "city-1:2", "fly")
    assert at.turn == ("hook", 3)
    at.play("pass")
    assert at.turn == ("hook", 1)
    at.play("hook")
    assert at.turn == ("hook", 3)
    at.play("hook", "settle")
    assert at["aboard"] == (True, True, True, True)
    assert at["captain"] == 3


def test_rule_a_hook_is_a_power_chained_with_an_ejection_and_a_detour():
    at = table("ejection", "detour", "grappling_hook").play("bird-blank", "stay", "stay", "eject-2", "city-1:4")
    at.play("detour", "reroll-bird", "blank", "fly", "hook", "settle")
    assert at["discards"][5:] == (1, 0, 1, 0, 1)
    assert at["captain"] == 1


def test_rule_after_the_move_the_others_see_neither_who_is_asked_nor_a_pass():
    at = table("", "grappling_hook", "", "").play("blank-blank", "leave", "city-1:1", "stay", "stay", "fly")
    assert (at.noticed(1), at.asked(1)) == (("fly", 0, ("blank", "blank"), ()), "hook")
    assert at.state.mask(2).fields()["phase"] == "after_move"
    at.play("pass")
    assert at.noticed(2) is None
    assert {at.state.mask(seat).fields()["phase"] for seat in range(4)} == {"after_move"}
    at.play("settle")
    assert at.noticed(2) == ("settle",)
