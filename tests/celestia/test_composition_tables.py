"""Composition tables: cards drawn one by one count as those drawn at once, and as sequences listed in full."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from orienteer.core.composing import draw_one
from orienteer.core.counting import CompositionTable


def listed(table):
    return dict(zip(map(tuple, table.rows.tolist()), table.weights.tolist(), strict=True))


def sequences(slots, caps):
    """By composition, the sequences of kinds for slots of each pool in which no kind comes more often than it may."""
    found = Counter()
    for kinds in product(range(len(caps)), repeat=sum(slots)):
        counts, place = [], 0
        for size in slots:
            counts += [kinds[place : place + size].count(kind) for kind in range(len(caps))]
            place += size
        if all(count <= caps[i % len(caps)] for i, count in enumerate(counts)):
            found[tuple(counts)] += 1
    return dict(found)


@pytest.mark.parametrize(("bound", "exact"), [(10**6, True), (10**30, True), (10**30, False)])
def test_law_a_table_counts_sequences_in_the_order_of_its_rows(bound, exact):
    table = CompositionTable(2, 3, bound=bound, exact=exact)
    for pool, slots in ((1, 2), (0, 1), (1, 1), (0, 2)):
        table.draw(pool, slots, (1, 2, 3), 1000)
    assert listed(table) == sequences((3, 3), (1, 2, 3))
    assert table.rows.tolist() == sorted(table.rows.tolist())


def test_rows_that_do_not_fit_a_number_are_left_to_the_general_way():
    rows, weights = np.full((1, 40), 3, np.int64), np.ones(1)
    assert draw_one(rows, weights, 0, (4, 4)) is None
    assert draw_one(rows[:, :2].copy(), weights, 0, (4, 3))[0].tolist() == [[4, 3]]
    table = CompositionTable(20, 2, bound=10)
    table.rows = np.array([[3] * 40, [4] + [3] * 39], np.int64)
    table.weights = np.array([1, 2])
    table.draw(0, 1, (4, 4), 1000)
    assert listed(table) == {(3, 4, *[3] * 38): 1, (4, 3, *[3] * 38): 1, (4, 4, *[3] * 38): 2}
