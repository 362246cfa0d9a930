"""Lost Explorers beyond the search tree: quick, sensible play that varies a little.

Whoever is to choose counts, for each of his missions, the members' steps that are left: one for each vehicle and each place. A
mission is worth the steps that its leader goes, and `BEHIND` more where that leader is level with the other one or behind it: that
brings a bonus, and the rear leader decides when the rows run out. His target is the mission with the fewest steps left, less
`EAGER` for each that it is worth, up to `NOISE` added. Then:

- a completion that wins is played at once; at the start of the turn members that serve no mission come back, and all but those of
  complete missions and the target where too few would be left for that one;
- a place of the target is explored where no more vehicles are missing afterwards;
- other members equip: with vehicles that the target or other missions need, else ones he has few of, or with a mission where
  fewer than `ENOUGH` wait; a token behind the front costs `DEEPER` a place, and every choice has up to `NOISE` added;
- then all missions are completed, those worth most first; the member that serves fewest others comes back.
"""

cimport cython
from libc.stdint cimport int8_t, uint32_t, uint64_t

from functools import lru_cache

from orienteer.core.lost_explorers.actions cimport (
    BONUS_ACTION, END_TURN, EQUIP, EXPLORE, first_complete, first_retrieve, subset_rank,
)
from orienteer.core.lost_explorers.game cimport LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.rules cimport (
    BONUS, COLOURS, MENU, NONE, NUM_MAIN, PHASE_2, START, ExplorersC, RulesC, covers, first_turn_left, free_members,
    lowest_bit, open_places, packed, popcount, row_colour, track_clues,
)
from orienteer.core.rng cimport RandomStream, Rng, rng_below, rng_uniform
from orienteer.core.state cimport ERROR, MAX_BRANCH, State
from orienteer.games.lost_explorers.needs cimport Needs, empty_bits
from orienteer.mcts.playout cimport Playout

from orienteer.games.lost_explorers.needs import needs_of
from orienteer.games.lost_explorers.valuation import valuation

cdef enum:
    MOST_MISSIONS = 24  # of one seat that are looked at
    TURNS = 2  # that playouts of a search go on for

cdef double WIDENING = 0.4

# Rules of thumb, in members' steps; tuned by matches of this policy against itself with other numbers, 2 and 4 players.
cdef double NOISE = 0.5
cdef double EAGER = 0.8
cdef double BEHIND = 1.5
cdef double DEEPER = 2.0
cdef double HELPING = 3.0  # a vehicle that the target needs
cdef double HELPING_OTHERS = 1.0  # … for each other mission that needs it
cdef double SCARCE = 0.4  # less for each vehicle of the colour that is held
cdef int ENOUGH = 3
cdef double TOO_FEW = 0.8  # a mission where fewer than ENOUGH wait; with the opposite sign where more do
cdef double SUPPLIED = 0.25  # … for each vehicle of its colour that is held
cdef double SHORT_MISSION = 0.4  # … for each step that two places are worth
cdef double USELESS = 5.0  # a mission whose leader has arrived


cdef struct OutlookC:
    # The missions of the seat to move whose leader can still go on.
    int count
    int[MOST_MISSIONS] token
    int[MOST_MISSIONS] missing  # vehicles, 0 where complete
    double[MOST_MISSIONS] worth
    uint32_t[MOST_MISSIONS] places
    uint32_t[MOST_MISSIONS] empty
    int target  # index of the one to work on, NONE without one
    int ready  # index of the complete one that is worth most
    int waiting  # not complete


