"""Every gallery card under dig, survey and miner, with and without the sword."""

from __future__ import annotations

import pytest

from orienteer.core.takara_island.components import CARDS

from .build import Table, table

# Card, cards gone above it, gold, XP of the item, who is hurt by digging it, whether it stays on its pile.
NEVER, ALWAYS, UNARMED = "never", "always", "without the sword"
ROWS = [
    ("gold_2", 0, 2, 0, NEVER, False),
    ("gold_4", 3, 4, 0, NEVER, False),
    ("gold_6", 6, 6, 0, NEVER, False),
    ("rockfall", 0, 0, 0, NEVER, True),
    ("rockfall", 3, 0, 0, NEVER, True),
    ("xp_1", 0, 0, 1, NEVER, False),
    ("xp_1_hospital", 0, 0, 1, ALWAYS, False),
    ("xp_2", 3, 0, 2, NEVER, False),
    ("xp_2_hospital", 3, 0, 2, ALWAYS, False),
    ("xp_4", 6, 0, 4, NEVER, False),
    ("xp_4_hospital", 6, 0, 4, ALWAYS, False),
    *((bat, 0, 0, 0, UNARMED, True) for bat in ("bat_a", "bat_b")),
    *((goblin, 3, 0, 0, UNARMED, True) for goblin in ("goblin_a", "goblin_b", "goblin_c")),
    *((deep, 6, 0, 0, UNARMED, True) for deep in ("skeleton_a", "skeleton_b", "drake")),
    ("stone", 6, 0, 0, NEVER, False),
]
MONSTERS = {row[0] for row in ROWS if row[4] == UNARMED}
EACH = pytest.mark.parametrize(("card", "top", "gold", "xp", "hurt", "stays"), ROWS)


def at(top: int, **kwargs) -> Table:
    return table(piles={2: (top, "")}, keep="bat_a bat_b goblin_a goblin_b goblin_c rockfall", **kwargs)


def gone_of(it: Table, card: str, level: int) -> int:
    return it["gone"][level][CARDS.index(card)]


@EACH
@pytest.mark.parametrize("sword", [False, True])
def test_rule_dig(card, top, gold, xp, hurt, stays, sword):
    it = at(top, sword=sword, gold=(10, 0))
    gone = gone_of(it, card, top // 3)
    it.play("dig-2")
    assert it.seen(1) == ("dig", 0, 2)
    assert it["phase"] == "dig"
    it.play(card)
    assert it.seen(1) == ("card", 0, 2, top, card)
    assert it["gold"] == (10 + gold, 0)
    assert it.items(0) == [xp] * (xp > 0)
    injured = hurt == ALWAYS or (hurt == UNARMED and not sword)
    assert it.people(0) == ((1, 0, 1, 0) if injured else (1, 1, 0, 0))
    assert it.top(2) == (card if stays else None)
    assert it["piles"][2]["top"] == top + (not stays)
    assert gone_of(it, card, top // 3) == gone + (not stays)
    assert it["piles"][2]["stone"] == (0 if card == "stone" else None)
    assert it["phase"] == "act"
    assert not stays or not it.may("dig-2") | it.may("survey-2")


@EACH
def test_rule_survey(card, top, gold, xp, hurt, stays):
    it = at(top).play("survey-2")
    assert it.seen(1) == ("survey", 0, 2)
    it.play(card)
    if card == "rockfall":  # turned up, and the survey is over
        assert it.seen(1) == ("rockfall", 0, 2, top)
        assert (it.top(2), it["gold"], it["phase"]) == ("rockfall", (2, 0), "act")
        return
    assert (it.seen(0), it.seen(1)) == (("look", 0, 2, top, card), ("look", 0, 2, top, None))
    assert it["piles"][2]["proven"][0]
    assert it["piles"][2]["seen_by"][0] == (0,)
    assert it.legal == {"stop", "go-on"} | ({"turn-up"} if card in MONSTERS else set())
    assert it["gold"] == (0, 0)
    if card in MONSTERS:
        it.play("turn-up")
        assert it.seen(1) == ("turn_up", 0, 2, top, card)
        assert (it.top(2), it["gold"], it.legal) == (card, (2, 0), {"stop", "go-on"})
    it.play("stop")
    assert it.people(0) == (1, 1, 0, 0)
    assert (it.items(0), it["piles"][2]["top"], it["phase"]) == ([], top, "act")


@EACH
@pytest.mark.parametrize("sword", [False, True])
def test_rule_miner(card, top, gold, xp, hurt, stays, sword):
    it = at(top, sword=sword, gold=(5, 0)).play("miner-2")
    assert it.seen(1) == ("hire", 0, "miner", None, 2, None)
    it.play(card)
    assert it["gold"] == (0, 0)  # the price alone: neither gold cards nor rockfalls pay
    assert it.items(0) == [xp] * (xp > 0)
    assert it.people(0) == (1, 1, 0, 0)
    if card in MONSTERS:
        assert (it.top(2), it["piles"][2]["top"], it["phase"]) == (card, top, "act")
    else:
        assert (it.top(2), it["piles"][2]["top"], it["phase"]) == (None, top + 1, "mine")
    assert it["piles"][2]["stone"] == (0 if card == "stone" else None)


def test_rule_a_chest_gives_a_treasure_under_dig_and_miner_and_is_only_seen_by_a_survey():
    for top in (3, 6):
        dug = at(top).play("dig-2", "chest")
        assert (dug["phase"], dug["piles"][2]["top"]) == ("treasure", top + 1)
        assert dug.play("treasure:idol").items(0) == [4]
        assert (dug["phase"], dug.people(0)) == ("act", (1, 1, 0, 0))
        mined = at(top, gold=(5, 0)).play("miner-2", "chest", "treasure:gold_bag")
        assert (mined["phase"], mined["gold"]) == ("mine", (10, 0))
        seen = at(top).play("survey-2", "chest")
        assert seen.legal == {"stop", "go-on"}
        assert seen["phase"] == "survey"


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_rule_destroy_pays_for_every_face_up_rockfall_on_top(number):
    piles = dict.fromkeys(range(min(number, 4)), (0, "[rockfall]")) | ({4: (3, "[rockfall]")} if number == 5 else {})
    it = table(piles=piles, keep="rockfall")
    assert it.may("destroy") == {f"destroy-{i}" for i in range(number)}
    it.play(f"destroy-{number - 1}")
    assert it.seen(1) == ("destroy", 0, number - 1)
    assert it["gold"] == (2 * number, 0)
    assert [it.top(i) for i in range(6)].count("rockfall") == number - 1
    assert (it.people(0), it["phase"]) == ((2, 0, 0, 0), "end_of_day")  # both are home again, unhurt


def test_rule_destroy_needs_two_and_counts_tops_only():
    it = table(piles={0: (0, "[rockfall]"), 1: (0, "[bat_a] [rockfall]")}, people={0: (2, 1, 0, 0)}, recruited=(0,))
    assert it.may("destroy") == {"destroy-0"}
    it.play("destroy-0")
    assert it["gold"] == (2, 0)
    assert table(piles={0: (0, "[rockfall]")}, people={0: (1, 1, 0, 0)}).may("destroy") == set()


def test_rule_the_tavern_pays_one():
    it = table().play("tavern")
    assert (it["gold"], it.people(0), it.seen(1)) == ((1, 0), (1, 1, 0, 0), ("tavern", 0))
