"""Random games of Takara Island with books kept beside them: what the rules pay and take must be what the state holds.

The books know an action or an outcome by its number and the state before it, and share no step with the game's own rules.
"""

from libc.string cimport memcpy, memset

from orienteer.core.rng cimport RandomStream, Rng, rng_below
from orienteer.core.state cimport CHANCE, MAX_BRANCH, TERMINAL, UNKNOWN
from orienteer.core.takara_island.game cimport TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.rules cimport (
    ACT, BOTH_STONES, CAP, DEEP, DIG, END_OF_DAY, FIGHT, GOLD_BAG, IDOL, LOOK, MAP, MIMIC, MIMIC_CARD, MINE, NO_STONE, NOBODY,
    NUM_CARDS, NUM_LEVELS, NUM_SPECIALISTS, NUM_TREASURES, NUM_VALUES, ONE_STONE, OVER, ROCKFALL, SEATS, SKULL, STONE,
    SURVEY, SWORD, TABLET, TREASURE, RulesC, TakaraC,
)

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island import components

cdef enum:
    # Laws in the order of LAWS.
    LAWFUL = 0
    CARDS_LAW = 1
    GOLD_LAW = 2
    XP_LAW = 3
    TOKENS_LAW = 4
    TREASURES_LAW = 5
    ADVENTURERS_LAW = 6
    SPECIALISTS_LAW = 7
    STONES_LAW = 8
    ENDING_LAW = 9

LAWS = (
    "lawful",
    "cards: those in piles, undecided and gone are not those that were made",
    "gold: a player does not hold what the rules paid and took",
    "XP: a player does not hold the items and skulls that the rules gave and took",
    "tokens: those of the players and the bank are not those that were made, or not those bought",
    "treasures: those left and drawn are not those that were made",
    "adventurers: a player does not have those of the start and the one he recruited",
    "specialists: one is held by nobody that hired it, or a player holds two",
    "stones: those found are not those gone, or a pile has had two",
    "ending: it is not the one of the stones found, the piles empty and the turns finished",
)
ENDINGS = ("both_stones", "one_stone", "no_stone", "cap")

cdef enum:
    # Actions and outcomes by number: see game.pyx.
    A_RENT = 0
    A_TURN_UP = 4
    A_MAP_GOLD = 5
    A_TAVERN = 7
    A_BUY = 8
    A_SELL = 9
    A_SURVEY = 20
    A_DESTROY = 32
    A_FIGHT = 38
    A_MINER = 44
    A_SOOTHSAYER = 50
    A_ARCHAEOLOGIST = 104
    A_IMPOSTOR = 110
    A_END_DAY = 176
    O_TREASURE = 20
    O_KILL = 26
    O_BEATEN = 32
    IMPOSTOR_CARD = 3

cdef int SWORD_COST = components.SWORD_COST
cdef int CURE_COST = components.CURE_COST
cdef int RECRUIT_COST = components.RECRUIT_COST
cdef int TOKEN_COST = components.TOKEN_COST
cdef int TOKENS_PER_PLAYER = components.TOKENS_PER_PLAYER
cdef int GOLD_PER_XP = components.GOLD_PER_XP
cdef int TAVERN_GOLD = components.TAVERN_GOLD
cdef int TURN_UP_GOLD = components.TURN_UP_GOLD
cdef int DESTROY_GOLD = components.DESTROY_GOLD
cdef int SKULL_GOLD = components.SKULL_GOLD
cdef int BAG_GOLD = components.GOLD_BAG_GOLD
cdef int TABLET_XP = components.TABLET_XP
cdef int IDOL_XP = components.IDOL_XP
cdef int MIMIC_XP = components.MIMIC_XP
cdef int MAP_AS_GOLD = components.MAP_GOLD
cdef int MAP_AS_XP = components.MAP_XP

