"""What every search tree has; see kernel.pyx."""

from libc.stdint cimport int64_t, uint64_t

from orienteer.budget cimport Budget
from orienteer.core.rng cimport Rng
from orienteer.core.state cimport State
from orienteer.mcts.playout cimport Playout

cdef enum:
    REGRET_MATCHING = 0
    UCT = 1
    SMOOTH_UCT = 2
    WIDEN_ANYWAY = 128  # visits for each action tried whether proposed or not, so that in the end every one is


cdef class Kernel:
    cdef readonly State root
    cdef State scratch
    cdef Rng rng
    cdef readonly int num_players
    cdef readonly int objective
    cdef readonly int horizon  # code of a segment kind, or -1: to the end of the game
    cdef int root_segment
    cdef int selection
    cdef double exploration
    cdef bint adaptive  # whether `spread` follows the returns seen, for objectives with loose bounds
    cdef double low
    cdef double high
    cdef double spread  # what exploration is multiplied by
    cdef Playout playout
    cdef bint uniform  # whether `playout` is uniformly random
    cdef bint learning  # whether `playout` is told how iterations go
    cdef public int playout_turns  # after which playouts of the search end; 0: none do
    cdef readonly int64_t iterations
    cdef readonly bint finished  # nothing is left to search
    cdef readonly int64_t playout_nodes  # passed in all playouts
    cdef double* root_sums  # num_players a root action

    cdef int set_up(self, State root, int objective, int horizon, int selection, double exploration, Playout playout,
                    uint64_t seed, uint64_t index) except -1
    cdef int c_run(self, State state, int64_t target, Budget budget) except -1 nogil
    # One iteration, by the kind of tree.
    cdef int c_iterate(self, State state) except -1 nogil
    cdef int c_note_range(self, const double* values) except -1 nogil
    cdef int c_note_joint(self, const int* joint) except -1 nogil
    # values[seat] of an iteration whose play stopped at `state`.
    cdef int c_worth(self, State state, double* values) except -128 nogil
    cdef int c_playout(self, State state, Rng* rng, int turns) except -128 nogil
