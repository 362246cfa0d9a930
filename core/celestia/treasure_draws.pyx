"""How hidden treasures are drawn: worlds by weight, from what treasures.Treasures says of them."""

from libc.stdint cimport int8_t
from libc.string cimport memcpy, memset

from orienteer.core.celestia.rules cimport NUM_CITIES, NUM_WORTHS, TELESCOPE_WORTH
from orienteer.core.rng cimport Rng, rng_below, rng_uniform
from orienteer.core.state cimport UNKNOWN

from orienteer.core.errors import TooLargeError


cdef int set_treasures(TreasuresC* t, given, int num_seats) except -1:
    """Take over what treasures.Treasures says. Raises TooLargeError where there is more of it than fits."""
    cdef int i, city
    for what, count, most in (("treasures in hidden hands", len(given.slots), MAX_SLOTS),
                              ("totals that may bind", len(given.limits), MAX_LIMITS),
                              ("treasures given back", len(given.returns), MAX_RETURNS)):
        if count > most:
            raise TooLargeError(f"evidence: {count} {what}, limit {most}; give a shorter log")
    memset(t, 0, sizeof(TreasuresC))
    t.num_slots, t.num_uses = len(given.slots), len(given.uses)
    t.num_limits, t.num_returns = len(given.limits), len(given.returns)
    for i in range(num_seats):
        t.main[i] = -1
        t.newest[i] = given.newest.get(i, -1)
    for i, slot in enumerate(sorted(given.slots, key=lambda slot: (slot.seat, slot.birth))):
        t.slots[i] = SlotC(slot.birth, slot.seat, slot.city, slot.no_telescope)
    for i, limit in enumerate(given.limits):
        t.limits[i] = LimitC(limit.index, limit.seat, limit.most, limit.exact)
        # They come in their order: the last one of a seat is about most of its slots.
        t.main[<int>limit.seat] = i
    for i, use in enumerate(given.uses):
        t.uses[i] = UseC(use.index, use.seat, use.city)
    for i, back in enumerate(given.returns):
        t.returns[i] = ReturnC(back.index, back.city, back.worth, back.copies)
    used = [use.city for use in given.uses]
    for city, pool in enumerate(given.pools):
        t.is_open[city] = pool[TELESCOPE_WORTH] > 0 and city not in used
        t.left[city] = given.left[city]
        for i in range(NUM_WORTHS):
            t.pools[city][i] = pool[i]
            t.worths[city][i] = given.worths[city][i]
    return 0


cdef bint treasures_once(const TreasuresC* t, int num_seats, Rng* rng, HoardC* hoard, double* chance) noexcept nogil:
    """One try: telescopes, then hand by hand with a look ahead to its total, then what no total speaks of.

    `chance` becomes the weight of the try by the exact joint, at most 1; 0 is returned where it is impossible.
    """
    cdef int8_t[MAX_SLOTS] worth
    cdef int[NUM_CITIES] used  # slot of the telescope that was used
    cdef int[NUM_CITIES][NUM_WORTHS] left
    cdef int seat, i, city
    memset(worth, UNKNOWN, sizeof(worth))
    memcpy(left, t.pools, sizeof(left))
    for city in range(NUM_CITIES):
        used[city] = -1
        left[city][TELESCOPE_WORTH] = 0
    # 1. Every telescope has its place; each way to place them has equally many ways for the rest.
    for i in range(t.num_uses):
        used[t.uses[i].city] = _place_used(t, &t.uses[i], worth, rng)
        if used[t.uses[i].city] < 0:
            return False
    for city in range(NUM_CITIES):
        if t.is_open[city]:
            _place_open(t, city, worth, rng)
    # 2. Hands whose total is limited.
    for seat in range(num_seats):
        if t.main[seat] >= 0:
            chance[0] *= _draw_limited(t, &t.limits[t.main[seat]], worth, used, left, rng)
            if chance[0] == 0.0:
                return False
    # 3. All other slots.
    for i in range(t.num_slots):
        if worth[i] == UNKNOWN:
            worth[i] = _draw_worth(left[t.slots[i].city], rng)
    # 4. Earlier totals, and what the viewer gave back.
    for i in range(t.num_limits):
        if not _keeps(t, &t.limits[i], worth, used):
            return False
    for i in range(t.num_returns):
        chance[0] *= _copies_left(t, &t.returns[i], worth) / <double>t.returns[i].copies
    _hold(t, worth, used, hoard)
    return chance[0] > 0.0


