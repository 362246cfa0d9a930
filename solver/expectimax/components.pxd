"""Strongly connected components of the graph, in the order in which they can be solved."""

from libc.stdint cimport int32_t, int64_t

from orienteer.expectimax.graph cimport Graph, Monitor

cdef struct VisitC:
    int32_t number  # in the order of discovery, from 1; 0 = not yet found; DONE = its component is complete
    int32_t low  # the least number that it is known to reach
    int32_t at  # next edge, counted from its first


cdef class Components:
    cdef Graph graph
    cdef int32_t* order  # nodes, component by component, children's components first; within one, in post-order
    cdef int32_t* start  # of each component in `order`; one more at the end
    cdef readonly int64_t count
    cdef readonly int64_t num_bytes

    cdef bint c_is_cyclic(self, int64_t component) noexcept nogil
    cdef int c_find(self, Monitor monitor) except -1 nogil
    cdef int c_search(self, VisitC* visits, int32_t* path, int32_t* finished, Monitor monitor) except -1 nogil
