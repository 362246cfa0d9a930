"""Lost Explorers' rules on the plain struct; docs/rules/lost_explorers.md has them in words.

A turn is a menu of single steps: first perhaps `retrieve`, then equipping and exploring in any mix (phase 1), then completing
missions (phase 2), then `end turn`. A token is turned up as a mission in a chance step of its own; so is nothing else in play.
Numbers of actions and outcomes are in actions.pxd.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    SEATS = 4
    COLOURS = 4
    MAX_PLACES = 24
    NUM_MAIN = 64
    NUM_TOKENS = 80  # start tokens follow the main ones
    MARKABLE = 4
    LEFT = 0
    RIGHT = 1

cdef enum:
    # phase
    CLOSE = 0
    DEAL = 1
    CHOOSE = 2
    SHOW = 3
    MENU = 4
    TURN_UP = 5
    BONUS = 6
    OVER = 7

cdef enum:
    # stage of the turn
    START = 0
    PHASE_1 = 1
    PHASE_2 = 2

cdef enum:
    # ending, in the order of ENDINGS
    BY_CLUES = 1
    ROWS_EMPTY = 2
    STALL = 3
    CAP = 4

cdef enum:
    # last_event
    E_NONE = 0
    E_CLOSE = 1
    E_DEAL = 2
    E_CHOOSE = 3
    E_SHOW = 4
    E_RETRIEVE = 5
    E_EQUIP = 6
    E_EXPLORE = 7
    E_COMPLETE = 8
    E_BONUS = 9
    E_END_TURN = 10

cdef enum:
    NOBODY = -1
    NONE = -1


cdef struct ExplorersC:
    # Everything up to last_event is part of c_key.
    uint64_t[2] row  # colours, two bits a token, the front lowest
    uint64_t shown  # main tokens whose mission side has been seen
    uint64_t[SEATS] missions  # a bit a main token
    uint64_t[SEATS] finished
    uint32_t[SEATS] placed  # a bit a location
    uint32_t closed
    uint16_t start_shown  # the same for the start tokens
    uint16_t[SEATS] start_missions
    uint16_t[SEATS] start_finished
    int8_t[SEATS][COLOURS] vehicles
    int8_t[SEATS][2] leader
    int8_t[2] row_size
    int8_t[COLOURS] discard
    int8_t[COLOURS] undealt
    int8_t phase
    int8_t turn
    int8_t stage
    int8_t used  # members used to equip in this turn
    int8_t sides  # bit a side equipped from in this turn
    int8_t colour  # of the token being shown
    int8_t token  # the finished mission that awaits its bonus
    int8_t idle  # turns in a row without an action, where the game can stall
    int8_t ending
    int8_t padding
    int16_t clock  # turns finished; without a cap on them not more than the number of players
    # How play came here: part of no key.
    int8_t last_event
    int8_t last_seat
    int8_t last_colour
    int8_t last_ejected
    int8_t last_clues  # clues gained
    int32_t last_action
    int32_t turns


cdef struct RulesC:
    int num_players
    int num_places
    int num_main  # in play
    int max_turns  # 0: no cap
    int stall_turns  # 0: no stall
    int members
    int vehicles
    int num_closed
    bint equip_only
    bint after_round
    bint optional_bonus
    bint discards_first
    uint32_t everywhere
    uint32_t[MARKABLE] markable
    int fixed_closed  # the only outcome of closing, or NONE
    uint32_t[MAX_PLACES] needs  # four counts, a byte a colour
    uint32_t[NUM_TOKENS] places  # of each token
    int8_t[NUM_TOKENS] colour
    uint64_t[COLOURS] main  # tokens in play by colour
    uint16_t[COLOURS] start
    int8_t[COLOURS] start_vehicles
    int8_t[COLOURS] dealt  # main tokens in play by colour, as counts
    int8_t[COLOURS] track
    int8_t[2] first_turn
    # The constants of components.py.
    int last_space
    int member_space
    int clues_to_win
    int8_t[MARKABLE] clue_spaces
    int[MAX_PLACES + 1][5] choose  # binomial coefficients


cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t) noexcept nogil


# -- what follows from the struct ---------------------------------------------------------------------------------------------

cdef inline uint32_t open_places(const RulesC* rules, const ExplorersC* s) noexcept nogil:
    return rules.everywhere & ~s.closed


cdef inline int track_clues(const RulesC* rules, int space) noexcept nogil:
    """Clues of a leader who stands there."""
    cdef int i, clues = 0
    for i in range(MARKABLE):
        clues += space >= rules.clue_spaces[i]
    return clues


cdef inline int clues_of(const RulesC* rules, const ExplorersC* s, int seat) noexcept nogil:
    return track_clues(rules, s.leader[seat][LEFT]) + track_clues(rules, s.leader[seat][RIGHT])


cdef inline int members_of(const RulesC* rules, const ExplorersC* s, int seat) noexcept nogil:
    """Members of a seat, wherever they are; both leaders far enough bring one more."""
    return rules.members + (s.leader[seat][LEFT] >= rules.member_space and s.leader[seat][RIGHT] >= rules.member_space)


cdef inline int free_members(const RulesC* rules, const ExplorersC* s, int seat) noexcept nogil:
    """Members that the seat to move may still use in phase 1, its first turn's limit left aside."""
    return members_of(rules, s, seat) - popcount(s.placed[seat]) - s.used


