"""Celestia beyond the search tree: quick, sensible play that varies a little.

Whoever is to choose goes by what he knows: public facts, his own hand, his own treasures. Another's hand counts by its size
alone, as that many random cards of the fresh deck; a city is worth the mean of the treasures it was made with.

Never thrown away: a jetpack when the crash is final; a flight that costs no turbo (it is forced); a treasure that surely
reaches the target, for a passenger or a lone captain. Else:

- passenger: stays where the odds that the captain covers the dice, times the next city, beat this city; where he would be
  the next captain, who cannot leave, with the odds of his own hand too and the city after the next. With a jetpack he stays.
- lone captain: the same with the odds that his own hand covers the coming roll.
- announcement: pays with turbos in all but one in `MOSTLY` cases.
- telescope: where the next city is worth more than it and than what a jetpack in hand would bring.
- detour: where the dice look lost, the captain's own if he cannot cover them; it rerolls the dice that are not covered.
- gust: from off the ship; ejection: before the last city, or himself from dice that look lost; these and a detour that is
  not needed with small odds. Hook: where the ship came to a city worth more.

Odds below 1 vary by up to `NOISE` of themselves, so that no line is left out for good.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

cimport cython

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from orienteer.core.celestia.game cimport Celestia, CelestiaState, class_of, faces_of
from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, BLANK, CRASH, DETOUR, DETOUR_CARD, EJECT, EJECTION, FLY, GUST, HOOK, JETPACK, JETPACK_CARD, LEAVE, LONE,
    NUM_CITIES, NUM_FACES, NUM_HAZARDS, PASS, PASSENGER, PLAY_DETOUR, PLAY_GUST, PLAY_HOOK, PLAY_JETPACK, PLAY_TELESCOPE,
    REROLL_DICE, REROLL_NOTHING, STAY, TURBO, WINDOW_A, WINDOW_B, CelestiaC, RulesC, city_after, ejectable,
    leg_dice, lowest_telescope, next_seat, shortfall,
)
from orienteer.core.rng cimport RandomStream, Rng, rng_below, rng_uniform
from orienteer.core.state cimport ERROR, State
from orienteer.mcts.playout cimport Playout

from orienteer.core.celestia.components import FACE_WEIGHTS, MAX_DICE, NUM_EQUIPMENT, TELESCOPE_POINTS, city_rows, deck_counts

cdef enum:
    MAX_HAND = 24  # larger hands count as this large
    NUM_CLASSES = 125
    MOSTLY = 8  # all but one in so many
    SOMETIMES = 3  # one in so many
    SELDOM = 16

cdef double NOISE = 0.25
cdef double CERTAIN = 1 - 1e-9  # odds that are sums of floats
cdef double TELESCOPE = TELESCOPE_POINTS
cdef double LOST = 0.5  # dice with lower odds look lost


@cython.final
cdef class CelestiaPlayout(Playout):
    """The light policy under one game's options."""

    cdef const RulesC* rules
    cdef Celestia game
    cdef double[NUM_CITIES + 1] mean  # of the treasures a city was made with; 0 beyond the last
    cdef int[NUM_CITIES] least  # of them, telescopes left out
    cdef double[NUM_CLASSES][MAX_HAND + 1] odds  # that so many random cards cover a class of dice
    cdef double[NUM_CLASSES] chance  # of a class among the rolls of as many dice
    cdef int[6] first  # class by number of dice

    def __cinit__(self, Celestia game not None):
        cdef int city, dice_class, size, dice
        self.game = game
        self.rules = &game.rules
        for city, (_, _, worths, telescopes) in enumerate(city_rows(game.options)):
            points = TELESCOPE_POINTS * telescopes + sum(worth * copies for worth, copies in worths)
            self.mean[city] = points / (telescopes + sum(copies for _, copies in worths))
            self.least[city] = worths[0][0]
        table = odds_of_covering(deck_counts(game.options))
        dice = 0
        for dice_class in range(NUM_CLASSES):
            faces = tuple([faces_of(dice_class)[i] for i in range(NUM_FACES)])
            if sum(faces) != dice:
                dice = sum(faces)
                self.first[dice] = dice_class
            ways = factorial(dice) // prod(map(factorial, faces))
            self.chance[dice_class] = ways * prod(w**n for w, n in zip(FACE_WEIGHTS, faces)) / sum(FACE_WEIGHTS) ** dice
            for size in range(MAX_HAND + 1):
                self.odds[dice_class][size] = table[faces[:NUM_HAZARDS]][size]
        self.first[MAX_DICE + 1] = NUM_CLASSES

    def choose(self, CelestiaState state not None, int player, RandomStream stream not None) -> int:
        """An action for `player`, who moves now in `state`."""
        return self.c_choose(state, player, &stream.rng)

    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef const CelestiaC* s = &(<CelestiaState>state).s
        cdef int phase = s.phase, missing
        if phase == PASSENGER:
            return LEAVE if self.leaves(s, player, rng) else STAY
        if phase == ANNOUNCEMENT:
            missing = shortfall(s, player)
            if missing == 0:
                return FLY
            return CRASH if missing > s.hand[player][TURBO] or rng_below(rng, MOSTLY) == 0 else FLY
        if phase == WINDOW_A or phase == WINDOW_B:
            return self.play(s, player, rng)
        if phase == LONE:
            return LEAVE if self.leaves_alone(s, player, rng) else FLY
        if phase == JETPACK:
            return PLAY_JETPACK
        if phase == HOOK:
            return PLAY_HOOK if self.comes_back(s, player, rng) else PASS
        return self.dice_to_reroll(s, player)

    # -- getting off --------------------------------------------------------------------------------------------------

    cdef bint leaves(self, const CelestiaC* s, int player, Rng* rng) noexcept nogil:
        cdef int city = s.city, after = city_after(self.rules, s, city)
        cdef double odds
        if s.left[city] == 0:
            return False
        if s.totals[player] + self.least[city] >= self.rules.target:
            return True
        if s.hand[player][JETPACK_CARD]:
            return False
        odds = self.flight_odds(s)
        # Who would lead the next leg cannot leave where it begins.
        if self.leads_next(s, player) and city_after(self.rules, s, after) < self.rules.num_cities:
            after = city_after(self.rules, s, after)
            odds *= self.own_odds(s, player)
        return not self.beats(odds, after, city, rng)

    cdef bint leaves_alone(self, const CelestiaC* s, int player, Rng* rng) noexcept nogil:
        cdef int city = s.city
        if s.left[city] == 0:
            return False
        if s.totals[player] + self.least[city] >= self.rules.target:
            return True
        return not self.beats(self.own_odds(s, player), city_after(self.rules, s, city), city, rng)

    cdef bint beats(self, double odds, int after, int city, Rng* rng) noexcept nogil:
        """Whether a treasure of a later city, with these odds, is worth more than one here."""
        if odds < CERTAIN:
            odds *= 1 + NOISE * (2 * rng_uniform(rng) - 1)
        return odds * self.mean[after] >= self.mean[city]

    cdef double flight_odds(self, const CelestiaC* s) noexcept nogil:
        """By the captain's number of cards."""
        return self.odds[class_of(s.dice)][min(s.hand_size[s.captain], MAX_HAND)]

    cdef double own_odds(self, const CelestiaC* s, int player) noexcept nogil:
        """That the player's hand covers a roll of as many dice as this leg's."""
        cdef double total = 0
        cdef int i, hazard, missing, dice = leg_dice(self.rules, s)
        cdef const int8_t* faces
        for i in range(self.first[dice], self.first[dice + 1]):
            faces = faces_of(i)
            missing = 0
            for hazard in range(NUM_HAZARDS):
                missing += max(0, faces[hazard] - s.hand[player][hazard])
            if missing <= s.hand[player][TURBO]:
                total += self.chance[i]
        return total

    cdef bint leads_next(self, const CelestiaC* s, int player) noexcept nogil:
        """Whether the player, once aboard, would be captain of the next leg."""
        cdef int seat = next_seat(self.rules, s.captain)
        while seat != player and seat != s.captain:
            if s.aboard >> seat & 1:
                return False
            seat = next_seat(self.rules, seat)
        return seat == player

    # -- cards --------------------------------------------------------------------------------------------------------

    cdef int play(self, const CelestiaC* s, int player, Rng* rng) noexcept nogil:
        """Windows A and B."""
        cdef bint is_aboard = s.aboard >> player & 1, lost
        cdef bint covered = s.captain == player and shortfall(s, player) <= s.hand[player][TURBO]
        cdef bint flies_by_jetpack = s.hand[player][JETPACK_CARD] > 0 and s.left[s.city] > 0
        cdef int after = city_after(self.rules, s, s.city)
        # 1. A gust spoils the flight of others.
        if s.hand[player][GUST] and s.dice[BLANK] and rng_below(rng, SELDOM if is_aboard else SOMETIMES) == 0:
            return PLAY_GUST
        if not is_aboard:
            return PASS
        # 2. A telescope saves a flight that failed.
        if s.phase == WINDOW_B and lowest_telescope(self.rules, s, player) >= 0:
            if self.mean[after] > TELESCOPE + (self.mean[s.city] if flies_by_jetpack else 0):
                return PLAY_TELESCOPE if rng_below(rng, MOSTLY) else PASS
        # 3. Dice that look lost.
        if s.captain == player:
            lost = not covered
        else:
            lost = s.called or self.flight_odds(s) < LOST
        if lost and flies_by_jetpack:
            return PASS
        if s.hand[player][DETOUR_CARD] and self.wants(lost, rng):
            return PLAY_DETOUR
        if s.phase == WINDOW_A and s.hand[player][EJECTION]:
            return self.eject(s, player, lost, rng)
        return PASS

    cdef bint wants(self, bint needed, Rng* rng) noexcept nogil:
        return rng_below(rng, MOSTLY) > 0 if needed else rng_below(rng, SELDOM) == 0

    cdef int eject(self, const CelestiaC* s, int player, bint lost, Rng* rng) noexcept nogil:
        cdef unsigned int targets = ejectable(self.rules, s, player)
        cdef unsigned int others = targets & ~(<unsigned int>1 << player)
        cdef int after = city_after(self.rules, s, s.city), seat, found = PASS, seen = 0
        if lost and targets != others and s.left[s.city] > 0 and rng_below(rng, MOSTLY):
            return EJECT + player
        # Before the last city an ejection takes a treasure there from another.
        if lost or rng_below(rng, SOMETIMES if city_after(self.rules, s, after) == self.rules.num_cities else SELDOM):
            return PASS
        for seat in range(self.rules.num_players):
            if others >> seat & 1:
                seen += 1
                if rng_below(rng, seen) == 0:
                    found = EJECT + seat
        return found

    cdef bint comes_back(self, const CelestiaC* s, int player, Rng* rng) noexcept nogil:
        cdef bint gains = self.mean[s.city] > self.rules.worth[s.from_city][s.leg_worth[player]]
        cdef bint is_last = city_after(self.rules, s, s.city) == self.rules.num_cities
        return self.wants(gains and (is_last or not self.leads_next(s, player)), rng)

    cdef int dice_to_reroll(self, const CelestiaC* s, int player) noexcept nogil:
        """None where the captain covers the dice, else those that his equipment does not."""
        cdef int8_t[NUM_FACES] faces
        cdef int hazard, missing = 0
        memset(faces, 0, sizeof(faces))
        for hazard in range(NUM_HAZARDS):
            faces[hazard] = max(0, s.dice[hazard] - s.hand[player][hazard])
            missing += faces[hazard]
        return REROLL_NOTHING if missing <= s.hand[player][TURBO] else REROLL_DICE + class_of(faces)


