"""MAST: playouts that learn within a tree which actions went well (Finnsson and Bjornsson 2008).

For every seat and action the mean of the seat's returns over the times that he played it in the tree's iterations, inside the
tree or beyond it (forced moves inside a tree of states are not seen). Where a seat has a choice beyond the tree, or a node
widens, he takes the policy underneath with odds EPSILON, else the action with the highest mean; actions never played come
first, ties are broken at random (Tak, Winands and Bjornsson 2012). The means know seats and actions, neither cards nor
worlds, so nothing hidden can reach a seat by them. In fresh playouts the policy underneath plays.
"""

cimport cython
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, realloc

from orienteer.core.rng cimport Rng, rng_below, rng_uniform
from orienteer.core.state cimport ERROR, MAX_BRANCH, NO_ACTION, Game, State
from orienteer.mcts.playout cimport Playout

from orienteer.core.errors import OptionError

cdef enum:
    MAX_ACTIONS = 1000000
    FIRST_PLAYED = 256

# Above 0, so that play cannot go round in circles for ever.
cdef double EPSILON = 0.4

cdef struct Mean:
    int64_t count
    double total

cdef struct Played:
    int32_t seat
    int32_t row  # of `means`


@cython.final
cdef class Mast(Playout):
    """Statistics of one tree over the policy `base`, whose widening, turns and valuation it takes over.

    Raises OptionError for a game with more than a million actions.
    """

    cdef Playout base
    cdef int num_players
    cdef int num_actions
    cdef Mean* means  # by seat, then by action
    cdef Played* played  # in this iteration
    cdef int num_played
    cdef int played_room
    cdef bint inside  # whether an iteration runs

    def __cinit__(self, Game game not None, Playout base not None):
        if game.num_distinct_actions > MAX_ACTIONS:
            raise OptionError("playout", "mast", f"a game with at most {MAX_ACTIONS} actions, not {game.num_distinct_actions}")
        self.base = base
        self.learning = True
        self.widening = base.widening
        self.turns = base.turns
        self.valuation = base.valuation
        self.num_players = game.num_players
        self.num_actions = game.num_distinct_actions
        self.means = <Mean*>calloc(self.num_players * self.num_actions, sizeof(Mean))
        self.played_room = FIRST_PLAYED
        self.played = <Played*>realloc(NULL, self.played_room * sizeof(Played))
        if self.means == NULL or self.played == NULL:
            raise MemoryError("playout statistics")

    def __dealloc__(self):
        free(self.means)
        free(self.played)

    def learnt(self) -> dict[tuple[int, int], tuple[int, float]]:
        """{(seat, action): (times played, mean of the seat's returns)} of the actions that were played."""
        rows = {}
        for seat in range(self.num_players):
            for action in range(self.num_actions):
                mean = self.means[<int>seat * self.num_actions + <int>action]
                if mean.count:
                    rows[seat, action] = (mean.count, mean.total / mean.count)
        return rows

    cdef int c_begin(self) except ERROR nogil:
        self.inside = True
        self.num_played = 0
        return 0

    cdef int c_choose(self, State state, int player, Rng* rng) except ERROR nogil:
        cdef int[MAX_BRANCH] actions
        cdef const Mean* means = self.means + player * self.num_actions
        cdef double mean, highest = -INFINITY
        cdef int i, n, best = 0, ties = 0
        # 1. The policy underneath.
        if not self.inside:
            return self.base.c_choose(state, player, rng)
        n = state.c_legal_actions(player, actions)
        if n <= 1:
            return actions[0] if n else NO_ACTION
        if rng_uniform(rng) < EPSILON:
            return self.base.c_choose(state, player, rng)
        # 2. The highest mean.
        for i in range(n):
            mean = means[actions[i]].total / means[actions[i]].count if means[actions[i]].count else INFINITY
            if mean > highest:
                highest = mean
                best = i
                ties = 1
            elif mean == highest:
                ties += 1
                if rng_below(rng, ties) == 0:
                    best = i
        return actions[best]

    cdef int c_note(self, int player, int action) except ERROR nogil:
        cdef Played* grown
        if not self.inside:
            return 0
        if self.num_played == self.played_room:
            grown = <Played*>realloc(self.played, 2 * self.played_room * sizeof(Played))
            if grown == NULL:
                with gil:
                    raise MemoryError(f"playout statistics: {2 * self.played_room} choices in one iteration")
            self.played = grown
            self.played_room *= 2
        self.played[self.num_played].seat = player
        self.played[self.num_played].row = player * self.num_actions + action
        self.num_played += 1
        return 0

    cdef int c_learn(self, const double* values) except ERROR nogil:
        cdef Mean* mean
        cdef int i
        for i in range(self.num_played):
            mean = &self.means[self.played[i].row]
            mean.count += 1
            mean.total += values[self.played[i].seat]
        self.inside = False
        return 0
