"""Takara Island beyond the search tree: quick, sensible play that varies a little.

Whoever is to choose goes by what he knows: public facts and the cards that he has seen himself. Any other card counts as the
mean of the cards of its level that he has not seen; a stone is equally likely in all unknown deep slots of the piles that may
hide one. Everything is measured in XP, gold by what it can still buy: the recruit, cures, specialists, tokens.

Each action has a worth, to which up to `NOISE` is added, and the best one is played:

- dig, miner: the card or cards taken, less the cure of an injury; what then lies on top counts for him while he has another
  adventurer, else against him. Before a choice that may end the game he looks at who would win then.
- survey: gold for what can be turned up, and a little for what is learnt; soothsayer, archaeologist: only the latter.
- fight: the odds of an attack; the sword: where a fight would pay, or for the protection of what is dug.
- destroy, tavern, bank: the gold or XP that they bring; a destroyed rockfall lays open what is under it.

Surveys go on and turn monsters up in all but one in `MOSTLY` cases; the end of the day recruits, then cures.
"""

from libc.stdint cimport int32_t

cimport cython

from functools import lru_cache

from orienteer.core.rng cimport RandomStream, Rng, rng_below, rng_uniform
from orienteer.core.state cimport ERROR, MAX_BRANCH, UNKNOWN, State
from orienteer.core.takara_island.game cimport TakaraIsland, TakaraIslandState, total_of
from orienteer.core.takara_island.rules cimport (
    ACT, CHEST, DEEP, END_OF_DAY, MAP, MINE_ON, NOBODY, NUM_CARDS, NUM_LEVELS, NUM_TREASURES, PILES, ROCKFALL, SLOTS, STONE,
    SURVEY, SWORD, RulesC, TakaraC, has_card, has_rockfall_on_top, is_up, rockfalls_on_top,
)
from orienteer.mcts.playout cimport Playout

from orienteer.core.takara_island import components

cdef enum:
    # The actions of orienteer.core.takara_island.game.
    RENT = 0
    NO_RENT = 1
    STOP = 2
    GO_ON = 3
    TURN_UP = 4
    MAP_GOLD = 5
    MAP_XP = 6
    TAVERN = 7
    BUY = 8
    SELL = 9
    ACT_SURVEY = 20
    ACT_DIG = 26
    ACT_DESTROY = 32
    ACT_FIGHT = 38
    HIRE_MINER = 44
    HIRE_SOOTHSAYER = 50
    HIRE_ARCHAEOLOGIST = 104
    HIRE_IMPOSTOR = 110
    END_DAY = 176
    MOSTLY = 8  # all but one in so many

cdef int SWORD_COST = components.SWORD_COST
cdef int CURE_COST = components.CURE_COST
cdef int RECRUIT_COST = components.RECRUIT_COST
cdef int TOKEN_COST = components.TOKEN_COST
cdef int TOKEN_XP = components.TOKEN_XP
cdef int GOLD_PER_XP = components.GOLD_PER_XP
cdef int STONE_XP = components.STONE_XP
cdef int SURVEY_LOOKS = components.SURVEY_LOOKS
cdef int SOOTHSAYER_LOOKS = components.SOOTHSAYER_LOOKS
cdef int ARCHAEOLOGIST_LOOKS = components.ARCHAEOLOGIST_LOOKS
cdef int TURN_UP_GOLD = components.TURN_UP_GOLD
cdef int DESTROY_GOLD = components.DESTROY_GOLD
cdef int MAP_AS_GOLD = components.MAP_GOLD
cdef int MAP_AS_XP = components.MAP_XP
cdef double HIT = <double>components.SWORD_FACES / (components.SWORD_FACES + components.HOSPITAL_FACES)

# Rules of thumb, in XP; tuned by matches against the greedy digger.
cdef double NOISE = 0.5
cdef double WIDENING = 0.3
cdef int ROUNDS = 4  # that playouts of a search go on for
cdef double WINNING = 20.0  # a choice that ends the game, won or lost
cdef double RECRUITING = 0.5  # a piece of gold that is saved for the recruit
cdef double SPENDING = 0.35  # … that can still be spent
cdef double SAVING = 0.2  # … that counts at the end only
cdef double FIRST_STONE = 8.0
cdef double UNCURED = 1.0  # an injury that cannot be paid for
cdef double REACH = 0.2  # of a better card's worth, for whoever can reach it next
cdef double BLOCKED = 0.4  # a known rockfall or monster turned up on top
cdef double[NUM_LEVELS] LEARNT = [0.015, 0.03, 0.1]  # an unknown card of the level seen
cdef double[NUM_TREASURES] TREASURE_WORTH = [8.0, 4.0, 3.0, 3.0, 2.0, 2.5]


