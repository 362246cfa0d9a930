"""The memory of one search tree; see pool.pxd."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

cdef enum:
    FIRST_CAPACITY = 64
    FIRST_OUTCOMES = 4
    MAX_INDEX = 0x7FFFFFFF


cdef class NodePool:
    """Owns every array of one tree. Full at `max_nodes` nodes or `max_bytes` bytes, whichever comes first."""

    def __cinit__(self, int num_players, int64_t max_nodes, int64_t max_bytes):
        self.num_players = num_players
        self.max_nodes = min(max_nodes, <int64_t>MAX_INDEX)
        self.max_bytes = max_bytes
        self.node_array.item_size = sizeof(Node)
        self.edge_array.item_size = sizeof(Edge)
        self.outcome_array.item_size = sizeof(Outcome)
        self.choice_array.item_size = sizeof(Choice)
        self.cell_array.item_size = sizeof(Cell)
        self.cell_sum_array.item_size = sizeof(double)

    def __dealloc__(self):
        free(self.node_array.data)
        free(self.edge_array.data)
        free(self.outcome_array.data)
        free(self.choice_array.data)
        free(self.cell_array.data)
        free(self.cell_sum_array.data)

    @property
    def num_nodes(self) -> int:
        return self.node_array.count

    cdef int c_reserve(self, Array* array, int64_t extra) except -1 nogil:
        """Make room for `extra` more items: 1, or 0 where the limit on memory forbids it."""
        cdef int64_t needed = array.count + extra
        cdef int64_t capacity, allowed
        cdef char* grown
        if needed <= array.capacity:
            return 1
        capacity = max(needed, array.capacity + (array.capacity >> 1) + FIRST_CAPACITY)
        allowed = min(array.capacity + (self.max_bytes - self.num_bytes) // array.item_size, <int64_t>MAX_INDEX)
        capacity = min(capacity, allowed)
        if capacity < needed:
            return 0
        grown = <char*>realloc(array.data, capacity * array.item_size)
        if grown == NULL:
            with gil:
                raise MemoryError(f"search tree: {self.num_bytes} bytes held, {capacity * array.item_size} more refused")
        self.num_bytes += (capacity - array.capacity) * array.item_size
        array.data = grown
        array.capacity = capacity
        return 1

    cdef int32_t c_take(self, Array* array, int64_t count) except -2 nogil:
        """Index of the first of `count` new zeroed items, or NO_NODE."""
        cdef int64_t first = array.count
        if not self.c_reserve(array, count):
            self.full = 1
            return NO_NODE
        memset(array.data + first * array.item_size, 0, count * array.item_size)
        array.count += count
        return <int32_t>first

    cdef int32_t c_add_node(self, int kind, int joint, int forced) except -2 nogil:
        cdef int32_t index
        cdef Node* node
        if self.node_array.count >= self.max_nodes:
            self.full = 1
            return NO_NODE
        index = self.c_take(&self.node_array, 1)
        if index != NO_NODE:
            self.nodes = <Node*>self.node_array.data
            node = &self.nodes[index]
            node.first = NO_NODE
            node.kind = kind
            node.joint = joint
            node.forced = forced
        return index

    cdef int32_t c_add_edges(self, int count) except -2 nogil:
        cdef int32_t first = self.c_take(&self.edge_array, count)
        cdef int i
        if first != NO_NODE:
            self.edges = <Edge*>self.edge_array.data
            for i in range(count):
                self.edges[first + i].child = NO_NODE
        return first

    cdef int32_t c_add_choices(self, int count) except -2 nogil:
        cdef int32_t first = self.c_take(&self.choice_array, count)
        self.choices = <Choice*>self.choice_array.data
        return first

    cdef int32_t c_add_cells(self, int count) except -2 nogil:
        cdef int32_t first
        cdef int i
        if not self.c_reserve(&self.cell_array, count) or not self.c_reserve(&self.cell_sum_array, count * self.num_players):
            self.full = 1
            return NO_NODE
        first = self.c_take(&self.cell_array, count)
        self.c_take(&self.cell_sum_array, count * self.num_players)
        self.cells = <Cell*>self.cell_array.data
        self.cell_sums = <double*>self.cell_sum_array.data
        for i in range(count):
            self.cells[first + i].child = NO_NODE
        return first

    cdef int c_add_outcome(self, int32_t node_index, int outcome, int32_t child) except -1 nogil:
        cdef Node* node = &self.nodes[node_index]
        cdef int32_t first
        cdef int room
        if node.spare == 0:
            room = node.count if node.count else FIRST_OUTCOMES
            first = self.c_take(&self.outcome_array, node.count + room)
            if first == NO_NODE:
                return 0
            self.outcomes = <Outcome*>self.outcome_array.data
            if node.count:
                memcpy(self.outcomes + first, self.outcomes + node.first, node.count * sizeof(Outcome))
            node.first = first
            node.spare = room
        self.outcomes[node.first + node.count].outcome = outcome
        self.outcomes[node.first + node.count].child = child
        node.count += 1
        node.spare -= 1
        return 1
