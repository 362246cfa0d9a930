"""What the memory of every search tree shares: arrays addressed by int32 index, limits on nodes and bytes."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

cdef enum:
    FIRST_CAPACITY = 64
    MAX_INDEX = 0x7FFFFFFF


cdef class Arena:
    """Full at `max_nodes` nodes or `max_bytes` bytes, whichever comes first. A subclass frees the arrays that it adds."""

    def __cinit__(self, int64_t max_nodes, int64_t max_bytes, *more):
        self.max_nodes = min(max_nodes, <int64_t>MAX_INDEX)
        self.max_bytes = max_bytes

    def __dealloc__(self):
        free(self.node_array.data)

    @property
    def num_nodes(self) -> int:
        return self.node_array.count

    cdef int c_reserve(self, Array* array, int64_t extra) except -1 nogil:
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
        cdef int64_t first = array.count
        if not self.c_reserve(array, count):
            self.full = 1
            return NO_NODE
        memset(array.data + first * array.item_size, 0, count * array.item_size)
        array.count += count
        return <int32_t>first
