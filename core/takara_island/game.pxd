from orienteer.core.state cimport Game, State
from orienteer.core.takara_island.rules cimport RulesC, TakaraC


cdef class TakaraIsland(Game):
    cdef RulesC rules


cdef class TakaraIslandState(State):
    cdef TakaraC s


# Overwrites with UNKNOWN what `viewer` has not seen. Masking twice is masking once.
cdef void mask_for(const RulesC* rules, TakaraC* s, int viewer) noexcept nogil

# XP held without gold and stones; total with gold and, once both are found, stones.
cdef int held_xp(const TakaraC* s, int seat) noexcept nogil
cdef int total_of(const RulesC* rules, const TakaraC* s, int seat) noexcept nogil
