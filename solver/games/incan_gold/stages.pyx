"""Solved stages of a round by packed key; at most three quarters of the slots are in use. See stages.pxd."""

cimport cython
from libc.math cimport NAN
from libc.stdlib cimport free, malloc

from orienteer.memory cimport orienteer_zeroed

import numpy as np

cdef enum:
    FIRST_BITS = 10

RECORD = np.dtype([("key", "<u8"), ("value", "<f8"), ("leave", "<f8"), ("answer", "<f8")])


@cython.final
cdef class StageTable:
    """Maps keys from 1 up to value and leave probability, and where asked for a best response's value."""

    def __cinit__(self):
        self.mask = (<uint64_t>1 << FIRST_BITS) - 1
        self.shift = 64 - FIRST_BITS
        self.slots = <SlotC*>orienteer_zeroed((self.mask + 1) * sizeof(SlotC))
        self.leave = <double*>malloc((self.mask + 1) * sizeof(double))
        if self.slots == NULL or self.leave == NULL:
            raise MemoryError("stages of a round")

    def __dealloc__(self):
        free(self.slots)
        free(self.leave)
        free(self.answer)

    cdef int64_t add(self, uint64_t key, double value, double leave) except -1 nogil:
        cdef uint64_t place
        if <uint64_t>self.count * 4 >= (self.mask + 1) * 3:
            self._grow()
        place = free_slot(self.slots, self.mask, self.shift, key)
        self.slots[place].key = key
        self.slots[place].value = value
        self.leave[place] = leave
        self.count += 1
        return <int64_t>place

    cdef int with_answers(self) except -1 nogil:
        cdef uint64_t place
        if self.answer == NULL:
            self.answer = <double*>malloc((self.mask + 1) * sizeof(double))
            if self.answer == NULL:
                with gil:
                    raise MemoryError("best response to a round's stages")
            for place in range(self.mask + 1):
                self.answer[place] = NAN
        return 0

    cdef int _grow(self) except -1 nogil:
        cdef uint64_t mask = 2 * self.mask + 1, old, place
        cdef SlotC* slots = <SlotC*>orienteer_zeroed((mask + 1) * sizeof(SlotC))
        cdef double* leave = <double*>malloc((mask + 1) * sizeof(double))
        cdef double* answer = NULL
        if self.answer != NULL:
            answer = <double*>malloc((mask + 1) * sizeof(double))
        if slots == NULL or leave == NULL or (self.answer != NULL and answer == NULL):
            free(slots)
            free(leave)
            free(answer)
            with gil:
                raise MemoryError(f"{(mask + 1) * (sizeof(SlotC) + 8):,} bytes for the stages of a round")
        if answer != NULL:
            for place in range(mask + 1):
                answer[place] = NAN
        for old in range(self.mask + 1):
            if self.slots[old].key:
                place = free_slot(slots, mask, self.shift - 1, self.slots[old].key)
                slots[place] = self.slots[old]
                leave[place] = self.leave[old]
                if answer != NULL:
                    answer[place] = self.answer[old]
        free(self.slots)
        free(self.leave)
        free(self.answer)
        self.slots, self.leave, self.answer = slots, leave, answer
        self.mask = mask
        self.shift -= 1
        return 0

    @property
    def bytes(self):
        """Memory held."""
        return (self.mask + 1) * (sizeof(SlotC) + (8 if self.answer == NULL else 16))

    @property
    def num_slots(self):
        """Slots that `records` walks through."""
        return self.mask + 1

    def records(self, int64_t first, int64_t last):
        """The stages in slots first up to last as an array of RECORD; `answer` is NaN where nobody asked."""
        cdef int64_t place, found = 0
        cdef int64_t end = min(last, <int64_t>self.mask + 1)
        for place in range(first, end):
            found += self.slots[place].key != 0
        listed = np.empty(found, RECORD)
        cdef uint64_t[:] key = listed["key"]
        cdef double[:] value = listed["value"]
        cdef double[:] leave = listed["leave"]
        cdef double[:] answer = listed["answer"]
        found = 0
        for place in range(first, end):
            if self.slots[place].key:
                key[found] = self.slots[place].key
                value[found] = self.slots[place].value
                leave[found] = self.leave[place]
                answer[found] = NAN if self.answer == NULL else self.answer[place]
                found += 1
        return listed

    def extend(self, listed):
        """Add stages as `records` lists them, none of which is there; ValueError, with nothing more added, for one that is."""
        cdef uint64_t[:] key = np.ascontiguousarray(listed["key"])
        cdef double[:] value = np.ascontiguousarray(listed["value"])
        cdef double[:] leave = np.ascontiguousarray(listed["leave"])
        cdef double[:] answer = np.ascontiguousarray(listed["answer"])
        cdef int64_t number, place
        for number in range(key.shape[0]):
            if key[number] == 0 or find(self, key[number]) >= 0:
                raise ValueError(f"stage {key[number]:x} is no stage or there twice")
            place = self.add(key[number], value[number], leave[number])
            if answer[number] == answer[number]:
                self.with_answers()
                self.answer[place] = answer[number]


cdef inline uint64_t free_slot(const SlotC* slots, uint64_t mask, int shift, uint64_t key) noexcept nogil:
    cdef uint64_t place = mix64(key) >> shift
    while slots[place].key:
        place = (place + 1) & mask
    return place
