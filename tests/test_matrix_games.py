"""Stage games against scipy's linear programs, known games, and numpy's roots."""

import math
import random

import numpy as np
import pytest
from scipy.optimize import linprog

from orienteer.core.errors import OptionError, TooLargeError
from orienteer.hash_table import HashTable
from orienteer.matrix_games import solve_general_sum, solve_zero_sum, symmetric_two_action


def lp_value(matrix):
    a = np.asarray(matrix, float)
    m, n = a.shape
    found = linprog(
        [0] * m + [-1], A_ub=np.hstack([-a.T, np.ones((n, 1))]), b_ub=np.zeros(n),
        A_eq=[[1] * m + [0]], b_eq=[1], bounds=[(0, None)] * m + [(None, None)], method="highs",
    )  # fmt: skip
    return -found.fun


@pytest.mark.parametrize("kind", ["real", "whole", "degenerate"])
def test_zero_sum_equals_scipy(kind):
    rng = random.Random(kind)
    for _ in range(150):
        m, n = rng.randint(1, 16), rng.randint(1, 16)
        draw = {
            "real": lambda: rng.gauss(0, 10),
            "whole": lambda: rng.randint(-3, 3),
            "degenerate": lambda: rng.choice([0, 0, 0, 1]),
        }[kind]
        matrix = [[draw() for _ in range(n)] for _ in range(m)]
        value, x, y = solve_zero_sum(matrix)
        a = np.array(matrix)
        assert value == pytest.approx(lp_value(matrix), abs=1e-8)
        assert min(x) >= 0
        assert min(y) >= 0
        assert sum(x) == pytest.approx(1, abs=1e-12)
        assert sum(y) == pytest.approx(1, abs=1e-12)
        assert min(np.array(x) @ a) == pytest.approx(value, abs=1e-11)
        assert max(a @ np.array(y)) == pytest.approx(value, abs=1e-11)


def test_zero_sum_known_games():
    value, x, y = solve_zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0, abs=1e-15)
    assert x == pytest.approx([1 / 3] * 3)
    assert y == pytest.approx([1 / 3] * 3)
    assert solve_zero_sum([[5]]) == (5.0, [1.0], [1.0])
    value, x, y = solve_zero_sum([[3, -1], [-2, 1]])
    assert (value, x, y) == (pytest.approx(1 / 7), pytest.approx([3 / 7, 4 / 7]), pytest.approx([2 / 7, 5 / 7]))
    assert solve_zero_sum([[1e9, -1e9], [-1e9, 1e9], [0, 0]])[0] == pytest.approx(0, abs=1e-3)


def test_zero_sum_refuses_bad_input():
    with pytest.raises(OptionError, match="rows of equal length"):
        solve_zero_sum([[1, 2], [3]])
    with pytest.raises(TooLargeError, match="limit 512 a side"):
        solve_zero_sum([[0] * 513])


def flat(tables):
    return [tuple(entry) for row in tables for entry in row]


def test_general_sum_picks_the_documented_equilibrium():
    # Coordination: two pure equilibria, the one with the higher sum.
    values, mixes, eps = solve_general_sum(flat([[(1, 1), (0, 0)], [(0, 0), (2, 2)]]), [2, 2])
    assert (values, mixes, eps) == ([2, 2], [[0, 1], [0, 1]], 0)
    # Prisoners' dilemma: the only one.
    assert solve_general_sum(flat([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]), [2, 2])[0] == [1, 1]
    # No pure equilibrium, 2×2: closed form.
    values, mixes, eps = solve_general_sum(flat([[(2, 1), (0, 3)], [(1, 2), (1, 0)]]), [2, 2])
    assert mixes[0] == pytest.approx([0.5, 0.5])
    assert mixes[1] == pytest.approx([0.5, 0.5])
    assert values == pytest.approx([1, 1.5])
    assert eps <= 1e-12


def test_general_sum_eps_is_the_largest_gain():
    rng = random.Random(5)
    for _ in range(40):
        counts = [rng.randint(1, 3) for _ in range(rng.randint(2, 4))]
        payoffs = [[rng.random() for _ in counts] for _ in range(math.prod(counts))]
        values, mixes, eps = solve_general_sum(payoffs, counts)
        table = np.array(payoffs).reshape([*counts, len(counts)])
        gain = 0.0
        for seat in range(len(counts)):
            own = np.moveaxis(table[..., seat], seat, -1)
            for other in reversed([k for k in range(len(counts)) if k != seat]):
                own = np.tensordot(np.array(mixes[other]), own, axes=(0, own.ndim - 2))
            assert float(own @ np.array(mixes[seat])) == pytest.approx(values[seat], abs=1e-9)
            gain = max(gain, float(own.max()) - values[seat])
        assert gain == pytest.approx(eps, abs=1e-9)
        assert eps < 0.1  # where only regret matching is left; convergence is not guaranteed


def test_symmetric_two_action_finds_every_root():
    rng = random.Random(9)
    for _ in range(200):
        b = [rng.gauss(0, 1) for _ in range(rng.randint(1, 8))]
        degree = len(b) - 1
        poly = np.zeros(1)
        for k, coefficient in enumerate(b):
            term = np.polynomial.polynomial.polypow([0, 1], k)
            term = np.polynomial.polynomial.polymul(term, np.polynomial.polynomial.polypow([1, -1], degree - k))
            poly = np.polynomial.polynomial.polyadd(poly, coefficient * math.comb(degree, k) * term)
        expected = sorted(r.real for r in np.roots(poly[::-1]) if abs(r.imag) < 1e-9 and 0 <= r.real <= 1)
        assert symmetric_two_action(b) == pytest.approx(expected, abs=1e-7)


def test_symmetric_two_action_known_roots():
    assert symmetric_two_action([-1, 1]) == pytest.approx([0.5], abs=1e-12)
    assert symmetric_two_action([0, -1]) == [0.0]
    assert symmetric_two_action([1, 0]) == [1.0]
    assert symmetric_two_action([0, 0, 0]) == [0.5]
    assert symmetric_two_action([1, 2]) == []
    # 16 (p − 1/4)(p − 3/4): both roots on one side of a coarse grid's middle.
    assert symmetric_two_action([3, -5, 3]) == pytest.approx([0.25, 0.75], abs=1e-12)
    # A double root in the middle.
    assert symmetric_two_action([1, -1, 1]) == pytest.approx([0.5], abs=1e-6)
    # Degree 2 with roots very close together: a grid of 0.01 steps sees none.
    assert len(symmetric_two_action([0.5 * 0.501, 0.5 * (0.5 * 0.501 + 0.5 * 0.499) - 0.5, 0.5 * 0.499])) in (0, 2)


def test_hash_table_keeps_all_keys():
    rng = random.Random(3)
    table = HashTable()
    keys = [rng.getrandbits(128) for _ in range(3000)] + list(range(3000)) + [k << 64 for k in range(1, 3000)]
    expected = {}
    for key in keys:
        number = expected.setdefault(key, len(expected))
        assert table.find_or_add(key, len(table)) == number
    assert len(table) == len(expected)
    assert all(table.find(key) == number for key, number in expected.items())
    assert table.find(rng.getrandbits(128)) is None
    assert table.num_bytes >= 24 * len(table)
