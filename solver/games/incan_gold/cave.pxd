"""Shared by the cave kernels: structs for treasure multisets, hazard classes, artifact states, and one card's draw."""

cimport cython

cdef enum:
    MAX_VALUES = 60
    NUM_CLASSES = 3  # hazard kinds with one, two and three copies in the game
    MAX_HAZARDS = 18  # most states (shown kinds by class): (2 + 1)(2 + 1)(1 + 1)
    MAX_STATES = 32  # most artifact states: subsets of five printed cards
    MAX_DRAWS = 5

ctypedef struct TreasuresC:
    # Multisets of treasures turned up, as mixed radix numbers: turning up value k adds stride[k].
    Py_ssize_t size
    int num_values
    int total  # sum of all treasures
    int value[MAX_VALUES]
    Py_ssize_t stride[MAX_VALUES]
    unsigned char* left  # [size][num_values] cards of each value left in the deck
    int* num_left  # [size]
    int* shown_total  # [size] sum of the treasures turned up

ctypedef struct RoundC:
    int num_hazards
    int step[NUM_CLASSES]  # turning up a new kind of the class adds this to the hazard state
    int fresh[MAX_HAZARDS][NUM_CLASSES]  # cards of kinds not on the path, by class
    int lethal[MAX_HAZARDS][NUM_CLASSES]  # cards that would bust, by class
    int num_lethal[MAX_HAZARDS]
    int hazards_left[MAX_HAZARDS]
    int num_artifacts
    int artifacts_left[MAX_STATES]
    int num_draws[MAX_STATES]
    int draw_weight[MAX_STATES][MAX_DRAWS]
    int draw_next[MAX_STATES][MAX_DRAWS]


@cython.final
cdef class Treasures:
    cdef TreasuresC c
    cdef readonly tuple values
    cdef readonly tuple counts


@cython.final
cdef class Round:
    cdef RoundC c
    cdef readonly Treasures treasures
    cdef readonly tuple classes
    cdef readonly object states


@cython.final
cdef class StopTable:
    cdef double* table
    cdef Py_ssize_t capacity
    cdef readonly Round round
    cdef double[::1] bust


cdef inline int cards_left(const TreasuresC* t, const RoundC* r, int s, int h, Py_ssize_t i) noexcept nogil:
    return t.num_left[i] + r.artifacts_left[s] + r.hazards_left[h]


cdef inline double draw(
    const TreasuresC* t, const RoundC* r, const double* table, double bust, int s, int h, Py_ssize_t i
) noexcept nogil:
    # Mean over the next card of table[s][h][i]; bust is the sum over the lethal cards of what each leads to.
    # A value with no card left is read beyond its digit and weighed 0: tables are padded and hold finite numbers only.
    cdef const double* row = table + (<Py_ssize_t>s * r.num_hazards + h) * t.size + i
    cdef const unsigned char* left = t.left + i * t.num_values
    cdef double even = bust, odd = 0.0  # two sums, so that additions need not wait for each other
    cdef int k = 0, c
    while k + 1 < t.num_values:
        even += left[k] * row[t.stride[k]]
        odd += left[k + 1] * row[t.stride[k + 1]]
        k += 2
    if k < t.num_values:
        even += left[k] * row[t.stride[k]]
    for c in range(NUM_CLASSES):
        if r.fresh[h][c]:
            odd += r.fresh[h][c] * row[r.step[c] * t.size]
    for k in range(r.num_draws[s]):
        even += r.draw_weight[s][k] * row[<Py_ssize_t>(r.draw_next[s][k] - s) * r.num_hazards * t.size]
    return (even + odd) / cards_left(t, r, s, h, i)
