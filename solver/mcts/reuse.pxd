"""Trees carried from one search to the next; see reuse.pyx."""

from libc.stdint cimport int32_t

from orienteer.core.state cimport State
from orienteer.mcts.tree cimport Tree


cdef class Follower:
    cdef readonly Tree tree
    cdef State state  # where play is
    cdef State scratch
    cdef int32_t at  # the node there, or the one that forced steps lead to; NO_NODE once play has left the tree
    cdef int forced  # such steps left

    cdef bint c_is(self, State state, State goal) except -1
    cdef int32_t c_child(self, State goal) except -2
    cdef int32_t c_joint_child(self, State goal) except -2
