"""Our solvers on OpenSpiel's games beside OpenSpiel's own answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import orienteer  # noqa: E402
from open_spiel.python.algorithms import exploitability, value_iteration  # noqa: E402
from open_spiel.python.policy import TabularPolicy  # noqa: E402
from orienteer.adapters.openspiel import from_openspiel  # noqa: E402
from orienteer.best_response import best_response_value  # noqa: E402
from orienteer.core.registry import load_game  # noqa: E402
from orienteer.equilibrium.solve import solve_subgame  # noqa: E402
from tests.conformance.walk import histories  # noqa: E402


def _as_policy(name: str, result: Any) -> Any:
    """Our strategy as OpenSpiel's table, by way of any history in each information set."""
    game = pyspiel.load_game(name)
    policy = TabularPolicy(game)
    policy.action_probability_array[:] = 0
    rows = {(row.seat, tuple(row.chain)): row for row in result.table}
    for history in histories(from_openspiel(name), 100_000):
        seat = history.state.current_player()
        if seat >= 0:
            text = history.state.value.state.information_state_string(seat)  # type: ignore[attr-defined]
            row = rows[seat, history.tokens[seat]]
            for action, share in row.strategy.items():
                policy.action_probability_array[policy.state_lookup[text], action] = share
    return policy


@pytest.mark.parametrize(
    ("name", "value"), [("kuhn_poker", -1 / 18), ("liars_dice(dice_sides=2)", None), ("leduc_poker", -0.085606424)]
)
def test_law_equilibria_are_as_hard_to_exploit_as_we_say(name: str, value: float | None) -> None:
    result = solve_subgame(from_openspiel(name).new_initial_state(), target=2e-3)
    theirs = exploitability.nash_conv(pyspiel.load_game(name), _as_policy(name, result))
    assert theirs == pytest.approx(result.nash_conv, abs=1e-9)
    if value is not None:
        assert abs(result.values[0] - value) <= result.nash_conv
