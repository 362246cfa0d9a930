"""Actions and outcomes of Takara Island: names, legality, effects. Their numbers: actions.pxd. The steps: rules.pxd."""

from orienteer.core.state cimport UNKNOWN
from orienteer.core.takara_island.rules cimport (
    ACT, ARCHAEOLOGIST, DIG, END_OF_DAY, E_ATTACK, E_BUY, E_CARD, E_DESTROY, E_DIG, E_END_OF_DAY, E_FIGHT, E_GO_ON, E_HIRE,
    E_LOOK, E_MAP, E_MIMIC, E_NO_RENT, E_RENT, E_ROCKFALL, E_SELL, E_STOP, E_SURVEY, E_TAVERN, E_TREASURE, E_TURN_UP, FIGHT,
    GOLD_BAG, IDOL, IMPOSTOR, LOOK, MAP, MAP_CARD, MIMIC, MIMIC_CARD, MINE, MINER, NOBODY, NUM_SPECIALISTS, NUM_VALUES, PEEK,
    PILES, ROCKFALL, RulesC, SKULL, SLOTS, SOOTHSAYER, SURVEY, SWORD, TABLET, TREASURE, TakaraC, after_card, close_day,
    dig_card, fail_fight, finish_action, go_on_surveying, has_card, has_face_down_top, has_monster_on_top,
    has_rockfall_on_top, health_left, held_by, kill_monster, mine_card, mine_on, pass_face_up, peek_card, remove_top,
    rockfalls_on_top, send_adventurer, start_looks, survey_card, take_map, turn_up_monster,
)

from orienteer.core.takara_island import components
from orienteer.core.takara_island.components import CARDS, TREASURES

# The constants of components.py that actions need.
cdef int SWORD_COST = components.SWORD_COST
cdef int CURE_COST = components.CURE_COST
cdef int RECRUIT_COST = components.RECRUIT_COST
cdef int TOKEN_COST = components.TOKEN_COST
cdef int GOLD_PER_XP = components.GOLD_PER_XP
cdef int TAVERN_GOLD = components.TAVERN_GOLD
cdef int TURN_UP_GOLD = components.TURN_UP_GOLD
cdef int DESTROY_GOLD = components.DESTROY_GOLD
cdef int SURVEY_LOOKS = components.SURVEY_LOOKS
cdef int SOOTHSAYER_LOOKS = components.SOOTHSAYER_LOOKS
cdef int ARCHAEOLOGIST_LOOKS = components.ARCHAEOLOGIST_LOOKS
cdef int MINER_CARDS = components.MINER_CARDS
cdef int SKULL_GOLD = components.SKULL_GOLD
cdef int TABLET_XP = components.TABLET_XP
cdef int IDOL_XP = components.IDOL_XP
cdef int BAG_GOLD = components.GOLD_BAG_GOLD
cdef int MIMIC_XP = components.MIMIC_XP
cdef int MAP_AS_GOLD = components.MAP_GOLD
cdef int MAP_AS_XP = components.MAP_XP

_ACTION_NAMES = ("rent", "no-rent", "stop", "go-on", "turn-up", "map-gold", "map-xp", "tavern", "buy-token")
_PILE_ACTIONS = ("survey", "dig", "destroy", "fight")


# -- names --------------------------------------------------------------------------------------------------------------------

def outcome_name(outcome):
    if outcome < TREASURE_OUTCOME:
        return CARDS[outcome]
    if outcome < KILL_OUTCOME:
        return f"treasure:{TREASURES[outcome - TREASURE_OUTCOME]}"
    if outcome < BEATEN_OUTCOME:
        return "kill" if outcome == KILL_OUTCOME else f"fail-{outcome - FAIL_OUTCOME}"
    return "mimic-beaten" if outcome == BEATEN_OUTCOME else "mimic-wins"