cdef int _place_used(const TreasuresC* t, const UseC* use, int8_t* worth, Rng* rng) noexcept nogil:
    cdef int i, count = 0, ticket
    for i in range(t.num_slots):
        count += _was(t, use, i)
    if count == 0:
        return -1
    ticket = rng_below(rng, count)
    for i in range(t.num_slots):
        ticket -= _was(t, use, i)
        if ticket < 0:
            worth[i] = TELESCOPE_WORTH
            return i
    return -1


cdef inline bint _was(const TreasuresC* t, const UseC* use, int i) noexcept nogil:
    cdef const SlotC* slot = &t.slots[i]
    return slot.seat == use.seat and slot.city == use.city and slot.birth < use.index and not slot.no_telescope


cdef void _place_open(const TreasuresC* t, int city, int8_t* worth, Rng* rng) noexcept nogil:
    cdef int i, count = t.left[city], ticket
    for i in range(t.num_slots):
        count += t.slots[i].city == city and not t.slots[i].no_telescope
    if count == 0:
        return
    ticket = rng_below(rng, count)
    for i in range(t.num_slots):
        ticket -= t.slots[i].city == city and not t.slots[i].no_telescope
        if ticket < 0:
            worth[i] = TELESCOPE_WORTH
            return


cdef inline bint _counts(const TreasuresC* t, const LimitC* limit, int i, const int* used) noexcept nogil:
    """Whether a slot counts for a total: held then, not yet used."""
    cdef const SlotC* slot = &t.slots[i]
    cdef int j
    if slot.seat != limit.seat or slot.birth >= limit.index:
        return False
    if used[slot.city] != i:
        return True
    for j in range(t.num_uses):
        if t.uses[j].city == slot.city:
            return t.uses[j].index > limit.index
    return True


cdef double _draw_limited(const TreasuresC* t, const LimitC* limit, int8_t* worth, const int* used,
                          int[NUM_WORTHS]* left, Rng* rng) noexcept nogil:
    """Draw the slots that count for a total so that it is kept; returns how likely that was."""
    cdef int[NUM_CITIES] slots
    cdef double[NUM_CITIES + 1][MAX_SUM] ahead
    cdef int[NUM_WORTHS] counts
    cdef int i, city, total, budget = limit.most, value
    cdef double wanted, share, all_ways
    memset(slots, 0, sizeof(slots))
    for i in range(t.num_slots):
        if _counts(t, limit, i, used):
            if worth[i] == TELESCOPE_WORTH:
                budget -= t.worths[t.slots[i].city][TELESCOPE_WORTH]
            else:
                slots[t.slots[i].city] += 1
    if budget < 0 or budget >= MAX_SUM:
        return 0.0
    # ahead[city][sum]: how likely the cities from here on keep the total.
    for total in range(budget + 1):
        ahead[NUM_CITIES][total] = total == budget or not limit.exact
    for city in range(NUM_CITIES - 1, -1, -1):
        if slots[city] == 0:
            memcpy(ahead[city], ahead[city + 1], (budget + 1) * sizeof(double))
            continue
        memset(ahead[city], 0, (budget + 1) * sizeof(double))
        all_ways = _choose(left[city][0] + left[city][1] + left[city][2], slots[city])
        for counts[0] in range(min(left[city][0], slots[city]) + 1):
            for counts[1] in range(min(left[city][1], slots[city] - counts[0]) + 1):
                counts[2] = slots[city] - counts[0] - counts[1]
                if counts[2] > left[city][2]:
                    continue
                share = _ways(left[city], counts) / all_ways
                value = _points(t.worths[city], counts)
                for total in range(budget + 1 - value):
                    ahead[city][total] += share * ahead[city + 1][total + value]
    if ahead[0][0] <= 0.0:
        return 0.0
    total = 0
    for city in range(NUM_CITIES):
        if slots[city]:
            wanted = rng_uniform(rng) * ahead[city][total] * _choose(left[city][0] + left[city][1] + left[city][2], slots[city])
            total += _draw_city(t, limit, city, slots[city], ahead[city + 1], budget - total, total, wanted, worth, used,
                                left[city], rng)
    return ahead[0][0]


