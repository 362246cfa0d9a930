"""Leduc poker: two players, six cards (two each of jack, queen, king), an ante of one chip, two rounds of betting.

Each player gets one card; after the first round a public card is turned up. Seat 0 begins both rounds. A raise is two chips in
the first round and four in the second; a round has at most two raises and ends when both have acted and put in the same.
At the showdown a pair with the public card wins, else the higher rank; equal cards share. The result is chips won or lost.

Options: none.
Actions: 0 fold (only when a raise is to be answered), 1 call (or check), 2 raise. Outcomes: 0 J, 1 Q, 2 K, dealt to seat 0, to seat
1, then the public one.
Hidden information: the other's card, until a showdown shows both.
Value to seat 0 under best play: −0.085606424 (rounded). Source: Southey et al., Bayes' Bluff (2005).
"""

from libc.stdint cimport int64_t, uint64_t

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport CHANCE, ERROR, TERMINAL, UNKNOWN, Belief, Game, Key, State, hash_bytes

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, TooLargeError
from orienteer.core.options import no_others

cdef enum:
    FOLD = 0
    CALL = 1
    RAISE = 2
    COPIES = 2
    MAX_RAISES = 2
    NOBODY = -1
    NO_ACTION_YET = -1

cdef int[2] RAISE_CHIPS = [2, 4]

_ACTION_NAMES = ("fold", "call", "raise")
_CARD_NAMES = ("J", "Q", "K")


cdef class LeducPoker(Game):
    """Leduc poker for two."""

    def __init__(self, **options):
        no_others("leduc_poker", options, ())
        self.name = "leduc_poker"
        self.num_players = SEATS
        self.options = {}
        self.objectives = ("points",)
        self.segments = ()
        self.num_distinct_actions = 3
        self.max_chance_outcomes = RANKS
        self.max_game_length = SEATS + 1 + 2 * (SEATS + MAX_RAISES)
        self.has_hidden_information = True

    cdef State blank_state(self):
        cdef LeducPokerState state = LeducPokerState.__new__(LeducPokerState)
        state.game = self
        return state

    def new_initial_state(self) -> State:
        cdef LeducPokerState state = self.blank_state()
        state.s.card[0] = state.s.card[1] = state.s.public = UNKNOWN
        state.s.chips[0] = state.s.chips[1] = 1
        state.s.folded = NOBODY
        state.s.last_action = NO_ACTION_YET
        state.s.last_seat = NOBODY
        return state

    def is_constant_sum(self, objective=None):
        self.objective_code(objective)
        return True

    def utility_bounds(self, objective=None):
        self.objective_code(objective)
        most = 1.0 + MAX_RAISES * sum([RAISE_CHIPS[i] for i in range(2)])
        return -most, most

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """The cards that the viewer has not seen, by how many of each are left: by rule no action tells a card."""
        if assumptions:
            raise OptionError("assumptions", assumptions, "none")
        return LeducPokerBelief(mask, viewer)