cdef struct BooksC:
    int[NUM_LEVELS][NUM_CARDS] gone
    int[SEATS] gold
    int[SEATS][NUM_VALUES] items
    int[SEATS] skulls
    int[SEATS] tokens
    int[SEATS] people
    int[NUM_TREASURES] drawn
    int[NUM_SPECIALISTS] holder
    int[NUM_SPECIALISTS] days  # ends of days that the holder has seen


cdef int _level_of(const RulesC* rules, int slot) noexcept nogil:
    cdef int level = 0
    while slot >= rules.end_slot[level]:
        level += 1
    return level


cdef void _open(BooksC* books, const RulesC* rules, const TakaraC* s) noexcept nogil:
    """Take over what a state holds, cards and treasures as what is not there."""
    cdef int level, card, pile, slot, seat, i
    memset(books, 0, sizeof(BooksC))
    for level in range(NUM_LEVELS):
        for card in range(NUM_CARDS):
            books.gone[level][card] = rules.made[level][card] - s.pool[level][card]
    for pile in range(rules.num_piles):
        for slot in range(s.top[pile], rules.size):
            if s.card[pile][slot] != UNKNOWN:
                books.gone[_level_of(rules, slot)][s.card[pile][slot]] -= 1
    for seat in range(rules.num_players):
        books.gold[seat] = s.gold[seat]
        books.skulls[seat] = s.skulls[seat]
        books.tokens[seat] = s.tokens[seat]
        books.people[seat] = rules.adventurers + (not s.recruits >> seat & 1)
        for i in range(NUM_VALUES):
            books.items[seat][i] = s.items[seat][i]
    for i in range(NUM_TREASURES):
        books.drawn[i] = rules.made_treasures[i] - s.treasures[i]
    for i in range(NUM_SPECIALISTS):
        books.holder[i] = s.holder[i]
        books.days[i] = s.resting >> i & 1


cdef void _book(BooksC* books, const RulesC* rules, const TakaraC* s, int action) noexcept nogil:
    """Enter what `action`, or an outcome, in state `s` gives and takes."""
    cdef int seat = s.turn, phase = s.phase, i
    if phase == LOOK:
        books.gold[seat] += TURN_UP_GOLD * (action == ROCKFALL)
    elif phase == DIG or phase == MINE or phase == FIGHT:
        _book_card(books, rules, s, action)
    elif phase == TREASURE:
        i = action - O_TREASURE
        books.drawn[i] += 1
        books.gold[seat] += BAG_GOLD * (i == GOLD_BAG) + SKULL_GOLD * (i == SKULL)
        books.skulls[seat] += i == SKULL
        books.items[seat][TABLET_XP] += i == TABLET
        books.items[seat][IDOL_XP] += i == IDOL
    elif phase == MIMIC:
        books.items[seat][MIMIC_XP] += action == O_BEATEN
        books.drawn[MIMIC_CARD] -= action != O_BEATEN and not rules.removes_mimic
    elif phase == MAP:
        books.gold[seat] += MAP_AS_GOLD * (action == A_MAP_GOLD)
        books.items[seat][MAP_AS_XP] += action != A_MAP_GOLD
    elif phase == SWORD:
        books.gold[seat] -= SWORD_COST * (action == A_RENT)
    elif phase == SURVEY:
        books.gold[seat] += TURN_UP_GOLD * (action == A_TURN_UP)
    elif phase == ACT:
        _book_action(books, rules, s, action)
    elif phase == END_OF_DAY:
        books.gold[seat] -= CURE_COST * ((action - A_END_DAY) >> 1) + RECRUIT_COST * (action & 1)
        books.people[seat] += action & 1
        for i in range(NUM_SPECIALISTS):
            if books.holder[i] == seat:
                books.days[i] += 1
                if books.days[i] == 2:
                    books.holder[i] = NOBODY
                    books.days[i] = 0


cdef void _book_card(BooksC* books, const RulesC* rules, const TakaraC* s, int outcome) noexcept nogil:
    """A card dug, mined or fought."""
    cdef int slot = s.top[s.pile], card = outcome
    if s.phase == FIGHT:
        if outcome != O_KILL:
            return
        card = s.card[s.pile][slot]
    elif rules.health[card] or (card == ROCKFALL and s.phase == DIG):
        return
    books.gone[_level_of(rules, slot)][card] += 1
    books.gold[s.turn] += rules.card_gold[card] * (s.phase != MINE)
    if rules.card_xp[card]:
        books.items[s.turn][rules.card_xp[card]] += 1


