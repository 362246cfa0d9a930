"""Incan Gold (Diamant) for 1–8 players: rounds of pushing your luck in a temple.

A round turns up cards one by one. A treasure is shared by everyone inside, the remainder stays on the path; the second
hazard of a kind takes the pockets of all who are still inside; before each further card everyone inside chooses at once
to stay or to leave. Leavers bank their pocket and share the path's gems; exactly one leaver takes its artifacts too.

Options: see components.py and docs/rules/incan_gold.md.
Actions: 0 stay, 1 leave.
Outcomes: one a distinct treasure value, then one a hazard kind, then the artifact (with printed values: one a card).
Everyone inside holds the same pocket, so a state has a single one. Hidden information: none; the simultaneous choice is
explicit. Alone inside, it is an ordinary decision.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from orienteer.core.rng cimport Rng, mix64, rng_below, rng_next
from orienteer.core.state cimport (
    CHANCE, ERROR, INVALID, MARGIN, MAX_PLAYERS, POINTS, ROUND, SIMULTANEOUS, TERMINAL, TURN, WIN, Game, Key, State,
    hash_bytes,
)

from orienteer.core.errors import IllegalActionError, OrienteerError
from orienteer.core.incan_gold.components import (
    ARTIFACT_VALUES, HAZARDS, NUM_ARTIFACTS, PRINTED_VALUES, deck_values, validated,
)

cdef extern from *:
    """
    /* Set bits of a byte: without a popcount instruction in the baseline a table is the fastest way. */
    #define B2(n) n, n + 1, n + 1, n + 2
    #define B4(n) B2(n), B2(n + 1), B2(n + 1), B2(n + 2)
    #define B6(n) B4(n), B4(n + 1), B4(n + 1), B4(n + 2)
    static const unsigned char seats_in[256] = {B6(0), B6(1), B6(1), B6(2)};
    /* SEAT_MASKS[seats][i] is all ones where bit i of `seats` is set. */
    #define S(m, i) -((m) >> i & 1)
    #define S1(m) {S(m, 0), S(m, 1), S(m, 2), S(m, 3), S(m, 4), S(m, 5), S(m, 6), S(m, 7)}
    #define S4(m) S1(m), S1(m + 1), S1(m + 2), S1(m + 3)
    #define S16(m) S4(m), S4(m + 4), S4(m + 8), S4(m + 12)
    #define S64(m) S16(m), S16(m + 16), S16(m + 32), S16(m + 48)
    static const short SEAT_MASKS[256][8] = {S64(0), S64(64), S64(128), S64(192)};
    /* x / n = x * RECIPROCAL[n] >> 32 for 0 <= x < 2**29; a division takes several times as long. */
    #define R(n) 0x100000000u / n + 1
    static const unsigned long long RECIPROCAL[9] = {0, R(1), R(2), R(3), R(4), R(5), R(6), R(7), R(8)};
    #undef R
    """
    const unsigned char* seats_in
    const int16_t SEAT_MASKS[256][8]
    const uint64_t* RECIPROCAL
    bint unlikely(bint condition) noexcept nogil
    int popcount "__builtin_popcountll"(uint64_t bits) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t bits) noexcept nogil

cdef enum:
    # artifact_mode, in the order of ARTIFACT_VALUES
    PER_OWNER = 0
    TAKEN_ORDER = 1
    RESOLVED_ORDER = 2
    PRINTED = 3
    # An artifact's worth and how many are worth the smaller sum (rules: option artifact_value).
    SMALL_WORTH = 5
    LARGE_WORTH = 10
    NUM_SMALL = 3

cdef int[5] PRINTED_WORTH = PRINTED_VALUES
_ACTION_NAMES = ("stay", "leave")


# -- the game ---------------------------------------------------------------------------------------------------------------

cdef class IncanGold(Game):
    """Incan Gold under fixed options. Raises OptionError, naming the option, for a value that the rules do not know."""

    def __init__(self, **given):
        cdef int i, j, slot = 0
        options = validated(given)
        cards = deck_values(options["deck"])
        self.name = "incan_gold"
        self.options = options
        self.num_players = options["players"]
        self.objectives = ("win", "points", "margin")
        self.segments = ("turn", "round")
        self.has_hidden_information = False
        self.values = tuple(sorted(set(cards)))
        self.rules.num_cards = len(cards)
        self.rules.num_values = len(self.values)
        self.rules.num_rounds = options["rounds"]
        self.rules.num_kinds = len(options["hazards"])
        self.rules.has_artifacts = options["artifacts"]
        self.rules.all_at_start = options["artifact_schedule"] == "all_at_start"
        self.rules.artifact_mode = ARTIFACT_VALUES.index(options["artifact_value"])
        self.rules.distinct_artifacts = self.rules.has_artifacts and self.rules.artifact_mode == PRINTED
        self.rules.per_card = options["leftovers"] == "per_card"
        self.rules.ties_by_artifacts = options["tie"] == "artifacts"
        self.rules.opening_decision = options["decide_before_first_card"]
        self.rules.everyone = (1 << self.num_players) - 1
        self.rules.all_treasures = (1 << self.rules.num_cards) - 1
        # One bit a card, one mask a value, one slot a card: `c_sample_chance` draws a slot.
        for i in range(self.rules.num_cards):
            j = self.values.index(cards[i])
            self.rules.treasure_mask[j] |= <uint64_t>1 << i
            self.rules.group_value[j] = cards[i]
            for n in range(1, self.num_players + 1):
                self.rules.share[n][j] = cards[i] // n
                self.rules.remainder[n][j] = cards[i] % n
            self.rules.slot_outcome[slot] = j
            slot += 1
        for i in range(NUM_KINDS):
            self.rules.start_copies[i] = options["hazards"][i] if i < self.rules.num_kinds else 0
            self.rules.hazard_bit[self.rules.num_values + i] = 1 << i
            self.rules.hazard_mask[self.rules.num_values + i] = <uint32_t>7 << (3 * i)
            for j in range(3):
                self.rules.slot_outcome[slot] = self.rules.num_values + i
                self.rules.start_hazards |= <uint32_t>(j < self.rules.start_copies[i]) << (3 * i + j)
                slot += 1
        if self.rules.has_artifacts:
            for i in range(NUM_ARTIFACTS):
                self.rules.slot_outcome[slot] = self.rules.num_values + NUM_KINDS + (i if self.rules.distinct_artifacts else 0)
                slot += 1
        self.rules.num_slots = slot
        artifacts = tuple(f"artifact-{worth}" for worth in PRINTED_VALUES) if self.rules.distinct_artifacts else ("artifact",)
        self.outcome_names = (*map(str, self.values), *HAZARDS, *artifacts)
        self.num_distinct_actions = 2
        self.max_chance_outcomes = len(self.outcome_names)
        self.max_game_length = self.rules.num_rounds * (2 * (self.rules.num_cards + NUM_KINDS + 1 + NUM_ARTIFACTS) + 1)

    def new_initial_state(self) -> State:
        cdef IncanGoldState state = self.blank_state()
        memset(&state.s, 0, sizeof(IncanGoldC))
        state.s.hazards = self.rules.start_hazards
        if self.rules.has_artifacts and self.rules.all_at_start:
            state.s.deck_rest = 0x1F << ARTIFACT_BIT
        state.s.last_action = -1
        _start_round(&self.rules, &state.s)
        return state

    cdef State blank_state(self):
        cdef IncanGoldState state = IncanGoldState.__new__(IncanGoldState)
        state.game = self
        return state

    def reduced(self) -> Game:
        # Two treasures and rounds where one player decides alone, one of each for two, a single hazard kind for more.
        players = min(self.num_players, 3)
        deck, hazards, rounds = (((1, 4), (3,), 2), ((3,), (2, 2), 1), ((3,), (2,), 1))[players - 1]
        rounds = min(self.rules.num_rounds, rounds)
        return IncanGold(**dict(self.options, players=players, deck=deck, hazards=hazards, rounds=rounds))

    def utility_bounds(self, objective=None):
        cdef int code = self.objective_code(objective)
        if code == WIN:
            return 0.0, 1.0
        gems = self.rules.num_rounds * sum(popcount(self.rules.treasure_mask[i]) * self.rules.group_value[i] for i in range(self.rules.num_values))
        entered = NUM_ARTIFACTS if self.rules.all_at_start else self.rules.num_rounds
        artifacts = 0
        if self.rules.has_artifacts:
            worths = PRINTED_VALUES if self.rules.distinct_artifacts else (5, 5, 5, 10, 10)
            artifacts = sum(worths[:entered])
        most = float(gems + artifacts)
        return (-most if code == MARGIN and self.num_players > 1 else 0.0), most

    def state_from_fields(self, fields: dict) -> State:
        """The state with these fields (see `IncanGoldState.fields`; keys that begin with "last" are not taken).

        Raises OrienteerError where the fields break the rules' facts.
        """
        cdef IncanGoldState state = self.blank_state()
        cdef IncanGoldC* s = &state.s
        memset(s, 0, sizeof(IncanGoldC))
        s.last_action = -1
        s.round = fields["round"] - 1
        s.phase = fields["phase"]
        s.treasures = self.rules.all_treasures
        s.pocket = fields["pocket"]
        deck = self._artifact_bits(fields["artifacts_deck"]) + self._artifact_bits(fields["artifacts_path"])
        s.artifacts_taken = self._artifact_bits(fields["artifacts_taken"])
        s.artifacts_lost = self._artifact_bits(fields["artifacts_lost"])
        s.hazards = self.rules.start_hazards
        for kind in range(self.rules.num_kinds):
            for _ in range(fields["removed"][kind]):
                s.hazards &= ~_lowest(s.hazards & <uint32_t>7 << 3 * kind)
        s.deck_rest = s.hazards | (deck if self.rules.distinct_artifacts else (1 << deck) - 1) << ARTIFACT_BIT
        for seat in range(self.num_players):
            s.gems[seat] = fields["gems"][seat]
            s.artifact_count[seat] = fields["artifact_count"][seat]
            s.artifact_points[seat] = fields["artifact_points"][seat]
            s.inside |= <uint8_t>(bool(fields["inside"][seat])) << seat
        for name in fields["path"]:
            _put_on_path(&self.rules, s, self.outcome_names.index(name))
        for left in fields["leftovers"]:
            s.leftovers += left
            if self.rules.per_card and left:
                s.leftover_counts[left] += 1
        state.check()
        return state

    def _artifact_bits(self, cards):
        """Struct form of artifacts given as their worths (printed values) or as how many."""
        if not self.rules.distinct_artifacts:
            return cards
        return sum(1 << PRINTED_VALUES.index(worth) for worth in cards)

    def _artifact_words(self, bits):
        if not self.rules.distinct_artifacts:
            return bits
        return tuple(worth for i, worth in enumerate(PRINTED_VALUES) if bits >> i & 1)


# -- the state --------------------------------------------------------------------------------------------------------------

cdef class IncanGoldState(State):
    # -- whose turn ---------------------------------------------------------------------------------------------------

    cdef int c_current_player(self) except ERROR nogil:
        if self.s.phase == CARD:
            return CHANCE
        if self.s.phase == OVER:
            return TERMINAL
        if self.s.inside & (self.s.inside - 1):
            return SIMULTANEOUS
        return lowest_bit(self.s.inside)

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        # Without a branch: who is inside cannot be foreseen, and what is written beyond the number returned does no harm.
        actions[0] = STAY
        actions[1] = LEAVE
        return 2 * ((self.s.phase == DECIDE) & (self.s.inside >> player))

    # -- play -----------------------------------------------------------------------------------------------------------

    cdef int c_apply(self, int action) except ERROR nogil:
        if self.s.phase == CARD:
            _turn_up(&(<IncanGold>self.game).rules, &self.s, action)
        else:
            _choose(&(<IncanGold>self.game).rules, &self.s, self.s.inside if action == LEAVE else 0)
        return 0

    cdef int c_apply_joint(self, const int* actions) except ERROR nogil:
        # From the last seat down, so that the compiler reads one action at a time, as they were written.
        cdef int seat
        cdef unsigned int leavers = 0
        for seat in range(self.game.num_players - 1, -1, -1):
            leavers = 2 * leavers + (<unsigned int>(actions[seat] + 1) >> 1)  # NO_ACTION and STAY are 0, LEAVE 1
        _choose(&(<IncanGold>self.game).rules, &self.s, leavers)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef int i, count, n = 0
        total[0] = 0
        for i in range(rules.num_values):
            n += _list_outcome(outcomes + n, weights + n, total, i, popcount(self.s.treasures & rules.treasure_mask[i]))
        for i in range(rules.num_kinds):
            count = popcount(self.s.deck_rest & <uint32_t>7 << 3 * i)
            n += _list_outcome(outcomes + n, weights + n, total, rules.num_values + i, count)
        if not rules.distinct_artifacts:
            count = popcount(self.s.deck_rest >> ARTIFACT_BIT)
            return n + _list_outcome(outcomes + n, weights + n, total, rules.num_values + NUM_KINDS, count)
        for i in range(5):
            count = self.s.deck_rest >> (ARTIFACT_BIT + i) & 1
            n += _list_outcome(outcomes + n, weights + n, total, rules.num_values + NUM_KINDS + i, count)
        return n

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        # Draw a slot of the full deck until its card is still there: few are gone when a round ends.
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef int attempt, slot, is_rest
        cdef uint64_t[2] deck
        deck[0] = self.s.treasures
        deck[1] = self.s.deck_rest
        for attempt in range(64):
            slot = <int>rng_below(rng, rules.num_slots)
            is_rest = slot >= rules.num_cards
            if deck[is_rest] >> (slot - (rules.num_cards & -is_rest)) & 1:
                return rules.slot_outcome[slot]
        return State.c_sample_chance(self, rng)

    cdef int c_playout(self, Rng* rng) except ERROR nogil:
        # The generic loop without its calls: one random word serves all choices of a stage.
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef int nodes = 0
        while self.s.phase != OVER:
            if self.s.phase == CARD:
                _turn_up(rules, &self.s, IncanGoldState.c_sample_chance(self, rng))
            else:
                _choose(rules, &self.s, self.s.inside & <unsigned int>(rng_next(rng) >> 32))
            nodes += 1
        return nodes

    # -- results --------------------------------------------------------------------------------------------------------

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        cdef int seat, n = self.game.num_players
        cdef bint by_artifacts = (<IncanGold>self.game).rules.ties_by_artifacts
        cdef int[MAX_PLAYERS] rank
        cdef int best = -1, second = -1, winners = 0
        for seat in range(n):
            rank[seat] = self.s.gems[seat] + self.s.artifact_points[seat]
            values[seat] = rank[seat]
        if objective == POINTS or n == 1:
            if objective == WIN:
                values[0] = 1.0
            return 0
        if objective == WIN and by_artifacts:
            for seat in range(n):
                rank[seat] = rank[seat] * 8 + self.s.artifact_count[seat]
        for seat in range(n):
            if rank[seat] > best:
                second = best
                best = rank[seat]
                winners = 1
            elif rank[seat] == best:
                second = best
                winners += 1
            elif rank[seat] > second:
                second = rank[seat]
        for seat in range(n):
            if objective == WIN:
                values[seat] = 1.0 / winners if rank[seat] == best else 0.0
            else:
                values[seat] = rank[seat] - (second if rank[seat] == best else best)
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef int seat, other
        cdef double gain
        for seat in range(self.game.num_players):
            values[seat] = 0
            if not self.s.last_was_card and self.s.last_action > 0 and self.s.last_action >> seat & 1:
                values[seat] = self.s.last_gain + self.s.last_artifact_points
        if objective == MARGIN and self.game.num_players == 2:
            gain = values[0] - values[1]
            values[0] = gain
            values[1] = -gain
        return 0

    # -- copies and keys --------------------------------------------------------------------------------------------------

    cdef int c_copy_from(self, State other) except ERROR nogil:
        self.s = (<IncanGoldState>other).s
        return 0

    cdef int c_struct(self, void** data) except ERROR nogil:
        data[0] = &self.s
        return sizeof(IncanGoldC)

    cdef int c_key(self, Key* key) except ERROR nogil:
        hash_bytes(&self.s, <char*>self.s.path - <char*>&self.s + self.s.path_length, key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef IncanGoldC* s = &self.s
        cdef uint64_t[8] words
        cdef int n = self.game.num_players
        cdef bint additive = objective == POINTS or (objective == MARGIN and n <= 2)
        memset(words, 0, sizeof(words))
        # 1. The round: deck, hazards as a sorted multiset, pocket and path.
        words[0] = s.treasures
        words[1] = _sorted_hazards(s) | <uint64_t>s.inside << 16 | <uint64_t>s.round << 24 | <uint64_t>s.phase << 28
        words[1] |= <uint64_t>s.pocket << 32 | <uint64_t>s.leftovers << 48
        if rules.per_card:
            words[2] = _packed8(s.leftover_counts)
        # 2. Artifacts, as far as the worth of those still to be taken depends on them.
        words[3] = s.deck_rest >> ARTIFACT_BIT | <uint64_t>s.artifacts_path << 8
        if rules.artifact_mode == TAKEN_ORDER:
            words[3] |= <uint64_t>s.artifacts_taken << 16
        elif rules.artifact_mode == RESOLVED_ORDER:
            words[3] |= <uint64_t>(s.artifacts_taken + s.artifacts_lost) << 16
        if rules.has_artifacts and (rules.artifact_mode == PER_OWNER or (objective == WIN and rules.ties_by_artifacts)):
            words[4] = _packed8(s.artifact_count)
        # 3. Tents, relative to the poorest, where a result compares them.
        if not additive and n > 1:
            _pack_relative_totals(s, n, words + 5)
        hash_bytes(words, sizeof(words), key)
        return 0

    cdef int c_segment(self, int kind) except ERROR nogil:
        return self.s.turns if kind == TURN else self.s.round if kind == ROUND else 0

    cdef int c_is_settled(self, int player, int objective, int kind) except ERROR nogil:
        # Only who is inside can get points, and everyone enters again in the next round.
        if objective != POINTS or self.s.inside >> player & 1:
            return 0
        return kind >= 0 or self.s.round + 1 >= (<IncanGold>self.game).rules.num_rounds

    # -- observation: everything is public as soon as it happens -------------------------------------------------------------

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef uint64_t word
        if self.s.last_action < 0:
            token[0] = 0
            return 0
        word = <uint64_t>self.s.last_action | <uint64_t>1 << 16
        if not self.s.last_was_card:
            word = <uint64_t>self.s.last_action | <uint64_t>self.s.last_inside << 17
        token[0] = mix64(word + <uint64_t>0x9E3779B97F4A7C15)
        return 0

    def observation(self, player):
        """("card", name) or ("choices", ("stay", "leave", None, …)), one entry a seat, None for those outside."""
        if self.s.last_action < 0:
            return None
        if self.s.last_was_card:
            return ("card", (<IncanGold>self.game).outcome_names[self.s.last_action])
        return ("choices", tuple(
            _ACTION_NAMES[self.s.last_action >> seat & 1] if self.s.last_inside >> seat & 1 else None
            for seat in range(self.game.num_players)
        ))

    def observe(self, player, observation):
        """Advance by an observation as `observation` gives it. Raises IllegalActionError for what cannot happen here."""
        match observation:
            case ("card", str(name)):
                if not self.is_chance_node():
                    raise IllegalActionError(f"card {name!r}: {self._turn_text()} to move, no card is turned up now")
                self.apply(self.string_to_action(CHANCE, name))
            case ("choices", choices) if isinstance(choices, (tuple, list)):
                self._observe_choices(choices)
            case _:
                raise IllegalActionError(f"observation {observation!r}: allowed are ('card', name) and ('choices', [...])")

    def _observe_choices(self, choices):
        if self.s.phase != DECIDE:
            raise IllegalActionError(f"choices {choices!r}: {self._turn_text()} to move, nobody chooses now")
        if len(choices) != self.game.num_players:
            raise IllegalActionError(f"choices: {len(choices)} entries, one a seat is {self.game.num_players}")
        leavers = 0
        for seat, choice in enumerate(choices):
            allowed = _ACTION_NAMES if self.s.inside >> seat & 1 else (None,)
            if choice not in allowed:
                raise IllegalActionError(f"choices[{seat}]: {choice!r}, allowed: {', '.join(map(repr, allowed))}")
            leavers |= (choice == "leave") << seat
        _choose(&(<IncanGold>self.game).rules, &self.s, leavers)

    # -- text and plain values --------------------------------------------------------------------------------------------

    def action_to_string(self, player, action):
        return (<IncanGold>self.game).outcome_names[action] if player == CHANCE else _ACTION_NAMES[action]

    def fields(self) -> dict:
        """The state as plain values: round (from 1), phase (0 card, 1 choice, 2 over), path (names in order), inside,
        pocket, leftovers (gems by path card that has some; one number when pooled), gems, artifact_count and
        artifact_points by seat, removed (hazards by kind), artifacts_deck, artifacts_path, artifacts_taken and
        artifacts_lost (how many; with printed values a tuple of worths)."""
        cdef IncanGold game = self.game
        cdef const RulesC* rules = &game.rules
        cdef IncanGoldC* s = &self.s
        seats = range(game.num_players)
        cdef uint32_t deck = s.deck_rest >> ARTIFACT_BIT
        artifacts = deck if rules.distinct_artifacts else popcount(deck)
        per_card = [left for left in range(1, 8) for _ in range(s.leftover_counts[left])]
        return {
            "round": s.round + 1,
            "phase": s.phase,
            "path": tuple(game.outcome_names[s.path[i]] for i in range(s.path_length)),
            "inside": tuple(bool(s.inside >> seat & 1) for seat in seats),
            "pocket": s.pocket,
            "leftovers": tuple(per_card) if rules.per_card else (s.leftovers,),
            "gems": tuple(s.gems[seat] for seat in seats),
            "artifact_count": tuple(s.artifact_count[seat] for seat in seats),
            "artifact_points": tuple(s.artifact_points[seat] for seat in seats),
            "removed": tuple(rules.start_copies[kind] - _copies(s, kind) for kind in range(rules.num_kinds)),
            "artifacts_deck": game._artifact_words(artifacts),
            "artifacts_path": game._artifact_words(s.artifacts_path),
            "artifacts_taken": game._artifact_words(s.artifacts_taken),
            "artifacts_lost": game._artifact_words(s.artifacts_lost),
        }

    def __str__(self):
        f = self.fields()
        seats = "; ".join(
            f"seat {seat}: {f['gems'][seat]} gems, artifacts {f['artifact_count'][seat]} worth {f['artifact_points'][seat]}"
            f", {'inside' if f['inside'][seat] else 'out'}"
            for seat in range(self.game.num_players)
        )
        step = ("card", "choice", "over")[f["phase"]]
        return (
            f"round {f['round']}, next: {step}; path: {' '.join(f['path']) or '-'}; pocket {f['pocket']}, leftovers "
            f"{'+'.join(map(str, f['leftovers'])) or 0}; {seats}; removed {f['removed']}; artifacts in deck "
            f"{f['artifacts_deck']}, taken {f['artifacts_taken']}, lost {f['artifacts_lost']}"
        )

    def check(self):
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef IncanGoldC* s = &self.s
        cdef bint over = s.phase == OVER
        f = self.fields()
        piles = [f[f"artifacts_{where}"] for where in ("deck", "path", "taken", "lost")]
        sizes = [len(pile) if rules.distinct_artifacts else pile for pile in piles]
        entered = NUM_ARTIFACTS if rules.all_at_start else min(s.round + 1, rules.num_rounds)
        facts = {
            f"round {s.round + 1}, the game has {rules.num_rounds}": 0 <= s.round < rules.num_rounds + over,
            f"hazards removed {f['removed']}, at most one a finished round: {s.round}": sum(f["removed"]) <= s.round,
            f"artifacts {sizes} in deck, on path, taken, lost": sum(sizes) == (entered if rules.has_artifacts else 0),
            f"artifacts held {f['artifact_count']}, taken {sizes[2]}": sum(f["artifact_count"]) == sizes[2],
            f"hazards removed {f['removed']}: a kind has none left": all(_copies(s, k) for k in range(rules.num_kinds)),
            f"pocket {s.pocket}, leftovers {s.leftovers}: below 0": s.pocket >= 0 and s.leftovers >= 0,
            "nobody is inside and the round goes on": over or s.inside != 0,
            "leftovers by card do not add up": not rules.per_card
            or s.leftovers == sum(left * s.leftover_counts[left] for left in range(8)),
        }
        wrong = [text for text, holds in facts.items() if not holds]
        if wrong:
            raise OrienteerError("; ".join(wrong))


# -- rules ------------------------------------------------------------------------------------------------------------------

cdef void _start_round(const RulesC* rules, IncanGoldC* s) noexcept nogil:
    """Shuffle everything that is left together with this round's artifact; everyone enters."""
    s.treasures = rules.all_treasures
    s.inside = rules.everyone
    cdef uint32_t artifacts = s.deck_rest >> ARTIFACT_BIT
    if rules.has_artifacts and not rules.all_at_start:
        artifacts = artifacts | 1 << s.round if rules.distinct_artifacts else artifacts << 1 | 1
    s.deck_rest = s.hazards | artifacts << ARTIFACT_BIT
    s.phase = DECIDE if rules.opening_decision else CARD


