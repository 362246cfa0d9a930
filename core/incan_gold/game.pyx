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

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from orienteer.core.incan_gold.rules cimport (
    ARTIFACT_BIT, CARD, DECIDE, LEAVE, NUM_KINDS, OVER, PER_OWNER, PRINTED, PRINTED_WORTH, RESOLVED_ORDER, STAY,
    TAKEN_ORDER, IncanGoldC, RulesC, choose, copies_left, lowest_bit, lowest_of, popcount, put_on_path, start_round,
    turn_up,
)
from orienteer.core.rng cimport Rng, mix64, rng_below, rng_next
from orienteer.core.state cimport (
    CHANCE, ERROR, INVALID, MARGIN, MAX_PLAYERS, POINTS, ROUND, SIMULTANEOUS, TERMINAL, TURN, WIN, Game, Key, State,
    hash_bytes, list_outcome,
)

from orienteer.core.errors import IllegalActionError, OrienteerError
from orienteer.core.incan_gold.components import (
    ARTIFACT_VALUES, HAZARDS, NUM_ARTIFACTS, PRINTED_VALUES, deck_values, validated,
)

assert PRINTED_VALUES == tuple([PRINTED_WORTH[i] for i in range(5)])
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
        self.rules.all_treasures = (<uint64_t>1 << self.rules.num_cards) - 1
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
        start_round(&self.rules, &state.s)
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
                s.hazards &= ~lowest_of(s.hazards & <uint32_t>7 << 3 * kind)
        s.deck_rest = s.hazards | (deck if self.rules.distinct_artifacts else (1 << deck) - 1) << ARTIFACT_BIT
        for seat in range(self.num_players):
            s.gems[seat] = fields["gems"][seat]
            s.artifact_count[seat] = fields["artifact_count"][seat]
            s.artifact_points[seat] = fields["artifact_points"][seat]
            s.inside |= <uint8_t>(bool(fields["inside"][seat])) << seat
        for name in fields["path"]:
            put_on_path(&self.rules, s, self.outcome_names.index(name))
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
            turn_up(&(<IncanGold>self.game).rules, &self.s, action)
        else:
            choose(&(<IncanGold>self.game).rules, &self.s, self.s.inside if action == LEAVE else 0)
        return 0

    cdef int c_apply_joint(self, const int* actions) except ERROR nogil:
        # From the last seat down, so that the compiler reads one action at a time, as they were written.
        cdef int seat
        cdef unsigned int leavers = 0
        for seat in range(self.game.num_players - 1, -1, -1):
            leavers = 2 * leavers + (<unsigned int>(actions[seat] + 1) >> 1)  # NO_ACTION and STAY are 0, LEAVE 1
        choose(&(<IncanGold>self.game).rules, &self.s, leavers)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        cdef const RulesC* rules = &(<IncanGold>self.game).rules
        cdef int i, count, n = 0
        total[0] = 0
        for i in range(rules.num_values):
            n += list_outcome(outcomes + n, weights + n, total, i, popcount(self.s.treasures & rules.treasure_mask[i]))
        for i in range(rules.num_kinds):
            count = popcount(self.s.deck_rest & <uint32_t>7 << 3 * i)
            n += list_outcome(outcomes + n, weights + n, total, rules.num_values + i, count)
        if not rules.distinct_artifacts:
            count = popcount(self.s.deck_rest >> ARTIFACT_BIT)
            return n + list_outcome(outcomes + n, weights + n, total, rules.num_values + NUM_KINDS, count)
        for i in range(5):
            count = self.s.deck_rest >> (ARTIFACT_BIT + i) & 1
            n += list_outcome(outcomes + n, weights + n, total, rules.num_values + NUM_KINDS + i, count)
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
                turn_up(rules, &self.s, IncanGoldState.c_sample_chance(self, rng))
            else:
                choose(rules, &self.s, self.s.inside & <unsigned int>(rng_next(rng) >> 32))
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
        choose(&(<IncanGold>self.game).rules, &self.s, leavers)

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
            "removed": tuple(rules.start_copies[kind] - copies_left(s, kind) for kind in range(rules.num_kinds)),
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
            f"hazards removed {f['removed']}: a kind has none left": all(copies_left(s, k) for k in range(rules.num_kinds)),
            f"pocket {s.pocket}, leftovers {s.leftovers}: below 0": s.pocket >= 0 and s.leftovers >= 0,
            "nobody is inside and the round goes on": over or s.inside != 0,
            "leftovers by card do not add up": not rules.per_card
            or s.leftovers == sum(left * s.leftover_counts[left] for left in range(8)),
        }
        wrong = [text for text, holds in facts.items() if not holds]
        if wrong:
            raise OrienteerError("; ".join(wrong))


# -- helpers ----------------------------------------------------------------------------------------------------------------

cdef inline uint64_t _sorted_hazards(IncanGoldC* s) noexcept nogil:
    """How many kinds have each (copies, shown): three bits each; the sixth, one copy not shown, follows from the others."""
    cdef int kind, copies, shown
    cdef uint64_t counts = 0
    for kind in range(NUM_KINDS):
        copies = copies_left(s, kind)
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
