"""The bridge for games in Python: what it refuses, and how errors and keys travel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.python_game import PythonBelief, PythonGame
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, StateStore

from .tiny_games import Duel, Voyage


class BoomError(Exception):
    pass


class Explosive(Duel):
    """Fails in the middle of play."""

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        raise BoomError(actions)


def test_law_errors_reach_the_caller_through_compiled_code() -> None:
    with pytest.raises(BoomError):
        Explosive().new_initial_state().playout(RandomStream(1))


def _ask(game: PythonGame) -> None:
    state = game.new_initial_state()
    state.playout(RandomStream(2))
    state.returns("points")


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("current_player", 2),
        ("current_player", -3),
        ("current_player", "0"),
        ("legal_actions", [1, 0]),
        ("legal_actions", [0, 0]),
        ("legal_actions", [3]),
        ("legal_actions", [True]),
        ("legal_actions", list(range(600))),
        ("chance_outcomes", []),
        ("chance_outcomes", [(1, 0)]),
        ("chance_outcomes", [(1, 0.5)]),
        ("chance_outcomes", [(2, 1), (1, 1)]),
        ("chance_outcomes", [(9, 1)]),
        ("chance_outcomes", [1, 2]),
        ("chance_outcomes", [(1, 1 << 62), (2, 1 << 62)]),
        ("apply", None),
        ("apply", [1]),
        ("returns", [0.0]),
        ("returns", [0.0, float("nan")]),
    ],
)
def test_law_wrong_answers_are_named(method: str, answer: object) -> None:
    broken = type("Broken", (Duel,), {method: lambda *_: answer})()
    with pytest.raises(OrienteerError, match=f"Broken.{method}"):
        _ask(broken)


@pytest.mark.parametrize("method", ["initial_value", "current_player", "legal_actions", "apply", "returns"])
def test_law_missing_methods_are_named(method: str) -> None:
    bare = PythonGame(name="bare", num_players=1, num_distinct_actions=1)
    arguments: dict[str, tuple[Any, ...]] = {"initial_value": (), "current_player": (0,), "returns": (0, "win")}
    with pytest.raises(NotImplementedError, match=method):
        getattr(bare, method)(*arguments.get(method, (0, 0)))


def test_law_values_without_a_repr_have_no_key() -> None:
    with pytest.raises(OrienteerError, match="repr"):
        Duel().state_at((object(),)).key()


def test_law_keys_do_not_depend_on_hash_seed() -> None:
    program = (
        "from orienteer.core.python_game import PythonGame;"
        "game = PythonGame(name='bare', num_players=1, num_distinct_actions=1);"
        "print(game.state_at((frozenset({'a', 'b', 'c', 'd'}), 'x', 1)).key())"
    )
    keys = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(keys) == 1


def test_law_large_weights_are_sampled() -> None:
    game = Voyage()
    mask = game.state_at(game.initial_value())
    belief = PythonBelief(mask, 0, [(game.initial_value()._replace(round=i), 1 << 80) for i in (0, 1)])
    stream = RandomStream(3)
    assert 350 < sum(belief.sample(stream).value.round for _ in range(1000)) < 650  # type: ignore[attr-defined]


def test_law_belief_needs_a_world() -> None:
    game = Duel()
    with pytest.raises(OrienteerError, match="no state agrees"):
        PythonBelief(game.state_at(game.initial_value()), 0, [])


def test_law_no_transition_no_reward() -> None:
    state = Duel().new_initial_state()
    assert state.current_player() == CHANCE_PLAYER
    assert state.rewards("points") == [0.0, 0.0]
    assert StateStore(state).count == 0