@lru_cache(maxsize=16)
def light(game: Celestia) -> CelestiaPlayout:
    """The policy for a game's options; it has no state of its own, so that searches share it."""
    return CelestiaPlayout(game)


@lru_cache(maxsize=64)
def odds_of_covering(deck: tuple) -> dict:
    """{hazards shown, by kind: P(so many random cards of the deck cover them, with turbos), for 0 to MAX_HAND cards}."""
    sizes = np.arange(MAX_HAND + 1)
    turbos = deck[TURBO]
    rest = sum(deck) - sum(deck[:NUM_EQUIPMENT]) - turbos
    # Ways by number of cards: of a kind, and of at least so many turbos with cards that do not help.
    all_ways = [np.array([comb(copies, int(size)) for size in sizes], dtype=float) for copies in deck]
    others = np.array([comb(rest, int(size)) for size in sizes], dtype=float)
    paying = [np.convolve(np.where(sizes >= due, all_ways[TURBO], 0), others)[: MAX_HAND + 1] for due in range(MAX_DICE + 1)]
    total = np.array([max(comb(sum(deck), int(size)), 1) for size in sizes], dtype=float)
    found = {}
    for number in range(MAX_DICE + 1):
        for kinds in combinations_with_replacement(range(NUM_EQUIPMENT), number):
            shown = tuple([kinds.count(kind) for kind in range(NUM_EQUIPMENT)])
            by_due = {0: np.where(sizes == 0, 1.0, 0.0)}
            for kind, need in enumerate(shown):
                further = {}
                for due, ways in by_due.items():
                    for lacking in range(need + 1):
                        own = np.where(sizes >= need if lacking == 0 else sizes == need - lacking, all_ways[kind], 0)
                        more = np.convolve(ways, own)[: MAX_HAND + 1]
                        further[due + lacking] = further.get(due + lacking, 0) + more
                by_due = further
            ways = sum(np.convolve(ways, paying[due])[: MAX_HAND + 1] for due, ways in by_due.items())
            found[shown] = np.minimum(ways / total, 1.0)
    return found
