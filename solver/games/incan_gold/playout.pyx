"""Incan Gold beyond the search tree: the one-step rule, a little varied.

Whoever is to choose compares what leaving alone would bank (P: the pocket, the path's gems and its artifacts) with what one
more card would bring: L of the cards left in the deck end the round, the others add G to P in all (rules: known answers).
He leaves with odds of `BEYOND` in `OUT_OF` where L·P ≥ G, else of `BEFORE`, so that no line is left out for good.

Never thrown away: with nothing to bank, and alone inside while no hazard is on the path, he stays, which costs nothing.
All of it is public. The rule is the policy `one-step` of policies.py.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

cimport cython

from functools import lru_cache

from orienteer.core.incan_gold.game cimport IncanGold, IncanGoldState
from orienteer.core.incan_gold.rules cimport (
    ARTIFACT_BIT, DECIDE, LARGE_WORTH, LEAVE, NUM_KINDS, NUM_SMALL, PER_OWNER, PRINTED_WORTH, RESOLVED_ORDER,
    SMALL_WORTH, STAY, IncanGoldC, RulesC, seats_in,
)
from orienteer.core.rng cimport RandomStream, Rng, rng_below
from orienteer.core.state cimport ERROR, NO_ACTION, State
from orienteer.mcts.playout cimport Playout

cdef enum:
    BEYOND = 7
    BEFORE = 2
    OUT_OF = 8
    NIBBLES = 15  # of MAX_CARDS bits


@cython.final
cdef class LightPlayout(Playout):
    """The light policy under one game's options."""

    cdef const RulesC* rules
    cdef IncanGold game
    cdef int16_t[9][16 * NIBBLES] gains  # [players inside][16i + bits 4i to 4i + 3 of the treasures left]: their part of G
    cdef uint32_t[32] lethal  # [kinds on the path]: their bits among the hazards in the deck
    cdef uint8_t[32] printed  # [distinct artifacts]: their worth

    def __cinit__(self, IncanGold game not None):
        cdef int inside, nibble, bits, i, j
        self.game = game
        self.rules = &game.rules
        for bits in range(32):
            for i in range(NUM_KINDS):
                self.lethal[bits] |= <uint32_t>7 * (bits >> i & 1) << 3 * i
                self.printed[bits] += PRINTED_WORTH[i] * (bits >> i & 1)
        for inside in range(1, game.num_players + 1):
            for i in range(self.rules.num_cards):
                nibble = i // 4
                j = self.rules.slot_outcome[i]
                for bits in range(16):
                    if bits >> i % 4 & 1:
                        self.gains[inside][16 * nibble + bits] += self.rules.share[inside][j] + self.rules.remainder[inside][j]

    def choose(self, IncanGoldState state not None, int player, RandomStream stream not None) -> int:
        """An action for `player` in `state`; NO_ACTION where he has no choice."""
        return self.c_choose(state, player, &stream.rng)

    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef const IncanGoldC* s = &(<IncanGoldState>state).s
        cdef int lethal, banked, odds
        if s.phase != DECIDE or not s.inside >> player & 1:
            return NO_ACTION
        lethal = self.lethal_cards(s)
        if lethal == 0 and seats_in[s.inside] == 1:
            return STAY
        banked = self.banked_alone(s, player)
        if banked == 0:
            return STAY
        odds = BEYOND if lethal * banked >= self.next_gains(s, player) else BEFORE
        return LEAVE if <int>rng_below(rng, OUT_OF) < odds else STAY

    # -- what a choice is about -----------------------------------------------------------------------------------------

    cdef int lethal_cards(self, const IncanGoldC* s) noexcept nogil:
        """L: hazards in the deck of the kinds on the path."""
        cdef uint32_t bits = s.deck_rest & self.lethal[s.shown]
        return seats_in[bits & 0xFF] + seats_in[bits >> 8]

    cdef int banked_alone(self, const IncanGoldC* s, int player) noexcept nogil:
        """P: what the player banks by leaving alone now."""
        cdef int gems = s.pocket + s.leftovers
        if s.artifacts_path == 0:
            return gems
        if self.rules.distinct_artifacts:
            return gems + self.printed[s.artifacts_path]
        return gems + worth_of(s.artifacts_path, self.rank(s, player))

    cdef int next_gains(self, const IncanGoldC* s, int player) noexcept nogil:
        """G: what each card left in the deck would add to P, summed."""
        cdef const int16_t* row = self.gains[seats_in[s.inside]]
        cdef uint64_t treasures = s.treasures
        cdef uint32_t artifacts = s.deck_rest >> ARTIFACT_BIT
        cdef int total = 0
        while treasures:
            total += row[treasures & 15]
            treasures >>= 4
            row += 16
        if artifacts == 0:
            return total
        if self.rules.distinct_artifacts:
            return total + self.printed[artifacts]
        return total + seats_in[artifacts] * worth_of(1, self.rank(s, player) + s.artifacts_path)

    cdef int rank(self, const IncanGoldC* s, int player) noexcept nogil:
        """Artifacts, without printed values, that count before the next one the player takes."""
        if self.rules.artifact_mode == PER_OWNER:
            return s.artifact_count[player]
        return s.artifacts_taken + (s.artifacts_lost if self.rules.artifact_mode == RESOLVED_ORDER else 0)


cdef inline int worth_of(int count, int rank) noexcept nogil:
    """Of the next `count` artifacts without printed values, together."""
    cdef int small = min(count, max(0, NUM_SMALL - rank))
    return SMALL_WORTH * small + LARGE_WORTH * (count - small)


@lru_cache(maxsize=16)
def light(game: IncanGold) -> LightPlayout:
    """The policy for a game's options; it has no state of its own, so that searches share it."""
    return LightPlayout(game)
