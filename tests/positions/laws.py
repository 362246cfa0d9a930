"""What holds for the positions and records of every game, along random play."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import strategies as st

from orienteer.core.errors import PositionError
from orienteer.core.state import CHANCE_PLAYER, Game, State
from orienteer.positions import Position
from orienteer.positions.position import part_of
from orienteer.records import Record

from .fuzz import spoil

Step = Callable[[State, random.Random], None]


def names_of(game: Game, rng: random.Random) -> list[str] | None:
    """Names for all players, or for none."""
    return rng.choice([None, [f"player {seat}" for seat in range(game.num_players)]])


def check_following(game: Game, step: Step, steps: int, rng: random.Random, texts: float) -> None:
    """Stepping the state then viewing equals viewing then `after`; a share `texts` of the positions is written and read."""
    names, viewer, part = names_of(game, rng), rng.randrange(game.num_players), part_of(game.name)
    state = game.new_initial_state()
    position = Position.from_state(state, viewer, names)
    for _ in range(steps):
        if state.is_terminal():
            break
        step(state, rng)
        # 1. Every observation has words, and both lead to what the viewer sees.
        observation = state.observation(viewer)
        if observation is not None:
            words = part.write_event(observation, position.names)
            assert part.read_event(words, position.state, position.names, "event") == observation
            observation = rng.choice([observation, words])
        position = position.after(observation)
        assert position.state == state.mask(viewer)
        assert position.view().mask == state.mask(viewer)
        # 2. Text gives an equal position back, with the same state, and nothing left to say.
        if rng.random() < texts or state.is_terminal():
            back = Position.from_json(position.to_json())
            assert back == position
            assert back.to_dict() == position.to_dict()
            assert back.state == position.state
            assert not back.derived
            assert not back.assumptions


def check_without_secrets(game: Game, step: Step, steps: int, rng: random.Random) -> None:
    """Positions of who sees everything round-trip, and need `cheating`."""
    state, names = game.new_initial_state(), names_of(game, rng)
    for _ in range(steps):
        if state.is_terminal():
            break
        step(state, rng)
        position = Position.from_state(state, "omniscient", names, cheating=True)
        back = Position.from_json(position.to_json(), cheating=True)
        assert back.state == state
        assert not back.assumptions
        with pytest.raises(PositionError, match=r"^viewer: 'omniscient', allowed: a seat"):
            Position.from_json(position.to_json())


def check_records(game: Game, step: Step, steps: int, rng: random.Random) -> None:
    """A seat's record and one of everything replay to every position."""
    names, viewer = names_of(game, rng), rng.randrange(game.num_players)
    state = game.new_initial_state()
    seat, everything = Record(game, names, viewer), Record(game, names)
    documents: list[Any] = []
    for _ in range(steps):
        if state.is_terminal():
            break
        documents.append((seat.final().to_dict(), state.clone()))
        before = state.clone()
        step(state, rng)
        seat.append(state.observation(viewer))
        everything.append(_full_event(before, state, names) if game.has_hidden_information else state.observation(viewer))
    back = Record.from_json(seat.to_json())
    assert back == seat
    assert [position.to_dict() for _, position, _ in back.positions()] == [document for document, _ in documents]
    assert back.final().state == state.mask(viewer)
    back = Record.from_json(everything.to_json())
    assert [position.state for _, position, _ in back.positions()] == [seen for _, seen in documents]
    assert back.final().state == state


def _full_event(before: State, after: State, names: list[str] | None) -> dict[str, Any]:
    """The event of one who sees everything."""
    player = before.current_player()
    action = next(a for a in before.legal_actions() if before.child(a) == after)
    name = before.action_to_string(player, action)
    if player == CHANCE_PLAYER:
        return {"type": "chance", "outcome": name}
    return {"type": "move", "player": names[player] if names else player, "move": name}


def played_document(game: Game, step: Step, steps: int, rng: random.Random) -> Any:
    """The document of the position that a seat follows through `steps` steps."""
    state, viewer = game.new_initial_state(), rng.randrange(game.num_players)
    position = Position.from_state(state, viewer)
    for _ in range(steps):
        if not state.is_terminal():
            step(state, rng)
            position = position.after(state.observation(viewer))
    return position.to_dict()


def check_only_position_errors(data: st.DataObject, document: Any, values: st.SearchStrategy[Any]) -> None:
    """A document with places spoilt is refused with a PositionError, or read to a position that round-trips."""
    document = deepcopy(document)
    spoil(data, document, values)
    try:
        found = Position.from_dict(document)
    except PositionError:
        return
    assert Position.from_json(found.to_json()) == found


def edited(base: Any, changes: Mapping[str, Any]) -> Any:
    """A copy of the document with some fields set, by their paths ("state.players.0.gold"); "-" leaves one out."""
    result = deepcopy(base)
    for place, value in changes.items():
        inner = result
        *outer, last = place.split(".")
        for part in outer:
            inner = inner[int(part)] if isinstance(inner, list) else inner[part]
        key: Any = int(last) if isinstance(inner, list) else last
        if value == "-":
            del inner[key]
        else:
            inner[key] = value
    return result
