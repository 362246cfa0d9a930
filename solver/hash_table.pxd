"""A growing table from 128-bit keys to whole numbers, for exact tables of values."""

from libc.stdint cimport int64_t, uint64_t

from orienteer.core.rng cimport mix64
from orienteer.core.state cimport Key

cdef struct Slot:
    uint64_t low
    uint64_t high
    int64_t mark  # the stored number + 1; 0 = free, so that zeroed memory is an empty table


cdef class HashTable:
    cdef Slot* slots
    cdef uint64_t capacity  # a power of two
    cdef int shift  # a block is found by the top bits of a hash
    cdef readonly int64_t count

    # The number stored under `key`, or -1.
    cdef int64_t c_find(self, const Key* key) noexcept nogil

    # The number stored under `key`; where there is none, stores `number` (≥ 0) and returns it.
    cdef int64_t c_find_or_add(self, const Key* key, int64_t number) except -1 nogil

    # Start loading the key's place into the cache.
    cdef void c_prefetch(self, const Key* key) noexcept nogil

    # Bytes held; while it grows, three times as many for a moment.
    cdef int64_t c_bytes(self) noexcept nogil


cdef inline uint64_t hash_key(uint64_t low, uint64_t high) noexcept nogil:
    """64 bits of a key's halves; packed keys differ in few bits, so all are scattered."""
    high *= <uint64_t>0x9E3779B97F4A7C15
    return mix64(low + ((high << 32) | (high >> 32))) * <uint64_t>0xD6E8FEB86659FD93
