"""Takara Island for 2–4 players: adventurers dig six galleries of hidden cards for two Stones of Legend.

A turn: rent the sword, one action for every available adventurer, the end of the day. See rules.pxd for the steps.

Options: see components.py and docs/rules/takara_island.md.
Actions: 0 rent, 1 no rent, 2 stop, 3 go on, 4 turn up, 5 the map as gold, 6 as XP, 7 tavern, 8 buy a token, 9+v sell an item of
v XP; with pile p and slot k (from the top at set-up): 20+p survey, 26+p dig, 32+p destroy, 38+p fight, 44+p miner,
50+9p+k soothsayer, 104+p archaeologist, 110+p, 116+9p+k, 170+p the impostor as these; 176+2c+r end of the day: cure c, recruit r.
Outcomes: 0+ a card, 20+ a treasure, 26 the monster is killed, 27+k the attack fails after k wounds, 32 the mimic is beaten, 33 wins.
Hidden information: what a seat has not seen of the piles. A card that nobody has looked at is undecided, and drawn when it is shown;
one that somebody has looked at is fixed, and shown at a chance node with one outcome. In a masked state both are drawn, by the
viewer's own odds.
"""

from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from orienteer.core.rng cimport Rng, mix64, rng_below, rng_below64
from orienteer.core.state cimport (
    CHANCE, ERROR, POINTS, ROUND, TERMINAL, TURN, UNKNOWN, WIN, Game, Key, State, hash_bytes,
)
from orienteer.core.takara_island.rules cimport (
    ACT, ARCHAEOLOGIST, BOTH_STONES, DIG, E_ATTACK, E_BUY, E_CARD, E_DESTROY, E_DIG, E_END_OF_DAY, E_FIGHT, E_GO_ON, E_HIRE,
    E_LOOK, E_MAP, E_MIMIC, E_NO_RENT, E_RENT, E_ROCKFALL, E_SELL, E_STOP, E_SURVEY, E_TAVERN, E_TREASURE, E_TURN_UP, END_OF_DAY,
    FIGHT, GOLD_BAG, IDOL, IMPOSTOR, LOOK, MAP, MAP_CARD, MIMIC, MIMIC_CARD, MINE, MINE_ON, MINER, NO_STONE, NOBODY, NOTHING, NUM_CARDS,
    NUM_LEVELS, NUM_SPECIALISTS, NUM_TREASURES, NUM_VALUES, OVER, PEEK, PILES, ROCKFALL, SEATS, SKULL, SLOTS, SOOTHSAYER, SURVEY, SWORD,
    TABLET, TREASURE, UNSEEN, RulesC, TakaraC, after_card, card_weights, close_day, dig_card, fail_fight, finish_action,
    go_on_surveying, has_card, has_face_down_top, has_monster_on_top, has_rockfall_on_top, health_left, held_by, is_up,
    kill_monster, mine_card, mine_on, next_look, pass_face_up, peek_card, remove_top, rockfalls_on_top, send_adventurer,
    start_looks, start_turn, survey_card, take_map, turn_up_monster, xp_of,
)

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island import components
from orienteer.core.takara_island.components import (
    CARDS, GOLD, HEALTH, INJURES, SPECIALIST_COST, SPECIALISTS, TREASURES, XP, depths, gallery_counts, reduced,
    treasure_counts, validated,
)

cdef enum:
    RENT = 0
    NO_RENT = 1
    STOP = 2
    GO_ON = 3
    TURN_UP = 4
    MAP_GOLD = 5
    MAP_XP = 6
    TAVERN = 7
    BUY = 8
    SELL = 9  # + value
    ACT_SURVEY = 20  # + pile, so the next ones
    ACT_DIG = 26
    ACT_DESTROY = 32
    ACT_FIGHT = 38
    HIRE_MINER = 44
    HIRE_SOOTHSAYER = 50  # + 9 · pile + first slot
    HIRE_ARCHAEOLOGIST = 104
    HIRE_IMPOSTOR = 110  # + what the copied specialist's action is beyond HIRE_MINER
    END_DAY = 176  # + 2 · cured + recruits
    NUM_ACTIONS = 186

