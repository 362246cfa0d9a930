"""The bonus token, and several missions in one turn."""

from __future__ import annotations

import pytest

from .build import table

BEHIND = {"leaders": {0: (3, 4)}, "missions": {0: "B2+YB"}, "placed": {0: "B2 YB"}}


@pytest.mark.parametrize(
    ("leaders", "bonus"), [((3, 4), True), ((3, 3), True), ((4, 3), False), ((0, 0), True), ((5, 2), False)]
)
def test_rule_the_bonus_is_for_the_leader_behind_or_level_before_it_moves(leaders, bonus):
    it = table(**{**BEHIND, "leaders": {0: leaders}}, discard="rg").play("complete-B2+YB-return-B2")
    assert it["phase"] == ("bonus" if bonus else "menu")
    assert it.discard == ("rg" if bonus else "rbg")


def test_rule_no_bonus_from_an_empty_discard():
    for option in ("mandatory", "optional"):
        it = table(**BEHIND, bonus=option).play("complete-B2+YB-return-B2")
        assert (it["phase"], it.vehicles(0), it.discard) == ("menu", "", "b")


def test_rule_one_colour_is_taken_at_once():
    it = table(**BEHIND, discard="gg").play("complete-B2+YB-return-B2")
    assert (it["phase"], it.vehicles(0), it.discard) == ("menu", "g", "bg")


def test_rule_of_two_colours_one_is_chosen_before_the_mission_is_discarded():
    it = table(**BEHIND, discard="rrg").play("complete-B2+YB-return-B2")
    assert (it["phase"], it["turn"], it.legal, it["pending"]) == ("bonus", 0, {"bonus-red", "bonus-green"}, ("bonus", "B2+YB"))
    it.play("bonus-red")
    assert (it["phase"], it.vehicles(0), it.discard, it.seen) == ("menu", "r", "rbg", ("bonus", 0, "red"))


@pytest.mark.parametrize(
    ("discard", "legal"), [("g", {"no-bonus", "bonus-green"}), ("yg", {"no-bonus", "bonus-green", "bonus-yellow"})]
)
def test_rule_an_optional_bonus_may_be_left(discard, legal):
    it = table(**BEHIND, discard=discard, bonus="optional").play("complete-B2+YB-return-B2")
    assert it.legal == legal
    left = it.copy().play("no-bonus")
    assert (left["phase"], left.vehicles(0), left.discard.replace("b", ""), left.seen) == (
        "menu",
        "",
        discard,
        ("bonus", 0, None),
    )
    assert it.play("bonus-green").vehicles(0) == "g"


def test_rule_the_mission_may_be_discarded_before_the_bonus():
    """Then it is the bonus where nothing else lies there, and one of the choices where something does."""
    it = table(**BEHIND, mission_discard="before_bonus").play("complete-B2+YB-return-B2")
    assert (it["phase"], it.vehicles(0), it.discard) == ("menu", "b", "")
    it = table(**BEHIND, discard="g", mission_discard="before_bonus").play("complete-B2+YB-return-B2")
    assert (it.legal, it.discard) == ({"bonus-blue", "bonus-green"}, "bg")
    it.play("bonus-blue")
    assert (it.vehicles(0), it.discard) == ("b", "g")


# -- several missions

TWO = {"missions": {0: "YB+BG RB+BG"}, "placed": {0: "YB RB BG"}, "leaders": {0: (0, 2)}}


def test_rule_one_member_serves_two_missions():
    """Both complete unless the member on the common place is taken back first; then the first one's token is the bonus."""
    it = table(**TWO, rest=1).play("complete-YB+BG-return-YB")
    assert (it["phase"], it.vehicles(0)) == ("menu", "")
    assert it.may("complete") == {"RB+BG-return-RB", "RB+BG-return-BG"}
    it.play("complete-RB+BG-return-BG")
    assert (it["leaders"][0], it.vehicles(0), it.discard, it["placed"][0]) == ((4, 2), "b", "b", ("RB",))
    assert table(**TWO).play("complete-YB+BG-return-BG").may("complete") == set()


@pytest.mark.parametrize(
    ("first", "then"),
    [(("YB+BG", "YB"), ("RB+BG", "BG")), (("RB+BG", "RB"), ("YB+BG", "BG")), (("YB+BG", "YB"), ("RB+BG", "RB"))],
)
def test_rule_missions_are_chained_in_any_order(first, then):
    """The first finds an empty discard, the second takes the first one's token."""
    it = table(**TWO).play(f"complete-{first[0]}-return-{first[1]}")
    assert (it["leaders"][0], first[0] in it["finished"][0], it.discard, it.vehicles(0)) == ((2, 2), True, "b", "")
    it.play(f"complete-{then[0]}-return-{then[1]}")
    assert (it["leaders"][0], it.discard, it.vehicles(0), len(it["placed"][0])) == ((4, 2), "b", "b", 1)


def test_rule_the_order_of_missions_decides_the_bonuses():
    """A red and a blue mission with leaders 0/1: red first is in front (no bonus), blue first finds nothing there."""
    options = {"missions": {0: "RB+RY RB+BG"}, "placed": {0: "RB RY BG"}, "leaders": {0: (0, 1)}}
    red_first = table(**options).play("complete-RB+RY-return-RY", "complete-RB+BG-return-RB")
    assert (red_first["leaders"][0], red_first.vehicles(0), red_first.discard) == ((2, 3), "r", "b")
    blue_first = table(**options).play("complete-RB+BG-return-BG", "complete-RB+RY-return-RB")
    assert (blue_first["leaders"][0], blue_first.vehicles(0), blue_first.discard) == ((2, 3), "b", "r")


def test_rule_phase_two_knows_missions_and_the_end_of_the_turn_only():
    it = table(missions={0: "YB+BG RB+BG"}, placed={0: "YB BG"}, vehicles={0: "rrbb"}, rest=1)
    assert it.may("explore") and it.may("equip") and it.may("retrieve")  # noqa: PT018
    it.play("complete-YB+BG-return-YB")
    assert (it["stage"], it.legal) == ("phase_2", {"end-turn"})
    it.play("end-turn", "end-turn")
    assert it.may("explore-RB") == {"red", "blue"}


def test_rule_the_member_taken_back_is_usable_from_the_next_turn():
    it = table(missions={0: "YB+BG"}, placed={0: "YB BG G2"}).play("complete-YB+BG-return-YB")
    assert it.legal == {"end-turn"}
    it.play("end-turn", "end-turn")
    assert it.may("equip-left") == {"1-vehicle", "1-mission"}
