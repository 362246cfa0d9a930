"""One search tree and its kernel; see tree.pyx."""

from libc.stdint cimport int32_t

from orienteer.core.state cimport MAX_BRANCH, State
from orienteer.mcts.kernel cimport Kernel
from orienteer.mcts.pool cimport Choice, Node, NodePool

cdef struct Step:
    int32_t node
    int32_t slot  # decision: edge offset; simultaneous: joint index; chance: the outcome


cdef class Tree(Kernel):
    cdef readonly NodePool pool
    cdef double gamma
    cdef Step* path
    cdef int path_room
    cdef object allowed  # {seat: actions} while the root is made, else None
    cdef int[MAX_BRANCH] arms  # root actions that are tried in turn
    cdef int num_arms  # 0: the tree chooses at the root too
    cdef int next_arm
    cdef int32_t* carried_visits  # by root action, from an earlier search; NULL where nothing was carried over
    cdef bint proving  # whether this is a ProvingTree

    cdef int c_backup(self, int depth, int32_t leaf, const double* values) except -1 nogil
    cdef int c_back_up_joint(self, int32_t node_index, int slot, const double* values) except -1 nogil
    cdef int c_legal(self, State state, int seat, int* actions) except -128 nogil
    cdef int c_stage(self, State state, int least, int* joint) except -128 nogil
    cdef int32_t c_add_child(self, State state, int32_t parent, int32_t slot) except -2 nogil
    cdef int c_expand(self, State state, int32_t node_index) except -1 nogil
    cdef int c_next_arm(self) noexcept nogil
    cdef int c_select_edge(self, State state, int32_t at) except -1 nogil
    cdef int c_select_tried(self, int32_t at) except -1 nogil
    # The edge that the policy found takes at a decision.
    cdef int c_best_edge(self, int32_t at) noexcept nogil
    # values[seat] of a node whose value is proven.
    cdef int c_look_up(self, int32_t at, double* values) except -1 nogil
    # Called before an outcome that is not in the tree yet.
    cdef int c_meet_outcome(self, State state, int outcome) except -1 nogil
    cdef int c_select_joint(self, Node* node, int* joint) except -1 nogil
    cdef int c_apply_decision(self, State state, Node* node, int action) except -1 nogil
    cdef int c_play_forced(self, State state, int steps) except -1 nogil
    cdef int c_match_regrets(self, Choice* row, int count, int node_visits) except -1 nogil
    cdef int c_select_choice(self, Choice* row, int count, int visits) except -1 nogil
    cdef int c_grow_path(self) except -1 nogil
    # Called once the pool has been filled from another tree's; see reuse.pyx.
    cdef int c_inherit(self, Tree other) except -1
