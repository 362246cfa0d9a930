"""The core agrees with its plain-Python twin at every step of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.state import CHANCE_PLAYER

from .twin import COLOURS, Twin
from .twin_games import GAMES, passed_through, played

MAX_STEPS = 700
NEAR_STATES = 500


def agree(state: LostExplorersState, twin: Twin, step: int) -> None:
    """All that can be asked of both is the same; every fourth step the state is read back from its fields."""
    assert state.current_player() == twin.current_player
    assert sorted(names(state)) == sorted(twin.legal or twin.outcomes)
    assert odds(state) == twin.outcomes
    found, wanted = state.fields(), twin.fields()
    assert {name: found[name] for name in found if found[name] != wanted.get(name)} == {}
    assert found.keys() == wanted.keys()
    if step % 4 == 0:
        assert state.game.state_from(found) == state
    for objective in state.game.objectives:
        assert state.returns(objective) == twin.returns(objective), objective
        if state.game.is_additive(objective):
            assert state.rewards(objective) == twin.rewards(objective), objective
    assert state.scores() == twin.returns("points")
    assert (state.segment("turn"), state.segment("round")) == (twin.turns, twin.turns // twin.n)
    for seat in twin.seats:
        assert state.observation(seat) == twin.seen


def odds(state: LostExplorersState) -> dict[str, Fraction]:
    if state.current_player() != CHANCE_PLAYER:
        return {}
    listed = state.chance_outcomes()
    total = sum(weight for _, weight in listed)
    return {state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}


def names(state: LostExplorersState) -> list[str]:
    return [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]


def compare(options: dict[str, Any], style: str, seed: int) -> None:
    """Play one random game on both, step by step; a second state follows by what is observed alone."""
    game = LostExplorers(**options)
    state, twin = game.new_initial_state(), Twin(game.options, game.tables)
    follower = state.clone()
    done: list[str] = []
    try:
        for name in played(twin, style, seed, MAX_STEPS):
            if twin.phase != "deal" or len(done) % 8 == 0:
                agree(state, twin, len(done))
            done.append(name)
            state.apply(state.string_to_action(state.current_player(), name))
            follower.observe(len(done) % twin.n, state.observation(0))
            assert follower == state
        agree(state, twin, len(done))
    except Exception as error:
        error.add_note(f"{game!r} seed {seed}: {' '.join(done[-12:])}")
        raise


@pytest.mark.parametrize(("options", "style", "seed"), GAMES, ids=str)
def test_law_core_and_twin_agree(options: dict[str, Any], style: str, seed: int) -> None:
    compare(options, style, seed)


@pytest.mark.parametrize("options", [{}, {"players": 3, "bonus": "optional"}], ids=str)
def test_law_core_and_twin_agree_on_all_near_states_of_the_reduced_set(options: dict[str, Any]) -> None:
    """Breadth first, each state once."""
    game = LostExplorers(**options).reduced()
    waiting = [(game.new_initial_state(), Twin(game.options, game.tables))]
    found = {waiting[0][0].key()}
    for number, (state, twin) in enumerate(waiting):
        agree(state, twin, number)
        for name in twin.outcomes or twin.legal:
            after, twin_after = state.clone(), deepcopy(twin)
            after.apply(state.string_to_action(state.current_player(), name))
            twin_after.apply(name)
            if after.key() not in found and len(found) < NEAR_STATES:
                found.add(after.key())
                waiting.append((after, twin_after))
    assert len(waiting) == NEAR_STATES


def action_names(twin: Twin) -> Iterator[str]:
    """Every action in the order of its number."""
    places = list(twin.needs)
    yield from ("end-turn", "no-bonus", *(f"bonus-{c}" for c in COLOURS), *(f"choose-{c}" for c in COLOURS))
    for side in ("left", "right"):
        for k in range(1, 5):
            yield from (f"equip-{side}-{k}-vehicle", f"equip-{side}-{k}-mission")
    yield from (f"explore-{place}-{c}" for place in places for c in COLOURS)
    yield from (f"complete-{token}-return-{place}" for token in twin.order for place in places)
    yield from (f"retrieve-{'+'.join(some)}" for k in range(1, 5) for some in combinations(places, k))


def test_law_actions_and_outcomes_are_numbered_as_documented() -> None:
    game = LostExplorers()
    state, twin = game.new_initial_state(), Twin(game.options, game.tables)
    wanted = list(action_names(twin))
    assert game.num_distinct_actions == len(wanted) == 26 + 56 + 80 * 14 + 14 + 91 + 364 + 1001
    assert [state.action_to_string(0, number) for number in range(len(wanted))] == wanted
    outcomes = {3: "close-R3+Y3", 15: "close-R3+Y3+B3+G3", 16: "deal-red", 19: "deal-green"}
    outcomes |= {20 + number: token for number, token in enumerate(twin.order)}
    assert {number: state.action_to_string(CHANCE_PLAYER, number) for number in outcomes} == outcomes


WANTED = {
    *(f"close with {number} outcomes" for number in (1, 4, 6)),
    *(f"show with {number}" for number in ("one outcome", "more outcomes")),
    *(f"turn_up with {number}" for number in ("one outcome", "more outcomes")),
    *(f"equip {side} {kind}" for side in ("left", "right") for kind in ("vehicle", "mission")),
    *(f"equip with {number}" for number in (1, 2, 3, 4)),
    *("equip on one side", "equip on both sides"),
    *(f"retrieve {some} of {all_}" for all_ in (1, 2, 3) for some in range(1, all_ + 1)),
    *("explore where another stands", "explore an empty place", "explore for two missions"),
    *("explore for one of 1 colours", "explore for one of 2 colours"),
    *("equip as number 1 in turn 0", "equip as number 2 in turn 1", "explore as number 3 in turn 1"),
    *(f"complete {steps} of {places}" for steps, places in ((1, 2), (2, 2), (2, 3), (3, 3))),
    *(f"complete in {stage}" for stage in ("start", "phase_1", "phase_2")),
    *(f"complete {where}" for where in ("in front", "behind", "level")),
    *(f"bonus of {number} in the discard" for number in (1, 2, 3, 4)),
    *("bonus of 1", "bonus of 2", "bonus of 3", "no-bonus of 1", "no-bonus of 3"),
    *("a member that stays serves another mission", "extra member", "two clues", "clamped"),
    *(f"end in {stage}" for stage in ("start", "phase_1", "phase_2")),
    *(f"rows empty and end in {stage}" for stage in ("start", "phase_1", "phase_2")),
    *("rows empty and explore", "rows empty and complete"),
    *(f"ended: {ending}" for ending in ("clues", "rows_empty", "stall", "cap")),
    *("vehicles decide", "shared"),
}


def test_law_the_games_compared_pass_through_all_that_the_rules_know() -> None:
    found: Counter[str] = Counter()
    for options, style, seed in GAMES:
        game = LostExplorers(**options)
        found += passed_through(game.options, game.tables, style, seed, MAX_STEPS)
    assert {name for name in WANTED if not found[name]} == set()
