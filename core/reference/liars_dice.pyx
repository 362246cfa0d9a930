"""Liar's dice: everybody rolls in secret, then players bid in turn, each bid higher than the last, until one calls "liar".

A bid says that at least so many dice of all show a face; a higher number beats any face, of equal numbers the higher face. Wild
dice count as every face. The caller loses when the bid holds, else the bidder does: the loser gets −1, the other of the two 1, the
rest 0.

Options: players 2 to 4 (2); dice each 1 to 3 (1); sides 2 to 6 (6); wild "highest" face (as OpenSpiel's game), "ones" or "none".
Actions: (number − 1) × sides + face − 1, the last one: liar. Outcomes: hands in ascending order of their dice, seat by seat.
Hidden information: the others' dice, until a call shows all.
Value to seat 0 with two players, one die of six sides each: −7/258 with the highest face wild, −7/327 with ones wild.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport CHANCE, ERROR, TERMINAL, UNKNOWN, Belief, Game, Key, State

from itertools import combinations_with_replacement, product
from math import factorial, prod

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, TooLargeError
from orienteer.core.options import no_others, one_of, whole_number

cdef enum:
    NOBODY = -1
    NO_BID = -1
    NO_ACTION_YET = -1

WILD = ("highest", "ones", "none")


cdef class LiarsDice(Game):
    """Liar's dice under fixed options. Raises OptionError, naming the option, for a value that the rules do not know."""

    def __init__(self, **given):
        cdef int roll, face
        no_others("liars_dice", given, ("players", "dice", "sides", "wild"))
        self.name = "liars_dice"
        self.options = {
            "players": whole_number("players", given.get("players", 2), 2, SEATS),
            "dice": whole_number("dice", given.get("dice", 1), 1, 3),
            "sides": whole_number("sides", given.get("sides", SIDES), 2, SIDES),
            "wild": one_of("wild", given.get("wild", "highest"), WILD),
        }
        self.num_players = self.rules.seats = self.options["players"]
        self.rules.dice = self.options["dice"]
        self.rules.sides = self.options["sides"]
        self.rules.wild = {"highest": self.rules.sides - 1, "ones": 0, "none": -1}[self.options["wild"]]
        self.hands = tuple([
            tuple([rolled.count(face) for face in range(self.rules.sides)])
            for rolled in combinations_with_replacement(range(self.rules.sides), self.rules.dice)
        ])
        self.rules.num_rolls = len(self.hands)
        for roll, counts in enumerate(self.hands):
            self.rules.weight[roll] = factorial(self.rules.dice) // prod([factorial(count) for count in counts])
            self.rules.total += self.rules.weight[roll]
            for face in range(self.rules.sides):
                self.rules.count[roll][face] = counts[face]
        self.rules.num_bids = self.rules.seats * self.rules.dice * self.rules.sides
        self.objectives = ("points",)
        self.segments = ()
        self.num_distinct_actions = self.rules.num_bids + 1
        self.max_chance_outcomes = self.rules.num_rolls
        self.max_game_length = self.rules.seats + self.rules.num_bids + 1
        self.has_hidden_information = True

    cdef State blank_state(self):
        cdef LiarsDiceState state = LiarsDiceState.__new__(LiarsDiceState)
        state.game = self
        return state

    def new_initial_state(self) -> State:
        cdef LiarsDiceState state = self.blank_state()
        memset(&state.s, 0, sizeof(LiarsDiceC))
        memset(state.s.roll, UNKNOWN, sizeof(state.s.roll))
        state.s.bidder = NOBODY
        state.s.bid = NO_BID
        state.s.last_seat = NOBODY
        state.s.last_action = NO_ACTION_YET
        return state

    def reduced(self) -> Game:
        """One die each with two or three sides."""
        return LiarsDice(players=min(self.rules.seats, 3), dice=1, sides=3 if self.rules.seats == 2 else 2, wild=self.options["wild"])

    def is_constant_sum(self, objective=None):
        self.objective_code(objective)
        return True

    def utility_bounds(self, objective=None):
        self.objective_code(objective)
        return -1.0, 1.0

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """All rolls of the others, by their odds: by rule no bid tells a die."""
        if assumptions:
            raise OptionError("assumptions", assumptions, "none")
        return LiarsDiceBelief(mask, viewer)


