"""Named policies: what each does, how they are read, what is refused."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings

from orienteer.core.errors import OrienteerError
from orienteer.core.state import CHANCE_PLAYER
from orienteer.games.incan_gold.policies import LeaveAt, Mix, OneStep, banked_alone, next_gains
from orienteer.policies import by_seat, parse_policy, policies_text, policy_types, uniform, weights

from .helpers import card, choose, positions, start

STAY, LEAVE = {0: 1}, {1: 1}


def test_leave_at_gems_looks_at_the_pocket():
    state = card(start(2), 9, 4)
    assert parse_policy(state.game, "leave-at gems=6")(state, 0) == LEAVE
    assert parse_policy(state.game, "leave-at gems=7")(state, 1) == STAY


def test_leave_at_value_adds_the_path():
    state = card(start(2, artifact_value="printed"), 9, 4, "artifact-5")
    assert parse_policy(state.game, "leave-at value=12")(state, 0) == LEAVE
    assert parse_policy(state.game, "leave-at value=13")(state, 0) == STAY


def test_leave_after_counts_the_path():
    state = card(start(2), 9, 4, "fire")
    assert parse_policy(state.game, "leave-after cards=3")(state, 0) == LEAVE
    assert parse_policy(state.game, "leave-after cards=4")(state, 0) == STAY


def test_row_9_one_step_rule():
    """`bga` + 5, two kinds shown, the artifact still in the deck: P = 23 leave, P = 22 stay."""
    at_23 = card(start(1, deck="bga", rounds=1), 9, 14, "fire", "snake")
    at_22 = card(start(1, deck="bga", rounds=1), 9, 13, "fire", "snake")
    assert OneStep()(at_23, 0) == LEAVE
    assert OneStep()(at_22, 0) == STAY


@given(positions())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_one_step_numbers_are_those_of_the_rules(state):
    """P and G by playing: leave alone now, or after one more card with everyone staying."""
    movers = state.players_to_move()
    assume(movers)
    for seat in movers:

        def alone(node, seat=seat):
            before = node.scores()[seat]
            joint = [None if not node.legal_actions(i) else int(i == seat) for i in range(node.game.num_players)]
            return (node.child_joint(joint) if len(movers) > 1 else node.child(1)).scores()[seat] - before

        stay = [0 if state.legal_actions(i) else None for i in range(state.game.num_players)]
        after = state.child_joint(stay) if len(movers) > 1 else state.child(0)
        now = alone(state)
        gains = 0
        for outcome, weight in after.chance_outcomes():
            child = after.child(outcome)
            busts = child.segment("round") != state.segment("round")
            if not busts:
                gains += weight * (alone(child) - now)
        assert banked_alone(state, state.fields(), seat) == now
        assert next_gains(state, state.fields(), seat) == gains
        lethal = sum(w for o, w in after.chance_outcomes() if after.child(o).segment("round") != state.segment("round"))
        assert OneStep()(state, seat) == (LEAVE if lethal * now >= gains else STAY)


def test_mix_and_uniform():
    state = card(start(2), 9)
    assert parse_policy(state.game, "mix leave=0.3")(state, 0) == {0: Fraction(7, 10), 1: Fraction(3, 10)}
    assert Mix(0.3) == Mix("3/10") == Mix(Fraction(3, 10))
    assert uniform(state, 0) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert weights(Mix(0.3), state, 0) == ([(0, 7), (1, 3)], 10)
    assert weights(Mix(0), state, 0) == ([(0, 1)], 1)


def test_texts_round_trip():
    game = start(2).game
    texts = ["never-leave", "always-leave", "leave-at gems=15", "leave-at value=20", "leave-after cards=6", "one-step"]
    for text in [*texts, "mix leave=3/10", "uniform"]:
        policy = parse_policy(game, text)
        assert str(policy) == text
        assert parse_policy(game, policy.to_dict()) == policy
    assert {text.split()[0] for text in [*texts, "mix", "uniform"]} == set(policy_types(game))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "leave",
            "policy of incan_gold: 'leave', allowed: always-leave; leave-after cards=<a whole number from 0 to 80>",
        ),
        ("leave-at", "leave-at: {'gems': None, 'value': None}, allowed: either gems or value"),
        ("leave-at gems=1 value=2", "either gems or value"),
        ("leave-at gems=1 gems=2", "parameters as key=value, each once"),
        ("leave-at gems=-1", "leave-at: gems: -1, allowed: a whole number from 0 to 10000"),
        ("mix leave=1.5", "mix: leave: '1.5', allowed: a probability from 0 to 1"),
        ("mix leave=x", "mix: leave: 'x', allowed: a probability from 0 to 1"),
        ("mix leave=1/0", "mix: leave: '1/0', allowed: a probability from 0 to 1"),
        ("never-leave cards=3", "policy never-leave, parameter: 'cards', allowed: never-leave"),
    ],
)
def test_errors_name_what_is_wrong_and_list_what_is_allowed(text, message):
    with pytest.raises(OrienteerError) as raised:
        parse_policy(start(2).game, text)
    assert message in str(raised.value)


def test_one_policy_for_all_or_one_for_each_seat():
    game = start(2).game
    assert by_seat(game, "leave-at gems=3") == (LeaveAt(gems=3),) * 2
    assert by_seat(game, {"type": "mix", "leave": "1/2"}) == (Mix("1/2"),) * 2
    mixed = by_seat(game, {1: uniform, 0: "never-leave"})
    assert policies_text(mixed) == "seat 0 plays never-leave; seat 1 plays uniform"
    assert policies_text(by_seat(game, uniform)) == "everyone plays uniform"
    with pytest.raises(OrienteerError, match="one for each seat of"):
        by_seat(game, {0: uniform})
    with pytest.raises(OrienteerError, match="a function of"):
        by_seat(game, 3)


@pytest.mark.parametrize("wrong", [{0: 0.5}, {2: 1}, {0: 2, 1: -1}, {}, {0: Fraction(1, 2), 1: Fraction(1, 3)}])
def test_a_policy_must_give_probabilities_of_legal_actions(wrong):
    state = card(start(2), 9)
    with pytest.raises(OrienteerError, match=r"policy broken, seat 1: .* allowed: probabilities of actions \[0, 1\]"):
        weights(named("broken", wrong), state, 1)


def named(name, answer):
    def policy(state, player):
        return answer

    policy.__name__ = name
    return policy


def test_a_taken_artifact_does_not_count_as_a_card_of_the_path():
    state = choose(card(start(3), "artifact", 9), 0)
    state.apply(state.string_to_action(CHANCE_PLAYER, "4"))
    assert parse_policy(state.game, "leave-after cards=3")(state, 1) == STAY
