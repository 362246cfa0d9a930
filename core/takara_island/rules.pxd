"""Takara Island's rules on its struct: what every step does, and what comes next.

Functions change the struct and nothing else; `RulesC` holds the options and components as they read them. They work on full
states and on masked ones: in a masked state (`viewer` ≥ 0) a card that the viewer has not seen is UNKNOWN, as is a card
that nobody has looked at in a full one, and both are drawn by the same weights. Steps are those of
docs/rules/takara_island.md. They are inline, so that playouts run without calls.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t

from orienteer.core.state cimport UNKNOWN

cdef enum:
    SEATS = 4
    PILES = 6
    SLOTS = 9
    NUM_LEVELS = 3
    DEEP = 2
    NUM_CARDS = 20
    NUM_TREASURES = 6
    NUM_SPECIALISTS = 4
    NUM_VALUES = 10  # items are worth 1 to 9 XP
    NOBODY = -1

cdef enum:
    ROCKFALL = 3
    CHEST = 18
    STONE = 19
    UNSEEN = 34  # in a masked state: the card that another seat looks at in private

cdef enum:
    TABLET = 0
    IDOL = 1
    GOLD_BAG = 2
    SKULL = 3
    MAP_CARD = 4
    MIMIC_CARD = 5

cdef enum:
    MINER = 0
    SOOTHSAYER = 1
    ARCHAEOLOGIST = 2
    IMPOSTOR = 3

cdef enum:
    SWORD = 0
    ACT = 1
    LOOK = 2  # a survey's look
    SURVEY = 3  # the surveyor decides
    PEEK = 4  # a look of the soothsayer or the archaeologist
    DIG = 5
    MINE = 6
    MINE_ON = 7
    TREASURE = 8
    MIMIC = 9
    MAP = 10
    FIGHT = 11
    END_OF_DAY = 12
    OVER = 13

cdef enum:
    GOES_ON = 0
    BOTH_STONES = 1
    ONE_STONE = 2
    NO_STONE = 3
    CAP = 4

cdef enum:
    NOTHING = 0
    E_RENT = 1
    E_NO_RENT = 2
    E_SURVEY = 3
    E_LOOK = 4
    E_ROCKFALL = 5
    E_STOP = 6
    E_GO_ON = 7
    E_TURN_UP = 8
    E_DIG = 9
    E_CARD = 10
    E_DESTROY = 11
    E_TAVERN = 12
    E_SELL = 13
    E_BUY = 14
    E_HIRE = 15
    E_FIGHT = 16
    E_ATTACK = 17
    E_TREASURE = 18
    E_MIMIC = 19
    E_MAP = 20
    E_END_OF_DAY = 21

cdef struct TakaraC:
    # What decides the rest of the game. First what lies in the piles, by pile and slot (from the top at set-up).
    int8_t[PILES][SLOTS] card  # UNKNOWN where undecided, unknown to the viewer, or gone
    uint8_t[PILES][SLOTS] seen  # bit a seat: who has looked at it; everyone where it is face up, nobody where it is gone
    uint16_t[PILES] up  # bit a slot: face up
    uint16_t[PILES] proven  # bit a slot: face down, and a survey proved that it is no rockfall
    int8_t[PILES] top  # the slot of the top card: so many are gone
    int8_t[PILES] wounds  # of the face-up monster on top
    int8_t[PILES] stone  # who found this pile's stone
    int8_t[NUM_LEVELS][NUM_CARDS] pool  # cards of the level whose place is undecided, or unknown to the viewer
    int32_t[SEATS] gold
    int16_t turns  # finished
    int8_t[SEATS][NUM_VALUES] items  # by XP
    int8_t[SEATS] tokens  # bought from the bank
    int8_t[SEATS] skulls
    int8_t[SEATS] unused  # adventurers
    int8_t[SEATS] used
    int8_t[SEATS] hospital
    int8_t[SEATS] waiting
    int8_t[NUM_SPECIALISTS] holder
    int8_t[NUM_TREASURES] treasures  # left
    int8_t supply  # tokens left at the bank
    uint8_t recruits  # bit a seat: the recruit is still at the beach
    uint8_t resting  # bit a specialist: face down
    int8_t viewer  # of a masked state; UNKNOWN in a full one
    int8_t phase
    int8_t turn  # the seat whose turn it is, at chance too
    uint8_t sword  # rented this turn
    uint8_t banked  # the bank was visited this turn
    uint8_t map_due  # the map was drawn this turn and its choice waits for the end of the day
    uint8_t mining
    uint8_t turned  # phase SURVEY: the card just seen has been turned up
    int8_t pile  # where the running action is, NOBODY outside
    int8_t slot  # the card that is shown now, or was just seen
    int8_t looks  # looks that the survey or the peek has left after it; cards that the miner may still take
    int8_t ending
    # How play came here: part of no key.
    int8_t last_event
    int8_t last_seat
    int8_t last_a
    int8_t last_b
    int8_t last_c


cdef struct RulesC:
    int num_players
    int num_piles
    int size  # cards of a pile at set-up
    int max_turns
    int lost_at  # empty piles that end a game without a stone
    int spoiled_at  # … with one stone
    bint removes_mimic
    bint copies_any
    bint only_rockfalls_block
    bint late_map
    bint wastes_miner
    bint miner_may_stop
    bint ties_by_xp
    uint8_t everyone
    int[SLOTS] level  # of a slot
    int[NUM_LEVELS] first_slot
    int[NUM_LEVELS] end_slot
    int8_t[NUM_LEVELS][NUM_CARDS] made
    int8_t[NUM_TREASURES] made_treasures
    int adventurers
    int gold
    int[NUM_CARDS] card_gold
    int[NUM_CARDS] card_xp
    int[NUM_CARDS] health  # > 0: a monster
    bint[NUM_CARDS] injures
    int[NUM_SPECIALISTS] price  # of the copied power for the impostor: price + extra
    int impostor_extra


# -- small facts ------------------------------------------------------------------------------------------------------------

cdef inline bint is_chance(int phase) noexcept nogil:
    return (phase == LOOK or phase == PEEK or phase == DIG or phase == MINE or phase == TREASURE or phase == MIMIC or
            phase == FIGHT)


cdef inline bint is_up(const TakaraC* s, int pile, int slot) noexcept nogil:
    return s.up[pile] >> slot & 1


cdef inline bint has_card(const RulesC* rules, const TakaraC* s, int pile) noexcept nogil:
    return s.top[pile] < rules.size


cdef inline bint has_face_down_top(const RulesC* rules, const TakaraC* s, int pile) noexcept nogil:
    return has_card(rules, s, pile) and not is_up(s, pile, s.top[pile])


cdef inline bint has_monster_on_top(const RulesC* rules, const TakaraC* s, int pile) noexcept nogil:
    """A face-up monster."""
    return has_card(rules, s, pile) and is_up(s, pile, s.top[pile]) and s.card[pile][s.top[pile]] != ROCKFALL


cdef inline bint has_rockfall_on_top(const RulesC* rules, const TakaraC* s, int pile) noexcept nogil:
    """A face-up rockfall."""
    return has_card(rules, s, pile) and is_up(s, pile, s.top[pile]) and s.card[pile][s.top[pile]] == ROCKFALL


cdef inline int rockfalls_on_top(const RulesC* rules, const TakaraC* s) noexcept nogil:
    cdef int pile, count = 0
    for pile in range(rules.num_piles):
        count += has_rockfall_on_top(rules, s, pile)
    return count


cdef inline int stones_found(const RulesC* rules, const TakaraC* s) noexcept nogil:
    cdef int pile, count = 0
    for pile in range(rules.num_piles):
        count += s.stone[pile] != NOBODY
    return count


cdef inline int empty_piles(const RulesC* rules, const TakaraC* s) noexcept nogil:
    cdef int pile, count = 0
    for pile in range(rules.num_piles):
        count += not has_card(rules, s, pile)
    return count


cdef inline int held_by(const TakaraC* s, int seat) noexcept nogil:
    """The specialist that the seat holds, face up or down; NOBODY for none."""
    cdef int specialist
    for specialist in range(NUM_SPECIALISTS):
        if s.holder[specialist] == seat:
            return specialist
    return NOBODY


cdef inline int xp_of(const TakaraC* s, int seat, int token_xp, int skull_xp) noexcept nogil:
    """XP held without gold and stones."""
    cdef int value, total = token_xp * s.tokens[seat] + skull_xp * s.skulls[seat]
    for value in range(1, NUM_VALUES):
        total += value * s.items[seat][value]
    return total


cdef inline int next_look(const RulesC* rules, const TakaraC* s) noexcept nogil:
    """The slot that a survey's next look is at, or −1 where it may not go on."""
    cdef int slot
    for slot in range(s.slot + 1, min(s.slot + s.looks + 1, rules.size)):
        if not is_up(s, s.pile, slot):
            return slot
        if not rules.only_rockfalls_block or s.card[s.pile][slot] == ROCKFALL:
            return -1
    return -1


