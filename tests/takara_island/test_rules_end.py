"""The four endings, each in mid-action, with what counts and who wins; ties under both options."""

from __future__ import annotations

from typing import Any

import pytest

from .build import EMPTY, Table, table


def two_left(last: str, **kwargs: Any) -> Table:
    """Seat 1 found a stone in pile 0; four piles are empty, in 4 and 5 the other one and the card `last` are left."""
    piles = {**dict.fromkeys(range(4), EMPTY), 4: (8, ""), 5: (8, "")}
    return table(piles=piles, stones={0: 1}, keep=last, **kwargs)


def three_left(last: str, top: int = 8, **kwargs: Any) -> Table:
    """Three piles are empty; in the others the stones and the card `last` are left, in pile 3 from slot `top` on."""
    piles = {**dict.fromkeys(range(3), EMPTY), 3: (top, ""), 4: (8, ""), 5: (8, "")}
    return table(piles=piles, keep=last, **kwargs)


def results(it: Table) -> tuple[list[float], list[float], list[float]]:
    assert it.legal == set()
    return it.state.returns("win"), it.state.returns("points"), it.state.returns("margin")


def test_rule_who_holds_both_stones_wins_outright():
    it = table(piles={0: (8, ""), 1: (6, "")}, stones={0: 0}, items={1: (5,)}, gold=(0, 160)).play("dig-1", "stone")
    assert (it["ending"], it["phase"]) == ("both_stones", "over")  # with an adventurer left
    assert results(it) == ([1, 0], [20, 37], [-17, 17])


def test_rule_split_stones_count_ten_each():
    it = table(piles={0: (8, ""), 1: (6, "")}, stones={0: 1}, items={1: (2,)}, gold=(14, 4)).play("dig-1", "stone")
    assert it["ending"] == "both_stones"
    assert results(it) == ([0, 1], [12, 12], [0, 0])  # the 2 XP decide
    it = table(piles={0: (8, ""), 1: (6, "")}, stones={0: 1}, items={1: (4,)}, gold=(15, 4)).play("dig-1", "stone")
    assert results(it) == ([0, 1], [13, 14], [-1, 1])


@pytest.mark.parametrize("plays", [("stone",), ("gold_6", "stone")])
def test_rule_the_second_stone_ends_the_miners_work_at_once(plays):
    it = table(piles={0: (8, ""), 1: (6, "")}, stones={0: 1}, gold=(5, 0), keep="gold_6").play("miner-1", *plays)
    assert it["ending"] == "both_stones"
    assert it["piles"][1]["top"] == 6 + len(plays)


def test_rule_the_first_stone_ends_nothing():
    it = table(piles={1: (6, "")}, gold=(5, 0), keep="gold_6").play("miner-1", "stone", "gold_6")
    assert (it["ending"], it["phase"]) == (None, "act")
    assert it.state.scores() == [0, 0]  # a running total counts stones 0


def test_rule_both_stones_come_before_empty_piles():
    it = two_left("xp_4").play("dig-4", "stone")
    assert (it["ending"], results(it)[0]) == ("both_stones", [0.5, 0.5])


def test_rule_five_piles_empty_and_one_stone():
    it = two_left("xp_4_hospital", items={0: (2,), 1: (1,)}).play("dig-4", "xp_4_hospital")
    assert (it["ending"], it["turns"]) == ("one_stone", 0)
    assert results(it) == ([1, 0], [6, 1], [5, -5])  # the stone counts 0


@pytest.mark.parametrize(("left", "ending"), [(two_left, "one_stone"), (three_left, "no_stone")])
def test_rule_the_action_is_finished_before_the_game_ends(left, ending):
    it = left("chest").play("dig-5", "chest")
    assert (it["phase"], it["ending"]) == ("treasure", None)
    it.play("treasure:mimic")
    assert (it["phase"], it["ending"]) == ("mimic", None)
    it.play("mimic-beaten", "treasure:map")
    assert (it["phase"], it["ending"]) == ("map", None)
    it.play("map-gold")
    assert it["ending"] == ending
    assert results(it)[1] == ([3, 0] if ending == "one_stone" else [0, 0])


@pytest.mark.parametrize(("left", "ending"), [(two_left, "one_stone"), (three_left, "no_stone")])
def test_rule_a_monster_is_a_card_and_its_reward_comes_first(left, ending):
    it = left("drake", gold=(3, 0), phase="sword").play("rent", "dig-5", "drake")
    assert it["ending"] is None
    it.play("fight-5", "kill")
    assert it["ending"] == ending
    assert results(it)[1] == ([9, 0] if ending == "one_stone" else [0, 0])  # 5 XP and 20 gold


