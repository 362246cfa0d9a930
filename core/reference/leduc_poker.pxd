from libc.stdint cimport int32_t, int64_t

from orienteer.core.state cimport Belief, Game, State

cdef enum:
    SEATS = 2
    RANKS = 3
    MAX_WORLDS = 9


cdef struct LeducPokerC:
    # Everything up to last_seat is part of the key.
    int32_t[SEATS] card  # UNKNOWN before the deal, and in a mask
    int32_t public  # UNKNOWN before it is turned up
    int32_t dealt  # private cards dealt
    int32_t[SEATS] chips  # in the pot
    int32_t round  # 0, 1
    int32_t raises  # in this round
    int32_t acted  # seats that have acted since the round's start or its last raise
    int32_t turn
    int32_t folded  # the seat that folded, or -1
    int32_t over
    int32_t last_seat
    int32_t last_action  # -1: the last transition was a card, or there was none


cdef class LeducPoker(Game):
    pass


cdef class LeducPokerState(State):
    cdef LeducPokerC s


cdef class LeducPokerBelief(Belief):
    cdef LeducPokerC[MAX_WORLDS] world
    cdef int64_t[MAX_WORLDS] weight
    cdef int64_t total
    cdef int size
