"""Tarjan's algorithm (1972) without recursion, from node 0, from which every node can be reached.

A component is complete when the search leaves its first node, so components come out with children's before their
parents'. Within a component nodes are kept in post-order: children first but for edges that close a cycle.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free

from orienteer.expectimax.graph cimport Graph, Monitor, NodeC, grown
from orienteer.memory cimport orienteer_prefetch, orienteer_zeroed

cdef enum:
    POLL = 4096
    DONE = 0x7FFFFFFF


cdef class Components:
    def __init__(self, Graph graph, Monitor monitor):
        cdef int64_t n = graph.num_nodes
        self.graph = graph
        self.num_bytes = n * (sizeof(VisitC) + 4 * sizeof(int32_t))
        monitor.c_check(n, graph.c_bytes() + self.num_bytes)
        self.order = <int32_t*>grown(NULL, n * sizeof(int32_t))
        self.start = <int32_t*>grown(NULL, (n + 1) * sizeof(int32_t))
        with nogil:
            self.c_find(monitor)
        self.num_bytes = n * 2 * sizeof(int32_t)

    def __dealloc__(self):
        free(self.order)
        free(self.start)

    def longest_play(self):
        """The most edges that one play passes; None where play can return to a node."""
        cdef NodeC* nodes = self.graph.nodes
        cdef int64_t i, edge
        cdef int32_t node, child
        cdef int32_t* lengths
        if self.count < self.graph.num_nodes:
            return None
        lengths = <int32_t*>grown(NULL, self.graph.num_nodes * sizeof(int32_t))
        try:
            for i in range(self.count):
                node = self.order[i]
                lengths[node] = 0
                for edge in range(nodes[node].first, nodes[node].first + nodes[node].num):
                    child = self.graph.children[edge]
                    if child == node:
                        return None
                    lengths[node] = max(lengths[node], lengths[child] + 1)
            return lengths[0]
        finally:
            free(lengths)

    cdef bint c_is_cyclic(self, int64_t component) noexcept nogil:
        """Whether play can return to a node: several nodes, or one with an edge to itself."""
        cdef int32_t node = self.order[self.start[component]]
        cdef NodeC* nodes = self.graph.nodes
        cdef int64_t edge
        if self.start[component + 1] - self.start[component] > 1:
            return True
        for edge in range(nodes[node].first, nodes[node].first + nodes[node].num):
            if self.graph.children[edge] == node:
                return True
        return False

    cdef int c_find(self, Monitor monitor) except -1 nogil:
        cdef int64_t n = self.graph.num_nodes
        cdef int32_t* stacks = NULL
        cdef VisitC* visits = <VisitC*>orienteer_zeroed(n * sizeof(VisitC))
        try:
            stacks = <int32_t*>grown(NULL, 2 * n * sizeof(int32_t))
            if visits == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for the components of {n} nodes")
            return self.c_search(visits, stacks, stacks + n, monitor)
        finally:
            free(visits)
            free(stacks)

    cdef int c_search(self, VisitC* visits, int32_t* path, int32_t* finished, Monitor monitor) except -1 nogil:
        """`finished` holds, in post-order, the finished nodes whose component is not complete yet."""
        cdef NodeC* nodes = self.graph.nodes
        cdef int32_t* children = self.graph.children
        cdef int32_t node, child, found = 1, length = 1
        cdef int64_t num_finished = 0, num_ordered = 0, edge, steps = 0, i
        cdef VisitC* visit
        path[0] = 0
        visits[0].number = visits[0].low = 1
        while length > 0:
            node = path[length - 1]
            visit = &visits[node]
            steps += 1
            if steps % POLL == 0:
                monitor.c_check(self.graph.num_nodes, self.graph.c_bytes() + self.num_bytes)
            # 1. The edges of the node at the end of the path, up to one that leads to something new.
            child = 0
            for edge in range(nodes[node].first + visit.at, nodes[node].first + nodes[node].num):
                child = children[edge]
                if visits[child].number == 0:
                    visit.at = <int32_t>(edge + 1 - nodes[node].first)
                    break
                if visits[child].number < visit.low:
                    visit.low = visits[child].number
            else:
                child = -1
            if child >= 0:
                found += 1
                visits[child].number = visits[child].low = found
                path[length] = child
                length += 1
                for edge in range(nodes[child].first, nodes[child].first + nodes[child].num):
                    orienteer_prefetch(&visits[children[edge]])
                    orienteer_prefetch(&nodes[children[edge]])
                continue
            # 2. None left: the node is finished, and tells its parent how far back it reaches.
            finished[num_finished] = node
            num_finished += 1
            length -= 1
            if length > 0 and visit.low < visits[path[length - 1]].low:
                visits[path[length - 1]].low = visit.low
            # 3. It reaches no further than itself: what was found since, and is not complete, is its component.
            if visit.low == visit.number:
                self.start[self.count] = <int32_t>num_ordered
                self.count += 1
                i = num_finished - 1
                while i > 0 and visits[finished[i - 1]].number > visit.number:
                    i -= 1
                    visits[finished[i]].number = DONE
                visit.number = DONE
                for edge in range(i, num_finished):
                    self.order[num_ordered] = finished[edge]
                    num_ordered += 1
                num_finished = i
        self.start[self.count] = <int32_t>num_ordered
        return 0
