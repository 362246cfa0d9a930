"""One search tree and its kernel; see tree.pyx."""

from libc.stdint cimport int32_t

from orienteer.core.state cimport State
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

    cdef int c_backup(self, int depth, int32_t leaf, const double* values) except -1 nogil
    cdef int c_back_up_joint(self, int32_t node_index, int slot, const double* values) except -1 nogil
    cdef int c_legal(self, State state, int seat, int* actions) except -128 nogil
    cdef int c_stage(self, State state, int least, int* joint) except -128 nogil
    cdef int32_t c_add_child(self, State state, int32_t parent, int32_t slot) except -2 nogil
    cdef int c_expand(self, State state, int32_t node_index) except -1 nogil
    cdef int c_select_edge(self, State state, Node* node) except -1 nogil
    cdef int c_select_joint(self, Node* node, int* joint) except -1 nogil
    cdef int c_apply_decision(self, State state, Node* node, int action) except -1 nogil
    cdef int c_play_forced(self, State state, int steps) except -1 nogil
    cdef int c_match_regrets(self, Choice* row, int count, int node_visits) except -1 nogil
    cdef int c_select_choice(self, Choice* row, int count, int visits) except -1 nogil
    cdef int c_grow_path(self) except -1 nogil
