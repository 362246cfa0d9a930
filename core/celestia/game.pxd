from orienteer.core.celestia.rules cimport CelestiaC, RulesC
from orienteer.core.state cimport Game, State


cdef class Celestia(Game):
    cdef RulesC rules
    cdef readonly tuple city_values
    cdef readonly tuple outcome_names


cdef class CelestiaState(State):
    cdef CelestiaC s


# Overwrites with UNKNOWN what `viewer` cannot know, and works out what follows from the rest. Masking twice is masking once.
cdef void mask_for(const RulesC* rules, CelestiaC* s, int viewer) noexcept nogil

# Dice as a class: the number of each face by its index, and back.
cdef const signed char* faces_of(int dice_class) noexcept nogil
cdef int class_of(const signed char* faces) noexcept nogil

# A seat's points by the treasures it holds, UNKNOWN where one is.
cdef int total_of(const RulesC* rules, const CelestiaC* s, int seat) noexcept nogil

# The kind of treasure of a city that has one kind.
cdef int only_worth(const RulesC* rules, int city) noexcept nogil
