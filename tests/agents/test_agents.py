"""Agents: read from texts, complete players of every game, repeatable, and drawn from what their seat sees alone."""

import pickle
import subprocess
import sys

import pytest

from orienteer.agents import Host, agent_types, parse_agent
from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError
from orienteer.core.registry import load_game, registered_games
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.equilibrium import solve_subgame
from orienteer.limits import Limits

SMALL = {
    "celestia": {"players": 2, "max_journeys": 2},
    "incan_gold": {"players": 3, "rounds": 2},
    "lost_explorers": {"players": 2},
    "takara_island": {"players": 2},
    "pig": {"target": 12},
}
GAMES = {name: load_game(name, **SMALL.get(name, {})) for name in registered_games()}
FEW = Limits(iterations=30)
TEXTS = ("random", "policy uniform", "careless share=1/2 light", "mcts iterations=3", "auto iterations=2")


def history(game, texts, seed):
    """What all seats chose, and the returns."""
    host, chosen = Host(game, [parse_agent(game, text) for text in texts], seed), []
    while not host.state.is_terminal():
        host.advance()
        chosen.append(host.state.key())
    return chosen, host.state.returns()


@pytest.mark.parametrize("name", registered_games())
def test_law_agents_play_every_game_to_its_end_and_again_the_same(name):
    game = GAMES[name]
    texts = [text for text in TEXTS if "light" not in text or (name in SMALL and name != "pig")]
    texts = [texts[(seat + 1) % len(texts)] for seat in range(game.num_players)]
    first = history(game, texts, 5)
    assert history(game, texts, 5) == first
    assert history(game, texts, 6) != first


@pytest.mark.parametrize(
    "text", [*TEXTS, "mcts iterations=40 trees=2 playout=uniform mode=so", "careless share=1/3 policy rule-bot cards=3"]
)
def test_texts_dicts_and_pickles_give_the_same_agent_back(text):
    game = GAMES["celestia"]
    agent = parse_agent(game, text)
    assert agent.name.startswith(text.split()[0])
    assert parse_agent(game, agent.name) == agent
    assert parse_agent(game, agent.to_dict()) == agent
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert again.name == agent.name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "agent of"),
        ("clever", "allowed: beginner; .*auto .*careless .*mcts"),
        ("mcts", "iterations, seconds"),
        ("mcts iterations=0", "iterations: 0, allowed: a whole number from 1"),
        ("mcts seconds=-1", "seconds"),
        ("mcts seconds=nan", "seconds"),
        ("mcts iterations=5 mode=both", "mo or so"),
        ("mcts iterations=5 iterations=6", "each once"),
        ("mcts iterations=5 depth=3", "parameter: 'depth'"),
        ("policy", "parameter policy"),
        ("policy never-leave", "policy of celestia: 'never-leave', allowed: .*rule-bot"),
        ("policy rule-bot cards=99", "cards"),
        ("careless share=2 random", "share"),
        ("careless share=1/2", "parameter agent"),
        ("careless share=1/2 policy nobody", "nobody"),
        ("lookahead nodes=100", "hides information"),
        ({"type": "mcts", "iterations": True}, "iterations"),
        ({"iterations": 5}, "agent of"),
        (7, "a text, or an object"),
    ],
)  # fmt: skip
def test_wrong_texts_are_refused_with_what_is_allowed(text, message):
    with pytest.raises(OptionError, match=message):
        parse_agent(GAMES["celestia"], text)


def test_every_kind_says_how_it_is_written():
    assert set(agent_types()) == {"auto", "careless", "light", "lookahead", "mcts", "policy", "random", "strategy"}
    assert agent_types()["policy"].usage() == "policy <a policy of the game with its parameters>"
    for kind in agent_types().values():
        assert kind.__doc__
        assert kind.usage().startswith(kind.name)


def walked(game, wanted, text):
    """A seat 0 that has followed random play until it has a choice among `wanted` moves."""
    host, stream = (
        Host(game, [parse_agent(game, text), *[parse_agent(game, "random")] * (game.num_players - 1)], 1),
        RandomStream(1),
    )
    while not wanted(len(host.state.legal_actions(0))):
        if host.state.is_chance_node() or host.state.current_player() != 0:
            host.advance()
        else:
            legal = host.state.legal_actions(0)
            host.state.apply(legal[stream.below(len(legal))])
            host.seats[0].notice(host.state.observation(0))
    return host.seats[0]


def test_forced_moves_come_at_once():
    seat = walked(GAMES["celestia"], lambda count: count == 1, "mcts iterations=100000000")
    assert seat.choose_action() == seat.state.legal_actions(0)[0]
    assert seat.report is None


def test_a_seat_without_a_choice_says_so():
    game = GAMES["incan_gold"]
    seat = parse_agent(game, "random").seat(View(game.new_initial_state(), 1))
    with pytest.raises(OrienteerError, match="seat 1 has no choice here"):
        seat.choose()


