"""The sequence form and best responses against plain enumeration and the independent solver of `orienteer.best_response`."""

import random
import tracemalloc

import numpy as np
import pytest

from orienteer.best_response import best_response_value
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.reference.liars_dice import LiarsDice
from orienteer.core.reference.pig import Pig
from orienteer.core.registry import load_game
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER
from orienteer.equilibrium import best_responses, solve_linear_program
from tests.conformance.tiny_games import Dig, Duel, Voyage

from .helpers import expected, random_policy, random_strategies, whole
from .levels import BLUFF, POKER, THREE, Levels


def late(name, players, left, seed=0):
    """A state of the reduced game, so many transitions before the end of a random game."""
    game = load_game(name, players=players).reduced()
    rng, states = random.Random(seed), [game.new_initial_state()]
    while not states[-1].is_terminal():
        state, current = states[-1], states[-1].current_player()
        if current == CHANCE_PLAYER:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            states.append(state.child(rng.choices(outcomes, weights)[0]))
        elif current == SIMULTANEOUS_PLAYER:
            legal = [state.legal_actions(seat) for seat in range(players)]
            states.append(state.child_joint([rng.choice(actions) if actions else -1 for actions in legal]))
        else:
            states.append(state.child(rng.choice(state.legal_actions())))
    return states[-1 - left]


GAMES = {
    "kuhn": KuhnPoker,
    "leduc": LeducPoker,
    "goofspiel": lambda: Goofspiel(cards=3),
    "goofspiel for three": lambda: Goofspiel(cards=3, players=3),
    "liar's dice for three": lambda: LiarsDice(players=3, sides=2),
    "voyage": Voyage,
    "dig": Dig,
    "duel": Duel,
    "poker": lambda: Levels(POKER),
    "bluff": lambda: Levels(BLUFF, total=None),
    "three": lambda: Levels(THREE, players=3),
    "one": lambda: Levels(("deal 0 2", "move 0 3", "open 0 2", "move 0 2"), players=1, total=None),
    "incan gold": lambda: load_game("incan_gold", players=2).reduced(),
    "incan gold for three": lambda: load_game("incan_gold", players=3).reduced(),
    "celestia": lambda: late("celestia", 2, 6),
    "takara island": lambda: late("takara_island", 2, 8),
}


@pytest.mark.parametrize("name", GAMES)
def test_payoffs_and_best_responses_are_those_of_the_tree(name):
    game = GAMES[name]()
    form = whole(game)
    root = form.roots[0][0]
    for seed in range(2):
        strategies, policy = random_strategies(form, seed), random_policy(seed)
        found = best_responses(form, strategies)
        assert found.values == pytest.approx(expected(root, policy), abs=1e-12)
        best = [best_response_value(game, seat, policy) for seat in range(form.num_players)]
        assert found.best == pytest.approx(best, abs=1e-12)
        assert found.nash_conv == pytest.approx(sum(best) - sum(expected(root, policy)), abs=1e-11)
        # What the response plays is worth what it says.
        for seat in range(form.num_players):
            pure = np.zeros(form.num_sequences[seat])
            pure[0] = 1
            pure[found.actions[seat]] = 1
            answered = [pure if other == seat else strategies[other] for other in range(form.num_players)]
            assert best_responses(form, answered).values[seat] == pytest.approx(best[seat], abs=1e-12)


def test_counts_of_kuhn_poker():
    form = whole(KuhnPoker())
    assert (form.num_histories, form.num_terminals, len(form.sequences)) == (58, 30, 30)
    assert (form.num_information_sets, form.num_sequences, form.constant_sum) == ((6, 6), (13, 13), 0)
    assert whole(Goofspiel(cards=3)).constant_sum == 1
    assert whole(Levels(BLUFF, total=None)).constant_sum is None


def test_roots_with_weights():
    """Weighted roots are a chance before the game."""
    game = Levels(("open 0 3", "move 0 2", "move 1 2"))
    roots = [(game.state_at((i,)), 2 * (i + 1)) for i in range(3)]
    once, split = whole(game), type(whole(game))(roots)
    assert solve_linear_program(split)[0] == pytest.approx(solve_linear_program(once)[0], abs=1e-12)
    assert split.num_information_sets == once.num_information_sets


def test_a_horizon_cuts_play_off():
    game = Levels(("move 0 2", "open 0 2", "move 1 2", "move 0 2"))
    assert whole(game, horizon="turn").num_terminals == 8
    assert whole(game.state_at((0, 0, 1)), horizon="turn").num_terminals == 2
    with pytest.raises(OptionError, match="journey"):
        whole(game, horizon="journey")


@pytest.mark.parametrize("levels", [("blind 0 2", "move 0 2"), ("blind 0 2", "open 0 2", "blind 0 3")])
def test_imperfect_recall_is_refused(levels):
    with pytest.raises(OrienteerError, match="levels: seat 0 reaches an information set by two chains of own actions"):
        whole(Levels(levels))


def test_actions_that_tell_what_nobody_noticed_are_refused():
    class Telling(Levels):
        def legal_actions(self, value, player):
            return [value[0], value[0] + 2]

    with pytest.raises(OrienteerError, match="the actions of seat 0 tell what it has not observed"):
        whole(Telling(("deal 1 2", "move 0 2")))


def test_limits_are_kept_before_anything_is_made():
    with pytest.raises(TooLargeError, match=r"more than max_histories=1,000 histories; .*limits\.nodes"):
        whole(LeducPoker(), max_histories=1000)
    assert whole(LeducPoker(), max_histories=1939).num_histories == 1939
    tracemalloc.start()
    with pytest.raises(TooLargeError, match=r"MB for the first [\d,]+ histories, limit 1\.0 MB"):
        whole(LiarsDice(), memory_mb=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.5e6


def test_the_memory_counted_covers_what_is_taken():
    tracemalloc.start()
    form = whole(LiarsDice(sides=5))
    best_responses(form, [np.full(count, 0.5) for count in form.num_sequences])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    with pytest.raises(TooLargeError):
        whole(LiarsDice(sides=5), memory_mb=peak / 1e6)


def test_a_game_without_an_end_is_refused():
    with pytest.raises(TooLargeError, match="a history of more than 1,000 transitions"):
        whole(Pig(target=20))


def test_roots_must_be_of_one_game():
    with pytest.raises(OptionError, match="roots"):
        type(whole(KuhnPoker()))([])
    with pytest.raises(OptionError, match="states of one game"):
        type(whole(KuhnPoker()))([(KuhnPoker().new_initial_state(), 1), (LeducPoker().new_initial_state(), 1)])
