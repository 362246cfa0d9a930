"""Counting on multisets: how many hands have a composition, which compositions agree with facts, sums over several hands.

A *slot* is one card drawn unseen. Slots that draw from one shuffled pool take an assignment of its cards that is uniformly
random, so everything about them can be counted on compositions: `CompositionTable` holds, for one hand, how many sequences
of kinds agree with the facts known of it, by how many cards of each kind were drawn from each pool; a table's weight times
the falling factorials of the pools counts deals. Hands of several players meet only in those falling factorials.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial, perm

import numpy as np
from numpy.typing import NDArray

from orienteer.core.composing import draw_one
from orienteer.core.errors import TooLargeError

Rows = NDArray[np.int64]
MAX_PACKED = 1 << 62  # packed keys and whole-number weights up to here fit an int64


def multinomial(counts: Iterable[int]) -> int:
    """Number of orders in which a multiset with these counts can come."""
    total, orders = 0, 1
    for count in counts:
        total += count
        orders *= factorial(total) // (factorial(count) * factorial(total - count))
    return orders


def deals(pool: Sequence[int], counts: Sequence[int]) -> int:
    """Ways to give distinct cards of a pool to slots whose kinds are fixed: the product of falling factorials.

    Zero where a kind has fewer cards in the pool than are taken.
    """
    ways = 1
    for left, taken in zip(pool, counts, strict=True):
        ways *= perm(left, taken)
    return ways


@lru_cache(maxsize=4096)
def compositions(total: int, caps: tuple[int, ...]) -> Rows:
    """All count vectors v with 0 ≤ v[i] ≤ caps[i] that add up to `total`, one a row (do not change the array)."""
    if not caps:
        return np.zeros((1 if total == 0 else 0, 0), np.int64)
    rest = sum(caps[1:])
    parts = []
    for first in range(max(0, total - rest), min(caps[0], total) + 1):
        tail = compositions(total - first, caps[1:])
        parts.append(np.column_stack([np.full(len(tail), first, np.int64), tail]))
    return np.concatenate(parts) if parts else np.zeros((0, len(caps)), np.int64)


@lru_cache(maxsize=4096)
def orders(total: int, caps: tuple[int, ...]) -> NDArray[np.object_]:
    """`multinomial` of every row of `compositions`, as exact whole numbers (do not change the array)."""
    return np.array([multinomial(row) for row in compositions(total, caps).tolist()], dtype=object)


def packed(rows: Rows) -> NDArray[np.int64] | None:
    """One int64 a row, different for different rows; None where a row does not fit."""
    radices = (rows.max(axis=0, initial=0) + 1).tolist()
    size, factors = 1, []
    for radix in reversed(radices):
        factors.append(size)
        size *= radix
    if size >= MAX_PACKED:
        return None
    keys = np.zeros(len(rows), np.int64)
    for column, factor in enumerate(reversed(factors)):
        keys += rows[:, column] * factor
    return keys


def merged(rows: Rows, weights: NDArray[np.generic]) -> tuple[Rows, NDArray[np.generic]]:
    """Equal rows made one, their weights added (exactly, for whole numbers), in ascending order of rows."""
    if len(rows) < 2:
        return rows, weights
    keys = packed(rows)
    order = np.lexsort(rows.T[::-1]) if keys is None else np.argsort(keys, kind="stable")
    rows, weights = rows[order], weights[order]
    fresh = np.ones(len(rows), bool)
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1) if keys is None else np.diff(keys[order]) != 0
    starts = np.flatnonzero(fresh)
    return rows[starts], np.add.reduceat(weights, starts)


class CompositionTable:
    """Sequences of kinds that one hand's slots can have, counted by composition.

    Attributes:
        rows: one composition a row; a block of `kinds` columns a pool, a column a kind.
        weights: how many sequences (times policy weights) have it: exact whole numbers (int64, or Python ints where those
            may not fit), or floats.
    """

    def __init__(self, pools: int, kinds: int, *, bound: int, exact: bool = True) -> None:
        """A hand without slots. `bound`: no sum of weights will pass it; with `exact` it decides the type of number, without
        weights that might not fit an int64 are floats."""
        self.pools, self.kinds = pools, kinds
        self.rows: Rows = np.zeros((1, pools * kinds), np.int64)
        fits = bound < MAX_PACKED
        self.weights: NDArray[np.generic] = np.ones(1, np.int64 if fits else object if exact else np.float64)

    @property
    def is_exact(self) -> bool:
        return self.weights.dtype != np.float64

    def draw(self, pool: int, slots: int, caps: tuple[int, ...], max_rows: int) -> None:
        """Add slots that draw from a pool; of kind i at most caps[i] in all. Raises TooLargeError beyond `max_rows`."""
        while slots:
            # Many slots at once while the table is short, else one by one, which merges early.
            batch = slots if len(self.rows) == 1 else 1
            block = slice(pool * self.kinds, (pool + 1) * self.kinds)
            most = tuple(min(cap, batch) for cap in caps)
            added = compositions(batch, most)
            size = len(self.rows) * len(added)
            if size > 4 * max_rows:
                raise TooLargeError(f"composition table: {size} rows, limit {4 * max_rows}; state fewer facts")
            if batch == 1 and self.weights.dtype != object:
                quick = draw_one(self.rows, self.weights, pool * self.kinds, caps)
                if quick is not None:
                    self.rows, self.weights = quick
                    slots -= 1
                    continue
            rows = np.repeat(self.rows, len(added), axis=0)
            rows[:, block] += np.tile(added, (len(self.rows), 1))
            ways = orders(batch, most).astype(self.weights.dtype)
            weights = (self.weights[:, None] * ways[None, :]).ravel()
            fits = (rows[:, block] <= np.array(caps, np.int64)).all(axis=1)
            self.rows, self.weights = merged(rows[fits], weights[fits])
            slots -= batch

    def held(self) -> Rows:
        """How many of each kind were drawn from all pools together, one row a composition."""
        held: Rows = self.rows.reshape(len(self.rows), self.pools, self.kinds).sum(axis=1)
        return held

    def keep(self, possible: NDArray[np.bool_]) -> None:
        """Drop the rows that are not possible."""
        self.rows, self.weights = self.rows[possible], self.weights[possible]

    def scale(self, where: NDArray[np.bool_], yes: int, no: int) -> None:
        """Multiply weights by `yes` in the rows of `where` and by `no` elsewhere; rows of weight 0 go."""
        factors = np.where(where, yes, no).astype(self.weights.dtype)
        self.weights = self.weights * factors
        self.keep(np.asarray(factors != 0))

    def split_last(self, pool_kinds: int, kinds: Sequence[int], max_rows: int) -> CompositionTable:
        """The same hand with finer kinds: the last kind, a lump of others, is split by all orders of its parts.

        The new table has `pool_kinds` kinds, the last a lump again; kinds[i] is the new place of the old kind i.
        """
        parts = [i for i in range(pool_kinds) if i not in kinds]
        if len(parts) == 1:
            return self
        bound = int(self.weights.sum()) * len(parts) ** int(self.rows.sum(axis=1).max(initial=0))
        finer = CompositionTable(self.pools, pool_kinds, bound=bound)
        old = self.rows.reshape(len(self.rows), self.pools, self.kinds)
        rows, weights = [], []
        size = 0
        for i in range(len(self.rows)):
            block = np.zeros((1, self.pools, pool_kinds), np.int64)
            block[0][:, list(kinds)] = old[i][:, :-1]
            ways = np.ones(1, object)
            for pool in range(self.pools):
                lump = int(old[i, pool, -1])
                caps = (lump,) * len(parts)
                added = compositions(lump, caps)
                block = np.repeat(block, len(added), axis=0)
                block[:, pool, parts] = np.tile(added, (len(ways), 1))
                ways = (ways[:, None] * orders(lump, caps)[None, :]).ravel()
            rows.append(block.reshape(len(block), -1))
            weights.append(int(self.weights[i]) * ways)
            size += len(block)
            if size > max_rows:
                raise TooLargeError(f"composition table: more than {max_rows} rows; ask for fewer kinds")
        finer.rows = np.concatenate(rows) if rows else np.zeros((0, self.pools * pool_kinds), np.int64)
        found = np.concatenate(weights) if weights else np.zeros(0, object)
        finer.weights = found.astype(finer.weights.dtype)
        return finer


def folded(
    left: tuple[Rows, NDArray[np.generic]], right: tuple[Rows, NDArray[np.generic]], max_pairs: int
) -> tuple[Rows, NDArray[np.generic]]:
    """Sums of a row of each with the product of weights, equal sums merged: what two hands take together.

    Raises TooLargeError beyond `max_pairs` pairs of rows.
    """
    pairs = len(left[0]) * len(right[0])
    if pairs > max_pairs:
        raise TooLargeError(f"composition tables: {pairs} pairs of rows, limit {max_pairs}; sample instead")
    exact = int(left[1].sum()) * int(right[1].sum()) < MAX_PACKED
    kind = np.int64 if exact else object
    rows: list[Rows] = []
    weights: list[NDArray[np.generic]] = []
    step = max(1, 1_000_000 // max(1, len(right[0])))
    for start in range(0, len(left[0]), step):
        part = left[0][start : start + step]
        sums = (part[:, None, :] + right[0][None, :, :]).reshape(-1, right[0].shape[1])
        products = left[1][start : start + step].astype(kind)[:, None] * right[1].astype(kind)[None, :]
        found = merged(sums, products.ravel())
        rows.append(found[0])
        weights.append(found[1])
    if not rows:
        return left
    return merged(np.concatenate(rows), np.concatenate(weights))
