"""Growing C arrays under one limit; see arena.pyx."""

from libc.stdint cimport int32_t, int64_t

cdef enum:
    NO_NODE = -1

cdef struct Array:
    char* data
    int64_t count
    int64_t capacity
    int64_t item_size


cdef class Arena:
    cdef readonly int64_t max_nodes
    cdef readonly int64_t max_bytes
    cdef readonly int64_t num_bytes
    cdef readonly bint full  # a limit has kept something out
    cdef Array node_array

    # Room for `extra` more items: 1, or 0 where the limit on memory forbids it.
    cdef int c_reserve(self, Array* array, int64_t extra) except -1 nogil
    # Index of the first of `count` new zeroed items, or NO_NODE (and sets `full`).
    cdef int32_t c_take(self, Array* array, int64_t count) except -2 nogil
