"""Open addressing with linear probing; one class owns the memory.

The table is cut into blocks of BLOCK slots. A key's block is the top bits of the hash of all but its lowest bits, so
growing walks old and new slots in the same order and touches memory in sequence. The lowest bits choose the slot within:
packed keys that differ little, such as those of siblings, share their cache lines. Lookups cost one or two cache misses in
a large table. At most 5/8 of the slots are in use.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free

from orienteer.core.state cimport Key
from orienteer.memory cimport orienteer_prefetch, orienteer_zeroed

cdef enum:
    FIRST_BITS = 10
    BLOCK = 8


cdef class HashTable:
    """Maps 128-bit keys to whole numbers ≥ 0; nothing is ever removed."""

    def __cinit__(self):
        self.shift = 64 - FIRST_BITS
        self.capacity = <uint64_t>1 << FIRST_BITS
        self.slots = <Slot*>orienteer_zeroed(self.capacity * sizeof(Slot))
        if self.slots == NULL:
            raise MemoryError("hash table")

    def __dealloc__(self):
        free(self.slots)

    cdef int64_t c_find(self, const Key* key) noexcept nogil:
        cdef Slot* slot = _probe(self.slots, self.capacity, self.shift, key)
        return slot.mark - 1

    cdef int64_t c_find_or_add(self, const Key* key, int64_t number) except -1 nogil:
        cdef Slot* slot = _probe(self.slots, self.capacity, self.shift, key)
        if slot.mark:
            return slot.mark - 1
        if <uint64_t>self.count * 8 >= self.capacity * 5:
            _grow(self)
            slot = _probe(self.slots, self.capacity, self.shift, key)
        slot.low = key.low
        slot.high = key.high
        slot.mark = number + 1
        self.count += 1
        return number

    cdef void c_prefetch(self, const Key* key) noexcept nogil:
        orienteer_prefetch(&self.slots[_place(key, self.shift)])

    cdef int64_t c_bytes(self) noexcept nogil:
        return <int64_t>(self.capacity * sizeof(Slot))

    def find(self, key: int) -> int | None:
        """The number stored under a key below 2**128, or None."""
        cdef Key k = _key(key)
        cdef int64_t number = self.c_find(&k)
        return None if number < 0 else number

    def find_or_add(self, key: int, number: int) -> int:
        """The number stored under a key below 2**128; where there is none, `number` (≥ 0), which is stored."""
        if number < 0:
            raise ValueError(f"number: {number}, allowed: 0 or more")
        cdef Key k = _key(key)
        return self.c_find_or_add(&k, number)

    def __len__(self) -> int:
        return self.count

    @property
    def num_bytes(self) -> int:
        return self.c_bytes()


cdef Key _key(object key):
    cdef Key k
    k.low = <uint64_t>(key & 0xFFFFFFFFFFFFFFFF)
    k.high = <uint64_t>(key >> 64)
    return k


cdef inline uint64_t _place(const Key* key, int shift) noexcept nogil:
    return (hash_key(key.low // BLOCK, key.high) >> shift) ^ (key.low % BLOCK)


cdef inline Slot* _probe(Slot* slots, uint64_t capacity, int shift, const Key* key) noexcept nogil:
    """The key's slot, or the free slot where it belongs."""
    cdef uint64_t place = _place(key, shift)
    while slots[place].mark and (slots[place].low != key.low or slots[place].high != key.high):
        place = (place + 1) & (capacity - 1)
    return &slots[place]


cdef int _grow(HashTable table) except -1 nogil:
    cdef uint64_t capacity = 2 * table.capacity, i
    cdef int shift = table.shift - 1
    cdef Slot* old = table.slots
    cdef Slot* new = <Slot*>orienteer_zeroed(capacity * sizeof(Slot))
    cdef Slot* slot
    cdef Key key
    if new == NULL:
        with gil:
            raise MemoryError(f"hash table of {capacity * sizeof(Slot)} bytes")
    for i in range(table.capacity):
        if old[i].mark:
            key.low = old[i].low
            key.high = old[i].high
            slot = _probe(new, capacity, shift, &key)
            slot[0] = old[i]
    table.slots = new
    table.capacity = capacity
    table.shift = shift
    free(old)
    return 0
