"""Celestia's named players and its playout policy: complete under all options, sensible where it is plain, repeatable."""

from collections import Counter
from fractions import Fraction

import pytest

from orienteer import Contest, parse_agent
from orienteer.core.celestia import Celestia
from orienteer.core.errors import OptionError
from orienteer.core.rng import RandomStream
from orienteer.games.celestia.playout import light, odds_of_covering
from orienteer.policies import as_policy, parse_policy, policy_types, weights

from .build import table

OPTIONS = [
    {},
    {"players": 2, "grappling_hook": True, "dice_by": "current_city", "empty_city": "leave_for_nothing"},
    {"players": 3, "reannounce": "at_once", "after_journey_captain": "next_aboard", "target": 98, "max_journeys": 40},
    {"players": 6, "grappling_hook": True, "self_ejection": False, "hand": 9},
    {"players": 2, "hand": 0, "max_journeys": 3},
]
PLAYERS = ("rule-bot", "threshold-passenger", "threshold-passenger leave_at=2", "rule-bot cards=1 points=9")


def chooser(game, name):
    if name == "light":
        return light(game).choose
    policy = as_policy(game, name)
    return lambda state, seat, stream: weights(policy, state, seat)[0][0][0]


@pytest.mark.parametrize("name", [*PLAYERS, "light"])
@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_law_players_choose_legal_moves_to_the_end(options, name):
    """Beside a uniform seat, so that odd situations come up; on the full and the reduced components."""
    for game in (Celestia(**options), Celestia(**options).reduced()):
        choose, stream = chooser(game, name), RandomStream(5)
        for _ in range(3):
            state = game.new_initial_state()
            while not state.is_terminal():
                seat = state.current_player()
                if seat < 0:
                    state.apply(state.sample_chance(stream))
                    continue
                legal = state.legal_actions()
                action = legal[stream.below(len(legal))] if seat == 0 else choose(state, seat, stream)
                assert action in legal, f"{name}: {action} at {state}"
                state.apply(action)


def moves(name, position, runs=200):
    """How often each move is chosen."""
    state, stream = position.state, RandomStream(3)
    choose, seat = chooser(state.game, name), position.state.current_player()
    return Counter(state.action_to_string(seat, choose(state, seat, stream)) for _ in range(runs))


@pytest.mark.parametrize("name", ["rule-bot", "threshold-passenger leave_at=25", "light"])
def test_sure_points_are_not_thrown_away(name):
    # A lone captain without equipment leaves; one who covers any roll flies on.
    assert moves(name, table("turbo turbo", "", city=20, ashore=[1])) == {"leave": 200}
    assert moves(name, table("turbo turbo turbo turbo", "", city=20, ashore=[1])) == {"fly": 200}
    # A jetpack is used, a flight without turbos made.
    crash = table("", "jetpack", city=4).play("cloud-cloud", "stay", "crash")
    assert crash.turn == ("jetpack", 1)
    assert moves(name, crash) == {"jetpack": 200}
    assert moves(name, table("compass turbo", "", city=4).play("cloud-blank", "stay")) == {"fly": 200}
    # No card against what is rolled: the passenger leaves. Nothing to cover: he stays.
    assert moves(name, table("", "", "", city=4).play("cloud-pirates")) == {"leave": 200}
    assert moves(name, table("compass", "", "", city=4).play("blank-blank", "stay")) == {"stay": 200}


def test_rule_bot_compares_the_captains_hand_with_the_hazards():
    hands = ("compass compass compass compass compass compass", "", "")
    assert moves("rule-bot cards=3", table(*hands, city=4).play("cloud-pirates")) == {"stay": 200}
    assert moves("rule-bot cards=4", table(*hands, city=4).play("cloud-pirates")) == {"leave": 200}
    assert moves("rule-bot points=3", table("turbo turbo", "", city=2).play("cloud-pirates", "stay")) == {"crash": 200}
    assert moves("rule-bot points=2", table("turbo turbo", "", city=2).play("cloud-pirates", "stay")) == {"fly": 200}


def test_detour_rerolls_what_is_not_covered():
    """The rules' known answer 8: with one turbo both hazards go."""
    position = table("turbo", "detour", "", city=6).play("cloud-pirates-blank", "stay", "leave", "city-6:6", "detour")
    for name in (*PLAYERS[:2], "light"):
        assert moves(name, position) == {"reroll-cloud-pirates": 200}


def test_playouts_vary():
    position = table("compass compass compass", "", "", city=4).play("cloud-blank", "stay")
    assert set(moves("light", position, 400)) == {"stay", "leave"}
    counts = moves("light", table("turbo turbo", "", city=4).play("cloud-pirates", "stay"), 4000)
    assert 350 < counts["crash"] < 650, "an eighth of the flights that turbos could pay is withheld"


def test_odds_of_covering_are_those_of_the_rules():
    """Known answers 2 and 16."""
    table_of_odds = odds_of_covering((20, 18, 16, 14, 8, 2, 2, 2, 2, 0))
    assert table_of_odds[1, 1, 0, 0][6] == pytest.approx(float(Fraction(15822995, 19356264)), rel=1e-12)
    assert table_of_odds[0, 0, 0, 0][0] == 1
    assert table_of_odds[0, 0, 0, 1][0] == 0


def test_parameters_are_checked():
    game = Celestia()
    assert set(policy_types(game)) >= {"rule-bot", "threshold-passenger", "uniform"}
    with pytest.raises(OptionError, match="leave_at"):
        parse_policy(game, "threshold-passenger leave_at=0")


def test_match_is_complete_and_repeatable():
    game = Celestia(players=2, target=12)
    match = Contest(game, (parse_agent(game, "mcts iterations=30"), parse_agent(game, "policy rule-bot")))
    first = match.play(4)
    assert [sum(played.returns) for played in first.games] == [1, 1]
    assert match.play(4) == first