# -- what a card may be -------------------------------------------------------------------------------------------------------

cdef inline bint may_hide_stone(const RulesC* rules, const TakaraC* s, int pile) noexcept nogil:
    """Whether the pile has neither a known stone nor given one."""
    cdef int slot
    if s.stone[pile] != NOBODY:
        return False
    for slot in range(max(s.top[pile], rules.first_slot[DEEP]), rules.size):
        if s.card[pile][slot] == STONE:
            return False
    return True


cdef inline int unknown_slots(const RulesC* rules, const TakaraC* s, int pile, int level) noexcept nogil:
    cdef int slot, count = 0
    for slot in range(max(s.top[pile], rules.first_slot[level]), rules.end_slot[level]):
        count += s.card[pile][slot] == UNKNOWN
    return count


cdef inline int unproven_slots(const RulesC* rules, const TakaraC* s, int level) noexcept nogil:
    """Unknown slots of the level that may hold a rockfall."""
    cdef int pile, slot, count = 0
    for pile in range(rules.num_piles):
        for slot in range(max(s.top[pile], rules.first_slot[level]), rules.end_slot[level]):
            count += s.card[pile][slot] == UNKNOWN and not s.proven[pile] >> slot & 1
    return count


cdef inline int64_t card_weights(const RulesC* rules, const TakaraC* s, int pile, int slot, int64_t* weights) noexcept nogil:
    """weights[card] of an unknown slot, all arrangements that agree with the struct being equally likely; returns the total.

    Stones: two unknown ones lie in piles i and j with weight u_i·u_j, one with weight u_i, u being the unknown deep slots of
    the piles that may hide one. Rockfalls lie in unproven slots. All other cards fill the rest in any order.
    """
    cdef int level = rules.level[slot], card, i, u, unknown = 0
    cdef int special = STONE if level == DEEP else ROCKFALL  # the card whose places are restricted
    cdef int64_t count = s.pool[level][special], here = 0, others = 0, all = 0, pairs = 0, rest
    for card in range(NUM_CARDS):
        unknown += s.pool[level][card]
    # 1. The special card's share of this slot: here / all.
    if count == 0:
        all = 1
    elif level != DEEP:
        all = unproven_slots(rules, s, level)
        here = 0 if s.proven[pile] >> slot & 1 else count
    else:
        for i in range(rules.num_piles):
            if may_hide_stone(rules, s, i):
                u = unknown_slots(rules, s, i, DEEP)
                pairs += all * u
                all += u
                if i != pile:
                    others += u
        if may_hide_stone(rules, s, pile):
            here = others if count == 2 else 1
        if count == 2:
            all = pairs
    # 2. The other cards share the rest.
    rest = unknown - count
    for card in range(NUM_CARDS):
        weights[card] = (all - here) * s.pool[level][card]
    weights[special] = here * rest
    if rest == 0:
        weights[special] = all = here
        return all
    return all * rest


