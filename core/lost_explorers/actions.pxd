"""The numbers of Lost Explorers' actions and outcomes. Locations and tokens count from 0 in the order of the data file."""

from libc.stdint cimport uint32_t

from orienteer.core.lost_explorers.rules cimport ExplorersC, RulesC

cdef enum:
    END_TURN = 0
    NO_BONUS = 1
    BONUS_ACTION = 2  # + colour
    CHOOSE_ACTION = 6  # + colour
    EQUIP = 10  # + 8 side + 2 (k - 1) + (0 vehicle, 1 mission)
    EXPLORE = 26  # + 4 location + colour; then complete: + locations × token + location; then retrieve: + rank of the subset
    DEAL_OUTCOME = 16  # + colour; below it: a bit a markable location that is closed
    TOKEN_OUTCOME = 20  # + token
    NUM_OUTCOMES = 100


cdef int first_complete(const RulesC* rules) noexcept nogil
cdef int first_retrieve(const RulesC* rules) noexcept nogil
cdef int num_actions(const RulesC* rules) noexcept nogil
# A subset of 1 to 4 locations as a number (by size, then in the order of words) and back.
cdef int subset_rank(const RulesC* rules, uint32_t places) noexcept nogil
cdef uint32_t subset_of_rank(const RulesC* rules, int rank) noexcept nogil
cdef int list_menu(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil
cdef int list_bonus(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil
cdef int apply_decision(const RulesC* rules, ExplorersC* s, int action) noexcept nogil
cdef int apply_outcome(const RulesC* rules, ExplorersC* s, int outcome) noexcept nogil
