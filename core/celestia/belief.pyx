"""What a player of Celestia may hold true: complete states by their weight, drawn, listed or counted.

A world's weight is the product of its chance weights times 1 for each observed choice of another player that was legal in it
(under `turbos`, its probability). Where it is hidden who is asked, every stop that passes alone can have led to is a world
of its own, for a pass has no weight. Hands are counted in hands.py and drawn by proposal.py, treasures in treasures.py;
given the log the two are independent but for the stops.
"""

from libc.math cimport exp, lgamma, log
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memcpy, memset

from fractions import Fraction
from math import comb, gcd

import numpy as np

from orienteer.core.celestia.game cimport Celestia, CelestiaState, mask_for, total_of
from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, DEAL, JOURNEY_END, NOBODY, NUM_CARDS, NUM_CITIES, NUM_WORTHS, OVER, SEATS, SETTLE, TELESCOPE_WORTH,
    WAIT_PRE, CelestiaC, RulesC, ask, is_hidden_phase, pass_on,
)
from orienteer.core.rng cimport RandomStream, Rng, rng_below, rng_seed, rng_uniform
from orienteer.core.state cimport ERROR, UNKNOWN, Belief, State

from orienteer.core.celestia import evidence as logs
from orienteer.core.celestia.components import CARDS, city_rows
from orienteer.core.celestia.hands import HiddenHands
from orienteer.core.celestia.proposal import propose
from orienteer.core.celestia.treasures import Treasures
from orienteer.core.counting import deals, multinomial
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError

cdef enum:
    MAX_SUM = 1000  # above any total of points
    MAX_TRIES = 20_000_000  # of a sample before it gives up
    NUM_PILOTS = 400  # draws of treasures that set the bound where they are seldom accepted

_WANTED_TURBOS = "always, never or a probability such as 1/3"


def turbo_share(object value) -> Fraction | None:
    """The assumption about turbos as a probability that others pay with them where they can; None for none."""
    if value is None:
        return None
    if value in ("always", "never"):
        return Fraction(value == "always")
    try:
        share = Fraction(value) if isinstance(value, (str, int, Fraction)) and not isinstance(value, bool) else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share <= 1:
        raise OptionError("turbos", value, _WANTED_TURBOS)
    return share


