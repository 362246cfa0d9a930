"""Our games as OpenSpiel's: its own simulation test passes, and its algorithms find our values."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from orienteer.adapters.openspiel import from_openspiel, to_openspiel  # noqa: E402
from orienteer.core.errors import OptionError  # noqa: E402
from orienteer.core.registry import load_game, registered_games  # noqa: E402
from tests.conformance.tiny_games import Dig  # noqa: E402


@pytest.mark.parametrize("name", registered_games())
def test_law_openspiel_simulates_every_game(name: str) -> None:
    game = load_game(name)
    pyspiel.random_sim_test(to_openspiel(game.reduced()), num_sims=3, serialize=True, verbose=False)
    if name not in ("lost_explorers", "takara_island"):  # long games: copies by replaying take seconds
        pyspiel.random_sim_test(to_openspiel(game), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", registered_games())
def test_law_options_survive_the_way_there(name: str) -> None:
    for game in (load_game(name), load_game(name).reduced()):
        for objective in game.objectives:
            there = to_openspiel(game, objective)
            assert there.source == game
            assert pyspiel.load_game(str(there)).source == game
            assert pickle.loads(pickle.dumps(there)).objective == objective


def test_rule_games_load_by_name_and_options() -> None:
    game = pyspiel.load_game("orienteer_incan_gold(players=3,rounds=2,objective=points)")
    assert game.source == load_game("incan_gold", players=3, rounds=2)
    assert game.objective == "points"
    with pytest.raises(OptionError, match="objective"):
        to_openspiel(load_game("kuhn_poker"), "win")


def test_law_games_in_python_go_there_too() -> None:
    game = to_openspiel(Dig(turns=2), "margin")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    twin = type("Dig", (Dig,), {})
    with pytest.raises(OptionError, match="taken"):
        to_openspiel(twin())


def _play(game: Any, *actions: int) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_law_strings_tell_what_a_seat_knows_and_no_more() -> None:
    game = to_openspiel(load_game("kuhn_poker"))
    one, two = _play(game, 0, 1, 0), _play(game, 0, 2, 0)
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.information_state_string(1) != two.information_state_string(1)
    assert one.information_state_string(0) != _play(game, 0, 1, 1).information_state_string(0)
    observer = make_observation(game)
    assert observer.string_from(one, 0) == one.observation_string(0)
    observer.set_from(one, 1)
    assert observer.tensor.tolist() == [0, 1, 0, 1, 0, 0]


def test_law_copies_are_apart() -> None:
    state = _play(to_openspiel(load_game("kuhn_poker")), 0, 1)
    later = copy.deepcopy(state)
    later.apply_action(1)
    assert state.history() == [0, 1]
    assert state.information_state_string(0) != later.information_state_string(0)


def test_law_cfr_and_its_exploitability_run() -> None:
    game = to_openspiel(load_game("kuhn_poker"))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.01
    there_and_back = from_openspiel(game).new_initial_state()
    assert there_and_back.legal_actions() == [0, 1, 2]


def test_law_cfr_runs_on_a_simultaneous_game() -> None:
    game = pyspiel.convert_to_turn_based(to_openspiel(load_game("goofspiel", cards=3), "margin"))
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < first / 10


@pytest.mark.parametrize("name", ["lost_explorers", "celestia", "takara_island"])
def test_law_search_runs(name: str) -> None:
    """MCTS where nothing is hidden, else ISMCTS, whose worlds are drawn from our belief."""
    game = to_openspiel(load_game(name).reduced())
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    if game.source.has_hidden_information:
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 20, random_state=np.random.RandomState(2))
    else:
        bot = mcts.MCTSBot(game, 1.0, 20, evaluator, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


def test_law_a_program_that_used_it_ends_well() -> None:
    code = "import orienteer.adapters.openspiel as o, pyspiel; pyspiel.load_game('orienteer_pig').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0


def test_law_the_examples_in_the_docs_run() -> None:
    text = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8").partition("## PettingZoo")[0]
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {})
