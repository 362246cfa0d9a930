"""What one seat knows as a state of its own: what it keeps, and when another seat's looks leave none."""

import pickle

import pytest

from orienteer.core.errors import OptionError, OrienteerError

from .build import start, table

LOOKS = {  # names of steps to a pending look, with its phase
    "look": ("survey-0",),
    "survey": ("survey-0", "bat_a"),
    "peek": ("soothsayer-2-0", "gold_2"),
}


def pending(phase):
    it = start(players=3, gold=9).play("no-rent", *LOOKS[phase])
    assert it["phase"] == phase
    return it.state


@pytest.mark.parametrize("phase", LOOKS)
@pytest.mark.parametrize("masked", [False, True])
def test_no_state_is_left_without_what_another_seat_is_looking_at(phase, masked):
    state = pending(phase)
    asked = state.mask(1) if masked else state
    before = pickle.dumps(asked), asked.key(), str(asked)
    with pytest.raises(OptionError) as raised:
        asked.alone(1)
    assert (raised.value.field, raised.value.value) == ("player", 1)
    assert str(raised.value) == "player: 1, allowed: 0, who is looking at cards; any seat once that is over"
    assert (pickle.dumps(asked), asked.key(), str(asked)) == before


@pytest.mark.parametrize("phase", LOOKS)
def test_the_seat_that_looks_has_one(phase):
    state = pending(phase)
    alone = state.alone(0)
    alone.check()
    assert alone == state  # nobody else has looked at anything
    assert alone.legal_actions(0) == state.legal_actions(0)


def test_what_only_others_saw_is_undecided_again_and_proofs_stay():
    piles = {0: (0, "gold_2!1 [bat_a]"), 4: (0, "xp_1:0 xp_1:1")}
    state = table(piles=piles).state
    rows = state.alone(0).fields()["piles"]
    assert rows[0]["cards"][:2] == (None, "bat_a")
    assert rows[0]["proven"][0]
    assert rows[0]["seen_by"][:2] == ((), (0, 1))
    assert rows[4]["cards"][:2] == ("xp_1", None)
    assert state.alone(1).fields()["piles"][4]["cards"][:2] == (None, "xp_1")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(seat):
    with pytest.raises(OrienteerError, match=f"player: {seat}, allowed: a seat from 0 to 1"):
        table().state.alone(seat)
