"""Orders of steps that come to the same, and what the keys of a state tell apart."""

from __future__ import annotations

from itertools import permutations

import pytest

from .build import BLUE, table

STEPS = {
    "missions": {0: "B2+YB YB+RB+BG"},
    "vehicles": {0: "rrryyybbb"},
    "placed": {0: "R2", 1: "YB"},
    "rows": ("bgr", "gyb"),
    "rest": 1,
}


@pytest.mark.parametrize(
    "steps",
    [
        ("equip-left-1-vehicle", "equip-right-1-vehicle"),
        ("equip-left-1-vehicle", "explore-B2-blue"),
        ("explore-B2-blue", "explore-YB-yellow"),
        ("explore-RB-red", "explore-YB-blue"),
        ("equip-right-1-vehicle", "explore-YB-blue"),
    ],
)
def test_law_steps_that_commute_reach_the_same_keys(steps):
    reached = [table(**STEPS).play(*order).state for order in permutations(steps)]
    assert len({state.key() for state in reached}) == 1
    assert all(state == reached[0] for state in reached)
    for objective in reached[0].game.objectives:
        assert len({state.state_key(objective) for state in reached}) == 1


def test_law_missions_that_commute_reach_the_same_keys():
    two = ("complete-YB+BG-return-YB", "complete-RB+BG-return-RB")
    it = [
        table(missions={0: "YB+BG RB+BG"}, placed={0: "YB RB BG"}, leaders={0: (0, 2)}).play(*order)
        for order in (two, two[::-1])
    ]
    assert it[0].state.key() == it[1].state.key()
    assert it[0].state.state_key() == it[1].state.state_key()


def test_law_what_phase_one_used_is_forgotten_in_phase_two():
    given = {"missions": {0: "YB+BG"}, "placed": {0: "YB BG"}, "leaders": {0: (4, 4)}, "rows": ("rr", "r")}
    reached = [table(**given).play(f"equip-left-{k}-vehicle", "complete-YB+BG-return-YB") for k in (1, 2)]
    assert (reached[0]["used"], reached[0]["sides"]) == (0, (False, False))
    assert reached[0].state.key() == reached[1].state.key()


@pytest.mark.parametrize(("max_turns", "is_same"), [(400, False), (None, True)])
def test_law_the_turn_counts_where_there_is_a_cap(max_turns, is_same):
    early, late = (table(turns=turns, max_turns=max_turns).state for turns in (4, 8))
    assert (early.key() == late.key()) == is_same
    assert (early.state_key() == late.state_key()) == is_same


@pytest.mark.parametrize(("rows", "is_same"), [(("rr", "r"), True), (("rb", "r"), False)])
def test_law_a_pool_matters_while_its_colour_lies_in_the_rows(rows, is_same):
    """Another blue mission of as many steps has been finished."""
    it = table(rows=rows, leaders={0: (1, 0)}, missions={0: "R2+RB"})
    fields = it.state.fields()
    (finished,) = BLUE.intersection(fields["finished"][0])
    other = min(BLUE - {finished}, key=lambda name: (sum("3" not in place for place in name.split("+")), name))
    changed = {"finished": ((other,), fields["finished"][1])}
    changed["shown"] = tuple(name for names in (*fields["missions"], *changed["finished"]) for name in names)
    state = it.state.game.state_from(fields | changed)
    assert state.key() != it.state.key()
    assert (state.state_key() == it.state.state_key()) == is_same
