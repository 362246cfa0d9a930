"""Survey: how far it may look, what blocks it under both options, what it proves."""

from __future__ import annotations

import pytest

from .build import table

RULES = pytest.mark.parametrize("blocked_by", ["any", "rockfall"])


def test_rule_a_survey_looks_at_most_three_times_and_decides_after_the_last_look_too():
    it = table().play("survey-1", "gold_2", "go-on")
    assert it.seen(1) == ("go_on", 0)
    it.play("xp_1", "go-on", "bat_b")
    assert it.legal == {"stop", "turn-up"}
    it.play("turn-up")
    assert it.legal == {"stop"}
    it.play("stop")
    assert it.seen(1) == ("stop", 0)
    pile = it["piles"][1]
    assert pile["proven"][:4] == (True, True, False, False)
    assert pile["face_up"][:4] == (False, False, True, False)
    assert pile["seen_by"][:4] == ((0,), (0,), (0, 1), ())
    assert (it["gold"], it["phase"]) == ((2, 0), "act")


def test_rule_a_rockfall_ends_the_survey_and_proves_the_cards_above_it():
    it = table().play("survey-1", "gold_2", "go-on", "rockfall")
    assert it.seen(1) == ("rockfall", 0, 1, 1)
    assert (it["phase"], it["gold"]) == ("act", (2, 0))
    assert it["piles"][1]["proven"][:2] == (True, False)
    assert it["piles"][1]["face_up"][:2] == (False, True)


@pytest.mark.parametrize(("top", "looks"), [(8, 1), (7, 2), (6, 3)])
def test_rule_a_survey_ends_with_the_pile(top, looks):
    it = table(piles={0: (top, "")}, keep="xp_4").play("survey-0", "xp_4")
    for _ in range(looks - 1):
        it.play("go-on", "xp_4")
    assert it.legal == {"stop"}


@RULES
def test_rule_a_face_up_card_on_top_forbids_survey_and_dig(blocked_by):
    piles = {0: (0, "[bat_a]"), 1: (0, "[rockfall]"), 2: (9, "")}
    it = table(piles=piles, stones={2: 1}, survey_blocked_by=blocked_by)
    assert it.may("survey") == {f"survey-{i}" for i in (3, 4, 5)}
    assert it.may("dig") == {f"dig-{i}" for i in (3, 4, 5)}


@pytest.mark.parametrize(
    ("known", "any_rule", "rockfall_rule"),
    [
        ("gold_2!1 [bat_a]", None, 2),  # one look left after the monster
        ("gold_2!1 [bat_a] [bat_b]", None, None),  # no card within the three follows
        ("gold_2!1 [rockfall]", None, None),
        ("gold_2!1 [bat_a] [rockfall]", None, None),
        ("gold_2!1 gold_2!1 [bat_a]", 1, 1),
    ],
)
def test_rule_what_a_survey_goes_on_to(known, any_rule, rockfall_rule):
    for blocked_by, following in (("any", any_rule), ("rockfall", rockfall_rule)):
        it = table(piles={0: (0, known)}, survey_blocked_by=blocked_by).play("survey-0", "gold_2")
        assert it.may("go-on") == (set() if following is None else {"go-on"})
        if following is not None:
            it.play("go-on")
            assert it["pending"]["slot"] == following


def test_rule_a_monster_passed_uses_up_a_look():
    it = table(piles={0: (0, "gold_2!1 [bat_a]")}, survey_blocked_by="rockfall").play("survey-0", "gold_2", "go-on", "xp_1")
    assert it.legal == {"stop"}


def test_rule_a_monster_turned_up_by_this_survey_does_not_block_it():
    it = table().play("survey-0", "bat_a", "turn-up", "go-on", "bat_b", "turn-up", "go-on", "gold_2")
    assert it["gold"] == (4, 0)
    assert it.legal == {"stop"}


def test_rule_a_card_seen_before_is_shown_again_without_chance():
    it = table().play("survey-0", "xp_1", "stop", "survey-0")
    assert it.chance == {"xp_1": 1}
    assert len(it.state.mask(1).chance_outcomes()) > 1
    assert it.play("xp_1").legal == {"stop", "go-on"}


def test_rule_the_others_cannot_tell_a_monster_that_is_left_down():
    """Neither the mask nor what is noticed depends on the card."""
    seen = []
    for card in ("bat_a", "gold_2"):
        it = table().play("survey-0", card)
        seen.append((it.state.mask(1), it.seen(1)))
        it.play("stop")
        seen[-1] = (*seen[-1], it.state.mask(1), it.seen(1))
    assert seen[0] == seen[1]
