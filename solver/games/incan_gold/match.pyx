"""Incan Gold, two players, all rounds without artifacts, objective `win`: exact, from the last round backwards.

Between rounds the score gap and the copies left of each hazard kind are all that matters. In a round with both inside, pocket and
leftovers follow from the treasures turned up, and a decision is a 2×2 constant-sum game. Whoever leaves alone banks q gems, pocket
and leftovers; from then on the other's pocket is the sum of all treasures turned up less q, and what he gets by a bust or by leaving
is what the next round is worth at the gap he then has. So his best play depends on q and on that gap alone: one sweep over
treasures × hazards for each q, for many gaps side by side (*lanes*), a gap and its mirror image in one go.

Gaps beyond what the rounds left can make up for are worth 1 or 0. Shares are those of the player whose gap it is: his points less
the other's. Memory is a few tables of treasures × hazards × lanes; time is proportional to gaps × different q × treasures × hazards.
"""

cimport cython
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc

from orienteer.games.incan_gold.cave cimport NUM_CLASSES, Round, RoundC, Treasures, TreasuresC, cards_left
from orienteer.matrix_games cimport zero_sum

import numpy as np

from orienteer.core.errors import OptionError
from orienteer.games.incan_gold.cave_rules import Stopped, TooLarge
from orienteer.games.incan_gold.symmetric import round_artifacts

cdef enum:
    LANES = 8  # gaps solved side by side, each with its mirror image
    STAGE = 6  # numbers of a stage that `policy` lists


cdef struct MatchC:
    # What follows a round, by gap + reach; of a bust by how many copies the busting kind had, less one.
    Py_ssize_t reach
    double* left
    double* bust[NUM_CLASSES]
    # The lanes: gaps first, first + 1, … and, from `count` on, the mirror images in ascending order.
    int first
    int count
    # By treasures: what a single leaver banks.
    int* banked
    unsigned char* follows  # whether some treasures with the present q have been turned up
    double* alone  # [h][i][2 * count] the sweep of the one who is left
    double* share  # [h][i][2 * count] what he expects as he is left
    double* both  # [h][i][count] with both inside
    double* stage  # [h][i][STAGE], for a single gap: see DuelMatch.policy; or NULL


