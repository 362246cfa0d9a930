"""Treasures: what each gives, the mimic under both options, the map under both options."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import EMPTY, Table, table

MIMIC_FAIL = pytest.mark.parametrize(("mimic_fail", "left"), [("reshuffle", 1), ("removed", 0)])


def chest(**kwargs) -> Table:
    """Seat 0 has just dug a chest."""
    return table(piles={0: (6, "")}, **kwargs).play("dig-0", "chest")


@pytest.mark.parametrize(
    ("name", "gold", "items", "skulls"),
    [("tablet", 0, [8], 0), ("idol", 0, [4], 0), ("gold_bag", 10, [], 0), ("skull", 20, [], 1)],
)
def test_rule_a_treasure_is_drawn_in_the_open(name, gold, items, skulls):
    it = chest()
    assert it.chance == {
        **{f"treasure:{one}": Fraction(1, 8) for one in ("tablet", "gold_bag", "skull", "map", "mimic")},
        "treasure:idol": Fraction(3, 8),
    }
    it.play(f"treasure:{name}")
    assert it.seen(1) == ("treasure", 0, name)
    assert (it["gold"][0], it.items(0), it["skulls"][0]) == (gold, items, skulls)
    assert sum(it["treasures"]) == 7
    assert it.people(0) == (1, 1, 0, 0)


def test_rule_a_skull_counts_two_less_and_is_never_sold():
    it = chest().play("treasure:skull")
    assert it.state.scores()[0] == 20 // 5 - 2
    assert it.may("sell") == set()


@MIMIC_FAIL
def test_rule_a_mimic_that_wins_leaves_the_chest_empty(mimic_fail, left):
    it = chest(mimic_fail=mimic_fail).play("treasure:mimic")
    assert it.chance == {"mimic-beaten": Fraction(4, 9), "mimic-wins": Fraction(5, 9)}
    it.play("mimic-wins")
    assert it.seen(1) == ("mimic", 0, False)
    assert it["treasures"][5] == left
    assert (it["phase"], it.items(0), it.people(0)) == ("act", [], (1, 1, 0, 0))  # unhurt, without the sword


@MIMIC_FAIL
def test_rule_a_mimic_that_is_beaten_is_an_item_and_brings_a_further_treasure(mimic_fail, left):
    it = chest(mimic_fail=mimic_fail).play("treasure:mimic", "mimic-beaten")
    assert it.seen(1) == ("mimic", 0, True)
    assert (it["phase"], it.items(0)) == ("treasure", [2])
    assert "treasure:mimic" not in it.chance
    assert it.play("treasure:tablet").items(0) == [2, 8]
    assert it["treasures"][5] == 0
    assert it["phase"] == "act"


@pytest.mark.parametrize(("choice", "gold", "items"), [("map-gold", 5, []), ("map-xp", 0, [2])])
def test_rule_the_map_is_asked_at_once(choice, gold, items):
    it = chest().play("treasure:map")
    assert (it["phase"], it.legal) == ("map", {"map-gold", "map-xp"})
    it.play(choice)
    assert it.seen(1) == ("map", 0, choice.removeprefix("map-"))
    assert (it["gold"][0], it.items(0), it["phase"]) == (gold, items, "act")


@pytest.mark.parametrize(("choice", "gold", "items"), [("map-gold", 5, []), ("map-xp", 0, [2])])
def test_rule_a_late_map_is_asked_when_all_are_home_and_may_pay_for_the_cure(choice, gold, items):
    it = chest(map_choice="end_of_day", people={0: (1, 0, 1, 1)}, recruited=(0,)).play("treasure:map")
    assert (it["phase"], it["map_due"], it.items(0), it.people(0)) == ("map", True, [], (2, 0, 1, 0))
    it.play(choice)
    assert (it["gold"][0], it.items(0), it["phase"], it["map_due"]) == (gold, items, "end_of_day", False)
    assert it.legal == {"end-day-cure-0"} | ({"end-day-cure-1"} if choice == "map-gold" else set())


def test_rule_a_late_map_waits_for_the_other_adventurers_and_is_no_item_yet():
    it = chest(map_choice="end_of_day").play("treasure:map")
    assert (it["phase"], it.may("sell")) == ("act", set())
    it.play("tavern")
    assert it["phase"] == "map"


@pytest.mark.parametrize(("map_choice", "total"), [("at_once", 2), ("end_of_day", 0)])
def test_rule_a_late_map_is_lost_when_the_game_ends_first(map_choice, total):
    """Seat 1 has found a stone; the chest empties the fourth pile, and the fifth is dug next."""
    piles = {0: EMPTY, 1: EMPTY, 2: EMPTY, 3: (8, ""), 4: (8, "")}
    it = table(piles=piles, stones={0: 1}, keep="chest xp_4", map_choice=map_choice)
    it.play("dig-3", "chest", "treasure:map", *["map-xp"] * (map_choice == "at_once"), "dig-4", "xp_4")
    assert it["ending"] == "one_stone"
    assert not it["map_due"]
    assert it.state.returns("points") == [4 + total, 0]


def test_rule_the_miner_goes_on_after_chest_mimic_and_map():
    it = table(piles={0: (6, "")}, gold=(5, 0)).play("miner-0", "chest", "treasure:mimic", "mimic-wins")
    assert it["phase"] == "mine"
    it.play("chest", "treasure:map", "map-xp")
    assert (it["phase"], it["piles"][0]["top"], it.items(0)) == ("act", 8, [2])
