"""Celestia for 2–6 players: a journey by airship through nine cities of rising treasures, with one player as captain.

A leg rolls dice, the passengers choose in turn to stay or to leave with a treasure, players may play cards in windows, and
the captain covers the hazards shown with equipment from his hand and flies on, or the ship crashes and those aboard get
nothing. The captaincy passes on with every leg. See rules.pxd for the steps.

Options: see components.py and docs/rules/celestia.md.
Actions: 0 stay, 1 leave, 2 fly, 3 crash, 4 pass, 5 gust, 6 detour, 7 telescope, 8 jetpack, 9 hook, 10+k eject seat k,
16 reroll no die, 17+i reroll the dice of class i.
Outcomes: 0+ a card, 10+ a class of dice, 135+ a treasure (city row · 4 + worth index), 171 settle, 172 the journey's end, 173 the next
seat is asked.
A class of dice is a multiset of one to four faces.
Hidden information: others' hands, the worth of others' treasures, what is left in the deck and the cities, and in windows
who is asked: a state masked for a seat that is not shows a WAIT phase and no turn. A WAIT phase lies before every question,
so that an event and a question are never noticed at once.
"""

from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from itertools import combinations_with_replacement
from math import factorial

from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, BLANK, CRASH, DEAL, DETOUR, DETOUR_CARD, DRAW, E_ASK, E_CHOOSE, E_CRASH, E_DEAL, E_DRAW, E_EJECT, E_FLY, E_HOOK,
    E_OVER, E_PASS, E_PLAY, E_REROLL, E_ROLL, E_SETTLE, E_TELESCOPE, E_TREASURE, EJECT, EJECTION, FLY, GUST, HOOK,
    HOOK_CARD, JETPACK, JETPACK_CARD, JOURNEY_END, LEAVE, LONE, NOBODY, NOTHING, NUM_CARDS, NUM_CITIES, NUM_FACES,
    NUM_HAZARDS, NUM_WORTHS, OVER, PASS, PASSENGER, PLAY_DETOUR, PLAY_GUST, PLAY_HOOK, PLAY_JETPACK, PLAY_TELESCOPE,
    REROLL, REROLL_DICE, REROLL_NOTHING, ROLL, SETTLE, STAY, TELESCOPE_WORTH, TREASURE, TURBO, WAIT_HOOK, WAIT_POST,
    WAIT_PRE, WINDOW_A, WINDOW_B, CelestiaC, RulesC, ask, call_crash, choose_dice, deal_card, draw_card, draw_treasure,
    ejectable, end_game, end_journey, fly, is_hidden_phase, leg_dice, lone_choice, lowest_telescope, may_get_off, must_end, pass_on,
    passenger_choice, play_detour, play_ejection, play_gust, play_hook, play_jetpack, play_telescope, reroll, roll, settle,
    shortfall, stage_of, start_journey, wait,
)
from orienteer.core.rng cimport Rng, mix64, rng_below
from orienteer.core.state cimport (
    CHANCE, ERROR, INVALID, JOURNEY, MARGIN, MAX_PLAYERS, POINTS, ROUND, TERMINAL, UNKNOWN, WIN, Game, Key, State,
    hash_bytes, list_outcome,
)

from orienteer.core.celestia.components import (
    CARDS, FACE_WEIGHTS, FACES, MAX_DICE, TELESCOPE_POINTS, city_rows, deck_counts, hand_size, reduced, validated,
)
from orienteer.core.errors import OrienteerError

cdef enum:
    NUM_CLASSES = 125
    CARD_OUTCOME = 0
    DICE_OUTCOME = 10
    TREASURE_OUTCOME = 135
    SETTLE_OUTCOME = 171
    END_OUTCOME = 172
    ASK_OUTCOME = 173
    NUM_OUTCOMES = 174
    NUM_ACTIONS = 142

