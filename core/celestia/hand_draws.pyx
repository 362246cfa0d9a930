"""How hidden hands are drawn: worlds by weight, as proposal.py says, accepted by what the hands take together."""

from libc.math cimport exp, lgamma, log
from libc.stdint cimport int8_t, int64_t
from libc.string cimport memcpy, memset

from orienteer.core.celestia.rules cimport NUM_CARDS
from orienteer.core.rng cimport Rng, rng_below, rng_uniform

import numpy as np

from orienteer.core.celestia.proposal import propose


cdef list set_hands(HandsC* h, hidden, int num_seats):
    """Take over the hidden hands and how they are drawn; returns what the pointers point to, to be kept."""
    cdef int e, card, i, j
    h.num_seats, h.num_epochs = num_seats, len(hidden.pools)
    memset(h.random_slots, 0, sizeof(h.random_slots))
    memset(h.known, 0, sizeof(h.known))
    for e in range(h.num_epochs):
        for card in range(NUM_CARDS):
            h.pools[e][card] = hidden.pools[e][card]
    for seat, hand in hidden.hands.items():
        for card in range(NUM_CARDS):
            h.known[<int>seat][card] = -hand.played[card]
        for e in range(h.num_epochs):
            h.random_slots[<int>seat][e] = hand.free[e]
        if hand.is_settled:
            for column, kind in enumerate(hand.kinds):
                h.known[<int>seat][<int>kind] += <int8_t>hand.table.held()[0][column]
    for card in range(NUM_CARDS):
        h.kind_of[card] = 0
    if not hidden.tabled():
        return []
    proposal = propose(hidden)
    h.num_kinds = len(proposal.kinds)
    h.num_live = len(proposal.hands)
    for card in range(NUM_CARDS):
        h.kind_of[card] = proposal.kinds.index(card) if card in proposal.kinds else h.num_kinds
    for i in range(h.num_kinds):
        h.kinds[i] = proposal.kinds[i]
    factors = np.ascontiguousarray(proposal.factors, np.float64)
    log_ratio = np.ascontiguousarray(proposal.log_ratio, np.float64)
    h.log_width = log_ratio.shape[2]
    h.log_bound = proposal.log_bound + 1e-9
    columns = np.array(hidden.columns(proposal.kinds), np.int64)
    h.columns = _whole(columns)
    h.factors = _doubles(factors.reshape(-1))
    h.log_ratio = _doubles(log_ratio.reshape(-1))
    for i in range(h.num_live):
        _set_live(h, &h.live[i], proposal.hands[i])
    if proposal.rest is not None:
        h.rest.is_set = True
        h.rest.num_groups = len(proposal.rest.keys)
        for e in range(h.num_epochs):
            h.rest.used_up[e] = e in proposal.rest.epochs
        h.rest.steps = _whole(proposal.rest.steps.reshape(-1))
        h.rest.most = _whole(proposal.rest.most.reshape(-1))
        h.rest.keys = _whole(proposal.rest.keys)
        h.rest.starts = _whole(proposal.rest.starts)
        h.rest.log_weights = _doubles(proposal.rest.log_weights)
    return [factors, log_ratio, columns, proposal]


cdef int _set_live(const HandsC* h, LiveC* live, hand) except -1:
    cdef const int8_t[:, ::1] rows = hand.rows
    live.seat = hand.seat
    live.num_rows = len(hand.rows)
    live.num_kinds = len(hand.kinds)
    live.num_epochs = len(hand.epochs)
    live.rows = &rows[0, 0]
    live.cumulative = _doubles(hand.cumulative)
    for i, place in enumerate(hand.kinds):
        live.kinds[<int>i] = place
    for i, epoch in enumerate(hand.epochs):
        live.epochs[<int>i] = epoch
    live.num_others = 0
    for place in range(h.num_kinds + 1):
        if place not in hand.kinds:
            live.others[live.num_others] = place
            live.num_others += 1
    return 0


cdef const double* _doubles(const double[::1] values) noexcept:
    return &values[0]


cdef const int64_t* _whole(const int64_t[::1] values) noexcept:
    return &values[0]


