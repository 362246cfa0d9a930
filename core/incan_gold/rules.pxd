"""Incan Gold's rules on its struct: what a card does, what choices do, how a round begins and ends.

Functions change the struct and nothing else; `RulesC` holds the options as they read them. Steps are those of
docs/rules/incan_gold.md. They are inline, so that playouts run without calls.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

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
    #undef S64
    #undef S16
    #undef S4
    #undef S1
    #undef S
    #undef B6
    #undef B4
    #undef B2
    static const int PRINTED_WORTH[5] = {5, 7, 8, 10, 12};  /* components.PRINTED_VALUES */
    """
    const unsigned char* seats_in
    const int* PRINTED_WORTH
    const int16_t SEAT_MASKS[256][8]
    const uint64_t* RECIPROCAL
    bint unlikely(bint condition) noexcept nogil
    int popcount "__builtin_popcountll"(uint64_t bits) noexcept nogil
    int lowest_bit "__builtin_ctzll"(uint64_t bits) noexcept nogil

cdef enum:
    ARTIFACT_BIT = 15  # of the first artifact in deck_rest
    NUM_KINDS = 5  # hazard kinds, at most
    MAX_CARDS = 60  # treasure cards, at most
    MAX_PATH = 80  # cards on the path: all treasures, six hazards, five artifacts
    MAX_OUTCOMES = 70  # treasure values, hazard kinds, artifacts
    MAX_SLOTS = 80  # cards that a deck can ever hold: 60 treasures, 15 hazards, 5 artifacts
    STAY = 0
    LEAVE = 1

cdef enum Phase:
    CARD = 0  # a card is about to be turned up
    DECIDE = 1  # everyone inside chooses
    OVER = 2

cdef struct IncanGoldC:
    # What decides the rest of the game.
    uint64_t treasures  # one bit a treasure card still in the deck; among equal cards the lowest bit goes first
    int16_t[8] gems  # in the tents
    int16_t[8] artifact_points
    int8_t[8] artifact_count
    uint32_t deck_rest  # bit 3k + copy: a hazard of kind k in the deck; bits 15..19: artifacts in the deck
    uint32_t hazards  # the same bits: hazards still in the game, the path included; of a kind the lowest bit goes first
    int8_t[8] leftover_counts  # per_card: how many path cards hold a remainder of 1..7
    int16_t pocket  # of each player inside
    uint8_t inside  # bit a seat
    uint8_t shown  # bit a hazard kind on the path
    int16_t leftovers  # gems on the path; not beside the pocket, else both are read as one word that was written in two
    # Artifacts: how many, or with distinct (printed) cards a bit a card. In the deck, equal ones fill the lowest bits.
    uint8_t artifacts_path
    uint8_t artifacts_taken
    uint8_t artifacts_lost
    int8_t round  # rounds finished
    int8_t phase
    uint8_t unused
    # What the players see besides: part of c_key, not of c_state_key.
    uint8_t path_length
    uint8_t[MAX_PATH] path  # outcomes in the order turned up; artifacts that were taken are gone
    # How play came here: part of no key.
    int8_t last_was_card
    uint8_t last_inside  # who chose last
    int16_t last_gain  # gems that each last leaver banked
    int16_t last_artifact_points
    int16_t last_action  # outcome, or the mask of leavers; -1 before the first transition
    uint16_t turns


cdef struct RulesC:
    # The options as the rules functions read them; tables are indexed by outcome (0 where it is no such card) or by slot.
    int num_cards
    int num_values
    int num_rounds
    int num_kinds
    bint has_artifacts
    bint all_at_start
    bint distinct_artifacts
    bint per_card
    bint ties_by_artifacts
    bint opening_decision
    int artifact_mode
    uint8_t everyone
    uint64_t all_treasures
    uint64_t[MAX_OUTCOMES] treasure_mask
    uint32_t[MAX_OUTCOMES] hazard_mask
    uint8_t[MAX_OUTCOMES] hazard_bit
    int[MAX_CARDS] group_value
    uint8_t[9][MAX_OUTCOMES] share  # [players inside][outcome] of a treasure, each; the remainder likewise
    uint8_t[9][MAX_OUTCOMES] remainder
    int8_t[8] start_copies
    uint32_t start_hazards
    int num_slots
    int8_t[MAX_SLOTS] slot_outcome

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


# -- rounds -----------------------------------------------------------------------------------------------------------------