def action_name(action):
    if action < SELL:
        return _ACTION_NAMES[action]
    if action < ACT_SURVEY:
        return f"sell-{action - SELL}"
    if action < HIRE_MINER:
        kind, pile = divmod(action - ACT_SURVEY, PILES)
        return f"{_PILE_ACTIONS[kind]}-{pile}"
    if action >= END_DAY:
        cured, recruits = divmod(action - END_DAY, 2)
        return f"end-day-cure-{cured}" + ("-recruit" if recruits else "")
    prefix = ""
    if action >= HIRE_IMPOSTOR:
        prefix = "impostor-"
        action -= HIRE_IMPOSTOR - HIRE_MINER
    if action < HIRE_SOOTHSAYER:
        return f"{prefix}miner-{action - HIRE_MINER}"
    if action < HIRE_ARCHAEOLOGIST:
        pile, slot = divmod(action - HIRE_SOOTHSAYER, SLOTS)
        return f"{prefix}soothsayer-{pile}-{slot}"
    return f"{prefix}archaeologist-{action - HIRE_ARCHAEOLOGIST}"


# -- legal actions ------------------------------------------------------------------------------------------------------------

cdef int list_actions(const RulesC* rules, const TakaraC* s, int player, int* actions) noexcept nogil:
    cdef int n = 1, value, pile, copied
    actions[0] = TAVERN
    if not s.banked:
        if s.gold[player] >= TOKEN_COST and s.supply > 0:
            actions[n] = BUY
            n += 1
        for value in range(1, NUM_VALUES):
            if s.items[player][value]:
                actions[n] = SELL + value
                n += 1
    for pile in range(rules.num_piles):
        if has_face_down_top(rules, s, pile):
            actions[n] = ACT_SURVEY + pile
            n += 1
    for pile in range(rules.num_piles):
        if has_face_down_top(rules, s, pile):
            actions[n] = ACT_DIG + pile
            n += 1
    if s.unused[player] >= 2:
        for pile in range(rules.num_piles):
            if has_rockfall_on_top(rules, s, pile):
                actions[n] = ACT_DESTROY + pile
                n += 1
    if s.sword:
        for pile in range(rules.num_piles):
            if has_monster_on_top(rules, s, pile):
                actions[n] = ACT_FIGHT + pile
                n += 1
    if held_by(s, player) != NOBODY:
        return n
    for copied in range(IMPOSTOR):
        if s.holder[copied] == NOBODY and s.gold[player] >= rules.price[copied]:
            n += _list_hires(rules, s, copied, 0, actions + n)
    if s.holder[IMPOSTOR] == NOBODY:
        for copied in range(IMPOSTOR):
            if (rules.copies_any or s.holder[copied] != NOBODY) and s.gold[player] >= rules.price[copied] + rules.impostor_extra:
                n += _list_hires(rules, s, copied, HIRE_IMPOSTOR - HIRE_MINER, actions + n)
    return n


cdef int _list_hires(const RulesC* rules, const TakaraC* s, int power, int shift, int* actions) noexcept nogil:
    """Every target of a specialist's power."""
    cdef int n = 0, pile, slot
    for pile in range(rules.num_piles):
        if not has_card(rules, s, pile):
            continue
        if power == SOOTHSAYER:
            for slot in range(s.top[pile], max(s.top[pile], rules.size - SOOTHSAYER_LOOKS) + 1):
                actions[n] = shift + HIRE_SOOTHSAYER + SLOTS * pile + slot
                n += 1
        elif power == ARCHAEOLOGIST:
            actions[n] = shift + HIRE_ARCHAEOLOGIST + pile
            n += 1
        elif rules.wastes_miner or not has_monster_on_top(rules, s, pile):
            actions[n] = shift + HIRE_MINER + pile
            n += 1
    return n


cdef int list_ends(const TakaraC* s, int player, int* actions) noexcept nogil:
    cdef int n = 0, cured
    for cured in range(s.hospital[player] + 1):
        if cured * CURE_COST > s.gold[player]:
            break
        actions[n] = END_DAY + 2 * cured
        n += 1
        if s.recruits >> player & 1 and cured * CURE_COST + RECRUIT_COST <= s.gold[player]:
            actions[n] = END_DAY + 2 * cured + 1
            n += 1
    return n


