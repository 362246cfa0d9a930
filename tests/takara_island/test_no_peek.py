"""Nobody peeks: answers, texts and moves are the same in all worlds that a seat cannot tell apart; what leaks is caught."""

from collections import defaultdict
from random import Random

import pytest

from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland

from .belief_games import random_move
from .build import start
from .peeking import (
    JUST_SEEN,
    SEEN_AND_UNSEEN,
    TWO_SEEN,
    answers,
    cards_nobody_has_seen,
    mask_that_leaves_piles,
    moves_of_a_surveyor,
    odds_of_the_true_state,
    pile_of_an_agent_who_peeks,
    search_of_the_true_state,
    worlds,
)

OPTIONS = [{"players": 2, "gold": 9}, {"players": 4, "gold": 9, "impostor": "any", "survey_blocked_by": "rockfall"}]
SETTLED = (SEEN_AND_UNSEEN, TWO_SEEN)
# Phase and whether the seat is the one to move, with the components that differ in some world.
SITUATIONS = {
    ("sword", True): SETTLED,
    ("act", True): SETTLED,
    ("survey", True): SETTLED,
    ("end_of_day", True): SETTLED,
    ("act", False): SETTLED,
    ("survey", False): (*SETTLED, JUST_SEEN),
}
LEAKS = {
    "piles": (mask_that_leaves_piles, (*SETTLED, JUST_SEEN)),
    "the pool": (cards_nobody_has_seen, (SEEN_AND_UNSEEN, JUST_SEEN)),
    "a surveyor's choice": (moves_of_a_surveyor, (JUST_SEEN,)),
    "odds": (odds_of_the_true_state, SETTLED),
    "an agent": (pile_of_an_agent_who_peeks, SETTLED),
    "a search": (search_of_the_true_state, SETTLED),
}


def situations(options):
    """(situation, state, seat, evidence) along random games, such that every component can differ."""
    found = {}
    for seed in range(50):
        random = Random(seed)
        state = TakaraIsland(**options).new_initial_state()
        logs = defaultdict(tuple)
        while not state.is_terminal() and len(found) < len(SITUATIONS):
            state.apply(random_move(state, random))
            for seat in range(options["players"]):
                noticed = state.observation(seat)
                logs[seat] += () if noticed is None else (noticed,)
            seat = random.randrange(options["players"])
            kind = (state.fields()["phase"], state.current_player() == seat)
            if kind in SITUATIONS and kind not in found and {*SITUATIONS[kind]} <= dict(worlds(state, seat)).keys():
                found[kind] = kind, state.clone(), seat, logs[seat]
    assert found.keys() == SITUATIONS.keys(), "a situation was not met"
    return list(found.values())


@pytest.fixture(scope="module", params=range(len(OPTIONS)), ids=("two players", "four players"))
def cases(request):
    return situations(OPTIONS[request.param])


def test_law_what_a_seat_is_told_is_the_same_in_all_worlds_that_look_alike_to_it(cases):
    for kind, state, seat, evidence in cases:
        asked = answers(state.game)
        here = {name: answer(state, seat, evidence) for name, answer in asked.items()}
        for component, world in worlds(state, seat):
            assert View(world, seat, evidence) == View(state, seat, evidence)
            for name, answer in asked.items():
                there = answer(world, seat, evidence)
                assert there.encode() == here[name].encode(), f"{name} tells of {component}: {kind}, seat {seat}, {state}"


@pytest.mark.parametrize("leak", LEAKS)
def test_mutant_a_leak_is_caught(cases, leak):
    answer, components = LEAKS[leak]
    caught = set()
    for _, state, seat, evidence in cases:
        here = answer(state, seat, evidence)
        caught |= {component for component, world in worlds(state, seat, each=10) if answer(world, seat, evidence) != here}
    assert set(components) <= caught


def test_law_a_survey_that_leaves_a_monster_down_looks_like_any_other():
    survey = {card: start(players=3).play("survey-0", card).state for card in ("bat_a", "gold_2")}
    assert "turn-up" in names(survey["bat_a"], 0)
    assert "turn-up" not in names(survey["gold_2"], 0)
    for step in ("go-on", "xp_1", "stop"):
        for other in (1, 2):
            assert len({state.mask(other).key() for state in survey.values()}) == 1
            assert len({state.observed(other) for state in survey.values()}) == 1
            assert len({state.observation_string(other) for state in survey.values()}) == 1
            assert len({tuple(state.mask(other).legal_actions(0)) for state in survey.values()}) == 1
        assert len({state.mask(0).key() for state in survey.values()}) == 2
        for state in survey.values():
            player = state.current_player()
            state.apply(state.string_to_action(player, step))


def test_turning_the_monster_up_is_noticed():
    state = start(players=3).play("survey-0", "bat_a").state
    before = state.mask(1)
    state.apply(state.string_to_action(0, "turn-up"))
    assert state.observation(1) == ("turn_up", 0, 0, 0, "bat_a")
    assert state.mask(1) != before


def names(state, seat):
    return [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
