from libc.stdint cimport int8_t, int32_t, int64_t

from orienteer.core.celestia.game cimport CelestiaState
from orienteer.core.celestia.rules cimport NUM_CARDS, NUM_CITIES, NUM_WORTHS, SEATS, CelestiaC, RulesC
from orienteer.core.rng cimport Rng
from orienteer.core.state cimport Belief

cdef enum:
    MAX_EPOCHS = 40  # decks of a log: reshuffles and one
    MAX_SLOTS = 180  # treasures in hidden hands
    MAX_LIMITS = 64  # totals that may bind
    MAX_USES = 9
    MAX_RETURNS = 32

cdef struct LiveC:
    # A live hand's proposal; see proposal.py.
    int seat
    int num_rows
    int num_kinds
    int num_epochs
    int num_others
    int[NUM_CARDS] kinds  # places among the proposal's kinds
    int[NUM_CARDS + 1] others  # kinds in the lump
    int[MAX_EPOCHS] epochs
    const int8_t* rows
    const double* cumulative

cdef struct RestC:
    # How the last live hand takes the rest of used up decks; see proposal.Rest.
    bint is_set
    int num_groups
    bint[MAX_EPOCHS] used_up
    const int64_t* steps
    const int64_t* most
    const int64_t* keys
    const int64_t* starts
    const double* log_weights

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

cdef struct WorldC:
    # What a world adds to the mask.
    int8_t[SEATS][NUM_CARDS] hand
    int8_t[NUM_CARDS] deck
    int8_t[SEATS][NUM_CITIES][NUM_WORTHS] held
    int8_t[SEATS] newest  # worth index

cdef class CelestiaBelief(Belief):
    cdef readonly object turbos
    cdef object hidden  # hands.HiddenHands
    cdef object treasures  # treasures.Treasures
    cdef object arrays  # keeps what the pointers below point to
    cdef CelestiaC mask
    cdef int passes  # of the viewer since the running loop began
    cdef bint waits  # it is hidden who is asked
    cdef int num_seats
    cdef int num_epochs
    cdef int num_kinds
    cdef int num_live
    cdef int log_width
    cdef double log_bound
    cdef LiveC[SEATS] live
    cdef RestC rest
    cdef const double* factors  # by epoch and kind, the lump last
    cdef const double* log_ratio
    cdef const int64_t* columns  # the pools by epoch and kind, the lump last
    cdef int[NUM_CARDS] kind_of  # place of a card among the proposal's kinds
    cdef int[NUM_CARDS] kinds
    cdef int[MAX_EPOCHS][NUM_CARDS] pools
    cdef int[SEATS][MAX_EPOCHS] random_slots  # cards of hands without live evidence
    cdef int8_t[SEATS][NUM_CARDS] known  # what is known of a hidden hand: drawn for sure, less what was played
    cdef TreasuresC t

    cdef int _list_stops(self, const WorldC* world, weight, list listed) except -1
    cdef CelestiaState _filled(self, const WorldC* world)
    cdef const RulesC* _rules(self) noexcept nogil
    cdef bint _draw_hands(self, Rng* rng, WorldC* world) noexcept nogil
    cdef bint _take_rest(self, int[NUM_CARDS + 1]* taken, int* lumps, WorldC* world, double* log_weight, Rng* rng) noexcept nogil
    cdef int _draw_card(self, int* left, bint from_lump, Rng* rng) noexcept nogil
    cdef bint _draw_treasures(self, Rng* rng, WorldC* world) noexcept nogil
    cdef object _table(self, const RulesC* rules)
    cdef object _hidden_treasures(self, const RulesC* rules, account)
    cdef object _set_hands(self, account)
    cdef object _set_live(self, LiveC* live, hand)
    cdef object _set_treasures(self)
    cdef object _try_out(self)
