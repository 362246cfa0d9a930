"""Hidden hands counted: which cards a player may have drawn, given what he played, called and drew, in its order.

For every hidden hand a composition table counts the sequences of cards that agree with its facts, by the cards drawn of
each epoch (a deck between two reshuffles). A play counts: who played a compass held one, and a hand that must have held one
is no random rest. Hands meet in the pools only; see orienteer.core.counting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, perm, prod

import numpy as np
from numpy.typing import NDArray

from orienteer.core.celestia.components import NUM_EQUIPMENT, TURBO
from orienteer.core.celestia.evidence import NUM_CARDS, Account, Fact, refuse
from orienteer.core.counting import CompositionTable, Rows, deals, folded, merged
from orienteer.core.errors import OrienteerError, TooLargeError

MAX_ROWS = 200_000  # of one hand's table
MAX_DRAWN_ROWS = 20_000  # of one for drawing worlds, which a search makes before every move
MAX_PAIRS = 4_000_000  # pairs of rows in an exact sum over two hands
MAX_LIVE = 2  # hands with live evidence in an exact sum


@dataclass
class Hand:
    """A hidden hand.

    Attributes:
        seat: whose.
        kinds: the cards that its facts speak of; all others are one lump, the last kind of the table.
        epochs: the epochs it drew from, as the table's pools.
        table: compositions of what it drew, by epoch and kind.
        free: by epoch of the log, how many cards it drew that are not in the table: a random rest of what is left.
        played: counts by card of what has left it.
        size: cards in it now.
    """

    seat: int
    kinds: tuple[int, ...]
    epochs: tuple[int, ...]
    table: CompositionTable
    free: tuple[int, ...]
    played: tuple[int, ...]
    size: int

    @property
    def is_settled(self) -> bool:
        """Whether its facts leave one way to have drawn what is in the table, without a card of the lump."""
        blocks = self.table.rows.reshape(len(self.table.rows), self.table.pools, self.table.kinds)
        return len(blocks) == 1 and not blocks[0, :, -1].any()

    @property
    def is_known(self) -> bool:
        """Whether its facts leave one way to have drawn, without a card of the lump."""
        return self.is_settled and not any(self.free)

    @property
    def is_live(self) -> bool:
        """Whether its facts make it other than a random rest of the unseen cards."""
        return bool(self.kinds) and not self.is_known


class HiddenHands:
    """The hidden hands of a table.

    Their tables count all that was drawn where `whole`. Else what was drawn after the last fact about a hand is
    left out, unless nothing is left of that deck; which keeps them short: drawing worlds needs no more, for it is a random
    rest.

    Attributes:
        pools: by epoch, counts of the cards that hidden hands drew from (a settled hand's draws taken out).
        hands: by hidden seat; weights may be floats, see `exact`.
    """

    def __init__(self, account: Account, viewer: int, turbos: Fraction | None, *, whole: bool = True) -> None:
        self.pools = [pool[:] for pool in account.pools]
        self._account, self._turbos, self._plays = account, turbos, _plays(account)
        self._exact: dict[int, Hand] = {}
        seats = [seat for seat in range(len(account.hand_sizes)) if seat != viewer]
        self.hands = {seat: _hand(account, seat, self._plays, turbos, exact=False, whole=whole) for seat in seats}
        for hand in self.hands.values():
            if hand.is_settled:
                self._take(hand)

    def exact(self, seat: int) -> Hand:
        """The hand with whole-number weights; built at the first call where the quick table has floats."""
        hand = self.hands[seat]
        if hand.table.is_exact:
            return hand
        if seat not in self._exact:
            self._exact[seat] = _hand(self._account, seat, self._plays, self._turbos, exact=True, whole=True)
        return self._exact[seat]

    def live(self) -> tuple[int, ...]:
        """Seats whose hands carry live evidence."""
        return tuple(seat for seat, hand in self.hands.items() if hand.is_live)

    def tabled(self) -> tuple[int, ...]:
        """Seats whose tables leave several ways."""
        return tuple(seat for seat, hand in self.hands.items() if not hand.is_settled and hand.kinds)

    def _take(self, hand: Hand) -> None:
        block = hand.table.rows[0].reshape(hand.table.pools, hand.table.kinds)
        for row, epoch in enumerate(hand.epochs):
            for column, card in enumerate(hand.kinds):
                self.pools[epoch][card] -= int(block[row, column])
                if self.pools[epoch][card] < 0:
                    raise OrienteerError("evidence: hidden hands took more cards of a kind than there were")

    def marginal(self, seat: int, cards: Sequence[int]) -> dict[tuple[int, ...], int]:
        """Whole-number weights of how many of each of `cards` the seat's hand holds.

        Raises TooLargeError where more than two hidden hands carry live evidence, or tables are too large.
        """
        hand = self.hands[seat]
        if hand.is_known:
            return {self._known_counts(hand, cards): 1}
        others = [self.exact(other) for other in self.live() if other != seat]
        live = len(others) + hand.is_live
        if live > MAX_LIVE:
            raise TooLargeError(
                f"marginal: {live} hidden hands carry live evidence, limit {MAX_LIVE}; sample instead of counting"
            )
        hand = self.exact(seat)
        kinds = tuple(sorted({*cards, *(kind for other in [*others, hand] for kind in other.kinds)}))
        taken = self._together(others, kinds)
        found = self._live_counts(hand, cards, kinds, taken) if hand.is_live else self._free_counts(hand, cards, kinds, taken)
        if not found:
            raise OrienteerError("evidence: no hands satisfy all of it")
        shared = gcd(*found.values())
        return {counts: weight // shared for counts, weight in sorted(found.items())}

    def num_ways(self, hand: Hand) -> int:
        """How many compositions of all cards the hand may have drawn, by its own facts alone."""
        lump = sum(any(pool[card] for pool in self.pools) for card in range(NUM_CARDS) if card not in hand.kinds)
        blocks = hand.table.rows.reshape(len(hand.table.rows), hand.table.pools, hand.table.kinds)
        sizes, counts = np.unique(blocks[:, :, -1], axis=0, return_counts=True)
        return sum(
            int(count) * prod(comb(size + lump - 1, size) if size else 1 for size in row)
            for row, count in zip(sizes.tolist(), counts, strict=True)
        )

    def worlds(self, limit: int) -> dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], int]:
        """Weights of (hands by hidden seat, deck), as counts by card. Raises TooLargeError beyond `limit` cases."""
        kinds = tuple(range(NUM_CARDS))
        pools = tuple(tuple(pool) for pool in self.pools)
        cases: dict[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]], int] = {((), pools): 1}
        for hand in self.hands.values():
            if hand.is_known:
                held = self._known_counts(hand, kinds)
                cases = {((*hands, held), left): weight for (hands, left), weight in cases.items()}
                continue
            rows, weights = self._wide(self.exact(hand.seat), kinds)
            drawn = rows.reshape(len(rows), len(self.pools), -1)
            possible = drawn[:, :, -1].max(axis=1, initial=0) == 0  # nothing is in a lump of no cards
            now = (drawn.sum(axis=1)[:, :-1] - np.array(hand.played, np.int64))[possible].tolist()
            ways = list(zip(drawn[possible][:, :, :-1].tolist(), weights[possible].tolist(), now, strict=True))
            found: dict[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]], int] = {}
            for (hands, left), weight in cases.items():
                for taken, orders, held in ways:
                    rest = _less(left, taken)
                    if rest is not None:
                        total = weight * orders
                        for pool, counts in zip(left, taken, strict=True):
                            total *= deals(pool, counts)
                        key = ((*hands, tuple(held)), rest)
                        found[key] = found.get(key, 0) + total
                if len(found) > limit:
                    raise TooLargeError(f"belief: more than {limit} ways to hold cards; sample or raise the limit")
            cases = found
        worlds: dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], int] = {}
        for (hands, left), weight in cases.items():
            worlds[hands, left[-1]] = worlds.get((hands, left[-1]), 0) + weight
        if not worlds:
            raise OrienteerError("evidence: no hands satisfy all of it")
        return worlds

    def _known_counts(self, hand: Hand, cards: Sequence[int]) -> tuple[int, ...]:
        drawn = dict(zip(hand.kinds, hand.table.held()[0].tolist(), strict=False))
        return tuple(drawn.get(card, 0) - hand.played[card] for card in cards)

    def _together(self, hands: Sequence[Hand], kinds: tuple[int, ...]) -> tuple[Rows, NDArray[np.generic]]:
        """What some live hands drew together: by epoch of the table and kind, the lump last."""
        width = len(self.pools) * (len(kinds) + 1)
        total: tuple[Rows, NDArray[np.generic]] = (np.zeros((1, width), np.int64), np.ones(1, np.int64))
        for hand in hands:
            total = folded(total, self._wide(hand, kinds), MAX_PAIRS)
        return total

    def _wide(self, hand: Hand, kinds: tuple[int, ...]) -> tuple[Rows, NDArray[np.generic]]:
        """A hand's table with the columns that all tables of a sum share."""
        places = [kinds.index(kind) for kind in hand.kinds]
        table = hand.table.split_last(len(kinds) + 1, places, MAX_ROWS)
        rows = np.zeros((len(table.rows), len(self.pools), len(kinds) + 1), np.int64)
        rows[:, list(hand.epochs)] = table.rows.reshape(len(table.rows), table.pools, table.kinds)
        return rows.reshape(len(rows), -1), table.weights

    def _deals(self, rows: Rows, kinds: tuple[int, ...]) -> NDArray[np.object_]:
        """By row of cards taken: the product of falling factorials of the pools."""
        ways = np.ones(len(rows), object)
        for column, left in enumerate(self.columns(kinds)):
            most = int(rows[:, column].max(initial=0))
            ways = ways * np.array([perm(left, count) for count in range(most + 1)], object)[rows[:, column]]
        return ways

    def columns(self, kinds: Sequence[int]) -> list[int]:
        """The pools by epoch and kind, each epoch's other cards lumped last."""
        found = []
        for pool in self.pools:
            found += [pool[kind] for kind in kinds]
            found.append(sum(pool) - sum(pool[kind] for kind in kinds))
        return found

    def _live_counts(
        self, hand: Hand, cards: Sequence[int], kinds: tuple[int, ...], taken: tuple[Rows, NDArray[np.generic]]
    ) -> dict[tuple[int, ...], int]:
        rows, weights = self._wide(hand, kinds)
        if len(rows) * len(taken[0]) > MAX_PAIRS:
            raise TooLargeError(f"marginal: {len(rows) * len(taken[0])} pairs of rows, limit {MAX_PAIRS}; sample instead")
        drawn = rows.reshape(len(rows), len(self.pools), -1).sum(axis=1)
        kept = drawn[:, [kinds.index(card) for card in cards]] - np.array([hand.played[card] for card in cards], np.int64)
        found: dict[tuple[int, ...], int] = {}
        for counts in np.unique(kept, axis=0):
            mine = (kept == counts).all(axis=1)
            sums, products = folded((rows[mine], weights[mine]), taken, MAX_PAIRS)
            weight = int((products.astype(object) * self._deals(sums, kinds)).sum())
            if weight:
                found[tuple(counts.tolist())] = weight
        return found

    def _free_counts(
        self, hand: Hand, cards: Sequence[int], kinds: tuple[int, ...], taken: tuple[Rows, NDArray[np.generic]]
    ) -> dict[tuple[int, ...], int]:
        # What the live hands leave of the cards asked for decides; the hand is a random part of that.
        rows, weights = taken
        ways = weights.astype(object) * self._deals(rows, kinds)
        left = np.array(self.columns(kinds), np.int64) - rows
        block = left.reshape(len(rows), len(self.pools), -1)
        asked = block[:, :, [kinds.index(card) for card in cards]]
        rest = block.sum(axis=2, keepdims=True) - asked.sum(axis=2, keepdims=True)
        left = np.concatenate([asked, rest], axis=2).reshape(len(rows), -1)
        possible = np.asarray(ways != 0, bool)
        left, ways = merged(left[possible], ways[possible])
        mine = self._wide(hand, tuple(cards))
        held = mine[0].reshape(len(mine[0]), len(self.pools), -1).sum(axis=1)[:, :-1]
        found: dict[tuple[int, ...], int] = {}
        for pools, way in zip(left.tolist(), ways.tolist(), strict=True):
            for drawn, weight, counts in zip(mine[0].tolist(), mine[1].tolist(), held.tolist(), strict=True):
                total = way * weight
                for pool, count in zip(pools, drawn, strict=True):
                    total *= perm(pool, count)
                if total:
                    found[tuple(counts)] = found.get(tuple(counts), 0) + total
        return found


def _less(pools: Sequence[Sequence[int]], taken: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...] | None:
    """What is left of the pools, None where that is less than nothing."""
    rest = tuple(tuple(a - b for a, b in zip(pool, counts, strict=True)) for pool, counts in zip(pools, taken, strict=True))
    return rest if all(min(counts) >= 0 for counts in rest) else None


def _plays(account: Account) -> dict[int, list[int]]:
    """Counts by card of what each seat has played."""
    plays = {seat: [0] * NUM_CARDS for seat in range(len(account.hand_sizes))}
    for fact in account.facts:
        if fact.kind in ("play", "hook"):
            plays[fact.seat] = [count + more for count, more in zip(plays[fact.seat], fact.cards, strict=True)]
    return plays


def _hand(
    account: Account, seat: int, plays: dict[int, list[int]], turbos: Fraction | None, *, exact: bool, whole: bool
) -> Hand:
    facts = [fact for fact in account.facts if fact.seat == seat and fact.kind in ("draw", "play", "hook", "crash")]
    facts, size = _binding(facts, account.hand_sizes[seat])
    kinds = _kinds(facts, turbos)
    slots = account.slots[seat][:]
    if not whole:
        facts = _telling(account, facts)
        slots = _drawn(account, seat, facts) if facts else [0] * len(slots)
    free = tuple(all_slots - mine for all_slots, mine in zip(account.slots[seat], slots, strict=True))
    epochs = tuple(epoch for epoch, mine in enumerate(slots) if mine)
    calls = sum(fact.kind == "crash" for fact in facts)
    scale = 1 if turbos is None else turbos.denominator
    bound = (len(kinds) + 1) ** sum(slots) * scale**calls
    max_rows = MAX_ROWS if whole else MAX_DRAWN_ROWS
    table = CompositionTable(len(epochs), len(kinds) + 1, bound=bound, exact=exact)
    caps = []
    for epoch in epochs:
        pool = account.pools[epoch][:]
        if len(account.pools) == 1:  # what others played came from the same pool
            for other, played in plays.items():
                if other != seat and any(account.slots[other]):
                    pool = [left - gone for left, gone in zip(pool, played, strict=True)]
        lump = sum(account.pools[epoch]) - sum(account.pools[epoch][kind] for kind in kinds)
        caps.append((*(max(0, pool[kind]) for kind in kinds), lump))
    waiting = [0] * len(epochs)
    if 0 in epochs:
        waiting[0] = account.hand_sizes[seat]
    played = [0] * NUM_CARDS
    for fact in facts:
        if fact.kind == "draw":
            waiting[epochs.index(account.epoch_of[fact.index])] += 1
            continue
        _add(table, waiting, caps, max_rows)
        _apply(table, fact, kinds, played, turbos)
        if len(table.rows) == 0:
            raise refuse(fact.index, f"no hand of seat {seat} satisfies it together with the entries before")
    _add(table, waiting, caps, max_rows)
    if len(table.rows) == 0:
        raise OrienteerError(f"evidence: no hand of seat {seat} satisfies it")
    return Hand(seat, kinds, epochs, table, free, tuple(played), size)


def _telling(account: Account, facts: list[Fact]) -> list[Fact]:
    """The facts up to the last one that tells something of the hand, and what it drew of decks that are used up."""
    last = max((i for i, fact in enumerate(facts) if fact.kind != "draw" and (any(fact.cards) or fact.none_left)), default=-1)
    used_up = [sum(pool) == sum(drawn) for pool, drawn in zip(account.pools, zip(*account.slots, strict=True), strict=True)]
    old = [fact for fact in facts[last + 1 :] if fact.kind == "draw" and used_up[account.epoch_of[fact.index]]]
    return [*facts[: last + 1], *old] if last >= 0 else []


def _drawn(account: Account, seat: int, facts: list[Fact]) -> list[int]:
    """By epoch, the cards that the hand drew by these facts, and held at the start."""
    slots = [0] * len(account.pools)
    slots[0] = account.hand_sizes[seat]
    for fact in facts:
        if fact.kind == "draw":
            slots[account.epoch_of[fact.index]] += 1
    return slots


def _binding(facts: list[Fact], size: int) -> tuple[list[Fact], int]:
    """The facts without the calls that a hand of that size could never have met; and the size of the hand now."""
    kept = []
    for fact in facts:
        if fact.kind == "draw":
            size += 1
        elif fact.kind == "crash":
            if size < sum(fact.cards):
                continue
        else:
            size -= sum(fact.cards)
        kept.append(fact)
    return kept, size


def _kinds(facts: list[Fact], turbos: Fraction | None) -> tuple[int, ...]:
    kinds: set[int] = set()
    for fact in facts:
        kinds |= {card for card, count in enumerate(fact.cards) if count} | set(fact.none_left)
        if fact.kind == "crash" and turbos is not None:
            kinds.add(TURBO)
    return tuple(sorted(kinds))


def _add(table: CompositionTable, waiting: list[int], caps: list[tuple[int, ...]], max_rows: int) -> None:
    """Draws matter when the next fact is checked: until then they wait."""
    for pool, slots in enumerate(waiting):
        if slots:
            table.draw(pool, slots, caps[pool], max_rows)
            waiting[pool] = 0


def _apply(table: CompositionTable, fact: Fact, kinds: tuple[int, ...], played: list[int], turbos: Fraction | None) -> None:
    """Keep the compositions in which the fact was possible; `played` is brought up to date."""
    hand = table.held()[:, :-1] - np.array([played[kind] for kind in kinds], np.int64)
    if fact.kind == "crash":
        need = np.array([fact.cards[kind] for kind in kinds], np.int64)
        short = np.maximum(need - hand, 0)[:, [i for i, kind in enumerate(kinds) if kind < NUM_EQUIPMENT]].sum(axis=1)
        if turbos is None:
            table.keep(short > 0)
            return
        table.keep(short > 0)
        hand, short = hand[short > 0], short[short > 0]
        table.scale(short <= hand[:, kinds.index(TURBO)], turbos.denominator - turbos.numerator, turbos.denominator)
        return
    for card, count in enumerate(fact.cards):
        played[card] += count
    if turbos == 0 and fact.none_left:
        raise refuse(fact.index, "turbos were used, and are assumed never to be")
    hand -= np.array([fact.cards[kind] for kind in kinds], np.int64)
    possible: NDArray[np.bool_] = np.asarray((hand >= 0).all(axis=1))
    for kind in fact.none_left:
        possible &= hand[:, kinds.index(kind)] == 0
    table.keep(possible)