cdef int8_t[NUM_CLASSES][NUM_FACES] CLASS_FACES
cdef int64_t[NUM_CLASSES] CLASS_WEIGHTS  # ordered rolls that show these faces
cdef int[3125] CLASS_AT  # class by its faces in base 5
cdef int[6] FIRST_CLASS  # by number of dice
cdef int[6] ROLLS  # 6 to the number of dice
_CLASS_NAMES = []

_ACTION_NAMES = ("stay", "leave", "fly", "crash", "pass", "gust", "detour", "telescope", "jetpack", "hook")
# The most plies of a leg: passengers, and loops of passes around every card that can be played in them.
_MAX_LEG = 2500


def _list_classes():
    index = 0
    for dice in range(1, MAX_DICE + 1):
        FIRST_CLASS[dice] = index
        ROLLS[dice] = 6**dice
        for faces in combinations_with_replacement(range(NUM_FACES), dice):
            weight = factorial(dice)
            for face in range(NUM_FACES):
                count = faces.count(face)
                CLASS_FACES[index][face] = count
                weight = weight // factorial(count) * FACE_WEIGHTS[face] ** count
            CLASS_WEIGHTS[index] = weight
            CLASS_AT[_code(CLASS_FACES[index])] = index
            _CLASS_NAMES.append("-".join(FACES[face] for face in faces))
            index += 1
    FIRST_CLASS[MAX_DICE + 1] = index
    assert index == NUM_CLASSES


cdef inline int _code(const int8_t* faces) noexcept nogil:
    return faces[0] + 5 * (faces[1] + 5 * (faces[2] + 5 * (faces[3] + 5 * faces[4])))


_list_classes()


cdef const signed char* faces_of(int dice_class) noexcept nogil:
    return CLASS_FACES[dice_class]


cdef int class_of(const signed char* faces) noexcept nogil:
    return CLASS_AT[_code(faces)]


# -- the game ---------------------------------------------------------------------------------------------------------------

