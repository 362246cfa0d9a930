"""How worlds are drawn: every live hand from its own composition table, and how far that is from the exact joint.

With factors x[epoch][kind] a hand is proposed with weight W(t) · Π x^t, independently of the others; then the joint weight of
all hands, Π W · Π falling(pool, taken), differs from the proposal's only by Π falling(pool, taken) / x^taken, a function of
what all hands take *together*. Its maximum over everything they can take is found exactly (it is a sum of concave terms), so
accepting by it gives the exact joint, without approximation. One live hand needs no correction at all. The factors are chosen
near what the other hands leave of each kind, where the acceptance is best.

Where live hands have taken all of an old deck between them, what they took together is fixed, and independent proposals would
seldom hit it. Then the last hand takes what the others left of such decks (its `Rest`): its rows are grouped by that, a group
is accepted by its weight against the heaviest, and a row of it drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from orienteer.core.celestia.hands import Hand, HiddenHands
from orienteer.core.counting import MAX_PACKED
from orienteer.core.errors import OrienteerError

NUM_ROUNDS = 6  # of the search for good factors
LEAST_GAIN = 0.05  # of the log of the acceptance, that makes another round worth while
LEAST = 0.05  # the least factor of a kind


@dataclass
class LiveHand:
    """A live hand's part of the proposal.

    Attributes:
        seat: whose.
        kinds: places of its kinds among the proposal's.
        epochs: the pools of its table.
        rows: compositions, `len(kinds) + 1` columns an epoch, the lump of others last.
        cumulative: running sums of the rows' weights.
    """

    seat: int
    kinds: tuple[int, ...]
    epochs: tuple[int, ...]
    rows: NDArray[np.int8]
    cumulative: NDArray[np.float64]


@dataclass
class Rest:
    """How the last hand takes what is left of the decks of which nothing is left over.

    Attributes:
        epochs: of the log, that are used up.
        steps: by epoch and kind of the hand, what one card more adds to a group's key; 0 in decks that are not used up.
        most: by epoch and kind of the hand, the most that any of its rows takes.
        keys: of the groups, ascending.
        starts: of the groups among the rows, and the number of rows.
        log_weights: of the groups.
    """

    epochs: tuple[int, ...]
    steps: NDArray[np.int64]
    most: NDArray[np.int64]
    keys: NDArray[np.int64]
    starts: NDArray[np.int64]
    log_weights: NDArray[np.float64]


@dataclass
class Proposal:
    """How live hands are drawn together.

    Attributes:
        kinds: cards that some live hand's facts speak of; the others are one lump, the last kind.
        hands: the live hands.
        factors: x by epoch and kind.
        log_ratio: by epoch, kind and number taken: log of falling(pool, taken) / x^taken, −inf beyond the pool.
        log_bound: the largest sum of log_ratio over everything that the hands can take together, and of a group's weight.
        rest: how the last hand is drawn, None where like the others.
    """

    kinds: tuple[int, ...]
    hands: list[LiveHand]
    factors: NDArray[np.float64]
    log_ratio: NDArray[np.float64]
    log_bound: float
    rest: Rest | None = None


def propose(hidden: HiddenHands) -> Proposal:
    """The proposal for all live hands. Raises OrienteerError where they need more cards of a kind than there were."""
    live = [hidden.hands[seat] for seat in hidden.tabled()]
    kinds = tuple(sorted({kind for hand in live for kind in hand.kinds}))
    pools = np.array(hidden.columns(kinds), np.int64).reshape(len(hidden.pools), len(kinds) + 1)
    if len(live) == 1:
        return _alone(live[0], kinds, pools)
    parts = [_Part(hand, kinds) for hand in live]
    low, high = _reach(parts, pools)
    taken = np.sum([part.slots(len(pools)) for part in parts], axis=0)
    if (low > pools).any() or (high.sum(axis=1) < taken).any():
        raise OrienteerError("evidence: hidden hands took more cards of a kind than there were")
    factors: NDArray[np.float64] = pools.astype(np.float64) + 0.5
    best: tuple[float, NDArray[np.float64], list[NDArray[np.float64]]] | None = None
    for _ in range(NUM_ROUNDS):
        for part in parts:
            part.weigh(factors)
        bound = sum((_bound(low[e], high[e], pools[e], factors[e], int(taken[e])) for e in range(len(pools))), 0.0)
        cost = bound + sum(part.log_total for part in parts)
        gain = 0.0 if best is None else best[0] - cost
        if best is None or gain > 0:
            best = (cost, factors, [part.weights for part in parts])
            if 0 < gain < LEAST_GAIN:
                break
        elif gain < -LEAST_GAIN:
            break
        mean = np.sum([part.mean(factors) for part in parts], axis=0)
        factors = np.sqrt(factors * np.maximum(pools - mean + 0.5, LEAST))
    assert best is not None
    _, factors, chosen = best
    for part, weights in zip(parts, chosen, strict=True):
        part.weights = weights
    used_up = tuple(e for e in range(len(pools)) if taken[e] == pools[e].sum())
    open_epochs = [e for e in range(len(pools)) if e not in used_up]
    rests = [found for part in parts if (found := _rest(part, used_up, factors)) is not None]
    log_ratio = _log_ratios(pools, factors, int(taken.max()))
    if not rests:
        bound = sum(_bound(low[e], high[e], pools[e], factors[e], int(taken[e])) for e in range(len(pools)))
        return Proposal(kinds, [_live(part.hand, kinds, part.weights) for part in parts], factors, log_ratio, bound)
    # The hand that hits most seldom comes last.
    _, log_most, last, order, rest = min(rests, key=lambda found: found[0])
    bound = sum(_bound(low[e], high[e], pools[e], factors[e], int(taken[e])) for e in open_epochs) + log_most
    hands = [_live(part.hand, kinds, part.weights) for part in parts if part is not last]
    hands.append(_live(last.hand, kinds, last.weights, order))
    return Proposal(kinds, hands, factors, log_ratio, bound, rest)


def _rest(
    part: _Part, used_up: tuple[int, ...], factors: NDArray[np.float64]
) -> tuple[float, float, _Part, NDArray[np.intp], Rest] | None:
    """The part as the last one: the share of the heaviest group, its log weight, the part, its rows by group and the groups.

    None where it draws nothing from the decks that are used up, or its groups cannot be numbered.
    """
    mine = [row for row, epoch in enumerate(part.hand.epochs) if epoch in used_up]
    if not mine or not part.places:
        return None
    most = part.blocks[:, :, :-1].max(axis=0)
    steps, size = np.zeros_like(most), 1
    for row in mine:
        for column in range(most.shape[1]):
            steps[row, column] = size
            size *= int(most[row, column]) + 1
    if size >= MAX_PACKED:
        return None
    keys = (part.blocks[:, :, :-1] * steps).sum(axis=(1, 2))
    order = np.argsort(keys, kind="stable")
    order = order[part.weights[order] > 0]
    found, starts = np.unique(keys[order], return_index=True)
    weights = np.add.reduceat(part.weights[order], starts)
    # A lump's split among finer kinds weighs a group besides; at most by its most likely split.
    heaviest = np.log(weights)
    for row in mine:
        lumps = part.blocks[order[starts], row, -1]
        modes = [_log_mode(size, factors[part.hand.epochs[row], part.others]) for size in range(int(lumps.max(initial=0)) + 1)]
        heaviest = heaviest + np.array(modes)[lumps]
    log_most = float(heaviest.max())
    rest = Rest(used_up, steps, most, found, np.append(starts, len(order)).astype(np.int64), np.log(weights))
    return log_most - log(weights.sum()), log_most, part, order, rest


def _log_mode(size: int, factors: NDArray[np.float64]) -> float:
    """Log of the chance of the most likely split of a lump of cards by the factors."""
    shares = np.log(factors / factors.sum())
    counts = np.zeros(len(factors), np.int64)
    total = lgamma(size + 1)
    for _ in range(size):
        best = int((shares - np.log(counts + 1)).argmax())
        counts[best] += 1
        total += float(shares[best]) - log(counts[best])
    return total


class _Part:
    """A live hand's table while factors are looked for: a column a pool and kind of the proposal, lumps apart.

    Attributes:
        weights: of the rows under the factors last weighed, up to a common factor.
        log_total: log of the sum of the true weights.
    """

    def __init__(self, hand: Hand, kinds: tuple[int, ...]) -> None:
        self.hand = hand
        self.logs = np.log(hand.table.weights.astype(np.float64))
        self.counts = hand.table.rows.astype(np.float64)
        self.places = [kinds.index(kind) for kind in hand.kinds]
        self.others = [place for place, kind in enumerate(kinds) if kind not in hand.kinds] + [len(kinds)]
        self.blocks = hand.table.rows.reshape(len(self.logs), hand.table.pools, hand.table.kinds)
        self.weights = np.ones(len(self.logs))
        self.log_total = 0.0

    def slots(self, epochs: int) -> NDArray[np.int64]:
        """Cards drawn by epoch of the log."""
        found = np.zeros(epochs, np.int64)
        found[list(self.hand.epochs)] = self.blocks[0].sum(axis=1)
        return found

    def weigh(self, factors: NDArray[np.float64]) -> None:
        mine = factors[list(self.hand.epochs)]
        columns = np.column_stack([mine[:, self.places], mine[:, self.others].sum(axis=1)])
        logs = self.logs + self.counts @ np.log(columns).ravel()
        most = float(logs.max())
        self.weights = np.exp(logs - most)
        self.log_total = most + log(self.weights.sum())

    def mean(self, factors: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the hand takes of each kind on average."""
        mean = np.zeros_like(factors)
        shares = (self.weights @ self.counts / self.weights.sum()).reshape(len(self.hand.epochs), -1)
        for row, epoch in enumerate(self.hand.epochs):
            mean[epoch, self.places] += shares[row, :-1]
            mean[epoch, self.others] += shares[row, -1] * factors[epoch, self.others] / factors[epoch, self.others].sum()
        return mean