cdef int _draw_city(const TreasuresC* t, const LimitC* limit, int city, int slots, const double* ahead, int budget, int before,
                    double wanted, int8_t* worth, const int* used, int* left, Rng* rng) noexcept nogil:
    """Draw one city's slots by what is ahead; returns their points."""
    cdef int[NUM_WORTHS] counts, chosen
    cdef int i, k, value, points = 0, rest = slots, ticket
    cdef double weight
    cdef bint done = False
    memset(chosen, 0, sizeof(chosen))
    for counts[0] in range(min(left[0], slots) + 1):
        for counts[1] in range(min(left[1], slots - counts[0]) + 1):
            counts[2] = slots - counts[0] - counts[1]
            value = _points(t.worths[city], counts)
            if done or counts[2] > left[2] or value > budget:
                continue
            weight = _ways(left, counts) * ahead[before + value]
            if weight <= 0.0:
                continue
            wanted -= weight
            points = value
            memcpy(chosen, counts, sizeof(chosen))
            done = wanted < 0.0
    for k in range(TELESCOPE_WORTH):
        left[k] -= chosen[k]
    for i in range(t.num_slots):
        if t.slots[i].city == city and worth[i] == UNKNOWN and _counts(t, limit, i, used):
            ticket = rng_below(rng, rest)
            for k in range(TELESCOPE_WORTH):
                ticket -= chosen[k]
                if ticket < 0:
                    chosen[k] -= 1
                    worth[i] = k
                    break
            rest -= 1
    return points


cdef int _draw_worth(int* left, Rng* rng) noexcept nogil:
    cdef int k, ticket = rng_below(rng, left[0] + left[1] + left[2])
    for k in range(TELESCOPE_WORTH):
        ticket -= left[k]
        if ticket < 0:
            left[k] -= 1
            return k
    return 0


cdef inline double _choose(int n, int k) noexcept nogil:
    cdef int i
    cdef double ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


cdef inline double _ways(const int* left, const int* counts) noexcept nogil:
    return _choose(left[0], counts[0]) * _choose(left[1], counts[1]) * _choose(left[2], counts[2])


cdef inline int _points(const int* worths, const int* counts) noexcept nogil:
    return worths[0] * counts[0] + worths[1] * counts[1] + worths[2] * counts[2]


cdef bint _keeps(const TreasuresC* t, const LimitC* limit, const int8_t* worth, const int* used) noexcept nogil:
    cdef int i, total = 0
    for i in range(t.num_slots):
        if _counts(t, limit, i, used):
            total += t.worths[t.slots[i].city][worth[i]]
    return total == limit.most if limit.exact else total <= limit.most


cdef int _copies_left(const TreasuresC* t, const ReturnC* back, const int8_t* worth) noexcept nogil:
    cdef int i, copies = back.copies
    for i in range(t.num_slots):
        copies -= t.slots[i].city == back.city and t.slots[i].birth < back.index and worth[i] == back.worth
    return max(0, copies)


cdef void _hold(const TreasuresC* t, const int8_t* worth, const int* used, HoardC* hoard) noexcept nogil:
    """What everyone holds now; slots of a seat come in the order of their draws."""
    cdef int i
    cdef const SlotC* slot
    memset(hoard.held, 0, sizeof(hoard.held))
    memset(hoard.newest, 0, sizeof(hoard.newest))
    for i in range(t.num_slots):
        slot = &t.slots[i]
        if used[slot.city] != i:
            hoard.held[slot.seat][slot.city][worth[i]] += 1
            if t.newest[slot.seat] == slot.city:
                hoard.newest[slot.seat] = worth[i]