def test_limits_stand_in_for_the_agents_own_and_the_report_tells():
    seat = walked(GAMES["celestia"], lambda count: count > 1, "mcts iterations=7")
    seat.choose()
    assert (seat.report.method, seat.report.iterations) == ("mo-ismcts", 7)
    seat.choose(Limits(iterations=9))
    assert seat.report.iterations == 9
    with pytest.raises(OptionError, match="iterations or seconds"):
        seat.choose(Limits(nodes=5))


@pytest.mark.parametrize(("name", "reuses"), [("incan_gold", True), ("pig", True), ("celestia", False)])
def test_a_choice_begins_with_the_tree_of_the_one_before_where_nothing_is_hidden(name, reuses):
    game = GAMES[name]
    host = Host(game, [parse_agent(game, text) for text in ("mcts iterations=200", *["random"] * (game.num_players - 1))], 2)
    reused = []
    while not host.state.is_terminal():
        thinks = len(host.state.legal_actions(0)) > 1
        host.advance()
        if thinks:
            reused.append(host.seats[0].report.reused)
            assert host.seats[0].report.iterations == 200
    assert reused[0] == 0
    assert any(reused) == reuses


def test_small_positions_are_played_exactly_and_mixed_answers_drawn():
    game = load_game("goofspiel", cards=3)
    state, stream = game.new_initial_state(), RandomStream(0)
    while state.is_chance_node():
        state.apply(state.sample_chance(stream))
    agent = parse_agent(game, "auto iterations=1000")
    chosen = set()
    for seed in range(12):
        seat = agent.seat(View(state, 0), seed)
        chosen.add(seat.choose().id)
        assert seat.report.iterations == 0
    mix = solve_subgame(state, target=1e-5).moves[0]
    assert chosen == {move for move, share in mix.items() if share > 0.01}


@pytest.mark.parametrize("text", ["mcts iterations=60", "policy uniform", "random"])
def test_two_worlds_that_look_the_same_give_the_same_choice(text):
    """Kuhn poker: the other's card, which seat 0 cannot see, is another one."""
    game = GAMES["kuhn_poker"]
    choices = []
    for other in (0, 2):
        host = Host(game, [parse_agent(game, text), None], 3)
        for outcome in (1, other):
            host.state.apply(outcome)
            host.seats[0].notice(host.state.observation(0))
        choices.append(host.seats[0].choose_action())
    assert choices[0] == choices[1]


@pytest.mark.parametrize("text", ["mcts iterations=30", "auto iterations=20", "policy rule-bot", "light", "strong"])
def test_another_hand_that_the_seat_cannot_see_changes_no_choice(text):
    """Celestia: all cards that seat 0 has not seen are dealt again."""
    seen = walked(GAMES["celestia"], lambda count: count > 1, "random").view
    worlds = [seen.belief().sample(RandomStream(number)) for number in range(2)]
    assert worlds[0] != worlds[1]
    agent = parse_agent(GAMES["celestia"], text)
    choices = [agent.seat(View(world, 0, seen.evidence), 5).choose_action(FEW) for world in worlds]
    assert choices[0] == choices[1]


def test_choices_do_not_depend_on_the_hash_seed():
    code = (
        "from orienteer import load_game\n"
        "from orienteer.agents import Host, parse_agent\n"
        "game = load_game('celestia', players=2, max_journeys=2)\n"
        "host = Host(game, [parse_agent(game, text) for text in ('mcts iterations=5', 'policy rule-bot')], 4)\n"
        "host.finish()\n"
        "print(host.state.key())"
    )
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": "1"}, capture_output=True, check=True)
    host = Host(
        GAMES["celestia"], [parse_agent(GAMES["celestia"], text) for text in ("mcts iterations=5", "policy rule-bot")], 4
    )
    host.finish()
    assert int(done.stdout) == host.state.key()


# -- the host --------------------------------------------------------------------------------------------------------------


def test_host_asks_people_and_refuses_what_they_may_not_do():
    game = GAMES["incan_gold"]
    host = Host(game, [None, parse_agent(game, "policy never-leave"), None], 2)
    while not host.asked:
        host.advance()
    before = host.state.key()
    with pytest.raises(OptionError, match=r"an action for each of the seats \[0, 2\]"):
        host.advance({0: 0})
    with pytest.raises(IllegalActionError, match="choice of seat 2: 7, allowed: stay, leave"):
        host.advance({0: 0, 2: 7})
    assert host.state.key() == before
    host.advance({0: 0, 2: 1})
    assert host.state.key() != before
    assert host.seats[1].state == host.state


def test_host_needs_an_agent_for_each_seat():
    with pytest.raises(OptionError, match="one a seat: 3"):
        Host(GAMES["incan_gold"], [None, None])
