from libc.stdint cimport int8_t

from orienteer.core.rng cimport Rng
from orienteer.core.state cimport Belief
from orienteer.core.takara_island.game cimport TakaraIslandState
from orienteer.core.takara_island.rules cimport NUM_LEVELS, PILES, SLOTS, TakaraC

cdef enum:
    MAX_HIDDEN = PILES * SLOTS
    MAX_LEVEL = 18  # cards of a level

cdef struct UnknownC:
    # What the cards that the viewer does not know may be; used up while a world is drawn.
    int8_t[NUM_LEVELS] rockfalls
    int8_t[NUM_LEVELS] unproven  # slots that may hold one
    int8_t stones
    int8_t[PILES] room  # unknown deep slots of a pile that may hide a stone
    int8_t[NUM_LEVELS] num_others
    int8_t[NUM_LEVELS][MAX_LEVEL] others  # all other cards, in any order

cdef class TakaraIslandBelief(Belief):
    cdef TakaraC mask
    cdef UnknownC unknown
    cdef int num_hidden  # slots that a world decides
    cdef int8_t[MAX_HIDDEN] pile
    cdef int8_t[MAX_HIDDEN] slot
    cdef int8_t[MAX_HIDDEN] level
    cdef dict values  # of the mask, as `fields` gives them

    cdef int _prepare(self) except -1
    cdef int _draw(self, Rng* rng, int8_t* cards) noexcept nogil
    cdef int _fill(self, const int8_t* cards, TakaraC* s) noexcept nogil
    cdef TakaraIslandState _world(self, const int8_t* cards)
