"""Solved stages of a round by packed key: open addressing on two arrays, made for lookups that are announced ahead."""

cimport cython
from libc.stdint cimport int64_t, uint64_t

from orienteer.core.rng cimport mix64
from orienteer.memory cimport orienteer_prefetch


cdef struct SlotC:
    uint64_t key  # 0: free
    double value


@cython.final
cdef class StageTable:
    cdef SlotC* slots
    cdef double* leave  # by slot: the leave probability
    cdef double* answer  # by slot: a best response's value, NaN where not asked yet; NULL before the first question
    cdef uint64_t mask
    cdef int shift
    cdef readonly int64_t count

    # The slot of a key that is not there yet, which is filled.
    cdef int64_t add(self, uint64_t key, double value, double leave) except -1 nogil

    # Room for answers.
    cdef int with_answers(self) except -1 nogil

    cdef int _grow(self) except -1 nogil


cdef inline void announce(StageTable table, uint64_t key) noexcept nogil:
    """Start loading what `find` will look at."""
    orienteer_prefetch(&table.slots[mix64(key) >> table.shift])


cdef inline void announce_answer(StageTable table, uint64_t key) noexcept nogil:
    """Start loading the answer where the key most likely is."""
    orienteer_prefetch(&table.answer[mix64(key) >> table.shift])


cdef inline int64_t find(StageTable table, uint64_t key) noexcept nogil:
    """The slot of a key, or -1."""
    cdef uint64_t place = mix64(key) >> table.shift
    while table.slots[place].key != key:
        if table.slots[place].key == 0:
            return -1
        place = (place + 1) & table.mask
    return <int64_t>place