cdef bint may_be_monster(const RulesC* rules, const TakaraC* s) noexcept nogil:
    """The card just seen; in another seat's masked state it may be one."""
    cdef int card = s.card[s.pile][s.slot]
    return card == UNKNOWN or rules.health[card] > 0


# -- what actions and outcomes do ---------------------------------------------------------------------------------------------

cdef inline void _remember(TakaraC* s, int event, int a, int b, int c) noexcept nogil:
    s.last_event = event
    s.last_a = a
    s.last_b = b
    s.last_c = c


cdef void apply_decision(const RulesC* rules, TakaraC* s, int action) noexcept nogil:
    cdef int phase = s.phase, value
    if phase == SWORD:
        s.last_event = E_RENT if action == RENT else E_NO_RENT
        if action == RENT:
            s.gold[s.turn] -= SWORD_COST
            s.sword = 1
        s.phase = ACT
    elif phase == SURVEY and action == TURN_UP:
        _remember(s, E_TURN_UP, s.pile, s.slot, s.card[s.pile][s.slot])
        turn_up_monster(rules, s, TURN_UP_GOLD)
    elif action == STOP:
        s.last_event = E_STOP
        finish_action(rules, s)
    elif action == GO_ON:
        s.last_event = E_GO_ON
        if phase == SURVEY:
            go_on_surveying(rules, s)
        else:
            mine_on(rules, s)
    elif phase == MAP:
        _remember(s, E_MAP, action == MAP_XP, 0, 0)
        take_map(rules, s, action == MAP_GOLD, MAP_AS_GOLD, MAP_AS_XP)
    elif phase == END_OF_DAY:
        value = action - END_DAY
        _remember(s, E_END_OF_DAY, value >> 1, value & 1, 0)
        close_day(rules, s, value >> 1, value & 1, CURE_COST, RECRUIT_COST, SWORD_COST)
    else:
        _act(rules, s, action)


cdef void apply_outcome(const RulesC* rules, TakaraC* s, int outcome) noexcept nogil:
    cdef int phase = s.phase
    if phase == LOOK:
        _remember(s, E_ROCKFALL if outcome == ROCKFALL else E_LOOK, s.pile, s.slot, outcome)
        survey_card(rules, s, outcome, TURN_UP_GOLD)
    elif phase == PEEK:
        _remember(s, E_LOOK, s.pile, s.slot, outcome)
        peek_card(rules, s, outcome)
    elif phase == DIG or phase == MINE:
        _remember(s, E_CARD, s.pile, s.slot, outcome)
        if phase == DIG:
            dig_card(rules, s, outcome)
        else:
            mine_card(rules, s, outcome)
    elif phase == TREASURE:
        _remember(s, E_TREASURE, outcome - TREASURE_OUTCOME, 0, 0)
        _draw_treasure(rules, s, outcome - TREASURE_OUTCOME)
    elif phase == MIMIC:
        _remember(s, E_MIMIC, outcome == BEATEN_OUTCOME, 0, 0)
        if outcome == BEATEN_OUTCOME:
            s.items[s.turn][MIMIC_XP] += 1
            s.phase = TREASURE
        else:
            s.treasures[MIMIC_CARD] += not rules.removes_mimic
            after_card(rules, s)
    elif outcome == KILL_OUTCOME:
        _remember(s, E_ATTACK, s.pile, True, health_left(rules, s))
        kill_monster(rules, s)
    else:
        _remember(s, E_ATTACK, s.pile, False, outcome - FAIL_OUTCOME)
        fail_fight(rules, s, outcome - FAIL_OUTCOME)