cdef inline int first_turn_left(const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """Members that the limit of the first turn leaves the seat to move; many where there is none."""
    if s.clock >= rules.num_players or s.turn > 1:
        return SEATS
    return rules.first_turn[s.turn] - s.used - (0 if rules.equip_only else popcount(s.placed[s.turn]))


cdef inline int row_colour(const ExplorersC* s, int side, int index) noexcept nogil:
    return s.row[side] >> (2 * index) & 3


cdef inline uint32_t packed(const int8_t* counts) noexcept nogil:
    """Four counts as one word, a byte each."""
    cdef uint32_t word
    memcpy(&word, counts, sizeof(word))
    return word


cdef inline bint covers(uint32_t held, uint32_t needed) noexcept nogil:
    """Whether every byte of `held` is at least that of `needed`; both below 128."""
    return ((held | 0x80808080U) - needed & 0x80808080U) == 0x80808080U


cdef inline uint32_t wanted_places(const RulesC* rules, const ExplorersC* s, int seat) noexcept nogil:
    """Open locations that the seat's missions name and where it has no member."""
    cdef uint64_t left = s.missions[seat]
    cdef uint32_t places = 0
    while left:
        places |= rules.places[lowest_bit(left)]
        left &= left - 1
    left = s.start_missions[seat]
    while left:
        places |= rules.places[NUM_MAIN + lowest_bit(left)]
        left &= left - 1
    return places & open_places(rules, s) & ~s.placed[seat]


cdef inline bint is_complete(const RulesC* rules, const ExplorersC* s, int seat, int token) noexcept nogil:
    """Whether the seat's members stand on all open locations of the mission, of which there is one."""
    cdef uint32_t places = rules.places[token] & open_places(rules, s)
    return places != 0 and (places & ~s.placed[seat]) == 0


cdef inline uint64_t unseen(const RulesC* rules, const ExplorersC* s, int colour) noexcept nogil:
    """Main tokens of a colour, a bit each, that may be turned up."""
    return rules.main[colour] & ~s.shown


cdef inline uint16_t unseen_start(const RulesC* rules, const ExplorersC* s, int colour) noexcept nogil:
    return rules.start[colour] & ~s.start_shown


# -- tokens -------------------------------------------------------------------------------------------------------------------

cdef inline void gain_mission(ExplorersC* s, int seat, int token) noexcept nogil:
    if token < NUM_MAIN:
        s.missions[seat] |= <uint64_t>1 << token
        s.shown |= <uint64_t>1 << token
    else:
        s.start_missions[seat] |= <uint16_t>(1 << (token - NUM_MAIN))
        s.start_shown |= <uint16_t>(1 << (token - NUM_MAIN))


cdef inline void finish_mission(ExplorersC* s, int seat, int token) noexcept nogil:
    if token < NUM_MAIN:
        s.missions[seat] &= ~(<uint64_t>1 << token)
        s.finished[seat] |= <uint64_t>1 << token
    else:
        s.start_missions[seat] &= <uint16_t>~(1 << (token - NUM_MAIN))
        s.start_finished[seat] |= <uint16_t>(1 << (token - NUM_MAIN))


cdef inline int take_from_row(ExplorersC* s, int side, int index) noexcept nogil:
    """Take a token; the row closes up. Returns its colour."""
    cdef uint64_t row = s.row[side], below = (<uint64_t>1 << (2 * index)) - 1
    cdef int colour = row >> (2 * index) & 3
    s.row[side] = (row & below) | (row >> 2 & ~below)
    s.row_size[side] -= 1
    return colour


# -- set-up -------------------------------------------------------------------------------------------------------------------

cdef inline void close_places(const RulesC* rules, ExplorersC* s, int marks) noexcept nogil:
    cdef int i
    for i in range(MARKABLE):
        if marks >> i & 1:
            s.closed |= rules.markable[i]
    s.phase = DEAL


cdef inline void deal(const RulesC* rules, ExplorersC* s, int colour) noexcept nogil:
    """Lay the next token of the rows: the left one from the front, then the right one."""
    cdef int side = s.row_size[LEFT] >= (rules.num_main + 1) // 2
    s.row[side] |= <uint64_t>colour << (2 * s.row_size[side])
    s.row_size[side] += 1
    s.undealt[colour] -= 1
    if s.row_size[LEFT] + s.row_size[RIGHT] == rules.num_main:
        s.phase = CHOOSE


cdef inline void show_start(const RulesC* rules, ExplorersC* s, int token) noexcept nogil:
    s.vehicles[s.turn][s.colour] -= 1
    gain_mission(s, s.turn, token)
    s.colour = NONE
    s.turn += 1
    s.phase = CHOOSE
    if s.turn == rules.num_players:
        s.turn = 0
        s.phase = MENU


# -- the turn -----------------------------------------------------------------------------------------------------------------

cdef inline void act(ExplorersC* s) noexcept nogil:
    """A first action of phase 1 has been taken."""
    s.stage = PHASE_1
    s.idle = 0


cdef inline void equip(ExplorersC* s, int side, int k, bint as_mission) noexcept nogil:
    cdef int colour = take_from_row(s, side, k - 1)
    act(s)
    s.used += k
    s.sides |= <int8_t>(1 << side)
    s.last_colour = colour
    if as_mission:
        s.colour = colour
        s.phase = TURN_UP
    else:
        s.vehicles[s.turn][colour] += 1


cdef inline void explore(const RulesC* rules, ExplorersC* s, int place, int colour) noexcept nogil:
    """Send a member to a location; another player's member there goes home with the vehicle that is given up."""
    cdef uint32_t bit = <uint32_t>1 << place
    cdef int seat
    act(s)
    s.vehicles[s.turn][colour] -= 1
    for seat in range(rules.num_players):
        if s.placed[seat] & bit:
            s.placed[seat] ^= bit
            s.vehicles[seat][colour] += 1
            s.last_ejected = seat
    if s.last_ejected == NOBODY:
        s.discard[colour] += 1
    s.placed[s.turn] |= bit


cdef inline void complete(const RulesC* rules, ExplorersC* s, int token, int place) noexcept nogil:
    """Take a member back, move the leader, give clues, then the bonus, then discard the mission."""
    cdef int seat = s.turn, colour = rules.colour[token], track = rules.track[rules.colour[token]]
    cdef int clues = clues_of(rules, s, seat), i, kinds = 0, found = NONE
    cdef bint behind = s.leader[seat][track] <= s.leader[seat][1 - track]
    s.placed[seat] &= ~(<uint32_t>1 << place)
    s.leader[seat][track] = min(rules.last_space, s.leader[seat][track] + popcount(rules.places[token] & open_places(rules, s)))
    finish_mission(s, seat, token)
    # Nothing of phase 1 matters any more.
    s.stage = PHASE_2
    s.idle = 0
    s.used = 0
    s.sides = 0
    s.last_clues = clues_of(rules, s, seat) - clues
    if clues + s.last_clues >= rules.clues_to_win:
        s.discard[colour] += 1
        s.ending = BY_CLUES
        s.phase = OVER
        return
    if rules.discards_first:
        s.discard[colour] += 1
    if behind:
        for i in range(COLOURS):
            if s.discard[i]:
                kinds += 1
                found = i
        if kinds > 1 or (kinds and rules.optional_bonus):
            s.token = token
            s.phase = BONUS
            return
        if kinds:
            s.discard[found] -= 1
            s.vehicles[seat][found] += 1
    if not rules.discards_first:
        s.discard[colour] += 1


cdef inline void take_bonus(const RulesC* rules, ExplorersC* s, int colour) noexcept nogil:
    if colour != NONE:
        s.discard[colour] -= 1
        s.vehicles[s.turn][colour] += 1
    if not rules.discards_first:
        s.discard[rules.colour[s.token]] += 1
    s.last_colour = colour
    s.token = NONE
    s.phase = MENU


cdef inline void end_turn(const RulesC* rules, ExplorersC* s) noexcept nogil:
    cdef bint last = s.turn == rules.num_players - 1
    s.idle = s.idle + 1 if s.stage == START and rules.stall_turns else 0
    s.stage = START
    s.used = 0
    s.sides = 0
    s.turns += 1
    s.turn = 0 if last else s.turn + 1
    if rules.max_turns or s.clock < rules.num_players:
        s.clock += 1
    if s.row_size[LEFT] + s.row_size[RIGHT] == 0 and (last or not rules.after_round):
        s.ending = ROWS_EMPTY
    elif rules.stall_turns and s.idle >= rules.stall_turns:
        s.ending = STALL
    elif rules.max_turns and s.turns >= rules.max_turns:
        s.ending = CAP
    if s.ending:
        s.phase = OVER