@cython.final
cdef class LostExplorersPlayout(Playout):
    """The light policy under one game's options."""

    cdef const RulesC* rules
    cdef LostExplorers game
    cdef Needs needs

    def __cinit__(self, LostExplorers game not None):
        self.game = game
        self.rules = &game.rules
        self.needs = needs_of(game.tables)
        self.widening = WIDENING
        self.turns = TURNS
        self.valuation = valuation(game)

    def choose(self, LostExplorersState state not None, int player, RandomStream stream not None) -> int:
        """An action for `player`, who moves now in `state`."""
        return self.c_choose(state, player, &stream.rng)

    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef const ExplorersC* s = &(<LostExplorersState>state).s
        cdef int[MAX_BRANCH] actions
        cdef OutlookC sight
        cdef int n
        if s.phase == MENU:
            self.look(s, player, rng, &sight)
            return self.menu(s, player, rng, &sight)
        if s.phase == BONUS:
            self.look(s, player, rng, &sight)
            return self.bonus(s, player, rng, &sight)
        n = state.c_legal_actions(player, actions)
        return actions[rng_below(rng, n)]

    cdef void look(self, const ExplorersC* s, int seat, Rng* rng, OutlookC* sight) noexcept nogil:
        cdef int part, token, missing
        cdef double worth, most = 0
        cdef uint64_t left
        cdef uint32_t places, empty
        cdef double effort, least = 1000
        sight.count = sight.waiting = 0
        sight.target = sight.ready = NONE
        for part in range(2):
            left = s.start_missions[seat] if part else s.missions[seat]
            while left and sight.count < MOST_MISSIONS:
                token = NUM_MAIN * part + lowest_bit(left)
                left &= left - 1
                places = self.rules.places[token] & open_places(self.rules, s)
                worth = worth_of(self.rules, s, seat, self.rules.colour[token], popcount(places))
                if worth <= 0:
                    continue
                empty = places & ~s.placed[seat]
                missing = 0
                if empty == 0:
                    if worth > most:
                        most = worth
                        sight.ready = sight.count
                else:
                    missing = self.needs.missing(token, empty_bits(self.needs, token, empty), s.vehicles[seat])
                    effort = missing + popcount(empty) - EAGER * worth + NOISE * rng_uniform(rng)
                    sight.waiting += 1
                    if effort < least:
                        least = effort
                        sight.target = sight.count
                sight.token[sight.count] = token
                sight.missing[sight.count] = missing
                sight.worth[sight.count] = worth
                sight.places[sight.count] = places
                sight.empty[sight.count] = empty
                sight.count += 1

    cdef int menu(self, const ExplorersC* s, int seat, Rng* rng, const OutlookC* sight) noexcept nogil:
        cdef int members = free_members(self.rules, s, seat), limit, action
        # 1. What wins; members to be taken back.
        if sight.ready != NONE and wins(self.rules, s, seat, sight.token[sight.ready]):
            return self.completion(s, seat, sight)
        if s.stage == START and s.placed[seat]:
            action = self.retrieval(s, seat, members, sight)
            if action != NONE:
                return action
        # 2. The members still to be used.
        if s.stage != PHASE_2 and members > 0:
            limit = first_turn_left(self.rules, s)
            if sight.target != NONE and (limit > 0 or self.rules.equip_only):
                action = self.exploration(s, seat, rng, sight)
                if action != NONE:
                    return action
            action = self.equipment(s, seat, rng, min(members, limit), sight)
            if action != NONE:
                return action
        # 3. What is complete.
        return self.completion(s, seat, sight) if sight.ready != NONE else END_TURN

    cdef int retrieval(self, const ExplorersC* s, int seat, int members, const OutlookC* sight) noexcept nogil:
        cdef uint32_t serving = 0, needed = 0, kept
        cdef int i, wanted = 1
        for i in range(sight.count):
            serving |= sight.places[i]
            if sight.empty[i] == 0 or i == sight.target:
                needed |= sight.places[i]
        if sight.target != NONE:
            wanted = popcount(sight.empty[sight.target])
        kept = s.placed[seat] & serving
        if members + popcount(s.placed[seat] & ~kept) < wanted:
            kept = s.placed[seat] & needed
        if kept == s.placed[seat]:
            return NONE
        return first_retrieve(self.rules) + subset_rank(self.rules, s.placed[seat] & ~kept)

    cdef int exploration(self, const ExplorersC* s, int seat, Rng* rng, const OutlookC* sight) noexcept nogil:
        """A place of the target after which no more vehicles are missing than before."""
        cdef int8_t[COLOURS] vehicles
        cdef int token = sight.token[sight.target], place, colour, ties = 0, best = NONE
        cdef uint32_t left = sight.empty[sight.target], held = packed(s.vehicles[seat]), rest
        for colour in range(COLOURS):
            vehicles[colour] = s.vehicles[seat][colour]
        while left:
            place = lowest_bit(left)
            left &= left - 1
            if not covers(held, self.rules.needs[place]):
                continue
            rest = sight.empty[sight.target] & ~(<uint32_t>1 << place)
            for colour in range(COLOURS):
                if self.rules.needs[place] >> (8 * colour) & 0xFF:
                    vehicles[colour] -= 1
                    if self.needs.missing(token, empty_bits(self.needs, token, rest), vehicles) <= sight.missing[sight.target]:
                        ties += 1
                        if rng_below(rng, ties) == 0:
                            best = EXPLORE + COLOURS * place + colour
                    vehicles[colour] += 1
        return best

    cdef double vehicle_worth(self, const ExplorersC* s, int seat, int colour, const OutlookC* sight) noexcept nogil:
        """Of one more vehicle of the colour."""
        cdef int8_t[COLOURS] vehicles
        cdef int each, i
        cdef double worth = -SCARCE * s.vehicles[seat][colour]
        for each in range(COLOURS):
            vehicles[each] = s.vehicles[seat][each] + (each == colour)
        for i in range(sight.count):
            if sight.missing[i] and self.needs.missing(
                sight.token[i], empty_bits(self.needs, sight.token[i], sight.empty[i]), vehicles
            ) < sight.missing[i]:
                worth += HELPING if i == sight.target else HELPING_OTHERS
        return worth

    cdef double mission_worth(self, const ExplorersC* s, int seat, int colour, const OutlookC* sight) noexcept nogil:
        """Of one more mission of the colour, not knowing which."""
        cdef double worth = worth_of(self.rules, s, seat, colour, 2)
        if worth <= 0:
            return -USELESS
        worth = SHORT_MISSION * worth + SUPPLIED * s.vehicles[seat][colour]
        return worth + TOO_FEW if sight.waiting < ENOUGH else worth - TOO_FEW

    cdef int equipment(self, const ExplorersC* s, int seat, Rng* rng, int members, const OutlookC* sight) noexcept nogil:
        cdef double[2][COLOURS] as_kind
        cdef double worth, most = -1000
        cdef int side, k, colour, kind, best = NONE
        for colour in range(COLOURS):
            as_kind[0][colour] = self.vehicle_worth(s, seat, colour, sight)
            as_kind[1][colour] = self.mission_worth(s, seat, colour, sight)
        for side in range(2):
            if s.sides >> side & 1:
                continue
            for k in range(min(members, <int>s.row_size[side])):
                colour = row_colour(s, side, k)
                for kind in range(2):
                    worth = as_kind[kind][colour] - DEEPER * k + NOISE * rng_uniform(rng)
                    if worth > most:
                        most = worth
                        best = EQUIP + 8 * side + 2 * k + kind
        return best

    cdef int completion(self, const ExplorersC* s, int seat, const OutlookC* sight) noexcept nogil:
        """The complete mission that is worth most; back comes the member that serves fewest others."""
        cdef int i, place, serves, fewest = 1000, best = NONE
        cdef uint32_t left = sight.places[sight.ready]
        while left:
            place = lowest_bit(left)
            left &= left - 1
            serves = 0
            for i in range(sight.count):
                serves += i != sight.ready and (sight.places[i] >> place & 1) != 0
            if serves < fewest:
                fewest = serves
                best = place
        return first_complete(self.rules) + self.rules.num_places * sight.token[sight.ready] + best

    cdef int bonus(self, const ExplorersC* s, int seat, Rng* rng, const OutlookC* sight) noexcept nogil:
        cdef int colour, best = NONE
        cdef double worth, most = -1000
        for colour in range(COLOURS):
            if s.discard[colour]:
                worth = self.vehicle_worth(s, seat, colour, sight) + NOISE * rng_uniform(rng)
                if worth > most:
                    most = worth
                    best = BONUS_ACTION + colour
        return best


cdef double worth_of(const RulesC* rules, const ExplorersC* s, int seat, int colour, int steps) noexcept nogil:
    """Of a mission of the colour with so many open places; 0 where its leader has arrived."""
    cdef int track = rules.track[colour], at = s.leader[seat][track], moved = min(rules.last_space - at, steps)
    if moved == 0:
        return 0
    return moved + BEHIND * (at <= s.leader[seat][1 - track])


cdef bint wins(const RulesC* rules, const ExplorersC* s, int seat, int token) noexcept nogil:
    """Whether completing the mission brings the last clue."""
    cdef int track = rules.track[rules.colour[token]]
    cdef int space = s.leader[seat][track] + popcount(rules.places[token] & open_places(rules, s))
    return track_clues(rules, space) + track_clues(rules, s.leader[seat][1 - track]) >= rules.clues_to_win


@lru_cache(maxsize=16)
def light(game: LostExplorers) -> LostExplorersPlayout:
    """The policy for a game's options; it has no state of its own, so that searches share it."""
    return LostExplorersPlayout(game)
