"""The memory of information trees; see info_pool.pxd."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from orienteer.mcts.arena cimport NO_NODE, Arena
from orienteer.memory cimport orienteer_zeroed

cdef enum:
    FIRST_ENTRIES = 64  # a power of two


cdef class InfoPool(Arena):
    """Owns the nodes, arms and keys of one search over information sets."""

    def __cinit__(self, int64_t max_nodes, int64_t max_bytes):
        self.node_array.item_size = sizeof(InfoNode)
        self.arm_array.item_size = sizeof(Arm)
        self.table = <Entry*>orienteer_zeroed(FIRST_ENTRIES * sizeof(Entry))
        if self.table == NULL:
            raise MemoryError("search tree: no memory for the root")
        self.table_mask = FIRST_ENTRIES - 1
        self.num_bytes = FIRST_ENTRIES * sizeof(Entry)

    def __dealloc__(self):
        free(self.arm_array.data)
        free(self.table)

    cdef int32_t c_add_node(self, uint64_t key, int seat, const int* actions, int count) except -2 nogil:
        cdef int32_t index, first
        cdef InfoNode* node
        cdef uint64_t at
        cdef int i
        # 1. Room for everything, so that nothing is left half done.
        if self.node_array.count >= self.max_nodes or not self.c_reserve(&self.node_array, 1) or (
                not self.c_reserve(&self.arm_array, count)) or (
                2 * <uint64_t>(self.node_array.count + 1) > self.table_mask and not self.c_grow_table()):
            # An array may have moved even where another one did not fit.
            self.nodes = <InfoNode*>self.node_array.data
            self.arms = <Arm*>self.arm_array.data
            self.full = 1
            return NO_NODE
        # 2. The node and its arms.
        index = self.c_take(&self.node_array, 1)
        first = self.c_take(&self.arm_array, count)
        self.nodes = <InfoNode*>self.node_array.data
        self.arms = <Arm*>self.arm_array.data
        node = &self.nodes[index]
        node.first = first
        node.count = count
        node.room = count
        node.parent = NO_NODE
        node.seat = seat
        for i in range(count):
            self.arms[first + i].action = actions[i]
        # 3. The key.
        at = key & self.table_mask
        while self.table[at].place:
            at = (at + 1) & self.table_mask
        self.table[at].key = key
        self.table[at].place = index + 1
        return index

    cdef int c_match(self, int32_t node_index, const int* actions, int count, int* slots) except -1 nogil:
        cdef InfoNode* node = &self.nodes[node_index]
        cdef Arm* arms = self.arms + node.first
        cdef int i, tried, at = 0
        for i in range(count):
            # Both lists go the same way but for arms that were added late: look on from the last match.
            tried = 0
            while tried < node.count and arms[at].action != actions[i]:
                at = at + 1 if at + 1 < node.count else 0
                tried += 1
            if tried == node.count:
                if not self.c_add_arm(node_index, actions[i]):
                    return 0
                arms = self.arms + node.first
                slots[i] = node.count - 1
                continue
            slots[i] = at
            at = at + 1 if at + 1 < node.count else 0
        return 1

    cdef int c_add_arm(self, int32_t node_index, int action) except -1 nogil:
        cdef InfoNode* node = &self.nodes[node_index]
        cdef int32_t first
        if node.count == node.room:
            first = self.c_take(&self.arm_array, 2 * node.count)
            if first == NO_NODE:
                return 0
            self.arms = <Arm*>self.arm_array.data
            memcpy(self.arms + first, self.arms + node.first, node.count * sizeof(Arm))
            node.first = first
            node.room = 2 * node.count
        self.arms[node.first + node.count].action = action
        node.count += 1
        return 1

    cdef int c_grow_table(self) except -1 nogil:
        """Twice the entries: 1, or 0 where the limit on memory forbids it."""
        cdef uint64_t size = self.table_mask + 1, grown_mask = 2 * size - 1, at, i
        cdef Entry* grown
        if self.num_bytes + <int64_t>(size * sizeof(Entry)) > self.max_bytes:
            return 0
        grown = <Entry*>orienteer_zeroed(2 * size * sizeof(Entry))
        if grown == NULL:
            with gil:
                raise MemoryError(f"search tree: {self.num_bytes} bytes held, {2 * size * sizeof(Entry)} more refused")
        for i in range(size):
            if self.table[i].place:
                at = self.table[i].key & grown_mask
                while grown[at].place:
                    at = (at + 1) & grown_mask
                grown[at] = self.table[i]
        free(self.table)
        self.table = grown
        self.table_mask = grown_mask
        self.num_bytes += size * sizeof(Entry)
        return 1
