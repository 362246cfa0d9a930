from libc.stdint cimport int8_t, int32_t

from orienteer.core.celestia.rules cimport NUM_CITIES, NUM_WORTHS, SEATS
from orienteer.core.rng cimport Rng

cdef enum:
    MAX_SLOTS = 180  # treasures in hidden hands
    MAX_LIMITS = 64  # totals that may bind
    MAX_USES = 9
    MAX_RETURNS = 32
    MAX_SUM = 1000  # above any total of points

cdef struct SlotC:
    int32_t birth
    int8_t seat
    int8_t city
    int8_t no_telescope

cdef struct LimitC:
    int32_t index
    int seat
    int most
    bint exact

cdef struct UseC:
    int32_t index
    int seat
    int city

cdef struct ReturnC:
    int32_t index
    int city
    int worth
    int copies

cdef struct TreasuresC:
    # What treasures.Treasures says, as the sampler reads it.
    int num_slots
    int num_limits
    int num_uses
    int num_returns
    SlotC[MAX_SLOTS] slots  # by seat, then by time
    LimitC[MAX_LIMITS] limits
    int[SEATS] main  # the limit of a seat that its draw looks ahead to, −1 for none
    UseC[MAX_USES] uses
    ReturnC[MAX_RETURNS] returns
    int8_t[NUM_CITIES] is_open  # the telescope is with a hidden player or in the stock
    int[NUM_CITIES] left
    int[NUM_CITIES][NUM_WORTHS] pools
    int[NUM_CITIES][NUM_WORTHS] worths
    int8_t[SEATS] newest  # city row of a treasure drawn in this leg, −1 for none
    double bound  # of the product of the players' chances to keep their limits

cdef struct HoardC:
    # What a world adds to the mask.
    int8_t[SEATS][NUM_CITIES][NUM_WORTHS] held
    int8_t[SEATS] newest  # worth index of a treasure drawn in this leg

cdef int set_treasures(TreasuresC* t, given, int num_seats) except -1
cdef bint treasures_once(const TreasuresC* t, int num_seats, Rng* rng, HoardC* hoard, double* chance) noexcept nogil
