"""Random games of Lost Explorers with every fact that the rules guarantee checked after every transition.

The audit counts turns, steps and members by itself from the numbers of the actions, and shares no step with the game's rules.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from orienteer.core.lost_explorers.actions cimport END_TURN, EQUIP, EXPLORE, first_complete, first_retrieve
from orienteer.core.lost_explorers.game cimport LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.rules cimport (
    BONUS, BY_CLUES, CAP, COLOURS, LEFT, MENU, NONE, NUM_MAIN, NUM_TOKENS, OVER, PHASE_1, PHASE_2, RIGHT, ROWS_EMPTY, STALL, START,
    TURN_UP, ExplorersC, RulesC,
)
from orienteer.core.rng cimport RandomStream, Rng, rng_below
from orienteer.core.state cimport CHANCE, MAX_BRANCH, TERMINAL

from orienteer.core.errors import OrienteerError
from orienteer.core.lost_explorers import components

cdef enum:
    # Laws in the order of LAWS.
    LAWFUL = 0
    TOKENS_LAW = 1
    POOLS_LAW = 2
    MISSIONS_LAW = 3
    MEMBERS_LAW = 4
    LEADERS_LAW = 5
    STEPS_LAW = 6
    GIFTS_LAW = 7
    TURNS_LAW = 8
    ENDING_LAW = 9

LAWS = (
    "lawful",
    "tokens: those of a colour in rows, vehicles, missions and discard are not those that were made",
    "pools: more tokens of a colour lie in the rows than missions of it are unseen",
    "missions: one is held or finished twice, or those held and finished are not those shown",
    "members: a seat has more than it owns, two stand on a place, or one on a closed place",
    "leaders: one is not where the open places of its owner's finished missions take it",
    "steps: one came when the rules do not allow it, or what the turn has used is not what was used",
    "gifts: the token given for an exploration is not with who was sent home, or else in the discard",
    "turns: the seat to move, the turns finished or the idle turns are not those that were played",
    "ending: it is not the one of clues, rows, idle turns and turns finished",
)
ENDINGS = components.ENDINGS[1:]
EVENTS = ("retrievals", "equipments", "explorations", "ejections", "completions", "chains", "bonuses", "extra members")

cdef enum:
    # Events in the order of EVENTS.
    RETRIEVAL = 0
    EQUIPMENT = 1
    EXPLORATION = 2
    EJECTION = 3
    COMPLETION = 4
    CHAIN = 5  # a second completion in a turn, or a later one
    BONUS_TAKEN = 6
    EXTRA_MEMBER = 7
    NUM_EVENTS = 8

cdef int LAST_SPACE = components.LAST_SPACE
cdef int MEMBER_SPACE = components.MEMBER_SPACE
cdef int CLUES_TO_WIN = components.CLUES_TO_WIN
cdef int[4] CLUE_SPACES = components.CLUE_SPACES
cdef int[2] FIRST_TURN_MEMBERS = components.FIRST_TURN_MEMBERS

cdef struct BooksC:
    int turns
    int idle  # turns in a row that have ended without a step; 0 where games do not stall
    int used  # members used to equip in this turn
    int sides
    int explored  # members sent out in this turn
    bint acted  # a step has been taken in this turn
    bint completed
    bint ended  # the last step ended a turn


cdef extern from *:
    int bits "__builtin_popcountll"(uint64_t) noexcept nogil


# -- the books ----------------------------------------------------------------------------------------------------------------

cdef void _open(BooksC* books, const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """Take over what a state says of its turn; who has explored in a first turn stands on the map."""
    memset(books, 0, sizeof(BooksC))
    books.turns = s.turns
    books.idle = s.idle
    books.used = s.used
    books.sides = s.sides
    books.explored = bits(s.placed[s.turn]) if s.turns < rules.num_players else 0
    books.acted = s.stage != START
    books.completed = s.stage == PHASE_2


cdef int _book(BooksC* books, const RulesC* rules, const ExplorersC* s, int action) noexcept nogil:
    """Enter an action of the menu in state `s`. Returns the law that it breaks, LAWFUL for none."""
    cdef int number, limited = books.used + books.explored
    books.ended = action == END_TURN
    if action == END_TURN:
        books.turns += 1
        books.idle = 0 if books.acted or not rules.stall_turns else books.idle + 1
        books.used = books.sides = books.explored = 0
        books.acted = books.completed = False
        return LAWFUL
    if action >= first_retrieve(rules):
        if books.acted:
            return STEPS_LAW
    elif action >= first_complete(rules):
        books.completed = True
        books.used = books.sides = 0
    elif books.completed:
        return STEPS_LAW
    elif action >= EXPLORE:
        books.explored += 1
        limited += 1
    else:
        number = action - EQUIP
        if books.sides >> (number >> 3) & 1:
            return STEPS_LAW
        books.sides |= 1 << (number >> 3)
        books.used += 1 + (number >> 1 & 3)
        limited += 1 + (number >> 1 & 3)
    books.acted = True
    if books.turns < 2 and not books.completed:
        if (books.used if rules.equip_only else limited) > FIRST_TURN_MEMBERS[books.turns]:
            return STEPS_LAW
    return LAWFUL


# -- the laws -----------------------------------------------------------------------------------------------------------------

cdef int _clues(const ExplorersC* s, int seat) noexcept nogil:
    cdef int i, side, clues = 0
    for side in range(2):
        for i in range(4):
            clues += s.leader[seat][side] >= CLUE_SPACES[i]
    return clues


cdef int _members(const RulesC* rules, const ExplorersC* s, int seat) noexcept nogil:
    return rules.members + (min(s.leader[seat][LEFT], s.leader[seat][RIGHT]) >= MEMBER_SPACE)


cdef int _broken_law(const BooksC* books, const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """The first law that the state breaks, LAWFUL for none."""
    cdef int law = _tokens_law(rules, s)
    if law == LAWFUL:
        law = _seats_law(rules, s)
    if law != LAWFUL:
        return law
    if s.used != books.used or s.sides != books.sides:
        return STEPS_LAW
    if s.stage != (PHASE_2 if books.completed else PHASE_1 if books.acted else START):
        return STEPS_LAW
    if s.turns != books.turns or s.idle != (0 if books.acted else books.idle):
        return TURNS_LAW
    if s.phase >= MENU and s.turn != books.turns % rules.num_players:
        return TURNS_LAW
    if s.clock != (s.turns if rules.max_turns else min(s.turns, rules.num_players)):
        return TURNS_LAW
    return LAWFUL if s.ending == _ending(books, rules, s) and (s.phase == OVER) == (s.ending != 0) else ENDING_LAW


cdef int _tokens_law(const RulesC* rules, const ExplorersC* s) noexcept nogil:
    cdef int colour, seat, side, i, lying, held, number
    cdef uint64_t main, owned = 0
    cdef uint32_t start, start_owned = 0
    for seat in range(rules.num_players):
        for i in range(2):
            main = s.finished[seat] if i else s.missions[seat]
            start = s.start_finished[seat] if i else s.start_missions[seat]
            if main & owned or start & start_owned:
                return MISSIONS_LAW
            owned |= main
            start_owned |= start
    if owned != s.shown or start_owned != s.start_shown:
        return MISSIONS_LAW
    for colour in range(COLOURS):
        lying = s.undealt[colour] + (s.phase == TURN_UP and s.colour == colour)
        for side in range(2):
            for i in range(s.row_size[side]):
                lying += <int>(s.row[side] >> (2 * i) & 3) == colour
        if s.undealt[colour] < 0 or lying > bits(rules.main[colour] & ~s.shown):
            return POOLS_LAW
        held = lying + s.discard[colour]
        if s.discard[colour] < 0:
            return TOKENS_LAW
        if s.phase == BONUS and not rules.discards_first and rules.colour[s.token] == colour:
            held += 1
        for seat in range(rules.num_players):
            if s.vehicles[seat][colour] < 0:
                return TOKENS_LAW
            held += s.vehicles[seat][colour] + bits(s.missions[seat] & rules.main[colour])
            held += bits(s.start_missions[seat] & rules.start[colour])
        number = rules.dealt[colour] + rules.num_players * (rules.start_vehicles[colour] + rules.vehicles)
        if held != number:
            return TOKENS_LAW
    return LAWFUL


cdef int _seats_law(const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """Members and leaders."""
    cdef int seat, token, side
    cdef int[2] steps
    cdef uint32_t taken = s.closed
    for seat in range(rules.num_players):
        if s.placed[seat] & taken or bits(s.placed[seat]) + (s.used if seat == s.turn else 0) > _members(rules, s, seat):
            return MEMBERS_LAW
        taken |= s.placed[seat]
        steps[LEFT] = steps[RIGHT] = 0
        for token in range(NUM_TOKENS):
            if (s.finished[seat] >> token if token < NUM_MAIN else <uint64_t>s.start_finished[seat] >> (token - NUM_MAIN)) & 1:
                side = LEFT if rules.colour[token] >= 2 else RIGHT
                steps[side] += bits(rules.places[token] & ~s.closed)
        for side in range(2):
            if s.leader[seat][side] != min(LAST_SPACE, steps[side]):
                return LEADERS_LAW
    return LAWFUL


cdef int _ending(const BooksC* books, const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """The ending that is due."""
    cdef int seat
    for seat in range(rules.num_players):
        if _clues(s, seat) >= CLUES_TO_WIN:
            return BY_CLUES if seat == s.turn else NONE
    if not books.ended:
        return 0
    if s.row_size[LEFT] + s.row_size[RIGHT] == 0 and (books.turns % rules.num_players == 0 or not rules.after_round):
        return ROWS_EMPTY
    if rules.stall_turns and books.idle == rules.stall_turns:
        return STALL
    return CAP if rules.max_turns and books.turns == rules.max_turns else 0


cdef int _gifts_law(const RulesC* rules, const ExplorersC* before, const ExplorersC* s, int action) noexcept nogil:
    """An exploration: who pays and who gets the token."""
    cdef int seat, colour, given = (action - EXPLORE) & 3, gain, home = NONE
    cdef uint32_t place = <uint32_t>1 << ((action - EXPLORE) >> 2)
    for seat in range(rules.num_players):
        if before.placed[seat] & place:
            home = seat
        if s.placed[seat] != (before.placed[seat] | place if seat == before.turn else before.placed[seat] & ~place):
            return GIFTS_LAW
    for seat in range(rules.num_players):
        for colour in range(COLOURS):
            gain = ((seat == home) - (seat == before.turn)) * (colour == given)
            if s.vehicles[seat][colour] != before.vehicles[seat][colour] + gain:
                return GIFTS_LAW
    for colour in range(COLOURS):
        if s.discard[colour] != before.discard[colour] + (colour == given and home == NONE):
            return GIFTS_LAW
    return LAWFUL


cdef int _audit(BooksC* books, const RulesC* rules, const ExplorersC* before, int action, const ExplorersC* s) noexcept nogil:
    """Enter a transition. Returns the first law that is broken."""
    cdef int law = LAWFUL
    books.ended = False
    if before.phase == MENU:
        law = _book(books, rules, before, action)
        if law == LAWFUL and EXPLORE <= action < first_complete(rules):
            law = _gifts_law(rules, before, s, action)
    return law if law != LAWFUL else _broken_law(books, rules, s)


# -- games --------------------------------------------------------------------------------------------------------------------

cdef enum:
    # How a game is played; one in four idles.
    UNIFORM = 0
    IDLE = 1
    EAGER = 2
    NUM_MOODS = 4

cdef int _choose(const RulesC* rules, const ExplorersC* s, const int* actions, int number, int mood, Rng* rng) noexcept nogil:
    """An action: uniform, or mostly to end the turn, or to complete, explore and equip first in this order."""
    cdef int first, last, equips, explorations, completions, retrievals
    if s.phase != MENU or mood == UNIFORM:
        return actions[<int>rng_below(rng, number)]
    if mood == IDLE:
        return END_TURN if rng_below(rng, 4) else actions[<int>rng_below(rng, number)]
    equips = explorations = completions = retrievals = 0
    for first in range(1, number):
        if actions[first] >= first_retrieve(rules):
            retrievals += 1
        elif actions[first] >= first_complete(rules):
            completions += 1
        elif actions[first] >= EXPLORE:
            explorations += 1
        else:
            equips += 1
    first, last = 0, number
    if completions:
        first, last = number - retrievals - completions, number - retrievals
    elif explorations and rng_below(rng, 8):
        first, last = 1 + equips, 1 + equips + explorations
    elif equips and rng_below(rng, 8):
        first, last = 1, 1 + equips
    return actions[first + <int>rng_below(rng, last - first)]


cdef void _count_events(long* events, const RulesC* rules, const ExplorersC* before, int action,
                        const ExplorersC* s) noexcept nogil:
    cdef int seat, colour, taken = 0
    for colour in range(COLOURS):
        taken += s.vehicles[before.turn][colour] - before.vehicles[before.turn][colour]
    for seat in range(rules.num_players):
        if seat != before.turn and s.placed[seat] != before.placed[seat]:
            events[EJECTION] += 1
    if before.phase == BONUS:
        events[BONUS_TAKEN] += taken
    if before.phase != MENU or action == END_TURN:
        return
    if action >= first_retrieve(rules):
        events[RETRIEVAL] += 1
    elif action >= first_complete(rules):
        events[COMPLETION] += 1
        events[CHAIN] += 1 if before.stage == PHASE_2 else 0
        events[BONUS_TAKEN] += taken
        events[EXTRA_MEMBER] += _members(rules, s, before.turn) - _members(rules, before, before.turn)
    elif action >= EXPLORE:
        events[EXPLORATION] += 1
    else:
        events[EQUIPMENT] += 1


cdef class Audit:
    """Books opened on a state; `enter` follows a game step by step."""

    cdef BooksC books

    def __init__(self, LostExplorersState start):
        _open(&self.books, &(<LostExplorers>start.game).rules, &start.s)

    def enter(self, LostExplorersState before, int action, LostExplorersState after) -> None:
        """Book an action, or outcome, and check. Raises OrienteerError naming the law that is broken."""
        law = _audit(&self.books, &(<LostExplorers>before.game).rules, &before.s, action, &after.s)
        if law != LAWFUL:
            raise OrienteerError(LAWS[law])


def play_audited(LostExplorers game, long count, RandomStream stream) -> dict:
    """Play `count` random games and check every transition.

    Of four games one is played uniformly, one mostly ends its turns, and two complete wherever they can, else mostly explore,
    else mostly equip. Returns "games", "transitions", "endings" (number by kind) and "events" (number by kind). Raises
    OrienteerError naming the game (from 0) and the law that it breaks.
    """
    cdef LostExplorersState start = game.new_initial_state(), state = game.new_initial_state()
    cdef const RulesC* rules = &game.rules
    cdef BooksC books
    cdef ExplorersC before
    cdef Rng rng = stream.rng
    cdef int[MAX_BRANCH] actions
    cdef long[CAP + 1] endings
    cdef long[NUM_EVENTS] events
    cdef int player, action, law = LAWFUL
    cdef long number, transitions = 0
    memset(endings, 0, sizeof(endings))
    memset(events, 0, sizeof(events))
    with nogil:
        for number in range(count):
            state.c_copy_from(start)
            _open(&books, rules, &start.s)
            player = state.c_current_player()
            while player != TERMINAL:
                before = state.s
                if player == CHANCE:
                    action = state.c_sample_chance(&rng)
                else:
                    action = state.c_legal_actions(player, actions)
                    action = _choose(rules, &before, actions, action, number % NUM_MOODS, &rng)
                state.c_apply(action)
                transitions += 1
                law = _audit(&books, rules, &before, action, &state.s)
                if law != LAWFUL:
                    break
                _count_events(events, rules, &before, action, &state.s)
                player = state.c_current_player()
            if law != LAWFUL:
                break
            endings[state.s.ending] += 1
    stream.rng = rng
    if law != LAWFUL:
        raise OrienteerError(f"game {number}: {LAWS[law]}")
    return {
        "games": count,
        "transitions": transitions,
        "endings": {name: endings[kind] for kind, name in enumerate(ENDINGS, BY_CLUES)},
        "events": {name: events[kind] for kind, name in enumerate(EVENTS)},
    }
