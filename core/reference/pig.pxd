from libc.stdint cimport int8_t, int16_t, int32_t

from orienteer.core.state cimport Game, State


cdef struct PigC:
    int16_t[8] score
    int16_t turn_total
    int8_t player
    int8_t rolling  # 1 between the choice to roll and the die
    int32_t turns  # finished turns
    int16_t last_gain
    int8_t last_player  # who made the last transition (CHANCE for the die), INVALID before the first
    int8_t last_action


cdef class Pig(Game):
    cdef readonly int target


cdef class PigState(State):
    cdef PigC s