cdef enum:
    CARD_OUTCOME = 0
    TREASURE_OUTCOME = 20
    KILL_OUTCOME = 26
    FAIL_OUTCOME = 27  # + wounds
    BEATEN_OUTCOME = 32
    UNBEATEN_OUTCOME = 33
    NUM_OUTCOMES = 34

# The constants of components.py that the rules need.
cdef int SWORD_COST = components.SWORD_COST
cdef int CURE_COST = components.CURE_COST
cdef int RECRUIT_COST = components.RECRUIT_COST
cdef int TOKEN_COST = components.TOKEN_COST
cdef int TOKEN_XP = components.TOKEN_XP
cdef int GOLD_PER_XP = components.GOLD_PER_XP
cdef int TAVERN_GOLD = components.TAVERN_GOLD
cdef int TURN_UP_GOLD = components.TURN_UP_GOLD
cdef int DESTROY_GOLD = components.DESTROY_GOLD
cdef int SURVEY_LOOKS = components.SURVEY_LOOKS
cdef int SOOTHSAYER_LOOKS = components.SOOTHSAYER_LOOKS
cdef int ARCHAEOLOGIST_LOOKS = components.ARCHAEOLOGIST_LOOKS
cdef int MINER_CARDS = components.MINER_CARDS
cdef int STONE_XP = components.STONE_XP
cdef int SKULL_XP = components.SKULL_XP
cdef int SKULL_GOLD = components.SKULL_GOLD
cdef int TABLET_XP = components.TABLET_XP
cdef int IDOL_XP = components.IDOL_XP
cdef int BAG_GOLD = components.GOLD_BAG_GOLD
cdef int MIMIC_XP = components.MIMIC_XP
cdef int MIMIC_HEALTH = components.MIMIC_HEALTH
cdef int MAP_AS_GOLD = components.MAP_GOLD
cdef int MAP_AS_XP = components.MAP_XP
cdef int SWORDS = components.SWORD_FACES
cdef int HOSPITALS = components.HOSPITAL_FACES

_ACTION_NAMES = ("rent", "no-rent", "stop", "go-on", "turn-up", "map-gold", "map-xp", "tavern", "buy-token")
_PILE_ACTIONS = ("survey", "dig", "destroy", "fight")
# The most transitions of a turn: four adventurers, each with a hire, two cards and what the chests bring.
_MAX_TURN = 64


# -- the game ---------------------------------------------------------------------------------------------------------------