# -- turns --------------------------------------------------------------------------------------------------------------------

cdef inline void be_over(TakaraC* s, int ending) noexcept nogil:
    s.phase = OVER
    s.ending = ending
    s.pile = NOBODY
    s.slot = s.looks = s.mining = s.turned = s.map_due = s.sword = s.banked = 0


cdef inline void end_day(TakaraC* s) noexcept nogil:
    """Adventurers come home; the map's choice, then the cure and the recruit."""
    cdef int seat = s.turn
    s.unused[seat] += s.used[seat] + s.waiting[seat]
    s.used[seat] = s.waiting[seat] = 0
    s.sword = 0
    s.phase = MAP if s.map_due else END_OF_DAY


cdef inline void start_turn(TakaraC* s, int seat, int sword_cost) noexcept nogil:
    s.turn = seat
    s.banked = 0
    if s.unused[seat] == 0:
        end_day(s)
    elif s.gold[seat] >= sword_cost:
        s.phase = SWORD
    else:
        s.phase = ACT


cdef inline void finish_action(const RulesC* rules, TakaraC* s) noexcept nogil:
    """An action is over: the endings are checked, then the next adventurer acts or the day ends."""
    cdef int found = stones_found(rules, s), empty = empty_piles(rules, s)
    s.pile = NOBODY
    s.slot = s.looks = s.mining = s.turned = 0
    if found == 1 and empty >= rules.spoiled_at:
        be_over(s, ONE_STONE)
    elif found == 0 and empty >= rules.lost_at:
        be_over(s, NO_STONE)
    elif s.unused[s.turn] > 0:
        s.phase = ACT
    else:
        end_day(s)


