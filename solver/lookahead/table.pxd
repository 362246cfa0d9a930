"""What a search has found before, as far as there is room; see table.pyx."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t

from orienteer.core.state cimport Key

cdef enum:
    # Flags of an answer. LOW: that the true value, to the end of the game or the horizon, is at least this was proven, every
    # leaf that it rests on being an end of play. HIGH: at most.
    LOW = 1
    HIGH = 2
    PROVEN = 3
    NO_MOVE = -1

cdef struct Entry:
    uint64_t low
    uint64_t high
    int16_t depth  # what was left to look ahead, ≥ 0; −1: free, so that fresh memory needs filling
    uint16_t check  # of the state's full key: whether `move` is a move of this very state; 0: not known
    uint8_t flags
    uint8_t age
    int16_t move  # the best found, of this state or one that is worth the same
    # Behind it: `width` numbers. Two: bounds of the value. More: values by seat.


cdef class LossyTable:
    cdef char* data
    cdef size_t stride
    cdef readonly int width
    cdef readonly int64_t num_buckets
    cdef uint8_t age
    cdef readonly int64_t num_replaced

    cdef Entry* c_bucket(self, const Key* key) noexcept nogil

    # The entry of a key, or NULL.
    cdef Entry* c_find(self, const Key* key) noexcept nogil

    # The place where a key's result is to be kept, which the caller fills in, all but key and age. Its depth and numbers are
    # those of before where it held this key, else its depth is −1.
    cdef Entry* c_place(self, const Key* key, int depth) noexcept nogil


cdef inline double* numbers(Entry* entry) noexcept nogil:
    return <double*>(entry + 1)