cdef class LeducPokerState(State):
    cdef int c_current_player(self) except ERROR nogil:
        cdef LeducPokerC* s = &self.s
        if s.over:
            return TERMINAL
        return CHANCE if _is_card_due(s) else s.turn

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef LeducPokerC* s = &self.s
        cdef int n = 0
        if self.c_current_player() != player:
            return 0
        if s.chips[player] < s.chips[1 - player]:
            actions[n] = FOLD
            n += 1
        actions[n] = CALL
        n += 1
        if s.raises < MAX_RAISES:
            actions[n] = RAISE
            n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef LeducPokerC* s = &self.s
        if _is_card_due(s):
            _show(s, action)
            return 0
        s.last_seat = s.turn
        s.last_action = action
        if action == FOLD:
            s.folded = s.turn
            s.over = 1
            return 0
        s.chips[s.turn] = s.chips[1 - s.turn]
        s.acted += 1
        if action == RAISE:
            s.chips[s.turn] += RAISE_CHIPS[s.round]
            s.raises += 1
            s.acted = 1
        s.turn = 1 - s.turn
        if s.acted == SEATS:
            s.over = s.round == 1
            s.round = 1
            s.turn = s.acted = s.raises = 0
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef int n = 0, card, left
        total[0] = 0
        for card in range(RANKS):
            left = _copies_left(&self.s, card)
            if left > 0:
                outcomes[n] = card
                weights[n] = left
                total[0] += left
                n += 1
        return n

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        # Chips change hands at the end only.
        cdef LeducPokerC* s = &self.s
        cdef int winner, first, second
        values[0] = values[1] = 0
        if not s.over:
            return 0
        if s.folded != NOBODY:
            winner = 1 - s.folded
        else:
            first = s.card[0] + RANKS * (s.card[0] == s.public)
            second = s.card[1] + RANKS * (s.card[1] == s.public)
            if first == second:
                return 0
            winner = second > first
        values[winner] = s.chips[1 - winner]
        values[1 - winner] = -values[winner]
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        return self.c_returns(objective, values)

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<LeducPokerState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(LeducPokerC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        hash_bytes(&self.s, <char*>&self.s.last_seat - <char*>&self.s, key)
        return 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef LeducPokerC* s = &self.s
        cdef int seat
        token[0] = 0
        if s.last_action != NO_ACTION_YET:
            token[0] = 256 | s.last_seat << 2 | s.last_action
            if _is_showdown(s):
                token[0] |= (1 + s.card[0] + RANKS * s.card[1]) << 3
        elif s.public != UNKNOWN:
            token[0] = 128 | s.public
        elif s.dealt:
            seat = s.dealt - 1
            token[0] = 64 | seat << 3 | (1 + s.card[seat] if seat == player else 0)
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        if not _is_showdown(&self.s):
            self.s.card[1 - player] = UNKNOWN
        return 0

    def observation(self, player):
        cdef LeducPokerC* s = &self.s
        if s.last_action != NO_ACTION_YET:
            cards = tuple([_CARD_NAMES[card] for card in s.card]) if _is_showdown(s) else None
            return ("action", s.last_seat, s.last_action, cards)
        if s.public != UNKNOWN:
            return ("public", _CARD_NAMES[s.public])
        if s.dealt:
            seat = s.dealt - 1
            return ("deal", seat, _CARD_NAMES[s.card[seat]] if seat == player else None)
        return None

    def observe(self, player, observation):
        cdef LeducPokerState after = self.clone()
        try:
            kind, *rest = observation
            if kind == "deal" and self.s.dealt < SEATS:
                after._deal(player, *rest)
            elif kind == "public" and self.is_chance_node() and self.s.dealt == SEATS:
                after.apply(self.string_to_action(CHANCE, *rest))
            elif kind == "action":
                seat, action, cards = rest
                if seat != self.current_player():
                    raise ValueError("the wrong seat")
                after.apply(action)
                after._show_cards(cards)
            else:
                raise ValueError("the wrong kind")
        except (TypeError, ValueError) as error:
            raise IllegalActionError(f"observation {observation!r}: cannot follow '{self}': {error}") from error
        self.c_copy_from(after)

    def _deal(self, player, seat, card):
        if seat != self.s.dealt:
            raise ValueError("the wrong seat")
        if (card is None) == (seat == player):
            raise ValueError("a player sees his own card and no other")
        if card is not None:
            self.s.card[seat] = _CARD_NAMES.index(card)
        self.s.dealt += 1

    def _show_cards(self, cards):
        if (cards is None) == _is_showdown(&self.s):
            raise ValueError("cards are shown at a showdown, and only there")
        if cards is None:
            return
        shown = [_CARD_NAMES.index(card) for card in cards]
        if len(shown) != SEATS:
            raise ValueError("a showdown shows two cards")
        for seat in range(SEATS):
            if self.s.card[seat] not in (UNKNOWN, shown[seat]):
                raise ValueError("the card shown is not the one held")
            self.s.card[seat] = shown[seat]
        self.check()

    def action_to_string(self, player, action):
        return _CARD_NAMES[action] if player == CHANCE else _ACTION_NAMES[action]

    def __str__(self):
        cdef LeducPokerC* s = &self.s
        cards = ["?" if s.card[i] == UNKNOWN else _CARD_NAMES[s.card[i]] for i in range(s.dealt)]
        cards += ["no card"] * (SEATS - s.dealt)
        public = "none" if s.public == UNKNOWN else _CARD_NAMES[s.public]
        turn = "over" if s.over else "a card" if _is_card_due(s) else f"seat {s.turn}"
        folded = f"; seat {s.folded} folded" if s.folded != NOBODY else ""
        return (f"cards {', '.join(cards)}; public {public}; chips {s.chips[0]}, {s.chips[1]}; round {s.round + 1}, {s.raises} raises, "
                f"{s.acted} acted; next: {turn}{folded}")

    def check(self):
        cdef LeducPokerC* s = &self.s
        cdef int seat, rank
        for seat in range(SEATS):
            if not UNKNOWN <= s.card[seat] < RANKS or (s.card[seat] >= 0 and seat >= s.dealt):
                raise OrienteerError(f"leduc_poker: seat {seat} holds card {s.card[seat]} after {s.dealt} deals")
        for rank in range(RANKS):
            if _copies_left(s, rank) < 0:
                raise OrienteerError(f"leduc_poker: more than {COPIES} cards {_CARD_NAMES[rank]}")


cdef class LeducPokerBelief(Belief):
    def __init__(self, LeducPokerState mask not None, viewer):
        cdef LeducPokerC world
        cdef int first, second, seat, card
        cdef int64_t weight
        self.game = mask.game
        self.viewer = mask._seat(viewer)
        # A card is still to be chosen where it has been dealt and is not known.
        for first in range(UNKNOWN, RANKS):
            for second in range(UNKNOWN, RANKS):
                if not (_fits(&mask.s, 0, first) and _fits(&mask.s, 1, second)):
                    continue
                world = mask.s
                weight = 1
                for seat in range(SEATS):
                    card = second if seat else first
                    if world.card[seat] == UNKNOWN and card != UNKNOWN:
                        weight *= max(0, _copies_left(&world, card))
                        world.card[seat] = card
                if weight:
                    self.world[self.size] = world
                    self.weight[self.size] = weight
                    self.total += weight
                    self.size += 1
        if self.size == 0:
            raise OrienteerError(f"leduc_poker: no deal agrees with '{mask}'")

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        cdef int64_t ticket = rng_below(rng, <uint64_t>self.total)
        cdef int i = 0
        while ticket >= self.weight[i]:
            ticket -= self.weight[i]
            i += 1
        (<LeducPokerState>out).s = self.world[i]
        return 0

    def enumerate(self, limit=100_000):
        if self.size > limit:
            raise TooLargeError(f"belief: {self.size} states, limit {limit}; raise the limit")
        worlds = []
        for i in range(self.size):
            state = self.game.new_initial_state()
            (<LeducPokerState>state).s = self.world[i]
            worlds.append((state, self.weight[i]))
        return worlds

    def size_estimate(self):
        return self.size


cdef inline bint _is_card_due(const LeducPokerC* s) noexcept nogil:
    return s.dealt < SEATS or (s.round == 1 and s.public == UNKNOWN)


cdef inline bint _is_showdown(const LeducPokerC* s) noexcept nogil:
    return s.over and s.folded == NOBODY


cdef inline int _copies_left(const LeducPokerC* s, int card) noexcept nogil:
    return COPIES - (s.card[0] == card) - (s.card[1] == card) - (s.public == card)


cdef inline void _show(LeducPokerC* s, int card) noexcept nogil:
    """A card for the next seat, then the public one."""
    s.last_action = NO_ACTION_YET
    s.last_seat = NOBODY
    if s.dealt < SEATS:
        s.card[s.dealt] = card
        s.dealt += 1
    else:
        s.public = card


cdef inline bint _fits(const LeducPokerC* s, int seat, int card) noexcept nogil:
    if seat >= s.dealt:
        return card == UNKNOWN
    return card == s.card[seat] if s.card[seat] != UNKNOWN else card != UNKNOWN
