from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from orienteer.core.state cimport Game, State

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


cdef class IncanGold(Game):
    cdef readonly tuple values  # distinct treasure values, ascending
    cdef readonly tuple outcome_names
    cdef RulesC rules


cdef class IncanGoldState(State):
    cdef IncanGoldC s
