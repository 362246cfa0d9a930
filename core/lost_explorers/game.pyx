"""Lost Explorers for 2–4 players: vehicles take members to the places that missions name; four clues win.

A turn is a menu of single steps: perhaps retrieve, then equip and explore, then complete missions, then the end of the turn.

Options: see components.py and docs/rules/lost_explorers.md; locations and tokens come from a data file (data.py).
Actions and outcomes: their numbers are in actions.pxd.
Hidden information: none. A token's other side is unknown to all: as a mission it is drawn when it is turned up.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from orienteer.core.lost_explorers.actions cimport (
    CHOOSE_ACTION, DEAL_OUTCOME, NUM_OUTCOMES, TOKEN_OUTCOME, apply_decision, apply_outcome, list_bonus, list_menu, num_actions,
)
from orienteer.core.lost_explorers.rules cimport (
    BONUS, CHOOSE, CLOSE, COLOURS, DEAL, E_NONE, LEFT, MARKABLE, MENU, NOBODY, NONE, NUM_MAIN, OVER, RIGHT,
    SEATS, SHOW, TURN_UP, ExplorersC, RulesC, clues_of, lowest_bit, popcount, row_colour, unseen, unseen_start,
)
from orienteer.core.rng cimport Rng, mix64, rng_below
from orienteer.core.state cimport (
    CHANCE, ERROR, MARGIN, POINTS, ROUND, TERMINAL, TURN, WIN, Game, Key, State, hash_bytes, list_outcome,
)

from math import comb

from orienteer.core.lost_explorers import components
from orienteer.core.lost_explorers.components import (
    CLOSED_BY_PLAYERS, CLUE_SPACES, COLOURS as COLOUR_NAMES, FIRST_TURN_MEMBERS, RIGHT_COLOURS, reduced, tokens_in_play, validated,
)

# The most transitions of a turn: retrieve, an equip and a mission shown by side, four explorations, four completions with their
# bonuses, the end.
_MAX_TURN = 18


# -- the game ---------------------------------------------------------------------------------------------------------------

cdef class LostExplorers(Game):
    """Lost Explorers under fixed options. Raises OptionError, naming the option, for a value that the rules do not know."""

    def __init__(self, **given):
        cdef RulesC* rules = &self.rules
        cdef int colour, number, place, size
        options, self.tables = validated(given)
        self.name = "lost_explorers"
        self.options = options
        self.num_players = options["players"]
        self.objectives = ("win", "points", "margin")
        self.segments = ("turn", "round")
        self.has_hidden_information = False
        rules.num_players = self.num_players
        rules.num_places = len(self.tables.locations)
        rules.max_turns = options["max_turns"] or 0
        rules.stall_turns = options["stall_rounds"] * self.num_players
        rules.members = options["members"]
        rules.vehicles = options["vehicles"]
        rules.equip_only = options["first_turn_limit"] == "equip_only"
        rules.after_round = options["rows_empty"] == "after_round"
        rules.optional_bonus = options["bonus"] == "optional"
        rules.discards_first = options["mission_discard"] == "before_bonus"
        rules.last_space = components.LAST_SPACE
        rules.member_space = components.MEMBER_SPACE
        rules.clues_to_win = components.CLUES_TO_WIN
        for number, space in enumerate(CLUE_SPACES):
            rules.clue_spaces[number] = space
        for number, members in enumerate(FIRST_TURN_MEMBERS):
            rules.first_turn[number] = members
        for number in range(rules.num_places + 1):
            for size in range(5):
                rules.choose[number][size] = comb(number, size)
        self._read_places(options)
        for colour in range(COLOURS):
            rules.track[colour] = RIGHT if COLOUR_NAMES[colour] in RIGHT_COLOURS else LEFT
        for number in tokens_in_play(options, self.tables):
            colour = self.tables.tokens[number].colour
            if number < NUM_MAIN:
                rules.main[colour] |= <uint64_t>1 << number
                rules.dealt[colour] += 1
                rules.num_main += 1
            else:
                rules.start[colour] |= 1 << (number - NUM_MAIN)
                rules.start_vehicles[colour] = 1
        self.num_distinct_actions = num_actions(rules)
        self.max_chance_outcomes = NUM_OUTCOMES
        self.max_game_length = None
        if rules.max_turns:
            self.max_game_length = 1 + rules.num_main + 2 * self.num_players + rules.max_turns * _MAX_TURN

    def _read_places(self, options):
        cdef RulesC* rules = &self.rules
        cdef int number, place, colour, mark = 0
        rules.everywhere = (<uint32_t>1 << rules.num_places) - 1
        rules.num_closed = CLOSED_BY_PLAYERS[self.num_players]
        rules.fixed_closed = NONE if options["closed"] is None else 0
        for place, location in enumerate(self.tables.locations):
            for colour in range(COLOURS):
                rules.needs[place] |= <uint32_t>location.needs[colour] << (8 * colour)
            if location.markable:
                rules.markable[mark] = <uint32_t>1 << place
                if options["closed"] is not None and location.id in options["closed"]:
                    rules.fixed_closed |= 1 << mark
                mark += 1
        for number, token in enumerate(self.tables.tokens):
            rules.colour[number] = token.colour
            for place in token.locations:
                rules.places[number] |= <uint32_t>1 << place

    def new_initial_state(self) -> State:
        cdef LostExplorersState state = self.blank_state()
        cdef ExplorersC* s = &state.s
        cdef int seat, colour
        memset(s, 0, sizeof(ExplorersC))
        s.colour = NONE
        s.token = NONE
        s.last_ejected = NOBODY
        memcpy(s.undealt, self.rules.dealt, sizeof(s.undealt))
        for seat in range(self.num_players):
            for colour in range(COLOURS):
                s.vehicles[seat][colour] = self.rules.start_vehicles[colour] + self.rules.vehicles
        return state

    cdef State blank_state(self):
        cdef LostExplorersState state = LostExplorersState.__new__(LostExplorersState)
        state.game = self
        return state

    def reduced(self) -> Game:
        return LostExplorers(**reduced(self.options))

    def utility_bounds(self, objective=None):
        code = self.objective_code(objective)
        if code == WIN:
            return 0.0, 1.0
        most = float(components.MOST_CLUES)
        return (0.0 if code == POINTS else -most), most

    def state_from(self, fields: dict) -> State:
        """The state that `LostExplorersState.fields` describes. Raises OrienteerError where it breaks a rule."""
        return plain.state_from(self, fields)


# -- the state --------------------------------------------------------------------------------------------------------------

cdef class LostExplorersState(State):
    cdef int c_current_player(self) except ERROR nogil:
        cdef int phase = self.s.phase
        if phase == MENU or phase == CHOOSE or phase == BONUS:
            return self.s.turn
        return TERMINAL if phase == OVER else CHANCE

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC* s = &self.s
        cdef int colour, n = 0
        if s.turn != player:
            return 0
        if s.phase == MENU:
            return list_menu(rules, s, actions)
        if s.phase == BONUS:
            return list_bonus(rules, s, actions)
        if s.phase == CHOOSE:
            for colour in range(COLOURS):
                if rules.start_vehicles[colour]:
                    actions[n] = CHOOSE_ACTION + colour
                    n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC* s = &self.s
        cdef int phase = s.phase
        s.last_seat = s.turn
        s.last_colour = NONE
        s.last_ejected = NOBODY
        s.last_clues = 0
        s.last_action = action
        if phase == MENU or phase == CHOOSE or phase == BONUS:
            apply_decision(rules, s, action)
        else:
            apply_outcome(rules, s, action)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC* s = &self.s
        cdef int i, n = 0
        cdef uint64_t pool
        total[0] = 0
        if s.phase == CLOSE:
            for i in range(1 << MARKABLE):
                n += list_outcome(outcomes + n, weights + n, total, i, may_close(rules, i))
        elif s.phase == DEAL:
            for i in range(COLOURS):
                n += list_outcome(outcomes + n, weights + n, total, DEAL_OUTCOME + i, s.undealt[i])
        else:
            pool = unseen(rules, s, s.colour) if s.phase == TURN_UP else unseen_start(rules, s, s.colour)
            while pool:
                i = lowest_bit(pool) + (0 if s.phase == TURN_UP else NUM_MAIN)
                pool &= pool - 1
                n += list_outcome(outcomes + n, weights + n, total, TOKEN_OUTCOME + i, 1)
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC* s = &self.s
        cdef int ticket, i
        cdef uint64_t pool
        if s.phase == CLOSE:
            return State.c_sample_chance(self, rng)
        if s.phase == DEAL:
            ticket = <int>rng_below(rng, rules.num_main - s.row_size[LEFT] - s.row_size[RIGHT])
            for i in range(COLOURS):
                ticket -= s.undealt[i]
                if ticket < 0:
                    return DEAL_OUTCOME + i
        pool = unseen(rules, s, s.colour) if s.phase == TURN_UP else unseen_start(rules, s, s.colour)
        for ticket in range(<int>rng_below(rng, popcount(pool))):
            pool &= pool - 1
        return TOKEN_OUTCOME + lowest_bit(pool) + (0 if s.phase == TURN_UP else NUM_MAIN)

    # -- results --------------------------------------------------------------------------------------------------------

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC* s = &self.s
        cdef int seat, other, n = rules.num_players
        cdef double[SEATS] clues = [0, 0, 0, 0]
        cdef double best
        if objective == WIN:
            _share_win(rules, s, values)
            return 0
        for seat in range(n):
            clues[seat] = clues_of(rules, s, seat)
        for seat in range(n):
            values[seat] = clues[seat]
            if objective == MARGIN:
                best = clues[0 if seat else 1]
                for other in range(n):
                    if other != seat:
                        best = max(best, clues[other])
                values[seat] -= best
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef int seat
        for seat in range(self.game.num_players):
            values[seat] = self.s.last_clues if seat == self.s.last_seat else 0
        if objective == MARGIN and self.game.num_players == 2:
            values[0] -= values[1]
            values[1] = 0 - values[0]  # no -0.0
        return 0

    # -- copies and keys --------------------------------------------------------------------------------------------------

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<LostExplorersState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(ExplorersC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        hash_bytes(&self.s, <char*>&self.s.last_event - <char*>&self.s, key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        # Who finished what stands on the tracks; a pool matters while tokens of its colour lie in the rows or are to be dealt.
        cdef const RulesC* rules = &(<LostExplorers>self.game).rules
        cdef ExplorersC kept = self.s
        cdef int colour, side, i
        cdef int[COLOURS] coming
        memset(kept.finished, 0, sizeof(kept.finished))
        memset(kept.start_finished, 0, sizeof(kept.start_finished))
        for colour in range(COLOURS):
            coming[colour] = kept.undealt[colour] + (kept.phase == TURN_UP and kept.colour == colour)
        for side in range(2):
            for i in range(kept.row_size[side]):
                coming[row_colour(&kept, side, i)] += 1
        for colour in range(COLOURS):
            if coming[colour] == 0:
                kept.shown &= ~rules.main[colour]
        if kept.phase > SHOW:
            kept.start_shown = 0
        hash_bytes(&kept, <char*>&kept.last_event - <char*>&kept, key)
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.turns if kind == TURN else self.s.turns // self.game.num_players if kind == ROUND else 0

    # -- observation: everything is public as soon as it happens -------------------------------------------------------------

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef ExplorersC* s = &self.s
        cdef uint64_t word = <uint64_t>s.last_action | <uint64_t>s.last_seat << 32 | <uint64_t>s.last_event << 40
        word |= <uint64_t>(s.last_colour + 1) << 44 | <uint64_t>(s.last_ejected + 1) << 48
        token[0] = 0 if s.last_event == E_NONE else mix64(word)
        return 0

    def observation(self, player):
        """What everybody noticed of the last transition, as words; see docs/rules/lost_explorers.md."""
        return words.observation(self)

    def observe(self, player, observation):
        """Advance by an observation as `observation` gives it. Raises IllegalActionError for what cannot happen here."""
        words.observe(self, observation)

    # -- text and plain values --------------------------------------------------------------------------------------------

    def action_to_string(self, player, action):
        return words.outcome_name(self.game, action) if player == CHANCE else words.action_name(self.game, action)

    def fields(self) -> dict:
        """The state as plain values; see orienteer.core.lost_explorers.plain."""
        return plain.fields(self)

    def __str__(self):
        return plain.text(self)

    def check(self):
        plain.check(self)


# -- helpers ----------------------------------------------------------------------------------------------------------------

cdef inline bint may_close(const RulesC* rules, int marks) noexcept nogil:
    """Whether these of the markable locations may be closed: any so many, or those that the options name."""
    return marks == rules.fixed_closed if rules.fixed_closed != NONE else popcount(marks) == rules.num_closed


cdef void _share_win(const RulesC* rules, const ExplorersC* s, double* values) noexcept nogil:
    """Four clues; else the rear leader, then the other one, then fewer vehicles; still tied: shared."""
    cdef int seat, colour, held, winners = 0
    cdef int[SEATS] rank
    cdef int best = -1
    for seat in range(rules.num_players):
        held = 0
        for colour in range(COLOURS):
            held += s.vehicles[seat][colour]
        rank[seat] = min(s.leader[seat][LEFT], s.leader[seat][RIGHT]) << 20 | max(s.leader[seat][LEFT], s.leader[seat][RIGHT]) << 12
        rank[seat] += (1 << 12) - 1 - held
        if clues_of(rules, s, seat) >= rules.clues_to_win:
            rank[seat] |= 1 << 30
        if rank[seat] > best:
            best = rank[seat]
            winners = 0
        winners += rank[seat] == best
    for seat in range(rules.num_players):
        values[seat] = 1.0 / winners if rank[seat] == best else 0.0


# At the end: these modules need the classes above.
from orienteer.core.lost_explorers import plain, words
