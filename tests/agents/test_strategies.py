"""Saved strategies as agents: they play the mixes of the file, in the subgame that it is of."""

from collections import Counter

import pytest

from orienteer.agents import parse_agent
from orienteer.agents.following import StrategySeat
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.registry import load_game
from orienteer.core.state import View
from orienteer.equilibrium import solve_subgame

KUHN = load_game("kuhn_poker")
DRAWS = 3000


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategies") / "kuhn.json"
    solve_subgame(KUHN.new_initial_state(), target=1e-4).save(path)
    return path


@pytest.fixture(scope="module")
def agent(file):
    return parse_agent(KUHN, f"strategy file={file}")


def seat_after(agent, player, *steps, seed=0):
    """The seat once deals and bets have been noticed."""
    state = KUHN.new_initial_state()
    seat = agent.seat(View(state, player), seed)
    for step in steps:
        state.apply(step)
        seat.notice(state.observation(player))
    return seat


@pytest.mark.parametrize(("player", "steps"), [(0, (0, 1)), (0, (2, 1)), (1, (2, 1, 1)), (1, (1, 0, 0)), (0, (1, 2, 0, 1))])
def test_choices_have_the_frequencies_of_the_file(agent, player, steps):
    mix = seat_after(agent, player, *steps).follower.mix()
    seen = Counter(seat_after(agent, player, *steps, seed=seed).choose_action() for seed in range(DRAWS // 10))
    seat = seat_after(agent, player, *steps)
    seen += Counter(seat.choose_action() for _ in range(DRAWS))
    for action, share in mix.items():
        error = 4 * (share * (1 - share) / sum(seen.values())) ** 0.5
        assert abs(seen[action] / sum(seen.values()) - share) <= error + 1e-12


def test_known_the_king_calls_and_the_jack_folds(agent):
    assert seat_after(agent, 1, 0, 2, 1).follower.mix()[1] == pytest.approx(1, abs=1e-3)
    assert seat_after(agent, 1, 2, 0, 1).follower.mix()[0] == pytest.approx(1, abs=1e-3)


def test_outside_its_subgame_a_strategy_has_no_move(agent):
    """Sat down after the deal, of a strategy from the start on."""
    state = KUHN.new_initial_state()
    for step in (0, 1):
        state.apply(step)
    with pytest.raises(OrienteerError, match="no information set with key"):
        agent.seat(View(state, 0)).choose()


def test_games_whose_masks_forget_the_last_transition_are_refused(agent):
    state = load_game("celestia", players=2).new_initial_state()
    seat = StrategySeat(View(state, 0), 0, agent.strategy().follow(KUHN.new_initial_state(), 0))
    while state.observation(0) is None:
        state.apply(state.legal_actions()[0])
    with pytest.raises(OrienteerError, match="a seat of celestia cannot be followed"):
        seat.notice(state.observation(0))


def test_files_of_other_games_and_files_that_are_none_are_refused(file, tmp_path):
    with pytest.raises(OptionError, match="a strategy of leduc_poker with its options, this is one of kuhn_poker"):
        parse_agent(load_game("leduc_poker"), f"strategy file={file}")
    with pytest.raises(OptionError, match="no files"):
        parse_agent(KUHN, f"careless share=1/2 strategy file={file}", files=False)
    with pytest.raises(OSError, match="none"):
        parse_agent(KUHN, f"strategy file={tmp_path / 'none.json'}")
