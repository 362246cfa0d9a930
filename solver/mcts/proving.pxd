"""A search tree that keeps proven bounds; see proving.pyx."""

from libc.stdint cimport int32_t, int64_t

from orienteer.mcts.tree cimport Tree


cdef class ProvingTree(Tree):
    cdef double lowest  # what one player can return at least …
    cdef double highest  # … and at most
    cdef int seats  # whose bounds are kept: seat 0 alone where two interests are opposed
    cdef bint seen  # whether an end has been; before, nothing is known
    cdef double whole  # what opposed returns add up to
    cdef int64_t met_weight  # of the outcome met last
    cdef int64_t met_total

    cdef int c_finish(self) noexcept nogil
    cdef int c_prove(self, int depth, int32_t leaf, const double* values) except -1 nogil
    cdef bint c_tighten(self, int32_t at) noexcept nogil
    cdef bint c_tighten_chance(self, int32_t at, double* bounds) noexcept nogil
    cdef bint c_tighten_choice(self, int32_t at, double* bounds) noexcept nogil
    cdef double c_least(self, int32_t at, int seat) noexcept nogil
    cdef double c_most(self, int32_t at, int seat) noexcept nogil
    cdef int c_fill(self, int32_t at) noexcept nogil
    cdef bint c_is_beaten(self, int32_t child, int mover, double least) noexcept nogil
