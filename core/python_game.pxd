from libc.stdint cimport int64_t

from orienteer.core.state cimport ERROR, Belief, Game, State


cdef class PythonGame(Game):
    cdef readonly bint validate


cdef class PythonState(State):
    cdef readonly object value
    # The last transition; `actor` is INVALID where there is none: at the start, in a mask, in a world of a belief.
    cdef object before
    cdef int actor
    cdef object action
    cdef bint masked  # whether this is what a seat sees: whose turn it is may then be INVALID
    # Answers about `value`, kept until it changes: INVALID or None = not asked yet.
    cdef int current
    cdef list legal  # one list a seat
    cdef list outcomes

    cdef int become(self, object value, object before, int actor, object action) except ERROR
    cdef int ask_current(self) except ERROR
    cdef list ask_legal(self, int player)
    cdef list ask_outcomes(self)
    cdef int put_legal(self, int player, int* actions) except ERROR
    cdef int put_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR
    cdef int copy_all(self, PythonState source) except ERROR


cdef class PythonBelief(Belief):
    cdef list values
    cdef list weights
    cdef list bounds  # running sums of the weights
    cdef object total
