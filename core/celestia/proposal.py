"""How worlds are drawn: every live hand from its own composition table, and how far that is from the exact joint.

With factors x[epoch][kind] a hand is proposed with weight W(t) · Π x^t, independently of the others; then the joint weight of
all hands, Π W · Π falling(pool, taken), differs from the proposal's only by Π falling(pool, taken) / x^taken, a function of
what all hands take *together*. Its maximum over everything they can take is found exactly (it is a sum of concave terms), so
accepting by it gives the exact joint, without approximation. One live hand needs no correction at all. The factors are chosen
near what the other hands leave of each kind, where the acceptance is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from orienteer.core.celestia.hands import Hand, HiddenHands
from orienteer.core.errors import OrienteerError

NUM_ROUNDS = 12  # of the search for good factors
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
class Proposal:
    """How live hands are drawn together.

    Attributes:
        kinds: cards that some live hand's facts speak of; the others are one lump, the last kind.
        hands: the live hands.
        factors: x by epoch and kind.
        log_ratio: by epoch, kind and number taken: log of falling(pool, taken) / x^taken, −inf beyond the pool.
        log_bound: the largest sum of log_ratio over everything that the hands can take together.
    """

    kinds: tuple[int, ...]
    hands: list[LiveHand]
    factors: NDArray[np.float64]
    log_ratio: NDArray[np.float64]
    log_bound: float


def propose(hidden: HiddenHands) -> Proposal:
    """The proposal for all live hands. Raises OrienteerError where they need more cards of a kind than there were."""
    live = [hidden.hands[seat] for seat in hidden.live()]
    kinds = tuple(sorted({kind for hand in live for kind in hand.kinds}))
    pools = np.array(hidden.columns(kinds), np.int64).reshape(len(hidden.pools), len(kinds) + 1)
    if len(live) == 1:
        return _alone(live[0], kinds, pools)
    low, high = _reach(live, kinds, pools)
    taken = np.array([sum(_slots(hand, epoch) for hand in live) for epoch in range(len(pools))], np.int64)
    if (low > pools).any() or (high.sum(axis=1) < taken).any():
        raise OrienteerError("evidence: hidden hands took more cards of a kind than there were")
    factors = pools + 0.5
    best: tuple[float, NDArray[np.float64], list[NDArray[np.float64]]] | None = None
    for _ in range(NUM_ROUNDS):
        weights = [_weights(hand, kinds, factors) for hand in live]
        bound = sum(_bound(low[e], high[e], pools[e], factors[e], int(taken[e])) for e in range(len(pools)))
        cost = bound + sum(log(weight.sum()) + shift for weight, shift in weights)
        if best is None or cost < best[0]:
            best = (cost, factors, [weight for weight, _ in weights])
        mean = sum(_mean(hand, kinds, weight, factors) for hand, (weight, _) in zip(live, weights, strict=True))
        factors = np.sqrt(factors * np.maximum(pools - mean + 0.5, LEAST))
    assert best is not None
    _, factors, chosen = best
    bound = sum(_bound(low[e], high[e], pools[e], factors[e], int(taken[e])) for e in range(len(pools)))
    hands = [_live(hand, kinds, weight) for hand, weight in zip(live, chosen, strict=True)]
    return Proposal(kinds, hands, factors, _log_ratios(pools, factors, int(taken.max())), bound)


def _alone(hand: Hand, kinds: tuple[int, ...], pools: NDArray[np.int64]) -> Proposal:
    columns = pools[list(hand.epochs)].reshape(-1)
    logs = _log(hand.table.weights)
    for column, left in enumerate(columns.tolist()):
        counts = hand.table.rows[:, column]
        ways = np.array([_log_falling(left, count) for count in range(int(counts.max(initial=0)) + 1)])
        logs = logs + ways[counts]
    if not np.isfinite(logs.max()):
        raise OrienteerError(f"evidence: no hand of seat {hand.seat} satisfies it")
    weight = np.exp(logs - logs.max())
    none = np.zeros((len(pools), len(kinds) + 1, 1))
    return Proposal(kinds, [_live(hand, kinds, weight)], np.ones(pools.shape), none, 0.0)


def _live(hand: Hand, kinds: tuple[int, ...], weight: NDArray[np.float64]) -> LiveHand:
    likely = weight > 0
    return LiveHand(
        hand.seat,
        tuple(kinds.index(kind) for kind in hand.kinds),
        hand.epochs,
        np.ascontiguousarray(hand.table.rows[likely], np.int8),
        np.cumsum(weight[likely]),
    )


def _log(weights: NDArray[np.generic]) -> NDArray[np.float64]:
    if weights.dtype != object:
        return np.log(weights.astype(np.float64))
    return np.array([log(weight) for weight in weights.tolist()])


def _log_falling(left: int, count: int) -> float:
    return lgamma(left + 1) - lgamma(left - count + 1) if count <= left else -np.inf


def _log_ratios(pools: NDArray[np.int64], factors: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    ratios = np.full((*pools.shape, most + 1), -np.inf)
    for epoch, kind in np.ndindex(pools.shape):
        for count in range(min(most, int(pools[epoch, kind])) + 1):
            ratios[epoch, kind, count] = _log_falling(int(pools[epoch, kind]), count) - count * log(factors[epoch, kind])
    return ratios


def _slots(hand: Hand, epoch: int) -> int:
    if epoch not in hand.epochs:
        return 0
    first = hand.epochs.index(epoch) * hand.table.kinds
    return int(hand.table.rows[0, first : first + hand.table.kinds].sum())


def _blocks(hand: Hand) -> NDArray[np.int64]:
    return hand.table.rows.reshape(len(hand.table.rows), hand.table.pools, hand.table.kinds)


def _others(hand: Hand, kinds: tuple[int, ...]) -> list[int]:
    """Places of the kinds that are in the hand's lump."""
    return [place for place, kind in enumerate(kinds) if kind not in hand.kinds] + [len(kinds)]


