"""Bounds on what staying in a round pays, from tables of one-player stopping rules; see bounds.pyx."""

cimport cython
from libc.stdint cimport int64_t

from orienteer.games.incan_gold.cave cimport Round, RoundC, Treasures, TreasuresC

cdef enum:
    MOST = 8  # players


cdef struct StageC:
    int inside
    int s  # artifact state
    int h  # hazard state
    Py_ssize_t i  # treasures turned up
    int pocket
    int leftovers


cdef struct PayTableC:
    # table[(s * num_hazards + h) * width + offset[i] + held]: the best stopping rule's value of one card more.
    Py_ssize_t width
    Py_ssize_t* offset
    double* table


@cython.final
cdef class RoundBounds:
    cdef Treasures treasures
    cdef Round round
    cdef TreasuresC* t
    cdef RoundC* r
    cdef PayTableC[MOST + 1] pay  # [1]: everything alone; [m]: the shares of m players
    cdef int[32] worth  # of the artifacts on the path to a single leaver
    cdef readonly int players

    cdef int _lay(self, int m, int held, int64_t max_states) except -1


cdef inline double alone(RoundBounds bounds, const StageC* at) noexcept nogil:
    """What staying pays the only one inside: leftovers are as good as his, and every treasure is."""
    cdef const PayTableC* pay = &bounds.pay[1]
    return pay.table[
        (<Py_ssize_t>at.s * bounds.r.num_hazards + at.h) * pay.width + pay.offset[at.i] + at.pocket + at.leftovers]


# What staying pays each of at least two inside is not less, and not more.
cdef double at_least(RoundBounds bounds, const StageC* at) noexcept nogil
cdef double at_most(RoundBounds bounds, const StageC* at) noexcept nogil
