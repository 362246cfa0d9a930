"""What missions still need; see needs.pyx."""

from libc.stdint cimport int8_t, int32_t, uint32_t

from orienteer.core.lost_explorers.rules cimport NUM_TOKENS

cdef enum:
    PLACES = 3  # of one mission, at most
    SPACES = 15  # of a track
    FILLINGS = 8  # ways in which its places can be filled: a bit each


cdef class Needs:
    cdef readonly object tables
    cdef int8_t[SPACES][SPACES] to_win  # by leaders left and right: the fewest steps of both together until the last clue
    cdef const int8_t* vectors  # into `packed`: COLOURS numbers each
    cdef bytes packed
    cdef int32_t[NUM_TOKENS][FILLINGS + 1] first  # by token and places to fill: its first vector; the last one ends where the next begins
    cdef int8_t[NUM_TOKENS][PLACES] place  # location indexes, -1 beyond the last

    # Fewest vehicles to be had beside these so that the token's places in `empty` (a bit each) can all be explored one after
    # another.
    cdef int missing(self, int token, int empty, const int8_t* vehicles) noexcept nogil


cdef inline int empty_bits(Needs needs, int token, uint32_t places) noexcept nogil:
    """Places of the token, a bit each by their number on the map, as bits in the token's own order."""
    cdef int i, bits = 0
    for i in range(PLACES):
        if needs.place[token][i] >= 0:
            bits |= (places >> needs.place[token][i] & 1) << i
    return bits
