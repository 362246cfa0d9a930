from libc.stdint cimport int8_t, int32_t, int64_t

from orienteer.core.state cimport Belief, Game, State

cdef enum:
    SEATS = 4
    SIDES = 6
    MAX_ROLLS = 56  # hands of three dice with six sides


cdef struct LiarsDiceC:
    # Everything up to last_seat is part of the key.
    int8_t[SEATS] roll  # index of the hand, UNKNOWN before it is rolled and in a mask
    int8_t rolled  # seats that have rolled
    int8_t turn
    int8_t bidder  # -1: nobody has bid
    int8_t called
    int32_t bid  # the last one, -1: none
    int32_t last_seat
    int32_t last_action  # -1: the last transition was a roll, or there was none


cdef struct RulesC:
    int seats
    int sides
    int dice
    int num_bids
    int wild  # a face from 0, -1: none
    int num_rolls
    int[MAX_ROLLS][SIDES] count  # [roll][face], wild dice not added
    int64_t[MAX_ROLLS] weight
    int64_t total


cdef class LiarsDice(Game):
    cdef readonly tuple hands  # every roll as a tuple of counts by face
    cdef RulesC rules


cdef class LiarsDiceState(State):
    cdef LiarsDiceC s


cdef class LiarsDiceBelief(Belief):
    cdef LiarsDiceC mask
