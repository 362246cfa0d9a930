"""What a position is worth where a search stops looking; see valuation.pyx."""

from orienteer.core.state cimport ERROR, State


cdef class Valuation:
    # values[seat]: estimated returns of `objective`, at a state where the game is not over. The base takes the returns as if
    # the game ended now. Returns 0.
    cdef int c_value(self, State state, int objective, double* values) except ERROR nogil