cdef inline void start_round(const RulesC* rules, IncanGoldC* s) noexcept nogil:
    """Shuffle everything that is left together with this round's artifact; everyone enters."""
    s.treasures = rules.all_treasures
    s.inside = rules.everyone
    cdef uint32_t artifacts = s.deck_rest >> ARTIFACT_BIT
    if rules.has_artifacts and not rules.all_at_start:
        artifacts = artifacts | 1 << s.round if rules.distinct_artifacts else artifacts << 1 | 1
    s.deck_rest = s.hazards | artifacts << ARTIFACT_BIT
    s.phase = DECIDE if rules.opening_decision else CARD


cdef inline void end_round(const RulesC* rules, IncanGoldC* s) noexcept nogil:
    """Artifacts on the path leave the game, gems on it vanish; start the next round or end the game."""
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
        start_round(rules, s)
    else:
        s.treasures = rules.all_treasures
        s.deck_rest = s.hazards | s.deck_rest >> ARTIFACT_BIT << ARTIFACT_BIT
        s.phase = OVER


cdef inline void turn_up(const RulesC* rules, IncanGoldC* s, int outcome) noexcept nogil:
    """Turn up a card (rules: round, step 5)."""
    cdef int inside, left
    s.last_was_card = 1
    s.last_action = outcome
    s.turns += 1
    # 1. The second hazard of its kind: pockets are lost and this card leaves the game.
    if s.shown & rules.hazard_bit[outcome]:
        s.hazards ^= lowest_of(s.hazards & rules.hazard_mask[outcome])
        end_round(rules, s)
        return
    put_on_path(rules, s, outcome)
    # 2. A treasure is shared by those inside, the remainder stays on it.
    inside = seats_in[s.inside]
    left = rules.remainder[inside][outcome]
    s.pocket += rules.share[inside][outcome]
    s.leftovers += left
    if rules.per_card and left:
        s.leftover_counts[left] += 1
    s.phase = DECIDE


cdef inline void put_on_path(const RulesC* rules, IncanGoldC* s, int outcome) noexcept nogil:
    """Move a card from the deck to the path, without its effect."""
    cdef int artifact = outcome - rules.num_values - NUM_KINDS
    cdef uint64_t equal = s.treasures & rules.treasure_mask[outcome]
    s.path[s.path_length] = outcome
    s.path_length += 1
    # The masks of other cards are empty: no branch on what nobody can foresee.
    s.treasures ^= equal & (~equal + 1)
    s.deck_rest ^= lowest_of(s.deck_rest & rules.hazard_mask[outcome])
    s.shown |= rules.hazard_bit[outcome]
    if artifact < 0:
        return
    if rules.distinct_artifacts:
        s.deck_rest &= ~(<uint32_t>1 << (ARTIFACT_BIT + artifact))
        s.artifacts_path |= <uint8_t>(1 << artifact)
    else:
        s.deck_rest = (s.deck_rest & <uint32_t>0x7FFF) | s.deck_rest >> (ARTIFACT_BIT + 1) << ARTIFACT_BIT
        s.artifacts_path += 1


cdef inline void choose(const RulesC* rules, IncanGoldC* s, unsigned int leavers) noexcept nogil:
    """Reveal the choices and pay the leavers (rules: round, steps 3 and 4)."""
    cdef int seat, num_leavers = seats_in[leavers]
    cdef int16_t gain
    s.last_was_card = 0
    s.last_action = leavers
    s.last_inside = s.inside
    s.last_artifact_points = 0
    # 1. The path's gems are split among the leavers; a single one takes the artifacts.
    gain = (s.pocket + split_leftovers(rules, s, num_leavers)) * (num_leavers != 0)
    s.last_gain = gain
    if unlikely((s.artifacts_path != 0) & (num_leavers == 1)):  # one branch, which is seldom taken
        s.last_artifact_points = take_artifacts(rules, s, lowest_bit(leavers))
    # 2. Everyone who leaves banks and is out for this round. All seats at once: compiled to one vector addition.
    for seat in range(8):
        s.gems[seat] += gain & SEAT_MASKS[leavers][seat]
    s.inside &= ~leavers
    if s.inside:
        s.phase = CARD
    else:
        s.turns += 1
        end_round(rules, s)


cdef inline int split_leftovers(const RulesC* rules, IncanGoldC* s, int leavers) noexcept nogil:
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


cdef inline int take_artifacts(const RulesC* rules, IncanGoldC* s, int seat) noexcept nogil:
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


# -- bits -------------------------------------------------------------------------------------------------------------------

cdef inline uint32_t lowest_of(uint32_t bits) noexcept nogil:
    return bits & (~bits + 1)


cdef inline int copies_left(IncanGoldC* s, int kind) noexcept nogil:
    """Copies of a hazard kind still in the game."""
    return popcount(s.hazards & <uint32_t>7 << 3 * kind)
