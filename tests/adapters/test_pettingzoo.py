"""PettingZoo's own tests pass, and agents are given what their seat sees and no more."""

import copy
import pickle
import re
import sys
import warnings
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

from orienteer.adapters.pettingzoo import env, parallel_env, raw_env
from orienteer.core.errors import IllegalActionError, OptionError
from orienteer.core.registry import load_game
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.features import Features
from tests.celestia.test_agents import OPTIONS as CELESTIA
from tests.lost_explorers.position_helpers import option_sets
from tests.takara_island.agent_games import OPTIONS as TAKARA_ISLAND

SEATS = {"celestia": (2, 4, 6), "incan_gold": (1, 2, 5, 8), "lost_explorers": (2, 4), "takara_island": (2, 3, 4)}
EVERY = [(name, players) for name, numbers in SEATS.items() for players in numbers]
INCAN_GOLD = [
    {"leftovers": "per_card", "artifact_schedule": "all_at_start", "players": 8},
    {"artifact_value": "printed", "deck": "print"},
    {"artifacts": False, "hazards": (3, 3), "rounds": 3, "players": 1},
]
OPTIONS = {
    "celestia": CELESTIA,
    "incan_gold": INCAN_GOLD,
    "lost_explorers": [*option_sets()][:6],
    "takara_island": TAKARA_ISLAND,
}


