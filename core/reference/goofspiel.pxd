from libc.stdint cimport int32_t

from orienteer.core.state cimport Game, State

cdef enum:
    MAX_SEATS = 3
    MAX_CARDS = 8


cdef struct GoofspielC:
    int32_t[MAX_SEATS] hand  # bit i: still holds the card of action i
    int32_t[MAX_SEATS] score
    int32_t[MAX_SEATS] last_bid  # of the last transition, NO_ACTION when it was not a bid
    int32_t[MAX_SEATS] last_gain
    int32_t deck  # bit i: prize i + 1 is still to be shown
    int32_t prize  # worth of the prize on offer, 0 while none is
    int32_t rounds  # finished rounds
    int32_t last_player  # CHANCE, SIMULTANEOUS, or INVALID before the first transition
    int32_t last_action  # the prize drawn by the last transition, NO_ACTION when it was not a draw


cdef class Goofspiel(Game):
    cdef readonly int cards
    cdef readonly str point_order


cdef class GoofspielState(State):
    cdef GoofspielC s