cdef struct SightC:
    # What the seat that chooses makes of the position.
    int seat
    int found  # stones
    int empty  # piles
    double per_gold
    double injury
    double stone  # worth of one
    double[PILES] stone_chance  # of an unknown deep card of the pile
    double[NUM_CARDS] dug  # worth of a card by digging, stones left out
    double[NUM_CARDS] mined
    double[NUM_LEVELS] mean_dug  # of an unknown card
    double[NUM_LEVELS] mean_mined
    double[NUM_LEVELS] monsters  # share of the unknown cards
    double[NUM_LEVELS] rockfalls
    int[NUM_LEVELS] unknown


@cython.final
cdef class TakaraIslandPlayout(Playout):
    """The light policy under one game's options."""

    cdef const RulesC* rules
    cdef TakaraIsland game

    def __cinit__(self, TakaraIsland game not None):
        self.game = game
        self.widening = WIDENING
        self.turns = ROUNDS * game.num_players
        self.rules = &game.rules

    def choose(self, TakaraIslandState state not None, int player, RandomStream stream not None) -> int:
        """An action for `player`, who moves now in `state`."""
        return self.c_choose(state, player, &stream.rng)

    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef const TakaraC* s = &(<TakaraIslandState>state).s
        cdef int[MAX_BRANCH] actions
        cdef SightC sight
        cdef int i, n, phase = s.phase, best = 0
        cdef double worth, most = 0
        n = state.c_legal_actions(player, actions)
        if n == 1:
            return actions[0]
        if phase == SURVEY:
            # The last one listed: to turn up, else to go on.
            return actions[n - 1] if rng_below(rng, MOSTLY) else actions[rng_below(rng, n)]
        if phase == END_OF_DAY:
            return best_end(self.rules, s, player, actions, n)
        look(self.rules, s, player, &sight)
        if phase == SWORD:
            return RENT if sword_worth(self.rules, s, &sight) + NOISE * rng_uniform(rng) > NOISE / 2 else NO_RENT
        if phase == MAP:
            return MAP_GOLD if MAP_AS_GOLD * sight.per_gold > MAP_AS_XP else MAP_XP
        if phase == MINE_ON:
            return GO_ON if ending_worth(self.rules, s, &sight, s.pile, 1, 0) >= 0 else STOP
        for i in range(n):
            worth = self.worth_of(s, &sight, actions[i]) + NOISE * rng_uniform(rng)
            if i == 0 or worth > most:
                most = worth
                best = actions[i]
        return best

    cdef double worth_of(self, const TakaraC* s, const SightC* sight, int action) noexcept nogil:
        """Of an action of phase ACT."""
        cdef const RulesC* rules = self.rules
        cdef double price = 0
        cdef int pile
        if action == TAVERN:
            return sight.per_gold
        if action == BUY:
            return TOKEN_XP - purse(rules, s, sight.seat, -TOKEN_COST)
        if action < ACT_SURVEY:
            return purse(rules, s, sight.seat, GOLD_PER_XP * (action - SELL)) - (action - SELL)
        if action < ACT_DIG:
            return survey_worth(rules, s, sight, action - ACT_SURVEY)
        if action < ACT_DESTROY:
            return dig_worth(rules, s, sight, action - ACT_DIG)
        if action < ACT_FIGHT:
            pile = action - ACT_DESTROY
            # It takes two, who could as well have gone to the tavern.
            return ((DESTROY_GOLD * rockfalls_on_top(rules, s) - 1) * sight.per_gold + next_worth(rules, s, sight, pile, 1, 2)
                    + ending_worth(rules, s, sight, pile, 1, 0))
        if action < HIRE_MINER:
            return fight_worth(rules, s, sight, action - ACT_FIGHT)
        if action >= HIRE_IMPOSTOR:
            action -= HIRE_IMPOSTOR - HIRE_MINER
            price = rules.impostor_extra
        if action < HIRE_SOOTHSAYER:
            return miner_worth(rules, s, sight, action - HIRE_MINER) - purse(rules, s, sight.seat, -rules.price[0] - <int>price)
        if action < HIRE_ARCHAEOLOGIST:
            action -= HIRE_SOOTHSAYER
            pile = action // SLOTS
            return (peek_worth(rules, s, sight, pile, action % SLOTS, SOOTHSAYER_LOOKS)
                    - (rules.price[1] + price) * sight.per_gold)
        pile = action - HIRE_ARCHAEOLOGIST
        return peek_worth(rules, s, sight, pile, s.top[pile], ARCHAEOLOGIST_LOOKS) - (rules.price[2] + price) * sight.per_gold