cdef void _end_round(const RulesC* rules, IncanGoldC* s) noexcept nogil:
    """Artifacts on the path leave the game, gems on it vanish; start the next round or end the rules."""
    if rules.distinct_artifacts:
        s.artifacts_lost |= s.artifacts_path
    else:
        s.artifacts_lost += s.artifacts_path
    s.artifacts_path = 0
    s.pocket = 0
    s.leftovers = 0
    if rules.per_card:
        memset(s.leftover_counts, 0, sizeof(s.leftover_counts))
    s.shown = 0
    s.inside = 0
    s.path_length = 0
    s.round += 1
    if s.round < rules.num_rounds:
        _start_round(rules, s)
    else:
        s.treasures = rules.all_treasures
        s.deck_rest = s.hazards | s.deck_rest >> ARTIFACT_BIT << ARTIFACT_BIT
        s.phase = OVER


cdef void _turn_up(const RulesC* rules, IncanGoldC* s, int outcome) noexcept nogil:
    """Turn up a card (rules: round, step 5)."""
    cdef int inside, left
    s.last_was_card = 1
    s.last_action = outcome
    s.turns += 1
    # 1. The second hazard of its kind: pockets are lost and this card leaves the game.
    if s.shown & rules.hazard_bit[outcome]:
        s.hazards ^= _lowest(s.hazards & rules.hazard_mask[outcome])
        _end_round(rules, s)
        return
    _put_on_path(rules, s, outcome)
    # 2. A treasure is shared by those inside, the remainder stays on it.
    inside = seats_in[s.inside]
    left = rules.remainder[inside][outcome]
    s.pocket += rules.share[inside][outcome]
    s.leftovers += left
    if rules.per_card and left:
        s.leftover_counts[left] += 1
    s.phase = DECIDE


