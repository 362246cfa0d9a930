"""On small sets of components the listed belief is exactly the oracle's, at everything that a seat notices in whole games."""

from collections import Counter

import pytest

from .belief_games import SMALL, events, moments
from .oracle import shares


@pytest.mark.parametrize("name", SMALL)
def test_law_the_belief_is_the_weight_of_all_histories(name):
    for moment in moments(name):
        assert shares(moment.view) == moment.shares, f"{moment.view.mask}: {moment.view.evidence}"


def test_law_the_true_state_is_always_among_the_worlds():
    assert all(moment.truth in moment.shares for name in SMALL for moment in moments(name))


def test_law_every_hard_fact_comes_up():
    met = Counter()
    for name in SMALL:
        for moment in moments(name):
            seat, log = moment.view.viewer, events(moment.view.evidence)
            last = log[-1] if log else ("start",)
            met[last[0], last[1:2] == (seat,)] += 1
            met["turbos"] += last[0] == "fly" and last[1] != seat and bool(last[3])
            met["reshuffled"] += last[0] == "draw" and last[3] is not None
            met["waiting"] += moment.view.mask.current_player() == -3 and len(moment.shares) > 1
    for fact in ("crash", "play", "telescope", "hook", "treasure", "draw", "fly", "eject"):
        assert met[fact, False], fact
    assert met["hook", True]
    assert met["turbos"]
    assert met["reshuffled"]
    assert met["journey", False]
    assert met["over", False]
    assert met["waiting"] > 100
