"""Every position that play reaches is accepted and round-trips, and viewing commutes with stepping."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.core.registry import load_game
from orienteer.positions import Position, template
from tests.positions.laws import check_following, check_only_position_errors, check_records, played_document

from .position_helpers import game_of, option_sets, random_step

OPTIONS = list(option_sets())
STEPS = 400


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_law_positions_round_trip_and_follow_play(options: dict[str, Any]) -> None:
    check_following(game_of(options), random_step, STEPS, random.Random(str(options)), texts=0.1)


@pytest.mark.parametrize("options", OPTIONS[1::4], ids=str)
def test_law_records_replay(options: dict[str, Any]) -> None:
    check_records(game_of(options), random_step, STEPS // 2, random.Random(str(options)))


@pytest.mark.parametrize("viewer", ["public", "omniscient", 1])
def test_law_every_viewer_sees_the_same(viewer: str | int) -> None:
    game, rng = load_game("lost_explorers", players=3), random.Random(7)
    state = game.new_initial_state()
    position = Position.from_state(state, viewer)
    for _ in range(150):
        random_step(state, rng)
        position = position.after(state.observation(0))
        assert position.state == state


@pytest.mark.parametrize(
    "options", [{}, {"players": 4}, {"players": 3, "closed": ("R3", "Y3", "B3"), "max_turns": None}], ids=str
)
def test_the_template_is_a_position(options: dict[str, Any]) -> None:
    position = Position.from_dict(template("lost_explorers", **options))
    assert position.state == position.game.new_initial_state()
    assert pickle.loads(pickle.dumps(position)) == position
    assert Position.from_json(position.to_json()) == position


SCALARS = st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.integers(10**30, 10**31)
WORDS = st.sampled_from(
    ["red", "left", "YB", "B2+YB", "R2+RB+GR", "rry", "menu", "bonus", "over", "phase_1", "", "4", "\ud800"]
)
VALUES = st.recursive(SCALARS | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3))


@pytest.fixture(scope="module")
def documents() -> list[Any]:
    """A position of each option set, somewhere along a game."""
    rngs = [random.Random(number) for number in range(len(OPTIONS))]
    return [played_document(game_of(o), random_step, rng.randint(60, 160), rng) for o, rng in zip(OPTIONS, rngs, strict=True)]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_only_position_errors(documents: list[Any], data: st.DataObject) -> None:
    check_only_position_errors(data, data.draw(st.sampled_from(documents)), VALUES)


@pytest.mark.parametrize("options", OPTIONS[::2], ids=str)
def test_law_what_follows_may_be_left_out(options: dict[str, Any]) -> None:
    rng, state = random.Random(str(options)), game_of(options).new_initial_state()
    names = rng.choice([None, [f"player {seat}" for seat in range(state.game.num_players)]])
    for _ in range(STEPS):
        if state.is_terminal():
            break
        random_step(state, rng)
        if rng.random() < 0.92 and not state.is_terminal():
            continue
        document = Position.from_state(state, 0, names).to_dict()
        short = shortened(document, state)
        position = Position.from_dict(short)
        assert position.state == state
        assert position.to_dict() == document
        assert position.assumptions == ()


def shortened(document: dict[str, Any], state: Any) -> dict[str, Any]:
    """The document without what follows from the rest."""
    phase, table = document["state"]["phase"], dict(document["state"])
    for name in ("discard", "undealt", "shown", "ending"):
        table.pop(name, None)
    if phase not in ("close", "deal", "show", "over"):
        del table["phase"]
    if phase != "menu":
        del table["stage"]
    if phase != "over" and table.get("stage") != "start":
        del table["idle"]
    if phase in ("close", "deal", "choose", "show"):
        del table["turn"], table["round"]
    if not table["used"]:
        del table["used"], table["sides"]
    if state.game.num_players == 2:
        del table["closed"]
    fields = state.fields()
    begun = [fields["turns"] > seat - (fields["stage"] != "start") for seat in range(state.game.num_players)]
    table["players"] = [
        {
            key: value
            for key, value in player.items()
            if key not in ("leaders", "clues", "members") and value != [] and (key != "vehicles" or has_begun)
        }
        for player, has_begun in zip(table["players"], begun, strict=True)
    ]
    return {key: table if key == "state" else value for key, value in document.items() if key != "evidence"}
