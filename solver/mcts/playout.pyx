"""Playout policies: how seats behave beyond the tree. The base plays uniformly at random.

A game's own policy subclasses `Playout` in its package's part `playout`, which holds `light(game) -> Playout`. It sees the
whole state that a search walks, which with hidden information is a world drawn from a belief; what it draws must come from
`rng` alone, never from the cards. Every tree has a policy object of its own.
"""

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport ERROR, MAX_BRANCH, NO_ACTION, State


cdef class Playout:
    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef int[MAX_BRANCH] actions
        cdef int n = state.c_legal_actions(player, actions)
        return actions[rng_below(rng, n)] if n else NO_ACTION

    cdef int c_begin(self) except ERROR nogil:
        return 0

    cdef int c_note(self, int player, int action) except ERROR nogil:
        return 0

    cdef int c_learn(self, const double* values) except ERROR nogil:
        return 0
