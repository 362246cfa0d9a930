"""Goofspiel: every player bids one card a round, all at once, for the prize on offer. The highest bid takes the prize's
points; bids are spent either way. When two or more share the highest bid, nobody gets the prize (OpenSpiel's default).

Options: players 2–3 (default 2), cards 2–8 (default 4): each player holds 1..cards, and so does the prize pile;
point_order "descending" (default: the largest prize first) or "random" (chance shows the next prize).
Actions: 0–7, bid the card one higher; the last card is a choice of one. Outcomes: 0–7, the prize one higher is shown.
Hidden information: none: bids are shown as soon as all have been made. A bid not yet made is in no state at all.
Objective win is a share of 1; OpenSpiel's win_loss is the sign of the margin, so 1, ½, 0 here are its 1, 0, −1.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport (
    CHANCE, ERROR, INVALID, MARGIN, NO_ACTION, POINTS, ROUND, SIMULTANEOUS, TERMINAL, WIN, Game, Key, State,
)

from orienteer.core.errors import IllegalActionError
from orienteer.core.options import no_others, one_of, whole_number


cdef class Goofspiel(Game):
    """Goofspiel with `players` seats and `cards` cards a hand."""

    def __init__(self, **options):
        no_others("goofspiel", options, ("players", "cards", "point_order"))
        self.name = "goofspiel"
        self.num_players = whole_number("players", options.get("players", 2), 2, MAX_SEATS)
        self.cards = whole_number("cards", options.get("cards", 4), 2, MAX_CARDS)
        self.point_order = one_of("point_order", options.get("point_order", "descending"), ("descending", "random"))
        self.options = {"players": self.num_players, "cards": self.cards, "point_order": self.point_order}
        self.objectives = ("win", "points", "margin")
        self.segments = ("round",)
        self.num_distinct_actions = self.cards
        self.max_chance_outcomes = self.cards if self.point_order == "random" else 0
        self.max_game_length = self.cards * (2 if self.point_order == "random" else 1)
        self.has_hidden_information = False

    cdef State blank_state(self):
        cdef GoofspielState state = GoofspielState.__new__(GoofspielState)
        state.game = self
        return state

    def new_initial_state(self) -> State:
        cdef GoofspielState state = self.blank_state()
        cdef int seat
        for seat in range(MAX_SEATS):
            state.s.hand[seat] = (1 << self.cards) - 1 if seat < self.num_players else 0
            state.s.last_bid[seat] = NO_ACTION
        state.s.deck = (1 << self.cards) - 1
        state.s.last_player = INVALID
        state.s.last_action = NO_ACTION
        if self.point_order == "descending":
            _offer(&state.s, self.cards - 1)
        return state

    def reduced(self) -> Game:
        cards = 3 if self.num_players == 2 else 2
        return Goofspiel(players=self.num_players, cards=cards, point_order=self.point_order)

    def utility_bounds(self, objective=None):
        cdef int code = self.objective_code(objective), most = self.cards * (self.cards + 1) // 2
        if code == WIN:
            return 0.0, 1.0
        return (0.0 if code == POINTS else -float(most)), float(most)


cdef class GoofspielState(State):
    cdef int c_current_player(self) except ERROR nogil:
        if self.s.prize:
            return SIMULTANEOUS
        return CHANCE if self.s.deck else TERMINAL

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef int n = 0, card, hand = self.s.hand[player] if self.s.prize else 0
        for card in range(MAX_CARDS):
            if hand >> card & 1:
                actions[n] = card
                n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef int seat
        for seat in range(MAX_SEATS):
            self.s.last_bid[seat] = NO_ACTION
            self.s.last_gain[seat] = 0
        self.s.last_player = CHANCE
        self.s.last_action = action
        _offer(&self.s, action)
        return 0

    cdef int c_apply_joint(self, const int* actions) except ERROR nogil:
        cdef GoofspielC* s = &self.s
        cdef int seat, best = -1, winner = NO_ACTION, n = self.game.num_players
        # 1. The bids; a shared highest bid leaves no winner.
        s.last_player = SIMULTANEOUS
        s.last_action = NO_ACTION
        for seat in range(n):
            s.hand[seat] &= ~(1 << actions[seat])
            s.last_bid[seat] = actions[seat]
            s.last_gain[seat] = 0
            if actions[seat] > best:
                best = actions[seat]
                winner = seat
            elif actions[seat] == best:
                winner = NO_ACTION
        # 2. The prize.
        if winner != NO_ACTION:
            s.last_gain[winner] = s.prize
            s.score[winner] += s.prize
        s.prize = 0
        s.rounds += 1
        # 3. The next one, where its order is fixed: prizes not yet shown are the deck's lowest.
        if s.deck and (<Goofspiel>self.game).max_chance_outcomes == 0:
            _offer(s, (<Goofspiel>self.game).cards - 1 - s.rounds)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef int n = 0, card
        for card in range(MAX_CARDS):
            if self.s.deck >> card & 1:
                outcomes[n] = card
                weights[n] = 1
                n += 1
        total[0] = n
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        # Shown prizes are as many as finished rounds; drop the lowest bits before the one drawn.
        cdef int skip = <int>rng_below(rng, (<Goofspiel>self.game).cards - self.s.rounds), deck = self.s.deck, card = 0
        while skip:
            deck &= deck - 1
            skip -= 1
        while not deck >> card & 1:
            card += 1
        return card

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef int seat, best, leaders = 0, n = self.game.num_players
        best = max(self.s.score[0], self.s.score[1], self.s.score[2])
        for seat in range(n):
            leaders += self.s.score[seat] == best
        for seat in range(n):
            if objective == WIN:
                values[seat] = 1.0 / leaders if self.s.score[seat] == best else 0.0
            elif objective == POINTS:
                values[seat] = self.s.score[seat]
            else:
                values[seat] = self.s.score[seat] - _best_other(self.s.score, seat, n)
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef int seat, n = self.game.num_players
        for seat in range(n):
            values[seat] = self.s.last_gain[seat]
            if objective == MARGIN:
                values[seat] -= _best_other(self.s.last_gain, seat, n)
        return 0

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<GoofspielState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(GoofspielC)

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        # Hands, deck and prize decide what is still to be won: 36 bits. Where returns are not sums of rewards, the
        # scores above the lowest come on top: 6 bits each, for no score exceeds 36.
        cdef GoofspielC* s = &self.s
        cdef int seat, lowest = s.score[0], n = self.game.num_players
        key.low = <uint64_t>s.deck | <uint64_t>s.prize << 8
        for seat in range(n):
            key.low |= <uint64_t>s.hand[seat] << (12 + 8 * seat)
            lowest = min(lowest, s.score[seat])
        key.high = 0
        if objective == WIN or (objective == MARGIN and n > 2):
            for seat in range(n):
                key.high |= <uint64_t>(s.score[seat] - lowest) << (6 * seat)
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.rounds if kind == ROUND else 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef int seat
        token[0] = 0
        if self.s.last_player == CHANCE:
            token[0] = 1 + self.s.last_action
        elif self.s.last_player == SIMULTANEOUS:
            for seat in range(self.game.num_players):
                token[0] |= <uint64_t>(1 + self.s.last_bid[seat]) << (4 + 4 * seat)
        return 0

    def observation(self, player):
        if self.s.last_player == INVALID:
            return None
        if self.s.last_player == CHANCE:
            return ("prize", self.s.last_action)
        return ("bids", tuple(self.s.last_bid[seat] for seat in range(self.game.num_players)))

    def observe(self, player, observation):
        if not isinstance(observation, tuple) or len(observation) != 2 or observation[0] not in ("prize", "bids"):
            raise IllegalActionError(f"observation {observation!r}, allowed: ('prize', outcome) or ('bids', actions)")
        if observation[0] == "prize":
            self.apply(observation[1])
        else:
            self.apply_joint(list(observation[1]))

    def action_to_string(self, player, action):
        return f"prize {action + 1}" if player == CHANCE else f"bid {action + 1}"

    def __str__(self):
        hands = "; ".join(
            f"seat {seat}: {self.s.score[seat]} points, holds {_cards(self.s.hand[seat])}"
            for seat in range(self.game.num_players)
        )
        return f"{hands}; prize {self.s.prize or 'none'}, to come {_cards(self.s.deck)}"


cdef inline void _offer(GoofspielC* s, int card) noexcept nogil:
    s.prize = card + 1
    s.deck &= ~(1 << card)


cdef inline int _best_other(const int32_t* points, int seat, int num_players) noexcept nogil:
    cdef int other, best = -1
    for other in range(num_players):
        if other != seat and points[other] > best:
            best = points[other]
    return best


def _cards(mask):
    return " ".join(str(card + 1) for card in range(MAX_CARDS) if mask >> card & 1) or "none"