def test_rule_the_miner_takes_both_cards_before_the_game_ends():
    it = three_left("chest", top=7, gold=(5, 0)).play("miner-3", "chest", "treasure:idol")
    assert (it["phase"], it["ending"]) == ("mine", None)
    it.play("chest")
    assert (it["phase"], it["ending"], it["piles"][3]["top"]) == ("treasure", None, 9)
    assert it.play("treasure:tablet")["ending"] == "no_stone"


def test_rule_what_is_no_ending_yet():
    """Four piles empty and one stone found is none, nor three and none; a face-up monster is a card."""
    assert two_left("xp_4").play("tavern")["ending"] is None
    assert three_left("xp_4").play("tavern")["ending"] is None
    it = three_left("drake").play("dig-3", "drake", "dig-4", "stone")
    assert (it["ending"], it["phase"]) == (None, "end_of_day")


def test_rule_four_piles_empty_and_no_stone_and_everybody_loses():
    it = three_left("xp_4", items={0: (8,), 1: (5,)}, gold=(50, 3)).play("dig-3", "xp_4")
    assert it["ending"] == "no_stone"
    assert results(it) == ([0, 0], [0, 0], [0, 0])
    assert it.people(0) == (1, 1, 0, 0)  # the other adventurer and the end of the day are skipped


def test_rule_the_cap_counts_every_turn_and_no_stone():
    """Two rounds; seat 0 misses its second turn, both adventurers being away."""
    it = table(
        people={0: (0, 0, 0, 2)}, turn=1, turns=1, max_rounds=2, stones={0: 1}, piles={0: (7, "")}, items={0: (1,)}, gold=(0, 4)
    )
    it.play("tavern", "tavern", "end-day-cure-0")
    assert (it["turn"], it["phase"], it["turns"]) == (0, "end_of_day", 2)
    it.play("end-day-cure-0", "no-rent", "tavern", "tavern")
    assert it["ending"] is None
    it.play("end-day-cure-0")
    assert (it["ending"], it["turns"]) == ("cap", 4)
    assert results(it) == ([1, 0], [1, 1], [0, 0])  # 8 gold are one more point, the XP decides


def test_rule_the_cap_without_a_stone_is_no_common_loss():
    it = table(turn=1, max_rounds=1, gold=(0, 9)).play("tavern", "tavern")
    it.play("end-day-cure-0")
    assert (it["ending"], results(it)[0]) == ("cap", [0, 1])


@pytest.mark.parametrize(
    ("items", "gold", "skulls", "by_xp", "shared"),
    [
        ({0: (4,), 1: (2,)}, (0, 10), (0, 0), [1, 0], [0.5, 0.5]),  # equal totals: more XP wins
        ({0: (4,), 1: (4,)}, (4, 0), (0, 0), [0.5, 0.5], [0.5, 0.5]),  # still tied: gold left over is nothing
        ({0: (4,), 1: (2,)}, (0, 10), (1, 0), [0, 1], [0, 1]),  # no tie: the skull takes two
        ({0: (8,), 1: (4,)}, (0, 10), (1, 0), [1, 0], [0.5, 0.5]),  # the skull counts in the XP that decides
        ({0: (1,), 1: (2,)}, (0, 0), (0, 0), [0, 1], [0, 1]),
    ],
)
def test_rule_ties(items, gold, skulls, by_xp, shared):
    for tie, wanted in (("xp", by_xp), ("shared", shared)):
        it = two_left("chest", items=items, gold=gold, skulls=skulls, drawn="skull" * skulls[0], tie=tie)
        it.play("dig-4", "chest", "treasure:mimic", "mimic-wins")
        assert it["ending"] == "one_stone"
        assert it.state.returns("win") == wanted


def test_rule_tokens_count_in_the_xp_that_decides():
    holdings = {"tokens": (1, 1, 0), "items": {2: (2,)}, "gold": (4, 0, 4)}
    it = two_left("gold_6", players=3, turn=1, **holdings).play("dig-4", "gold_6")
    assert results(it) == ([0, 1, 0], [2, 3, 2], [-1, 1, -1])


def test_rule_three_may_share():
    it = two_left("chest", players=3, turn=2, tokens=(1, 1, 0), items={2: (2,)}, gold=(4, 4, 0)).play(
        "tavern", "dig-4", "chest"
    )
    it.play("treasure:mimic", "mimic-wins")
    assert results(it) == ([1 / 3] * 3, [2] * 3, [0] * 3)