# -- what the seat knows ------------------------------------------------------------------------------------------------------

cdef inline bint knows(const TakaraC* s, int seat, int pile, int slot) noexcept nogil:
    return s.card[pile][slot] != UNKNOWN and s.seen[pile][slot] >> seat & 1


cdef void look(const RulesC* rules, const TakaraC* s, int seat, SightC* sight) noexcept nogil:
    cdef int pile, slot, card, level, hidden, treasures = 0
    cdef int[NUM_LEVELS][NUM_CARDS] count
    cdef int[PILES] deep
    cdef int all_deep = 0
    cdef double chest = 0
    sight.seat = seat
    sight.found = sight.empty = 0
    # 1. What may lie where the seat has not looked.
    for level in range(NUM_LEVELS):
        sight.unknown[level] = 0
        for card in range(NUM_CARDS):
            count[level][card] = s.pool[level][card]
    for pile in range(rules.num_piles):
        hidden = s.stone[pile] == NOBODY
        deep[pile] = 0
        sight.found += not hidden
        sight.empty += s.top[pile] == rules.size
        for slot in range(s.top[pile], rules.size):
            level = rules.level[slot]
            card = s.card[pile][slot]
            if not s.seen[pile][slot] >> seat & 1:
                sight.unknown[level] += 1
                deep[pile] += level == DEEP
                if card != UNKNOWN:
                    count[level][card] += 1
            elif card == STONE:
                hidden = 0
        deep[pile] *= hidden
        all_deep += deep[pile]
    for pile in range(rules.num_piles):
        sight.stone_chance[pile] = <double>count[DEEP][STONE] / all_deep if deep[pile] else 0
        if sight.stone_chance[pile] > 1:
            sight.stone_chance[pile] = 1
    # 2. What gold, an injury and each card are worth.
    sight.per_gold = purse(rules, s, seat, GOLD_PER_XP) / GOLD_PER_XP
    sight.injury = CURE_COST * sight.per_gold if s.gold[seat] >= CURE_COST else UNCURED
    for card in range(NUM_TREASURES):
        treasures += s.treasures[card]
        chest += s.treasures[card] * TREASURE_WORTH[card]
    if treasures:
        chest /= treasures
    for card in range(NUM_CARDS):
        if rules.health[card]:
            sight.dug[card] = 0 if s.sword else -sight.injury
            sight.mined[card] = 0
        else:
            sight.mined[card] = rules.card_xp[card] + (chest if card == CHEST else 0)
            sight.dug[card] = sight.mined[card] + rules.card_gold[card] * sight.per_gold - rules.injures[card] * sight.injury
    sight.stone = stone_worth(rules, s, sight)
    for level in range(NUM_LEVELS):
        sight.mean_dug[level] = sight.mean_mined[level] = sight.monsters[level] = sight.rockfalls[level] = 0
        hidden = sight.unknown[level] - count[level][STONE]
        if hidden <= 0:
            continue
        for card in range(STONE):
            if count[level][card]:
                sight.mean_dug[level] += count[level][card] * sight.dug[card]
                sight.mean_mined[level] += count[level][card] * sight.mined[card]
                if rules.health[card]:
                    sight.monsters[level] += count[level][card]
        sight.mean_dug[level] /= hidden
        sight.mean_mined[level] /= hidden
        sight.monsters[level] /= hidden
        sight.rockfalls[level] = <double>count[level][ROCKFALL] / hidden


cdef double purse(const RulesC* rules, const TakaraC* s, int seat, int change) noexcept nogil:
    """What a change of the seat's gold is worth; of a loss, as a positive number."""
    cdef double worth = gold_worth(rules, s, seat, s.gold[seat] + change) - gold_worth(rules, s, seat, s.gold[seat])
    return worth if change > 0 else -worth


