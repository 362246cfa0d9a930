"""Tarjan's algorithm (1972) without recursion, from node 0, from which every node can be reached.

A component is complete when the search leaves its first node, so components come out with children's before their
parents'. Within a component nodes are kept in post-order: children first but for edges that close a cycle.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from orienteer.expectimax.graph cimport Graph, Monitor, NodeC

cdef enum:
    POLL = 4096


cdef class Components:
    def __init__(self, Graph graph, Monitor monitor):
        self.graph = graph
        cdef int64_t n = graph.num_nodes
        self.num_bytes = (7 * n + 1) * sizeof(int32_t)
        monitor.c_check(n, graph.c_bytes() + self.num_bytes)
        self.memory = <int32_t*>calloc(7 * n + 1, sizeof(int32_t))
        if self.memory == NULL:
            raise MemoryError(f"exact search: no room for the components of {n} nodes")
        with nogil:
            self.c_find(monitor)

    def __dealloc__(self):
        free(self.memory)

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
        cdef int64_t n = self.graph.num_nodes, i
        cdef int32_t component
        self.order = self.memory
        self.start = self.memory + n
        # See c_search for what these hold in the end.
        cdef int32_t* number = self.memory + 2 * n + 1
        cdef int32_t* low = number + n
        cdef int32_t* stack = low + n
        cdef int32_t* path = stack + n
        cdef int32_t* at = path + n
        self.c_search(number, low, stack, path, at, monitor)
        # Sort the post-order (left in `low`) by component, keeping it within one.
        memset(self.start, 0, (n + 1) * sizeof(int32_t))
        for i in range(n):
            self.start[-number[i]] += 1
        for i in range(self.count):
            self.start[i + 1] += self.start[i]
        memset(at, 0, n * sizeof(int32_t))
        for i in range(n):
            component = -number[low[i]] - 1
            self.order[self.start[component] + at[component]] = low[i]
            at[component] += 1
        return 0

    cdef int c_search(
        self, int32_t* number, int32_t* low, int32_t* stack, int32_t* path, int32_t* at, Monitor monitor
    ) except -1 nogil:
        """number[] becomes minus the count of components when its own was complete; low[] becomes the nodes in post-order."""
        cdef NodeC* nodes = self.graph.nodes
        cdef int32_t* children = self.graph.children
        # Finished nodes are listed from the front of `order`, which nothing else needs yet.
        cdef int32_t* post = self.order
        cdef int32_t node, child, found = 1, num_post = 0, num_stack = 1, length = 1
        cdef int64_t steps = 0
        number[0] = low[0] = 1
        stack[0] = path[0] = 0
        while length > 0:
            node = path[length - 1]
            steps += 1
            if steps % POLL == 0:
                monitor.c_check(self.graph.num_nodes, self.graph.c_bytes() + self.num_bytes)
            # 1. The next edge of the node at the end of the path.
            if at[node] < nodes[node].num:
                child = children[nodes[node].first + at[node]]
                at[node] += 1
                if number[child] == 0:
                    found += 1
                    number[child] = low[child] = found
                    stack[num_stack] = child
                    num_stack += 1
                    path[length] = child
                    length += 1
                elif number[child] > 0 and number[child] < low[node]:
                    low[node] = number[child]
                continue
            # 2. None left: the node is finished, and tells its parent how far back it reaches.
            post[num_post] = node
            num_post += 1
            length -= 1
            if length > 0 and low[node] < low[path[length - 1]]:
                low[path[length - 1]] = low[node]
            # 3. It reaches no further than itself: what lies above it on the stack is its component.
            if low[node] == number[node]:
                self.count += 1
                while True:
                    num_stack -= 1
                    child = stack[num_stack]
                    number[child] = <int32_t>-self.count
                    if child == node:
                        break
        for node in range(<int32_t>self.graph.num_nodes):
            low[node] = post[node]
        return 0
