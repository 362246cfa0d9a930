"""The core agrees with the plain Python twin at every step of random games, for the table and for every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.state import CHANCE_PLAYER

from .twin import Twin
from .twin_fields import fields
from .twin_games import OPTION_SETS, SMALL, STYLES, TINY, passed_through, played

SEEDS = range(2)
MAX_STEPS = 200
NEAR_STATES = 800
REDUCED: list[dict[str, Any]] = [{"players": 2}, {"players": 3, "grappling_hook": True, "reannounce": "at_once"}]


def agree(state: CelestiaState, twin: Twin, step: int) -> None:
    """All that can be asked of both is the same; of the masks one seat's, another one at each step."""
    assert state.current_player() == twin.current_player
    if twin.current_player == CHANCE_PLAYER:
        listed = state.chance_outcomes()
        total, wanted = sum(weight for _, weight in listed), twin.outcomes
        odds = {state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}
        assert odds == {name: Fraction(weight, sum(wanted.values())) for name, weight in wanted.items()}
    elif not state.is_terminal():
        names = [state.action_to_string(twin.current_player, action) for action in state.legal_actions()]
        assert sorted(names) == sorted(twin.legal)
    assert state.scores() == twin.scores
    for objective in state.game.objectives:
        assert state.returns(objective) == twin.returns(objective)
    assert [state.observation(seat) for seat in twin.seats] == twin.seen
    for viewer in (None, step % twin.n):
        shown = state if viewer is None else state.mask(viewer)
        found, wanted_fields = shown.fields(), fields(twin, viewer)
        wrong = {name: (found[name], value) for name, value in wanted_fields.items() if found[name] != value}
        assert not wrong, viewer
        assert state.game.state_from(found) == shown


def follow(masks: list[CelestiaState], state: CelestiaState) -> None:
    """Advance every seat's view by what it noticed alone; it stays the mask of the state."""
    for seat, mask in enumerate(masks):
        if (noticed := state.observation(seat)) is not None:
            mask.observe(seat, noticed)
        assert mask == state.mask(seat)


def compare(options: Mapping[str, Any], style: str, seed: int) -> None:
    """Play one random game on both, step by step."""
    game = Celestia(**options)
    state, twin, names = game.new_initial_state(), Twin(game.options), []
    followed = [state.mask(seat) for seat in twin.seats]
    try:
        for name in played(twin, style, seed, MAX_STEPS):
            agree(state, twin, len(names))
            names.append(name)
            state.apply(state.string_to_action(state.current_player(), name))
            follow(followed, state)
        agree(state, twin, len(names))
    except Exception as error:
        error.add_note(f"{game!r} seed {seed}: {' '.join(names[-12:])}")
        raise


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_law_core_and_twin_agree(options: dict[str, Any], style: str, seed: int) -> None:
    compare(options, style, seed)


@given(
    st.fixed_dictionaries(
        {
            "players": st.integers(2, 6),
            "grappling_hook": st.booleans(),
            "dice_by": st.sampled_from(("next_city", "current_city")),
            "target": st.integers(1, 98),
            "after_journey_captain": st.sampled_from(("next_seat", "next_aboard")),
            "empty_city": st.sampled_from(("no_leaving", "leave_for_nothing")),
            "reannounce": st.sampled_from(("window_end", "at_once")),
            "self_ejection": st.booleans(),
            "first_captain": st.integers(0, 1),
            "max_journeys": st.none() | st.integers(1, 12),
        }
    ),
    st.sampled_from(({}, SMALL, TINY)),
    st.sampled_from(list(STYLES)),
    st.integers(0, 10**6),
)
@settings(max_examples=20, deadline=None, derandomize=True)
def test_law_core_and_twin_agree_under_any_options(
    options: dict[str, Any], components: dict[str, Any], style: str, seed: int
) -> None:
    compare(options | components, style, seed)


@pytest.mark.parametrize("options", REDUCED, ids=str)
def test_law_core_and_twin_agree_on_all_near_states_of_the_reduced_sets(options: dict[str, Any]) -> None:
    """Breadth first, each state once."""
    game = Celestia(**options).reduced()
    waiting = [(game.new_initial_state(), Twin(game.options))]
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
    assert len(waiting) > 200


WANTED = {
    *(f"{card} in window_{w}" for card in ("gust", "detour") for w in "ab"),
    *(f"{name} in {loop}" for name, loop in (("eject", "window_a"), ("telescope", "window_b"), ("hook", "hook"))),
    *(f"pass in {loop}" for loop in ("window_a", "window_b", "jetpack", "hook")),
    *(f"{number} announcements {when}" for number in (1, 2) for when in ("first", "again")),
    *(f"last treasure by {cause}" for cause in ("leave", "eject", "jetpack", "lone", "last")),
    *(f"lone {choice} of 2" for choice in ("fly", "leave")),
    *("jetpack in jetpack", "leave for nothing", "eject for nothing", "reroll of no dice"),
    *("hook restores a city", "flying past a city", "reshuffle", "reshuffle in mid-draw"),
    *("end of a journey", "ended: True"),
}


def test_law_the_games_compared_pass_through_all_that_the_rules_know() -> None:
    found: Counter[str] = Counter()
    for options in OPTION_SETS:
        for style in STYLES:
            for seed in SEEDS:
                found += passed_through(Celestia(**options).options, style, seed, MAX_STEPS)
    assert {name for name in WANTED if not found[name]} == set()
