"""How play goes on beyond a search tree; see playout.pyx."""

from orienteer.core.rng cimport Rng
from orienteer.core.state cimport ERROR, State
from orienteer.lookahead.valuation cimport Valuation


cdef class Playout:
    # How searches widen, 0 for not: a node with n visits has about n ** widening actions, each new one proposed by this
    # policy. For a policy that plays well where there are many actions. Open games with one are searched by it by default.
    cdef readonly double widening

    # Turns, of all seats together, after which playouts of a search end, 0 for not: what the valuation says of the position
    # then counts. For a game of many turns. Needs a game with the segment "turn".
    cdef readonly int turns

    # What a position is worth where a playout of a search ends before the game does; None: the returns there.
    cdef readonly Valuation valuation

    # Whether a search tells it how its iterations go: c_begin before one, c_note for every action of a seat in it, in the tree
    # and beyond, c_learn with the returns by seat. Fresh playouts tell it nothing.
    cdef readonly bint learning

    # An action for `player`, who moves now; NO_ACTION where he has no choice at a simultaneous node.
    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil
    cdef int c_begin(self) except ERROR nogil
    cdef int c_note(self, int player, int action) except ERROR nogil
    cdef int c_learn(self, const double* values) except ERROR nogil
