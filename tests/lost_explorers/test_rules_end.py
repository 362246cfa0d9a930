"""How the game ends but for four clues (test_rules_missions.py), and who has won then."""

from __future__ import annotations

import pytest

from .build import start, table


def ended(rows=("", ""), **given):
    """The end of a turn in which something has been done, with both rows empty."""
    return table(rows=rows, stage="phase_1", **given).play("end-turn")


# -- both rows empty


def test_rule_the_turn_in_which_the_rows_empty_goes_on():
    it = table(rows=("b", ""), missions={0: "B2+YB"}, placed={0: "YB"}, vehicles={0: "b"})
    it.play("equip-left-1-vehicle")
    assert (it.rows, it["ending"]) == (("", ""), None)
    it.play("explore-B2-blue", "complete-B2+YB-return-B2")
    assert (it["ending"], it["phase"], it.legal) == (None, "menu", {"end-turn"})
    it.play("end-turn")
    assert (it["ending"], it["phase"], it["turns"], it.legal) == ("rows_empty", "over", 5, set())
    assert it.state.returns("win") == [1, 0]


def test_rule_a_last_token_may_be_a_mission():
    it = table(rows=("", "b")).play("equip-right-1-mission", "YB+BG")
    assert (it["ending"], it["phase"]) == (None, "menu")
    assert it.play("end-turn")["ending"] == "rows_empty"


@pytest.mark.parametrize("rows", [("b", ""), ("", "b")])
def test_rule_one_empty_row_ends_nothing(rows):
    assert ended(rows)["ending"] is None


@pytest.mark.parametrize(
    ("rule", "seat", "more_turns"),
    [("after_turn", 0, 0), ("after_turn", 2, 0), ("after_round", 0, 2), ("after_round", 1, 1), ("after_round", 2, 0)],
)
def test_rule_the_game_ends_after_the_turn_or_after_the_round(rule, seat, more_turns):
    it = table(rows=("b", ""), players=3, turn=seat, rows_empty=rule, rest=seat).play("equip-left-1-vehicle", "end-turn")
    for _ in range(more_turns):
        assert (it["ending"], it.legal) == (None, {"end-turn"})
        it.play("end-turn")
    assert (it["ending"], it["turns"]) == ("rows_empty", 6 + seat + 1 + more_turns)


# -- who has won

REAR, OTHER, FEWER, SHARED = "the rear leader", "the other leader", "fewer vehicles", "shared"


@pytest.mark.parametrize(
    ("by", "leaders", "vehicles", "win"),
    [
        (REAR, [(8, 3), (5, 4)], ["", "rrr"], [0, 1]),
        (REAR, [(3, 3), (2, 11)], ["rrr", ""], [1, 0]),
        (OTHER, [(3, 7), (6, 3)], ["rrr", ""], [1, 0]),
        (OTHER, [(0, 1), (0, 0)], ["rrr", ""], [1, 0]),
        (FEWER, [(3, 8), (8, 3)], ["ry", "rrb"], [1, 0]),  # the tracks do not matter
        (FEWER, [(3, 8), (8, 3)], ["rrb", "ry"], [0, 1]),
        (SHARED, [(3, 8), (8, 3)], ["ryb", "bbg"], [0.5, 0.5]),
        (SHARED, [(0, 0), (0, 0)], ["", ""], [0.5, 0.5]),
        (REAR, [(4, 4), (5, 5), (6, 3)], ["", "rrr", ""], [0, 1, 0]),
        (OTHER, [(4, 4), (4, 5), (6, 3)], ["", "rrr", ""], [0, 1, 0]),
        (FEWER, [(4, 5), (5, 4), (4, 5), (4, 4)], ["rr", "r", "rb", ""], [0, 1, 0, 0]),
        (SHARED, [(4, 5), (5, 4), (4, 5), (4, 4)], ["rr", "rb", "bb", ""], [1 / 3, 1 / 3, 1 / 3, 0]),
    ],
)
def test_rule_who_has_won(by, leaders, vehicles, win):
    it = ended(players=len(win), leaders=dict(enumerate(leaders)), vehicles=dict(enumerate(vehicles)), rest="discard")
    assert it["ending"] == "rows_empty"
    assert it.state.returns("win") == win, by


def test_rule_clues_held_count_for_points_not_for_the_win():
    it = ended(leaders={0: (9, 1), 1: (3, 3)}, rest="discard")
    assert it["clues"] == (2, 0)
    assert [it.state.returns(name) for name in ("win", "points", "margin")] == [[0, 1], [2, 0], [2, -2]]


def test_rule_missions_in_hand_are_no_vehicles():
    it = ended(missions={0: "R2+RB RB+RY YB+BG"}, vehicles={0: "r", 1: "rr"}, rest="discard")
    assert it.state.returns("win") == [1, 0]


# -- stall and cap


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 2), (3, 2), (4, 1), (4, 3)])
def test_rule_idle_turns_in_a_row_end_the_game(players, rounds):
    it = table(players=players, stall_rounds=rounds, turn=1, leaders={0: (2, 0)}, rest=0)
    for idle in range(rounds * players):
        assert (it["ending"], it["idle"]) == (None, idle)
        it.play("end-turn")
    assert (it["ending"], it["phase"]) == ("stall", "over")
    assert it.state.returns("win") == [1, *[0] * (players - 1)]


@pytest.mark.parametrize(
    ("steps", "given"),
    [
        (("retrieve-R2",), {"placed": {0: "R2"}}),
        (("equip-left-1-vehicle",), {}),
        (("explore-B2-blue",), {"missions": {0: "B2+YB"}, "vehicles": {0: "bb"}}),
        (("complete-B2+YB-return-B2",), {"missions": {0: "B2+YB"}, "placed": {0: "B2 YB"}}),
    ],
)
def test_rule_a_step_other_than_the_end_of_the_turn_begins_the_count_anew(steps, given):
    it = table(idle=3, **given).play(*steps)
    assert it["idle"] == 0
    it.play("end-turn")
    assert (it["idle"], it["ending"]) == (0, None)
    it.play("end-turn", "end-turn", "end-turn")
    assert (it["idle"], it["ending"]) == (3, None)
    assert it.play("end-turn")["ending"] == "stall"


def test_rule_stalling_may_be_off():
    it = table(stall_rounds=0)
    it.play(*["end-turn"] * 200)
    assert (it["ending"], it["turns"], it["idle"]) == (None, 204, 0)  # none are counted


@pytest.mark.parametrize(("players", "cap"), [(2, 7), (3, 7), (4, 9)])
def test_rule_the_cap_counts_all_players_turns(players, cap):
    it = table(players=players, max_turns=cap, stall_rounds=0, turn=0, turns=0, rest=0)
    it.play(*["end-turn"] * (cap - 1))
    assert it["ending"] is None
    it.play("end-turn")
    assert (it["ending"], it["turns"], it["phase"]) == ("cap", cap, "over")
    assert it.state.returns("win") == [0, *[1 / (players - 1)] * (players - 1)]  # seat 0 has the vehicles


def test_rule_without_a_cap_there_is_no_longest_game():
    assert start(max_turns=None).state.game.max_game_length is None
    assert start(max_turns=1).state.game.max_game_length == 1 + 64 + 2 * 2 + 18
    it = table(max_turns=None, stall_rounds=0)
    it.play(*["end-turn"] * 500)
    assert (it["ending"], it["turns"]) == (None, 504)