cdef class CelestiaBelief(Belief):
    """The belief of `viewer` by his masked state and the log of what he noticed, oldest first.

    The log may begin at the deal or anywhere; cards and treasures unseen at its start are exchangeable. `assumptions` may
    hold "turbos": how often others pay with turbos where equipment alone does not cover the dice ("always", "never" or a
    probability); without it any choice that was legal counts alike. Raises OrienteerError, naming the entry of the log,
    where nothing agrees with all of it.

    Attributes:
        turbos: the assumption as a Fraction, None without one.
    """

    def __init__(self, CelestiaState mask not None, int viewer, evidence=(), assumptions=None):
        cdef const RulesC* rules = &(<Celestia>mask.game).rules
        self.game = mask.game
        self.viewer = viewer
        if mask.s.viewer not in (UNKNOWN, viewer):
            raise OptionError("viewer", viewer, f"seat {mask.s.viewer}, whose mask it is")
        for name in assumptions or ():
            if name != "turbos":
                raise OptionError("assumptions", name, "turbos")
        self.turbos = turbo_share((assumptions or {}).get("turbos"))
        memcpy(&self.mask, &mask.s, sizeof(CelestiaC))
        mask_for(rules, &self.mask, viewer)
        self.num_seats = rules.num_players
        self.waits = self.mask.phase >= WAIT_PRE
        self.passes = logs.own_passes(evidence) if self.waits else 0
        rows = city_rows(self.game.options)
        facts = logs.read(evidence, rules.num_players, rows)
        made = [[rules.made[city][i] for i in range(NUM_WORTHS)] for city in range(rules.num_cities)]
        account = logs.account(facts, self._table(rules), [rules.deck[i] for i in range(NUM_CARDS)], made)
        if len(account.pools) > MAX_EPOCHS:
            raise TooLargeError(f"evidence: {len(account.pools) - 1} reshuffles, limit {MAX_EPOCHS - 1}; give a shorter log")
        self.hidden = HiddenHands(account, viewer, self.turbos)
        self.treasures = self._hidden_treasures(rules, account)
        self._set_hands(account)
        self._set_treasures()
        self._try_out()

    # -- asked by counting ------------------------------------------------------------------------------------------------

    def live_hands(self) -> tuple[int, ...]:
        """Seats whose hidden hands are more than a random rest of the unseen cards, by what they played and called."""
        return self.hidden.live()

    def marginal(self, int seat, cards) -> dict[tuple[int, ...], int]:
        """Exact weights of how many of each of these cards (indices into CARDS) the seat holds.

        Sums over composition tables, not over worlds; what a hidden turn tells is left out. Raises TooLargeError where more
        than two hidden hands carry live evidence, or tables are too large; then sample.
        """
        chosen = tuple(cards)
        self._check_seat(seat)
        for card in chosen:
            if not isinstance(card, int) or not 0 <= card < NUM_CARDS:
                raise OptionError("cards", card, f"indices from 0 to {NUM_CARDS - 1}")
        if seat == self.viewer:
            return {tuple([self.mask.hand[seat][<int>card] for card in chosen]): 1}
        return self.hidden.marginal(seat, chosen)

    def treasure_marginal(self, int seat) -> dict[int, int]:
        """Exact weights of the seat's total points. Raises TooLargeError where facts about others' treasures bear on it."""
        self._check_seat(seat)
        if self.mask.totals[seat] != UNKNOWN:
            return {self.mask.totals[seat]: 1}
        return self.treasures.marginal(seat)

    def _check_seat(self, int seat):
        if not 0 <= seat < self.num_seats:
            raise OptionError("seat", seat, f"0 to {self.num_seats - 1}")

    # -- listed -----------------------------------------------------------------------------------------------------------

    def size_estimate(self) -> int:
        """An upper bound on the number of hands, treasures and stops together; what is impossible is counted with them."""
        size = 1
        for hand in self.hidden.hands.values():
            size *= self.hidden.num_ways(hand)
        for seat in range(self.num_seats):
            for city, pool in enumerate(self.treasures.pools):
                kinds = sum(copies > 0 for copies in pool)
                if seat != self.viewer and kinds:
                    size *= comb(self.mask.backs[seat][city] + kinds - 1, kinds - 1)
        return size * (self.num_seats if self.waits else 1)

    def enumerate(self, limit=100_000):
        """Every possible state with its whole-number weight. Raises TooLargeError beyond `limit` states."""
        cdef WorldC world
        cdef CelestiaState state
        cdef int seat, city, i, pick, stops
        if self.size_estimate() > 10_000 * limit:
            raise TooLargeError(f"belief: up to {self.size_estimate()} states, limit {limit}; sample or raise the limit")
        hands = self.hidden.worlds(20 * limit)
        treasures = self.treasures.worlds(20 * limit)
        seats = [seat for seat in range(self.num_seats) if seat != self.viewer]
        listed = []
        for (held_cards, deck), hand_weight in hands.items():
            memset(&world, 0, sizeof(WorldC))
            for i in range(NUM_CARDS):
                world.deck[i] = deck[i]
                for place, seat in enumerate(seats):
                    world.hand[seat][i] = held_cards[place][i]
            for (held, newest), weight in treasures.items():
                for place, seat in enumerate(seats):
                    world.newest[seat] = newest[place]
                    for city in range(len(held[place])):
                        for i in range(NUM_WORTHS):
                            world.held[seat][city][i] = held[place][city][i]
                self._list_stops(&world, hand_weight * weight, listed)
                if len(listed) > limit:
                    raise TooLargeError(f"belief: more than {limit} states; sample or raise the limit")
        if not listed:
            raise OrienteerError("evidence: no complete state satisfies all of it")
        shared = gcd(*[weight for _, weight in listed])
        return [(state, weight // shared) for state, weight in listed]

    cdef int _list_stops(self, const WorldC* world, weight, list listed) except -1:
        cdef CelestiaState state
        cdef CelestiaC full
        cdef int pick = 0
        if self.mask.phase == DEAL:
            for counts, more in _part_deals(world, &self.mask, self._rules().hand_size):
                state = self._filled(world)
                for pick in range(NUM_CARDS):
                    state.s.hand[state.s.pending][pick] = counts[pick]
                    state.s.deck[pick] -= <int8_t>counts[pick]
                state.s.hand_size[state.s.pending] = sum(counts)
                state.s.deck_size -= <int8_t>sum(counts)
                listed.append((state, weight * more))
            return 0
        while True:
            state = self._filled(world)
            if self.waits and not _stop_at(self._rules(), &state.s, self.viewer, self.passes, pick):
                return 0
            listed.append((state, weight))
            pick += 1
            if not self.waits:
                return 0

    cdef CelestiaState _filled(self, const WorldC* world):
        cdef CelestiaState state = self.game.blank_state()
        _fill(self._rules(), &self.mask, world, self.viewer, &state.s)
        return state

    cdef const RulesC* _rules(self) noexcept nogil:
        return &(<Celestia>self.game).rules

    # -- drawn ------------------------------------------------------------------------------------------------------------

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        # Reads the belief only, so that several threads may sample at once.
        cdef WorldC world
        cdef CelestiaC* s = &(<CelestiaState>out).s
        cdef int tries, stops
        for tries in range(MAX_TRIES):
            if not self._draw_hands(rng, &world):
                continue
            if not self._draw_treasures(rng, &world):
                continue
            _fill(self._rules(), &self.mask, &world, self.viewer, s)
            if self.mask.phase == DEAL:
                _deal_part(self._rules(), s, rng)
            if not self.waits:
                return 0
            # A world with k stops has k times the weight.
            stops = _count_stops(self._rules(), s, self.viewer, self.passes)
            if <int>rng_below(rng, _most_stops(s, self.num_seats)) < stops:
                _stop_at(self._rules(), s, self.viewer, self.passes, <int>rng_below(rng, stops))
                return 0
        with gil:
            raise OrienteerError(f"evidence: no complete state was found in {MAX_TRIES} tries")

    def sample_hands(self, RandomStream stream not None, int count):
        """The hands in `count` worlds drawn one after another, as an array of counts by world, seat and card."""
        cdef CelestiaState out = self.game.blank_state()
        found = np.empty((count, self.num_seats, NUM_CARDS), np.int8)
        cdef int8_t[:, :, ::1] hands = found
        cdef int i, seat, card
        with nogil:
            for i in range(count):
                self.c_sample(&stream.rng, out)
                for seat in range(self.num_seats):
                    for card in range(NUM_CARDS):
                        hands[i, seat, card] = out.s.hand[seat][card]
        return found

    cdef bint _draw_hands(self, Rng* rng, WorldC* world) noexcept nogil:
        """One try: the live hands by their proposal, accepted by what they take together; all others from the rest."""
        cdef int[MAX_EPOCHS][NUM_CARDS + 1] taken
        cdef int[SEATS][MAX_EPOCHS] lumps
        cdef int[MAX_EPOCHS][NUM_CARDS] left
        cdef const LiveC* hand
        cdef const int8_t* row
        cdef int i, e, k, j, slot, card, lump = self.num_kinds, width = self.num_kinds + 1
        cdef double log_weight = -self.log_bound
        memset(world, 0, sizeof(WorldC))
        memcpy(world.hand, self.known, sizeof(self.known))
        memset(taken, 0, sizeof(taken))
        # 1. Live hands, row by row; what is in a hand's lump but in no lump of all is split by the factors.
        for i in range(self.num_live - self.rest.is_set):
            hand = &self.live[i]
            row = hand.rows + _find_row(hand, rng_uniform(rng)) * hand.num_epochs * (hand.num_kinds + 1)
            for j in range(hand.num_epochs):
                e = hand.epochs[j]
                for k in range(hand.num_kinds):
                    taken[e][hand.kinds[k]] += row[k]
                    world.hand[hand.seat][self.kinds[hand.kinds[k]]] += row[k]
                row += hand.num_kinds
                lumps[i][j] = 0
                for slot in range(row[0]):
                    k = _split(hand, self.factors + e * width, rng)
                    taken[e][k] += 1
                    if k == lump:
                        lumps[i][j] += 1
                    else:
                        world.hand[hand.seat][self.kinds[k]] += 1
                row += 1
        if self.rest.is_set and not self._take_rest(taken, lumps[self.num_live - 1], world, &log_weight, rng):
            return False
        # 2. The exact joint.
        if self.num_live > 1:
            for e in range(self.num_epochs):
                for k in range(0 if self.rest.is_set and self.rest.used_up[e] else width):
                    log_weight += self.log_ratio[(e * width + k) * self.log_width + taken[e][k]]
            if rng_uniform(rng) >= exp(log_weight):
                return False
        # 3. Lumps from the cards of which no fact speaks, then hands without live evidence from all that is left.
        for e in range(self.num_epochs):
            for card in range(NUM_CARDS):
                k = self.kind_of[card]
                left[e][card] = self.pools[e][card] - (taken[e][k] if k < lump else 0)
                if left[e][card] < 0:
                    return False
        for i in range(self.num_live):
            hand = &self.live[i]
            for j in range(hand.num_epochs):
                for slot in range(lumps[i][j]):
                    card = self._draw_card(left[hand.epochs[j]], True, rng)
                    if card < 0:
                        return False
                    world.hand[hand.seat][card] += 1
        for i in range(self.num_seats):
            for e in range(self.num_epochs):
                for slot in range(self.random_slots[i][e]):
                    world.hand[i][self._draw_card(left[e], False, rng)] += 1
        for card in range(NUM_CARDS):
            world.deck[card] = left[self.num_epochs - 1][card]
        return True

    cdef bint _take_rest(self, int[NUM_CARDS + 1]* taken, int* lumps, WorldC* world, double* log_weight, Rng* rng) noexcept nogil:
        """The last live hand: of used up decks what the others left, of the others by its rows of that group."""
        cdef const LiveC* hand = &self.live[self.num_live - 1]
        cdef const int8_t* row
        cdef int[NUM_CARDS + 1] left
        cdef const double* factors
        cdef int e, j, k, slot, group, width = self.num_kinds + 1
        cdef int64_t key = 0
        # 1. The group, and the weight of how its lumps split.
        for e in range(self.num_epochs):
            if self.rest.used_up[e]:
                for k in range(width):
                    if taken[e][k] > self.columns[e * width + k]:
                        return False
        for j in range(hand.num_epochs):
            e = hand.epochs[j]
            lumps[j] = 0
            if not self.rest.used_up[e]:
                continue
            for k in range(width):
                left[k] = self.columns[e * width + k] - taken[e][k]
            for k in range(hand.num_kinds):
                if left[hand.kinds[k]] > self.rest.most[j * hand.num_kinds + k]:
                    return False
                key += left[hand.kinds[k]] * self.rest.steps[j * hand.num_kinds + k]
            log_weight[0] += _log_split(hand, self.factors + e * width, left)
        group = _find_group(&self.rest, key)
        if group < 0:
            return False
        log_weight[0] += self.rest.log_weights[group]
        # 2. A row of the group.
        row = hand.rows + hand.num_epochs * (hand.num_kinds + 1) * _find_between(
            hand, <int>self.rest.starts[group], <int>self.rest.starts[group + 1] - 1, rng_uniform(rng))
        for j in range(hand.num_epochs):
            e = hand.epochs[j]
            if self.rest.used_up[e]:
                for k in range(width):
                    left[k] = self.columns[e * width + k] - taken[e][k]
                    taken[e][k] += left[k]
                    if k < self.num_kinds:
                        world.hand[hand.seat][self.kinds[k]] += left[k]
                    else:
                        lumps[j] = left[k]
                row += hand.num_kinds + 1
                continue
            for k in range(hand.num_kinds):
                taken[e][hand.kinds[k]] += row[k]
                world.hand[hand.seat][self.kinds[hand.kinds[k]]] += row[k]
            row += hand.num_kinds
            for slot in range(row[0]):
                k = _split(hand, self.factors + e * width, rng)
                taken[e][k] += 1
                if k == self.num_kinds:
                    lumps[j] += 1
                else:
                    world.hand[hand.seat][self.kinds[k]] += 1
            row += 1
        return True

    cdef int _draw_card(self, int* left, bint from_lump, Rng* rng) noexcept nogil:
        cdef int card, total = 0, ticket
        for card in range(NUM_CARDS):
            if not from_lump or self.kind_of[card] == self.num_kinds:
                total += left[card]
        if total <= 0:
            return -1
        ticket = rng_below(rng, total)
        for card in range(NUM_CARDS):
            if not from_lump or self.kind_of[card] == self.num_kinds:
                ticket -= left[card]
                if ticket < 0:
                    left[card] -= 1
                    return card
        return -1

    cdef bint _draw_treasures(self, Rng* rng, WorldC* world) noexcept nogil:
        cdef double chance = 1.0
        if self.t.num_slots == 0:
            return True
        if not _treasures_once(&self.t, self.num_seats, rng, world, &chance):
            return False
        return chance >= self.t.bound or rng_uniform(rng) * self.t.bound < chance

    # -- preparation ------------------------------------------------------------------------------------------------------

    cdef object _table(self, const RulesC* rules):
        """The masked state as evidence.py reads it; of a deal that goes on nothing is seen yet."""
        cdef CelestiaC* s = &self.mask
        seats, cities = range(rules.num_players), range(rules.num_cities)
        return logs.Table(
            self.viewer,
            [s.hand_size[seat] for seat in seats],
            [s.hand[self.viewer][card] for card in range(NUM_CARDS)],
            [s.discard[card] for card in range(NUM_CARDS)],
            s.deck_size,
            [[s.backs[seat][city] for city in cities] for seat in seats],
            [[s.held[self.viewer][city][i] for i in range(NUM_WORTHS)] for city in cities],
            [s.telescope_used[city] for city in cities],
        )

    cdef object _hidden_treasures(self, const RulesC* rules, account):
        cdef CelestiaC* s = &self.mask
        cdef int seat, city, i
        newest = {seat: s.from_city for seat in range(rules.num_players) if s.drew_now >> seat & 1 and seat != self.viewer}
        worths = [[rules.worth[city][i] for i in range(NUM_WORTHS)] for city in range(rules.num_cities)]
        totals = [s.totals[seat] for seat in range(rules.num_players)] if s.phase == OVER else None
        return Treasures(account, self.viewer, worths, rules.target, totals, newest, [s.left[i] for i in range(rules.num_cities)])

    cdef object _set_hands(self, account):
        cdef int e, card, i, j
        self.num_epochs = len(account.pools)
        memset(self.random_slots, 0, sizeof(self.random_slots))
        memset(self.known, 0, sizeof(self.known))
        for e in range(self.num_epochs):
            for card in range(NUM_CARDS):
                self.pools[e][card] = self.hidden.pools[e][card]
        for seat, hand in self.hidden.hands.items():
            for card in range(NUM_CARDS):
                self.known[<int>seat][card] = -hand.played[card]
            if hand.is_known:
                for column, kind in enumerate(hand.kinds):
                    self.known[<int>seat][<int>kind] += <int8_t>hand.table.held()[0][column]
            elif not hand.is_live:
                for e in range(self.num_epochs):
                    self.random_slots[<int>seat][e] = account.slots[seat][e]
        for card in range(NUM_CARDS):
            self.kind_of[card] = 0
        if not self.hidden.live():
            return
        proposal = propose(self.hidden)
        self.num_kinds = len(proposal.kinds)
        self.num_live = len(proposal.hands)
        for card in range(NUM_CARDS):
            self.kind_of[card] = proposal.kinds.index(card) if card in proposal.kinds else self.num_kinds
        for i in range(self.num_kinds):
            self.kinds[i] = proposal.kinds[i]
        factors = np.ascontiguousarray(proposal.factors, np.float64)
        log_ratio = np.ascontiguousarray(proposal.log_ratio, np.float64)
        self.log_width = log_ratio.shape[2]
        self.log_bound = proposal.log_bound + 1e-9
        columns = np.array(self.hidden.columns(proposal.kinds), np.int64)
        self.columns = _whole(columns)
        self.arrays = [factors, log_ratio, columns, proposal]
        self.factors = _doubles(factors.reshape(-1))
        self.log_ratio = _doubles(log_ratio.reshape(-1))
        for i in range(self.num_live):
            self._set_live(&self.live[i], proposal.hands[i])
        if proposal.rest is not None:
            self.rest.is_set = True
            self.rest.num_groups = len(proposal.rest.keys)
            for e in range(self.num_epochs):
                self.rest.used_up[e] = e in proposal.rest.epochs
            self.rest.steps = _whole(proposal.rest.steps.reshape(-1))
            self.rest.most = _whole(proposal.rest.most.reshape(-1))
            self.rest.keys = _whole(proposal.rest.keys)
            self.rest.starts = _whole(proposal.rest.starts)
            self.rest.log_weights = _doubles(proposal.rest.log_weights)

    cdef object _set_live(self, LiveC* live, hand):
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
        for place in range(self.num_kinds + 1):
            if place not in hand.kinds:
                live.others[live.num_others] = place
                live.num_others += 1

    cdef object _set_treasures(self):
        cdef int i, city
        given = self.treasures
        for what, count, most in (("treasures in hidden hands", len(given.slots), MAX_SLOTS),
                                  ("totals that may bind", len(given.limits), MAX_LIMITS),
                                  ("treasures given back", len(given.returns), MAX_RETURNS)):
            if count > most:
                raise TooLargeError(f"evidence: {count} {what}, limit {most}; give a shorter log")
        memset(&self.t, 0, sizeof(TreasuresC))
        self.t.num_slots, self.t.num_uses = len(given.slots), len(given.uses)
        self.t.num_limits, self.t.num_returns = len(given.limits), len(given.returns)
        for i in range(self.num_seats):
            self.t.main[i] = -1
            self.t.newest[i] = given.newest.get(i, -1)
        for i, slot in enumerate(sorted(given.slots, key=lambda slot: (slot.seat, slot.birth))):
            self.t.slots[i] = SlotC(slot.birth, slot.seat, slot.city, slot.no_telescope)
        for i, limit in enumerate(given.limits):
            self.t.limits[i] = LimitC(limit.index, limit.seat, limit.most, limit.exact)
            # They come in their order: the last one of a seat is about most of its slots.
            self.t.main[<int>limit.seat] = i
        for i, use in enumerate(given.uses):
            self.t.uses[i] = UseC(use.index, use.seat, use.city)
        for i, back in enumerate(given.returns):
            self.t.returns[i] = ReturnC(back.index, back.city, back.worth, back.copies)
        used = [use.city for use in given.uses]
        for city, pool in enumerate(given.pools):
            self.t.is_open[city] = pool[TELESCOPE_WORTH] > 0 and city not in used
            self.t.left[city] = given.left[city]
            for i in range(NUM_WORTHS):
                self.t.pools[city][i] = pool[i]
                self.t.worths[city][i] = given.worths[city][i]

    cdef object _try_out(self):
        """Find out whether worlds exist, and how often a draw of treasures is accepted.

        Where that is seldom (under 1 %), the bound becomes twice the largest chance of fixed pilot draws: worlds of a larger
        chance than that, if there are any, come out a little too seldom.
        """
        cdef Rng rng
        cdef WorldC world
        cdef int i
        cdef double chance, total = 0.0, largest = 0.0
        rng_seed(&rng, 1, 0)
        self.t.bound = 1.0
        for i in range(200_000):
            if self._draw_hands(&rng, &world):
                break
        else:
            raise OrienteerError("evidence: no hands were found that satisfy all of it")
        if self.t.num_slots == 0 or (self.t.num_limits == 0 and self.t.num_uses == 0 and self.t.num_returns == 0):
            return
        i = 0
        while i < NUM_PILOTS or (total == 0.0 and i < 200_000):
            chance = 1.0
            if _treasures_once(&self.t, self.num_seats, &rng, &world, &chance):
                total += chance
                largest = max(largest, chance)
            i += 1
        if total == 0.0:
            raise OrienteerError("evidence: no treasures were found that satisfy all of it")
        if total < 0.01 * i:
            self.t.bound = min(1.0, 2.0 * largest)


cdef const double* _doubles(const double[::1] values) noexcept:
    return &values[0]


cdef const int64_t* _whole(const int64_t[::1] values) noexcept:
    return &values[0]


# -- hands ------------------------------------------------------------------------------------------------------------------

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


# -- treasures --------------------------------------------------------------------------------------------------------------

cdef bint _treasures_once(const TreasuresC* t, int num_seats, Rng* rng, WorldC* world, double* chance) noexcept nogil:
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
    _hold(t, worth, used, world)
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


cdef void _hold(const TreasuresC* t, const int8_t* worth, const int* used, WorldC* world) noexcept nogil:
    """What everyone holds now; slots of a seat come in the order of their draws."""
    cdef int i
    cdef const SlotC* slot
    memset(world.held, 0, sizeof(world.held))
    memset(world.newest, 0, sizeof(world.newest))
    for i in range(t.num_slots):
        slot = &t.slots[i]
        if used[slot.city] != i:
            world.held[slot.seat][slot.city][worth[i]] += 1
            if t.newest[slot.seat] == slot.city:
                world.newest[slot.seat] = worth[i]


# -- whole states -----------------------------------------------------------------------------------------------------------

cdef void _fill(const RulesC* rules, const CelestiaC* mask, const WorldC* world, int viewer, CelestiaC* s) noexcept nogil:
    """The mask made complete; where it waits, it still does."""
    cdef int seat, city, i
    memcpy(s, mask, sizeof(CelestiaC))
    s.viewer = UNKNOWN
    memcpy(s.deck, world.deck, sizeof(s.deck))
    for city in range(rules.num_cities):
        for i in range(NUM_WORTHS):
            s.stock[city][i] = rules.made[city][i] - s.telescope_used[city] * (i == TELESCOPE_WORTH)
    for seat in range(rules.num_players):
        if seat != viewer:
            memcpy(s.hand[seat], world.hand[seat], sizeof(s.hand[seat]))
            memcpy(s.held[seat], world.held[seat], sizeof(s.held[seat]))
            if s.drew_now >> seat & 1:
                s.leg_worth[seat] = world.newest[seat]
        for city in range(rules.num_cities):
            for i in range(NUM_WORTHS):
                s.stock[city][i] -= s.held[seat][city][i]
        s.totals[seat] = total_of(rules, s, seat)


cdef bint _stop_at(const RulesC* rules, CelestiaC* s, int viewer, int passes, int pick) noexcept nogil:
    """Go to stop number `pick` of the running loop; false, and no state to use, where it has fewer.

    The viewer's own passes are part of the way; once they are used up, a stop at which he is asked is not reached.
    """
    while True:
        if is_hidden_phase(s.phase) and s.turn == viewer:
            if passes == 0 or s.phase == ANNOUNCEMENT:
                return False
            passes -= 1
        else:
            if passes == 0:
                if pick == 0:
                    break
                pick -= 1
            if s.phase == ANNOUNCEMENT or s.phase == SETTLE or s.phase == JOURNEY_END:
                return False
        if s.phase >= WAIT_PRE:
            ask(rules, s)
        else:
            pass_on(rules, s)
    memset(&s.last_event, 0, sizeof(CelestiaC) - (<char*>&s.last_event - <char*>s))
    return True


cdef inline int _most_stops(const CelestiaC* mask, int num_seats) noexcept nogil:
    """Every seat asked and passed, in two loops after a crash call, before what follows."""
    return (4 if mask.called else 2) * num_seats + 2


cdef int _count_stops(const RulesC* rules, const CelestiaC* s, int viewer, int passes) noexcept nogil:
    cdef CelestiaC copy
    cdef int count = 0
    while True:
        copy = s[0]
        if not _stop_at(rules, &copy, viewer, passes, count):
            return count
        count += 1


cdef void _deal_part(const RulesC* rules, CelestiaC* s, Rng* rng) noexcept nogil:
    """Of a deal that goes on nobody sees how far it is: every number of cards short of a hand is as likely."""
    cdef int i, card, ticket, count = rng_below(rng, rules.hand_size)
    for i in range(count):
        ticket = rng_below(rng, s.deck_size)
        for card in range(NUM_CARDS):
            ticket -= s.deck[card]
            if ticket < 0:
                break
        s.deck[card] -= 1
        s.deck_size -= 1
        s.hand[s.pending][card] += 1
        s.hand_size[s.pending] += 1


cdef list _part_deals(const WorldC* world, const CelestiaC* mask, int hand_size):
    """Counts that `pending` may have been dealt so far, with weights that make every number of cards as likely."""
    from orienteer.core.counting import compositions

    deck = [world.deck[i] for i in range(NUM_CARDS)]
    found = []
    for count in range(hand_size):
        rest = deals([sum(deck) - count], [hand_size - 1 - count])
        for counts in compositions(count, tuple(deck)).tolist():
            found.append((counts, multinomial(counts) * deals(deck, counts) * rest))
    return found