def _alone(hand: Hand, kinds: tuple[int, ...], pools: NDArray[np.int64]) -> Proposal:
    columns = pools[list(hand.epochs)].reshape(-1)
    logs = np.log(hand.table.weights.astype(np.float64))
    for column, left in enumerate(columns.tolist()):
        counts = hand.table.rows[:, column]
        ways = np.array([_log_falling(left, count) for count in range(int(counts.max(initial=0)) + 1)])
        logs = logs + ways[counts]
    if not np.isfinite(logs.max()):
        raise OrienteerError(f"evidence: no hand of seat {hand.seat} satisfies it")
    weight = np.exp(logs - logs.max())
    none = np.zeros((len(pools), len(kinds) + 1, 1))
    return Proposal(kinds, [_live(hand, kinds, weight)], np.ones(pools.shape), none, 0.0)


def _live(hand: Hand, kinds: tuple[int, ...], weight: NDArray[np.float64], order: NDArray[np.intp] | None = None) -> LiveHand:
    likely = np.flatnonzero(weight > 0) if order is None else order
    return LiveHand(
        hand.seat,
        tuple(kinds.index(kind) for kind in hand.kinds),
        hand.epochs,
        np.ascontiguousarray(hand.table.rows[likely], np.int8),
        np.cumsum(weight[likely]),
    )


