"""The memory of one search tree; see pool.pxd."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from orienteer.mcts.arena cimport NO_NODE, Arena

cdef enum:
    FIRST_OUTCOMES = 4


cdef class NodePool(Arena):
    """Owns every array of one tree."""

    def __cinit__(self, int64_t max_nodes, int64_t max_bytes, int num_players):
        self.num_players = num_players
        self.node_array.item_size = sizeof(Node)
        self.edge_array.item_size = sizeof(Edge)
        self.outcome_array.item_size = sizeof(Outcome)
        self.choice_array.item_size = sizeof(Choice)
        self.cell_array.item_size = sizeof(Cell)
        self.cell_sum_array.item_size = sizeof(double)
        self.bound_array.item_size = sizeof(double)
        self.odds_array.item_size = sizeof(Odds)

    def __dealloc__(self):
        free(self.edge_array.data)
        free(self.outcome_array.data)
        free(self.choice_array.data)
        free(self.cell_array.data)
        free(self.cell_sum_array.data)
        free(self.bound_array.data)
        free(self.odds_array.data)

    cdef int c_keep_bounds(self, int num_bounds) except -1:
        self.num_bounds = num_bounds
        return self.c_take_bounds(self.node_array.count)

    cdef int c_take_bounds(self, int64_t nodes) except -1 nogil:
        cdef bint fits = self.c_reserve(&self.bound_array, nodes * self.num_bounds) and self.c_reserve(&self.odds_array, nodes)
        # An array may have moved even where another one did not fit.
        self.bounds = <double*>self.bound_array.data
        self.odds = <Odds*>self.odds_array.data
        if not fits:
            self.full = 1
            return 0
        self.c_take(&self.bound_array, nodes * self.num_bounds)
        self.c_take(&self.odds_array, nodes)
        return 1

    cdef int32_t c_add_node(self, int kind, int joint, int forced) except -2 nogil:
        cdef int32_t index
        cdef Node* node
        cdef bint fits
        if self.node_array.count >= self.max_nodes:
            self.full = 1
            return NO_NODE
        if self.num_bounds:
            fits = self.c_reserve(&self.node_array, 1) and self.c_take_bounds(1)
            self.nodes = <Node*>self.node_array.data
            if not fits:
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
        cdef bint fits = self.c_reserve(&self.cell_array, count)
        fits = fits and self.c_reserve(&self.cell_sum_array, count * self.num_players)
        # An array may have moved even where another one did not fit.
        self.cells = <Cell*>self.cell_array.data
        self.cell_sums = <double*>self.cell_sum_array.data
        if not fits:
            self.full = 1
            return NO_NODE
        first = self.c_take(&self.cell_array, count)
        self.c_take(&self.cell_sum_array, count * self.num_players)
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
