"""How play goes on beyond a search tree; see playout.pyx."""

from orienteer.core.rng cimport Rng
from orienteer.core.state cimport ERROR, State


cdef class Playout:
    # An action for `player`, who moves now; NO_ACTION where he has no choice at a simultaneous node.
    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil
