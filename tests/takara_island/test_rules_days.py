"""Turns, the sword, fights, the hospital over three turns, the recruit, the bank, and the cycle of specialists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import Table, start, table


def test_rule_the_sword_is_offered_once_to_a_player_with_three_gold():
    it = table(phase="sword", gold=(3, 0))
    assert it.legal == {"rent", "no-rent"}
    it.play("rent")
    assert (it["gold"], it["sword"], it["phase"], it.seen(1)) == ((0, 0), True, "act", ("rent", 0))
    it.play("tavern", "tavern")
    assert not it["sword"]
    it = table(phase="sword", gold=(3, 0)).play("no-rent")
    assert (it["gold"], it["sword"], it.seen(1)) == ((3, 0), False, ("no_rent", 0))


@pytest.mark.parametrize(("gold", "phase"), [(2, "act"), (3, "sword")])
def test_rule_the_next_turn_begins_with_the_sword_only_where_it_can_be_paid(gold, phase):
    it = table(gold=(0, gold)).play("tavern", "tavern", "end-day-cure-0")
    assert (it["turn"], it["phase"]) == (1, phase)


@pytest.mark.parametrize(
    ("monster", "top", "health", "gold", "xp"),
    [
        *(("bat_a", 0, 1, 0, 2), ("bat_b", 0, 1, 5, 1)),
        *(("goblin_a", 3, 2, 10, 1), ("goblin_b", 3, 2, 0, 3), ("goblin_c", 3, 2, 5, 2)),
        *(("skeleton_a", 6, 3, 5, 3), ("skeleton_b", 6, 3, 15, 1), ("drake", 6, 4, 20, 5)),
    ],
)
def test_rule_fight(monster, top, health, gold, xp):
    piles = {0: (top, f"[{monster}]")}
    assert table(piles=piles).may("fight") == set()
    it = table(piles=piles, sword=True).play("fight-0")
    won, lost = Fraction(2, 3), Fraction(1, 3)
    assert it.chance == {"kill": won**health, **{f"fail-{k}": won**k * lost for k in range(health)}}
    killed = Table(it.state.child(it.state.string_to_action(-1, "kill")))
    assert killed.seen(1) == ("attack", 0, 0, True, health)
    assert (killed["gold"][0], killed.items(0), killed["piles"][0]["top"]) == (gold, [xp], top + 1)
    assert killed.people(0) == (1, 1, 0, 0)
    it.play(f"fail-{health - 1}")
    assert it.seen(1) == ("attack", 0, 0, False, health - 1)
    assert (it["piles"][0]["wounds"], it.people(0), it.top(0)) == (health - 1, (1, 0, 1, 0), monster)
    it.play("fight-0")  # another adventurer finishes what the first one left
    assert it.chance == {"kill": won, "fail-0": lost}
    it.play("kill")
    assert it.seen(1) == ("attack", 0, 0, True, 1)
    assert (it["gold"][0], it.items(0), it["piles"][0]["wounds"]) == (gold, [xp], 0)


def test_rule_hospital_over_three_turns():
    """Hurt in turn 1 and not cured: away in turn 2, home in turn 3."""
    it = start(players=2, gold=2).play("dig-0", "xp_1_hospital", "tavern")
    assert (it["phase"], it.people(0), it.legal) == ("end_of_day", (1, 0, 1, 0), {"end-day-cure-0", "end-day-cure-1"})
    it.play("end-day-cure-0")
    assert it.seen(1) == ("end_of_day", 0, 0, False)
    assert it.people(0) == (1, 0, 0, 1)
    it.play("tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.people(0) == (1, 0, 0, 1)  # misses exactly this turn
    it.play("tavern")
    assert (it.people(0), it.legal) == ((2, 0, 0, 0), {"end-day-cure-0"})  # no payment from the waiting room
    it.play("end-day-cure-0", "no-rent", "tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.people(0) == (2, 0, 0, 0)


def test_rule_who_is_cured_is_home_at_once():
    it = start(players=2, gold=2).play("dig-0", "xp_1_hospital", "tavern", "end-day-cure-1")
    assert (it["gold"][0], it.people(0)) == (1, (2, 0, 0, 0))


def test_rule_with_nobody_available_the_day_still_ends():
    it = start(players=2, gold=3).play("no-rent", "dig-0", "xp_1_hospital", "dig-1", "bat_a", "end-day-cure-0")
    it.play("no-rent", "tavern", "tavern", "end-day-cure-0")
    assert (it["turn"], it["phase"], it["sword"]) == (0, "end_of_day", False)
    assert (it.people(0), it.legal) == ((2, 0, 0, 0), {"end-day-cure-0"})
    it.play("end-day-cure-0")
    assert (it["turns"], it["turn"]) == (3, 1)


@pytest.mark.parametrize(
    ("gold", "hurt", "legal"),
    [
        (1, 1, {"end-day-cure-0"}),
        (3, 2, {"end-day-cure-0", "end-day-cure-1"}),
        (4, 2, {"end-day-cure-0", "end-day-cure-1", "end-day-cure-2"}),
        (6, 1, {"end-day-cure-0", "end-day-cure-1", "end-day-cure-0-recruit"}),
        (7, 1, {"end-day-cure-0", "end-day-cure-1", "end-day-cure-0-recruit", "end-day-cure-1-recruit"}),
    ],
)
def test_rule_cure_and_recruit_are_paid_from_gold_in_hand(gold, hurt, legal):
    it = table(gold=(gold, 0), people={0: (2 - hurt, 0, hurt, 0)}, phase="end_of_day")
    assert it.legal == legal


def test_rule_a_recruit_comes_once_and_works_from_the_next_turn():
    it = table(gold=(10, 0)).play("tavern", "tavern", "end-day-cure-0-recruit")
    assert it.seen(1) == ("end_of_day", 0, 0, True)
    assert (it.people(0), it["recruits"], it["gold"][0]) == ((3, 0, 0, 0), (False, True), 7)
    it.play("tavern", "tavern", "end-day-cure-0", "no-rent", "tavern", "tavern", "tavern")
    assert it.legal == {"end-day-cure-0"}  # with 10 gold


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 8])
def test_rule_the_bank_buys_a_whole_item_at_five_gold_a_point(value):
    it = table(items={0: (value, value)}).play(f"sell-{value}")
    assert it.seen(1) == ("sell", 0, value)
    assert (it["gold"][0], it.items(0), it.people(0)) == (5 * value, [value], (1, 1, 0, 0))


def test_rule_the_bank_sells_a_token_worth_two_points():
    it = table(gold=(6, 0)).play("buy-token")
    assert it.seen(1) == ("buy", 0)
    assert (it["gold"], it["tokens"], it["supply"], it.items(0)) == ((1, 0), (1, 0), 5, [])
    assert it.state.scores()[0] == 2


@pytest.mark.parametrize(
    ("kwargs", "legal"),
    [
        ({"gold": (5, 0), "items": {0: (1, 4)}}, {"buy-token", "sell-1", "sell-4"}),
        ({"gold": (4, 0)}, set()),  # not enough gold
        ({"gold": (5, 0), "tokens": (2, 4)}, set()),  # the supply is empty
        ({"gold": (5, 0), "tokens": (2, 3)}, {"buy-token"}),
        ({"items": {0: (8,), 1: (4,)}}, {"sell-8"}),  # a value that another player holds is not held
        ({"tokens": (1, 0), "skulls": (1, 0), "drawn": "skull"}, set()),  # neither tokens nor skulls are items
        ({"stones": {0: 0}, "piles": {0: (7, "")}}, set()),  # nor are stones
    ],
)
def test_rule_legal_deals(kwargs, legal):
    it = table(**kwargs)
    assert it.may("buy") | it.may("sell") == legal


def test_rule_the_bank_is_visited_once_a_turn():
    it = table(gold=(20, 0), items={0: (1, 1)}).play("sell-1")
    assert it.may("buy") | it.may("sell") == set()
    it.play("tavern", "end-day-cure-0", "tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.may("buy") | it.may("sell") == {"buy-token", "sell-1"}


def test_rule_a_specialist_lies_face_down_for_a_turn_and_comes_back():
    """Hired in turn 1, face down through turn 2, hired anew by anybody from the end of turn 2 on."""
    it = table(gold=(30, 30)).play("archaeologist-0", *["gold_2"] * 3, "gold_4", "gold_4")
    assert it.held("archaeologist") == (0, False)
    assert it.may("miner") | it.may("soothsayer") == set()  # one at a time
    it.play("tavern", "end-day-cure-0")
    assert it.held("archaeologist") == (0, True)
    it.play("no-rent")
    assert it.may("archaeologist") == set()  # not at the docks
    it.play("tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.held("archaeologist") == (0, True)
    assert it.may("miner") | it.may("soothsayer") | it.may("impostor") | it.may("archaeologist") == set()
    it.play("tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.held("archaeologist") == (None, False)
    assert it.may("archaeologist") == {f"archaeologist-{i}" for i in range(6)}
    it.play("tavern", "tavern", "end-day-cure-0", "no-rent")
    assert it.may("miner") == {f"miner-{i}" for i in range(6)}