cdef inline void _put_on_path(const RulesC* rules, IncanGoldC* s, int outcome) noexcept nogil:
    """Move a card from the deck to the path, without its effect."""
    cdef int artifact = outcome - rules.num_values - NUM_KINDS
    cdef uint64_t equal = s.treasures & rules.treasure_mask[outcome]
    s.path[s.path_length] = outcome
    s.path_length += 1
    # The masks of other cards are empty: no branch on what nobody can foresee.
    s.treasures ^= equal & (~equal + 1)
    s.deck_rest ^= _lowest(s.deck_rest & rules.hazard_mask[outcome])
    s.shown |= rules.hazard_bit[outcome]
    if artifact < 0:
        return
    if rules.distinct_artifacts:
        s.deck_rest &= ~(<uint32_t>1 << (ARTIFACT_BIT + artifact))
        s.artifacts_path |= <uint8_t>(1 << artifact)
    else:
        s.deck_rest = (s.deck_rest & <uint32_t>0x7FFF) | s.deck_rest >> (ARTIFACT_BIT + 1) << ARTIFACT_BIT
        s.artifacts_path += 1


cdef void _choose(const RulesC* rules, IncanGoldC* s, unsigned int leavers) noexcept nogil:
    """Reveal the choices and pay the leavers (rules: round, steps 3 and 4)."""
    cdef int seat, num_leavers = seats_in[leavers]
    cdef int16_t gain
    s.last_was_card = 0
    s.last_action = leavers
    s.last_inside = s.inside
    s.last_artifact_points = 0
    # 1. The path's gems are split among the leavers; a single one takes the artifacts.
    gain = (s.pocket + _split_leftovers(rules, s, num_leavers)) * (num_leavers != 0)
    s.last_gain = gain
    if unlikely((s.artifacts_path != 0) & (num_leavers == 1)):  # one branch, which is seldom taken
        s.last_artifact_points = _take_artifacts(rules, s, lowest_bit(leavers))
    # 2. Everyone who leaves banks and is out for this round. All seats at once: compiled to one vector addition.
    for seat in range(8):
        s.gems[seat] += gain & SEAT_MASKS[leavers][seat]
    s.inside &= ~leavers
    if s.inside:
        s.phase = CARD
    else:
        s.turns += 1
        _end_round(rules, s)