cdef void _book_action(BooksC* books, const RulesC* rules, const TakaraC* s, int action) noexcept nogil:
    cdef int seat = s.turn, hired, power, pile, rockfalls = 0
    if action == A_TAVERN:
        books.gold[seat] += TAVERN_GOLD
    elif action == A_BUY:
        books.gold[seat] -= TOKEN_COST
        books.tokens[seat] += 1
    elif A_SELL < action < A_SURVEY:
        books.gold[seat] += GOLD_PER_XP * (action - A_SELL)
        books.items[seat][action - A_SELL] -= 1
    elif A_DESTROY <= action < A_FIGHT:
        for pile in range(rules.num_piles):
            if s.top[pile] < rules.size and s.up[pile] >> s.top[pile] & 1 and s.card[pile][s.top[pile]] == ROCKFALL:
                rockfalls += 1
        pile = action - A_DESTROY
        books.gold[seat] += DESTROY_GOLD * rockfalls
        books.gone[_level_of(rules, s.top[pile])][ROCKFALL] += 1
    elif action >= A_MINER:
        hired = action
        if action >= A_IMPOSTOR:
            hired += A_MINER - A_IMPOSTOR
            books.gold[seat] -= rules.impostor_extra
        power = (hired >= A_SOOTHSAYER) + (hired >= A_ARCHAEOLOGIST)
        books.gold[seat] -= rules.price[power]
        books.holder[IMPOSTOR_CARD if action >= A_IMPOSTOR else power] = seat


cdef int _broken_law(const BooksC* books, const RulesC* rules, const TakaraC* s) noexcept nogil:
    """The first law that the state breaks, LAWFUL for none."""
    cdef int[NUM_LEVELS][NUM_CARDS] lying
    cdef int[NUM_LEVELS] undecided
    cdef int level, card, pile, slot, seat, i, held, stones = 0, found = 0, empty = 0, supply = TOKENS_PER_PLAYER * rules.num_players
    memset(lying, 0, sizeof(lying))
    memset(undecided, 0, sizeof(undecided))
    # 1. Cards and stones.
    for pile in range(rules.num_piles):
        stones = s.stone[pile] != NOBODY
        found += stones
        empty += s.top[pile] == rules.size
        for slot in range(s.top[pile], rules.size):
            card = s.card[pile][slot]
            level = _level_of(rules, slot)
            if card == UNKNOWN:
                undecided[level] += 1
            else:
                lying[level][card] += 1
                stones += card == STONE
        if stones > 1:
            return STONES_LAW
    if found != books.gone[DEEP][STONE]:
        return STONES_LAW
    for level in range(NUM_LEVELS):
        for card in range(NUM_CARDS):
            undecided[level] -= s.pool[level][card]
            if s.pool[level][card] < 0 or rules.made[level][card] != s.pool[level][card] + lying[level][card] + books.gone[level][card]:
                return CARDS_LAW
        if undecided[level] != 0:
            return CARDS_LAW
    # 2. What the players hold.
    for seat in range(rules.num_players):
        if s.gold[seat] != books.gold[seat] or s.gold[seat] < 0:
            return GOLD_LAW
        if s.skulls[seat] != books.skulls[seat]:
            return XP_LAW
        for i in range(NUM_VALUES):
            if s.items[seat][i] != books.items[seat][i] or s.items[seat][i] < 0:
                return XP_LAW
        if s.tokens[seat] != books.tokens[seat]:
            return TOKENS_LAW
        supply -= s.tokens[seat]
        if s.unused[seat] + s.used[seat] + s.hospital[seat] + s.waiting[seat] != books.people[seat]:
            return ADVENTURERS_LAW
        if min(s.unused[seat], s.used[seat], s.hospital[seat], s.waiting[seat]) < 0:
            return ADVENTURERS_LAW
        if (s.recruits >> seat & 1) != (books.people[seat] == rules.adventurers):
            return ADVENTURERS_LAW
        held = 0
        for i in range(NUM_SPECIALISTS):
            held += s.holder[i] == seat
        if held > 1:
            return SPECIALISTS_LAW
    if s.supply != supply or supply < 0:
        return TOKENS_LAW
    for i in range(NUM_SPECIALISTS):
        if s.holder[i] != books.holder[i] or (s.resting >> i & 1) != books.days[i]:
            return SPECIALISTS_LAW
    for i in range(NUM_TREASURES):
        if s.treasures[i] != rules.made_treasures[i] - books.drawn[i] or s.treasures[i] < 0:
            return TREASURES_LAW
    # 3. Whether the game is over, and how.
    return LAWFUL if s.ending == _ending(rules, s, found, empty) and (s.phase == OVER) == (s.ending != 0) else ENDING_LAW


