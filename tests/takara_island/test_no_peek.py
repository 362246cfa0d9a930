"""Nobody peeks: answers, texts and moves are the same in all worlds that a seat cannot tell apart."""

import pytest

from orienteer import Limits, evaluate
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland

from .build import start


def moments(options, seed, wanted):
    """States of a random game in which another seat has looked at a card that the mover has not."""
    state, stream, found = TakaraIsland(**options).new_initial_state(), RandomStream(seed, 3), []
    while not state.is_terminal() and len(found) < wanted:
        legal = state.legal_actions() if state.current_player() >= 0 else []
        if len(legal) > 1 and stream.below(4) == 0:
            world = View(state, state.current_player()).belief().sample(stream)
            if world != state:
                found.append((state.clone(), world, state.current_player()))
        state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))
    assert len(found) == wanted, "the game hid too little"
    return found


def answer(state, seat):
    document = evaluate(View(state, seat), limits=Limits(iterations=60), method="ismcts", seed=4).to_dict()
    return {key: value for key, value in document.items() if key != "seconds"}


@pytest.mark.parametrize("options", [{"players": 2, "gold": 12}, {"players": 4, "gold": 9, "impostor": "any"}])
@pytest.mark.parametrize("seed", [1, 2])
def test_law_equal_views_give_equal_answers(options, seed):
    for state, world, seat in moments(options, seed, 3):
        assert world.mask(seat) == state.mask(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.observation_key(seat) == state.observation_key(seat)
        assert world.legal_actions(seat) == state.legal_actions(seat)
        assert world.alone(seat) == state.alone(seat)
        assert answer(world, seat) == answer(state, seat)
        assert str(world) != str(state)  # what a peeking text would show


def test_law_a_survey_that_leaves_a_monster_down_looks_like_any_other():
    survey = {card: start(players=3).play("survey-0", card).state for card in ("bat_a", "gold_2")}
    assert "turn-up" in names(survey["bat_a"], 0)
    assert "turn-up" not in names(survey["gold_2"], 0)
    for step in ("go-on", "xp_1", "stop"):
        for other in (1, 2):
            assert len({state.mask(other).key() for state in survey.values()}) == 1
            assert len({state.observed(other) for state in survey.values()}) == 1
            assert len({state.observation_string(other) for state in survey.values()}) == 1
            assert len({tuple(state.mask(other).legal_actions(0)) for state in survey.values()}) == 1
        assert len({state.mask(0).key() for state in survey.values()}) == 2
        for state in survey.values():
            player = state.current_player()
            state.apply(state.string_to_action(player, step))


def test_turning_the_monster_up_is_noticed():
    state = start(players=3).play("survey-0", "bat_a").state
    before = state.mask(1)
    state.apply(state.string_to_action(0, "turn-up"))
    assert state.observation(1) == ("turn_up", 0, 0, 0, "bat_a")
    assert state.mask(1) != before


def names(state, seat):
    return [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