def _log_falling(left: int, count: int) -> float:
    return lgamma(left + 1) - lgamma(left - count + 1) if count <= left else -np.inf


def _log_ratios(pools: NDArray[np.int64], factors: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    ratios = np.full((*pools.shape, most + 1), -np.inf)
    for epoch, kind in np.ndindex(pools.shape):
        for count in range(min(most, int(pools[epoch, kind])) + 1):
            ratios[epoch, kind, count] = _log_falling(int(pools[epoch, kind]), count) - count * log(factors[epoch, kind])
    return ratios


def _reach(parts: list[_Part], pools: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By epoch and kind, the least and the most that the hands can take together."""
    low, high = np.zeros_like(pools), np.zeros_like(pools)
    for part in parts:
        least, most = part.blocks.min(axis=0), part.blocks.max(axis=0)
        for row, epoch in enumerate(part.hand.epochs):
            low[epoch, part.places] += least[row, :-1]
            high[epoch, part.places] += most[row, :-1]
            high[epoch, part.others] += most[row, -1]
    return low, np.minimum(high, pools)


def _bound(
    low: NDArray[np.int64], high: NDArray[np.int64], pool: NDArray[np.int64], factors: NDArray[np.float64], taken: int
) -> float:
    """The largest log ratio of an epoch: concave in each kind, so the best of all cards that can be taken more find it."""
    logs = np.log(factors)
    total = sum(
        _log_falling(int(left), int(count)) - int(count) * value for left, count, value in zip(pool, low, logs, strict=True)
    )
    more = np.arange(int((high - low).max(initial=0)))
    gains = np.log(np.maximum((pool - low)[:, None] - more, LEAST)) - logs[:, None]
    best = np.sort(gains[more < (high - low)[:, None]])[::-1]
    return float(total + best[: taken - int(low.sum())].sum())