cdef inline int _split_leftovers(const RulesC* rules, IncanGoldC* s, int leavers) noexcept nogil:
    """Take from the path what each of the leavers gets; nothing where there are none."""
    cdef int left, count, share = 0
    if not unlikely(rules.per_card):
        share = <int>(s.leftovers * RECIPROCAL[leavers] >> 32)
    elif leavers:
        # A card with fewer gems than leavers stays as it is; what is left of another is less than `leavers`.
        for left in range(leavers, 8):
            count = s.leftover_counts[left]
            share += count * (left // leavers)
            s.leftover_counts[left] = 0
            if left % leavers:
                s.leftover_counts[left % leavers] += count
    s.leftovers -= share * leavers
    return share


cdef int _take_artifacts(const RulesC* rules, IncanGoldC* s, int seat) noexcept nogil:
    """Give the path's artifacts to one seat, one after another; returns what they are worth to it."""
    cdef int i, earlier, small, worth = 0, kept = 0
    cdef int count = seats_in[s.artifacts_path] if rules.distinct_artifacts else s.artifacts_path
    if rules.distinct_artifacts:
        for i in range(5):
            worth += PRINTED_WORTH[i] * (s.artifacts_path >> i & 1)
        s.artifacts_taken |= s.artifacts_path
    else:
        earlier = s.artifact_count[seat] if rules.artifact_mode == PER_OWNER else s.artifacts_taken
        if rules.artifact_mode == RESOLVED_ORDER:
            earlier += s.artifacts_lost
        small = min(count, max(0, NUM_SMALL - earlier))
        worth = SMALL_WORTH * small + LARGE_WORTH * (count - small)
        s.artifacts_taken += count
    s.artifact_count[seat] += count
    s.artifacts_path = 0
    s.artifact_points[seat] += worth
    for i in range(s.path_length):
        if s.path[i] < rules.num_values + NUM_KINDS:
            s.path[kept] = s.path[i]
            kept += 1
    s.path_length = kept
    return worth


# -- helpers ----------------------------------------------------------------------------------------------------------------

cdef inline uint32_t _lowest(uint32_t bits) noexcept nogil:
    return bits & (~bits + 1)


cdef inline int _copies(IncanGoldC* s, int kind) noexcept nogil:
    """Copies of a hazard kind still in the game."""
    return popcount(s.hazards & <uint32_t>7 << 3 * kind)


cdef inline int _list_outcome(int* outcome, int64_t* weight, int64_t* total, int name, int count) noexcept nogil:
    if count <= 0:
        return 0
    outcome[0] = name
    weight[0] = count
    total[0] += count
    return 1


cdef inline uint64_t _sorted_hazards(IncanGoldC* s) noexcept nogil:
    """How many kinds have each (copies, shown): three bits each; the sixth, one copy not shown, follows from the others."""
    cdef int kind, copies, shown
    cdef uint64_t counts = 0
    for kind in range(NUM_KINDS):
        copies = _copies(s, kind)
        shown = s.shown >> kind & 1
        if copies > 1 or shown:
            counts += <uint64_t>1 << (6 * (3 - copies) + 3 * (1 - shown))
    return counts


cdef inline uint64_t _packed8(int8_t* bytes) noexcept nogil:
    cdef int i
    cdef uint64_t word = 0
    for i in range(8):
        word |= <uint64_t><uint8_t>bytes[i] << (8 * i)
    return word


cdef void _pack_relative_totals(IncanGoldC* s, int num_players, uint64_t* words) noexcept nogil:
    cdef int seat, total, least = 1 << 30
    for seat in range(num_players):
        total = s.gems[seat] + s.artifact_points[seat]
        if total < least:
            least = total
    for seat in range(num_players):
        total = s.gems[seat] + s.artifact_points[seat] - least
        words[seat >> 2] |= <uint64_t>total << (16 * (seat & 3))
