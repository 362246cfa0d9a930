"""Our solvers on OpenSpiel's games beside OpenSpiel's own answers."""

from __future__ import annotations

from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import best_response  # noqa: E402
from open_spiel.python.policy import TabularPolicy  # noqa: E402

import orienteer  # noqa: E402
from orienteer.adapters.openspiel import from_openspiel  # noqa: E402
from orienteer.best_response import best_response_value  # noqa: E402
from orienteer.core.reference.pig import Pig  # noqa: E402
from orienteer.core.state import State  # noqa: E402
from orienteer.equilibrium import Equilibrium  # noqa: E402
from orienteer.equilibrium.sequence_form import first_key, next_key  # noqa: E402
from orienteer.equilibrium.solve import solve_subgame  # noqa: E402
from orienteer.mcts import mcts  # noqa: E402


def _as_policy(game: Any, result: Equilibrium) -> Any:
    """Our strategy as OpenSpiel's table, information set by information set."""
    table: dict[str, list[tuple[int, float]]] = {}
    start = from_openspiel(game).new_initial_state()
    stack: list[tuple[State, list[int]]] = [(start, [first_key(start, seat) for seat in (0, 1)])]
    while stack:
        state, keys = stack.pop()
        seat = state.current_player()
        if seat >= 0:
            row = result.row(seat, keys[seat])
            mix = list(zip(row.actions, row.probabilities, strict=True))
            text = state.value.state.information_state_string(seat)  # type: ignore[attr-defined]
            assert table.setdefault(text, mix) == mix
        for action in state.legal_actions():
            after = state.child(action)
            tokens = [after.observed(seat) for seat in (0, 1)]
            stack.append((after, [next_key(k, t) if t else k for k, t in zip(keys, tokens, strict=True)]))
    return pyspiel.TabularPolicy(table)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", -1 / 18),
        ("leduc_poker", -0.085606424),
        ("liars_dice(dice_sides=2)", None),
        ("turn_based_simultaneous_game(game=goofspiel(num_cards=3,imp_info=True,points_order=descending))", 0.0),
    ],
)
def test_law_equilibria_are_as_hard_to_exploit_as_we_say(name: str, value: float | None) -> None:
    game = pyspiel.load_game(name)
    result = solve_subgame(from_openspiel(game).new_initial_state(), target=2e-3)
    assert result.nash_conv <= 2e-3
    assert pyspiel.nash_conv(game, _as_policy(game, result)) == pytest.approx(result.nash_conv, abs=1e-9)
    if value is not None:
        assert abs(result.values[0] - value) <= result.nash_conv


@pytest.mark.parametrize("name", ["kuhn_poker", "tiny_hanabi", "liars_dice(dice_sides=2)"])
def test_law_best_responses_to_random_play_agree(name: str) -> None:
    game = pyspiel.load_game(name)
    for seat in (0, 1):
        theirs = best_response.BestResponsePolicy(game, seat, TabularPolicy(game))
        wanted = theirs.value(game.new_initial_state())
        assert best_response_value(from_openspiel(game), seat, "uniform") == pytest.approx(wanted, abs=1e-12)


def _pig_by_iteration(game: Any) -> float:
    """Value of the first state to seat 0, by value iteration over OpenSpiel's states, which its text tells apart."""
    states, waiting = {}, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if str(state) not in states:
            states[str(state)] = state
            waiting += [state.child(action) for action in state.legal_actions()]
    values = {text: state.returns()[0] for text, state in states.items()}
    moves = {text: [str(state.child(action)) for action in state.legal_actions()] for text, state in states.items()}
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for text, state in states.items():
            if state.is_terminal():
                continue
            following = [values[after] for after in moves[text]]
            if state.is_chance_node():
                new = sum(odds * value for (_, odds), value in zip(state.chance_outcomes(), following, strict=True))
            else:
                new = max(following) if state.current_player() == 0 else min(following)
            change = max(change, abs(new - values[text]))
            values[text] = new
    return float(values[str(game.new_initial_state())])


def test_law_exact_play_of_pig_is_that_of_value_iteration() -> None:
    game = pyspiel.load_game("pig(winscore=8)")
    ours = from_openspiel(game, merge_by_text=True).new_initial_state()
    value = orienteer.evaluate(ours, method="exact").value
    assert value == pytest.approx(_pig_by_iteration(game), abs=1e-9)
    assert value == pytest.approx(2 * orienteer.evaluate(Pig(target=8).new_initial_state(), method="exact").value - 1, abs=1e-9)


def test_law_search_finds_the_only_move() -> None:
    """Tic-tac-toe with two in a row on each side: squares 4 and 8 are X's, 0 and 1 O's, X moves and must win or block at 2."""
    state = from_openspiel("tic_tac_toe", start=(4, 0, 8, 1)).new_initial_state()
    exact = orienteer.evaluate(state, method="exact")
    found = mcts(state, limits=orienteer.Limits(iterations=2000), seed=1)
    assert str(found.best) == exact.best.id == "2"