cdef class Celestia(Game):
    """Celestia under fixed options. Raises OptionError, naming the option, for a value that the rules do not know."""

    def __init__(self, **given):
        cdef int city, kind
        options = validated(given)
        rows = city_rows(options)
        deck = deck_counts(options)
        self.name = "celestia"
        self.options = options
        self.num_players = options["players"]
        self.objectives = ("win", "points", "margin")
        self.segments = ("round", "journey")
        self.has_hidden_information = True
        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = NUM_OUTCOMES
        journeys = options["max_journeys"]
        self.max_game_length = None if journeys is None else sum(deck) + journeys * (len(rows) * _MAX_LEG + 20)
        self.rules.num_players = self.num_players
        self.rules.num_cities = len(rows)
        self.rules.target = options["target"]
        self.rules.hand_size = hand_size(options)
        self.rules.max_journeys = journeys or 0
        self.rules.first_captain = options["first_captain"]
        self.rules.hooks = options["grappling_hook"]
        self.rules.by_current_city = options["dice_by"] == "current_city"
        self.rules.next_aboard = options["after_journey_captain"] == "next_aboard"
        self.rules.leave_for_nothing = options["empty_city"] == "leave_for_nothing"
        self.rules.at_once = options["reannounce"] == "at_once"
        self.rules.self_ejection = options["self_ejection"]
        self.rules.everyone = (1 << self.num_players) - 1
        for card, copies in enumerate(deck):
            self.rules.deck[card] = copies
            self.rules.deck_size += copies
        names = []
        for city, (value, dice, worths, telescopes) in enumerate(rows):
            self.rules.dice[city] = dice
            for kind, (worth, copies) in enumerate((*worths, *[(0, 0)] * (TELESCOPE_WORTH - len(worths)),
                                                    (TELESCOPE_POINTS, telescopes))):
                self.rules.made[city][kind] = copies
                self.rules.num_made[city] += copies
                self.rules.worth[city][kind] = worth
                self.rules.num_worths[city] += copies > 0
                names.append(f"city-{value}:{'telescope' if kind == TELESCOPE_WORTH else worth}")
        names += [""] * (SETTLE_OUTCOME - TREASURE_OUTCOME - len(names))
        self.city_values = tuple(row[0] for row in rows)
        self.outcome_names = (*CARDS, *_CLASS_NAMES, *names, "settle", "journey-end", "ask")

    def new_initial_state(self) -> State:
        cdef CelestiaState state = self.blank_state()
        cdef CelestiaC* s = &state.s
        cdef int city
        memset(s, 0, sizeof(CelestiaC))
        s.viewer = UNKNOWN
        s.captain = s.start = self.rules.first_captain
        s.aboard = self.rules.everyone
        memcpy(s.deck, self.rules.deck, sizeof(s.deck))
        s.deck_size = self.rules.deck_size
        memcpy(s.stock, self.rules.made, sizeof(s.stock))
        for city in range(NUM_CITIES):
            s.left[city] = self.rules.num_made[city]
        s.turn = NOBODY
        s.phase = DEAL
        if self.rules.hand_size == 0:
            start_journey(&self.rules, s)
        return state

    cdef State blank_state(self):
        cdef CelestiaState state = CelestiaState.__new__(CelestiaState)
        state.game = self
        return state

    def reduced(self) -> Game:
        return Celestia(**reduced(self.options))

    def utility_bounds(self, objective=None):
        code = self.objective_code(objective)
        most = sum(worth * copies for _, _, worths, _ in city_rows(self.options) for worth, copies in worths)
        most += TELESCOPE_POINTS * sum(row[3] for row in city_rows(self.options))
        return (0.0, 1.0) if code == WIN else (0.0, float(most)) if code == POINTS else (-float(most), float(most))

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """What the viewer may hold true; see orienteer.core.celestia.belief. `assumptions`: {"turbos": …}."""
        from orienteer.core.celestia.belief import CelestiaBelief

        return CelestiaBelief(mask, viewer, evidence, assumptions)

    def state_from(self, fields: dict) -> State:
        """The state that `CelestiaState.fields` describes. Raises OrienteerError where it breaks a rule."""
        return plain.state_from(self, fields)


# -- the state --------------------------------------------------------------------------------------------------------------

