"""Lost Explorers' named players: complete under all options, never idle, true to their descriptions, better than chance."""

import pytest
from scipy import stats

from orienteer import Contest, parse_agent, play_contest
from orienteer.core.errors import OptionError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.policies import as_policy, parse_policy, policy_types, weights

from .build import table
from .position_helpers import game_of, option_sets

PLAYERS = ("greedy-completer", "collector", "greedy-completer missions=1", "collector share_percent=0")


def played(state, policies, stream):
    """Play on to the end; yields every state in which somebody chooses, with his choice and the total."""
    while not state.is_terminal():
        seat = state.current_player()
        if seat < 0:
            state.apply(state.sample_chance(stream))
            continue
        choice, total = weights(policies[seat], state, seat)
        yield state, choice, total
        ticket = stream.below(total)
        for action, weight in choice:
            ticket -= weight
            if ticket < 0:
                state.apply(action)
                break


@pytest.mark.parametrize("name", PLAYERS)
def test_law_games_end_by_legal_moves_and_turns_are_used(name):
    """Under every option, beside a uniform seat. No turn ends with an unused member that could have taken a token."""
    compared = 0
    for number, options in enumerate(option_sets()):
        game = game_of(options)
        policies = [as_policy(game, name)] * game.num_players
        policies[number % game.num_players] = as_policy(game, "uniform")
        for state, choice, total in played(game.new_initial_state(), policies, RandomStream(number)):
            seat = state.current_player()
            assert sum(weight for _, weight in choice) == total
            if policies[seat] is not policies[number % game.num_players] and choice[0][0] == 0:
                left = [state.action_to_string(seat, action) for action in state.legal_actions()]
                assert not [other for other in left if other.startswith(("equip", "complete"))] or ended(state, left), str(
                    state
                )
                compared += 1
    assert compared > 100


def ended(state, left):
    """Only missions whose leader has arrived are left to be completed."""
    seat, fields = state.current_player(), state.fields()
    tokens = {token.name: token for token in state.game.tables.tokens}
    names = {name.split("-")[1] for name in left if name.startswith("complete")}
    arrived = all(fields["leaders"][seat][int(tokens[name].colour < 2)] == 14 for name in names)
    return arrived and not any(name.startswith("equip") for name in left)


def named(policy, it):
    state = it.state
    seat = state.current_player()
    return {state.action_to_string(seat, action) for action in as_policy(state.game, policy)(state, seat)}


@pytest.mark.parametrize("name", ["greedy-completer", "collector"])
def test_the_fourth_clue_is_taken_at_once(name):
    it = table(leaders={0: (13, 2)}, missions={0: "B2+YB R2+RB+GR"}, placed={0: "B2 YB"}, vehicles={0: "rrb"})
    assert {move.split("-return-")[0] for move in named(name, it)} == {"complete-B2+YB"}


@pytest.mark.parametrize("name", ["greedy-completer", "collector"])
def test_members_that_serve_nothing_come_back_first(name):
    it = table(missions={0: "B2+YB"}, placed={0: "B2 R2 G2"}, vehicles={0: "yyb"})
    assert named(name, it) == {"retrieve-R2+G2"}
    it.play("retrieve-R2+G2")
    assert named(name, it) <= {"explore-YB-yellow", "explore-YB-blue"}


@pytest.mark.parametrize("name", ["greedy-completer", "collector"])
def test_members_are_used_before_missions_are_completed(name):
    it = table(missions={0: "B2+YB"}, placed={0: "B2 YB"}, rows=("rybg", "gbyr"))
    assert {move.split("-")[0] for move in named(name, it)} == {"equip"}
    stuck = table(missions={0: "B2+YB"}, placed={0: "B2 YB"}, members=2)
    assert {move.split("-")[0] for move in named(name, stuck)} == {"complete"}


def test_greedy_explores_in_the_order_that_fits():
    """Known answer 9: two yellow and two blue fill African Mask and Chichén Itzá in three ways only."""
    it = table(missions={0: "B2+YB"}, vehicles={0: "yybb"})
    assert named("greedy-completer", it) <= {"explore-YB-yellow", "explore-B2-blue"}
    it.play("explore-YB-yellow")
    assert named("greedy-completer", it) == {"explore-B2-blue"}


def test_greedy_takes_the_vehicle_that_its_mission_needs():
    """African Mask lacks a yellow one."""
    near = {"missions": {0: "B2+YB"}, "vehicles": {0: "yb"}, "placed": {0: "B2"}, "rest": 1}
    assert named("greedy-completer", table(rows=("yrgr", "rggr"), **near)) == {"equip-left-1-vehicle"}


def test_the_collector_waits_for_vehicles():
    """Without blue ones the odds of a blue mission that can be done are nil; with many of all they are one."""
    poor = table(missions={0: "Y2+YB"}, vehicles={0: "ry"}, rows=("bbbb", "bbbb"), rest=1)
    assert named("collector", poor) <= {"equip-left-1-vehicle", "equip-right-1-vehicle"}
    rich = table(missions={0: "B3+RB"}, vehicles={0: "yyybbbbbggg"}, rows=("bbbb", "bbbb"), rest=1)
    assert named("collector missions=9", rich) <= {"equip-left-1-mission", "equip-right-1-mission"}


def test_parameters_are_checked():
    game = LostExplorers()
    assert set(policy_types(game)) >= {"greedy-completer", "collector", "uniform"}
    with pytest.raises(OptionError, match="share_percent"):
        parse_policy(game, "collector share_percent=101")


@pytest.mark.parametrize("name", ["greedy-completer", "collector"])
def test_games_among_them_end_by_clues(name):
    game, stream = LostExplorers(), RandomStream(4)
    for _ in range(4):
        state = game.new_initial_state()
        for _ in played(state, [as_policy(game, name)] * 2, stream):
            pass
        assert state.fields()["ending"] == "clues"
        assert state.fields()["turns"] < 60


@pytest.mark.parametrize(("name", "players"), [("greedy-completer", 2), ("collector", 2), ("greedy-completer", 4)])
def test_baselines_beat_random_play(name, players):
    """A fair share or less would win so often in one of ten thousand such matches at most."""
    game, deals = LostExplorers(players=players), 16 // players
    match = Contest(game, (parse_agent(game, f"policy {name}"), parse_agent(game, "random")))
    found = play_contest(match, deals, workers=1).standing(0)
    wins = round(found.share.mean * found.games, 6)
    assert stats.binom.sf(int(wins) - 1, found.games, 1 / players) < 1e-4, wins


def test_matches_are_repeatable():
    game = LostExplorers(players=2, max_turns=12)
    match = Contest(game, (parse_agent(game, "mcts iterations=30"), parse_agent(game, "policy greedy-completer")))
    first = match.play(4)
    assert len(first.games) == 2
    assert match.play(4) == first
