"""Distributions against the unmerged tree, by their laws, and what happens at the limits."""

from fractions import Fraction

import pytest

from orienteer.budget import Budget
from orienteer.core.errors import OrienteerError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.distributions import MIN_SAMPLES, Gain, distribution, wilson
from orienteer.limits import Limits
from orienteer.policies import by_seat, uniform

from .helpers import SMALL, bust, card, choose, shares, start, tree

GAMES = {
    "one": start(1, deck=(4,), hazards=(2, 2), rounds=2),
    "two": start(2, deck=(3,), hazards=(2, 2), rounds=1, leftovers="per_card"),
    "three": start(3, deck=(4,), hazards=(2,), rounds=1, artifact_value="printed"),
    "mid": card(bust(start(2, **SMALL, tie="artifacts", artifact_value="taken_order")), 4, "mummy"),
}


def points(leaves, seat):
    return shares((weight, int(end.scores()[seat])) for weight, _, end in leaves)


@pytest.mark.parametrize("policy", ["uniform", "one-step", "leave-at value=3", "mix leave=1/3"])
@pytest.mark.parametrize("name", GAMES)
def test_equals_the_tree_without_merging(name, policy):
    state = GAMES[name]
    seats = by_seat(state.game, policy)
    last = state.game.num_players - 1
    for horizon in ("round", "game"):
        leaves = list(tree(state, seats, None if horizon == "game" else horizon))
        scores = points(leaves, last)
        for key in ("auto", "full"):
            found = distribution(state, f"score seat={last}", policies=policy, horizon=horizon, key=key)
            assert found.probabilities == scores
            assert list(found.probabilities) == sorted(scores)
            assert sum(found.probabilities.values()) == 1
        gain = distribution(state, Gain(seat=last), policies=policy, horizon=horizon)
        assert gain.mean == found.mean - int(state.scores()[last])
        assert gain.variance == found.variance
    wins = shares((weight, Fraction(end.returns("win")[last]).limit_denominator(8)) for weight, _, end in leaves)
    assert distribution(state, f"win-share seat={last}", policies=policy).probabilities == wins


def test_seats_may_follow_different_policies():
    state = GAMES["two"]
    policies = {0: "uniform", 1: "never-leave"}
    found = distribution(state, "score seat=0", policies=policies)
    assert found.probabilities == points(tree(state, by_seat(state.game, policies), "round"), 0)
    assert found.assumptions == ("seat 0 plays uniform; seat 1 plays never-leave", "counted to the end of the round")


@pytest.mark.parametrize("policy", ["mix leave=0.3", "leave-after cards=3", "one-step"])
def test_equal_seats_have_equal_distributions(policy):
    state = start(3, deck=(4, 7), hazards=(2, 2), rounds=1)
    for quantity in ("score", "win-share"):
        found = [distribution(state, f"{quantity} seat={seat}", policies=policy).probabilities for seat in range(3)]
        assert found[0] == found[1] == found[2]
    shares = [distribution(state, f"win-share seat={seat}", policies=policy).mean for seat in range(3)]
    assert sum(shares) == 1


def test_a_function_that_is_not_declared_to_merge_gets_whole_states():
    def fears_spiders(state, player):
        return {int("spider" in state.fields()["path"]): 1}

    state = start(1, **SMALL)
    found = distribution(state, "score", policies=fears_spiders)
    assert found.probabilities == points(tree(state, [fears_spiders], "round"), 0)


def test_events_are_quantities():
    state = start(2, **SMALL)
    found = distribution(state, "round-length", policies="leave-after cards=2")
    assert set(found.probabilities) == {2}
    busts = distribution(state, "bust", policies="uniform").probabilities
    assert set(busts) == {False, True}
    assert sum(busts.values()) == 1


def test_floats_make_floats():
    state = start(2, deck=(4, 5), hazards=(2, 2), rounds=1)
    exact = distribution(state, "score seat=0", policies="mix leave=0.3")
    found = distribution(state, "score seat=0", policies=lambda state, player: {0: 0.7, 1: 0.3})
    assert (found.status, found.exact) == ("float", True)
    assert found.probabilities == pytest.approx({value: float(share) for value, share in exact.probabilities.items()})
    assert float(exact.mean) == pytest.approx(found.mean)
    assert sum(found.probabilities.values()) == pytest.approx(1)


