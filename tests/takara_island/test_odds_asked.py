"""How Takara Island's events are asked for, what they say they assume, and what they refuse."""

import json
from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OrienteerError
from orienteer.core.state import View
from orienteer.events import event_types, odds, parse_event
from orienteer.games.takara_island import looking
from tests.api.command_line import good, run
from tests.api.test_cli import POSITIONS

from .odds_positions import full_state, play

SHIPPED = str(POSITIONS / "takara_island_private_peeks.json")
EQUAL = "every arrangement of the cards that agrees with what was seen is equally likely"
PARAMETERS = {
    "next-card": {"pile": 1, "card": "gold_2"},
    "card-at": {"pile": 1, "slot": 4, "card": "goblin_a"},
    "injury-when-digging": {"pile": 2, "sword": "yes"},
    "digging-loses": {"pile": 2},
    "stone-in-pile": {"pile": 3},
    "stone-at": {"pile": 3, "slot": 7},
    "both-stones": {"pile": 4, "other": 0},
    "win-fight": {"health": 4},
    "survey-rockfall": {"pile": 5},
    "survey-gold": {"pile": 5, "looks": 2, "turn_up": "no"},
    "survey-looks": {"pile": 5},
    "miner-cards": {"pile": 0},
    "miner-xp": {"pile": 0},
    "miner-stone": {"pile": 0},
    "chest-gives": {"treasure": "idol"},
    "peek-value": {"move": "survey-0"},
}
NEEDS_POLICIES = {"everybody-loses"}


def test_text_dict_and_object_name_the_same_event_and_each_answers():
    view = View(full_state(), 0)
    assert set(event_types(view.mask.game)) == {*PARAMETERS, *NEEDS_POLICIES, "stones"}
    for name, kind in event_types(view.mask.game).items():
        assert kind.__doc__
        assert name in kind.usage()
        event = parse_event(view.mask.game, {"type": name, **PARAMETERS.get(name, {})})
        assert parse_event(view.mask.game, str(event)) == event == parse_event(view.mask.game, event.to_dict())
        if name in NEEDS_POLICIES:
            continue
        found = odds(view, event)
        assert found.status == "rational"
        assert found == odds(view, str(event))
        assert json.loads(json.dumps(found.to_dict()))["assumptions"][-1].startswith("seat 0's belief: hard facts only")


def test_what_is_assumed_is_said():
    view = View(full_state(), 0)
    assert odds(view, "stone-in-pile pile=3").assumptions[0] == EQUAL
    assert odds(view, "win-fight health=2").assumptions[:2] == (
        "the sword is rented, and adventurers attack until the monster is dead or none is left",
        "2 adventurers may attack",
    )
    assert odds(view, "survey-gold pile=0 turn_up=no").assumptions[:2] == (
        "the surveyor goes on as long as the survey may and he has looks",
        "monsters are not turned up",
    )


def test_only_what_the_viewer_has_seen_counts():
    seen = play(full_state(), "survey-2", "gold_2", "go-on", "bat_a", "stop")
    assert odds(View(seen, 0), "next-card pile=2 card=gold_2").value == 1
    assert odds(View(seen, 0), "card-at pile=2 slot=1 card=monster").value == 1
    assert odds(View(seen, 1), "next-card pile=2 card=gold_2").value == Fraction(8, 14)  # it is no rockfall
    other = play(full_state(), "survey-2", "xp_1", "go-on", "gold_2", "stop")
    for text in ("next-card pile=2 card=gold", "survey-gold pile=2", "miner-xp pile=2", "next-card pile=0 card=injures"):
        assert odds(View(seen, 1), text) == odds(View(other, 1), text)


