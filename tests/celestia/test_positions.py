"""Every position that play reaches is accepted and round-trips, and viewing commutes with stepping."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.positions import Position, template
from tests.positions.laws import (
    check_following,
    check_only_position_errors,
    check_records,
    check_without_secrets,
    played_document,
)

from .position_helpers import game_of, option_sets, random_step

OPTIONS = list(option_sets())
STEPS = 110


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_law_positions_round_trip_and_follow_play(options: dict[str, Any]) -> None:
    check_following(game_of(options), random_step, STEPS, random.Random(str(options)), texts=0.08)


@pytest.mark.parametrize("options", OPTIONS[::5], ids=str)
def test_law_positions_without_secrets_round_trip(options: dict[str, Any]) -> None:
    check_without_secrets(game_of(options), random_step, STEPS, random.Random(str(options)))


@pytest.mark.parametrize("options", OPTIONS[1::4], ids=str)
def test_law_records_replay(options: dict[str, Any]) -> None:
    check_records(game_of(options), random_step, STEPS, random.Random(str(options)))


@pytest.mark.parametrize("options", [{}, {"players": 2}, {"players": 6, "hand": 3}, {"preset": "literal"}], ids=str)
def test_the_template_is_a_position(options: dict[str, Any]) -> None:
    position = Position.from_dict(template("celestia", **options))
    assert position.state.is_chance_node()
    assert pickle.loads(pickle.dumps(position)) == position
    assert Position.from_json(position.to_json()) == position


SCALARS = st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.integers(10**30, 10**31)
WORDS = st.sampled_from(["compass", "telescope", "cloud", "roll", "over", "Ann", "", "4", "aboard", "\ud800"])
VALUES = st.recursive(SCALARS | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3))


@pytest.fixture(scope="module")
def documents() -> list[Any]:
    """A position of each option set, somewhere along a game."""
    rngs = [random.Random(number) for number in range(len(OPTIONS))]
    return [played_document(game_of(o), random_step, rng.randint(20, 60), rng) for o, rng in zip(OPTIONS, rngs, strict=True)]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_only_position_errors(documents: list[Any], data: st.DataObject) -> None:
    check_only_position_errors(data, data.draw(st.sampled_from(documents)), VALUES)