cdef void draw_row(
    const TreasuresC* t, const RoundC* r, const MatchC* m, const double* table, int lanes, int h, Py_ssize_t i, const int* gap,
    double* row,
) noexcept nogil:
    """The mean over the next card of a table's rows; gap[0]: of the first lane, gap[1]: of the first mirror image."""
    cdef const unsigned char* left = t.left + i * t.num_values
    cdef double scale = 1.0 / cards_left(t, r, 0, h, i), weight
    cdef const double* other
    cdef int k, c, lane, part
    for lane in range(lanes):
        row[lane] = 0
    for c in range(NUM_CLASSES):
        if r.lethal[h][c]:
            weight = r.lethal[h][c] * scale
            for part in range(lanes // m.count):
                other = m.bust[c] + m.reach + gap[part]
                for lane in range(m.count):
                    row[part * m.count + lane] += weight * other[lane]
    for k in range(t.num_values):
        if left[k]:
            weight = left[k] * scale
            other = table + (h * t.size + i + t.stride[k]) * lanes
            for lane in range(lanes):
                row[lane] += weight * other[lane]
    for c in range(NUM_CLASSES):
        if r.fresh[h][c]:
            weight = r.fresh[h][c] * scale
            other = table + ((h + r.step[c]) * t.size + i) * lanes
            for lane in range(lanes):
                row[lane] += weight * other[lane]


cdef void alone_sweep(const TreasuresC* t, const RoundC* r, MatchC* m, int q) noexcept nogil:
    """The best play of the one who is left when the other has banked q, from all treasures that can have been turned up."""
    cdef int h, k, part, lane, lanes = 2 * m.count, pocket
    cdef int[2] gap
    cdef Py_ssize_t i
    cdef double* row
    cdef const double* leaving
    for i in range(t.size):
        m.follows[i] = m.banked[i] == q
        for k in range(t.num_values):
            if not m.follows[i] and t.left[i * t.num_values + k] < t.left[k]:
                m.follows[i] = m.follows[i - t.stride[k]]
    gap[0] = m.first - q
    gap[1] = -(m.first + m.count - 1) - q
    for h in range(r.num_hazards - 1, -1, -1):
        for i in range(t.size - 1, -1, -1):
            if not m.follows[i]:
                continue
            # 1. A card more.
            row = m.alone + (h * t.size + i) * lanes
            draw_row(t, r, m, m.alone, lanes, h, i, gap, row)
            # 2. Left just here, a card is due.
            if m.banked[i] == q:
                for lane in range(lanes):
                    m.share[(h * t.size + i) * lanes + lane] = row[lane]
            # 3. The better of that and of leaving.
            pocket = t.shown_total[i] - q
            for part in range(2):
                leaving = m.left + m.reach + gap[part] + pocket
                for lane in range(m.count):
                    row[part * m.count + lane] = max(row[part * m.count + lane], leaving[lane])


cdef void both_sweep(const TreasuresC* t, const RoundC* r, MatchC* m, double* start) noexcept nogil:
    """Both inside; start[lane]: what a card is worth with nothing turned up."""
    cdef int h, lane, part, lanes = 2 * m.count
    cdef Py_ssize_t i, at
    cdef double[4] payoff
    cdef double[2] row_mix
    cdef double[2] column_mix
    cdef double[2] value
    cdef double[16] work
    cdef double* row
    for h in range(r.num_hazards - 1, -1, -1):
        for i in range(t.size - 1, -1, -1):
            at = h * t.size + i
            row = m.both + at * m.count
            draw_row(t, r, m, m.both, m.count, h, i, &m.first, row)
            if at == 0:
                for lane in range(m.count):
                    start[lane] = row[lane]
            for lane in range(m.count):
                payoff[0] = row[lane]
                payoff[1] = m.share[at * lanes + lane]
                payoff[2] = 1 - m.share[at * lanes + lanes - 1 - lane]
                payoff[3] = m.left[m.reach + m.first + lane]
                zero_sum(payoff, 2, 2, row_mix, column_mix, value, work)
                row[lane] = 0.5 * (value[0] + value[1])
                if m.stage != NULL:
                    m.stage[STAGE * at] = row_mix[1]
                    m.stage[STAGE * at + 1] = column_mix[1]
                    for part in range(4):
                        m.stage[STAGE * at + 2 + part] = payoff[part]


@cython.final
cdef class DuelMatch:
    """The game between two players, round by round; what is asked for is solved, and values between rounds are kept.

    values, counts: the treasures, ascending, and how many cards of each. rounds: 1 to 5. decide_before_first_card: as the option.
    max_states: most numbers in a table. stop(): called many times a second; Stopped is raised where it says so.
    """

    cdef readonly object rounds
    cdef readonly object total
    cdef public object stop
    cdef readonly int64_t num_solved
    cdef Treasures _treasures
    cdef object _known, _max_states, _opening, _states
    cdef int* banked

    def __cinit__(self, values, counts, rounds, decide_before_first_card=False, max_states=64_000_000, stop=None):
        cdef Py_ssize_t i
        cdef int k, shown
        if not 1 <= rounds <= 5:
            raise OptionError("rounds", rounds, "1 to 5")
        self.rounds = rounds
        self._treasures = Treasures(values, counts, max_states)
        self._max_states, self.stop, self._opening = max_states, stop, decide_before_first_card
        self._states = round_artifacts(0, ((0,),))
        self._known = {}
        self.total = self._treasures.c.total
        self.banked = <int*>malloc(self._treasures.c.size * sizeof(int))
        if self.banked == NULL:
            raise MemoryError
        for i in range(self._treasures.c.size):
            self.banked[i] = 0
            for k in range(self._treasures.c.num_values):
                shown = self._treasures.c.left[k] - self._treasures.c.left[i * self._treasures.c.num_values + k]
                self.banked[i] += shown * (self._treasures.c.value[k] // 2 + self._treasures.c.value[k] % 2)

    def __dealloc__(self):
        free(self.banked)

    def win_share(self, round_index, classes, gap):
        """Share of the win before round `round_index` (from 0; after the last: at the end) of the player who is `gap` ahead.

        classes: hazard kinds with one, two and three copies in the game.
        """
        if abs(gap) > (self.rounds - round_index) * self.total:
            return float(gap > 0)
        if round_index == self.rounds:
            return 0.5
        found = self.shares(round_index, classes)
        if abs(gap) >= len(found):
            raise OptionError("gap", gap, f"at most {len(found) - 1} either way before round {round_index + 1}")
        return float(found[gap]) if gap >= 0 else 1 - float(found[-gap])

    def shares(self, round_index, classes):
        """The same for gaps from 0 on, up to what earlier rounds can have made and later ones can make up for."""
        key = round_index, tuple(classes)
        if key not in self._known:
            most = self.total * min(round_index, self.rounds - round_index)
            found = np.empty(most + 1)
            for first in range(0, most + 1, LANES):
                count = min(LANES, most + 1 - first)
                found[first:first + count] = self._solve(round_index, classes, first, count)[0]
            self._known[key] = found
        return self._known[key]

    def learn(self, round_index, classes, shares):
        """Take what `shares` returned elsewhere, under the same rules, for known."""
        most = self.total * min(round_index, self.rounds - round_index)
        if len(shares) != most + 1:
            raise OptionError("shares", len(shares), f"{most + 1}, one for each gap from 0 on")
        self._known[round_index, tuple(classes)] = np.array(shares, dtype=float)

    def policy(self, round_index, classes, gap):
        """(value, stages) of a round between a player `gap` ahead and the other, both inside.

        stages: an array [hazards][treasures][6], numbers as `place` gives them: leave probabilities of the player and of the other;
        his share of the win if both stay, if the other alone leaves, if he alone leaves, if both leave.
        """
        if abs(gap) > self.total * max(round_index, 1):
            raise OptionError("gap", gap, f"at most {self.total * max(round_index, 1)} either way in round {round_index + 1}")
        values, stages = self._solve(round_index, classes, gap, 1, listed=True)
        return float(values[0]), stages

    def alone(self, round_index, classes, gap, shown, left, int pocket):
        """(leave, stay): shares of the only one inside, who is `gap` ahead without his pocket; shown, left as `place` takes them."""
        cdef TreasuresC* t = &self._treasures.c
        cdef Round cave = Round(self._treasures, tuple(classes), self._states)
        cdef MatchC m
        cdef double[::1] after, bust1, bust2, bust3
        cdef int[::1] banked
        cdef Py_ssize_t h = cave.hazard(tuple(shown)), i = self._treasures.index(tuple(left))
        cdef int q = t.shown_total[i] - pocket
        if q < 0:
            raise OptionError("pocket", pocket, f"at most {t.shown_total[i]}, the gems turned up")
        reach = abs(gap) + 2 * self.total + 2
        after, busts = self._after(round_index, classes, reach)
        bust1, bust2, bust3 = busts
        marked = np.full(t.size, -1, np.intc)
        marked[i] = q
        banked = marked
        tables = np.empty((2, cave.c.num_hazards * t.size * 2))
        follows = np.zeros(t.size, np.uint8)
        cdef double[:, ::1] table = tables
        cdef unsigned char[::1] following = follows
        m.reach, m.first, m.count, m.banked, m.stage = reach, gap + q, 1, &banked[0], NULL
        m.left, m.bust[0], m.bust[1], m.bust[2] = &after[0], &bust1[0], &bust2[0], &bust3[0]
        m.follows, m.alone, m.share, m.both = &following[0], &table[0, 0], &table[1, 0], NULL
        with nogil:
            alone_sweep(t, &cave.c, &m, q)
        return m.left[m.reach + m.first - q + pocket], m.share[2 * (h * t.size + i)]

    def num_needed(self, round_index, classes):
        """Stages yet to be solved before the start of a round, or any of its stages at one gap, is known."""
        waiting, seen = [(round_index, tuple(classes))], set()
        needed = 0
        while waiting:
            index, kinds = waiting.pop()
            if index == self.rounds or (index, kinds) in self._known or (index, kinds) in seen:
                continue
            seen.add((index, kinds))
            gaps = 1 if index == round_index else self.total * min(index, self.rounds - index) + 1
            needed += gaps * self._treasures.size * Round(self._treasures, kinds, self._states).num_hazards
            waiting += [(index + 1, after) for after in (kinds, *_busts(kinds).values())]
        return needed

    def place(self, classes, shown, left):
        """(hazards, treasures): numbers of the state with so many kinds of each class shown, and cards of each value left."""
        cave = Round(self._treasures, tuple(classes), self._states)
        return cave.hazard(tuple(shown)), self._treasures.index(tuple(left))

    def _after(self, round_index, classes, reach):
        """What follows a round by gap from -reach to reach: where all left, and after a bust by the copies of its kind."""
        left = self._by_gap(round_index + 1, tuple(classes), reach)
        after = _busts(classes)
        # Where there is no such kind its card is weighed 0.
        busts = [self._by_gap(round_index + 1, after[copies], reach) if copies in after else left for copies in (1, 2, 3)]
        return left, busts

    def _by_gap(self, round_index, classes, reach):
        """Shares from -reach to reach; gaps beyond those of `shares` are decided, or no play leads to them."""
        known = self.shares(round_index, classes) if round_index < self.rounds else np.array([0.5])
        ahead = np.ones(reach + 1)
        ahead[:len(known)] = known[:reach + 1]
        return np.concatenate([1 - ahead[:0:-1], ahead])

    cdef object _solve(self, round_index, classes, int first, int count, listed=False):
        """Shares at the start of a round for gaps first, first + 1, …, and where asked for the stages of the first."""
        cdef TreasuresC* t = &self._treasures.c
        cdef Round cave = Round(self._treasures, tuple(classes), self._states)
        cdef RoundC* r = &cave.c
        cdef MatchC m
        cdef double[::1] left, bust1, bust2, bust3, start
        cdef double[:, :, ::1] stage
        cdef Py_ssize_t size = r.num_hazards * t.size
        cdef int q
        if size * 2 * count > self._max_states:
            raise TooLarge("two players inside", size * 2 * count, self._max_states, "the deck")
        reach = abs(first) + count + self.total
        after, busts = self._after(round_index, classes, reach)
        left, bust1, bust2, bust3 = after, busts[0], busts[1], busts[2]
        m.reach, m.first, m.count, m.banked, m.stage = reach, first, count, self.banked, NULL
        m.left, m.bust[0], m.bust[1], m.bust[2] = &left[0], &bust1[0], &bust2[0], &bust3[0]
        found = np.empty(count)
        start = found
        stages = None
        if listed:
            stages = np.empty((r.num_hazards, t.size, STAGE))
            stage = stages
            m.stage = &stage[0, 0, 0]
        m.follows = <unsigned char*>calloc(t.size, 1)
        m.alone = <double*>malloc(size * 2 * count * sizeof(double))
        m.share = <double*>malloc(size * 2 * count * sizeof(double))
        m.both = <double*>malloc(size * count * sizeof(double))
        try:
            if m.follows == NULL or m.alone == NULL or m.share == NULL or m.both == NULL:
                raise MemoryError
            for q in sorted({self.banked[i] for i in range(t.size)}):
                if self.stop is not None and self.stop():
                    raise Stopped(f"stopped in round {round_index + 1} at gap {first}")
                with nogil:
                    alone_sweep(t, r, &m, q)
            with nogil:
                both_sweep(t, r, &m, &start[0])
            self.num_solved += size * count
            if self._opening:
                found = np.array([m.both[lane] for lane in range(count)])
        finally:
            free(m.follows)
            free(m.alone)
            free(m.share)
            free(m.both)
        return found, stages


def _busts(classes):
    """Hazard kinds by copies after a bust, by how many copies the busting kind had."""
    found = {}
    for copies in (2, 3):
        if classes[copies - 1]:
            after = list(classes)
            after[copies - 1] -= 1
            after[copies - 2] += 1
            found[copies] = tuple(after)
    return found