cdef double gold_worth(const RulesC* rules, const TakaraC* s, int seat, int32_t gold) noexcept nogil:
    cdef int pile, left = 0, first
    cdef double worth = 0
    for pile in range(rules.num_piles):
        left += rules.size - s.top[pile]
    if s.recruits >> seat & 1 and 3 * left > rules.size * rules.num_piles:
        first = min(gold, RECRUIT_COST)
        worth = first * RECRUITING
        gold -= first
    first = min(gold, 2 * GOLD_PER_XP)
    return worth + first * SPENDING + (gold - first) * SAVING


cdef double standing(const RulesC* rules, const TakaraC* s, int seat, int bonus, int bonus_other) noexcept nogil:
    """WINNING where the seat has the highest total, each stone found counting as said; −WINNING where another has, 0 tied."""
    cdef int other, pile, most = -1000, own = 0, total
    for other in range(rules.num_players):
        total = total_of(rules, s, other)
        for pile in range(rules.num_piles):
            total += bonus_other * (s.stone[pile] == other)
        if other == seat:
            own = total + bonus
        else:
            most = max(most, total)
    if own == most:
        return 0
    return WINNING if own > most else -WINNING


cdef double stone_worth(const RulesC* rules, const TakaraC* s, const SightC* sight) noexcept nogil:
    """The first one may decide later, the second ends the game."""
    cdef int pile
    if sight.found == 0:
        return FIRST_STONE
    for pile in range(rules.num_piles):
        if s.stone[pile] == sight.seat:
            return WINNING
    return standing(rules, s, sight.seat, STONE_XP, STONE_XP)


cdef double ending_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile, int taken,
                         double stone_chance) noexcept nogil:
    """Where so many cards are the pile's last: what it means that it becomes empty without a further stone."""
    if s.top[pile] + taken < rules.size:
        return 0
    if sight.found == 0 and sight.empty + 1 >= rules.lost_at:
        return -(1 - stone_chance) * WINNING
    if sight.found == 1 and sight.empty + 1 >= rules.spoiled_at:
        return (1 - stone_chance) * standing(rules, s, sight.seat, 0, 0)
    return 0


# -- what actions bring -------------------------------------------------------------------------------------------------------

cdef double card_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile, int slot, bint mining) noexcept nogil:
    """Of taking the card, seen or not."""
    cdef int level = rules.level[slot], card
    cdef double chance
    if knows(s, sight.seat, pile, slot):
        card = s.card[pile][slot]
        if card == STONE:
            return sight.stone
        return sight.mined[card] if mining else sight.dug[card]
    chance = sight.stone_chance[pile] if level == DEEP else 0
    return chance * sight.stone + (1 - chance) * (sight.mean_mined[level] if mining else sight.mean_dug[level])


cdef double chance_of_stone(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile, int slot) noexcept nogil:
    if knows(s, sight.seat, pile, slot):
        return s.card[pile][slot] == STONE
    return sight.stone_chance[pile] if rules.level[slot] == DEEP else 0


cdef double next_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile, int taken, int workers) noexcept nogil:
    """What it means that the card after `taken` comes to lie on top, `workers` adventurers being spent on it."""
    cdef int slot = s.top[pile] + taken
    cdef double worth
    if slot >= rules.size or is_up(s, pile, slot):
        return 0
    worth = card_worth(rules, s, sight, pile, slot, False)
    if worth <= 0:
        return 0
    return REACH * worth if s.unused[sight.seat] > workers else -REACH * worth


cdef double dig_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile) noexcept nogil:
    cdef int slot = s.top[pile], card
    cdef double worth = card_worth(rules, s, sight, pile, slot, False)
    if knows(s, sight.seat, pile, slot):
        card = s.card[pile][slot]
        if card == ROCKFALL or rules.health[card]:
            return worth - BLOCKED  # it stays there and blocks the pile
    worth += next_worth(rules, s, sight, pile, 1, 1)
    return worth + ending_worth(rules, s, sight, pile, 1, chance_of_stone(rules, s, sight, pile, slot))