cdef bint draw_hands(const HandsC* h, Rng* rng, CardsC* cards) noexcept nogil:
    """One try: the live hands by their proposal, accepted by what they take together; all others from the rest."""
    cdef int[MAX_EPOCHS][NUM_CARDS + 1] taken
    cdef int[SEATS][MAX_EPOCHS] lumps
    cdef int[MAX_EPOCHS][NUM_CARDS] left
    cdef const LiveC* hand
    cdef const int8_t* row
    cdef int i, e, k, j, slot, card, lump = h.num_kinds, width = h.num_kinds + 1
    cdef double log_weight = -h.log_bound
    memset(cards, 0, sizeof(CardsC))
    memcpy(cards.hand, h.known, sizeof(h.known))
    memset(taken, 0, sizeof(taken))
    # 1. Live hands, row by row; what is in a hand's lump but in no lump of all is split by the factors.
    for i in range(h.num_live - h.rest.is_set):
        hand = &h.live[i]
        row = hand.rows + _find_row(hand, rng_uniform(rng)) * hand.num_epochs * (hand.num_kinds + 1)
        for j in range(hand.num_epochs):
            e = hand.epochs[j]
            for k in range(hand.num_kinds):
                taken[e][hand.kinds[k]] += row[k]
                cards.hand[hand.seat][h.kinds[hand.kinds[k]]] += row[k]
            row += hand.num_kinds
            lumps[i][j] = 0
            for slot in range(row[0]):
                k = _split(hand, h.factors + e * width, rng)
                taken[e][k] += 1
                if k == lump:
                    lumps[i][j] += 1
                else:
                    cards.hand[hand.seat][h.kinds[k]] += 1
            row += 1
    if h.rest.is_set and not _take_rest(h, taken, lumps[h.num_live - 1], cards, &log_weight, rng):
        return False
    # 2. The exact joint.
    if h.num_live > 1:
        for e in range(h.num_epochs):
            for k in range(0 if h.rest.is_set and h.rest.used_up[e] else width):
                log_weight += h.log_ratio[(e * width + k) * h.log_width + taken[e][k]]
        if rng_uniform(rng) >= exp(log_weight):
            return False
    # 3. Lumps from the cards of which no fact speaks, then hands without live evidence from all that is left.
    for e in range(h.num_epochs):
        for card in range(NUM_CARDS):
            k = h.kind_of[card]
            left[e][card] = h.pools[e][card] - (taken[e][k] if k < lump else 0)
            if left[e][card] < 0:
                return False
    for i in range(h.num_live):
        hand = &h.live[i]
        for j in range(hand.num_epochs):
            for slot in range(lumps[i][j]):
                card = _draw_card(h, left[hand.epochs[j]], True, rng)
                if card < 0:
                    return False
                cards.hand[hand.seat][card] += 1
    for i in range(h.num_seats):
        for e in range(h.num_epochs):
            for slot in range(h.random_slots[i][e]):
                cards.hand[i][_draw_card(h, left[e], False, rng)] += 1
    for card in range(NUM_CARDS):
        cards.deck[card] = left[h.num_epochs - 1][card]
    return True


