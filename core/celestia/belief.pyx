"""What a player of Celestia may hold true: complete states by their weight, drawn, listed or counted.

A world's weight is the product of its chance weights times 1 for each observed choice of another player that was legal in it
(under `turbos`, its probability). Where it is hidden who is asked, every stop that passes alone can have led to is a world
of its own, for a pass has no weight. Hands are counted in hands.py and drawn by proposal.py, treasures in treasures.py;
given the log the two are independent but for the stops.
"""

from libc.stdint cimport int8_t
from libc.string cimport memcpy, memset

from fractions import Fraction
from math import comb, gcd

import numpy as np

from orienteer.core.celestia.game cimport Celestia, CelestiaState, mask_for, total_of
from orienteer.core.celestia.hand_draws cimport MAX_EPOCHS, CardsC, HandsC, draw_hands, set_hands
from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, DEAL, JOURNEY_END, NUM_CARDS, NUM_CITIES, NUM_WORTHS, OVER, SEATS, SETTLE, TELESCOPE_WORTH,
    WAIT_PRE, CelestiaC, RulesC, ask, is_hidden_phase, pass_on,
)
from orienteer.core.celestia.treasure_draws cimport HoardC, set_treasures, treasures_once
from orienteer.core.rng cimport RandomStream, Rng, rng_below, rng_seed, rng_uniform
from orienteer.core.state cimport ERROR, UNKNOWN, Belief, State

from orienteer.core.celestia import evidence as logs
from orienteer.core.celestia.components import CARDS, city_rows
from orienteer.core.celestia.hands import HiddenHands
from orienteer.core.celestia.treasures import Treasures
from orienteer.core.counting import deals, multinomial
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError

cdef enum:
    MAX_TRIES = 20_000_000  # of a sample before it gives up
    MAX_MISSES = 8_000  # draws of hands in which WANTED_HITS have to satisfy all facts
    WANTED_HITS = 2
    FEW_PILOTS = 40
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

    Where it takes too long to count or to draw what a whole log leaves possible, the oldest part of it is forgotten, and the
    belief is that by the rest.

    Attributes:
        turbos: the assumption as a Fraction, None without one.
        forgotten: how many of the log's oldest entries are not used; 0 but in long games.
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
        while True:
            try:
                self._prepare(rules, facts, made)
                break
            except TooLargeError:
                if not facts:
                    raise
                facts = logs.later(facts)
                self.forgotten = facts[0].index if facts else len(evidence)

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
        return self._whole_hands().marginal(seat, chosen)

    def treasure_marginal(self, int seat) -> dict[int, int]:
        """Exact weights of the seat's total points. Raises TooLargeError where facts about others' treasures bear on it."""
        self._check_seat(seat)
        if self.mask.totals[seat] != UNKNOWN:
            return {self.mask.totals[seat]: 1}
        return self.treasures.marginal(seat)

    def _whole_hands(self):
        if self.whole_hidden is None:
            self.whole_hidden = HiddenHands(self.account, self.viewer, self.turbos)
        return self.whole_hidden

    def _check_seat(self, int seat):
        if not 0 <= seat < self.num_seats:
            raise OptionError("seat", seat, f"0 to {self.num_seats - 1}")

    # -- listed -----------------------------------------------------------------------------------------------------------

    def size_estimate(self) -> int:
        """An upper bound on the number of hands, treasures and stops together; what is impossible is counted with them."""
        size = 1
        hidden = self._whole_hands()
        for hand in hidden.hands.values():
            size *= hidden.num_ways(hand)
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
        hands = self._whole_hands().worlds(20 * limit)
        treasures = self.treasures.worlds(20 * limit)
        seats = [seat for seat in range(self.num_seats) if seat != self.viewer]
        listed = []
        for (held_cards, deck), hand_weight in hands.items():
            memset(&world, 0, sizeof(WorldC))
            for i in range(NUM_CARDS):
                world.cards.deck[i] = deck[i]
                for place, seat in enumerate(seats):
                    world.cards.hand[seat][i] = held_cards[place][i]
            for (held, newest), weight in treasures.items():
                for place, seat in enumerate(seats):
                    world.hoard.newest[seat] = newest[place]
                    for city in range(len(held[place])):
                        for i in range(NUM_WORTHS):
                            world.hoard.held[seat][city][i] = held[place][city][i]
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
            if not draw_hands(&self.h, rng, &world.cards):
                continue
            if not self._draw_treasures(rng, &world.hoard):
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

    cdef bint _draw_treasures(self, Rng* rng, HoardC* hoard) noexcept nogil:
        cdef double chance = 1.0
        if self.t.num_slots == 0:
            memset(hoard, 0, sizeof(HoardC))
            return True
        if not treasures_once(&self.t, self.num_seats, rng, hoard, &chance):
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

    cdef object _prepare(self, const RulesC* rules, list facts, list made):
        """The belief by these facts. Raises TooLargeError where they are too many."""
        account = logs.account(facts, self._table(rules), [rules.deck[i] for i in range(NUM_CARDS)], made)
        if len(account.pools) > MAX_EPOCHS:
            raise TooLargeError(f"evidence: {len(account.pools) - 1} reshuffles, limit {MAX_EPOCHS - 1}")
        self.account = account
        self.hidden = HiddenHands(account, self.viewer, self.turbos, whole=False)
        self.treasures = self._hidden_treasures(rules, account)
        memset(&self.h, 0, sizeof(HandsC))
        self.arrays = set_hands(&self.h, self.hidden, self.num_seats)
        set_treasures(&self.t, self.treasures, self.num_seats)
        self._try_hands()
        self._try_out()

    cdef object _hidden_treasures(self, const RulesC* rules, account):
        cdef CelestiaC* s = &self.mask
        cdef int seat, city, i
        newest = {seat: s.from_city for seat in range(rules.num_players) if s.drew_now >> seat & 1 and seat != self.viewer}
        worths = [[rules.worth[city][i] for i in range(NUM_WORTHS)] for city in range(rules.num_cities)]
        totals = [s.totals[seat] for seat in range(rules.num_players)] if s.phase == OVER else None
        return Treasures(account, self.viewer, worths, rules.target, totals, newest, [s.left[i] for i in range(rules.num_cities)])

    cdef object _try_hands(self):
        """Find out whether hands exist. Raises TooLargeError where it takes too many tries to draw them."""
        cdef Rng rng
        cdef CardsC cards
        cdef int i, found = 0
        rng_seed(&rng, 1, 0)
        for i in range(MAX_MISSES):
            found += draw_hands(&self.h, &rng, &cards)
            if found == WANTED_HITS:
                return
        if found == 0 and self.h.num_epochs == 1:
            for i in range(200_000):
                if draw_hands(&self.h, &rng, &cards):
                    break
            else:
                raise OrienteerError("evidence: no hands were found that satisfy all of it")
        raise TooLargeError(f"evidence: {found} of {MAX_MISSES} draws of hands satisfy all of it, wanted {WANTED_HITS}")

    cdef object _try_out(self):
        """Find out whether treasures exist, and how often a draw of them is accepted.

        Where that is seldom (under 1 %), the bound becomes twice the largest chance of fixed pilot draws: worlds of a larger
        chance than that, if there are any, come out a little too seldom.
        """
        cdef Rng rng
        cdef WorldC world
        cdef int i
        cdef double chance, total = 0.0, largest = 0.0
        rng_seed(&rng, 1, 0)
        self.t.bound = 1.0
        if self.t.num_slots == 0 or (self.t.num_limits == 0 and self.t.num_uses == 0 and self.t.num_returns == 0):
            return
        i = 0
        while i < NUM_PILOTS or (total == 0.0 and i < 200_000):
            chance = 1.0
            if treasures_once(&self.t, self.num_seats, &rng, &world.hoard, &chance):
                total += chance
                largest = max(largest, chance)
            i += 1
            if i == FEW_PILOTS and total > 0.1 * i:
                return
        if total == 0.0:
            raise OrienteerError("evidence: no treasures were found that satisfy all of it")
        if total < 0.01 * i:
            self.t.bound = min(1.0, 2.0 * largest)


# -- whole states -----------------------------------------------------------------------------------------------------------

cdef void _fill(const RulesC* rules, const CelestiaC* mask, const WorldC* world, int viewer, CelestiaC* s) noexcept nogil:
    """The mask made complete; where it waits, it still does."""
    cdef int seat, city, i
    memcpy(s, mask, sizeof(CelestiaC))
    s.viewer = UNKNOWN
    memcpy(s.deck, world.cards.deck, sizeof(s.deck))
    for city in range(rules.num_cities):
        for i in range(NUM_WORTHS):
            s.stock[city][i] = rules.made[city][i] - s.telescope_used[city] * (i == TELESCOPE_WORTH)
    for seat in range(rules.num_players):
        if seat != viewer:
            memcpy(s.hand[seat], world.cards.hand[seat], sizeof(s.hand[seat]))
            memcpy(s.held[seat], world.hoard.held[seat], sizeof(s.held[seat]))
            if s.drew_now >> seat & 1:
                s.leg_worth[seat] = world.hoard.newest[seat]
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

    deck = [world.cards.deck[i] for i in range(NUM_CARDS)]
    found = []
    for count in range(hand_size):
        rest = deals([sum(deck) - count], [hand_size - 1 - count])
        for counts in compositions(count, tuple(deck)).tolist():
            found.append((counts, multinomial(counts) * deals(deck, counts) * rest))
    return found