cdef double miner_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile) noexcept nogil:
    cdef int slot = s.top[pile]
    cdef double worth = card_worth(rules, s, sight, pile, slot, True)
    cdef double chance = chance_of_stone(rules, s, sight, pile, slot)
    if slot + 1 < rules.size and not (is_up(s, pile, slot + 1) and s.card[pile][slot + 1] != ROCKFALL):
        worth += (1 - sight.monsters[rules.level[slot]]) * card_worth(rules, s, sight, pile, slot + 1, True)
        chance = max(chance, chance_of_stone(rules, s, sight, pile, slot + 1))
        return worth + next_worth(rules, s, sight, pile, 2, 1) + ending_worth(rules, s, sight, pile, 2, chance)
    return worth + ending_worth(rules, s, sight, pile, 1, chance)


cdef double survey_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile) noexcept nogil:
    cdef int slot, level
    cdef double worth = 0, reached = 1, rockfall
    for slot in range(s.top[pile], min(s.top[pile] + SURVEY_LOOKS, rules.size)):
        if is_up(s, pile, slot):
            break
        level = rules.level[slot]
        if knows(s, sight.seat, pile, slot):
            rockfall = s.card[pile][slot] == ROCKFALL
            if rockfall or rules.health[s.card[pile][slot]]:
                worth += reached * TURN_UP_GOLD * sight.per_gold
        else:
            rockfall = 0 if s.proven[pile] >> slot & 1 else sight.rockfalls[level]
            worth += reached * ((rockfall + sight.monsters[level]) * TURN_UP_GOLD * sight.per_gold + LEARNT[level])
        reached *= 1 - rockfall
    return worth


cdef double peek_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile, int first, int looks) noexcept nogil:
    cdef int slot
    cdef double worth = 0
    for slot in range(first, min(first + looks, rules.size)):
        if not is_up(s, pile, slot) and not knows(s, sight.seat, pile, slot):
            worth += LEARNT[rules.level[slot]]
    return worth


cdef double fight_worth(const RulesC* rules, const TakaraC* s, const SightC* sight, int pile) noexcept nogil:
    cdef int slot = s.top[pile], card = s.card[pile][slot], health = rules.health[card] - s.wounds[pile]
    cdef double odds = 1, reward = rules.card_gold[card] * sight.per_gold + rules.card_xp[card]
    for _ in range(health):
        odds *= HIT
    reward += next_worth(rules, s, sight, pile, 1, 1) + ending_worth(rules, s, sight, pile, 1, 0)
    # An attack that fails may have left wounds for the next adventurer.
    if s.unused[sight.seat] > 1:
        odds += (1 - odds) * odds / 2
    return odds * reward - (1 - odds) * sight.injury


cdef double sword_worth(const RulesC* rules, const TakaraC* s, const SightC* sight) noexcept nogil:
    """The best two fights and the protection of what is dug, less the rent."""
    cdef int pile, slot
    cdef double best = 0, second = 0, worth, guarded = 0
    for pile in range(rules.num_piles):
        if not has_card(rules, s, pile) or has_rockfall_on_top(rules, s, pile):
            continue
        slot = s.top[pile]
        if is_up(s, pile, slot):
            worth = fight_worth(rules, s, sight, pile)
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
        elif not knows(s, sight.seat, pile, slot):
            guarded = max(guarded, sight.monsters[rules.level[slot]] * sight.injury)
    if s.unused[sight.seat] > 1:
        best += second
    return best + guarded - purse(rules, s, sight.seat, -SWORD_COST)


cdef int best_end(const RulesC* rules, const TakaraC* s, int seat, const int* actions, int n) noexcept nogil:
    """Recruit where that is possible and pays, then cure as many as can be paid for."""
    cdef int i, pile, left = 0, best = actions[0], choice
    cdef bint recruits, best_recruits = False
    for pile in range(rules.num_piles):
        left += rules.size - s.top[pile]
    for i in range(n):
        choice = actions[i] - END_DAY
        recruits = choice & 1
        if recruits and 5 * left < rules.size * rules.num_piles:
            continue
        if recruits >= best_recruits:
            best = actions[i]
            best_recruits = recruits
    return best


@lru_cache(maxsize=16)
def light(game: TakaraIsland) -> TakaraIslandPlayout:
    """The policy for a game's options; it has no state of its own, so that searches share it."""
    return TakaraIslandPlayout(game)
