from libc.stdint cimport int8_t, int64_t

from orienteer.core.celestia.rules cimport NUM_CARDS, SEATS
from orienteer.core.rng cimport Rng

cdef enum:
    MAX_EPOCHS = 40  # decks of a log: reshuffles and one

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

cdef struct HandsC:
    # What hands.HiddenHands and proposal.Proposal say, as the sampler reads it.
    int num_seats
    int num_epochs
    int num_kinds
    int num_live
    int log_width
    double log_bound
    LiveC[SEATS] live
    RestC rest
    const double* factors  # by epoch and kind, the lump last
    const double* log_ratio
    const int64_t* columns  # the pools by epoch and kind, the lump last
    int[NUM_CARDS] kind_of  # place of a card among the proposal's kinds
    int[NUM_CARDS] kinds
    int[MAX_EPOCHS][NUM_CARDS] pools
    int[SEATS][MAX_EPOCHS] random_slots  # cards of hands without live evidence
    int8_t[SEATS][NUM_CARDS] known  # what is known of a hidden hand: drawn for sure, less what was played

cdef struct CardsC:
    # What a world adds to the mask.
    int8_t[SEATS][NUM_CARDS] hand
    int8_t[NUM_CARDS] deck

cdef list set_hands(HandsC* h, hidden, int num_seats)
cdef bint draw_hands(const HandsC* h, Rng* rng, CardsC* cards) noexcept nogil
