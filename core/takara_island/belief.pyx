"""What a player of Takara Island may hold true: complete states by their weight, drawn, listed or counted.

A world decides every card that some other seat has looked at; what nobody has seen stays undecided. All arrangements that
agree with the mask weigh the same. They are counted in arrangements.py and drawn here, card by card, by the exact chances
given the cards before, which is the joint law.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from math import gcd

import numpy as np

from orienteer.core.rng cimport RandomStream, Rng, rng_below
from orienteer.core.state cimport ERROR, UNKNOWN, Belief, State
from orienteer.core.takara_island.game cimport TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.rules cimport (
    DEEP, NUM_CARDS, NUM_LEVELS, PILES, ROCKFALL, STONE, RulesC, TakaraC, may_hide_stone, unknown_slots, unproven_slots,
)

from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.takara_island import arrangements


cdef class TakaraIslandBelief(Belief):
    """The belief of `viewer` by his masked state.

    `evidence` is accepted and adds nothing: the mask keeps all that was shown to him for as long as the card lies there,
    cards that left are counted by level, proofs and the piles of found stones are public, and what others may choose never
    depends on a card that only they know, but to turn up a monster, which shows it. `assumptions` must be empty: none are
    known. Raises OrienteerError where no arrangement agrees with the mask.
    """

    def __init__(self, TakaraIslandState mask not None, int viewer, evidence=(), assumptions=None):
        cdef TakaraIslandState own
        self.game = mask.game
        self.viewer = viewer
        if not 0 <= viewer < mask.game.num_players:
            raise OptionError("viewer", viewer, f"0 to {mask.game.num_players - 1}")
        if mask.s.viewer not in (UNKNOWN, viewer):
            raise OptionError("viewer", viewer, f"seat {mask.s.viewer}, whose mask it is")
        for name in assumptions or ():
            raise OptionError("assumptions", name, "none: this game's belief makes no assumptions")
        own = mask.mask(viewer)
        self.mask = own.s
        self.values = own.fields()
        arrangements.unknown(self.game.options, self.values)  # refuses what contradicts itself
        self._prepare()

    cdef int _prepare(self) except -1:
        """List the slots that a world decides and the cards that they may hold."""
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef UnknownC* unknown = &self.unknown
        cdef int pile, level, card, copy
        memset(unknown, 0, sizeof(UnknownC))
        for pile, slot in arrangements.hidden_places(self.values):
            self.pile[self.num_hidden] = pile
            self.slot[self.num_hidden] = slot
            self.level[self.num_hidden] = rules.level[<int>slot]
            self.num_hidden += 1
        for level in range(NUM_LEVELS):
            unknown.rockfalls[level] = self.mask.pool[level][ROCKFALL]
            unknown.unproven[level] = unproven_slots(rules, &self.mask, level)
            for card in range(NUM_CARDS):
                if card != ROCKFALL and card != STONE:
                    for copy in range(self.mask.pool[level][card]):
                        unknown.others[level][unknown.num_others[level]] = card
                        unknown.num_others[level] += 1
        unknown.stones = self.mask.pool[DEEP][STONE]
        for pile in range(rules.num_piles):
            if may_hide_stone(rules, &self.mask, pile):
                unknown.room[pile] = unknown_slots(rules, &self.mask, pile, DEEP)
        return 0

    # -- drawn ------------------------------------------------------------------------------------------------------------

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        # Reads the belief only, so that several threads may sample at once.
        cdef int8_t[MAX_HIDDEN] cards
        self._draw(rng, cards)
        self._fill(cards, &(<TakaraIslandState>out).s)
        return 0

    cdef int _draw(self, Rng* rng, int8_t* cards) noexcept nogil:
        """The cards of the hidden slots. Returns 0."""
        cdef UnknownC left = self.unknown
        cdef int i, level, pick
        for i in range(self.num_hidden):
            level = self.level[i]
            if level == DEEP:
                if _is_stone(&left, self.pile[i], rng):
                    cards[i] = STONE
                    continue
            elif left.rockfalls[level] and not self.mask.proven[self.pile[i]] >> self.slot[i] & 1:
                left.unproven[level] -= 1
                if <int>rng_below(rng, left.unproven[level] + 1) < left.rockfalls[level]:
                    left.rockfalls[level] -= 1
                    cards[i] = ROCKFALL
                    continue
            pick = rng_below(rng, left.num_others[level])
            cards[i] = left.others[level][pick]
            left.num_others[level] -= 1
            left.others[level][pick] = left.others[level][left.num_others[level]]
        return 0

    def places(self) -> tuple[tuple[int, int], ...]:
        """The slots that a world decides, as (pile, slot), ascending."""
        return tuple([(self.pile[i], self.slot[i]) for i in range(self.num_hidden)])

    def sample_cards(self, RandomStream stream not None, int count):
        """The cards of `places` in `count` worlds drawn one after another: an array by world and place."""
        found = np.empty((count, MAX_HIDDEN), np.int8)
        cdef int8_t[:, ::1] rows = found
        cdef int i
        with nogil:
            for i in range(count):
                self._draw(&stream.rng, &rows[i, 0])
        return found[:, :self.num_hidden]

    # -- listed -----------------------------------------------------------------------------------------------------------

    def size_estimate(self) -> int:
        """The number of worlds, exactly."""
        return arrangements.count_worlds(self.game.options, self.values)

    def enumerate(self, limit=100_000):
        """Every possible state with its whole-number weight. Raises TooLargeError beyond `limit` states."""
        cdef int8_t[MAX_HIDDEN] cards
        cdef int i
        size = self.size_estimate()
        if size > limit:
            raise TooLargeError(
                f"belief: {size} states ({self.num_hidden} cards that only others have looked at), limit {limit}; "
                "sample, raise the limit or list fewer of them"
            )
        listed = []
        for world, weight in arrangements.worlds(self.game.options, self.values):
            for i in range(self.num_hidden):
                cards[i] = world[self.pile[i], self.slot[i]]
            listed.append((self._world(cards), weight))
        shared = gcd(*[weight for _, weight in listed])
        return [(state, weight // shared) for state, weight in listed]

    cdef TakaraIslandState _world(self, const int8_t* cards):
        cdef TakaraIslandState state = self.game.blank_state()
        self._fill(cards, &state.s)
        return state

    cdef int _fill(self, const int8_t* cards, TakaraC* s) noexcept nogil:
        """The mask made complete. Returns 0."""
        cdef int i
        s[0] = self.mask
        s.viewer = UNKNOWN
        for i in range(self.num_hidden):
            s.card[self.pile[i]][self.slot[i]] = cards[i]
            s.pool[self.level[i]][cards[i]] -= 1
        return 0


cdef bint _is_stone(UnknownC* left, int pile, Rng* rng) noexcept nogil:
    """Whether an unknown deep slot of the pile holds a stone, by its chance; `left` follows."""
    cdef int i, others = 0, pairs = 0, here
    cdef bint found
    if left.stones == 0 or left.room[pile] == 0:
        return False
    for i in range(PILES):
        pairs += others * left.room[i]
        others += left.room[i]
    here = others - left.room[pile] if left.stones == 2 else 1
    found = <int>rng_below(rng, pairs if left.stones == 2 else others) < here
    if found:
        left.stones -= 1
        left.room[pile] = 0
    else:
        left.room[pile] -= 1
    return found