cdef void _draw_treasure(const RulesC* rules, TakaraC* s, int treasure) noexcept nogil:
    cdef int seat = s.turn
    s.treasures[treasure] -= 1
    if treasure == MIMIC_CARD:
        s.phase = MIMIC
        return
    if treasure == MAP_CARD and not rules.late_map:
        s.phase = MAP
        return
    if treasure == TABLET:
        s.items[seat][TABLET_XP] += 1
    elif treasure == IDOL:
        s.items[seat][IDOL_XP] += 1
    elif treasure == GOLD_BAG:
        s.gold[seat] += BAG_GOLD
    elif treasure == SKULL:
        s.gold[seat] += SKULL_GOLD
        s.skulls[seat] += 1
    else:
        s.map_due = 1
    after_card(rules, s)


cdef void _act(const RulesC* rules, TakaraC* s, int action) noexcept nogil:
    """One action of an adventurer."""
    cdef int seat = s.turn, pile
    send_adventurer(s)
    if action == TAVERN:
        s.last_event = E_TAVERN
        s.gold[seat] += TAVERN_GOLD
        finish_action(rules, s)
    elif action == BUY:
        s.last_event = E_BUY
        s.gold[seat] -= TOKEN_COST
        s.tokens[seat] += 1
        s.supply -= 1
        s.banked = 1
        finish_action(rules, s)
    elif action < ACT_SURVEY:
        _remember(s, E_SELL, action - SELL, 0, 0)
        s.items[seat][action - SELL] -= 1
        s.gold[seat] += GOLD_PER_XP * (action - SELL)
        s.banked = 1
        finish_action(rules, s)
    elif action < ACT_DIG:
        pile = action - ACT_SURVEY
        _remember(s, E_SURVEY, pile, 0, 0)
        start_looks(s, LOOK, pile, s.top[pile], SURVEY_LOOKS)
    elif action < ACT_DESTROY:
        pile = action - ACT_DIG
        _remember(s, E_DIG, pile, 0, 0)
        start_looks(s, DIG, pile, s.top[pile], 1)
    elif action < ACT_FIGHT:
        pile = action - ACT_DESTROY
        _remember(s, E_DESTROY, pile, 0, 0)
        send_adventurer(s)
        s.gold[seat] += DESTROY_GOLD * rockfalls_on_top(rules, s)
        remove_top(s, pile)
        finish_action(rules, s)
    elif action < HIRE_MINER:
        pile = action - ACT_FIGHT
        _remember(s, E_FIGHT, pile, 0, 0)
        start_looks(s, FIGHT, pile, s.top[pile], 1)
    else:
        _hire(rules, s, action - HIRE_MINER)


cdef void _hire(const RulesC* rules, TakaraC* s, int choice) noexcept nogil:
    """`choice`: the action beyond HIRE_MINER."""
    cdef int seat = s.turn, specialist, power, pile, slot = 0
    cdef bint copies = choice >= HIRE_IMPOSTOR - HIRE_MINER
    choice -= (HIRE_IMPOSTOR - HIRE_MINER) * copies
    if choice < HIRE_SOOTHSAYER - HIRE_MINER:
        power = MINER
        pile = choice
    elif choice < HIRE_ARCHAEOLOGIST - HIRE_MINER:
        power = SOOTHSAYER
        pile = (choice - (HIRE_SOOTHSAYER - HIRE_MINER)) // SLOTS
        slot = (choice - (HIRE_SOOTHSAYER - HIRE_MINER)) % SLOTS
    else:
        power = ARCHAEOLOGIST
        pile = choice - (HIRE_ARCHAEOLOGIST - HIRE_MINER)
    specialist = IMPOSTOR if copies else power
    _remember(s, E_HIRE, specialist * NUM_SPECIALISTS + power, pile, slot)
    s.gold[seat] -= rules.price[power] + (rules.impostor_extra if copies else 0)
    s.holder[specialist] = seat
    if power == MINER:
        start_looks(s, MINE, pile, s.top[pile], MINER_CARDS + 1)
        s.mining = 1
        mine_on(rules, s)
        return
    if power == ARCHAEOLOGIST:
        slot = s.top[pile]
    start_looks(s, PEEK, pile, slot, min(SOOTHSAYER_LOOKS if power == SOOTHSAYER else ARCHAEOLOGIST_LOOKS, rules.size - slot))
    pass_face_up(rules, s)
