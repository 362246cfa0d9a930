"""Walking down the game tree with one state a ply; see walker.pyx."""

from libc.stdint cimport int8_t, int64_t

from orienteer.budget cimport Budget
from orienteer.core.state cimport ERROR, MAX_BRANCH, MAX_PLAYERS, Key, State
from orienteer.lookahead.table cimport LossyTable
from orienteer.lookahead.valuation cimport Valuation

cdef enum:
    # Kinds of a place beside the seat that decides and CHANCE (−1).
    OVER = -4  # the game or the horizon has ended: the returns are final
    LEAF = -5  # as far as the search looks: an estimate

cdef enum:
    # What depth counts, in the order of UNIT_NAMES.
    DECISIONS = 0
    TURNS = 1
    TRANSITIONS = 2


cdef class Frame:
    """One ply: a state, and what its search notes down."""

    cdef State state
    cdef Frame next
    cdef int ply
    cdef int left  # still to look ahead
    cdef int kind
    cdef int num  # actions or outcomes
    cdef int64_t total
    cdef int[MAX_BRANCH] actions
    cdef int64_t[MAX_BRANCH] weights
    cdef double[MAX_BRANCH] scores  # of actions: the higher the earlier
    # What is known of outcomes.
    cdef double[MAX_BRANCH] low
    cdef double[MAX_BRANCH] high
    cdef int8_t[MAX_BRANCH] flags
    cdef int[2] killers  # moves that cut off at this ply
    cdef Key key
    cdef double[MAX_PLAYERS] now  # returns as if the game ended here
    cdef double[MAX_PLAYERS] values  # the answer, where it has one number a seat
    cdef double* vectors
    cdef int64_t room

    cdef double* c_vectors(self, int64_t count) except NULL nogil


cdef class Walker:
    cdef int objective
    cdef readonly bint additive
    cdef readonly int num_players
    cdef readonly double low  # bounds of all returns
    cdef readonly double high
    cdef int unit
    cdef int segment_kind  # of the horizon; −1: to the end of the game
    cdef int root_segment
    cdef Valuation valuation
    cdef readonly LossyTable table
    cdef Budget budget
    cdef Frame root
    cdef int64_t poll_at
    cdef readonly int64_t node_limit
    cdef readonly bint stopped
    # Counts.
    cdef readonly int64_t nodes
    cdef readonly int64_t hits
    cdef readonly int64_t cutoffs

    cdef bint c_count(self) noexcept nogil
    cdef int c_step(self, Frame f, int action, bint chosen) except ERROR nogil
    cdef int c_enter(self, Frame f) except ERROR nogil
    cdef int c_child(self, Frame f, int action, bint chosen) except ERROR nogil
    cdef int c_end(self, Frame f, double* values) except ERROR nogil
    cdef int c_key(self, Frame f) except ERROR nogil
    cdef int c_set_root(self, State state, int depth) except ERROR
