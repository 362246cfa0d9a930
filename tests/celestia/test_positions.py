"""Every position that play reaches is accepted and round-trips, and viewing commutes with stepping."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.core.errors import PositionError
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.positions import Position, template
from orienteer.positions.position import part_of
from orienteer.records import Record
from tests.positions.fuzz import spoil

from .position_helpers import game_of, names_of, option_sets, random_step

OPTIONS = list(option_sets())
STEPS = 110


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_law_positions_round_trip_and_follow_play(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    game = game_of(options)
    names, viewer = names_of(game, rng), rng.randrange(game.num_players)
    state = game.new_initial_state()
    position = Position.from_state(state, viewer, names)
    for _ in range(STEPS):
        if state.is_terminal():
            break
        random_step(state, rng)
        # 1. Stepping the state then viewing equals viewing then `after`; every observation has words.
        observation = state.observation(viewer)
        if observation is not None:
            words = part_of("celestia").write_event(observation, position.names)
            assert part_of("celestia").read_event(words, position.state, position.names, "event") == observation
            observation = rng.choice([observation, words])
        position = position.after(observation)
        assert position.state == state.mask(viewer)
        # 2. Text gives an equal position back, with the same state, and nothing left to say.
        if rng.random() < 0.08:
            back = Position.from_json(position.to_json())
            assert back == position
            assert back.to_dict() == position.to_dict()
            assert back.state == position.state
            assert not back.derived
            assert not back.assumptions


@pytest.mark.parametrize("options", OPTIONS[::5], ids=str)
def test_law_positions_without_secrets_round_trip(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    game = game_of(options)
    state, names = game.new_initial_state(), names_of(game, rng)
    for _ in range(STEPS):
        if state.is_terminal():
            break
        random_step(state, rng)
        position = Position.from_state(state, "omniscient", names, cheating=True)
        back = Position.from_json(position.to_json(), cheating=True)
        assert back.state == state
        assert not back.assumptions
        with pytest.raises(PositionError, match=r"^viewer: 'omniscient', allowed: a seat"):
            Position.from_json(position.to_json())


@pytest.mark.parametrize("options", OPTIONS[1::4], ids=str)
def test_law_records_replay(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    game = game_of(options)
    names, viewer = names_of(game, rng), rng.randrange(game.num_players)
    state = game.new_initial_state()
    seat, everything = Record(game, names, viewer), Record(game, names)
    documents: list[Any] = []
    for _ in range(STEPS):
        if state.is_terminal():
            break
        documents.append((seat.final().to_dict(), state.clone()))
        before = state.clone()
        random_step(state, rng)
        seat.append(state.observation(viewer))
        everything.append(_move(before, state, names))
    back = Record.from_json(seat.to_json())
    assert back == seat
    assert [position.to_dict() for _, position, _ in back.positions()] == [document for document, _ in documents]
    assert back.final().state == state.mask(viewer)
    back = Record.from_json(everything.to_json())
    assert [position.state for _, position, _ in back.positions()] == [seen for _, seen in documents]
    assert back.final().state == state


def _move(before: State, after: State, names: list[str] | None) -> dict[str, Any]:
    """The event of one who sees everything."""
    player = before.current_player()
    action = next(a for a in before.legal_actions() if before.child(a) == after)
    name = before.action_to_string(player, action)
    if player == CHANCE_PLAYER:
        return {"type": "chance", "outcome": name}
    return {"type": "move", "player": names[player] if names else player, "move": name}


@pytest.mark.parametrize("options", [{}, {"players": 2}, {"players": 6, "hand": 3}, {"preset": "literal"}], ids=str)
def test_the_template_is_a_position(options: dict[str, Any]) -> None:
    position = Position.from_dict(template("celestia", **options))
    assert position.state.is_chance_node()
    assert pickle.loads(pickle.dumps(position)) == position
    assert Position.from_json(position.to_json()) == position


SCALARS = st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.integers(10**30, 10**31)
WORDS = st.sampled_from(["compass", "telescope", "cloud", "roll", "over", "Ann", "", "4", "aboard", "\ud800"])
VALUES = st.recursive(SCALARS | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_only_position_errors(data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 999)))
    game = game_of(data.draw(st.sampled_from(OPTIONS)))
    state, viewer = game.new_initial_state(), rng.randrange(game.num_players)
    position = Position.from_state(state, viewer)
    for _ in range(rng.randint(20, 60)):
        if not state.is_terminal():
            random_step(state, rng)
            position = position.after(state.observation(viewer))
    document: Any = position.to_dict()
    spoil(data, document, VALUES)
    try:
        found = Position.from_dict(document)
    except PositionError:
        return
    assert Position.from_json(found.to_json()) == found
