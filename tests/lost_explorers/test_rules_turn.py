"""Set-up, retrieving, equipping and the limits of the first turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import BLUE, COLOURS, Table, start, table

FIVE = ("B2+B3", "R2+R3", "Y2+Y3", "G2+G3", "RB+BG", "B2+YB", "B2+RB")  # five main tokens, two start tokens
KINDS = ("vehicle", "mission")


# -- set-up


@pytest.mark.parametrize(("players", "number", "odds"), [(2, 1, Fraction(1)), (3, 4, Fraction(1, 4)), (4, 6, Fraction(1, 6))])
def test_rule_closing_is_drawn_among_equally_likely_subsets(players, number, odds):
    it = start(players=players)
    assert list(it.chance.values()) == [odds] * number
    assert it.play(sorted(it.chance)[0])["phase"] == "deal"
    assert len(it["closed"]) == 6 - players
    assert it.seen == ("close", it["closed"])


def test_rule_closed_places_may_be_fixed():
    it = start(players=3, closed=("G3", "R3", "B3"))
    assert it.chance == {"close-R3+B3+G3": 1}
    assert it.play("close-R3+B3+G3")["closed"] == ("R3", "B3", "G3")


def test_rule_rows_are_dealt_by_colour_the_left_one_first():
    it = start(tokens=FIVE).play("close-R3+Y3+B3+G3")
    assert it.chance == {
        "deal-red": Fraction(1, 5),
        "deal-yellow": Fraction(1, 5),
        "deal-blue": Fraction(2, 5),
        "deal-green": Fraction(1, 5),
    }
    it.play("deal-blue", "deal-red", "deal-green")
    assert (it.rows, it["undealt"], it.chance["deal-blue"]) == (("brg", ""), (0, 1, 1, 0), Fraction(1, 2))
    it.play("deal-blue", "deal-yellow")
    assert (it.rows, it["phase"], it["turn"]) == (("brg", "by"), "choose", 0)


def test_rule_each_seat_turns_up_a_start_token_of_the_colour_it_chooses():
    it = dealt(start(players=3))
    assert (it.legal, it.vehicles(0)) == ({f"choose-{colour}" for colour in COLOURS}, "rybg")
    it.play("choose-blue")
    assert (it.seen, it["pending"]) == (("choose", 0, "blue"), ("show", "blue"))
    assert it.chance == dict.fromkeys(("B2+YB", "B2+RB", "B2+BG", "YB+RB"), Fraction(1, 4))
    it.play("B2+RB")
    assert (it["missions"][0], it.vehicles(0), it["turn"], it.seen) == (("B2+RB",), "ryg", 1, ("show", 0, "B2+RB"))
    it.play("choose-blue")
    assert it.chance == dict.fromkeys(("B2+YB", "B2+BG", "YB+RB"), Fraction(1, 3))
    it.play("YB+RB", "choose-green", "G2+GY")
    assert (it["phase"], it["turn"], it["stage"], it.vehicles(2)) == ("menu", 0, "start", "ryb")


def test_rule_start_vehicles_of_every_colour_are_an_option():
    it = start(tokens=FIVE, vehicles=2)
    assert it.vehicles(0) == it.vehicles(1) == "rryybbbgg"
    assert dealt(it).legal == {"choose-blue"}  # no other colour has start tokens in play


def dealt(it: Table) -> Table:
    while it["phase"] in ("close", "deal"):
        it.play(sorted(it.chance)[0])
    return it


# -- retrieve


def test_rule_any_members_are_taken_back_at_once():
    it = table(placed={0: "R2 B2 GY", 1: "YB"}, missions={0: "YB+RB"}, vehicles={0: "rrb"})
    assert it.may("retrieve") == {"R2", "B2", "GY", "R2+B2", "R2+GY", "B2+GY", "R2+B2+GY"}
    assert (it.may("equip"), it.may("explore")) == (set(), set())
    it.play("retrieve-R2+GY")
    assert (it["placed"][0], it.seen, it["stage"]) == (("B2",), ("retrieve", 0, ("R2", "GY")), "phase_1")
    assert it.may("retrieve") == set()  # once
    assert it.may("equip-left") == {f"{k}-{kind}" for k in (1, 2) for kind in KINDS}
    assert it.may("explore") == {"RB-red", "RB-blue"}


@pytest.mark.parametrize("first", ["equip-left-1-vehicle", "explore-RB-red"])
def test_rule_members_are_taken_back_before_anything_else(first):
    it = table(placed={0: "R2"}, missions={0: "YB+RB"}, vehicles={0: "rrb"})
    assert it.may("retrieve") == {"R2"}
    assert it.play(first).may("retrieve") == set()


# -- equip


def test_rule_exactly_the_token_at_that_place_is_taken_and_the_row_closes_up():
    for k, (taken, left) in enumerate((("r", "ybg"), ("y", "rbg"), ("b", "ryg")), 1):
        it = table(rows=("rybg", "rg"), rest=1).play(f"equip-left-{k}-vehicle")
        assert (it.vehicles(0), it.rows, it["used"], it["sides"]) == (taken, (left, "rg"), k, (True, False))
        assert it.seen == ("equip", 0, "left", k, "vehicle", COLOURS["rybg".index(taken)])


def test_rule_each_side_once_and_no_more_than_members_and_tokens():
    it = table(rows=("rybg", "gb"))
    assert it.may("equip-left") == {f"{k}-{kind}" for k in (1, 2, 3) for kind in KINDS}
    assert it.may("equip-right") == {f"{k}-{kind}" for k in (1, 2) for kind in KINDS}
    it.play("equip-left-1-vehicle")
    assert it.may("equip") == {f"right-{k}-{kind}" for k in (1, 2) for kind in KINDS}
    it.play("equip-right-2-vehicle")
    assert (it.may("equip"), it["used"]) == (set(), 3)
    it.play("end-turn", "end-turn")
    assert it.may("equip-left") == {f"{k}-{kind}" for k in (1, 2, 3) for kind in KINDS}  # home again


def test_rule_a_mission_is_taken_blind_and_for_good():
    """Uniform over the main tokens of the colour not yet seen, finished ones too."""
    it = table(rows=("bb", "b"), missions={0: "YB+BG", 1: "B2+YB+RB"}, leaders={1: (2, 0)}, rest=1)
    finished = BLUE.intersection(it["finished"][1])
    it.play("equip-left-2-mission")
    assert (it["pending"], it.vehicles(0), it.rows) == (("turn_up", "blue"), "", ("b", "b"))
    unseen = BLUE - {"YB+BG", "B2+YB+RB"} - finished
    assert it.chance == dict.fromkeys(unseen, Fraction(1, len(unseen)))
    it.play("B3+BG")
    assert (set(it["missions"][0]) >= {"YB+BG", "B3+BG"}, it.seen, it["turn"]) == (True, ("show", 0, "B3+BG"), 0)
    assert it.may("equip-right") == {f"1-{kind}" for kind in KINDS}


def test_rule_a_token_taken_as_a_vehicle_stays_in_the_pool():
    it = table(rows=("bb", "r")).play("equip-left-1-vehicle", "end-turn", "equip-left-1-mission")
    assert it.chance.keys() == BLUE


# -- the first turn


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limited", ["all", "equip_only"])
def test_rule_first_turn_limits(players, limited):
    """At most one member of seat 0, two of seat 1, in phase 1 of the first turn; with `equip_only` exploring is free."""
    missions, vehicles = {0: "B2+YB", 1: "B2+YB", 2: "B2+YB", 3: "B2+YB"}, "yyyybbbb"
    for seat in range(players):
        limit = (1, 2, 3, 3)[seat]
        options = {"players": players, "first_turn_limit": limited, "turn": seat, "rows": ("rrrr", "gggg")}
        own = {"missions": {seat: missions[seat]}, "vehicles": {seat: vehicles}, "rest": (seat + 1) % players}
        it = table(turns=seat, **options, **own)
        assert {int(name[0]) for name in it.may("equip-left")} == set(range(1, limit + 1))
        it.play("explore-B2-blue")
        more = limit - 1 if limited == "all" else min(limit, 2)
        assert {int(name[0]) for name in it.may("equip-right")} == set(range(1, more + 1))
        assert bool(it.may("explore")) == (limited == "equip_only" or limit > 1)
        it = table(turns=seat, **options, **own).play(f"equip-left-{limit}-vehicle")
        assert it.may("equip") == set()
        assert bool(it.may("explore")) == (limited == "equip_only" and limit < 3)
        later = table(turns=players + seat, **options, **own)
        assert {int(name[0]) for name in later.may("equip-left")} == {1, 2, 3}


def test_rule_both_sides_together_in_the_first_turn():
    it = table(turns=1, turn=1, players=3, first_turn_limit="equip_only").play("equip-left-1-vehicle")
    assert it.may("equip-right") == {"1-vehicle", "1-mission"}