def test_sampled_agrees_with_exact():
    state = start(2, deck=(4, 5), hazards=(2, 2), rounds=1)
    for quantity in ("score seat=1", "win-share seat=1"):
        exact = distribution(state, quantity, policies="mix leave=0.3", horizon="game")
        found = distribution(
            state, quantity, policies="mix leave=0.3", horizon="game", limits=Limits(nodes=20), samples=4000, seed=3
        )
        assert (exact.status, found.status, found.samples) == ("rational", "sampled", 4000)
        assert abs(found.mean - float(exact.mean)) < 5 * found.stderr
        assert found.assumptions[-1] == "estimated from 4,000 playouts: the exact pass needs more than 20 states"
        assert sum(found.counts.values()) == 4000
        inside = [low <= exact.probabilities[value] <= high for value, (low, high) in found.intervals.items()]
        assert sum(inside) >= 0.8 * len(inside)
        again = distribution(
            state, quantity, policies="mix leave=0.3", horizon="game", limits=Limits(nodes=20), samples=4000, seed=3
        )
        assert again == found


def test_stop_and_time_end_it_with_what_there_is():
    state = IncanGold(players=8).new_initial_state()
    budget = Budget()
    budget.stop()
    stopped = distribution(state, "score seat=0", policies="uniform", budget=budget)
    assert (stopped.status, stopped.samples) == ("sampled", MIN_SAMPLES)
    assert stopped.assumptions[-1].endswith("stopped by the caller")
    timed = distribution(state, "score seat=0", policies="uniform", limits=Limits(seconds=0.2), samples=10**9)
    assert timed.status == "sampled"
    assert timed.samples >= MIN_SAMPLES


def test_hidden_cards_do_not_reach_a_policy():
    game = KuhnPoker()
    seen = []

    def peeks(state, player):
        seen.append(state == state.mask(player))
        return uniform(state, player)

    state = game.new_initial_state()
    found = distribution(state, "score seat=0", policies=peeks)
    assert seen
    assert all(seen)
    assert found.probabilities == points(tree(state, [uniform] * 2, None), 0)


def test_any_game_has_the_general_quantities():
    found = distribution(
        Pig().new_initial_state(), "win-share seat=0", policies="uniform", limits=Limits(nodes=1000), samples=200
    )
    assert found.status == "sampled"
    turn = distribution(Pig().new_initial_state(), "score seat=0", policies=lambda s, p: {1: 1}, horizon="turn")
    assert turn.mean == 0


def test_to_dict():
    plain = distribution(GAMES["one"], "score", policies="one-step").to_dict()
    assert plain["exact"] is True
    assert sum(Fraction(share) for share in plain["fractions"].values()) == 1
    assert plain["probabilities"] == {value: float(Fraction(share)) for value, share in plain["fractions"].items()}
    sampled = distribution(GAMES["one"], "score", policies="one-step", limits=Limits(nodes=1), samples=100).to_dict()
    assert sum(sampled["counts"].values()) == sampled["samples"] == 100


def test_at_least_and_wilson():
    found = distribution(GAMES["one"], "score", policies="one-step")
    assert found.at_least(0) == 1
    assert found.at_least(1) == 1 - found.probabilities[0]
    low, high = wilson(0, 100)
    assert low == 0
    assert high == pytest.approx(0.0370, abs=1e-4)


@pytest.mark.parametrize(
    ("quantity", "options", "message"),
    [
        ("points", {}, "quantity of incan_gold: 'points', allowed: artifact-appears; "),
        ("score", {}, "score: seat: None, allowed: a seat from 0 to 1"),
        ("score seat=2", {}, "score: seat: 2, allowed: a seat from 0 to 1"),
        ("score seat=0", {"horizon": "journey"}, "horizon: 'journey', allowed: game, turn, round"),
        ("win-share seat=0", {"horizon": "round"}, "win-share: horizon: 'round', allowed: 'game'"),
        ("round-length", {"horizon": "game"}, "round-length: horizon: 'game', allowed: 'round'"),
        ("score seat=0", {"key": "half"}, "key: 'half', allowed: 'auto', 'full', 'state'"),
        ("score seat=0", {"samples": 0}, "samples: 0, allowed"),
    ],
)
def test_errors_name_what_is_wrong_and_list_what_is_allowed(quantity, options, message):
    with pytest.raises(OrienteerError) as raised:
        distribution(start(2), quantity, policies="uniform", **options)
    assert message in str(raised.value)


def test_a_game_that_is_over_has_no_distribution():
    over = choose(card(start(2, rounds=1), 4), 0, 1)
    with pytest.raises(OrienteerError, match="the game is over"):
        distribution(over, "score seat=0", policies="uniform")