def chosen(observation, generator):
    return int(generator.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_law_pettingzoos_own_tests_pass(name, players, monkeypatch, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that spaces are Dicts, as masks need them, and masks of agents that are done empty
        api_test(env(name, players=players), num_cycles=25)
        seed_test(lambda: env(name, players=players), num_cycles=12)
    ticks = count()  # its five seconds pass in a few looks at the clock
    fast = SimpleNamespace(time=lambda: next(ticks))
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", fast)
    performance_benchmark(env(name, players=players))
    assert "turns per second" in capsys.readouterr().out


SHORT = {"celestia": {"target": 12}, "incan_gold": {}, "lost_explorers": {"max_turns": 40}, "takara_island": {"max_rounds": 5}}


@pytest.mark.parametrize("name", SHORT)
def test_law_games_end_with_what_the_rules_pay(name):
    """Masks are the legal actions of those who have not chosen yet; observations lie in their space; seeds repeat games."""
    totals = []
    for _ in range(2):
        table = raw_env(name, objective="points", **SHORT[name])
        generator, paid = np.random.default_rng(1), np.zeros(8)
        table.reset(seed=3)
        for agent in table.agent_iter():
            observation, reward, over, cut, _ = table.last()
            paid[table.possible_agents.index(agent)] += reward
            assert not cut
            if over:
                table.step(None)
                continue
            state = table.table.state
            for seat, other in enumerate(table.possible_agents):
                mask = table.observe(other)["action_mask"]
                assert np.flatnonzero(mask).tolist() == ([] if seat in table.chosen else state.legal_actions(seat))
            assert table.observation_space(agent).contains(observation)
            table.step(chosen(observation, generator))
        assert table.agents == []
        assert paid[: len(table.possible_agents)].tolist() == table.table.state.returns("points")
        totals.append((paid.tolist(), str(table.table.state)))
    assert totals[0] == totals[1]


@pytest.mark.parametrize(("name", "options"), [(name, options) for name in SEATS for options in OPTIONS[name]])
def test_law_numbers_stay_within_their_bounds_under_every_option(name, options):
    game, stream = load_game(name, **options), RandomStream(9)
    for source in (game, game.reduced()):
        features, state = Features(source), source.new_initial_state()
        for step in range(200):
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply(state.sample_chance(stream))
            elif state.is_simultaneous_node():
                moves = [state.legal_actions(seat) for seat in range(source.num_players)]
                state.apply_joint([legal[stream.below(len(legal))] if legal else None for legal in moves])
            else:
                legal = state.legal_actions()
                state.apply(legal[stream.below(len(legal))])
            row = features.row(state, step % source.num_players)
            assert (row >= features.low).all()
            assert (row <= features.high).all()


@pytest.mark.parametrize("name", ["celestia", "takara_island"])
def test_law_worlds_that_look_alike_give_the_same_numbers(name):
    """The true world and one drawn from the seat's belief: equal to that seat, different in truth and to others."""
    game, stream, differing = load_game(name, players=3), RandomStream(5), 0
    features, state = Features(game), game.new_initial_state()
    views = [View(state, seat) for seat in range(3)]
    for step in range(120):
        action = (
            state.sample_chance(stream) if state.is_chance_node() else state.legal_actions()[step % len(state.legal_actions())]
        )
        state.apply(action)
        views = [view.after(state.observation(view.viewer)) for view in views]
        if step % 30 == 29:
            for view in views:
                world = view.belief().sample(stream)
                assert (features.row(world, view.viewer) == features.row(state, view.viewer)).all()
                other = (view.viewer + 1) % 3
                differing += (features.row(world, other) != features.row(state, other)).any()
    assert differing


def test_rule_seats_are_told_of_from_the_viewer_on():
    table = raw_env("celestia", players=3, first_captain=1)
    table.reset(seed=1)
    captain = table.features.slices["captain"]
    rows = [table.observe(agent)["observation"][captain].tolist() for agent in table.possible_agents]
    assert rows == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    hands = table.features.slices["hands"]
    assert (table.observe("player_2")["observation"][hands].reshape(3, 10) >= 0).all(axis=1).tolist() == [True, False, False]


def test_rule_choices_at_once_are_not_seen_before_all_are_made():
    table = raw_env("incan_gold", players=3)
    table.reset(seed=1)
    rows = {}
    for first in (0, 1):
        table.reset(seed=1)
        table.step(first)
        assert table.agent_selection == "player_1"
        assert table.observe("player_0")["action_mask"].sum() == 0
        rows[first] = [table.observe(agent)["observation"].tolist() for agent in table.possible_agents]
    assert rows[0] == rows[1]


def test_rule_additive_returns_may_be_paid_as_they_are_won():
    with pytest.raises(OptionError, match="rewards"):
        raw_env("incan_gold", rewards="steps")
    table, paid = raw_env("incan_gold", players=2, objective="points", rewards="steps"), []
    table.reset(seed=4)
    for _ in table.agent_iter():
        observation, _, over, _, _ = table.last()
        table.step(None if over else int(observation["action_mask"].sum() > 0 and len(paid) % 5 == 4))
        if table.agents:
            paid.append([table.rewards[agent] for agent in table.agents])
    assert sum(any(step) for step in paid if len(step) == 2) > 1
    assert np.sum([step for step in paid if len(step) == 2], axis=0).tolist() == table.table.state.returns("points")


def test_rule_long_games_are_cut_off():
    table = env("lost_explorers", max_steps=3)
    table.reset(seed=1)
    for _ in range(3):
        table.step(chosen(table.last()[0], np.random.default_rng(1)))
    _, reward, over, cut, _ = table.last()
    assert (reward, over, cut) == (0, False, True)
    for _ in table.agent_iter():
        table.step(None)
    assert table.agents == []


def test_rule_illegal_actions_are_refused_or_end_the_game():
    table = raw_env("takara_island")
    table.reset(seed=1)
    with pytest.raises(IllegalActionError, match="action of player_0: 185"):
        table.step(185)
    guarded = env("takara_island")
    guarded.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        guarded.step(185)
    assert guarded.terminations == {"player_0": True, "player_1": True}
    assert guarded.rewards["player_0"] == -1


def test_law_parallel_agents_play_the_same_game():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env("incan_gold", players=4), num_cycles=60)
    one, other = raw_env("incan_gold", players=3), parallel_env("incan_gold", players=3)
    one.reset(seed=6)
    observations, _ = other.reset(seed=6)
    generator = np.random.default_rng(2)
    while other.agents:
        assert all((one.observe(a)["observation"] == observations[a]["observation"]).all() for a in other.agents)
        actions = {a: chosen(o, generator) if o["action_mask"].any() else 0 for a, o in observations.items()}
        for _ in [*one.waiting]:
            one.step(actions[one.agent_selection])
        observations, rewards, *_ = other.step(actions)
    assert rewards == one.rewards
    assert sum(rewards.values()) == pytest.approx(1)
    with pytest.raises(OptionError, match="game"):
        parallel_env("celestia")


def test_law_copies_are_apart_and_text_shows_the_table(capsys):
    table = raw_env("celestia", players=2, render_mode="ansi")
    table.reset(seed=2)
    text = table.render()
    for later in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        later.step(chosen(later.last()[0], np.random.default_rng(1)))
        assert later.render() != text
    assert table.render() == text == str(table.table.state)
    shown = raw_env("celestia", players=2, render_mode="human")
    shown.reset(seed=2)
    assert shown.render() is None
    assert capsys.readouterr().out.strip() == text


@pytest.mark.parametrize(
    "given", [{"game": "pig"}, {"game": "celestia", "max_steps": 0}, {"game": "celestia", "render_mode": "rgb_array"}]
)
def test_wrong_options_are_refused(given):
    with pytest.raises(OptionError):
        raw_env(**given)


def test_law_the_example_in_the_docs_runs_and_lists_every_block():
    text = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8").partition("## PettingZoo")[2]
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(block, {})
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    for name, row in zip(("incan_gold", "celestia", "takara_island", "lost_explorers"), rows, strict=True):
        cells = re.sub(r"\([^)]*\)", "", row.split("|")[2]).split(",")
        assert [cell.split()[0] for cell in cells] == [block.name for block in Features(load_game(name)).blocks]
