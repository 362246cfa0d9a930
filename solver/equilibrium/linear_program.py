"""Equilibria of two-player constant-sum subgames by linear programming over sequences (SciPy's HiGHS).

Independent of regret minimisation, and as exact as floating point allows. Source: Koller, Megiddo and von Stengel, Fast
Algorithms for Finding Randomized Strategies in Game Trees (1994).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orienteer.equilibrium.sequence_form import SequenceForm


def solve_linear_program(
    form: SequenceForm, seconds: float | None = None
) -> tuple[tuple[float, float], tuple[NDArray[np.float64], ...]]:
    """Values by seat and the strategies (by seat, the probability of each sequence's last action).

    `seconds` limits each of the two programs, one a seat; nothing else can stop them. Raises OrienteerError unless two seats
    play for a constant sum, where a program has no solution within tolerances, and where the limit was met.
    """
    if form.num_players != 2 or form.constant_sum is None:
        raise OrienteerError("linear program: only for two players whose returns have a constant sum")
    found = [_best_plan(form, seat, seconds) for seat in (0, 1)]
    values = (found[0][0], found[1][0])
    return values, tuple(_behaviour(form, seat, plan) for seat, (_, plan) in enumerate(found))


def _best_plan(form: SequenceForm, seat: int, seconds: float | None) -> tuple[float, NDArray[np.float64]]:
    """The most that the seat can be sure of, and the realisation plan that makes sure of it.

    Variables: the plan, then what each information set of the other is worth to it, and the root's. The other's sequences
    each limit the worth of the set they belong to by what they leave this seat and by the sets that follow.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import coo_array, csr_array
    except ImportError:
        raise OrienteerError('linear program: needs SciPy, pip install "orienteer[lp]"') from None

    other = 1 - seat
    num_own, num_other = form.num_sequences[seat], form.num_sequences[other]
    sets_own, sets_other = form.num_information_sets[seat], form.num_information_sets[other]
    # 1. Worth of the set of each of the other's sequences − worth of the sets behind it − payoffs ≤ 0.
    rows: list[Any]
    columns: list[Any]
    entries: list[Any]
    rows, columns, entries = [form.sequences[:, other]], [form.sequences[:, seat]], [-form.payoffs[:, seat]]
    owner = np.concatenate([[0], 1 + np.repeat(np.arange(sets_other), np.diff(form.first[other]))])
    rows += [np.arange(num_other), form.parent[other]]
    columns += [num_own + owner, num_own + 1 + np.arange(sets_other)]
    entries += [np.ones(num_other), -np.ones(sets_other)]
    limits = coo_array(
        (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))), shape=(num_other, num_own + 1 + sets_other)
    )
    # 2. The plan: 1 for the empty sequence, and at each set what goes on is what came.
    owner = 1 + np.repeat(np.arange(sets_own), np.diff(form.first[seat]))
    flow_rows = np.concatenate([[0], owner, 1 + np.arange(sets_own)])
    flow_columns = np.concatenate([np.arange(num_own), form.parent[seat]])
    flow_entries = np.concatenate([np.ones(num_own), -np.ones(sets_own)])
    flow = csr_array((flow_entries, (flow_rows, flow_columns)), shape=(1 + sets_own, num_own + 1 + sets_other))
    cost = np.zeros(num_own + 1 + sets_other)
    cost[num_own] = -1
    bounds = np.full((len(cost), 2), np.inf)
    bounds[:num_own, 0] = 0
    bounds[num_own:, 0] = -np.inf
    start = np.zeros(1 + sets_own)
    start[0] = 1
    options = {} if seconds is None else {"time_limit": max(seconds, 1e-3)}
    answer: Any = cast(Any, linprog)(
        cost, limits.tocsr(), np.zeros(num_other), flow, start, bounds, method="highs", options=options
    )
    if answer.status != 0:
        raise OrienteerError(f"linear program: {answer.message}")
    return float(-answer.fun), np.maximum(answer.x[:num_own], 0)


def _behaviour(form: SequenceForm, seat: int, plan: NDArray[np.float64]) -> NDArray[np.float64]:
    strategy = np.ones(len(plan))
    first = form.first[seat]
    for begin, end in pairwise(first):
        mass = plan[begin:end].sum()
        strategy[begin:end] = plan[begin:end] / mass if mass > 1e-12 else 1 / (end - begin)
    return strategy
