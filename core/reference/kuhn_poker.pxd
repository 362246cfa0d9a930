from libc.stdint cimport int32_t

from orienteer.core.state cimport Belief, Game, State

cdef enum:
    SEATS = 2
    CARDS = 3
    MAX_MOVES = 3


cdef struct KuhnPokerC:
    int32_t[SEATS] card  # UNKNOWN before the deal, and in a mask
    int32_t[MAX_MOVES] move
    int32_t dealt  # seats that have their card
    int32_t moves


cdef class KuhnPoker(Game):
    pass


cdef class KuhnPokerState(State):
    cdef KuhnPokerC s


cdef class KuhnPokerBelief(Belief):
    cdef KuhnPokerC[6] world
    cdef int size
