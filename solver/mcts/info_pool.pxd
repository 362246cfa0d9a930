"""The memory of information trees: one node a decision of one seat, its arms, and a hash table from keys to nodes.

A key is 64 bits of a seat's chain of tokens: two sets of n collide with odds of about n² / 2^65, which sampled search
bears. A node's arms are kept in the order in which they were first legal; their offset never changes, though the block
may move where it has to grow. Pointers into an array are good until the next call that may add to it.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from orienteer.mcts.arena cimport NO_NODE, Arena, Array

cdef struct InfoNode:
    int32_t visits
    int32_t first  # first arm
    int32_t count
    int32_t room  # arms that fit before the block must move
    int32_t parent  # the seat's decision before, on the path that made this node; NO_NODE: none
    int32_t slot  # offset of the arm played there
    int32_t seat

cdef struct Arm:
    int32_t action
    int32_t visits
    int32_t available  # UCT: iterations that chose here while this action was legal, the present one included
    double gain  # UCT: sum of the mover's returns; regret matching: cumulated regret
    double strategy  # regret matching: weight in the average strategy
    double baseline  # regret matching: running mean of what came after it

cdef struct Entry:
    uint64_t key
    int64_t place  # index of the node + 1; 0: empty


cdef class InfoPool(Arena):
    cdef Array arm_array
    cdef InfoNode* nodes
    cdef Arm* arms
    cdef Entry* table
    cdef uint64_t table_mask  # number of entries - 1

    # Index of a new node under this key, with an arm for each action, or NO_NODE (and `full`) where a limit keeps it out.
    cdef int32_t c_add_node(self, uint64_t key, int seat, const int* actions, int count) except -2 nogil
    # slots[i] = offset of the arm of actions[i]; arms that are missing are added. 1, or 0 where a limit keeps one out.
    cdef int c_match(self, int32_t node, const int* actions, int count, int* slots) except -1 nogil
    cdef int c_grow_table(self) except -1 nogil
    cdef int c_add_arm(self, int32_t node, int action) except -1 nogil


cdef inline int32_t find_node(InfoPool pool, uint64_t key) noexcept nogil:
    """The node under a key, or NO_NODE."""
    cdef uint64_t at = key & pool.table_mask
    while pool.table[at].place:
        if pool.table[at].key == key:
            return <int32_t>(pool.table[at].place - 1)
        at = (at + 1) & pool.table_mask
    return NO_NODE
