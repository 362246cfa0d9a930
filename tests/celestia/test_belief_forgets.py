"""Logs that are too much to count: the belief begins later, is that by the rest of the log, and says so."""

from random import Random

import pytest

from orienteer import Limits, evaluate
from orienteer.core.celestia import Celestia, hands
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.events import odds

from .oracle import random_play
from .test_belief_full import PATIENT, view_of


def worlds(belief, count=20):
    stream = RandomStream(5)
    return [belief.sample(stream).key() for _ in range(count)]


def test_a_usual_log_is_used_from_its_start():
    belief = view_of(2, 1, 200, players=4).belief()
    assert belief.forgotten == 0
    assert belief.live_hands()


@pytest.mark.parametrize("rows", [4, 12, 40])
def test_law_a_belief_that_forgets_is_that_by_the_rest_of_the_log(monkeypatch, rows):
    view = view_of(2, 1, 300, players=4)
    whole = view.belief()
    monkeypatch.setattr(hands, "MAX_DRAWN_ROWS", rows)
    belief = view.belief()
    count = belief.forgotten
    assert 0 < count <= len(view.evidence)
    rest = view.mask.game.belief(view.mask, 2, view.evidence[count:])
    assert rest.forgotten == 0
    assert worlds(belief) == worlds(rest)
    assert worlds(belief) != worlds(whole)
    assert all(belief.marginal(seat, (0,)) == rest.marginal(seat, (0,)) for seat in (0, 1, 3))
    for world in map(belief.sample, [RandomStream(1)]):
        world.check()
        assert world.mask(2) == view.mask


def test_answers_name_what_is_forgotten(monkeypatch):
    view = _asked()
    assert not any("not used" in line for line in odds(view, "holds player=0 card=compass", samples=200).assumptions)
    monkeypatch.setattr(hands, "MAX_DRAWN_ROWS", 10)
    text = f"the first {view.belief().forgotten} things noticed are not used: too much to count"
    assert any(text in line for line in odds(view, "holds player=0 card=compass", samples=200).assumptions)
    assert text in evaluate(view, limits=Limits(iterations=50)).assumptions


def _asked():
    """A view of the seat that moves, some journeys into a game."""
    game = Celestia(players=3)
    views = [View(game.new_initial_state(), seat) for seat in range(3)]
    for state in random_play(game, Random(4), PATIENT):
        for seat in range(3):
            views[seat] = views[seat].after(state.observation(seat))
        if len(views[1].evidence) > 120 and state.current_player() == 1 and len(state.legal_actions(1)) > 1:
            return views[1]
    raise AssertionError("the game ended before")


def test_more_reshuffles_than_are_counted_are_forgotten():
    cities = tuple((value, 1, ((0, 20),), 0) for value in range(1, 7))
    game = Celestia(players=2, hand=2, deck=(2, 2, 1, 1, 1, 0, 0, 0, 0, 0), cities=cities, target=98, max_journeys=None)
    view, reshuffles = View(game.new_initial_state(), 1), 0
    for state in random_play(game, Random(2), frozenset({"stay", "fly"})):
        seen = state.observation(1)
        view = view.after(seen)
        reshuffles += bool(seen) and seen[0] == "draw" and seen[3] is not None
        if reshuffles == 45:
            break
    belief = view.belief()
    assert reshuffles == 45
    assert 0 < belief.forgotten < len(view.evidence) / 2
    rest = game.belief(view.mask, 1, view.evidence[belief.forgotten :])
    assert belief.marginal(0, (0, 1)) == rest.marginal(0, (0, 1))
    assert state.fields()["hands"][0][:2] in belief.marginal(0, (0, 1))
    assert belief.sample(RandomStream(1)).mask(1) == view.mask
