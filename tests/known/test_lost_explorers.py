"""Every row of the table of known answers in Lost Explorers' rules, by its number. Fractions are compared as fractions."""

from fractions import Fraction
from itertools import combinations

import pytest

import orienteer
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.lost_explorers.components import COLOURS
from orienteer.core.state import CHANCE_PLAYER
from tests.lost_explorers.odds_positions import MARKABLE, dealt, legal, play, table


def odds(state, event):
    """The exact answer, a Fraction or Fractions by number."""
    found = orienteer.odds(state, event)
    assert found.status == "rational"
    return found.value


def outcomes(state):
    """Chances of a chance node's outcomes by name."""
    weights = dict(state.chance_outcomes())
    total = sum(weights.values())
    return {state.action_to_string(CHANCE_PLAYER, outcome): Fraction(weight, total) for outcome, weight in weights.items()}


def shown(state, names):
    """Chance that a mission about to be shown is one for which `names(location ids)` holds."""
    return sum(chance for token, chance in outcomes(state).items() if names(token.split("+")))


def seat_0(state):
    fields = state.fields()
    return {name: fields[name][0] for name in ("leaders", "clues", "members", "placed", "missions", "vehicles")}


def row_1():
    assert odds(dealt(), "mission-names place=YB colour=blue") == Fraction(8, 16)
    state = table(rows=(["blue"], []))
    assert odds(state, "mission-names place=YB colour=blue") == Fraction(8, 16)
    assert shown(play(state, "equip-left-1-mission"), lambda ids: "YB" in ids) == Fraction(8, 16)


def row_2():
    for colour in COLOURS:
        numbers = {1: Fraction(4, 16), 2: Fraction(8, 16), 3: Fraction(4, 16)}
        assert odds(dealt(), f"mission-needs colour={colour}") == numbers
        state = play(table(rows=([colour], [])), "equip-left-1-mission")
        assert {n: shown(state, lambda ids, n=n: len(set(ids) - set(MARKABLE)) == n) for n in (1, 2, 3)} == numbers


def row_3():
    state = table([["B2+YB"]], placed=[["B2", "YB"]])
    for kept, returned in (("YB", "B2"), ("B2", "YB")):
        after = play(state, f"complete-B2+YB-return-{returned}")
        assert seat_0(after) == {
            "leaders": (2, 0),
            "clues": 0,
            "members": 3,
            "placed": (kept,),
            "missions": (),
            "vehicles": (0, 0, 0, 0),
        }
        assert after.fields()["phase"] == "menu"
        assert after.fields()["discard"] == (0, 0, 1, 0)
    assert play(state, "complete-B2+YB-return-YB", "end-turn").fields()["turn"] == 1


def row_4():
    state = table([["B2+YB"]], placed=[["B2", "YB"]], leaders=[(3, 4)], discard={"green": 2})
    before = seat_0(state)
    assert (before["leaders"], before["clues"], before["members"]) == ((3, 4), 0, 3)
    after = seat_0(play(state, "complete-B2+YB-return-YB"))
    assert (after["leaders"], after["clues"], after["members"]) == ((5, 4), 1, 4)
    assert after["vehicles"] == (0, 0, 0, 1)
    assert play(state, "complete-B2+YB-return-YB").fields()["discard"] == (0, 0, 1, 1)


def row_5():
    state = table([["G2+BG+GR"]], placed=[["G2", "BG", "GR"]], leaders=[(11, 2)], discard={"red": 1, "blue": 1})
    assert seat_0(state)["clues"] == 2
    for place in ("G2", "BG", "GR"):
        after = play(state, f"complete-G2+BG+GR-return-{place}")
        assert (seat_0(after)["leaders"], seat_0(after)["clues"]) == ((14, 2), 4)
        assert after.is_terminal()
        assert (after.fields()["ending"], after.returns("win"), after.scores()[0]) == ("clues", [1.0, 0.0], 4.0)
        assert seat_0(after)["vehicles"] == (0, 0, 0, 0)
    found = orienteer.evaluate(state, objective="points", method="exact", horizon="turn")
    assert (found["complete-G2+BG+GR-return-BG"].value, found["end-turn"].value) == (4, 2)


