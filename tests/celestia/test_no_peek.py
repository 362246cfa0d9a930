"""Nobody peeks: answers, texts and moves are the same in all worlds that a seat cannot tell apart; what leaks is caught."""

from collections import defaultdict

import pytest

from orienteer.core.celestia import Celestia
from orienteer.core.rng import RandomStream
from orienteer.core.state import View

from .peeking import (
    COMPONENTS,
    HIDDEN,
    answers,
    mask_that_leaves,
    move_of_a_passenger_who_peeks,
    search_of_the_true_state,
    worlds,
)

SMALL = {
    "players": 3,
    "deck": (3, 3, 2, 2, 3, 2, 2, 2, 2, 2),
    "cities": ((1, 2, ((1, 3), (3, 2)), 1), (2, 2, ((2, 3), (4, 2)), 1), (5, 3, ((5, 2), (7, 2)), 1), (8, 2, ((8, 4),), 0)),
    "hand": 4,
    "target": 25,
    "max_journeys": 6,
    "grappling_hook": True,
}
OPTIONS = [SMALL, {**SMALL, "empty_city": "leave_for_nothing", "reannounce": "at_once", "dice_by": "current_city"}]
DECISIONS = ("lone", "passenger", "window_a", "announcement", "window_b", "jetpack", "hook", "detour")
ASKED = tuple((phase, True) for phase in DECISIONS)
WAITING = tuple((phase, False) for phase in (*HIDDEN, "passenger", "detour"))
CASES = 1  # of each kind and set of options
MAX_WORLDS = 20_000_000  # chances are counted quickly then
HANDS, TREASURES = ("hand and deck", "two hands"), ("treasure and stock", "two treasures")
CARDS_AND_TREASURES = (*HANDS, *TREASURES)
LEAKS = {
    "another's hand": (mask_that_leaves("hands"), HANDS),
    "the deck": (mask_that_leaves("deck"), HANDS[:1]),
    "worths": (mask_that_leaves("treasures"), TREASURES),
    "points": (mask_that_leaves("totals"), TREASURES),
    "a city's stock": (mask_that_leaves("stock"), TREASURES[:1]),
    "who is asked": (mask_that_leaves("turn"), COMPONENTS[-1:]),
    "which window": (mask_that_leaves("phase"), COMPONENTS[-1:]),
    "an agent": (move_of_a_passenger_who_peeks, HANDS),
    "a search": (search_of_the_true_state, CARDS_AND_TREASURES),
}


def wanted(phase):
    """The components that differ in some world at this masked phase."""
    return {*CARDS_AND_TREASURES, *(COMPONENTS[-1:] if phase in HIDDEN else ())}


def situations(options):
    """(kind, state, seat, evidence) along random games, such that every component can differ."""
    found = defaultdict(list)
    for seed in range(200):
        stream = RandomStream(seed, 77)
        state = Celestia(**options).new_initial_state()
        logs = [()] * options["players"]
        while not state.is_terminal():
            legal = state.legal_actions() if state.current_player() >= 0 else []
            state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))
            for seat, log in enumerate(logs):
                noticed = state.observation(seat)
                logs[seat] = log if noticed is None else (*log, noticed)
            for seat in range(options["players"]):
                fields = state.mask(seat).fields()
                kind = (fields["phase"], fields["turn"] == seat)
                if kind not in ASKED + WAITING or len(found[kind]) == CASES or fields["journey"] < 3 or stream.below(3):
                    continue
                if View(state, seat, logs[seat]).belief().size_estimate() > MAX_WORLDS:
                    continue
                if wanted(fields["phase"]) <= dict(worlds(state, seat)).keys():
                    found[kind].append((state.clone(), seat, logs[seat]))
        if sum(map(len, found.values())) == CASES * len(ASKED + WAITING):
            break
    assert sum(map(len, found.values())) == CASES * len(ASKED + WAITING), "a kind of situation was not met"
    return [(kind, *case) for kind in ASKED + WAITING for case in found[kind]]


@pytest.fixture(scope="module", params=range(len(OPTIONS)), ids=("small", "other options"))
def cases(request):
    return situations(OPTIONS[request.param])


def test_law_what_a_seat_is_told_is_the_same_in_all_worlds_that_look_alike_to_it(cases):
    """Of every kind of situation one half of the answers is asked with the one set of options, the other with the other."""
    told = defaultdict(set)
    half = OPTIONS[1].items() <= cases[0][1].game.options.items()
    for number, (kind, state, seat, evidence) in enumerate(cases):
        asked = dict(list(answers(state.game).items())[(number + half) % 2 :: 2])
        here = {name: answer(state, seat, evidence) for name, answer in asked.items()}
        for component, world in worlds(state, seat):
            assert View(world, seat, evidence) == View(state, seat, evidence)
            told[kind].add(component)
            for name, answer in asked.items():
                there = answer(world, seat, evidence)
                assert there.encode() == here[name].encode(), f"{name} tells of {component}: {kind}, seat {seat}, {state}"
    assert set(told) == set(ASKED + WAITING)
    assert all(wanted(phase) <= components for (phase, _), components in told.items())


@pytest.mark.parametrize("leak", LEAKS)
def test_mutant_a_leak_is_caught(cases, leak):
    answer, components = LEAKS[leak]
    caught = set()
    for _, state, seat, evidence in cases:
        here = answer(state, seat, evidence)
        caught |= {component for component, world in worlds(state, seat, each=10) if answer(world, seat, evidence) != here}
    assert set(components) <= caught