cdef class CelestiaState(State):
    cdef int c_current_player(self) except ERROR nogil:
        cdef int phase = self.s.phase
        if phase == OVER:
            return TERMINAL
        if phase >= WAIT_PRE:
            return CHANCE if self.s.viewer == UNKNOWN else INVALID
        if (phase == DEAL or phase == ROLL or phase == TREASURE or phase == REROLL or phase == SETTLE or
                phase == JOURNEY_END or phase == DRAW):
            return CHANCE
        return self.s.turn

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int n = 0, missing, phase = s.phase
        if s.turn != player or phase >= OVER:
            return 0
        if phase == PASSENGER:
            actions[0] = STAY
            actions[1] = LEAVE
            return 1 + may_get_off(rules, s)
        if phase == LONE:
            actions[0] = LEAVE
            actions[1] = FLY
            return 2
        if phase == ANNOUNCEMENT:
            missing = shortfall(s, player)
            if missing <= s.hand[player][TURBO]:
                actions[0] = FLY
                n = 1
            if missing > 0:
                actions[n] = CRASH
                n += 1
            return n
        if phase == DETOUR:
            return _list_rerolls(s, actions)
        actions[0] = PASS
        if phase == JETPACK or phase == HOOK:
            actions[1] = PLAY_JETPACK if phase == JETPACK else PLAY_HOOK
            return 2
        return _list_plays(rules, s, player, actions)

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int phase = s.phase
        cdef int8_t[NUM_HAZARDS] turbos
        memset(&s.last_event, 0, sizeof(CelestiaC) - (<char*>&s.last_event - <char*>s))
        # 1. Chance.
        if phase == DEAL:
            deal_card(rules, s, action - CARD_OUTCOME)
        elif phase == ROLL:
            roll(rules, s, CLASS_FACES[action - DICE_OUTCOME])
        elif phase == REROLL:
            reroll(rules, s, CLASS_FACES[action - DICE_OUTCOME])
        elif phase == TREASURE:
            draw_treasure(rules, s, (action - TREASURE_OUTCOME) % NUM_WORTHS)
        elif phase == DRAW:
            draw_card(rules, s, action - CARD_OUTCOME)
        elif phase == SETTLE:
            settle(rules, s)
            s.last_event = E_SETTLE
        elif phase >= WAIT_PRE:
            s.last_event = E_ASK
            ask(rules, s)
        elif phase == JOURNEY_END and must_end(rules, s):
            end_game(s)
        elif phase == JOURNEY_END:
            end_journey(rules, s)
        # 2. The captain, passengers.
        elif phase == LONE:
            lone_choice(rules, s, action == LEAVE)
        elif phase == PASSENGER:
            passenger_choice(rules, s, action == LEAVE)
        elif phase == DETOUR:
            choose_dice(rules, s, &NO_FACES[0] if action == REROLL_NOTHING else &CLASS_FACES[action - REROLL_DICE][0])
        elif action == FLY:
            _needed_turbos(s, turbos)
            fly(rules, s, turbos)
        elif action == CRASH:
            call_crash(rules, s)
        # 3. Windows and loops.
        else:
            _play(rules, s, s.turn, action)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int phase = s.phase, i, n = 0, dice
        total[0] = 0
        if phase == ROLL or phase == REROLL:
            dice = leg_dice(rules, s) if phase == ROLL else s.to_roll
            for i in range(FIRST_CLASS[dice], FIRST_CLASS[dice + 1]):
                outcomes[n] = DICE_OUTCOME + i
                weights[n] = CLASS_WEIGHTS[i]
                n += 1
            total[0] = ROLLS[dice]
        elif phase == TREASURE:
            if s.stock[s.city][TELESCOPE_WORTH] == UNKNOWN:
                return _hidden("treasures left in the city")
            for i in range(NUM_WORTHS):
                n += list_outcome(outcomes + n, weights + n, total, TREASURE_OUTCOME + NUM_WORTHS * s.city + i,
                                   s.stock[s.city][i])
        elif phase == DEAL or phase == DRAW:
            if s.deck_size and s.deck[0] == UNKNOWN:
                return _hidden("deck")
            for i in range(NUM_CARDS):
                n += list_outcome(outcomes + n, weights + n, total, CARD_OUTCOME + i,
                                   s.deck[i] if s.deck_size else s.discard[i])
        else:
            n = list_outcome(outcomes, weights, total, _only_outcome(phase), 1)
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int phase = s.phase, i, die, code = 0, ticket
        cdef const int8_t* cards
        if phase == ROLL or phase == REROLL:
            for i in range(leg_dice(rules, s) if phase == ROLL else s.to_roll):
                die = rng_below(rng, 6)
                code += PLACE[min(die, BLANK)]
            return DICE_OUTCOME + CLASS_AT[code]
        if phase == TREASURE:
            if s.stock[s.city][TELESCOPE_WORTH] == UNKNOWN:
                return _hidden("treasures left in the city")
            ticket = rng_below(rng, s.left[s.city])
            for i in range(NUM_WORTHS):
                ticket -= s.stock[s.city][i]
                if ticket < 0:
                    return TREASURE_OUTCOME + NUM_WORTHS * s.city + i
        if phase != DEAL and phase != DRAW:
            return _only_outcome(phase)
        cards = &s.deck[0] if s.deck_size else &s.discard[0]
        if cards[0] == UNKNOWN:
            return _hidden("deck")
        die = s.deck_size
        if die == 0:
            for i in range(NUM_CARDS):
                die += cards[i]
        ticket = rng_below(rng, die)
        for i in range(NUM_CARDS):
            ticket -= cards[i]
            if ticket < 0:
                return CARD_OUTCOME + i
        return _hidden("cards")

    # -- results --------------------------------------------------------------------------------------------------------

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef int seat, n = self.game.num_players, total
        cdef int best = -1, second = -1, winners = 0
        for seat in range(n):
            total = self.s.totals[seat]
            values[seat] = total
            if total > best:
                second = best
                best = total
                winners = 1
            elif total == best:
                second = best
                winners += 1
            elif total > second:
                second = total
        if objective == POINTS:
            return 0
        for seat in range(n):
            total = self.s.totals[seat]
            if objective == WIN:
                values[seat] = 1.0 / winners if total == best else 0.0
            else:
                values[seat] = total - (second if total == best else best)
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int seat
        for seat in range(self.game.num_players):
            values[seat] = 0
        if s.last_event == E_TREASURE:
            values[s.last_seat] = rules.worth[s.last_a][s.last_b]
        elif s.last_event == E_HOOK:
            values[s.last_seat] = -rules.worth[s.last_a][s.last_b]
        elif s.last_event == E_TELESCOPE:
            values[s.last_seat] = -rules.worth[s.last_a][TELESCOPE_WORTH]
        if objective == MARGIN and self.game.num_players == 2:
            values[0] = values[0] - values[1]
            values[1] = -values[0]
        return 0

    # -- copies and keys --------------------------------------------------------------------------------------------------

    cdef int c_copy_from(self, State other) except ERROR nogil:
        memcpy(&self.s, &(<CelestiaState>other).s, sizeof(CelestiaC))
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(CelestiaC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        hash_bytes(&self.s, <char*>&self.s.last_event - <char*>&self.s, key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        # How many legs have been flown does not matter.
        hash_bytes(&self.s, <char*>&self.s.legs - <char*>&self.s, key)
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.legs if kind == ROUND else self.s.journeys if kind == JOURNEY else 0

    cdef int c_is_settled(self, int player, int objective, int kind) except ERROR nogil:
        # Who is off the ship, and cannot come back by a hook, gets nothing more in this journey.
        cdef CelestiaC* s = &self.s
        if objective != POINTS or kind < 0 or s.aboard >> player & 1 or s.pending == player:
            return 0
        return not ((<Celestia>self.game).rules.hooks and s.drew_now >> player & 1)

    # -- what players notice ------------------------------------------------------------------------------------------------

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef const RulesC* rules = &(<Celestia>self.game).rules
        cdef CelestiaC* s = &self.s
        cdef int event = s.last_event, i
        cdef bint own = s.last_seat == player
        cdef uint64_t word, more = 0
        cdef Key key
        token[0] = 0
        if event == NOTHING or (event == E_PASS and not own):
            return 0
        word = <uint64_t>event | <uint64_t><unsigned char>s.last_seat << 8
        if event == E_ASK:
            # Only who is asked notices.
            if not is_hidden_phase(s.phase) or s.turn != player:
                return 0
            word |= <uint64_t>s.phase << 16
        elif event == E_TREASURE or event == E_HOOK:
            word |= <uint64_t>s.last_a << 16
            if own or rules.num_worths[s.last_a] == 1:
                word |= <uint64_t>(s.last_b + 1) << 24
        elif event == E_DRAW:
            if own:
                word |= <uint64_t>(s.last_a + 1) << 16
            hash_bytes(s.last_deck, sizeof(s.last_deck), &key)
            more = key.low
        elif event == E_DEAL:
            if own:
                hash_bytes(s.hand[player], sizeof(s.hand[player]), &key)
                more = key.low
        elif event == E_OVER:
            hash_bytes(s.totals, sizeof(s.totals), &key)
            more = key.low
        elif event == E_ROLL or event == E_REROLL or event == E_CHOOSE or event == E_FLY or event == E_CRASH:
            for i in range(NUM_FACES):
                more |= <uint64_t>s.last_faces[i] << 4 * i
            if event == E_FLY:
                for i in range(NUM_HAZARDS):
                    more |= <uint64_t>s.last_turbos[i] << (32 + 4 * i)
        elif event == E_PLAY or event == E_EJECT or event == E_TELESCOPE:
            word |= <uint64_t>(s.last_a + 1) << 16
        token[0] = mix64(mix64(word) + more * <uint64_t>0x9E3779B97F4A7C15)
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        mask_for(&(<Celestia>self.game).rules, &self.s, player)
        return 0

    def observation(self, player):
        """What the seat noticed of the last transition, as words; see docs/rules/celestia.md."""
        return observations.observation(self, self._seat(player))

    def observe(self, player, observation):
        observations.observe(self, self._seat(player), observation)

    # -- text and plain values --------------------------------------------------------------------------------------------

    def action_to_string(self, player, action):
        if player == CHANCE:
            return (<Celestia>self.game).outcome_names[action]
        if action < EJECT:
            return _ACTION_NAMES[action]
        if action < REROLL_NOTHING:
            return f"eject-{action - EJECT}"
        return "reroll-none" if action == REROLL_NOTHING else f"reroll-{_CLASS_NAMES[action - REROLL_DICE]}"

    def fields(self) -> dict:
        """The state as plain values, None where it is unknown; see orienteer.core.celestia.plain."""
        return plain.fields(self)

    def __str__(self):
        return plain.text(self)

    def check(self):
        plain.check(self)


# -- legal actions and plays --------------------------------------------------------------------------------------------------

cdef int8_t[NUM_FACES] NO_FACES
cdef int[NUM_FACES] PLACE
memset(NO_FACES, 0, sizeof(NO_FACES))
PLACE[:] = [1, 5, 25, 125, 625]


cdef int _list_rerolls(const CelestiaC* s, int* actions) noexcept nogil:
    """Every choice of the dice that lie, equal faces counted once."""
    cdef int i, face, n = 1
    actions[0] = REROLL_NOTHING
    for i in range(NUM_CLASSES):
        for face in range(NUM_FACES):
            if CLASS_FACES[i][face] > s.dice[face]:
                break
        else:
            actions[n] = REROLL_DICE + i
            n += 1
    return n


cdef int _list_plays(const RulesC* rules, const CelestiaC* s, int player, int* actions) noexcept nogil:
    """Windows A and B; `actions` begins with PASS."""
    cdef int n = 1, seat
    cdef unsigned int targets
    cdef bint is_aboard = s.aboard >> player & 1
    if s.hand[player][GUST] and s.dice[BLANK]:
        actions[n] = PLAY_GUST
        n += 1
    if not is_aboard:
        return n
    if s.hand[player][DETOUR_CARD]:
        actions[n] = PLAY_DETOUR
        n += 1
    if s.phase == WINDOW_B:
        if lowest_telescope(rules, s, player) >= 0:
            actions[n] = PLAY_TELESCOPE
            n += 1
    elif s.hand[player][EJECTION]:
        targets = ejectable(rules, s, player)
        for seat in range(rules.num_players):
            if targets >> seat & 1:
                actions[n] = EJECT + seat
                n += 1
    return n


cdef void _play(const RulesC* rules, CelestiaC* s, int player, int action) noexcept nogil:
    if action == PASS:
        pass_on(rules, s)
    elif action == PLAY_GUST:
        play_gust(rules, s, player)
    elif action == PLAY_DETOUR:
        play_detour(rules, s, player)
    elif action == PLAY_TELESCOPE:
        play_telescope(rules, s, player, lowest_telescope(rules, s, player))
    elif action == PLAY_JETPACK:
        play_jetpack(rules, s, player)
    elif action == PLAY_HOOK:
        play_hook(rules, s, player)
    else:
        play_ejection(rules, s, player, action - EJECT)


cdef void _needed_turbos(const CelestiaC* s, int8_t* turbos) noexcept nogil:
    """The shortfall by hazard: equipment is always used first."""
    cdef int hazard
    for hazard in range(NUM_HAZARDS):
        turbos[hazard] = max(0, s.dice[hazard] - s.hand[s.captain][hazard])


cdef inline int _only_outcome(int phase) noexcept nogil:
    return SETTLE_OUTCOME if phase == SETTLE else END_OUTCOME if phase == JOURNEY_END else ASK_OUTCOME


cdef int _hidden(const char* what) except ERROR nogil:
    with gil:
        raise OrienteerError(f"celestia: the {what.decode()} is hidden in a masked state")


# -- hidden information -------------------------------------------------------------------------------------------------------

cdef void mask_for(const RulesC* rules, CelestiaC* s, int viewer) noexcept nogil:
    cdef int seat, city, kind, phase = s.phase
    cdef bint known
    s.viewer = viewer
    memset(&s.last_event, 0, sizeof(CelestiaC) - (<char*>&s.last_event - <char*>s))
    # 1. Who is asked in a window.
    if phase >= WAIT_PRE or phase == SETTLE or (phase == JOURNEY_END and s.called) or (
            is_hidden_phase(phase) and s.turn != viewer):
        wait(s, phase if phase >= WAIT_PRE else stage_of(s))
    # 2. Hands and the deck; of an unfinished deal nothing is seen.
    if phase == DEAL:
        s.deck_size += s.hand_size[s.pending]
        s.hand_size[s.pending] = 0
        memset(s.hand[s.pending], 0, sizeof(s.hand[s.pending]))
    for seat in range(rules.num_players):
        if seat != viewer:
            memset(s.hand[seat], UNKNOWN if s.hand_size[seat] else 0, sizeof(s.hand[seat]))
    memset(s.deck, UNKNOWN if s.deck_size else 0, sizeof(s.deck))
    # 3. Treasures.
    for city in range(rules.num_cities):
        known = True
        for seat in range(rules.num_players):
            if seat == viewer:
                continue
            if s.backs[seat][city] and rules.num_worths[city] > 1:
                known = False
                memset(s.held[seat][city], UNKNOWN, sizeof(s.held[seat][city]))
            else:
                for kind in range(NUM_WORTHS):
                    s.held[seat][city][kind] = s.backs[seat][city] if rules.made[city][kind] else 0
        for kind in range(NUM_WORTHS):
            if known:
                s.stock[city][kind] = rules.made[city][kind]
                for seat in range(rules.num_players):
                    s.stock[city][kind] -= s.held[seat][city][kind]
                if kind == TELESCOPE_WORTH:
                    s.stock[city][kind] -= s.telescope_used[city]
            else:
                s.stock[city][kind] = UNKNOWN if s.left[city] else 0
    for seat in range(rules.num_players):
        if seat != viewer and s.drew_now >> seat & 1:
            if rules.num_worths[s.from_city] > 1:
                s.leg_worth[seat] = UNKNOWN
            else:
                s.leg_worth[seat] = only_worth(rules, s.from_city)
        if s.phase != OVER:
            s.totals[seat] = total_of(rules, s, seat)


cdef int only_worth(const RulesC* rules, int city) noexcept nogil:
    """The kind of treasure of a city that has one kind."""
    cdef int kind = 0
    while rules.made[city][kind] == 0:
        kind += 1
    return kind


cdef int total_of(const RulesC* rules, const CelestiaC* s, int seat) noexcept nogil:
    """A seat's points, UNKNOWN where a treasure is."""
    cdef int city, kind, total = 0
    for city in range(rules.num_cities):
        if s.held[seat][city][TELESCOPE_WORTH] == UNKNOWN:
            return UNKNOWN
        for kind in range(NUM_WORTHS):
            total += rules.worth[city][kind] * s.held[seat][city][kind]
    return total


# At the end: these modules need the classes above.
from orienteer.core.celestia import observations, plain
