"""Fresh playouts of a frozen policy: what it is worth after each root action, and by how much the best beats the second.

They use random streams of their own, so that their means have no selection bias, unlike a tree's own. Playouts of the same
round use the same stream, and with hidden information begin in the same world. They always go on to the end or the horizon.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from orienteer.budget cimport Budget, c_now
from orienteer.core.rng cimport rng_seed
from orienteer.core.state cimport State

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

# Streams of fresh playouts begin here; trees have the streams from 0.
cdef uint64_t FRESH_STREAMS = <uint64_t>1 << 40


cdef class FreshPlayouts:
    """Base of the frozen policies; the last row is the root with no action fixed."""

    cdef int set_up(self, State root, int objective, list seats, list weights, bint whole, int trust, uint64_t seed,
                    int index, int num_trees) except -1:
        """What a subclass's constructor calls first: the seat and the weight of every root action (row), by seat."""
        cdef int players = root.game.num_players, i
        self.scratch = root.clone()
        self.num_players = players
        self.objective = objective
        self.whole = whole
        self.trust = max(trust, 1)
        self.seed = seed
        self.next_round = index
        self.num_trees = num_trees
        self.num_rows = len(weights)
        self.weights = <double*>calloc(self.num_rows + 1, sizeof(double))
        self.counts = <int64_t*>calloc(self.num_rows + 1, sizeof(int64_t))
        self.sums = <double*>calloc((self.num_rows + 1) * players, sizeof(double))
        self.squares = <double*>calloc((self.num_rows + 1) * players, sizeof(double))
        if self.weights == NULL or self.counts == NULL or self.sums == NULL or self.squares == NULL:
            raise MemoryError("frozen policy")
        for i in range(self.num_rows):
            self.weights[i] = weights[i]
            if i == 0 or seats[i] != seats[i - 1]:
                self.groups[self.num_groups].seat = seats[i]
                self.groups[self.num_groups].begin = i
                self.num_groups += 1
            self.groups[self.num_groups - 1].count += 1
        for i in range(self.num_groups):
            self.c_rank(&self.groups[i])
        return 0

    def __dealloc__(self):
        free(self.weights)
        free(self.counts)
        free(self.sums)
        free(self.squares)

    cdef int c_rank(self, Group* group) except -1:
        """The rows of most and second most weight; ties go to the lower action."""
        cdef int i
        group.best = group.begin
        group.second = NO_ROW
        for i in range(group.begin + 1, group.begin + group.count):
            if self.weights[i] > self.weights[group.best]:
                group.second = group.best
                group.best = i
            elif group.second == NO_ROW or self.weights[i] > self.weights[group.second]:
                group.second = i
        return 0

    def run(self, quota: int, Budget budget not None) -> None:
        """Play rounds until `quota` more playouts are done or the budget is spent; one round at least.

        A round plays, for each seat that chooses, its best and its second action on the same random stream, and two of its
        other actions in turn. Where the answer is not one action of one seat, one more is played with no action fixed.
        """
        cdef int64_t wanted = self.playouts + <int64_t>quota
        with nogil:
            self.c_run(self.scratch, wanted, budget)

    def run_pairs(self, quota: int, Budget budget not None) -> None:
        """Play rounds of the best and the second action alone, `quota` of them."""
        cdef int64_t wanted = self.playouts + 2 * <int64_t>quota
        self.pairs_alone = 1
        with nogil:
            self.c_run(self.scratch, wanted, budget)

    def totals(self) -> tuple[list, list, list, list]:
        """(counts, sums by row and seat, sums of squares, (count, sum, square) of best minus second for each seat that
        chooses); the last row is the root with no action fixed."""
        players = self.num_players
        rows = range(self.num_rows + 1)
        return (
            [self.counts[i] for i in rows],
            [[self.sums[i * players + seat] for seat in range(players)] for i in rows],
            [[self.squares[i * players + seat] for seat in range(players)] for i in rows],
            [(self.pair_counts[g], self.pair_sums[g], self.pair_squares[g]) for g in range(self.num_groups)],
        )

    def seat_groups(self) -> list[tuple[int, int, int, int | None]]:
        """(first row, number of rows, best row, second row) for each seat that chooses at the root."""
        return [
            (self.groups[g].begin, self.groups[g].count, self.groups[g].best,
             None if self.groups[g].second == NO_ROW else self.groups[g].second)
            for g in range(self.num_groups)
        ]

    cdef int c_run(self, State state, int64_t wanted, Budget budget) except -1 nogil:
        cdef double[MAX_PLAYERS] first
        cdef double[MAX_PLAYERS] second
        cdef double now, last_signal = c_now(), difference
        cdef Group* group
        cdef int64_t turn
        cdef int g, extra, row
        while True:
            turn = 2 * self.num_rounds
            for g in range(self.num_groups):
                # 1. The best and the second action on one stream.
                group = &self.groups[g]
                self.c_sample(state, group.best, first)
                if group.second != NO_ROW:
                    self.c_sample(state, group.second, second)
                    difference = first[group.seat] - second[group.seat]
                    self.pair_counts[g] += 1
                    self.pair_sums[g] += difference
                    self.pair_squares[g] += difference * difference
                # 2. Two of the others in turn.
                for extra in range(0 if self.pairs_alone else min(2, group.count - 2)):
                    row = group.begin + <int>((turn + extra) % (group.count - 2))
                    row += row >= min(group.best, group.second)
                    row += row >= max(group.best, group.second)
                    self.c_sample(state, row, first)
            # 3. The root itself.
            if self.whole:
                self.c_sample(state, self.num_rows, first)
            self.next_round += self.num_trees
            self.num_rounds += 1
            if self.playouts >= wanted or budget.c_spent():
                return 0
            now = c_now()
            if now - last_signal > 0.01:
                last_signal = now
                with gil:
                    PyErr_CheckSignals()

    cdef int c_sample(self, State state, int row, double* values) except -1 nogil:
        """One playout of the policy after root action `row`, on the stream of this round; counts it."""
        cdef int seat
        rng_seed(&self.rng, self.seed, FRESH_STREAMS + <uint64_t>self.next_round)
        self.c_play(state, row)
        state.c_returns(self.objective, values)
        self.counts[row] += 1
        for seat in range(self.num_players):
            self.sums[row * self.num_players + seat] += values[seat]
            self.squares[row * self.num_players + seat] += values[seat] * values[seat]
        self.playouts += 1
        return 0

    cdef int c_play(self, State state, int row) except -1 nogil:
        with gil:
            raise NotImplementedError(f"{type(self).__name__} must implement c_play")