cdef bint _take_rest(const HandsC* h, int[NUM_CARDS + 1]* taken, int* lumps, CardsC* cards, double* log_weight,
                     Rng* rng) noexcept nogil:
    """The last live hand: of used up decks what the others left, of the others by its rows of that group."""
    cdef const LiveC* hand = &h.live[h.num_live - 1]
    cdef const int8_t* row
    cdef int[NUM_CARDS + 1] left
    cdef const double* factors
    cdef int e, j, k, slot, group, width = h.num_kinds + 1
    cdef int64_t key = 0
    # 1. The group, and the weight of how its lumps split.
    for e in range(h.num_epochs):
        if h.rest.used_up[e]:
            for k in range(width):
                if taken[e][k] > h.columns[e * width + k]:
                    return False
    for j in range(hand.num_epochs):
        e = hand.epochs[j]
        lumps[j] = 0
        if not h.rest.used_up[e]:
            continue
        for k in range(width):
            left[k] = h.columns[e * width + k] - taken[e][k]
        for k in range(hand.num_kinds):
            if left[hand.kinds[k]] > h.rest.most[j * hand.num_kinds + k]:
                return False
            key += left[hand.kinds[k]] * h.rest.steps[j * hand.num_kinds + k]
        log_weight[0] += _log_split(hand, h.factors + e * width, left)
    group = _find_group(&h.rest, key)
    if group < 0:
        return False
    log_weight[0] += h.rest.log_weights[group]
    # 2. A row of the group.
    row = hand.rows + hand.num_epochs * (hand.num_kinds + 1) * _find_between(
        hand, <int>h.rest.starts[group], <int>h.rest.starts[group + 1] - 1, rng_uniform(rng))
    for j in range(hand.num_epochs):
        e = hand.epochs[j]
        if h.rest.used_up[e]:
            for k in range(width):
                left[k] = h.columns[e * width + k] - taken[e][k]
                taken[e][k] += left[k]
                if k < h.num_kinds:
                    cards.hand[hand.seat][h.kinds[k]] += left[k]
                else:
                    lumps[j] = left[k]
            row += hand.num_kinds + 1
            continue
        for k in range(hand.num_kinds):
            taken[e][hand.kinds[k]] += row[k]
            cards.hand[hand.seat][h.kinds[hand.kinds[k]]] += row[k]
        row += hand.num_kinds
        for slot in range(row[0]):
            k = _split(hand, h.factors + e * width, rng)
            taken[e][k] += 1
            if k == h.num_kinds:
                lumps[j] += 1
            else:
                cards.hand[hand.seat][h.kinds[k]] += 1
        row += 1
    return True


cdef int _draw_card(const HandsC* h, int* left, bint from_lump, Rng* rng) noexcept nogil:
    cdef int card, total = 0, ticket
    for card in range(NUM_CARDS):
        if not from_lump or h.kind_of[card] == h.num_kinds:
            total += left[card]
    if total <= 0:
        return -1
    ticket = rng_below(rng, total)
    for card in range(NUM_CARDS):
        if not from_lump or h.kind_of[card] == h.num_kinds:
            ticket -= left[card]
            if ticket < 0:
                left[card] -= 1
                return card
    return -1


cdef inline int _find_row(const LiveC* hand, double uniform) noexcept nogil:
    return _find_between(hand, 0, hand.num_rows - 1, uniform)


cdef inline int _find_between(const LiveC* hand, int low, int high, double uniform) noexcept nogil:
    """Of these rows, both ends included, the one in which the running sum of weights passes `uniform` of their total."""
    cdef double before = hand.cumulative[low - 1] if low else 0.0
    cdef double wanted = before + uniform * (hand.cumulative[high] - before)
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if hand.cumulative[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


cdef inline int _split(const LiveC* hand, const double* factors, Rng* rng) noexcept nogil:
    """A kind of the hand's lump by the factors."""
    cdef int i
    cdef double total = 0.0
    if hand.num_others == 1:
        return hand.others[0]
    for i in range(hand.num_others):
        total += factors[hand.others[i]]
    total *= rng_uniform(rng)
    for i in range(hand.num_others - 1):
        total -= factors[hand.others[i]]
        if total < 0:
            return hand.others[i]
    return hand.others[hand.num_others - 1]


cdef inline int _find_group(const RestC* rest, int64_t key) noexcept nogil:
    """The group with this key, −1 for none."""
    cdef int low = 0, high = rest.num_groups - 1, middle
    while low < high:
        middle = (low + high) >> 1
        if rest.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if rest.keys[low] == key else -1


cdef double _log_split(const LiveC* hand, const double* factors, const int* left) noexcept nogil:
    """Log of the chance that a lump splits among finer kinds as what is left demands."""
    cdef int i, size = 0
    cdef double total = 0.0, chance = 0.0
    if hand.num_others == 1:
        return 0.0
    for i in range(hand.num_others):
        total += factors[hand.others[i]]
        size += left[hand.others[i]]
    for i in range(hand.num_others):
        if left[hand.others[i]]:
            chance += left[hand.others[i]] * log(factors[hand.others[i]] / total) - lgamma(left[hand.others[i]] + 1.0)
    return chance + lgamma(size + 1.0)
