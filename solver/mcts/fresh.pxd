"""Fresh playouts of a frozen policy; see fresh.pyx."""

from libc.stdint cimport int64_t, uint64_t

from orienteer.budget cimport Budget
from orienteer.core.rng cimport Rng
from orienteer.core.state cimport MAX_PLAYERS, State

cdef enum:
    NO_ROW = -1

cdef uint64_t FRESH_STREAMS

cdef struct Group:
    # The root actions of one seat.
    int seat
    int begin
    int count
    int best
    int second  # NO_ROW where there is one action


cdef class FreshPlayouts:
    cdef State scratch
    cdef Rng rng
    cdef int num_players
    cdef int objective
    cdef int trust
    cdef bint whole  # whether rounds hold a playout with no root action fixed
    cdef bint pairs_alone  # whether only the best and the second action are played
    cdef uint64_t seed
    cdef int64_t next_round
    cdef int64_t num_rounds
    cdef int num_trees
    cdef int num_rows
    cdef int num_groups
    cdef readonly int64_t playouts
    cdef Group[MAX_PLAYERS] groups
    cdef double* weights
    cdef int64_t* counts
    cdef double* sums
    cdef double* squares
    cdef int64_t[MAX_PLAYERS] pair_counts
    cdef double[MAX_PLAYERS] pair_sums
    cdef double[MAX_PLAYERS] pair_squares

    cdef int set_up(self, State root, int objective, list seats, list weights, bint whole, int trust, uint64_t seed,
                    int index, int num_trees) except -1
    cdef int c_rank(self, Group* group) except -1
    cdef int c_run(self, State state, int64_t wanted, Budget budget) except -1 nogil
    cdef int c_sample(self, State state, int row, double* values) except -1 nogil
    # Plays the policy from the root to the end or the horizon, root action `row` fixed (num_rows: none).
    cdef int c_play(self, State state, int row) except -1 nogil
