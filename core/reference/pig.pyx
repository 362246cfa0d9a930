"""Pig: on your turn roll a die as often as you like. A 1 ends the turn and what it gathered is lost; otherwise the
number is added to the turn total, and holding banks that total. First to the target wins.

Options: players 2–8 (default 2), target 1–1000 (default 100).
Actions: 0 roll, 1 hold; both are always legal. Outcomes: 0–5, the die shows one more.
Hidden information: none.
The turn total is kept at no more than what is missing to the target: beyond that it cannot matter, and the number of
states becomes finite. Source of values: Neller and Presser, Optimal Play of the Dice Game Pig (2004).
"""

from libc.stdint cimport int64_t, uint64_t

from orienteer.core.rng cimport Rng, rng_below
from orienteer.core.state cimport CHANCE, ERROR, INVALID, TERMINAL, TURN, WIN, Game, Key, State

from orienteer.core.options import no_others, whole_number

cdef enum:
    ROLL = 0
    HOLD = 1
    FACES = 6

_ACTION_NAMES = ("roll", "hold")


cdef class Pig(Game):
    """Pig with `players` seats to `target` points."""

    def __init__(self, **options):
        no_others("pig", options, ("players", "target"))
        self.name = "pig"
        self.num_players = whole_number("players", options.get("players", 2), 2, 8)
        self.target = whole_number("target", options.get("target", 100), 1, 1000)
        self.options = {"players": self.num_players, "target": self.target}
        self.objectives = ("win", "points")
        self.segments = ("turn",)
        self.num_distinct_actions = 2
        self.max_chance_outcomes = FACES
        self.max_game_length = None
        self.has_hidden_information = False

    def new_initial_state(self) -> State:
        cdef PigState state = PigState.__new__(PigState)
        state.game = self
        state.s.last_player = INVALID
        return state

    def reduced(self) -> Game:
        return Pig(players=2, target=4)

    def utility_bounds(self, objective=None):
        return (0.0, 1.0) if self.objective_code(objective) == WIN else (0.0, float(self.target))


cdef class PigState(State):
    cdef int c_current_player(self) except ERROR nogil:
        if self.s.rolling:
            return CHANCE
        # Only the player who moved last can have reached the target, and he is still named by s.player then.
        if self.s.score[self.s.player] >= (<Pig>self.game).target:
            return TERMINAL
        return self.s.player

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        if self.c_current_player() != player:
            return 0
        actions[0] = ROLL
        actions[1] = HOLD
        return 2

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef PigC* s = &self.s
        cdef int missing
        s.last_player = CHANCE if s.rolling else s.player
        s.last_action = action
        s.last_gain = 0
        # 1. The die.
        if s.rolling:
            s.rolling = 0
            if action == 0:
                _end_turn(s, self.game.num_players)
            else:
                missing = (<Pig>self.game).target - s.score[s.player]
                s.turn_total = min(s.turn_total + action + 1, missing)
        # 2. The choice.
        elif action == ROLL:
            s.rolling = 1
        else:
            s.last_gain = s.turn_total
            s.score[s.player] += s.turn_total
            if s.score[s.player] < (<Pig>self.game).target:
                _end_turn(s, self.game.num_players)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef int face
        for face in range(FACES):
            outcomes[face] = face
            weights[face] = 1
        total[0] = FACES
        return FACES

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        return <int>rng_below(rng, FACES)

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef int seat, best = 0, leaders = 0
        for seat in range(self.game.num_players):
            values[seat] = self.s.score[seat]
            if self.s.score[seat] > best:
                best = self.s.score[seat]
                leaders = 0
            leaders += self.s.score[seat] == best
        if objective == WIN:
            for seat in range(self.game.num_players):
                values[seat] = 1.0 / leaders if self.s.score[seat] == best else 0.0
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef int seat
        for seat in range(self.game.num_players):
            values[seat] = self.s.last_gain if seat == self.s.last_player else 0
        return 0

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<PigState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(PigC)

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        # Scores, turn total, mover and whether the die is in the air decide all that follows: 11 bits each at most.
        cdef PigC* s = &self.s
        cdef int seat
        key.low = <uint64_t>s.turn_total | (<uint64_t>s.player << 11) | (<uint64_t>s.rolling << 14)
        key.high = 0
        for seat in range(min(self.game.num_players, 4)):
            key.low |= <uint64_t>s.score[seat] << (15 + 11 * seat)
        for seat in range(4, self.game.num_players):
            key.high |= <uint64_t>s.score[seat] << (11 * (seat - 4))
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.turns if kind == TURN else 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        token[0] = 0 if self.s.last_player == INVALID else 1 + 8 * (self.s.last_player - CHANCE) + self.s.last_action
        return 0

    def observation(self, player):
        if self.s.last_player == INVALID:
            return None
        return (self.s.last_player, self.s.last_action)

    def observe(self, player, observation):
        self.apply(observation[1])

    def action_to_string(self, player, action):
        return str(action + 1) if player == CHANCE else _ACTION_NAMES[action]

    def __str__(self):
        scores = ", ".join(str(self.s.score[seat]) for seat in range(self.game.num_players))
        return f"scores {scores}; seat {self.s.player} has {self.s.turn_total} this turn" + (", die in the air" if self.s.rolling else "")


cdef inline void _end_turn(PigC* s, int num_players) noexcept nogil:
    s.turn_total = 0
    s.turns += 1
    s.player = s.player + 1 if s.player + 1 < num_players else 0
