"""Hidden treasures counted: which worths others may hold, given backs, telescopes, totals and returns, in their order.

A city's treasures that the viewer has not seen are a uniformly random assignment to the hidden slots (the backs that others
drew of it) and the stock. The facts of a log restrict it: a telescope that was used was one, and its owner held none of a
lower city; nobody had reached the target when play went on after a journey; a treasure that the viewer drew and gave back
was more likely the more copies were left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import gcd

from orienteer.core.celestia.evidence import TELESCOPE, Account, Fact, refuse
from orienteer.core.counting import compositions, deals, multinomial
from orienteer.core.errors import OrienteerError, TooLargeError

MAX_SUMS = 200_000  # entries of the table of an exact sum
Held = tuple[tuple[tuple[int, ...], ...], ...]  # by hidden seat and city row, counts by worth index


@dataclass
class Slot:
    """A treasure that a hidden player drew and kept, or used later.

    Attributes:
        seat: who drew it.
        city: its city's row.
        birth: place in the log of its draw, −1 at the start.
        no_telescope: its owner used a telescope of a higher city while he held it.
    """

    seat: int
    city: int
    birth: int
    no_telescope: bool = False


@dataclass
class Use:
    """A hidden player's telescope that was used: one of `candidates`, places in `Treasures.slots`."""

    seat: int
    city: int
    index: int
    candidates: list[int]


@dataclass
class Limit:
    """A hidden player's total at some time: at most `most`, or exactly so where `exact`; slots drawn later do not count."""

    seat: int
    index: int
    most: int
    exact: bool


@dataclass
class Return:
    """The viewer gave back a treasure of this worth: weight by how many of `copies` no slot drawn before `index` holds."""

    city: int
    worth: int
    index: int
    copies: int


