"""Celestia's rules on its struct: what every event does, and who is asked next.

Functions change the struct and nothing else; `RulesC` holds the options as they read them. They work on full states and on
masked ones: a masked state (`viewer` ≥ 0) has UNKNOWN where the viewer cannot know, and stops at a WAIT phase where it is
hidden who is asked. Steps are those of docs/rules/celestia.md. They are inline, so that playouts run without calls.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
from libc.string cimport memset

from orienteer.core.state cimport UNKNOWN

cdef enum:
    SEATS = 6
    NUM_CARDS = 10
    NUM_CITIES = 9
    NUM_WORTHS = 4  # three values and the telescope
    TELESCOPE_WORTH = 3
    NUM_FACES = 5
    BLANK = 4
    NUM_HAZARDS = 4
    NOBODY = -1  # in `turn` of a full state, in `pending`

cdef enum:
    TURBO = 4  # the cards before it are equipment: card i covers hazard i
    EJECTION = 5
    JETPACK_CARD = 6
    DETOUR_CARD = 7
    GUST = 8
    HOOK_CARD = 9

cdef enum:
    DEAL = 0
    LONE = 1  # the captain, alone aboard, leaves or flies on
    ROLL = 2
    PASSENGER = 3
    TREASURE = 4  # `pending` draws a treasure
    WINDOW_A = 5
    ANNOUNCEMENT = 6
    WINDOW_B = 7
    JETPACK = 8
    HOOK = 9
    DETOUR = 10  # the captain chooses dice
    REROLL = 11
    SETTLE = 12  # the hook loop has closed
    JOURNEY_END = 13
    DRAW = 14  # `pending` draws a card
    OVER = 15
    # Before anybody is asked (chance with one outcome), and what others see while somebody is: so that nobody's observations
    # tell whether another was asked.
    WAIT_PRE = 16  # window A or the announcement
    WAIT_POST = 17  # after a crash call: window B, the announcement, jetpacks, the journey's end
    WAIT_HOOK = 18  # after a move: hooks, settle

cdef enum:
    # What follows a treasure.
    THEN_PASSENGER = 0
    THEN_WINDOW = 1
    THEN_JETPACK = 2
    THEN_LONE = 3
    THEN_LAST_CITY = 4

cdef enum:
    STAY = 0
    LEAVE = 1
    FLY = 2
    CRASH = 3
    PASS = 4
    PLAY_GUST = 5
    PLAY_DETOUR = 6
    PLAY_TELESCOPE = 7
    PLAY_JETPACK = 8
    PLAY_HOOK = 9
    EJECT = 10  # + seat
    REROLL_NOTHING = 16
    REROLL_DICE = 17  # + index of a class of dice

cdef enum:
    NOTHING = 0
    E_DEAL = 1
    E_ROLL = 2
    E_STAY = 3
    E_LEAVE = 4
    E_GO_ON = 5
    E_TREASURE = 6
    E_PLAY = 7
    E_EJECT = 8
    E_TELESCOPE = 9
    E_HOOK = 10
    E_CHOOSE = 11
    E_REROLL = 12
    E_FLY = 13
    E_CRASH = 14
    E_SETTLE = 15
    E_JOURNEY = 16
    E_OVER = 17
    E_DRAW = 18
    E_PASS = 19
    E_ASK = 20

cdef struct CelestiaC:
    # What decides the rest of the game.
    int16_t[SEATS] totals  # points
    int16_t journeys  # ended
    int8_t[SEATS][NUM_CARDS] hand
    int8_t[SEATS][NUM_CITIES][NUM_WORTHS] held  # treasures by city and worth
    int8_t[NUM_CITIES][NUM_WORTHS] stock  # treasures left in the cities by worth
    int8_t[NUM_CARDS] deck
    int8_t[NUM_CARDS] discard
    int8_t[SEATS] hand_size
    int8_t[SEATS][NUM_CITIES] backs  # treasures by city, as everyone sees them
    int8_t[NUM_CITIES] left  # treasures left; a city without any is removed
    int8_t[NUM_CITIES] telescope_used
    int8_t[SEATS] leg_worth  # worth index of the treasure drawn in this leg; 0 where `drew_now` is not set
    int8_t[NUM_FACES] dice  # all 0 before the roll
    int8_t deck_size
    int8_t viewer  # of a masked state; UNKNOWN in a full one
    int8_t phase
    int8_t turn  # who chooses, NOBODY at chance
    int8_t captain
    int8_t city  # where the ship is
    int8_t from_city  # where this leg began, once the ship has moved on
    int8_t start  # with whom the running loop begins
    int8_t loop  # the window in which one has just passed, 0 elsewhere
    int8_t through  # … and how many seats of the loop are through
    int8_t pending  # who draws, or is dealt to
    int8_t to_roll  # dice picked up to be rolled again
    int8_t then
    int8_t draws_left
    uint8_t aboard  # bit a seat
    uint8_t left_now  # left or ejected in this leg
    uint8_t drew_now  # … and drew a treasure
    uint8_t jet_used  # in this crash
    uint8_t called  # a crash was called on this roll
    uint8_t rerolled  # a die was rerolled since the roll or the last crash call
    # Part of c_key only.
    int32_t legs  # ended
    # How play came here: part of no key.
    int8_t last_event
    int8_t last_seat
    int8_t last_a
    int8_t last_b
    int8_t[NUM_FACES] last_faces
    int8_t[NUM_HAZARDS] last_turbos
    int8_t[NUM_CARDS] last_deck  # the discards that were shuffled just before this draw


cdef struct RulesC:
    # The options as the rules functions read them.
    int num_players
    int num_cities
    int target
    int hand_size
    int max_journeys  # 0: no limit
    int first_captain
    bint hooks
    bint by_current_city
    bint next_aboard
    bint leave_for_nothing
    bint at_once
    bint self_ejection
    uint8_t everyone
    int[NUM_CITIES] dice  # to fly on to the next city of the full row
    int[NUM_CITIES] num_worths  # kinds of treasure, the telescope included
    int8_t[NUM_CITIES][NUM_WORTHS] made
    int[NUM_CITIES] num_made
    int[NUM_CITIES][NUM_WORTHS] worth  # points
    int8_t[NUM_CARDS] deck
    int deck_size


# -- small facts ------------------------------------------------------------------------------------------------------------

cdef inline int next_seat(const RulesC* rules, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < rules.num_players else 0


cdef inline int next_aboard(const RulesC* rules, const CelestiaC* s, int seat) noexcept nogil:
    """The next seat clockwise that is aboard; himself where he is alone."""
    cdef int i
    for i in range(rules.num_players):
        seat = next_seat(rules, seat)
        if s.aboard >> seat & 1:
            return seat
    return seat


cdef inline int city_after(const RulesC* rules, const CelestiaC* s, int city) noexcept nogil:
    """The next city that is left; num_cities beyond the last."""
    city += 1
    while city < rules.num_cities and s.left[city] == 0:
        city += 1
    return city


cdef inline int leg_dice(const RulesC* rules, const CelestiaC* s) noexcept nogil:
    """How many dice this leg has, by the cities as they are at its roll."""
    if rules.by_current_city:
        return rules.dice[s.city]
    return rules.dice[city_after(rules, s, s.city) - 1]


cdef inline bint may_get_off(const RulesC* rules, const CelestiaC* s) noexcept nogil:
    return s.left[s.city] > 0 or rules.leave_for_nothing


cdef inline unsigned int ejectable(const RulesC* rules, const CelestiaC* s, int seat) noexcept nogil:
    """Whom `seat` may eject, as bits."""
    cdef unsigned int targets = s.aboard & ~(<unsigned int>1 << s.captain)
    if not rules.self_ejection:
        targets &= ~(<unsigned int>1 << seat)
    return targets if may_get_off(rules, s) else 0


cdef inline int lowest_telescope(const RulesC* rules, const CelestiaC* s, int seat) noexcept nogil:
    """The lowest city of which `seat` holds the telescope, or −1. Needs known treasures."""
    cdef int city
    for city in range(rules.num_cities):
        if s.held[seat][city][TELESCOPE_WORTH] > 0:
            return city
    return -1


cdef inline int shortfall(const CelestiaC* s, int seat) noexcept nogil:
    """How many dice the equipment in hand leaves uncovered. Needs a known hand."""
    cdef int hazard, missing = 0
    for hazard in range(NUM_HAZARDS):
        missing += max(0, s.dice[hazard] - s.hand[seat][hazard])
    return missing


cdef inline bint is_hidden_phase(int phase) noexcept nogil:
    """Phases in which only the seat that is asked knows that it is."""
    return phase == WINDOW_A or phase == ANNOUNCEMENT or phase == WINDOW_B or phase == JETPACK or phase == HOOK


cdef inline int stage_of(const CelestiaC* s) noexcept nogil:
    """What others see of a hidden phase."""
    return WAIT_HOOK if s.phase == HOOK or s.phase == SETTLE else WAIT_POST if s.called else WAIT_PRE


cdef inline bint is_eligible(const RulesC* rules, const CelestiaC* s, int seat, int phase) noexcept nogil:
    """Whether `seat` may play and holds a card that is legal now. Needs his hand and treasures."""
    cdef const int8_t* hand = s.hand[seat]
    cdef bint is_aboard = s.aboard >> seat & 1
    if phase == WINDOW_A or phase == WINDOW_B:
        if hand[GUST] and s.dice[BLANK]:
            return True
        if not is_aboard:
            return False
        if hand[DETOUR_CARD]:
            return True
        if phase == WINDOW_A:
            return hand[EJECTION] > 0 and ejectable(rules, s, seat) != 0
        return lowest_telescope(rules, s, seat) >= 0
    if phase == JETPACK:
        return is_aboard and hand[JETPACK_CARD] > 0 and not s.jet_used >> seat & 1 and s.left[s.city] > 0
    return hand[HOOK_CARD] > 0 and s.drew_now >> seat & 1


# -- who is asked -----------------------------------------------------------------------------------------------------------

cdef inline int loop_start(const CelestiaC* s) noexcept nogil:
    # Until the first jetpack is played nobody else knows that the jetpack loop has begun, so `start` does not move.
    return s.captain if s.phase == JETPACK and s.jet_used == 0 else s.start


cdef inline bint ask_from(const RulesC* rules, CelestiaC* s, int passed) noexcept nogil:
    """Ask the next eligible seat of the running loop, of which the first `passed` seats are through; false where it closes."""
    cdef int i, seat
    for i in range(passed, rules.num_players):
        seat = (loop_start(s) + i) % rules.num_players
        if is_eligible(rules, s, seat, s.phase):
            s.turn = seat
            return True
    return False


cdef inline void run_loop(const RulesC* rules, CelestiaC* s, int passed) noexcept nogil:
    """Go on in the running loop and, where it closes, with what follows."""
    s.turn = NOBODY
    if ask_from(rules, s, passed):
        return
    if s.phase == WINDOW_A or (s.phase == WINDOW_B and s.rerolled):
        s.phase = ANNOUNCEMENT
        s.turn = s.captain
    elif s.phase == WINDOW_B:
        s.phase = JETPACK
        run_loop_of_jetpacks(rules, s)
    elif s.phase == JETPACK:
        s.phase = JOURNEY_END
    else:
        s.phase = SETTLE


cdef inline void run_loop_of_jetpacks(const RulesC* rules, CelestiaC* s) noexcept nogil:
    if not ask_from(rules, s, 0):
        s.phase = JOURNEY_END


cdef inline void ask(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """From a WAIT phase of a full state: the next seat that is asked, or what follows where none is."""
    cdef int through = s.through
    if s.loop:
        s.phase = s.loop
    elif s.phase == WAIT_PRE:
        s.phase = WINDOW_A
    elif s.phase == WAIT_HOOK:
        s.phase = HOOK
    elif s.jet_used:
        s.phase = JETPACK
    elif s.rerolled and rules.at_once:
        s.phase = WINDOW_B
        through = rules.num_players
    else:
        s.phase = WINDOW_B
    s.loop = s.through = 0
    run_loop(rules, s, through)


cdef inline void wait(CelestiaC* s, int phase) noexcept nogil:
    """Begin, or go on after a play, with what is hidden from most."""
    s.phase = phase
    s.turn = NOBODY
    s.pending = NOBODY
    s.loop = s.through = 0


cdef inline void resume_window(const RulesC* rules, CelestiaC* s, int player) noexcept nogil:
    """After a play of `player` and what it brought: the next seat clockwise is asked."""
    s.start = next_seat(rules, player)
    wait(s, stage_of(s))


cdef inline void pass_on(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """The seat that is asked passes. On a full state."""
    cdef int n = rules.num_players, through = (s.turn - loop_start(s) + n) % n + 1, loop = s.phase
    s.last_event = E_PASS
    s.last_seat = s.turn
    wait(s, stage_of(s))
    s.loop = loop
    s.through = through


# -- journeys and legs --------------------------------------------------------------------------------------------------------

cdef inline void start_leg(const RulesC* rules, CelestiaC* s) noexcept nogil:
    s.left_now = s.drew_now = s.jet_used = s.called = s.rerolled = 0
    memset(s.leg_worth, 0, sizeof(s.leg_worth))
    memset(s.dice, 0, sizeof(s.dice))
    s.from_city = s.city
    s.start = s.captain
    s.pending = NOBODY
    s.then = 0
    s.turn = NOBODY
    s.phase = ROLL
    if s.aboard == 1 << s.captain:
        s.phase = LONE
        s.turn = s.captain


cdef inline void start_journey(const RulesC* rules, CelestiaC* s) noexcept nogil:
    s.aboard = rules.everyone
    s.city = city_after(rules, s, -1)
    s.draws_left = 0
    start_leg(rules, s)


cdef inline void next_draw(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """The next card draw of the journey's end; all are skipped where there is no card left."""
    cdef int card, discards = 0
    for card in range(NUM_CARDS):
        discards += s.discard[card]
    if s.draws_left > 0 and s.deck_size + discards > 0:
        s.phase = DRAW
    else:
        start_journey(rules, s)


cdef inline bint must_end(const RulesC* rules, const CelestiaC* s) noexcept nogil:
    """Whether the game ends with this journey, totals aside where they are not known."""
    cdef int seat, city, cities = 0
    for city in range(rules.num_cities):
        cities += s.left[city] > 0
    if s.journeys + 1 == rules.max_journeys or cities < 2:
        return True
    for seat in range(rules.num_players):
        if s.totals[seat] >= rules.target:
            return True
    return False


cdef inline void end_game(CelestiaC* s) noexcept nogil:
    s.journeys += 1
    s.legs += 1
    s.turn = s.pending = NOBODY
    s.phase = OVER
    s.last_event = E_OVER


cdef inline void end_journey(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """Rules: journey end, where the game goes on."""
    s.journeys += 1
    s.legs += 1
    # After a lone captain left nobody is aboard.
    if rules.next_aboard and s.aboard:
        s.captain = next_aboard(rules, s, s.captain)
    else:
        s.captain = next_seat(rules, s.captain)
    s.last_event = E_JOURNEY
    s.last_seat = s.captain
    s.aboard = rules.everyone
    s.city = city_after(rules, s, -1)
    start_leg(rules, s)
    s.draws_left = rules.num_players
    s.pending = s.captain
    next_draw(rules, s)


cdef inline void next_passenger(const RulesC* rules, CelestiaC* s, int seat) noexcept nogil:
    """The next passenger after `seat` decides; after the last one window A opens."""
    cdef int i
    s.pending = NOBODY
    for i in range(rules.num_players):
        seat = next_seat(rules, seat)
        if seat == s.captain:
            break
        if s.aboard >> seat & 1:
            s.phase = PASSENGER
            s.turn = seat
            return
    s.start = s.captain
    wait(s, WAIT_PRE)


cdef inline void move(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """The ship moves on: hooks first."""
    s.from_city = s.city
    s.city = city_after(rules, s, s.city)
    memset(s.dice, 0, sizeof(s.dice))
    s.called = s.rerolled = 0
    s.start = s.captain
    # Whether anybody may hold a hook is hidden, whether anybody left is not.
    if rules.hooks and s.left_now:
        wait(s, WAIT_HOOK)
    else:
        settle(rules, s)


cdef inline void settle(const RulesC* rules, CelestiaC* s) noexcept nogil:
    """After the hooks: draws at the last city, else the captaincy passes."""
    s.turn = NOBODY
    if city_after(rules, s, s.city) == rules.num_cities:
        go_to_treasure(s, s.captain, THEN_LAST_CITY)
        return
    s.legs += 1
    s.captain = next_aboard(rules, s, s.captain)
    start_leg(rules, s)


# -- cards and treasures ------------------------------------------------------------------------------------------------------

cdef inline void give_card(CelestiaC* s, int seat, int card) noexcept nogil:
    """Deck to hand; UNKNOWN where the viewer does not see which."""
    s.deck_size -= 1
    if s.deck[0] != UNKNOWN and card != UNKNOWN:
        s.deck[card] -= 1
    s.hand_size[seat] += 1
    if card != UNKNOWN:
        s.hand[seat][card] += 1


cdef inline void put_down(CelestiaC* s, int seat, int card, int count) noexcept nogil:
    """Hand to discards."""
    s.discard[card] += count
    s.hand_size[seat] -= count
    if s.hand[seat][card] != UNKNOWN:
        s.hand[seat][card] -= count


cdef inline void reshuffle(CelestiaC* s) noexcept nogil:
    cdef int card
    for card in range(NUM_CARDS):
        s.last_deck[card] = s.discard[card]
        s.deck[card] = s.discard[card]
        s.deck_size += s.discard[card]
        s.discard[card] = 0


cdef inline void take_treasure(const RulesC* rules, CelestiaC* s, int seat, int worth) noexcept nogil:
    """City to player; UNKNOWN where the viewer does not see which."""
    cdef int city = s.city
    s.left[city] -= 1
    s.backs[seat][city] += 1
    if worth == UNKNOWN:
        return
    if s.stock[city][worth] != UNKNOWN:
        s.stock[city][worth] -= 1
    s.held[seat][city][worth] += 1
    if s.totals[seat] != UNKNOWN:
        s.totals[seat] += rules.worth[city][worth]


cdef inline void draw_treasure(const RulesC* rules, CelestiaC* s, int worth) noexcept nogil:
    """`pending` draws a treasure of the ship's city; then what follows."""
    cdef int seat = s.pending
    s.last_event = E_TREASURE
    s.last_seat = seat
    s.last_a = s.city
    s.last_b = worth
    take_treasure(rules, s, seat, worth)
    cdef int then = s.then
    if then == THEN_PASSENGER or then == THEN_WINDOW:
        s.drew_now |= 1 << seat
        s.leg_worth[seat] = worth
    s.pending = NOBODY
    s.then = 0
    if then == THEN_PASSENGER:
        next_passenger(rules, s, seat)
    elif then == THEN_WINDOW:
        wait(s, WAIT_PRE)
    elif then == THEN_JETPACK:
        resume_window(rules, s, seat)
    elif then == THEN_LONE:
        s.phase = JOURNEY_END
    else:
        seat = next_aboard(rules, s, seat)
        if seat == s.captain or s.left[s.city] == 0:
            s.phase = JOURNEY_END
        else:
            go_to_treasure(s, seat, THEN_LAST_CITY)


# -- what players do ----------------------------------------------------------------------------------------------------------

cdef inline void go_to_treasure(CelestiaC* s, int seat, int then) noexcept nogil:
    s.phase = TREASURE
    s.turn = NOBODY
    s.pending = seat
    s.then = then


cdef inline void lone_choice(const RulesC* rules, CelestiaC* s, bint leaves) noexcept nogil:
    s.last_event = E_LEAVE if leaves else E_GO_ON
    s.last_seat = s.captain
    if leaves:
        s.aboard = 0
        go_to_treasure(s, s.captain, THEN_LONE)
    else:
        s.phase = ROLL
        s.turn = NOBODY


cdef inline void passenger_choice(const RulesC* rules, CelestiaC* s, bint leaves) noexcept nogil:
    cdef int seat = s.turn
    s.last_event = E_LEAVE if leaves else E_STAY
    s.last_seat = seat
    if leaves:
        get_off(s, seat)
        if s.left[s.city] > 0:
            go_to_treasure(s, seat, THEN_PASSENGER)
            return
    next_passenger(rules, s, seat)


cdef inline void get_off(CelestiaC* s, int seat) noexcept nogil:
    s.aboard &= ~(1 << seat)
    s.left_now |= 1 << seat


cdef inline void roll(const RulesC* rules, CelestiaC* s, const int8_t* faces) noexcept nogil:
    cdef int face
    s.last_event = E_ROLL
    for face in range(NUM_FACES):
        s.dice[face] = faces[face]
        s.last_faces[face] = faces[face]
    next_passenger(rules, s, s.captain)


cdef inline void play_gust(const RulesC* rules, CelestiaC* s, int seat) noexcept nogil:
    s.last_event = E_PLAY
    s.last_seat = seat
    s.last_a = GUST
    put_down(s, seat, GUST, 1)
    s.start = next_seat(rules, seat)
    s.to_roll = s.dice[BLANK]
    s.dice[BLANK] = 0
    s.phase = REROLL
    s.turn = NOBODY


cdef inline void play_detour(const RulesC* rules, CelestiaC* s, int seat) noexcept nogil:
    s.last_event = E_PLAY
    s.last_seat = seat
    s.last_a = DETOUR_CARD
    put_down(s, seat, DETOUR_CARD, 1)
    s.start = next_seat(rules, seat)
    s.phase = DETOUR
    s.turn = s.captain


cdef inline void choose_dice(const RulesC* rules, CelestiaC* s, const int8_t* faces) noexcept nogil:
    """The captain picks up dice to reroll, maybe none."""
    cdef int face, count = 0
    s.last_event = E_CHOOSE
    for face in range(NUM_FACES):
        s.last_faces[face] = faces[face]
        s.dice[face] -= faces[face]
        count += faces[face]
    if count == 0:
        wait(s, stage_of(s))
        return
    s.to_roll = count
    s.phase = REROLL
    s.turn = NOBODY


cdef inline void reroll(const RulesC* rules, CelestiaC* s, const int8_t* faces) noexcept nogil:
    cdef int face
    s.last_event = E_REROLL
    s.rerolled = 1
    s.to_roll = 0
    for face in range(NUM_FACES):
        s.last_faces[face] = faces[face]
        s.dice[face] += faces[face]
    wait(s, stage_of(s))


cdef inline void play_ejection(const RulesC* rules, CelestiaC* s, int seat, int target) noexcept nogil:
    s.last_event = E_EJECT
    s.last_seat = seat
    s.last_a = target
    put_down(s, seat, EJECTION, 1)
    s.start = next_seat(rules, seat)
    get_off(s, target)
    if s.left[s.city] > 0:
        go_to_treasure(s, target, THEN_WINDOW)
    else:
        wait(s, WAIT_PRE)


cdef inline void play_telescope(const RulesC* rules, CelestiaC* s, int seat, int city) noexcept nogil:
    """The telescope of `city` leaves the game, the ship moves on and no equipment is spent."""
    s.last_event = E_TELESCOPE
    s.last_seat = seat
    s.last_a = city
    s.backs[seat][city] -= 1
    s.telescope_used[city] = 1
    if s.held[seat][city][TELESCOPE_WORTH] != UNKNOWN:
        s.held[seat][city][TELESCOPE_WORTH] -= 1
    if s.totals[seat] != UNKNOWN:
        s.totals[seat] -= rules.worth[city][TELESCOPE_WORTH]
    move(rules, s)


cdef inline void play_jetpack(const RulesC* rules, CelestiaC* s, int seat) noexcept nogil:
    s.last_event = E_PLAY
    s.last_seat = seat
    s.last_a = JETPACK_CARD
    put_down(s, seat, JETPACK_CARD, 1)
    s.jet_used |= 1 << seat
    s.start = next_seat(rules, seat)
    go_to_treasure(s, seat, THEN_JETPACK)


cdef inline void play_hook(const RulesC* rules, CelestiaC* s, int seat) noexcept nogil:
    """Give back the treasure just drawn and come aboard again."""
    cdef int worth = s.leg_worth[seat], city = s.from_city
    s.last_event = E_HOOK
    s.last_seat = seat
    s.last_a = city
    s.last_b = worth
    put_down(s, seat, HOOK_CARD, 1)
    s.left[city] += 1
    s.backs[seat][city] -= 1
    if worth != UNKNOWN:
        if s.stock[city][worth] != UNKNOWN:
            s.stock[city][worth] += 1
        s.held[seat][city][worth] -= 1
        if s.totals[seat] != UNKNOWN:
            s.totals[seat] -= rules.worth[city][worth]
    s.leg_worth[seat] = 0
    s.drew_now &= ~(1 << seat)
    s.left_now &= ~(1 << seat)
    s.aboard |= 1 << seat
    s.start = next_seat(rules, seat)
    wait(s, WAIT_HOOK)


cdef inline void fly(const RulesC* rules, CelestiaC* s, const int8_t* turbos) noexcept nogil:
    """The captain covers the dice, `turbos` of them by hazard with turbos, and the ship moves on."""
    cdef int hazard, face
    s.last_event = E_FLY
    s.last_seat = s.captain
    for face in range(NUM_FACES):
        s.last_faces[face] = s.dice[face]
    for hazard in range(NUM_HAZARDS):
        s.last_turbos[hazard] = turbos[hazard]
        put_down(s, s.captain, hazard, s.dice[hazard] - turbos[hazard])
        put_down(s, s.captain, TURBO, turbos[hazard])
    move(rules, s)


cdef inline void call_crash(const RulesC* rules, CelestiaC* s) noexcept nogil:
    cdef int face
    s.last_event = E_CRASH
    s.last_seat = s.captain
    for face in range(NUM_FACES):
        s.last_faces[face] = s.dice[face]
    s.called = 1
    s.rerolled = 0
    s.start = s.captain
    wait(s, WAIT_POST)


cdef inline void deal_card(const RulesC* rules, CelestiaC* s, int card) noexcept nogil:
    """`pending` is dealt a card; his hand is noticed when it is complete."""
    cdef int seat = s.pending
    s.last_event = NOTHING
    give_card(s, seat, card)
    if s.hand_size[seat] == rules.hand_size:
        s.last_event = E_DEAL
        s.last_seat = seat
        s.pending = seat + 1
        if s.pending == rules.num_players:
            start_journey(rules, s)


cdef inline void draw_card(const RulesC* rules, CelestiaC* s, int card) noexcept nogil:
    """`pending` draws a card of the deck; an empty one is made of the discards first."""
    cdef int seat = s.pending
    s.last_event = E_DRAW
    s.last_seat = seat
    s.last_a = card
    memset(s.last_deck, 0, sizeof(s.last_deck))
    if s.deck_size == 0:
        reshuffle(s)
    give_card(s, seat, card)
    s.draws_left -= 1
    s.pending = next_seat(rules, seat)
    next_draw(rules, s)