cdef inline void close_day(const RulesC* rules, TakaraC* s, int cured, bint recruits, int cure_cost, int recruit_cost,
                           int sword_cost) noexcept nogil:
    """The end-of-day decision, and the next player's turn."""
    cdef int seat = s.turn, specialist = held_by(s, seat)
    s.gold[seat] -= cured * cure_cost
    s.hospital[seat] -= cured
    s.unused[seat] += cured
    if recruits:
        s.gold[seat] -= recruit_cost
        s.recruits &= ~(1 << seat)
        s.unused[seat] += 1
    s.waiting[seat] = s.hospital[seat]
    s.hospital[seat] = 0
    if specialist != NOBODY:
        if s.resting >> specialist & 1:
            s.holder[specialist] = NOBODY
        s.resting ^= 1 << specialist
    s.turns += 1
    if s.turns >= rules.max_turns:
        be_over(s, CAP)
    else:
        start_turn(s, seat + 1 if seat + 1 < rules.num_players else 0, sword_cost)


# -- what happens to cards ----------------------------------------------------------------------------------------------------

cdef inline void decide(const RulesC* rules, TakaraC* s, int pile, int slot, int card) noexcept nogil:
    """A card becomes known; nothing where it was."""
    if s.card[pile][slot] == UNKNOWN:
        s.card[pile][slot] = card
        s.pool[rules.level[slot]][card] -= 1


cdef inline void turn_up(const RulesC* rules, TakaraC* s, int pile, int slot) noexcept nogil:
    s.up[pile] |= 1 << slot
    s.proven[pile] &= ~(1 << slot)
    s.seen[pile][slot] = rules.everyone


cdef inline void remove_top(TakaraC* s, int pile) noexcept nogil:
    cdef int slot = s.top[pile]
    s.card[pile][slot] = UNKNOWN
    s.seen[pile][slot] = 0
    s.up[pile] &= ~(1 << slot)
    s.proven[pile] &= ~(1 << slot)
    s.wounds[pile] = 0
    s.top[pile] += 1


cdef inline void send_adventurer(TakaraC* s) noexcept nogil:
    s.unused[s.turn] -= 1
    s.used[s.turn] += 1


cdef inline void injure(TakaraC* s) noexcept nogil:
    s.used[s.turn] -= 1
    s.hospital[s.turn] += 1


cdef inline bint take_stone(const RulesC* rules, TakaraC* s, int pile) noexcept nogil:
    """The stone on top; true where it is the second, which ends the game at once."""
    s.stone[pile] = s.turn
    remove_top(s, pile)
    if stones_found(rules, s) < 2:
        return False
    be_over(s, BOTH_STONES)
    return True


cdef inline void mine_on(const RulesC* rules, TakaraC* s) noexcept nogil:
    """The miner takes his next card, where there is one."""
    if s.looks == 0 or not has_card(rules, s, s.pile) or has_monster_on_top(rules, s, s.pile):
        finish_action(rules, s)
    else:
        s.phase = MINE
        s.slot = s.top[s.pile]


cdef inline void after_card(const RulesC* rules, TakaraC* s) noexcept nogil:
    """A card taken, and the treasure that it brought, are resolved."""
    if not s.mining:
        finish_action(rules, s)
    elif rules.miner_may_stop and s.looks == 1 and has_card(rules, s, s.pile) and not has_monster_on_top(rules, s, s.pile):
        s.phase = MINE_ON
        s.slot = s.top[s.pile]
    else:
        mine_on(rules, s)


cdef inline void dig_card(const RulesC* rules, TakaraC* s, int card) noexcept nogil:
    cdef int pile = s.pile, seat = s.turn
    decide(rules, s, pile, s.slot, card)
    if card == ROCKFALL or rules.health[card]:
        turn_up(rules, s, pile, s.slot)
        if card != ROCKFALL and not s.sword:
            injure(s)
        finish_action(rules, s)
    elif card == STONE:
        if not take_stone(rules, s, pile):
            finish_action(rules, s)
    else:
        remove_top(s, pile)
        s.gold[seat] += rules.card_gold[card]
        if rules.card_xp[card]:
            s.items[seat][rules.card_xp[card]] += 1
        if rules.injures[card]:
            injure(s)
        if card == CHEST:
            s.phase = TREASURE
        else:
            finish_action(rules, s)


