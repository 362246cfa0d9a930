"""The public calls on games that hide something: what is searched, and what is refused."""

from __future__ import annotations

import pytest

import orienteer
from orienteer.core.python_game import PythonBelief
from orienteer.core.reference.pig import Pig
from orienteer.core.state import View
from tests.mcts.hidden_games import Coin
from tests.mcts.kuhn import GAME, kuhn

QUICK = orienteer.Limits(iterations=600)


class AskedCoin(Coin):
    """A coin of which the viewer may assume how it fell."""

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        fell = (assumptions or {}).get("fell", "unknown")
        worlds = [(mask.value._replace(coin=coin), 1) for coin in {"heads": [0], "tails": [1], "unknown": [0, 1]}[fell]]
        return PythonBelief(mask, viewer, worlds)


def plain(evaluation):
    return {**evaluation.to_dict(), "seconds": 0}


def test_views_and_positions_are_searched_by_information_sets():
    view = View(kuhn(1, 2), 0)
    position = orienteer.Position(GAME, "standard", 0, ("Ann", "Bo"), view.mask)
    evaluation = orienteer.evaluate(view, limits=QUICK)
    assert (evaluation.method, evaluation.status, evaluation.player) == ("mo-ismcts", "sampled", 0)
    assert sorted(m.move.id for m in evaluation.moves) == ["bet", "pass"]
    assert any("rules and evidence" in text for text in evaluation.assumptions)
    named = orienteer.evaluate(position, limits=QUICK)
    assert plain(named) == {**plain(evaluation), "player_name": "Ann"}
    assert orienteer.evaluate(view, limits=QUICK, method="so-ismcts").method == "so-ismcts"
    assert orienteer.best_move(view, limits=QUICK).id in ("bet", "pass")


def test_law_worlds_that_look_alike_are_answered_alike():
    for method in ("auto", "ismcts", "so-ismcts"):
        answers = [
            plain(orienteer.evaluate(View(kuhn(1, card, 0, 1), 0), limits=QUICK, method=method, trees=2, threads=threads))
            for card in (0, 2)
            for threads in (1, 2)
        ]
        assert all(answer == answers[0] for answer in answers)
    assert [line[0] for line in (m["line"] for m in answers[0]["moves"])] == [m["move"]["id"] for m in answers[0]["moves"]]


def test_the_true_state_cannot_be_reached():
    with pytest.raises(orienteer.OptionError, match="a Position or a View"):
        orienteer.evaluate(kuhn(1, 2))
    view = View(kuhn(1, 2), 0)
    with pytest.raises(orienteer.OptionError, match="ismcts, so-ismcts: kuhn_poker hides information"):
        orienteer.evaluate(view, method="mcts")
    with pytest.raises(orienteer.TooLargeError, match="no exact solver"):
        orienteer.evaluate(view, method="exact")
    with pytest.raises(orienteer.OptionError, match="pig hides nothing"):
        orienteer.evaluate(Pig().new_initial_state(), method="ismcts")
    omniscient = orienteer.Position(GAME, "standard", "omniscient", (None, None), kuhn(1, 2))
    with pytest.raises(orienteer.OptionError, match="omniscient"):
        orienteer.evaluate(omniscient, limits=QUICK)


def test_without_a_choice_of_the_viewer_only_the_position_is_valued():
    evaluation = orienteer.evaluate(View(kuhn(2, 0, 1), 0), limits=QUICK)
    assert (evaluation.player, evaluation.moves, evaluation.best) == (None, (), None)
    assert evaluation.values == (1.0, -1.0)  # the jack folds to a bet
    with pytest.raises(orienteer.OrienteerError, match="nobody has a choice"):
        orienteer.best_move(View(kuhn(2, 0, 1), 0), limits=QUICK)
    over = orienteer.evaluate(View(kuhn(2, 0, 1, 0), 0), limits=QUICK)
    assert over.values == (1.0, -1.0)


def test_assumptions_reach_the_belief_and_are_named():
    state = AskedCoin().new_initial_state()
    state.apply(0)
    view = View(state, 0)
    assert orienteer.best_move(view, limits=QUICK).id == "2"
    for fell, best in (("heads", "0"), ("tails", "1")):
        evaluation = orienteer.evaluate(view, limits=QUICK, assumptions={"fell": fell})
        assert (evaluation.best.id, evaluation.value) == (best, 1.0)
        assert f"fell: {fell}" in evaluation.assumptions
    with pytest.raises(orienteer.OptionError, match="assumptions"):
        orienteer.evaluate(View(kuhn(1, 2), 0), limits=QUICK, assumptions={"turbos": "always"})
    with pytest.raises(orienteer.OptionError, match="hides nothing"):
        orienteer.evaluate(Pig().new_initial_state(), limits=QUICK, assumptions={"turbos": "always"})


def test_moves_can_be_left_out_and_partial_answers_come():
    view = View(kuhn(1, 2), 0)
    assert [m.move.id for m in orienteer.evaluate(view, avoid=["bet"], limits=QUICK).moves] == ["pass"]
    reports = list(orienteer.analysis(view, limits=orienteer.Limits(seconds=0.3), report_every=0.05))
    assert len(reports) > 1
    assert all(report.method == "mo-ismcts" for report in reports)
