"""Miner, soothsayer, archaeologist and the impostor, under every option that touches them."""

from __future__ import annotations

import pytest

from .build import table

COPY_PRICE = {"miner": 7, "soothsayer": 5, "archaeologist": 4}
PRICE = {"miner": 5, "soothsayer": 3, "archaeologist": 2}


def words(names: set[str]) -> set[str]:
    """First words; of the impostor's the copied card."""
    return {name.removeprefix("impostor-").split("-")[0] for name in names}


@pytest.mark.parametrize("name", PRICE)
def test_rule_a_specialist_needs_the_full_price(name):
    for gold in (PRICE[name] - 1, PRICE[name]):
        it = table(gold=(gold, 0))
        assert bool(it.may(name)) == (gold == PRICE[name])


def test_rule_the_miner_takes_two_cards_without_their_gold_or_harm():
    it = table(gold=(5, 0)).play("miner-0", "xp_1_hospital", "xp_1")
    assert (it.items(0), it["gold"], it.people(0)) == ([1, 1], (0, 0), (1, 1, 0, 0))
    assert (it["piles"][0]["top"], it["phase"]) == (2, "act")


@pytest.mark.parametrize(
    ("top", "known", "plays", "taken"),
    [
        (0, "[rockfall]", ("rockfall", "gold_2"), 2),  # face up, taken without gold
        (0, "", ("gold_2", "bat_a"), 1),  # turned up, and left
        (0, "", ("bat_a",), 0),
        (0, "gold_2!1 [bat_a]", ("gold_2",), 1),  # the second card is in sight: nothing is shown
        (8, "", ("gold_6",), 1),  # the pile runs out
        (0, "gold_2!1 [rockfall]", ("gold_2", "rockfall"), 2),
    ],
)
def test_rule_where_the_miner_stops(top, known, plays, taken):
    it = table(piles={0: (top, known)}, keep="gold_6", gold=(5, 0)).play("miner-0", *plays)
    assert (it["piles"][0]["top"], it["phase"], it["gold"]) == (top + taken, "act", (0, 0))
    if "bat_a" in plays or "bat_a" in known:
        assert it.top(0) == "bat_a"
        assert it.items(0) == []


@pytest.mark.parametrize("option", ["illegal", "wasted"])
def test_rule_a_miner_on_a_face_up_monster(option):
    it = table(piles={0: (0, "[bat_a]"), 1: (9, "")}, stones={1: 1}, gold=(5, 0), miner_on_monster=option)
    assert it.may("miner") == {f"miner-{i}" for i in range(6) if i != 1 and (i != 0 or option == "wasted")}
    if option == "wasted":
        it.play("miner-0")
        assert it.seen(1) == ("hire", 0, "miner", None, 0, None)
        assert (it["gold"], it.people(0), it.held("miner")) == ((0, 0), (1, 1, 0, 0), (0, False))
        assert (it.top(0), it["piles"][0]["top"], it["phase"]) == ("bat_a", 0, "act")


@pytest.mark.parametrize("option", ["illegal", "wasted"])
def test_rule_a_miner_on_a_face_up_monster_through_the_impostor(option):
    it = table(piles={0: (0, "[bat_a]")}, gold=(7, 0), specialists={"miner": (1, True)}, miner_on_monster=option, keep="gold_2")
    assert ("impostor-miner-0" in it.legal) == (option == "wasted")
    if option == "wasted":
        it.play("impostor-miner-0")
        assert (it["gold"], it.held("impostor"), it.held("miner")) == ((0, 0), (0, False), (1, True))


@pytest.mark.parametrize(
    ("known", "first", "asked"),
    [("", "gold_2", True), ("[rockfall]", "rockfall", True), ("gold_2!1 [bat_a]", "gold_2", False), ("", "bat_a", False)],
)
def test_rule_the_miner_may_stop_after_his_first_card(known, first, asked):
    it = table(piles={0: (0, known)}, gold=(5, 0), miner_may_stop=True).play("miner-0", first)
    assert (it["phase"] == "mine_on") == asked
    if asked:
        assert it.legal == {"stop", "go-on"}
        stopped = it.state.child(it.state.string_to_action(0, "stop"))
        assert (stopped.fields()["piles"][0]["top"], stopped.fields()["phase"]) == (1, "act")
        assert stopped.observation(1) == ("stop", 0)
        it.play("go-on")
        assert it.seen(1) == ("go_on", 0)
        assert (it.play("xp_1")["piles"][0]["top"], it["phase"]) == (2, "act")  # not asked again


def test_rule_the_miner_is_asked_after_the_treasure_and_not_at_an_empty_pile():
    it = table(piles={0: (6, ""), 1: (8, "")}, gold=(5, 0), miner_may_stop=True, keep="chest")
    it.play("miner-0", "chest")
    assert it["phase"] == "treasure"
    assert it.play("treasure:idol")["phase"] == "mine_on"
    it = table(piles={1: (8, "")}, gold=(5, 0), miner_may_stop=True, keep="gold_6").play("miner-1", "gold_6")
    assert it["phase"] == "act"


