"""Actions and outcomes of Takara Island by number: what they are called, which are legal, and what they do.

Actions: 0 rent, 1 no rent, 2 stop, 3 go on, 4 turn up, 5 the map as gold, 6 as XP, 7 tavern, 8 buy a token, 9+v sell an item of
v XP; with pile p and slot k (from the top at set-up): 20+p survey, 26+p dig, 32+p destroy, 38+p fight, 44+p miner,
50+9p+k soothsayer, 104+p archaeologist, 110+p, 116+9p+k, 170+p the impostor as these; 176+2c+r end of the day: cure c, recruit r.
Outcomes: 0+ a card, 20+ a treasure, 26 the monster is killed, 27+k the attack fails after k wounds, 32 the mimic is beaten, 33 wins.
"""

from orienteer.core.takara_island.rules cimport RulesC, TakaraC

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

# Legal actions of an adventurer, and decisions at the end of the day, ascending; return how many.
cdef int list_actions(const RulesC* rules, const TakaraC* s, int player, int* actions) noexcept nogil
cdef int list_ends(const TakaraC* s, int player, int* actions) noexcept nogil

# Whether the card that a survey has just seen is a monster; in another seat's masked state, whether it may be one.
cdef bint may_be_monster(const RulesC* rules, const TakaraC* s) noexcept nogil

# Play a legal action, or an outcome: `UNSEEN` stands for the card of another seat's private look at a masked state.
cdef void apply_decision(const RulesC* rules, TakaraC* s, int action) noexcept nogil
cdef void apply_outcome(const RulesC* rules, TakaraC* s, int outcome) noexcept nogil
