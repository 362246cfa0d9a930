"""How play goes on beyond a search tree; see playout.pyx."""

from orienteer.core.rng cimport Rng
from orienteer.core.state cimport ERROR, State


cdef class Playout:
    # How searches over information sets widen, 0 for not: a node with n visits has about n ** widening actions, each new one
    # proposed by this policy. For a policy that plays well where there are many actions.
    cdef readonly double widening

    # Turns, of all seats together, after which playouts of a search end, 0 for not: what returns there are then counts. For
    # a game of many turns in which the returns so far say much. Needs a game with the segment "turn".
    cdef readonly int turns

    # An action for `player`, who moves now; NO_ACTION where he has no choice at a simultaneous node.
    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil
