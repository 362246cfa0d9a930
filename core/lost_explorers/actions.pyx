"""Lost Explorers' actions: their numbers, which are legal, and what they do."""

from libc.stdint cimport uint32_t, uint64_t

from orienteer.core.lost_explorers.rules cimport (
    BONUS, CHOOSE, CLOSE, COLOURS, DEAL, E_BONUS, E_CHOOSE, E_CLOSE, E_COMPLETE, E_DEAL, E_END_TURN, E_EQUIP, E_EXPLORE,
    E_RETRIEVE, E_SHOW, MENU, NONE, NUM_MAIN, NUM_TOKENS, PHASE_2, SHOW, START, ExplorersC, RulesC, act, close_places, complete,
    covers, deal, end_turn, equip, explore, first_turn_left, free_members, gain_mission, is_complete, lowest_bit, open_places,
    packed, popcount, show_start, take_bonus, wanted_places,
)


# -- numbers ------------------------------------------------------------------------------------------------------------------

cdef int first_complete(const RulesC* rules) noexcept nogil:
    return EXPLORE + COLOURS * rules.num_places


cdef int first_retrieve(const RulesC* rules) noexcept nogil:
    return EXPLORE + (COLOURS + NUM_TOKENS) * rules.num_places


cdef int num_actions(const RulesC* rules) noexcept nogil:
    cdef int size, count = first_retrieve(rules)
    for size in range(1, 5):
        count += rules.choose[rules.num_places][size]
    return count


cdef int subset_rank(const RulesC* rules, uint32_t places) noexcept nogil:
    cdef int size = popcount(places), left = size, rank = 0, i, place, first = 0
    for i in range(1, size):
        rank += rules.choose[rules.num_places][i]
    while places:
        place = lowest_bit(places)
        for i in range(first, place):  # subsets that have a smaller location here
            rank += rules.choose[rules.num_places - 1 - i][left - 1]
        first = place + 1
        left -= 1
        places &= places - 1
    return rank


cdef uint32_t subset_of_rank(const RulesC* rules, int rank) noexcept nogil:
    cdef int size = 1, place = 0, count
    cdef uint32_t places = 0
    while rank >= rules.choose[rules.num_places][size]:
        rank -= rules.choose[rules.num_places][size]
        size += 1
    while size:
        count = rules.choose[rules.num_places - 1 - place][size - 1]
        if rank < count:
            places |= <uint32_t>1 << place
            size -= 1
        else:
            rank -= count
        place += 1
    return places


# -- what is legal ------------------------------------------------------------------------------------------------------------

cdef int list_menu(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    """Steps of the turn, ascending; returns how many."""
    cdef int n = 1
    actions[0] = END_TURN
    if s.stage != PHASE_2:
        n += _list_equips(rules, s, actions + n)
        n += _list_explorations(rules, s, actions + n)
    n += _list_completions(rules, s, actions + n)
    if s.stage == START:
        n += _list_retrievals(rules, s, actions + n)
    return n


cdef int _list_equips(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    cdef int side, k, most = min(free_members(rules, s, s.turn), first_turn_left(rules, s)), n = 0
    for side in range(2):
        if s.sides >> side & 1:
            continue
        for k in range(min(most, <int>s.row_size[side])):
            actions[n] = EQUIP + 8 * side + 2 * k
            actions[n + 1] = EQUIP + 8 * side + 2 * k + 1
            n += 2
    return n


cdef int _list_explorations(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    cdef int place, colour, n = 0
    cdef uint32_t places, held = packed(s.vehicles[s.turn])
    if free_members(rules, s, s.turn) < 1 or (not rules.equip_only and first_turn_left(rules, s) < 1):
        return 0
    places = wanted_places(rules, s, s.turn)
    while places:
        place = lowest_bit(places)
        places &= places - 1
        if covers(held, rules.needs[place]):
            for colour in range(COLOURS):
                if rules.needs[place] >> (8 * colour) & 0xFF:
                    actions[n] = EXPLORE + COLOURS * place + colour
                    n += 1
    return n


cdef int _list_completions(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    cdef int token, n = 0, part
    cdef uint32_t places
    cdef uint64_t left
    if s.placed[s.turn] == 0:
        return 0
    for part in range(2):
        left = s.start_missions[s.turn] if part else s.missions[s.turn]
        while left:
            token = NUM_MAIN * part + lowest_bit(left)
            left &= left - 1
            if is_complete(rules, s, s.turn, token):
                places = rules.places[token] & open_places(rules, s)
                while places:
                    actions[n] = first_complete(rules) + rules.num_places * token + lowest_bit(places)
                    places &= places - 1
                    n += 1
    return n


cdef int _list_retrievals(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    cdef int[4] place
    cdef uint32_t left = s.placed[s.turn], places
    cdef int count = 0, size, subset, i, n = 0, rank, at
    while left:
        place[count] = lowest_bit(left)
        left &= left - 1
        count += 1
    for subset in range(1, 1 << count):
        places = 0
        for i in range(count):
            if subset >> i & 1:
                places |= <uint32_t>1 << place[i]
        rank = first_retrieve(rules) + subset_rank(rules, places)
        at = n
        while at and actions[at - 1] > rank:
            actions[at] = actions[at - 1]
            at -= 1
        actions[at] = rank
        n += 1
    return n


cdef int list_bonus(const RulesC* rules, const ExplorersC* s, int* actions) noexcept nogil:
    cdef int colour, n = 0
    if rules.optional_bonus:
        actions[0] = NO_BONUS
        n = 1
    for colour in range(COLOURS):
        if s.discard[colour]:
            actions[n] = BONUS_ACTION + colour
            n += 1
    return n


# -- what they do -------------------------------------------------------------------------------------------------------------

cdef int apply_decision(const RulesC* rules, ExplorersC* s, int action) noexcept nogil:
    cdef int number
    if s.phase == CHOOSE:
        s.last_event = E_CHOOSE
        s.colour = action - CHOOSE_ACTION
        s.phase = SHOW
    elif s.phase == BONUS:
        s.last_event = E_BONUS
        take_bonus(rules, s, NONE if action == NO_BONUS else action - BONUS_ACTION)
    elif action == END_TURN:
        s.last_event = E_END_TURN
        end_turn(rules, s)
    elif action < EXPLORE:
        s.last_event = E_EQUIP
        number = action - EQUIP
        equip(s, number >> 3, 1 + (number >> 1 & 3), number & 1)
    elif action < first_complete(rules):
        s.last_event = E_EXPLORE
        number = action - EXPLORE
        explore(rules, s, number >> 2, number & 3)
    elif action < first_retrieve(rules):
        s.last_event = E_COMPLETE
        number = action - first_complete(rules)
        complete(rules, s, number // rules.num_places, number % rules.num_places)
    else:
        s.last_event = E_RETRIEVE
        s.placed[s.turn] &= ~subset_of_rank(rules, action - first_retrieve(rules))
        act(s)
    return 0


cdef int apply_outcome(const RulesC* rules, ExplorersC* s, int outcome) noexcept nogil:
    if s.phase == CLOSE:
        s.last_event = E_CLOSE
        close_places(rules, s, outcome)
    elif s.phase == DEAL:
        s.last_event = E_DEAL
        deal(rules, s, outcome - DEAL_OUTCOME)
    elif s.phase == SHOW:
        s.last_event = E_SHOW
        show_start(rules, s, outcome - TOKEN_OUTCOME)
    else:
        s.last_event = E_SHOW
        gain_mission(s, s.turn, outcome - TOKEN_OUTCOME)
        s.colour = NONE
        s.phase = MENU
    return 0
