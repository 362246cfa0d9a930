"""Kuhn poker: each of two players puts in one chip and gets one card of jack, queen, king. Seat 0 passes or bets one
chip. A bet is answered by a pass (fold) or a bet (call); after two passes, or a call, the higher card wins; a pass after
a pass and a bet folds as well. The result is the number of chips won or lost.

Options: none.
Actions: 0 pass, 1 bet; both are always legal. Outcomes: 0 J, 1 Q, 2 K, dealt to seat 0, then to seat 1.
Hidden information: the other's card, until a showdown shows both. That he was dealt one is seen.
Value to seat 0 under best play: −1/18. Source: Kuhn, Simplified Two-Person Poker (1950).
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport CHANCE, ERROR, TERMINAL, UNKNOWN, Belief, Game, Key, State

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, TooLargeError
from orienteer.core.options import no_others

cdef enum:
    PASS = 0
    BET = 1

_ACTION_NAMES = ("pass", "bet")
_CARD_NAMES = ("J", "Q", "K")


cdef class KuhnPoker(Game):
    """Kuhn poker for two."""

    def __init__(self, **options):
        no_others("kuhn_poker", options, ())
        self.name = "kuhn_poker"
        self.num_players = SEATS
        self.options = {}
        self.objectives = ("points",)
        self.segments = ()
        self.num_distinct_actions = 2
        self.max_chance_outcomes = CARDS
        self.max_game_length = SEATS + MAX_MOVES
        self.has_hidden_information = True

    cdef State blank_state(self):
        cdef KuhnPokerState state = KuhnPokerState.__new__(KuhnPokerState)
        state.game = self
        return state

    def new_initial_state(self) -> State:
        cdef KuhnPokerState state = self.blank_state()
        state.s.card[0] = state.s.card[1] = UNKNOWN
        return state

    def is_constant_sum(self, objective=None):
        self.objective_code(objective)
        return True

    def utility_bounds(self, objective=None):
        self.objective_code(objective)
        return -2.0, 2.0

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """All deals of the cards that the viewer has not seen, equally likely: by rule no action tells a card."""
        if assumptions:
            raise OptionError("assumptions", assumptions, "none")
        return KuhnPokerBelief(mask, viewer)


cdef class KuhnPokerState(State):
    cdef int c_current_player(self) except ERROR nogil:
        if self.s.dealt < SEATS:
            return CHANCE
        return TERMINAL if _is_over(&self.s) else self.s.moves & 1

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        if self.c_current_player() != player:
            return 0
        actions[0] = PASS
        actions[1] = BET
        return 2

    cdef int c_apply(self, int action) except ERROR nogil:
        if self.s.dealt < SEATS:
            self.s.card[self.s.dealt] = action
            self.s.dealt += 1
        else:
            self.s.move[self.s.moves] = action
            self.s.moves += 1
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef int n = 0, card
        for card in range(CARDS):
            if card != self.s.card[0]:
                outcomes[n] = card
                weights[n] = 1
                n += 1
        total[0] = n
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        cdef int card
        if self.s.card[0] == UNKNOWN:
            return <int>rng_below(rng, CARDS)
        card = <int>rng_below(rng, CARDS - 1)
        return card + (card >= self.s.card[0])

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        # Chips change hands at the end only.
        cdef KuhnPokerC* s = &self.s
        cdef int winner
        values[0] = values[1] = 0
        if _is_over(s):
            winner = (s.card[1] > s.card[0]) if _is_showdown(s) else s.moves & 1  # whoever would be next has not folded
            values[winner] = 1 + (s.moves >= 2 and s.move[s.moves - 1] == BET)
            values[1 - winner] = -values[winner]
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        return self.c_returns(objective, values)

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<KuhnPokerState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(KuhnPokerC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        cdef KuhnPokerC* s = &self.s
        key.low = (s.card[0] + 1) | (s.card[1] + 1) << 2 | s.dealt << 4 | s.moves << 6
        key.low |= s.move[0] << 8 | s.move[1] << 9 | s.move[2] << 10
        key.high = 0
        return 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef KuhnPokerC* s = &self.s
        cdef int seat
        token[0] = 0
        if s.moves:
            # A showdown shows both cards.
            token[0] = 32 | (1 - (s.moves & 1)) << 1 | s.move[s.moves - 1]
            if _is_showdown(s):
                token[0] |= (1 + s.card[0] + CARDS * s.card[1]) << 8
        elif s.dealt:
            seat = s.dealt - 1
            token[0] = 16 | seat << 3 | (1 + s.card[seat] if seat == player else 0)
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        if not _is_showdown(&self.s):
            self.s.card[1 - player] = UNKNOWN
        return 0

    def observation(self, player):
        cdef KuhnPokerC* s = &self.s
        if s.moves:
            cards = tuple(_CARD_NAMES[card] for card in s.card) if _is_showdown(s) else None
            return ("action", 1 - s.moves % 2, s.move[s.moves - 1], cards)
        if s.dealt:
            seat = s.dealt - 1
            return ("deal", seat, _CARD_NAMES[s.card[seat]] if seat == player else None)
        return None

    def observe(self, player, observation):
        cdef KuhnPokerState after = self.clone()
        try:
            kind, seat, what, *shown = observation
            if kind == "deal" and not shown and self.is_chance_node() and seat == self.s.dealt:
                after._deal(player, seat, what)
            elif kind == "action" and len(shown) == 1 and seat == self.current_player():
                after.apply(what)
                after._show(shown[0])
            else:
                raise ValueError("the wrong kind or seat")
        except (TypeError, ValueError) as error:
            raise IllegalActionError(f"observation {observation!r}: cannot follow '{self}': {error}") from error
        self.c_copy_from(after)

    def _deal(self, player, seat, card):
        if (card is None) == (seat == player):
            raise ValueError("a player sees his own card and no other")
        if card is not None:
            if _CARD_NAMES.index(card) == self.s.card[0]:
                raise ValueError("the card is in the other hand")
            self.s.card[seat] = _CARD_NAMES.index(card)
        self.s.dealt += 1

    def _show(self, cards):
        if (cards is None) == _is_showdown(&self.s):
            raise ValueError("cards are shown at a showdown, and only there")
        if cards is None:
            return
        shown = [_CARD_NAMES.index(card) for card in cards]
        if len(shown) != SEATS or shown[0] == shown[1]:
            raise ValueError("a showdown shows two different cards")
        for seat in range(SEATS):
            if self.s.card[seat] not in (UNKNOWN, shown[seat]):
                raise ValueError("the card shown is not the one held")
            self.s.card[seat] = shown[seat]

    def action_to_string(self, player, action):
        return _CARD_NAMES[action] if player == CHANCE else _ACTION_NAMES[action]

    def __str__(self):
        names = ["?" if card == UNKNOWN else _CARD_NAMES[card] for card in self.s.card[: self.s.dealt]]
        cards = ", ".join(names + ["no card"] * (SEATS - self.s.dealt))
        moves = " ".join(_ACTION_NAMES[self.s.move[i]] for i in range(self.s.moves))
        return f"cards {cards}; moves {moves or 'none'}"

    def check(self):
        cdef int seat, card
        for seat in range(SEATS):
            card = self.s.card[seat]
            if not UNKNOWN <= card < CARDS or (card >= 0 and seat >= self.s.dealt):
                raise OrienteerError(f"kuhn_poker: seat {seat} holds card {card} after {self.s.dealt} deals")
        if self.s.card[0] == self.s.card[1] and self.s.card[0] != UNKNOWN:
            raise OrienteerError(f"kuhn_poker: both seats hold {_CARD_NAMES[self.s.card[0]]}")


cdef class KuhnPokerBelief(Belief):
    def __init__(self, KuhnPokerState mask not None, viewer):
        cdef KuhnPokerC world
        cdef int first, second
        self.game = mask.game
        self.viewer = mask._seat(viewer)
        # A card is still to be chosen where it has been dealt and is not known.
        for first in range(UNKNOWN, CARDS):
            for second in range(UNKNOWN, CARDS):
                if first == second != UNKNOWN:
                    continue
                if _fits(&mask.s, 0, first) and _fits(&mask.s, 1, second):
                    world = mask.s
                    world.card[0] = first
                    world.card[1] = second
                    self.world[self.size] = world
                    self.size += 1
        if self.size == 0:
            raise OrienteerError(f"kuhn_poker: no deal agrees with '{mask}'")

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        (<KuhnPokerState>out).s = self.world[rng_below(rng, self.size)]
        return 0

    def enumerate(self, limit=100_000):
        if self.size > limit:
            raise TooLargeError(f"belief: {self.size} states, limit {limit}; raise the limit")
        worlds = []
        for i in range(self.size):
            state = self.game.new_initial_state()
            (<KuhnPokerState>state).s = self.world[i]
            worlds.append((state, 1))
        return worlds

    def size_estimate(self):
        return self.size


cdef inline bint _is_over(const KuhnPokerC* s) noexcept nogil:
    # pass-pass, bet-anything, or three moves.
    return s.moves == 3 or (s.moves == 2 and not (s.move[0] == PASS and s.move[1] == BET))


cdef inline bint _is_showdown(const KuhnPokerC* s) noexcept nogil:
    # The last answer equals the move before it: two passes or a bet called.
    return _is_over(s) and s.move[s.moves - 1] == s.move[s.moves - 2]


cdef inline bint _fits(const KuhnPokerC* s, int seat, int card) noexcept nogil:
    if seat >= s.dealt:
        return card == UNKNOWN
    return card == s.card[seat] if s.card[seat] != UNKNOWN else card != UNKNOWN
