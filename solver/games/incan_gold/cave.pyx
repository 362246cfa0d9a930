"""Optimal stopping in one cave, a sweep over treasures turned up x hazard kinds shown x artifacts on the path.

Serves the solitaire game (points) and the last player inside (win share). States are numbered so that every card leads
to a higher number; one descending sweep therefore meets every successor before it is needed: no recursion, no hashing.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdlib cimport calloc, free

from orienteer.games.incan_gold.cave_rules import TooLarge, num_hazard_states

NEVER = 1 << 30  # as an entry of stop_at: the pocket never forces a leave


cdef int fill(TreasuresC* t, tuple counts) except -1:
    cdef Py_ssize_t i
    cdef int k, shown
    cdef int count[MAX_VALUES]
    for k in range(t.num_values):
        count[k] = counts[k]
    for i in range(t.size):
        t.num_left[i] = 0
        t.shown_total[i] = 0
        for k in range(t.num_values):
            shown = (i // t.stride[k]) % (count[k] + 1)
            t.left[i * t.num_values + k] = count[k] - shown
            t.num_left[i] += count[k] - shown
            t.shown_total[i] += shown * t.value[k]
    return 0


@cython.final
cdef class Treasures:
    """All multisets of treasures that can have been turned up, numbered by mixed radix; TooLarge above max_states."""

    def __cinit__(self, tuple values, tuple counts, max_states):
        cdef Py_ssize_t size = 1
        cdef int k
        needed = 1
        for count in counts:
            needed *= count + 1
        if needed > max_states:
            raise TooLarge(
                "the treasures turned up", needed, max_states,
                f"the deck ({sum(counts)} cards of {len(values)} values: fewer cards, or fewer distinct values)",
            )
        if len(values) > MAX_VALUES:
            raise ValueError(f"values: {len(values)} distinct values, at most {MAX_VALUES}")
        self.values = values
        self.counts = counts
        self.c.num_values = len(values)
        for k in range(self.c.num_values):
            self.c.value[k] = values[k]
            self.c.stride[k] = size
            size *= counts[k] + 1
            self.c.total += values[k] * counts[k]
        self.c.size = size
        self.c.left = <unsigned char*>PyMem_Malloc(max(1, size * self.c.num_values))
        self.c.num_left = <int*>PyMem_Malloc(size * sizeof(int))
        self.c.shown_total = <int*>PyMem_Malloc(size * sizeof(int))
        if not (self.c.left and self.c.num_left and self.c.shown_total):
            raise MemoryError
        fill(&self.c, counts)

    def __dealloc__(self):
        PyMem_Free(self.c.left)
        PyMem_Free(self.c.num_left)
        PyMem_Free(self.c.shown_total)

    @property
    def size(self):
        return self.c.size

    def index(self, left):
        """Number of the multiset after which `left` cards of each value are in the deck."""
        if len(left) != len(self.counts) or not all(0 <= a <= b for a, b in zip(left, self.counts)):
            raise ValueError(f"treasure_left: {tuple(left)} does not fit the deck's counts {self.counts}")
        return sum((b - a) * self.c.stride[k] for k, (a, b) in enumerate(zip(left, self.counts)))

    def shown_total(self, Py_ssize_t index):
        """Sum of the treasures turned up."""
        if not 0 <= index < self.c.size:
            raise IndexError(index)
        return self.c.shown_total[index]


@cython.final
cdef class Round:
    """The cards of one round: treasures, hazard kinds by copies in the game (classes) and the artifacts' states."""

    def __cinit__(self, Treasures treasures, tuple classes, states):
        cdef int h, c, k, shown, radix = 1
        cdef RoundC* r = &self.c
        if sum(classes) > 5 or num_hazard_states(classes) > MAX_HAZARDS or len(states) > MAX_STATES:
            raise ValueError("a round has at most five hazard kinds and five artifacts")
        self.treasures = treasures
        self.classes = classes
        self.states = states
        r.num_hazards = num_hazard_states(classes)
        for c in range(NUM_CLASSES):
            r.step[c] = radix
            for h in range(r.num_hazards):
                shown = (h // radix) % (classes[c] + 1)
                r.fresh[h][c] = (c + 1) * (classes[c] - shown)
                r.lethal[h][c] = c * shown
                r.num_lethal[h] += r.lethal[h][c]
                r.hazards_left[h] += r.fresh[h][c] + r.lethal[h][c]
            radix *= classes[c] + 1
        r.num_artifacts = len(states)
        for k in range(r.num_artifacts):
            r.artifacts_left[k] = states.num_deck[k]
            r.num_draws[k] = len(states.draws[k])
            for c, (weight, following) in enumerate(states.draws[k]):
                r.draw_weight[k][c] = weight
                r.draw_next[k][c] = following

    @property
    def num_hazards(self):
        return self.c.num_hazards

    @property
    def num_states(self):
        """Size of a table with one number a state."""
        return self.c.num_artifacts * self.c.num_hazards * self.treasures.c.size

    def hazard(self, shown):
        """Number of the hazard state with `shown` kinds of each class on the path."""
        if not all(0 <= a <= b for a, b in zip(shown, self.classes)):
            raise ValueError(f"shown: {shown} kinds by class of {self.classes}")
        return sum(a * self.c.step[k] for k, a in enumerate(shown))

    def lethal(self, int h):
        """Cards that would bust, by class."""
        if not 0 <= h < self.c.num_hazards:
            raise IndexError(h)
        return tuple([self.c.lethal[h][c] for c in range(NUM_CLASSES)])


cdef void sweep(
    const TreasuresC* t, const RoundC* r, const double* leave, const double* bust, const int* stop_at, bint choose,
    double* table
) noexcept nogil:
    cdef int s, h, slab, shown, limit
    cdef Py_ssize_t i
    cdef double stay
    cdef double* row
    cdef const double* pay
    for s in range(r.num_artifacts - 1, -1, -1):
        pay = leave + s * (t.total + 1)
        for h in range(r.num_hazards - 1, -1, -1):
            slab = s * r.num_hazards + h
            row = table + slab * t.size
            limit = stop_at[slab]
            for i in range(t.size - 1, -1, -1):
                # 1. Where leaving is known to be right, no card need be looked at.
                shown = t.shown_total[i]
                if shown >= limit:
                    row[i] = pay[shown]
                    continue
                # 2. Otherwise one card is turned up and the better choice follows.
                stay = draw(t, r, table, bust[slab], s, h, i)
                row[i] = pay[shown] if choose and pay[shown] > stay else stay


cdef int check(StopTable table, int s, int h, Py_ssize_t i) except -1:
    cdef Round r = table.round
    if r is None:
        raise ValueError("solve the table first")
    if not (0 <= s < r.c.num_artifacts and 0 <= h < r.c.num_hazards and 0 <= i < r.treasures.c.size):
        raise IndexError((s, h, i))
    return 0


@cython.final
cdef class StopTable:
    """Value of every decision of one cave for the only player inside. `solve` may be called again, reusing memory."""

    def __dealloc__(self):
        free(self.table)

    def solve(self, Round round not None, double[:, ::1] leave not None, double[::1] bust not None,
              int[::1] stop_at not None, bint choose=True):
        """Solves a round; the GIL is released.

        leave[s, g]: value of leaving in artifact state s when the treasures turned up add to g. bust[s * num_hazards +
        h]: sum over the lethal cards of the value of a bust by that card. stop_at (same index): sum of treasures from
        which leaving is known to be optimal, or is the policy; NEVER for none. choose: below stop_at the better choice
        is taken; False: the policy is to stay.
        """
        cdef Treasures t = round.treasures
        cdef Py_ssize_t slabs = round.c.num_artifacts * round.c.num_hazards
        # The padding covers reads beyond the last digit, which are weighed 0 (see draw).
        cdef Py_ssize_t needed = slabs * t.c.size + t.c.size
        if leave.shape[0] != round.c.num_artifacts or leave.shape[1] != t.c.total + 1:
            raise ValueError("leave: one row an artifact state, one column a sum of treasures")
        if bust.shape[0] != slabs or stop_at.shape[0] != slabs:
            raise ValueError("bust, stop_at: one entry for each artifact state and hazard state")
        if needed > self.capacity:
            free(self.table)
            self.capacity = 0
            self.table = <double*>calloc(needed, sizeof(double))
            if self.table == NULL:
                raise MemoryError
            self.capacity = needed
        self.round = round
        self.bust = bust
        with nogil:
            sweep(&t.c, &round.c, &leave[0, 0], &bust[0], &stop_at[0], choose, self.table)

    def value(self, int s, int h, Py_ssize_t i):
        """Value at a decision."""
        check(self, s, h, i)
        return self.table[(<Py_ssize_t>s * self.round.c.num_hazards + h) * self.round.treasures.c.size + i]

    def card_value(self, int s, int h, Py_ssize_t i):
        """Value before a card is turned up, which is the value of staying."""
        cdef Round r = self.round
        check(self, s, h, i)
        return draw(&r.treasures.c, &r.c, self.table, self.bust[s * r.c.num_hazards + h], s, h, i)
