"""Events against every order of small decks, against the tree under policies, and by their laws."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.incan_gold.components import HAZARDS
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER
from orienteer.events import event_types, odds, parse_event
from orienteer.games.incan_gold.events import BustWithin
from orienteer.limits import Limits
from orienteer.policies import by_seat

from .helpers import SMALL, bust, card, choose, orders, positions, shares, start, tree

POSITIONS = {
    "start": start(2, **SMALL),
    "print": start(3, **SMALL, artifact_value="printed"),
    "no-artifacts": start(2, **SMALL, artifacts=False),
    "all-at-start": start(2, deck=(4,), hazards=(2, 2), rounds=1, artifact_schedule="all_at_start"),
    "opening-choice": start(2, **SMALL, decide_before_first_card=True),
    "choice": card(start(2, **SMALL), "spider", 4),
    "alone": choose(card(start(2, **SMALL), 1, "mummy", "artifact"), 0),
    "card-next": choose(card(start(4, **SMALL), 4, "spider"), 1),
    "second-round": card(bust(start(2, **SMALL, artifact_value="printed")), 4),
    "one-copy-left": card(bust(start(1, deck=(4,), hazards=(2, 2), rounds=2)), "spider"),
}
BY_ORDER = {
    "bust-next": lambda seen, out: len(seen) == 1,
    "bust-within cards=1": lambda seen, out: len(seen) == 1,
    "bust-within cards=2": lambda seen, out: len(seen) <= 2,
    "bust-within cards=3": lambda seen, out: len(seen) <= 3,
    "bust-within cards=80": lambda seen, out: True,
    "artifact-appears": lambda seen, out: any(name.startswith("artifact") for name in seen),
    "card-appears card=4": lambda seen, out: "4" in seen,
    "round-length": lambda seen, out: len(seen),
    "hazards-out": lambda seen, out: out + sum(name in HAZARDS for name in seen),
}


@pytest.mark.parametrize("text", BY_ORDER)
@pytest.mark.parametrize("name", POSITIONS)
def test_equals_every_order_of_the_deck(name, text):
    state = POSITIONS[name]
    out = sum(card in HAZARDS for card in state.fields()["path"])
    expected = shares((weight, BY_ORDER[text](seen, out)) for weight, seen in orders(state))
    found = odds(state, text)
    assert found.status == "rational"
    if parse_event(state.game, text).distribution_valued:
        assert found.value == expected
        assert sum(found.value.values()) == 1
    else:
        assert found.value == expected.get(True, 0)
        assert found.interval == (found.probability, found.probability)


def test_a_printed_artifact_is_a_card_of_its_own():
    state = POSITIONS["second-round"]
    assert state.fields()["artifacts_deck"] == (5, 7)
    expected = shares((weight, "artifact-7" in seen) for weight, seen in orders(state))
    assert odds(state, "card-appears card=artifact-7").value == expected[True]
    assert odds(state, "card-appears card=artifact-8").value == 0


@pytest.mark.parametrize("text", BY_ORDER)
@pytest.mark.parametrize("name", POSITIONS)
def test_never_leaving_is_the_assumption_of_every_count(name, text):
    state = POSITIONS[name]
    found = odds(state, text, policies="never-leave")
    assert found.value == odds(state, text).value
    assert found.status == "rational"
    assert found.assumptions[0].endswith("never-leave")


TINY = {
    "two": start(2, deck=(3,), hazards=(2, 2), rounds=1),
    "three": start(3, deck=(4,), hazards=(2,), rounds=1, artifact_value="printed"),
    "opening-choice": start(2, deck=(4,), hazards=(2,), rounds=1, decide_before_first_card=True),
    "alone": POSITIONS["alone"],
}


@pytest.mark.parametrize("policy", ["uniform", "leave-at gems=2", "one-step", "leave-after cards=2", "mix leave=1/3"])
@pytest.mark.parametrize("name", TINY)
def test_under_policies_equals_the_tree(name, policy):
    state = TINY[name]
    game, outcomes = state.game, state.game.outcome_names
    out = sum(card in HAZARDS for card in state.fields()["path"])
    leaves = [
        (weight, [outcomes[action] for player, action in history if player == CHANCE_PLAYER], history[-1][0])
        for weight, history, _ in tree(state, by_seat(game, policy), "round")
    ]
    values = {
        "bust": lambda cards, last: last == CHANCE_PLAYER,
        "bust-next": lambda cards, last: last == CHANCE_PLAYER and len(cards) == 1,
        "bust-within cards=3": lambda cards, last: last == CHANCE_PLAYER and len(cards) <= 3,
        "artifact-appears": lambda cards, last: any(name.startswith("artifact") for name in cards),
        f"card-appears card={outcomes[0]}": lambda cards, last: outcomes[0] in cards,
        "round-length": lambda cards, last: len(cards),
        "hazards-out": lambda cards, last: out + sum(name in HAZARDS for name in cards),
    }
    for text, value in values.items():
        expected = shares((weight, value(cards, last)) for weight, cards, last in leaves)
        found = odds(state, text, policies=policy).value
        assert found == (expected if isinstance(found, dict) else expected.get(True, 0)), text


@given(positions())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_laws_of_bust_within(state):
    within = [odds(state, BustWithin(cards=k)).value for k in range(1, 41)]
    assert within[0] == odds(state, "bust-next").value
    assert within == sorted(within)
    assert within[-1] == 1
    length = odds(state, "round-length").value
    assert [sum(p for m, p in length.items() if m <= k) for k in range(1, 41)] == within
    assert sum(length.values()) == sum(odds(state, "hazards-out").value.values()) == 1


@given(positions())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_relabelled_hazards_change_nothing(state):
    copies = state.game.options["hazards"]
    kinds = [kind for kind in range(len(copies)) if copies[kind] == copies[0]]
    assume(len(kinds) > 1)
    turned = dict(zip(kinds, kinds[1:] + kinds[:1], strict=True))
    fields = state.fields()
    names = {HAZARDS[kind]: HAZARDS[to] for kind, to in turned.items()}
    fields["path"] = tuple(names.get(name, name) for name in fields["path"])
    removed = list(fields["removed"])
    for kind, to in turned.items():
        removed[to] = fields["removed"][kind]
    fields["removed"] = tuple(removed)
    other = state.game.state_from_fields(fields)
    for text in ("bust-next", "bust-within cards=4", "artifact-appears", "round-length", "hazards-out"):
        if text != "artifact-appears" or state.game.options["artifacts"]:
            assert odds(other, text).value == odds(state, text).value


def test_sampled_agrees_with_exact():
    state = start(3, deck=(4, 5, 7), hazards=(3, 3), rounds=1)
    for text, policies in {"bust": "mix leave=0.3", "round-length": "leave-after cards=4"}.items():
        exact = odds(state, text, policies=policies)
        sampled = odds(state, text, policies=policies, limits=Limits(nodes=1, iterations=4000), seed=7)
        assert (exact.status, sampled.status, sampled.samples) == ("rational", "sampled", 4000)
        assert abs(float(exact.mean) - sampled.mean) < 5 * sampled.stderr
        assert sampled.interval[0] < float(exact.mean) < sampled.interval[1]
        assert "estimated from 4,000 playouts" in sampled.assumptions[-1]


def test_text_dict_and_object_name_the_same_event():
    state = start(2)
    texts = ["bust-within cards=3", {"type": "bust-within", "cards": 3}, BustWithin(cards=3)]
    assert len({odds(state, text) for text in texts}) == 1
    for name, kind in event_types(state.game).items():
        assert kind.__doc__
        parameters = {"bust-within": {"cards": 2}, "card-appears": {"card": 5}}.get(name, {})
        event = parse_event(state.game, {"type": name, **parameters})
        assert parse_event(state.game, str(event)) == event == parse_event(state.game, event.to_dict())


def test_to_dict_has_fractions_as_text_beside_floats():
    found = odds(start(5, deck="bga"), "bust-within cards=2").to_dict()
    assert (found["value"], found["probability"], found["exact"]) == ("1/29", 1 / 29, True)
    found = odds(start(5, deck="bga"), "hazards-out").to_dict()
    assert (found["value"]["2"], found["probability"]["2"]) == ("1/7", 1 / 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "bust-soon",
            "event of incan_gold: 'bust-soon', allowed: artifact-appears; bust; bust-next; bust-within cards=",
        ),
        ("", "event of incan_gold: '', allowed"),
        ("score", "event of incan_gold: 'score', allowed"),
        (
            "bust-within",
            "event bust-within, parameter cards: None, allowed: bust-within cards=<a whole number from 1 to 80>",
        ),
        ("bust-within k=3", "event bust-within, parameter: 'k', allowed: bust-within cards="),
        ("bust-within cards", "event bust-within: 'cards', allowed: parameters as key=value"),
        ("bust-within cards=0", "bust-within: cards: 0, allowed: a whole number from 1 to 80"),
        ("bust-within cards=two", "bust-within: cards: 'two', allowed: a whole number from 1 to 80"),
        ({"type": "bust-within", "cards": True}, "bust-within: cards: True, allowed"),
        ({"cards": 3}, "event of incan_gold: None, allowed"),
        ("card-appears card=6", "card-appears: card: '6', allowed: 1, 2, 3"),
        ("card-appears card=fire", "card-appears: card: 'fire', allowed"),
        ("bust", "event bust: depends on what everyone does and assumes nothing; give policies"),
    ],
)
def test_errors_name_what_is_wrong_and_list_what_is_allowed(text, message):
    with pytest.raises(OrienteerError) as raised:
        odds(start(2), text)
    assert message in str(raised.value)


def test_a_game_that_is_over_has_no_odds():
    over = choose(card(start(2, rounds=1), 4), 0, 1)
    with pytest.raises(OrienteerError, match="the game is over"):
        odds(over, "bust-next")


def test_a_game_without_events_says_so():
    with pytest.raises(OptionError, match="none, pig has no event"):
        odds(Pig().new_initial_state(), "bust-next")


def test_an_event_needs_a_card_to_be_turned_up():
    state = card(start(2), "fire", "snake")
    assert odds(state, "bust-next", policies="always-leave").value == 0
    assert odds(state, "bust", policies="always-leave").value == 0
    one_stays = odds(state, "bust-next", policies={0: "always-leave", 1: "never-leave"}).value
    assert one_stays == odds(state, "bust-next").value == Fraction(4, 29)


def test_every_count_of_players_has_the_same_odds():
    values = [odds(IncanGold(players=n).new_initial_state(), "bust-within cards=5").value for n in range(1, 9)]
    assert len(set(values)) == 1
