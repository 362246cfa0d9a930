"""Takara Island for 2–4 players: adventurers dig six galleries of hidden cards for two Stones of Legend.

A turn: rent the sword, one action for every available adventurer, the end of the day. See rules.pxd for the steps.

Options: see components.py and docs/rules/takara_island.md.
Actions and outcomes: their numbers are in actions.pxd.
Hidden information: what a seat has not seen of the piles. A card that nobody has looked at is undecided, and drawn when it is shown;
one that somebody has looked at is fixed, and shown at a chance node with one outcome. In a masked state both are drawn, by the
viewer's own odds.
"""

from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from orienteer.core.rng cimport Rng, mix64, rng_below, rng_below64
from orienteer.core.state cimport (
    CHANCE, ERROR, POINTS, ROUND, TERMINAL, TURN, UNKNOWN, WIN, Game, Key, State, hash_bytes, list_outcome,
)
from orienteer.core.takara_island.actions cimport (
    BEATEN_OUTCOME, CARD_OUTCOME, FAIL_OUTCOME, GO_ON, KILL_OUTCOME, MAP_GOLD, MAP_XP, NO_RENT, NUM_ACTIONS, NUM_OUTCOMES,
    RENT, STOP, TREASURE_OUTCOME, TURN_UP, UNBEATEN_OUTCOME, apply_decision, apply_outcome, list_actions, list_ends,
    may_be_monster,
)
from orienteer.core.takara_island.rules cimport (
    ACT, BOTH_STONES, END_OF_DAY, E_LOOK, FIGHT, LOOK, MAP, MIMIC, MINE_ON, NOBODY, NOTHING, NO_STONE, NUM_CARDS, NUM_TREASURES,
    OVER, PEEK, PILES, RulesC, SEATS, SLOTS, SURVEY, SWORD, TREASURE, TakaraC, card_weights, health_left, is_chance, is_up,
    next_look, start_turn, xp_of,
)

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.takara_island import components
from orienteer.core.takara_island.actions import action_name, outcome_name
from orienteer.core.takara_island.components import (
    GOLD, HEALTH, INJURES, SPECIALIST_COST, TREASURES, XP, depths, gallery_counts, reduced, treasure_counts, validated,
)

# The constants of components.py that the results and chance need; actions.pyx has those of actions.
cdef int TOKEN_XP = components.TOKEN_XP
cdef int GOLD_PER_XP = components.GOLD_PER_XP
cdef int STONE_XP = components.STONE_XP
cdef int SKULL_XP = components.SKULL_XP
cdef int MIMIC_HEALTH = components.MIMIC_HEALTH
cdef int SWORDS = components.SWORD_FACES
cdef int HOSPITALS = components.HOSPITAL_FACES

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
        start_turn(s, 0, components.SWORD_COST)
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
        xp += components.TABLET_XP * treasures["tablet"] + components.IDOL_XP * treasures["idol"] + components.MAP_XP * treasures["map"]
        xp += components.MIMIC_XP * treasures["mimic"] + TOKEN_XP * components.TOKENS_PER_PLAYER * self.num_players
        gold = self.options["gold"] + sum((GOLD[card] + 2 * components.TURN_UP_GOLD) * cards[card] for card in range(NUM_CARDS))
        gold += components.GOLD_BAG_GOLD * treasures["gold_bag"] + components.SKULL_GOLD * treasures["skull"] + components.MAP_GOLD * treasures["map"]
        # Every action of the longest game pays as much as the best destroy, every item is sold.
        gold += components.DESTROY_GOLD * self.options["piles"] * (self.options["adventurers"] + 1) * self.options["max_rounds"]
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
        if is_chance(phase):
            return CHANCE
        return self.s.turn

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int phase = s.phase, n = 1
        if s.turn != player:
            return 0
        if phase == ACT:
            return list_actions(rules, s, player, actions)
        if phase == SWORD:
            actions[0] = RENT
            actions[1] = NO_RENT
            return 2
        if phase == MAP:
            actions[0] = MAP_GOLD
            actions[1] = MAP_XP
            return 2
        if phase == END_OF_DAY:
            return list_ends(s, player, actions)
        if phase != SURVEY and phase != MINE_ON:
            return 0
        actions[0] = STOP
        if phase == MINE_ON or next_look(rules, s) >= 0:
            actions[1] = GO_ON
            n = 2
        if phase == SURVEY and not s.turned and may_be_monster(rules, s):
            actions[n] = TURN_UP
            n += 1
        return n

    cdef int c_apply(self, int action) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        memset(&s.last_event, 0, sizeof(TakaraC) - (<char*>&s.last_event - <char*>s))
        s.last_seat = s.turn
        if is_chance(s.phase):
            apply_outcome(rules, s, action)
        else:
            apply_decision(rules, s, action)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<TakaraIsland>self.game).rules
        cdef TakaraC* s = &self.s
        cdef int64_t[NUM_CARDS] listed
        cdef int phase = s.phase, i, n = 0, health
        total[0] = 0
        if phase == TREASURE:
            for i in range(NUM_TREASURES):
                n += list_outcome(outcomes + n, weights + n, total, TREASURE_OUTCOME + i, s.treasures[i])
        elif phase == MIMIC:
            n += list_outcome(outcomes, weights, total, BEATEN_OUTCOME, _power(SWORDS, MIMIC_HEALTH))
            n += list_outcome(outcomes + n, weights + n, total, UNBEATEN_OUTCOME,
                               _power(SWORDS + HOSPITALS, MIMIC_HEALTH) - _power(SWORDS, MIMIC_HEALTH))
        elif phase == FIGHT:
            health = health_left(rules, s)
            n += list_outcome(outcomes, weights, total, KILL_OUTCOME, _power(SWORDS, health))
            for i in range(health):
                n += list_outcome(outcomes + n, weights + n, total, FAIL_OUTCOME + i,
                                   _power(SWORDS, i) * HOSPITALS * _power(SWORDS + HOSPITALS, health - 1 - i))
        elif s.card[s.pile][s.slot] != UNKNOWN:
            n = list_outcome(outcomes, weights, total, CARD_OUTCOME + s.card[s.pile][s.slot], 1)
        else:
            card_weights(rules, s, s.pile, s.slot, listed)
            for i in range(NUM_CARDS):
                n += list_outcome(outcomes + n, weights + n, total, CARD_OUTCOME + i, listed[i])
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
        stay. Its chance nodes have the player's odds: where only he still decides, to play it is to play his knowledge.

        Raises OptionError while another seat is at a survey or looks at a card: no state is left without what that one sees.
        """
        cdef TakaraIslandState state = self.mask(player)
        cdef TakaraC* s = &state.s
        cdef int pile, slot, viewer = player
        if s.phase in (LOOK, SURVEY, PEEK) and s.turn != viewer:
            raise OptionError("player", player, f"{s.turn}, who is looking at cards; any seat once that is over")
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
        return outcome_name(action) if player == CHANCE else action_name(action)

    def fields(self) -> dict:
        """The state as plain values, None where it is unknown; see orienteer.core.takara_island.plain."""
        return plain.fields(self)

    def __str__(self):
        return plain.text(self)

    def check(self):
        plain.check(self)


# -- chance ----------------------------------------------------------------------------------------------------------------

cdef inline int64_t _power(int64_t base, int exponent) noexcept nogil:
    cdef int64_t result = 1
    for _ in range(exponent):
        result *= base
    return result


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