cdef class TakaraIsland(Game):
    """Takara Island under fixed options. Raises OptionError, naming the option, for a value that the rules do not know."""

    def __init__(self, **given):
        cdef int card, level, slot = 0
        cdef RulesC* rules = &self.rules
        options = validated(given)
        self.name = "takara_island"
        self.options = options
        self.num_players = options["players"]
        self.objectives = ("win", "points", "margin")
        self.segments = ("turn", "round")
        self.has_hidden_information = True
        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = NUM_OUTCOMES
        self.max_game_length = options["max_rounds"] * self.num_players * _MAX_TURN
        rules.num_players = self.num_players
        rules.num_piles = options["piles"]
        rules.max_turns = options["max_rounds"] * self.num_players
        rules.lost_at = max(1, rules.num_piles - 2)
        rules.spoiled_at = rules.num_piles - 1
        rules.removes_mimic = options["mimic_fail"] == "removed"
        rules.copies_any = options["impostor"] == "any"
        rules.only_rockfalls_block = options["survey_blocked_by"] == "rockfall"
        rules.late_map = options["map_choice"] == "end_of_day"
        rules.wastes_miner = options["miner_on_monster"] == "wasted"
        rules.miner_may_stop = options["miner_may_stop"]
        rules.ties_by_xp = options["tie"] == "xp"
        rules.everyone = (1 << self.num_players) - 1
        rules.adventurers = options["adventurers"]
        rules.gold = options["gold"]
        rules.impostor_extra = components.IMPOSTOR_EXTRA
        for level, depth in enumerate(depths(options)):
            rules.first_slot[level] = slot
            for slot in range(slot, slot + depth):
                rules.level[slot] = level
            slot = rules.first_slot[level] + depth
            rules.end_slot[level] = slot
            for card in range(NUM_CARDS):
                rules.made[level][card] = gallery_counts(options)[level][card]
        rules.size = slot
        for card in range(NUM_CARDS):
            rules.card_gold[card] = GOLD[card]
            rules.card_xp[card] = XP[card]
            rules.health[card] = HEALTH[card]
            rules.injures[card] = INJURES[card]
        for card, copies in enumerate(treasure_counts(options)):
            rules.made_treasures[card] = copies
        for card, price in enumerate(SPECIALIST_COST):
            rules.price[card] = price

    def new_initial_state(self) -> State:
        cdef TakaraIslandState state = self.blank_state()
        cdef TakaraC* s = &state.s
        cdef int seat
        memset(s, 0, sizeof(TakaraC))
        s.viewer = UNKNOWN
        memset(s.card, UNKNOWN, sizeof(s.card))
        memset(s.stone, NOBODY, sizeof(s.stone))
        memset(s.holder, NOBODY, sizeof(s.holder))
        memcpy(s.pool, self.rules.made, sizeof(s.pool))
        memcpy(s.treasures, self.rules.made_treasures, sizeof(s.treasures))
        s.supply = components.TOKENS_PER_PLAYER * self.num_players
        s.recruits = self.rules.everyone
        s.pile = NOBODY
        for seat in range(self.num_players):
            s.gold[seat] = self.rules.gold
            s.unused[seat] = self.rules.adventurers
        start_turn(s, 0, SWORD_COST)
        return state

    cdef State blank_state(self):
        cdef TakaraIslandState state = TakaraIslandState.__new__(TakaraIslandState)
        state.game = self
        return state

    def reduced(self) -> Game:
        return TakaraIsland(**reduced(self.options))

    def is_additive(self, objective=None):
        """Never: gold counts in whole fives, and stones and the common loss only at the end."""
        self.objective_code(objective)
        return False

    def is_constant_sum(self, objective=None):
        """Never: everybody may lose."""
        self.objective_code(objective)
        return False

    def utility_bounds(self, objective=None):
        code = self.objective_code(objective)
        if code == WIN:
            return 0.0, 1.0
        cards = [sum(level[card] for level in gallery_counts(self.options)) for card in range(NUM_CARDS)]
        treasures = dict(zip(TREASURES, treasure_counts(self.options)))
        xp = sum(XP[card] * cards[card] for card in range(NUM_CARDS)) + STONE_XP * components.NUM_STONES
        xp += TABLET_XP * treasures["tablet"] + IDOL_XP * treasures["idol"] + MAP_AS_XP * treasures["map"]
        xp += MIMIC_XP * treasures["mimic"] + TOKEN_XP * components.TOKENS_PER_PLAYER * self.num_players
        gold = self.options["gold"] + sum((GOLD[card] + 2 * TURN_UP_GOLD) * cards[card] for card in range(NUM_CARDS))
        gold += BAG_GOLD * treasures["gold_bag"] + SKULL_GOLD * treasures["skull"] + MAP_AS_GOLD * treasures["map"]
        # Every action of the longest game pays as much as the best destroy, every item is sold.
        gold += DESTROY_GOLD * self.options["piles"] * (self.options["adventurers"] + 1) * self.options["max_rounds"]
        most = xp + gold // GOLD_PER_XP
        least = SKULL_XP * treasures["skull"]
        return (float(least), float(most)) if code == POINTS else (float(least - most), float(most - least))

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """What the viewer may hold true; see orienteer.core.takara_island.belief."""
        from orienteer.core.takara_island.belief import TakaraIslandBelief

        return TakaraIslandBelief(mask, viewer, evidence, assumptions)

    def state_from(self, fields: dict) -> State:
        """The state that `TakaraIslandState.fields` describes. Raises OrienteerError where it breaks a rule."""
        return plain.state_from(self, fields)


# -- the state --------------------------------------------------------------------------------------------------------------

