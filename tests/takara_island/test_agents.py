"""Takara Island's named players: complete under all options, blind to what the seat cannot know, better than chance."""

from fractions import Fraction

import pytest
from scipy import stats

from orienteer import Contest, parse_agent, play_contest
from orienteer.core.errors import OptionError
from orienteer.core.takara_island import TakaraIsland
from orienteer.core.takara_island.components import CARDS
from orienteer.games.takara_island.sight import Sight
from orienteer.policies import as_policy, parse_policy, policy_types, weights

from .agent_games import OPTIONS, after, few_piles, random_states

PLAYERS = ("greedy-digger", "cautious-surveyor", "greedy-digger keep=9", "cautious-surveyor risk_percent=0")


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_law_players_choose_legal_moves_by_what_they_know(options, name):
    """In every state of random games: probabilities of legal moves with the sum 1, in the mask as where he alone had looked."""
    for game in (TakaraIsland(**options), TakaraIsland(**options).reduced()):
        policy, differing = as_policy(game, name), 0
        for state in random_states(game, 2):
            seat = state.current_player()
            choice, total = weights(policy, state, seat)
            assert sum(share for _, share in choice) == total
            alone = state.alone(seat)
            assert weights(policy, alone, seat) == (choice, total), str(state)
            differing += alone.key() != state.key()
        assert differing or game.options["piles"] == 2


@pytest.mark.parametrize("name", PLAYERS)
def test_law_which_pile_is_which_does_not_matter(name):
    """States may be merged by the state key, so that choices must permute as the piles do."""
    game = TakaraIsland(players=3)
    policy, order = as_policy(game, name), [3, 0, 5, 1, 4, 2]
    for state in random_states(game, 2, seed=8):
        fields, seat = state.fields(), state.current_player()
        if fields["phase"] != "act":
            continue
        moved = game.state_from({**fields, "piles": tuple(fields["piles"][pile] for pile in order)})
        assert moved.state_key() == state.state_key()
        found = [sorted(describe(each, action, seat, share) for action, share in policy(each.mask(seat), seat).items())
                 for each in (state, moved)]  # fmt: skip
        assert found[0] == found[1], str(state)


def describe(state, action, seat, share):
    """An action with its pile's contents instead of its number."""
    kind, *target = state.action_to_string(seat, action).rsplit("-", 1)
    at_pile = kind in ("survey", "dig", "destroy", "fight", "miner", "impostor-miner")
    return kind, str(state.mask(seat).fields()["piles"][int(target[0])]) if at_pile else str(target), share


def named(name, state):
    seat = state.current_player()
    return {state.action_to_string(seat, action) for action in as_policy(state.game, name)(state.mask(seat), seat)}


def test_gains_are_those_counted_by_hand():
    """At the start, without gold: 8 of 18 shallow cards bring 2 gold, 4 one XP, and 4 injure, which costs 5 without a cure."""
    start = TakaraIsland().new_initial_state()
    sight = Sight(start.mask(0), 0)
    assert sight.injury_odds(0) == Fraction(4, 18)
    assert sight.dig_gain(0) == Fraction(8 * 2 + 4 * 5 - 4 * 5, 18)
    assert named("greedy-digger", start) == {"tavern"}
    assert named("cautious-surveyor", start) == {f"survey-{pile}" for pile in range(6)}
    rich = after(TakaraIsland(gold=4), "no-rent")
    assert Sight(rich.mask(0), 0).dig_gain(0) == Fraction(8 * 2 + 4 * 5 - 4 * 2, 18)
    assert named("greedy-digger", rich) == {f"dig-{pile}" for pile in range(6)}


def test_known_cards_are_used():
    seen = after(TakaraIsland(), "survey-2", "gold_2", "go-on", "xp_1", "go-on", "gold_2", "stop")
    for name in PLAYERS:
        assert named(name, seen) == {"dig-2"}
    assert Sight(seen.mask(0), 0).odds(2) == {CARDS.index("gold_2"): 1}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_stone_is_taken_where_it_wins_and_left_where_it_loses(name):
    own = after(few_piles(piles=3, adventurers=3, gold=2), "dig-0", "stone", "archaeologist-1", "stone", "gold_6")
    assert named(name, own) == {"dig-1"}
    opening = ("no-rent", "dig-0", "stone", "tavern", "tavern", "end-day-cure-0")
    behind = after(few_piles(adventurers=3, gold=8), *opening, "no-rent", "archaeologist-1", "stone", "gold_6")
    assert "dig-1" not in named(name, behind)


@pytest.mark.parametrize("name", PLAYERS)
def test_nobody_empties_the_pile_that_may_make_everybody_lose(name):
    """Two piles: the other card is a stone for sure. Three: it is none in half of all cases, and one empty pile loses."""
    sure = after(few_piles(adventurers=3), "dig-0", "gold_6")
    assert Sight(sure.mask(0), 0).odds(0) == {CARDS.index("stone"): 1}
    assert named(name, sure) == {"dig-0"}
    open_game = after(few_piles(piles=3, adventurers=3), "dig-0", "gold_6")
    assert Sight(open_game.mask(0), 0).odds(0)[CARDS.index("stone")] == Fraction(1, 2)
    assert "dig-0" not in named(name, open_game)


@pytest.mark.parametrize("name", ["greedy-digger", "cautious-surveyor"])
def test_the_sword_is_rented_for_a_weak_monster(name):
    turned_up = ("no-rent", "survey-0", "bat_b", "turn-up", "stop", "tavern", "end-day-cure-0", "no-rent", "tavern", "tavern")
    state = after(TakaraIsland(gold=8), *turned_up, "end-day-cure-0")
    assert state.fields()["phase"] == "sword"
    assert named(name, state) == {"rent"}
    assert named(name, after(TakaraIsland(gold=8))) == {"no-rent"}


def test_parameters_are_checked():
    game = TakaraIsland()
    assert set(policy_types(game)) >= {"greedy-digger", "cautious-surveyor", "uniform"}
    with pytest.raises(OptionError, match="risk_percent"):
        parse_policy(game, "cautious-surveyor risk_percent=101")


@pytest.mark.parametrize(("name", "players"), [("greedy-digger", 2), ("cautious-surveyor", 2), ("greedy-digger", 4)])
def test_baselines_beat_random_play(name, players):
    """A fair share or less would win so often in one of ten thousand such matches at most."""
    game, deals = TakaraIsland(players=players), 40 // players
    match = Contest(game, (parse_agent(game, f"policy {name}"), parse_agent(game, "random")))
    found = play_contest(match, deals, workers=1).standing(0)
    wins = round(found.share.mean * found.games, 6)
    assert stats.binom.sf(int(wins) - 1, found.games, 1 / players) < 1e-4, wins


def test_matches_are_repeatable():
    game = TakaraIsland(players=2, max_rounds=4)
    match = Contest(game, (parse_agent(game, "mcts iterations=20"), parse_agent(game, "policy greedy-digger")))
    first = match.play(4)
    assert len(first.games) == 2
    assert match.play(4) == first