@pytest.mark.parametrize(("top", "windows"), [(0, range(7)), (5, (5, 6)), (6, (6,)), (7, (7,)), (8, (8,))])
def test_rule_the_soothsayer_sees_a_window_chosen_before_looking(top, windows):
    it = table(piles={0: (top, "")}, gold=(3, 0))
    assert it.may("soothsayer-0") == {f"soothsayer-0-{k}" for k in windows}
    first = windows[-1]
    it.play(f"soothsayer-0-{first}")
    assert it.seen(1) == ("hire", 0, "soothsayer", None, 0, first)
    for slot in range(first, min(first + 3, 9)):
        card = max(it.chance, key=lambda name: (it.chance[name], name))
        it.play(card)
        assert (it.seen(0), it.seen(1)) == (("look", 0, 0, slot, card), ("look", 0, 0, slot, None))
    pile = it["piles"][0]
    assert [slot + top for slot, seats in enumerate(pile["seen_by"]) if seats] == list(range(first, min(first + 3, 9)))
    assert (it["phase"], it["gold"], set(pile["proven"])) == ("act", (0, 0), {False})


@pytest.mark.parametrize(("top", "looks"), [(0, 5), (3, 5), (4, 5), (5, 4), (8, 1)])
def test_rule_the_archaeologist_sees_the_top_five(top, looks):
    it = table(piles={0: (top, "")}, gold=(2, 0)).play("archaeologist-0")
    for _ in range(looks):
        assert it["phase"] == "peek"
        it.play(max(it.chance, key=lambda name: (it.chance[name], name)))
    assert (it["phase"], it["gold"]) == ("act", (0, 0))
    assert [seats for seats in it["piles"][0]["seen_by"] if seats] == [(0,)] * looks


def test_rule_a_window_counts_cards_in_sight_and_passes_rockfalls_and_monsters():
    it = table(piles={0: (0, "[rockfall]")}, gold=(2, 0)).play("archaeologist-0", "rockfall", "bat_a", "xp_2", "gold_4")
    assert it["phase"] == "act"
    assert it["piles"][0]["face_up"] == (True, *[False] * 8)
    it = table(piles={0: (0, "gold_2!1 [bat_a] [bat_b]")}, gold=(3, 0)).play("soothsayer-0-1", "xp_2")
    assert (it["phase"], it["piles"][0]["seen_by"][3]) == ("act", (0,))


def test_rule_a_window_of_cards_in_sight_shows_nothing():
    it = table(piles={0: (6, "[drake] [skeleton_a] [skeleton_b]")}, gold=(3, 0)).play("soothsayer-0-6")
    assert (it["phase"], it["gold"], it.held("soothsayer")) == ("act", (0, 0), (0, False))


@pytest.mark.parametrize("option", ["held_by_other", "any"])
@pytest.mark.parametrize("copied", COPY_PRICE)
def test_rule_whom_the_impostor_copies(option, copied):
    price = COPY_PRICE[copied]
    docks, held = table(gold=(20, 0), impostor=option), table(gold=(20, 0), impostor=option, specialists={copied: (1, True)})
    assert words(docks.may("impostor")) == (set(COPY_PRICE) if option == "any" else set())
    assert words(held.may("impostor")) == (set(COPY_PRICE) if option == "any" else {copied})
    assert held.may(copied) == set()
    assert words(table(gold=(price - 1, 0), specialists={copied: (1, True)}).may("impostor")) == set()
    name = min(name for name in held.may("impostor") if copied in name)
    where = 0 if copied == "soothsayer" else None
    held.play(name)
    assert held.seen(1) == ("hire", 0, "impostor", copied, 0, where)
    assert (held["gold"], held.held("impostor"), held.held(copied)) == ((20 - price, 0), (0, False), (1, True))
    assert held["phase"] == ("mine" if copied == "miner" else "peek")


@pytest.mark.parametrize("option", ["held_by_other", "any"])
def test_rule_the_impostor_must_be_at_the_docks_and_his_hirer_hold_nothing(option):
    there = {"miner": (1, True), "impostor": (2, True)}
    assert table(players=3, gold=(20,) * 3, specialists=there, impostor=option).may("impostor") == set()
    own = {"miner": (1, True), "archaeologist": (0, True)}
    assert table(gold=(20, 0), specialists=own, impostor=option).may("impostor") == set()


def test_rule_the_impostor_takes_as_the_miner_does_and_rests_as_all_do():
    it = table(gold=(9, 9), specialists={"miner": (1, True)}).play("impostor-miner-3", "xp_1", "gold_2", "tavern")
    assert (it.items(0), it["gold"]) == ([1], (3, 9))
    it.play("end-day-cure-0")
    assert (it.held("impostor"), it.held("miner")) == ((0, True), (1, True))
    it.play("no-rent", "tavern", "tavern", "end-day-cure-0")
    assert (it.held("impostor"), it.held("miner")) == ((0, True), (None, False))
    it.play("no-rent", "tavern", "tavern", "end-day-cure-0")
    assert it.held("impostor") == (None, False)
