"""Bounds on what staying in a round pays, from two kinds of tables over all treasures.

From above by the value of getting everything alone; from below by that of the best stopping rule on the shares of those inside
alone, with what a leaver gets of the leftovers after the next card. Both look at the next card as it is. A table's row holds, by
what a player holds, the value of one card more; a decision is worth the larger of that and of leaving.
"""

cimport cython
from libc.stdlib cimport free, malloc

from orienteer.games.incan_gold.cave cimport NUM_CLASSES, cards_left

from orienteer.games.incan_gold.cave_rules import TooLarge


@cython.final
cdef class RoundBounds:
    """The tables for up to `players` inside, who begin with `pocket` gems each and `leftovers` on the path.

    worth: of the artifacts on the path to a single leaver, by artifact state. Raises TooLarge where a table needs more than
    max_states numbers.
    """

    def __cinit__(self, Treasures treasures not None, Round round not None, players, pocket, leftovers, worth, max_states):
        cdef int m, s
        self.treasures, self.round, self.players = treasures, round, players
        self.t, self.r = &treasures.c, &round.c
        for s in range(self.r.num_artifacts):
            self.worth[s] = worth[s]
        for m in range(1, self.players + 1):
            self._lay(m, pocket + (leftovers if m == 1 else 0), max_states)
            with nogil:
                fill_pay(self.t, self.r, &self.pay[m], m, self.worth)

    def __dealloc__(self):
        cdef int m
        for m in range(MOST + 1):
            free(self.pay[m].offset)
            free(self.pay[m].table)

    cdef int _lay(self, int m, int held, int64_t max_states) except -1:
        """Room for a table of what a player can hold when m share every treasure (1: takes all of it)."""
        cdef PayTableC* pay = &self.pay[m]
        cdef Py_ssize_t i, size
        cdef int k, total
        pay.offset = <Py_ssize_t*>malloc((self.t.size + 1) * sizeof(Py_ssize_t))
        if pay.offset == NULL:
            raise MemoryError
        pay.width = 0
        for i in range(self.t.size):
            pay.offset[i] = pay.width
            total = held
            for k in range(self.t.num_values):
                total += (self.t.left[k] - self.t.left[i * self.t.num_values + k]) * (self.t.value[k] // m)
            pay.width += total + 1
        size = pay.width * self.r.num_hazards * self.r.num_artifacts
        if size > max_states:
            raise TooLarge("the bounds of a round", size, max_states, "the deck")
        pay.table = <double*>malloc(size * sizeof(double))
        if pay.table == NULL:
            raise MemoryError
        return 0

    @property
    def bytes(self):
        """Memory held by the tables."""
        cdef int64_t total = 0
        cdef int m
        for m in range(1, self.players + 1):
            total += self.pay[m].width * self.r.num_hazards * self.r.num_artifacts * 8
        return total


cdef void fill_pay(const TreasuresC* t, const RoundC* r, PayTableC* pay, int m, const int* worth) noexcept nogil:
    """The best stopping rule for a player who gets value // m of every treasure, alone with m = 1 also the artifacts."""
    cdef int s, h, k, c, held, most, gain, prize
    cdef Py_ssize_t i
    cdef double weight, left
    cdef double* row
    cdef double* slab
    cdef const double* other
    for s in range(r.num_artifacts - 1, -1, -1):
        for h in range(r.num_hazards - 1, -1, -1):
            slab = pay.table + (<Py_ssize_t>s * r.num_hazards + h) * pay.width
            for i in range(t.size - 1, -1, -1):
                most = <int>((pay.offset[i + 1] if i + 1 < t.size else pay.width) - pay.offset[i])
                left = cards_left(t, r, s, h, i)
                row = slab + pay.offset[i]
                prize = worth[s] if m == 1 else 0
                for held in range(most):
                    row[held] = 0
                for k in range(t.num_values):
                    if t.left[i * t.num_values + k]:
                        gain = t.value[k] // m
                        weight = t.left[i * t.num_values + k] / left
                        other = slab + pay.offset[i + t.stride[k]] + gain
                        for held in range(most):
                            row[held] += weight * max(other[held], <double>(held + gain + prize))
                for c in range(NUM_CLASSES):
                    if r.fresh[h][c]:
                        weight = r.fresh[h][c] / left
                        other = row + r.step[c] * pay.width
                        for held in range(most):
                            row[held] += weight * max(other[held], <double>(held + prize))
                for k in range(r.num_draws[s]):
                    weight = r.draw_weight[s][k] / left
                    prize = worth[r.draw_next[s][k]] if m == 1 else 0
                    other = row + <Py_ssize_t>(r.draw_next[s][k] - s) * r.num_hazards * pay.width
                    for held in range(most):
                        row[held] += weight * max(other[held], <double>(held + prize))


cdef double at_least(RoundBounds bounds, const StageC* at) noexcept nogil:
    cdef const TreasuresC* t = bounds.t
    cdef const RoundC* r = bounds.r
    cdef const PayTableC* pay = &bounds.pay[at.inside]
    cdef const double* slab = pay.table + (<Py_ssize_t>at.s * r.num_hazards + at.h) * pay.width
    cdef const double* row = slab + pay.offset[at.i] + at.pocket
    cdef int k, c, pocket, m = at.inside
    cdef double total = 0, leaving
    for k in range(t.num_values):
        if t.left[at.i * t.num_values + k]:
            pocket = at.pocket + t.value[k] // m
            leaving = pocket + (at.leftovers + t.value[k] % m) // m
            total += t.left[at.i * t.num_values + k] * max(slab[pay.offset[at.i + t.stride[k]] + pocket], leaving)
    leaving = at.pocket + at.leftovers // m
    for c in range(NUM_CLASSES):
        if r.fresh[at.h][c]:
            total += r.fresh[at.h][c] * max(row[r.step[c] * pay.width], leaving)
    for k in range(r.num_draws[at.s]):
        total += r.draw_weight[at.s][k] * max(
            row[<Py_ssize_t>(r.draw_next[at.s][k] - at.s) * r.num_hazards * pay.width], leaving)
    return total / cards_left(t, r, at.s, at.h, at.i)


cdef double at_most(RoundBounds bounds, const StageC* at) noexcept nogil:
    cdef const TreasuresC* t = bounds.t
    cdef const RoundC* r = bounds.r
    cdef const PayTableC* pay = &bounds.pay[1]
    cdef const double* slab = pay.table + (<Py_ssize_t>at.s * r.num_hazards + at.h) * pay.width
    cdef const double* row = slab + pay.offset[at.i] + at.pocket + at.leftovers
    cdef int k, c, held, m = at.inside
    cdef double total = 0, prize = bounds.worth[at.s]
    for k in range(t.num_values):
        if t.left[at.i * t.num_values + k]:
            held = at.pocket + at.leftovers + t.value[k] // m + t.value[k] % m
            total += t.left[at.i * t.num_values + k] * max(slab[pay.offset[at.i + t.stride[k]] + held], held + prize)
    held = at.pocket + at.leftovers
    for c in range(NUM_CLASSES):
        if r.fresh[at.h][c]:
            total += r.fresh[at.h][c] * max(row[r.step[c] * pay.width], held + prize)
    for k in range(r.num_draws[at.s]):
        prize = bounds.worth[r.draw_next[at.s][k]]
        total += r.draw_weight[at.s][k] * max(
            row[<Py_ssize_t>(r.draw_next[at.s][k] - at.s) * r.num_hazards * pay.width], held + prize)
    return total / cards_left(t, r, at.s, at.h, at.i)