@dataclass
class Treasures:
    """The hidden treasures of a table.

    Attributes:
        account: the log's account.
        viewer: whose belief.
        worths: by city row and worth index, points.
        target: total at which a journey ends the game.
        totals: points by seat where the game is over, else None.
        newest: seats that drew a treasure in this leg and hold it, and its city's row.
        left: by city row, treasures still there.
        pools: by city row, counts by worth index of those that are hidden now.
    """

    account: Account
    viewer: int
    worths: Sequence[Sequence[int]]
    target: int
    totals: Sequence[int] | None
    newest: dict[int, int]
    left: Sequence[int]
    pools: list[list[int]] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    _extremes: list[tuple[int, int]] = field(default_factory=list)  # the least and the greatest worth hidden, by city row

    def __post_init__(self) -> None:
        seats = [seat for seat in range(len(self.account.backs)) if seat != self.viewer]
        self.pools = [pool[:] for pool in self.account.treasures]
        for seat in seats:
            for city, backs in enumerate(self.account.backs[seat]):
                self.slots += [Slot(seat, city, -1) for _ in range(backs)]
        for fact in self.account.facts:
            self._take_in(fact, seats)
        if self.totals is not None:
            self.limits += [Limit(seat, 1 << 30, self.totals[seat], True) for seat in seats]
        for city, pool in enumerate(self.pools):
            values = [self.worths[city][i] for i, count in enumerate(pool) if count]
            self._extremes.append((min(values, default=0), max(values, default=0)))
        for limit in self.limits:
            low, high = self._range(limit)
            if low > limit.most or (limit.exact and high < limit.most):
                what = f"a total of {'' if limit.exact else 'at most '}{limit.most}"
                raise OrienteerError(f"{self._where(limit)}: {what} of seat {limit.seat}, whose treasures make {low} to {high}")
        self.limits = [limit for limit in self.limits if limit.exact or self._range(limit)[1] > limit.most]
        self.limits = [limit for i, limit in enumerate(self.limits) if not self._follows(limit, self.limits[i + 1 :])]

    def _follows(self, limit: Limit, later: list[Limit]) -> bool:
        """Whether a later limit of the seat says it all: between them no telescope was used, so the total did not fall."""
        uses = [use.index for use in self.uses if use.seat == limit.seat]
        return any(
            other.seat == limit.seat and other.most <= limit.most and not any(limit.index < use < other.index for use in uses)
            for other in later
        )

    def _where(self, limit: Limit) -> str:
        return "totals" if limit.exact else f"evidence[{limit.index}]"

    def _take_in(self, fact: Fact, seats: list[int]) -> None:
        hidden = fact.seat != self.viewer
        if fact.kind == "journey":
            self.limits += [Limit(seat, fact.index, self.target - 1, False) for seat in seats]
        elif fact.kind == "treasure" and hidden:
            self.slots.append(Slot(fact.seat, fact.city, fact.index))
        elif fact.kind == "hook" and hidden:
            self.slots.pop(max(i for i, slot in enumerate(self.slots) if (slot.seat, slot.city) == (fact.seat, fact.city)))
        elif fact.kind == "treasure" and fact.worth is not None:
            self.pools[fact.city][fact.worth] -= 1
            if self.pools[fact.city][fact.worth] < 0:
                raise refuse(fact.index, "no such treasure was left in the city")
        elif fact.kind == "hook" and fact.worth is not None:
            self.pools[fact.city][fact.worth] += 1
            self.returns.append(Return(fact.city, fact.worth, fact.index, self.pools[fact.city][fact.worth]))
        elif fact.kind == "telescope" and hidden:
            self._use(fact)

    def _use(self, fact: Fact) -> None:
        mine = [(i, slot) for i, slot in enumerate(self.slots) if slot.seat == fact.seat]
        known = [use.city for use in self.uses]
        candidates = [i for i, slot in mine if slot.city == fact.city and not slot.no_telescope]
        if not candidates or self.pools[fact.city][TELESCOPE] != 1 or fact.city in known:
            raise refuse(fact.index, f"seat {fact.seat} cannot have held the telescope of this city")
        for _, slot in mine:
            if slot.city < fact.city and slot.city not in known:
                slot.no_telescope = True
        self.uses.append(Use(fact.seat, fact.city, fact.index, candidates))

    def _range(self, limit: Limit) -> tuple[int, int]:
        """Bounds on the total, by the worths that the city's hidden treasures have."""
        low = high = 0
        used = [use for use in self.uses if use.seat == limit.seat]
        for slot in self.slots:
            if slot.seat == limit.seat and slot.birth < limit.index:
                low += self._extremes[slot.city][0]
                high += self._extremes[slot.city][1]
        for use in used:
            if use.index < limit.index:  # gone by then: nothing for sure but that one slot may count nothing
                low -= max(self.worths[use.city])
        return low, high

    # -- all worlds -----------------------------------------------------------------------------------------------------------

    def worlds(self, limit: int) -> dict[tuple[Held, tuple[int, ...]], int]:
        """Weights of what hidden seats hold and, by seat, the worth index drawn in this leg (0 for none).

        Goes through the log from its start. Raises TooLargeError where more than `limit` cases are met.
        """
        seats = [seat for seat in range(len(self.account.backs)) if seat != self.viewer]
        cities = range(len(self.worths))
        empty = tuple(tuple((0,) * (TELESCOPE + 1) for _ in cities) for _ in seats)
        cases: dict[tuple[Held, tuple[int, ...]], int] = {(empty, (0,) * len(seats)): 1}
        gone = [[0] * (TELESCOPE + 1) for _ in cities]  # taken by the viewer, or used
        for place, seat in enumerate(seats):
            for city in cities:
                if self.account.backs[seat][city]:
                    cases = self._start(cases, place, city, self.account.backs[seat][city])
                    _check_size(cases, limit)
        last = {fact.seat: fact.index for fact in self.account.facts if fact.kind == "treasure"}
        for place, seat in enumerate(seats):
            if seat in self.newest and seat not in last:
                cases = _mark_start(cases, place, self.newest[seat])
        for fact in self.account.facts:
            place = seats.index(fact.seat) if fact.seat in seats else -1
            cases = self._step(cases, fact, place, gone)
            _check_size(cases, limit)
            if not cases:
                raise refuse(fact.index, "no treasures satisfy it together with the entries before")
        if self.totals is not None:
            wanted = [self.totals[seat] for seat in seats]
            cases = {case: weight for case, weight in cases.items() if [self._total(h) for h in case[0]] == wanted}
        return self._final(cases, seats)

    def _final(
        self, cases: dict[tuple[Held, tuple[int, ...]], int], seats: list[int]
    ) -> dict[tuple[Held, tuple[int, ...]], int]:
        found: dict[tuple[Held, tuple[int, ...]], int] = {}
        for (held, newest), weight in cases.items():
            marks = tuple(mark if seat in self.newest else 0 for mark, seat in zip(newest, seats, strict=True))
            found[held, marks] = found.get((held, marks), 0) + weight
        if not found:
            raise OrienteerError("evidence: no treasures satisfy all of it")
        shared = gcd(*found.values())
        return {case: weight // shared for case, weight in found.items()}

    def _start(
        self, cases: dict[tuple[Held, tuple[int, ...]], int], place: int, city: int, backs: int
    ) -> dict[tuple[Held, tuple[int, ...]], int]:
        found: dict[tuple[Held, tuple[int, ...]], int] = {}
        for (held, newest), weight in cases.items():
            pool = [copies - sum(row[city][worth] for row in held) for worth, copies in enumerate(self.account.treasures[city])]
            for counts in compositions(backs, tuple(pool)).tolist():
                case = (_with(held, place, city, counts), newest)
                found[case] = found.get(case, 0) + weight * multinomial(counts) * deals(pool, counts)
        return found

    def _step(
        self, cases: dict[tuple[Held, tuple[int, ...]], int], fact: Fact, place: int, gone: list[list[int]]
    ) -> dict[tuple[Held, tuple[int, ...]], int]:
        found: dict[tuple[Held, tuple[int, ...]], int] = {}
        city, worth = fact.city, fact.worth
        for case, weight in cases.items():
            for after, factor in self._next(case, fact, place, gone):
                found[after] = found.get(after, 0) + weight * factor
        if place < 0 and worth is not None and fact.kind in ("treasure", "hook"):
            gone[city][worth] += 1 if fact.kind == "treasure" else -1
        if fact.kind == "telescope" and place >= 0:
            gone[city][TELESCOPE] += 1
        return found

    def _next(
        self, case: tuple[Held, tuple[int, ...]], fact: Fact, place: int, gone: list[list[int]]
    ) -> Iterator[tuple[tuple[Held, tuple[int, ...]], int]]:
        """Cases after a fact, with their factors."""
        (held, newest), city = case, fact.city
        if fact.kind == "journey":
            if all(self._total(rows) < self.target for rows in held):
                yield case, 1
        elif fact.kind == "treasure":
            pool = self.account.treasures[city]
            for worth, copies in enumerate(pool):
                left = copies - gone[city][worth] - sum(rows[city][worth] for rows in held)
                if left <= 0 or (fact.worth is not None and worth != fact.worth):
                    continue
                if place < 0:
                    yield case, left
                else:
                    one = [int(i == worth) for i in range(TELESCOPE + 1)]
                    yield (_with(held, place, city, one), (*newest[:place], worth, *newest[place + 1 :])), left
        elif fact.kind == "telescope" and place >= 0:
            if held[place][city][TELESCOPE] and not any(row[TELESCOPE] for row in held[place][:city]):
                yield (_with(held, place, city, [0, 0, 0, -1]), newest), 1
        elif fact.kind == "hook" and place >= 0:
            drawn = any(
                other.kind == "treasure" and (other.seat, other.city) == (fact.seat, city) and other.index < fact.index
                for other in self.account.facts
            )
            for worth, copies in enumerate(held[place][city]):
                if copies and (worth == newest[place] or not drawn):
                    one = [-int(i == worth) for i in range(TELESCOPE + 1)]
                    yield (_with(held, place, city, one), (*newest[:place], 0, *newest[place + 1 :])), 1 if drawn else copies
        else:
            yield case, 1

    def _total(self, rows: Sequence[Sequence[int]]) -> int:
        return sum(
            worth * count
            for worths, counts in zip(self.worths, rows, strict=True)
            for worth, count in zip(worths, counts, strict=True)
        )

    # -- one player's total ---------------------------------------------------------------------------------------------------

    def marginal(self, seat: int) -> dict[int, int]:
        """Whole-number weights of the seat's total points, by cities and sums.

        Raises TooLargeError where facts about other hidden players' treasures bear on it.
        """
        bound = [limit.seat for limit in self.limits if limit.seat != seat]
        bound += [slot.seat for slot in self.slots if slot.no_telescope and slot.seat != seat]
        if bound or self.returns:
            who = f"seats {sorted(set(bound))}" if bound else "a treasure given back"
            raise TooLargeError(f"treasure_marginal: facts about {who} bear on it; sample instead of counting")
        limits = [limit for limit in self.limits if limit.seat == seat]
        sums: dict[tuple[int, ...], int] = {(0,) * (len(limits) + 1): 1}
        for city in range(len(self.worths)):
            part = self._city_sums(seat, city, limits)
            found: dict[tuple[int, ...], int] = {}
            for left, weight in sums.items():
                for right, more in part.items():
                    key = tuple(a + b for a, b in zip(left, right, strict=True))
                    if all(total <= limit.most for total, limit in zip(key[1:], limits, strict=True)):
                        found[key] = found.get(key, 0) + weight * more
            if len(found) > MAX_SUMS:
                raise TooLargeError(f"treasure_marginal: {len(found)} sums, limit {MAX_SUMS}; sample instead of counting")
            sums = found
        totals: dict[int, int] = {}
        for key, weight in sums.items():
            if all(not limit.exact or total == limit.most for total, limit in zip(key[1:], limits, strict=True)):
                totals[key[0]] = totals.get(key[0], 0) + weight
        if not totals:
            raise OrienteerError(f"evidence: no treasures of seat {seat} satisfy all of it")
        shared = gcd(*totals.values())
        return {total: weight // shared for total, weight in sorted(totals.items())}

    def _city_sums(self, seat: int, city: int, limits: list[Limit]) -> dict[tuple[int, ...], int]:
        """Weights of (points now, points at each limit) from the seat's slots of one city."""
        pool, worths = self.pools[city][:], self.worths[city]
        mine = [slot for slot in self.slots if (slot.seat, slot.city) == (seat, city)]
        use = next((use for use in self.uses if use.city == city), None)
        # By what is left of the pool, whether the used telescope has been met, and the sums.
        cases: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {(tuple(pool), (0,) * (len(limits) + 1)): 1}
        for slot in mine:
            found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
            for (left, sums), weight in cases.items():
                for worth, copies in enumerate(left):
                    is_telescope = worth == TELESCOPE
                    if copies == 0 or (is_telescope and (slot.no_telescope or (use and not _may_be(use, slot)))):
                        continue
                    gone = use.index if use and is_telescope else None
                    added = [0 if gone is not None else worths[worth]]
                    for limit in limits:
                        counts = slot.birth < limit.index and (gone is None or gone > limit.index)
                        added.append(worths[worth] if counts else 0)
                    rest = (*left[:worth], copies - 1, *left[worth + 1 :])
                    key = (rest, tuple(a + b for a, b in zip(sums, added, strict=True)))
                    found[key] = found.get(key, 0) + weight * copies
            cases = found
        total: dict[tuple[int, ...], int] = {}
        for (left, sums), weight in cases.items():
            if use and use.seat == seat and left[TELESCOPE]:
                continue
            total[sums] = total.get(sums, 0) + weight
        return total


def _may_be(use: Use, slot: Slot) -> bool:
    """Whether the telescope that was used can have been this slot."""
    return use.seat == slot.seat and slot.birth < use.index


def _with(held: Held, place: int, city: int, change: Sequence[int]) -> Held:
    rows = held[place]
    counts = tuple(count + more for count, more in zip(rows[city], change, strict=True))
    return (*held[:place], (*rows[:city], counts, *rows[city + 1 :]), *held[place + 1 :])


def _mark_start(
    cases: dict[tuple[Held, tuple[int, ...]], int], place: int, city: int
) -> dict[tuple[Held, tuple[int, ...]], int]:
    """Any of the treasures held of the city at the start may be the one drawn last."""
    found = {}
    for (held, newest), weight in cases.items():
        for worth, copies in enumerate(held[place][city]):
            if copies:
                found[held, (*newest[:place], worth, *newest[place + 1 :])] = weight * copies
    return found


def _check_size(cases: dict[tuple[Held, tuple[int, ...]], int], limit: int) -> None:
    if len(cases) > limit:
        raise TooLargeError(f"belief: more than {limit} ways to hold treasures; raise the limit or sample")