cdef class LiarsDiceState(State):
    cdef int c_current_player(self) except ERROR nogil:
        if self.s.rolled < (<LiarsDice>self.game).rules.seats:
            return CHANCE
        return TERMINAL if self.s.called else self.s.turn

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef int last = (<LiarsDice>self.game).rules.num_bids, action, n = 0
        if self.c_current_player() != player:
            return 0
        for action in range(self.s.bid + 1, last):
            actions[n] = action
            n += 1
        if self.s.bid != NO_BID:
            actions[n] = last
            n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef const RulesC* rules = &(<LiarsDice>self.game).rules
        cdef LiarsDiceC* s = &self.s
        if s.rolled < rules.seats:
            s.roll[s.rolled] = action
            s.rolled += 1
            return 0
        s.last_seat = s.turn
        s.last_action = action
        if action == rules.num_bids:
            s.called = 1
            return 0
        s.bid = action
        s.bidder = s.turn
        s.turn = (s.turn + 1) % rules.seats
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<LiarsDice>self.game).rules
        cdef int roll
        for roll in range(rules.num_rolls):
            outcomes[roll] = roll
            weights[roll] = rules.weight[roll]
        total[0] = rules.total
        return rules.num_rolls

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        # Points change hands at the end only.
        cdef const RulesC* rules = &(<LiarsDice>self.game).rules
        cdef LiarsDiceC* s = &self.s
        cdef int seat, winner
        for seat in range(rules.seats):
            values[seat] = 0
        if s.called:
            winner = s.bidder if bid_holds(rules, s) else s.turn
            values[s.bidder] = values[s.turn] = -1
            values[winner] = 1
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        return self.c_returns(objective, values)

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<LiarsDiceState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(LiarsDiceC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        cdef LiarsDiceC* s = &self.s
        cdef int seat
        key.low = (s.bid + 1) | s.turn << 8 | s.rolled << 12 | (s.bidder + 1) << 16 | s.called << 20
        key.high = 0
        for seat in range(SEATS):
            key.high |= <uint64_t>(s.roll[seat] + 1) << (8 * seat)
        return 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef LiarsDiceC* s = &self.s
        cdef int seat
        token[0] = 0
        if s.last_action != NO_ACTION_YET:
            # A call shows all dice.
            token[0] = 256 | s.last_seat << 4 | <uint64_t>s.last_action << 9
            for seat in range((<LiarsDice>self.game).rules.seats * s.called):
                token[0] |= <uint64_t>(s.roll[seat] + 1) << (24 + 8 * seat)
        elif s.rolled:
            seat = s.rolled - 1
            token[0] = 128 | seat << 4 | <uint64_t>(1 + s.roll[seat] if seat == player else 0) << 24
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        cdef int seat
        for seat in range(SEATS):
            if seat != player and not self.s.called:
                self.s.roll[seat] = UNKNOWN
        return 0

    def observation(self, player):
        cdef LiarsDice game = self.game
        cdef LiarsDiceC* s = &self.s
        if s.last_action != NO_ACTION_YET:
            shown = tuple([game.hands[s.roll[seat]] for seat in range(game.rules.seats)]) if s.called else None
            return ("action", s.last_seat, s.last_action, shown)
        if s.rolled:
            seat = s.rolled - 1
            return ("roll", seat, game.hands[s.roll[seat]] if seat == player else None)
        return None

    def observe(self, player, observation):
        cdef LiarsDiceState after = self.clone()
        try:
            kind, seat, what, *shown = observation
            if kind == "roll" and not shown and self.is_chance_node() and seat == self.s.rolled:
                after._roll(player, seat, what)
            elif kind == "action" and len(shown) == 1 and seat == self.current_player():
                after.apply(what)
                after._show(shown[0])
            else:
                raise ValueError("the wrong kind or seat")
        except (TypeError, ValueError) as error:
            raise IllegalActionError(f"observation {observation!r}: cannot follow '{self}': {error}") from error
        self.c_copy_from(after)

    def _roll(self, player, seat, counts):
        if (counts is None) == (seat == player):
            raise ValueError("a player sees his own dice and no others")
        if counts is not None:
            self.s.roll[seat] = (<LiarsDice>self.game).hands.index(tuple(counts))
        self.s.rolled += 1

    def _show(self, hands):
        cdef LiarsDice game = self.game
        if (hands is None) == bool(self.s.called):
            raise ValueError("dice are shown at a call, and only there")
        if hands is None:
            return
        rolls = [game.hands.index(tuple(counts)) for counts in hands]
        if len(rolls) != game.rules.seats:
            raise ValueError("a call shows the dice of all")
        for seat, roll in enumerate(rolls):
            if self.s.roll[seat] not in (UNKNOWN, roll):
                raise ValueError("the dice shown are not those held")
            self.s.roll[seat] = roll

    def action_to_string(self, player, action):
        cdef LiarsDice game = self.game
        if player == CHANCE:
            return _dice_text(game.hands[action])
        return "liar" if action == game.rules.num_bids else f"{action // game.rules.sides + 1}x{action % game.rules.sides + 1}"

    def __str__(self):
        cdef LiarsDice game = self.game
        dice = ["?" if self.s.roll[seat] == UNKNOWN else _dice_text(game.hands[self.s.roll[seat]]) for seat in range(self.s.rolled)]
        dice += ["not rolled"] * (game.rules.seats - self.s.rolled)
        bid = "none" if self.s.bid == NO_BID else f"{self.action_to_string(0, self.s.bid)} by seat {self.s.bidder}"
        return f"dice {', '.join(dice)}; bid {bid}; {'called by' if self.s.called else 'next:'} seat {self.s.turn}"

    def check(self):
        cdef LiarsDice game = self.game
        for seat in range(SEATS):
            if not UNKNOWN <= self.s.roll[seat] < game.rules.num_rolls or (self.s.roll[seat] >= 0 and seat >= self.s.rolled):
                raise OrienteerError(f"liars_dice: seat {seat} holds roll {self.s.roll[seat]} after {self.s.rolled} rolls")
        if not NO_BID <= self.s.bid < game.rules.num_bids:
            raise OrienteerError(f"liars_dice: bid {self.s.bid}")


cdef class LiarsDiceBelief(Belief):
    def __init__(self, LiarsDiceState mask not None, viewer):
        self.game = mask.game
        self.viewer = mask._seat(viewer)
        self.mask = mask.s

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        cdef const RulesC* rules = &(<LiarsDice>self.game).rules
        cdef LiarsDiceC* s = &(<LiarsDiceState>out).s
        cdef int seat, roll
        cdef int64_t ticket
        s[0] = self.mask
        for seat in range(s.rolled):
            if s.roll[seat] == UNKNOWN:
                ticket = rng_below(rng, <uint64_t>rules.total)
                roll = 0
                while ticket >= rules.weight[roll]:
                    ticket -= rules.weight[roll]
                    roll += 1
                s.roll[seat] = roll
        return 0

    def enumerate(self, limit=100_000):
        cdef LiarsDice game = self.game
        cdef LiarsDiceState world
        if self.size_estimate() > limit:
            raise TooLargeError(f"belief: {self.size_estimate()} states, limit {limit}; raise the limit")
        unseen = [seat for seat in range(self.mask.rolled) if self.mask.roll[seat] == UNKNOWN]
        worlds = []
        for rolls in product(range(game.rules.num_rolls), repeat=len(unseen)):
            world = game.new_initial_state()
            world.s = self.mask
            for seat, roll in zip(unseen, rolls):
                world.s.roll[seat] = roll
            worlds.append((world, prod([game.rules.weight[roll] for roll in rolls])))
        return worlds

    def size_estimate(self):
        cdef LiarsDice game = self.game
        return game.rules.num_rolls ** sum([self.mask.roll[seat] == UNKNOWN for seat in range(self.mask.rolled)])


cdef inline bint bid_holds(const RulesC* rules, const LiarsDiceC* s) noexcept nogil:
    cdef int number = s.bid // rules.sides + 1, face = s.bid % rules.sides, seat, found = 0
    for seat in range(rules.seats):
        found += rules.count[s.roll[seat]][face]
        if rules.wild >= 0 and rules.wild != face:
            found += rules.count[s.roll[seat]][rules.wild]
    return found >= number


def _dice_text(counts):
    return "-".join([str(face + 1) for face, count in enumerate(counts) for _ in range(count)])
