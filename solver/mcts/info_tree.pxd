"""Trees of information sets and their kernel; see info_tree.pyx."""

from libc.stdint cimport int32_t, uint64_t

from orienteer.core.rng cimport mix64
from orienteer.core.state cimport MAX_BRANCH, MAX_PLAYERS, Belief, State
from orienteer.mcts.info_pool cimport InfoNode, InfoPool
from orienteer.mcts.kernel cimport Kernel

cdef enum:
    # Where a decision was made.
    INSIDE = 0  # at a known node, or without a choice
    OUTSIDE = 1  # at a node just added, or where a limit kept one out

cdef struct InfoStep:
    int32_t node
    int32_t slot
    int32_t seat
    # Regret matching:
    double reach  # product of the updating seat's odds of sampling his actions before this one
    double policy  # odds of the action by regret matching
    double sampled  # odds with which it was sampled


cdef class InfoTree(Kernel):
    cdef readonly InfoPool pool
    cdef readonly Belief belief
    cdef readonly int viewer
    cdef readonly bint one_tree  # SO: only the viewer's tokens count
    cdef readonly bint private_roots
    cdef double gamma
    cdef State masked
    cdef int root_kind
    cdef int root_count
    cdef int[MAX_BRANCH] root_actions
    cdef uint64_t[MAX_PLAYERS] start  # where each seat's chain begins
    cdef uint64_t[MAX_PLAYERS] mover  # tells the nodes of seats apart
    cdef uint64_t[MAX_PLAYERS] chain  # hash of what each seat noticed in this iteration
    cdef int[MAX_PLAYERS] last  # index on the path of each seat's decision before, or -1
    cdef int updating  # regret matching: the seat whose regrets this iteration changes
    cdef double reach
    cdef double ratio  # of the updating seat's odds, by regret matching and as sampled
    cdef InfoStep* path
    cdef int path_room
    cdef int depth

    # Begin every seat's chain in a world just sampled; add what the last transition showed.
    cdef int c_begin(self, State state) except -1 nogil
    cdef int c_notice(self, State state) except -1 nogil
    cdef uint64_t c_node_key(self, int seat) noexcept nogil
    # Writes the seat's action; returns INSIDE or OUTSIDE.
    cdef int c_decide(self, State state, int seat, bint at_root, int* action) except -1 nogil
    cdef int c_legal(self, State state, int seat, bint at_root, int* actions) except -128 nogil
    cdef int c_select(self, State state, InfoNode* node, const int* slots, int count) except -1 nogil
    cdef int c_draw_average(self, InfoNode* node, const int* slots, int count) except -2 nogil
    cdef int c_match_regrets(self, InfoNode* node, const int* slots, int count, InfoStep* step) except -1 nogil
    cdef int c_back_up(self, const double* values) except -1 nogil
    cdef int c_back_up_regrets(self, const double* values) except -1 nogil
    cdef int c_grow_path(self) except -1 nogil


cdef inline uint64_t link(uint64_t chain, uint64_t token) noexcept nogil:
    """A chain of tokens with one more."""
    return mix64((chain ^ token) * <uint64_t>0x9FB21C651E98DF25 + <uint64_t>0x9E3779B97F4A7C15)