def _reach(
    live: list[Hand], kinds: tuple[int, ...], pools: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By epoch and kind, the least and the most that the hands can take together."""
    low, high = np.zeros_like(pools), np.zeros_like(pools)
    for hand in live:
        blocks = _blocks(hand)
        for row, epoch in enumerate(hand.epochs):
            for column, kind in enumerate(hand.kinds):
                low[epoch, kinds.index(kind)] += blocks[:, row, column].min()
                high[epoch, kinds.index(kind)] += blocks[:, row, column].max()
            for place in _others(hand, kinds):
                high[epoch, place] += blocks[:, row, -1].max()
    return low, np.minimum(high, pools)


def _weights(hand: Hand, kinds: tuple[int, ...], factors: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Weights of the hand's rows under the factors, and the log of what they were divided by."""
    logs = _log(hand.table.weights)
    blocks = _blocks(hand)
    others = _others(hand, kinds)
    places = [kinds.index(kind) for kind in hand.kinds]
    for row, epoch in enumerate(hand.epochs):
        logs = logs + blocks[:, row, :-1] @ np.log(factors[epoch, places]) + blocks[:, row, -1] * log(factors[epoch, others].sum())
    return np.exp(logs - logs.max()), float(logs.max())


def _mean(
    hand: Hand, kinds: tuple[int, ...], weight: NDArray[np.float64], factors: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What the hand takes of each kind on average."""
    mean = np.zeros_like(factors)
    shares = np.tensordot(weight / weight.sum(), _blocks(hand), axes=1)
    others = _others(hand, kinds)
    for row, epoch in enumerate(hand.epochs):
        mean[epoch, [kinds.index(kind) for kind in hand.kinds]] += shares[row, :-1]
        mean[epoch, others] += shares[row, -1] * factors[epoch, others] / factors[epoch, others].sum()
    return mean


def _bound(
    low: NDArray[np.int64], high: NDArray[np.int64], pool: NDArray[np.int64], factors: NDArray[np.float64], taken: int
) -> float:
    """The largest log ratio of an epoch: concave in each kind, so taking the best next card each time finds it."""
    counts = low.copy()
    total = sum(
        _log_falling(int(left), int(count)) - int(count) * log(factor)
        for left, count, factor in zip(pool, low, factors, strict=True)
    )
    for _ in range(taken - int(low.sum())):
        gains = np.where(counts < high, np.log(np.maximum(pool - counts, LEAST)) - np.log(factors), -np.inf)
        best = int(gains.argmax())
        total += float(gains[best])
        counts[best] += 1
    return float(total)