def row_6():
    state = table(players=4, closed=("R3", "Y3"))
    quarters = {1: Fraction(4, 16), 2: Fraction(8, 16), 3: Fraction(4, 16)}
    for colour in ("red", "yellow"):
        assert odds(state, f"mission-needs colour={colour}") == quarters
    for colour in ("blue", "green"):
        assert odds(state, f"mission-needs colour={colour}") == {2: Fraction(6, 16), 3: Fraction(10, 16)}


def row_7():
    for players, chance in ((2, 1), (3, Fraction(3, 4)), (4, Fraction(1, 2))):
        start = LostExplorers(players=players).new_initial_state()
        assert odds(start, "location-closed place=R3") == chance
        subsets = outcomes(start)
        assert sum(weight for name, weight in subsets.items() if "R3" in name) == chance
        assert len(subsets) == len(list(combinations(range(4), 6 - players)))


def row_8():
    state = dealt("choose-blue", "B2+RB")
    assert odds(state, "mission-is token=B2+YB") == Fraction(1, 3)
    assert odds(state, "mission-names place=BG colour=blue set=start") == Fraction(1, 3)
    chosen = play(state, "choose-blue")
    assert odds(chosen, "mission-is token=B2+YB") == outcomes(chosen)["B2+YB"] == Fraction(1, 3)


def row_9():
    setting = {"vehicles": [{"yellow": 2, "blue": 2}], "placed": [["G2"]]}
    state = table([["B2+YB"]], **setting)
    sequences = []

    def fill(here, steps):
        if {"YB", "B2"} <= set(here.fields()["placed"][0]):
            sequences.append(steps)
            return
        for name in legal(here):
            if name.startswith("explore-"):
                fill(play(here, name), (*steps, name))

    fill(state, ())
    assert sorted(sequences) == [
        ("explore-B2-blue", "explore-YB-blue"),
        ("explore-B2-blue", "explore-YB-yellow"),
        ("explore-YB-yellow", "explore-B2-blue"),
    ]


def row_10():
    state = table([["YB+BG", "RB+BG"]], placed=[["YB", "RB", "BG"]], leaders=[(0, 2)])
    first = {name: play(state, name) for name in legal(state) if name.startswith("complete-")}
    assert len(first) == 4
    for name, after in first.items():
        assert after.fields()["vehicles"][0] == (0, 0, 0, 0)
        second = [other for other in legal(after) if other.startswith("complete-")]
        assert bool(second) == (not name.endswith("return-BG"))
        for other in second:
            both = play(after, other)
            assert seat_0(both)["vehicles"] == (0, 0, 1, 0)
            assert seat_0(both)["leaders"] == (4, 2)
            assert both.fields()["discard"] == (0, 0, 1, 0)


def row_11():
    # The last token of the rows, a red one, is the first seat's last vehicle.
    def end(leaders, vehicles):
        state = table(rows=((), ("red",)), leaders=leaders, vehicles=vehicles)
        return play(state, "equip-right-1-vehicle", "end-turn")

    rear = end([(8, 3), (5, 4)], [{}, {"red": 4}])
    level = end([(3, 8), (8, 3)], [{"yellow": 1}, {"green": 3}])
    assert [sum(counts) for counts in level.fields()["vehicles"]] == [2, 3]
    for state, winner in ((rear, 1), (level, 0)):
        assert state.fields()["leaders"] == ((8, 3), (5, 4)) if winner else ((3, 8), (8, 3))
        assert state.fields()["ending"] == "rows_empty"
        assert state.returns("win") == [float(seat == winner) for seat in range(2)]


ROWS = {int(name.removeprefix("row_")): check for name, check in list(globals().items()) if name.startswith("row_")}


@pytest.mark.known
@pytest.mark.parametrize("row", sorted(ROWS), ids=[f"lost_explorers-{row}" for row in sorted(ROWS)])
def test_known(row):
    ROWS[row]()


def test_every_row_is_there():
    assert sorted(ROWS) == list(range(1, 12))