def test_a_look_is_worth_something_to_him_who_moves(monkeypatch):
    assert odds(View(full_state(), 0), "peek-value move=survey-4").value == Fraction(8, 459)
    with pytest.raises(OrienteerError, match="peek-value: the viewer is not to move"):
        odds(View(full_state(), 1), "peek-value move=survey-4")
    with pytest.raises(OrienteerError, match="peek-value: move: 'dig-0', allowed: survey-0, survey-1"):
        odds(View(full_state(), 0), "peek-value move=dig-0")
    with pytest.raises(OrienteerError, match="objective: 'gold', allowed: win, points, margin"):
        odds(View(full_state(), 0), "peek-value move=survey-0 of=gold")
    monkeypatch.setattr(looking, "MAX_STATES", 1000)
    with pytest.raises(OrienteerError, match="the value of a look: over 1,000 states to the end of the turn"):
        odds(View(full_state(adventurers=3, gold=12, players=4), 0), "peek-value move=archaeologist-0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("next-card pile=6 card=gold", "next-card: pile: 6, allowed: a whole number from 0 to 5"),
        ("next-card pile=0 card=silver", "next-card: card: 'silver', allowed: gold, xp, monster, injures, gold_2"),
        ("next-card pile=0", "parameter card: None, allowed: next-card pile="),
        ("stone-at pile=0 slot=9", "stone-at: slot: 9, allowed: a whole number from 0 to 8"),
        ("stone-at pile=1 slot=2", "stone-at: slot: 2, allowed: a card that lies in pile 1: 6 to 8"),
        ("both-stones pile=2 other=2", "both-stones: other: 2, allowed: a pile that is not the first one"),
        ("next-card pile=3 card=stone", "next-card: pile 3 is empty"),
        ("survey-gold pile=2", "survey-gold: the top card of pile 2 is face up, it cannot be surveyed"),
        ("digging-loses pile=2", "digging-loses: the top card of pile 2 is face up, it cannot be dug"),
        ("survey-gold pile=0 looks=4", "survey-gold: looks: 4, allowed: a whole number from 1 to 3"),
        ("survey-gold pile=0 turn_up=maybe", "survey-gold: turn_up: 'maybe', allowed: yes, no"),
        ("miner-xp pile=4", "miner-xp: a monster lies face up on top of pile 4, a miner takes nothing"),
        ("win-fight pile=4 health=2", "win-fight: pile, health: (4, 2), allowed: exactly one of the two"),
        ("win-fight adventurers=2", "win-fight: pile, health: (None, None), allowed: exactly one"),
        ("win-fight pile=3", "win-fight: no monster lies face up on top of pile 3"),
        ("chest-gives treasure=stone", "chest-gives: treasure: 'stone', allowed: tablet, idol, gold_bag, skull, map, mimic"),
        ("captain-passes", "event of takara_island: 'captain-passes', allowed: both-stones pile="),
    ],
)
def test_errors_name_what_is_wrong_and_list_what_is_allowed(text, message):
    piles = {1: {"top": 6}, 2: {"up": ["rockfall"]}, 3: {"top": 9}, 4: {"up": ["bat_a"]}}
    with pytest.raises(OrienteerError) as raised:
        odds(View(full_state(piles), 0), text)
    assert message in str(raised.value)


def test_no_choice_to_come_changes_what_lies_there():
    with pytest.raises(OrienteerError, match="no choice to come changes it; leave the policies out"):
        odds(View(full_state(), 0), "stone-in-pile pile=1", policies="uniform")


def test_the_command_line_prints_where_a_stone_may_lie():
    # Ann knows one stone in pile 0; the other lies in one of three deep levels of which she has seen nothing.
    wanted = {0: "1", 1: "0", 2: "1/3 = 0.333333", 4: "1/3 = 0.333333"}
    for pile in (0, 2):
        printed = good("odds", SHIPPED, "stone-in-pile", f"pile={pile}").splitlines()
        assert printed[0] == f"stone-in-pile pile={pile}: {wanted[pile]}"
        assert printed[1].startswith("assumed: every arrangement of the cards that agrees with what was seen")
    for pile, value in wanted.items():
        assert orienteer.odds(SHIPPED, f"stone-in-pile pile={pile}").value == Fraction(value.split()[0])
    assert json.loads(good("odds", SHIPPED, "stone-in-pile", "pile=4", "--json"))["value"] == "1/3"


def test_the_command_line_names_a_pile_that_does_not_exist():
    done = run("odds", SHIPPED, "stone-in-pile", "pile=6")
    assert done.returncode == 2
    assert done.stderr.strip() == "error: stone-in-pile: pile: 6, allowed: a whole number from 0 to 5"
