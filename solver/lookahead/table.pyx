"""A table of fixed size that forgets.

Keys lie in buckets of two places. The first prefers depth: it is taken by a result that is at least as deep as the one there,
or when that one is left from an earlier search; the one there then moves to the second place, which takes whatever comes.
Keys are kept whole, 128 bits, so what is found belongs to the key asked for.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from orienteer.core.state cimport Key
from orienteer.hash_table cimport hash_key
from orienteer.memory cimport orienteer_zeroed

cdef enum:
    PLACES = 2
    MAX_BUCKETS = 0x7FFFFFFF


@cython.final
cdef class LossyTable:
    """Room for results of searches in about `memory_mb` megabytes, at least one bucket; `width` numbers each."""

    def __cinit__(self, int width, double memory_mb):
        cdef int64_t i
        self.width = width
        self.stride = sizeof(Entry) + width * sizeof(double)
        self.num_buckets = max(1, min(MAX_BUCKETS, <int64_t>(memory_mb * 1e6 / <double>(PLACES * self.stride))))
        self.data = <char*>orienteer_zeroed(self.num_buckets * PLACES * self.stride)
        if self.data == NULL:
            raise MemoryError(f"lookahead: no table of {memory_mb} MB")
        for i in range(PLACES * self.num_buckets):
            (<Entry*>(self.data + i * <int64_t>self.stride)).depth = -1

    def __dealloc__(self):
        free(self.data)

    @property
    def num_bytes(self) -> int:
        return PLACES * self.num_buckets * self.stride

    def grow_old(self) -> None:
        """From here on what the table holds counts as left from an earlier search."""
        self.age = <uint8_t>(self.age + 1)

    cdef Entry* c_bucket(self, const Key* key) noexcept nogil:
        cdef uint64_t place = (hash_key(key.low, key.high) >> 32) * <uint64_t>self.num_buckets >> 32
        return <Entry*>(self.data + PLACES * place * self.stride)

    cdef Entry* c_find(self, const Key* key) noexcept nogil:
        cdef Entry* entry = self.c_bucket(key)
        if entry.depth >= 0 and entry.low == key.low and entry.high == key.high:
            return entry
        entry = <Entry*>(<char*>entry + self.stride)
        if entry.depth >= 0 and entry.low == key.low and entry.high == key.high:
            return entry
        return NULL

    cdef Entry* c_place(self, const Key* key, int depth) noexcept nogil:
        cdef Entry* entry = self.c_find(key)
        cdef Entry* first
        if entry == NULL:
            first = self.c_bucket(key)
            entry = <Entry*>(<char*>first + self.stride)
            if first.depth < 0 or first.age != self.age or depth >= first.depth:
                if first.depth >= 0:
                    self.num_replaced += entry.depth >= 0
                    memcpy(entry, first, self.stride)
                entry = first
            else:
                self.num_replaced += entry.depth >= 0
            entry.depth = -1
            entry.low = key.low
            entry.high = key.high
        entry.age = self.age
        return entry