cdef int _ending(const RulesC* rules, const TakaraC* s, int found, int empty) noexcept nogil:
    """The ending that is due; none in mid-action, but for the second stone."""
    if found == 2:
        return BOTH_STONES
    if s.pile != NOBODY:
        return 0
    if found == 1 and empty >= rules.num_piles - 1:
        return ONE_STONE
    if found == 0 and empty >= max(1, rules.num_piles - 2):
        return NO_STONE
    return CAP if s.turns == rules.max_turns else 0


cdef class Audit:
    """Books opened on a state; `enter` follows a game step by step."""

    cdef BooksC books

    def __init__(self, TakaraIslandState start):
        _open(&self.books, &(<TakaraIsland>start.game).rules, &start.s)

    def enter(self, TakaraIslandState before, int action, TakaraIslandState after) -> None:
        """Book an action, or outcome, and compare. Raises OrienteerError naming the law that `after` breaks."""
        cdef const RulesC* rules = &(<TakaraIsland>before.game).rules
        _book(&self.books, rules, &before.s, action)
        law = _broken_law(&self.books, rules, &after.s)
        if law != LAWFUL:
            raise OrienteerError(LAWS[law])


def play_audited(TakaraIsland game, long count, RandomStream stream) -> dict:
    """Play `count` games uniformly at random, and compare the state with the books after every transition.

    Returns "games", "transitions" and "endings" (number by kind). Raises OrienteerError naming the game (from 0) and the law
    that it breaks.
    """
    cdef TakaraIslandState start = game.new_initial_state(), state = game.new_initial_state()
    cdef const RulesC* rules = &game.rules
    cdef BooksC opened, books
    cdef TakaraC before
    cdef Rng rng = stream.rng
    cdef int[MAX_BRANCH] actions
    cdef int[CAP + 1] endings
    cdef int player, action, number, law = LAWFUL
    cdef long game_index, transitions = 0
    memset(endings, 0, sizeof(endings))
    _open(&opened, rules, &start.s)
    with nogil:
        for game_index in range(count):
            state.c_copy_from(start)
            memcpy(&books, &opened, sizeof(BooksC))
            player = state.c_current_player()
            while player != TERMINAL:
                before = state.s
                if player == CHANCE:
                    action = state.c_sample_chance(&rng)
                else:
                    number = state.c_legal_actions(player, actions)
                    action = actions[rng_below(&rng, number)]
                state.c_apply(action)
                transitions += 1
                _book(&books, rules, &before, action)
                law = _broken_law(&books, rules, &state.s)
                if law != LAWFUL:
                    break
                player = state.c_current_player()
            if law != LAWFUL:
                break
            endings[state.s.ending] += 1
    stream.rng = rng
    if law != LAWFUL:
        raise OrienteerError(f"game {game_index}: {LAWS[law]}")
    return {
        "games": count,
        "transitions": transitions,
        "endings": {name: endings[kind] for kind, name in enumerate(ENDINGS, BOTH_STONES)},
    }