cdef class TakaraIslandState(State):
    cdef int c_current_player(self) except ERROR nogil:
        cdef int phase = self.s.phase
        if phase == OVER:
            return TERMINAL
        if (phase == LOOK or phase == PEEK or phase == DIG or phase == MINE or phase == TREASURE or phase == MIMIC or
                phase == FIGHT):
            return CHANCE
        return self.s.turn

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int phase = s.phase, n = 1
        if s.turn != player:
            return 0
        if phase == ACT:
            return _list_actions(rules, s, player, actions)
        if phase == SWORD:
            actions[0] = RENT
            actions[1] = NO_RENT
            return 2
        if phase == MAP:
            actions[0] = MAP_GOLD
            actions[1] = MAP_XP
            return 2
        if phase == END_OF_DAY:
            return _list_ends(s, player, actions)
        if phase != SURVEY and phase != MINE_ON:
            return 0
        actions[0] = STOP
        if phase == MINE_ON or next_look(rules, s) >= 0:
            actions[1] = GO_ON
            n = 2
        if phase == SURVEY and not s.turned and _may_be_monster(rules, s):
            actions[n] = TURN_UP
            n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int phase = s.phase, value
        memset(&s.last_event, 0, sizeof(TakaraC) - (<char*>&s.last_event - <char*>s))
        s.last_seat = s.turn
        # 1. Chance.
        if (phase == LOOK or phase == PEEK or phase == DIG or phase == MINE or phase == TREASURE or phase == MIMIC or
                phase == FIGHT):
            apply_outcome(rules, s, action)
        # 2. Small decisions.
        elif phase == SWORD:
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
        # 3. Actions.
        else:
            _act(rules, s, action)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int64_t[NUM_CARDS] listed
        cdef int phase = s.phase, i, n = 0, health
        total[0] = 0
        if phase == TREASURE:
            for i in range(NUM_TREASURES):
                n += _list_outcome(outcomes + n, weights + n, total, TREASURE_OUTCOME + i, s.treasures[i])
        elif phase == MIMIC:
            n += _list_outcome(outcomes, weights, total, BEATEN_OUTCOME, _power(SWORDS, MIMIC_HEALTH))
            n += _list_outcome(outcomes + n, weights + n, total, UNBEATEN_OUTCOME,
                               _power(SWORDS + HOSPITALS, MIMIC_HEALTH) - _power(SWORDS, MIMIC_HEALTH))
        elif phase == FIGHT:
            health = health_left(rules, s)
            n += _list_outcome(outcomes, weights, total, KILL_OUTCOME, _power(SWORDS, health))
            for i in range(health):
                n += _list_outcome(outcomes + n, weights + n, total, FAIL_OUTCOME + i,
                                   _power(SWORDS, i) * HOSPITALS * _power(SWORDS + HOSPITALS, health - 1 - i))
        elif s.card[s.pile][s.slot] != UNKNOWN:
            n = _list_outcome(outcomes, weights, total, CARD_OUTCOME + s.card[s.pile][s.slot], 1)
        else:
            card_weights(rules, s, s.pile, s.slot, listed)
            for i in range(NUM_CARDS):
                n += _list_outcome(outcomes + n, weights + n, total, CARD_OUTCOME + i, listed[i])
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int64_t[NUM_CARDS] weights
        cdef int64_t ticket
        cdef int phase = s.phase, i, health, faces = SWORDS + HOSPITALS
        if phase == TREASURE:
            ticket = 0
            for i in range(NUM_TREASURES):
                ticket += s.treasures[i]
            ticket = rng_below(rng, ticket)
            for i in range(NUM_TREASURES):
                ticket -= s.treasures[i]
                if ticket < 0:
                    return TREASURE_OUTCOME + i
        if phase == MIMIC or phase == FIGHT:
            health = MIMIC_HEALTH if phase == MIMIC else health_left(rules, s)
            for i in range(health):
                if <int>rng_below(rng, faces) >= SWORDS:
                    return UNBEATEN_OUTCOME if phase == MIMIC else FAIL_OUTCOME + i
            return BEATEN_OUTCOME if phase == MIMIC else KILL_OUTCOME
        if s.card[s.pile][s.slot] != UNKNOWN:
            return CARD_OUTCOME + s.card[s.pile][s.slot]
        ticket = rng_below64(rng, card_weights(rules, s, s.pile, s.slot, weights))
        for i in range(NUM_CARDS):
            ticket -= weights[i]
            if ticket < 0:
                return CARD_OUTCOME + i
        with gil:
            raise OrienteerError(f"takara_island: no card can lie in pile {s.pile}, slot {s.slot}")

    # -- results --------------------------------------------------------------------------------------------------------

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int seat, other, n = rules.num_players, best
        cdef int[SEATS] totals
        for seat in range(n):
            totals[seat] = total_of(rules, s, seat)
            values[seat] = 0
        if s.ending == NO_STONE:
            return 0
        if objective == WIN:
            _share_win(rules, s, totals, values)
            return 0
        for seat in range(n):
            values[seat] = totals[seat]
            if objective != POINTS:
                best = totals[0 if seat else 1]
                for other in range(n):
                    if other != seat:
                        best = max(best, totals[other])
                values[seat] -= best
        return 0

    # -- copies and keys --------------------------------------------------------------------------------------------------

    cdef int c_copy_from(self, State other) except ERROR nogil:
        memcpy(&self.s, &(<TakaraIslandState>other).s, sizeof(TakaraC))
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(TakaraC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        hash_bytes(&self.s, <char*>&self.s.last_event - <char*>&self.s, key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        # Which pile is which does not matter.
        cdef TakaraC sorted = self.s
        _sort_piles(&sorted)
        hash_bytes(&sorted, <char*>&sorted.last_event - <char*>&sorted, key)
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.turns if kind == TURN else self.s.turns // self.game.num_players if kind == ROUND else 0

    # -- what players notice ------------------------------------------------------------------------------------------------

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef TakaraC* s = &self.s
        cdef uint64_t word
        token[0] = 0
        if s.last_event == NOTHING:
            return 0
        word = <uint64_t>s.last_event | <uint64_t>s.last_seat << 8 | <uint64_t><unsigned char>s.last_a << 16
        word |= <uint64_t><unsigned char>s.last_b << 24
        if s.last_event != E_LOOK or s.last_seat == player:
            word |= <uint64_t>(s.last_c + 1) << 32
        token[0] = mix64(word)
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        mask_for(&(<TakaraIsland>self.game).rules, &self.s, player)
        return 0

    def alone(self, player):
        """The complete state as if `player` alone had ever looked: what only others have seen is undecided again, proofs
        stay. Its chance nodes have the player's odds: where only he still decides, to play it is to play his knowledge."""
        cdef TakaraIslandState state = self.mask(player)
        cdef TakaraC* s = &state.s
        cdef int pile, slot, viewer = player
        s.viewer = UNKNOWN
        for pile in range(PILES):
            for slot in range(SLOTS):
                if not is_up(s, pile, slot):
                    s.seen[pile][slot] &= 1 << viewer
        return state

    def observation(self, player):
        """What the seat noticed of the last transition, as words; see docs/rules/takara_island.md."""
        return observations.observation(self, self._seat(player))

    def observe(self, player, observation):
        observations.observe(self, self._seat(player), observation)

    # -- text and plain values --------------------------------------------------------------------------------------------

    def action_to_string(self, player, action):
        return _outcome_name(action) if player == CHANCE else _action_name(action)

    def fields(self) -> dict:
        """The state as plain values, None where it is unknown; see orienteer.core.takara_island.plain."""
        return plain.fields(self)

    def __str__(self):
        return plain.text(self)

    def check(self):
        plain.check(self)


# -- names --------------------------------------------------------------------------------------------------------------------

def _outcome_name(outcome):
    if outcome < TREASURE_OUTCOME:
        return CARDS[outcome]
    if outcome < KILL_OUTCOME:
        return f"treasure:{TREASURES[outcome - TREASURE_OUTCOME]}"
    if outcome < BEATEN_OUTCOME:
        return "kill" if outcome == KILL_OUTCOME else f"fail-{outcome - FAIL_OUTCOME}"
    return "mimic-beaten" if outcome == BEATEN_OUTCOME else "mimic-wins"


def _action_name(action):
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

cdef int _list_actions(const RulesC* rules, const TakaraC* s, int player, int* actions) noexcept nogil:
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


cdef int _list_ends(const TakaraC* s, int player, int* actions) noexcept nogil:
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


cdef bint _may_be_monster(const RulesC* rules, const TakaraC* s) noexcept nogil:
    """The card just seen; in another seat's masked state it may be one."""
    cdef int card = s.card[s.pile][s.slot]
    return card == UNKNOWN or rules.health[card] > 0


cdef inline int _list_outcome(int* outcome, int64_t* weight, int64_t* total, int name, int64_t count) noexcept nogil:
    if count <= 0:
        return 0
    outcome[0] = name
    weight[0] = count
    total[0] += count
    return 1


cdef inline int64_t _power(int64_t base, int exponent) noexcept nogil:
    cdef int64_t result = 1
    for _ in range(exponent):
        result *= base
    return result


# -- what actions and outcomes do ---------------------------------------------------------------------------------------------

cdef inline void _remember(TakaraC* s, int event, int a, int b, int c) noexcept nogil:
    s.last_event = event
    s.last_a = a
    s.last_b = b
    s.last_c = c


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


# -- totals -------------------------------------------------------------------------------------------------------------------

cdef int held_xp(const TakaraC* s, int seat) noexcept nogil:
    return xp_of(s, seat, TOKEN_XP, SKULL_XP)


cdef int total_of(const RulesC* rules, const TakaraC* s, int seat) noexcept nogil:
    cdef int pile, total = held_xp(s, seat) + s.gold[seat] // GOLD_PER_XP
    if s.ending == BOTH_STONES:
        for pile in range(rules.num_piles):
            total += STONE_XP * (s.stone[pile] == seat)
    return total


cdef void _share_win(const RulesC* rules, const TakaraC* s, const int* totals, double* values) noexcept nogil:
    """The holder of both stones; else the highest total, by more XP held where that is tied; a tie that stays is shared."""
    cdef int seat, pile, holder = NOBODY, winners = 0
    cdef int[SEATS] rank
    cdef int best = -(1 << 30)
    cdef bint outright = s.ending == BOTH_STONES
    for pile in range(rules.num_piles):
        if s.stone[pile] != NOBODY:
            outright = outright and (holder == NOBODY or holder == s.stone[pile])
            holder = s.stone[pile]
    if outright:
        values[holder] = 1
        return
    for seat in range(rules.num_players):
        rank[seat] = totals[seat] * 10_000 + (held_xp(s, seat) if rules.ties_by_xp else 0)
        if rank[seat] > best:
            best = rank[seat]
            winners = 0
        winners += rank[seat] == best
    for seat in range(rules.num_players):
        if rank[seat] == best:
            values[seat] = 1.0 / winners


# -- keys and hidden information ----------------------------------------------------------------------------------------------

cdef struct PileC:
    int8_t[SLOTS] card
    unsigned char[SLOTS] seen
    unsigned short up
    unsigned short proven
    int8_t top
    int8_t wounds
    int8_t stone
    int8_t is_active


cdef void _sort_piles(TakaraC* s) noexcept nogil:
    """Piles in a canonical order; `pile`, where there is one, becomes the place of the active pile."""
    cdef PileC[PILES] piles
    cdef PileC one
    cdef int i, j
    memset(piles, 0, sizeof(piles))
    for i in range(PILES):
        memset(&one, 0, sizeof(PileC))
        memcpy(one.card, s.card[i], sizeof(one.card))
        memcpy(one.seen, s.seen[i], sizeof(one.seen))
        one.up = s.up[i]
        one.proven = s.proven[i]
        one.top = s.top[i]
        one.wounds = s.wounds[i]
        one.stone = s.stone[i]
        one.is_active = s.pile == i
        j = i
        while j > 0 and memcmp(&piles[j - 1], &one, sizeof(PileC)) > 0:
            piles[j] = piles[j - 1]
            j -= 1
        piles[j] = one
    for i in range(PILES):
        memcpy(s.card[i], piles[i].card, sizeof(one.card))
        memcpy(s.seen[i], piles[i].seen, sizeof(one.seen))
        s.up[i] = piles[i].up
        s.proven[i] = piles[i].proven
        s.top[i] = piles[i].top
        s.wounds[i] = piles[i].wounds
        s.stone[i] = piles[i].stone
        if piles[i].is_active:
            s.pile = i


cdef void mask_for(const RulesC* rules, TakaraC* s, int viewer) noexcept nogil:
    cdef int pile, slot
    s.viewer = viewer
    memset(&s.last_event, 0, sizeof(TakaraC) - (<char*>&s.last_event - <char*>s))
    for pile in range(rules.num_piles):
        for slot in range(s.top[pile], rules.size):
            if s.card[pile][slot] != UNKNOWN and not s.seen[pile][slot] >> viewer & 1:
                s.pool[rules.level[slot]][s.card[pile][slot]] += 1
                s.card[pile][slot] = UNKNOWN


# At the end: these modules need the classes above.
from orienteer.core.takara_island import observations, plain