cdef inline void mine_card(const RulesC* rules, TakaraC* s, int card) noexcept nogil:
    cdef int pile = s.pile
    decide(rules, s, pile, s.slot, card)
    if rules.health[card]:
        turn_up(rules, s, pile, s.slot)
        finish_action(rules, s)
        return
    s.looks -= 1
    if card == STONE:
        if not take_stone(rules, s, pile):
            after_card(rules, s)
        return
    remove_top(s, pile)
    if rules.card_xp[card]:
        s.items[s.turn][rules.card_xp[card]] += 1
    if card == CHEST:
        s.phase = TREASURE
    else:
        after_card(rules, s)


cdef inline void kill_monster(const RulesC* rules, TakaraC* s) noexcept nogil:
    cdef int card = s.card[s.pile][s.top[s.pile]]
    s.gold[s.turn] += rules.card_gold[card]
    s.items[s.turn][rules.card_xp[card]] += 1
    remove_top(s, s.pile)
    finish_action(rules, s)


cdef inline void fail_fight(const RulesC* rules, TakaraC* s, int wounds) noexcept nogil:
    s.wounds[s.pile] += wounds
    injure(s)
    finish_action(rules, s)


cdef inline int health_left(const RulesC* rules, const TakaraC* s) noexcept nogil:
    """Of the monster that is fought."""
    return rules.health[s.card[s.pile][s.top[s.pile]]] - s.wounds[s.pile]


# -- looks --------------------------------------------------------------------------------------------------------------------

cdef inline void start_looks(TakaraC* s, int phase, int pile, int slot, int looks) noexcept nogil:
    s.phase = phase
    s.pile = pile
    s.slot = slot
    s.looks = looks - 1
    s.turned = 0


cdef inline void survey_card(const RulesC* rules, TakaraC* s, int card, int turn_up_gold) noexcept nogil:
    """What a survey's look shows; UNSEEN leaves it unknown to the viewer of a masked state."""
    if card != UNSEEN:
        decide(rules, s, s.pile, s.slot, card)
    if card == ROCKFALL:
        turn_up(rules, s, s.pile, s.slot)
        s.gold[s.turn] += turn_up_gold
        finish_action(rules, s)
        return
    s.seen[s.pile][s.slot] |= 1 << s.turn
    s.proven[s.pile] |= 1 << s.slot
    s.phase = SURVEY


cdef inline void go_on_surveying(const RulesC* rules, TakaraC* s) noexcept nogil:
    cdef int slot = next_look(rules, s)
    start_looks(s, LOOK, s.pile, slot, s.looks - (slot - s.slot) + 1)


cdef inline void turn_up_monster(const RulesC* rules, TakaraC* s, int turn_up_gold) noexcept nogil:
    turn_up(rules, s, s.pile, s.slot)
    s.gold[s.turn] += turn_up_gold
    s.turned = 1


cdef inline void pass_face_up(const RulesC* rules, TakaraC* s) noexcept nogil:
    """Face-up cards of a peek's window are public: they count and are not looked at."""
    while is_up(s, s.pile, s.slot) and s.looks > 0:
        s.slot += 1
        s.looks -= 1
    if is_up(s, s.pile, s.slot):
        finish_action(rules, s)


cdef inline void peek_card(const RulesC* rules, TakaraC* s, int card) noexcept nogil:
    if card != UNSEEN:
        decide(rules, s, s.pile, s.slot, card)
    s.seen[s.pile][s.slot] |= 1 << s.turn
    if s.looks == 0:
        finish_action(rules, s)
        return
    s.slot += 1
    s.looks -= 1
    pass_face_up(rules, s)


# -- treasures ----------------------------------------------------------------------------------------------------------------

cdef inline void take_map(const RulesC* rules, TakaraC* s, bint as_gold, int map_gold, int map_xp) noexcept nogil:
    if as_gold:
        s.gold[s.turn] += map_gold
    else:
        s.items[s.turn][map_xp] += 1
    if s.map_due:
        s.map_due = 0
        s.phase = END_OF_DAY
    else:
        after_card(rules, s)
