"""The contract between games and solvers. A game implements it, a solver calls nothing else.

Words are OpenSpiel's. Seats are 0..n-1; chance, simultaneous, invalid and terminal are negative player codes. An action,
and an outcome of chance, is a small whole number ≥ 0 that means the same in every state of a game.

How a game is written
    One plain C struct holds everything that changes during play; `State` subclasses wrap it, and copying a state is one
    assignment of that struct (`c_copy_from`). There is no undo. What never changes (card tables, options) lives in `Game`.

The exception rule
    Every method that search calls is `cdef int … except ERROR nogil`: it returns a whole number, hands larger results out
    through pointers, and returns ERROR (which no method returns otherwise) when an exception is set. This lets a game
    written in Python raise through compiled search, and costs nothing: a method that never raises just never returns
    ERROR. Overriding with `noexcept` or another clause does not compile; a void method would be ten times slower.
    A Python subclass cannot override a cdef method (the base version would run silently): games in Python go through
    `orienteer.core.python_game`.

What a state owes its players
    Nothing that a player cannot know may reach him: not through legal actions, text, keys, nor through the random numbers
    of a playout. Everything shown to a player is computed from `c_mask`, which overwrites what he cannot know with
    UNKNOWN; what he noticed of the last transition is `c_observed`. The chain of those tokens from the root is his
    information set (perfect recall). It is kept by whoever walks the tree, not by the state.
"""

from libc.stdint cimport int64_t, uint64_t

from orienteer.core.rng cimport Rng

cdef enum:
    # Player codes, as in OpenSpiel.
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4
    # The value that no method of the contract returns: an exception is set.
    ERROR = -128

cdef enum:
    MAX_PLAYERS = 8
    MAX_BRANCH = 512  # the most legal actions of one player, or outcomes of one chance node, that a game may list
    NO_ACTION = -1  # in a joint action: this seat has no choice here
    UNKNOWN = -1  # in a masked struct: a value that the viewer cannot know

cdef enum:
    # Objectives, in the order of OBJECTIVE_NAMES.
    WIN = 0
    POINTS = 1
    MARGIN = 2
    NUM_OBJECTIVES = 3

cdef enum:
    # Segments of play, in the order of SEGMENT_NAMES: a horizon is a change of one of these counters.
    TURN = 0
    ROUND = 1
    JOURNEY = 2
    NUM_SEGMENTS = 3

cdef struct Key:
    # 128 bits: packed when the state fits, else a hash. Equal keys are taken as equal states.
    uint64_t low
    uint64_t high


cdef class Game:
    """The rules with their options fixed; immutable. See state.pyx for the Python side."""

    cdef readonly str name
    cdef readonly int num_players
    cdef readonly dict options
    cdef readonly tuple objectives
    cdef readonly tuple segments
    cdef readonly int num_distinct_actions
    cdef readonly int max_chance_outcomes
    cdef readonly object max_game_length
    cdef readonly bint has_hidden_information
    cdef object __weakref__

    cdef State blank_state(self)


cdef class State:
    """A point of play. Methods that begin with c_ are the compiled contract; a game overrides those that it needs."""

    cdef readonly Game game

    # Whose turn: a seat, CHANCE, SIMULTANEOUS or TERMINAL.
    cdef int c_current_player(self) except ERROR nogil

    # Legal actions of one player, ascending, written to `actions` (room for MAX_BRANCH); returns how many. Zero unless
    # the player moves now: he is the current player, or play is simultaneous and he takes part.
    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil

    # Play an action of the current player, or an outcome at a chance node. Unchecked. Returns 0.
    cdef int c_apply(self, int action) except ERROR nogil

    # Play a joint action: one entry a seat, NO_ACTION where that seat has no choice. Unchecked. Returns 0.
    cdef int c_apply_joint(self, const int* actions) except ERROR nogil

    # Outcomes ascending with whole-number weights > 0 and their sum; returns how many. Exact odds are weight / total.
    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil

    # One outcome drawn by those weights. The default goes through the list; a game overrides it when it can draw faster.
    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil

    # Play uniformly at random to the end; returns the number of nodes passed. The default is the generic loop below; a
    # game may override it with a loop of its own that has the same distribution.
    cdef int c_playout(self, Rng* rng) except ERROR nogil

    # values[seat] as if the game ended now; at a terminal state the result of the game. Returns 0.
    cdef int c_returns(self, int objective, double* values) except ERROR nogil

    # What the last transition added to the returns of an additive objective. Returns 0.
    cdef int c_rewards(self, int objective, double* values) except ERROR nogil

    # Running points by seat. Returns 0.
    cdef int c_scores(self, double* values) except ERROR nogil

    # Become a copy of `other`, a state of the same game. Returns 0.
    cdef int c_copy_from(self, State other) except ERROR nogil

    # The struct behind the state and its size in bytes; 0 where a state is not one plain struct (games in Python).
    cdef int c_struct(self, void** data) except ERROR nogil

    # Key of the whole state but for the transition that led to it: equal exactly when the states are the same. Returns 0.
    cdef int c_key(self, Key* key) except ERROR nogil

    # Key for tables of values: leaves out what cannot change the value still to come (for an additive objective: the
    # rewards still to come; else: the final returns), and maps symmetric states to one. Values may be stored under it,
    # actions never. The default is c_key. Returns 0.
    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil

    # A counter that rises when a segment of play ends; 0 throughout for a kind the game does not have.
    cdef int c_segment(self, int kind) except ERROR nogil

    # 1 where the player's returns of an additive objective can no longer change before a segment of this kind ends
    # (kind −1: before the game ends). The default is 0: not known. Searches for that player's value stop there.
    cdef int c_is_settled(self, int player, int objective, int kind) except ERROR nogil

    # What `player` noticed of the last transition, as a token; 0 = nothing. His own action is part of it. Returns 0.
    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil

    # Overwrite all that `player` cannot know with UNKNOWN. The default does nothing: no hidden information. Returns 0.
    cdef int c_mask(self, int player) except ERROR nogil


cdef class Belief:
    """What a viewer may hold true: a distribution over complete states that agree with all that he has seen."""

    cdef readonly Game game
    cdef readonly int viewer

    # One world drawn by its weight, written to `out`. Returns 0.
    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil


cdef class CertainBelief(Belief):
    """The belief in a game where nothing is hidden: the masked state itself, with certainty."""

    cdef State state


cdef class StateStore:
    """Copies of states addressed by index: one growing block for structs, a list for games in Python."""

    cdef State example
    cdef size_t struct_size
    cdef char* data
    cdef Py_ssize_t capacity
    cdef readonly Py_ssize_t count
    cdef list objects

    cdef Py_ssize_t c_put(self, State state) except -1 nogil
    cdef int c_get(self, Py_ssize_t index, State out) except ERROR nogil
    cdef int c_shrink(self, Py_ssize_t count) except ERROR nogil


# A pass through play with uniformly random choices by the listed contract calls only; returns the number of nodes passed.
cdef int generic_playout(State state, Rng* rng) except ERROR nogil

# Mixes `size` bytes into a 128-bit key (two independent 64-bit lanes).
cdef void hash_bytes(const void* data, size_t size, Key* key) noexcept nogil


cdef inline int list_outcome(int* outcome, int64_t* weight, int64_t* total, int name, int64_t count) noexcept nogil:
    """For c_chance_outcomes: writes an outcome and adds its weight to the total; returns 1, or 0 where it cannot come."""
    if count <= 0:
        return 0
    outcome[0] = name
    weight[0] = count
    total[0] += count
    return 1
