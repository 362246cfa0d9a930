"""OpenSpiel's games as ours: the contract holds, information sets are OpenSpiel's, what cannot be wrapped is refused."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from orienteer.adapters.openspiel import from_openspiel  # noqa: E402
from orienteer.adapters.wrapped import whole_weights  # noqa: E402
from orienteer.core.errors import OptionError, OrienteerError  # noqa: E402
from orienteer.core.state import State, View  # noqa: E402
from tests.conformance.suite import failing_checks  # noqa: E402
from tests.conformance.walk import histories  # noqa: E402

# Small enough to list whole; larger games from a few moves on.
GAMES: list[tuple[str, tuple[int, ...]]] = [
    ("kuhn_poker", ()),
    ("leduc_poker", (0, 3, 1, 2, 1)),
    ("tiny_hanabi", ()),
    ("pig(winscore=3,horizon=4,diceoutcomes=2)", ()),
    ("goofspiel(num_cards=3,imp_info=True,points_order=descending)", ()),
    ("liars_dice(dice_sides=2)", (1,)),
    ("tic_tac_toe", (4, 0, 8, 2, 6)),
    ("matrix_mp", ()),
]


@pytest.mark.parametrize(("name", "start"), GAMES, ids=[name for name, _ in GAMES])
def test_law_wrapped_games_keep_the_contract(name: str, start: tuple[int, ...]) -> None:
    assert failing_checks(from_openspiel(name, start=start)) == {}


@pytest.mark.parametrize(
    "name", ["kuhn_poker", "tiny_hanabi", "liars_dice(dice_sides=2)", "goofspiel(num_cards=3,imp_info=True)"]
)
def test_law_information_sets_are_those_of_openspiel(name: str) -> None:
    for seat in (0, 1):
        by_chain: dict[Any, set[str]] = {}
        by_text: dict[str, set[Any]] = {}
        for history in histories(from_openspiel(name), 20_000):
            if seat in history.state.players_to_move():
                text = history.state.value.state.information_state_string(seat)  # type: ignore[attr-defined]
                by_chain.setdefault(history.tokens[seat], set()).add(text)
                by_text.setdefault(text, set()).add(history.tokens[seat])
        assert by_chain
        assert all(len(texts) == 1 for texts in by_chain.values())
        assert all(len(chains) == 1 for chains in by_text.values())


def _after(state: State, *actions: int) -> State:
    for action in actions:
        state.apply(action)
    return state


def test_law_a_belief_without_evidence_is_that_of_the_information_state() -> None:
    state = _after(from_openspiel("leduc_poker").new_initial_state(), 0, 3, 1, 2, 1)
    worlds = View(state, 0).belief().enumerate()
    assert sorted(world.value.state.history()[1] for world, _ in worlds) == [1, 2, 3, 4, 5]  # type: ignore[attr-defined]
    assert len({weight for _, weight in worlds}) == 1


def test_rule_probabilities_become_the_smallest_weights() -> None:
    assert whole_weights([(2, 0.5), (0, 1 / 3), (1, 1 / 6), (3, 0.0)]) == [(0, 2), (1, 1), (2, 3)]
    with pytest.raises(OrienteerError, match="fractions"):
        whole_weights([(0, 0.3333), (1, 0.6666)])
    with pytest.raises(OrienteerError, match="fractions"):
        whole_weights([(0, 2**-0.5), (1, 1 - 2**-0.5)])


def test_rule_chance_is_exact() -> None:
    outcomes = _after(from_openspiel("kuhn_poker").new_initial_state(), 1).chance_outcomes()
    assert outcomes == [(0, 1), (2, 1)]
    assert Fraction(outcomes[0][1], sum(weight for _, weight in outcomes)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "match"),
    [("no_such_game", "load_game"), ("mfg_crowd_modelling", "mean-field"), ("kuhn_poker(players=11)", "num_players|load_game")],
)
def test_law_what_cannot_be_wrapped_is_refused(name: str, match: str) -> None:
    with pytest.raises(OrienteerError, match=match):
        from_openspiel(name)


def test_law_hidden_games_are_never_merged_by_text() -> None:
    with pytest.raises(OptionError, match="merge_by_text"):
        from_openspiel("kuhn_poker", merge_by_text=True)


@pytest.mark.parametrize("start", [(9,), (0, 0), (4, 0, "x")])
def test_law_a_start_must_be_playable(start: Any) -> None:
    with pytest.raises(OptionError, match="start"):
        from_openspiel("tic_tac_toe", start=start)


def test_law_merging_and_pickling_keep_equality() -> None:
    merged = from_openspiel("tic_tac_toe", merge_by_text=True).new_initial_state()
    apart = from_openspiel("tic_tac_toe").new_initial_state()
    assert _after(merged.clone(), 0, 4, 8) == _after(merged.clone(), 8, 4, 0)
    assert _after(apart.clone(), 0, 4, 8) != _after(apart.clone(), 8, 4, 0)
    state = _after(merged.clone(), 0, 4, 8)
    assert pickle.loads(pickle.dumps(state)) == state
