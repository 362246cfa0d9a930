"""What every search tree shares: the loop under a budget, the range of returns, play beyond the tree.

A tree depends on (root, options, seed, index) and on nothing else. Everything below `run` works without the GIL.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from orienteer.budget cimport Budget, c_now
from orienteer.core.rng cimport Rng, rng_seed
from orienteer.core.state cimport CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, TERMINAL, TURN, WIN, State
from orienteer.mcts.playout cimport Playout

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    MAX_STRIDE = 256  # iterations between two looks at the clock


cdef class Kernel:
    """Base of Tree and InfoTree."""

    cdef int set_up(self, State root, int objective, int horizon, int selection, double exploration, Playout playout,
                    uint64_t seed, uint64_t index) except -1:
        """What a subclass's constructor calls first; `playout` None is uniformly random play."""
        self.root = root.clone()
        self.scratch = root.clone()
        self.num_players = root.game.num_players
        self.objective = objective
        self.horizon = horizon
        self.root_segment = root.c_segment(horizon) if horizon >= 0 else 0
        self.selection = selection
        self.exploration = exploration
        self.adaptive = objective != WIN
        self.low = INFINITY
        self.high = -INFINITY
        self.spread = exploration
        self.uniform = playout is None
        self.learning = playout is not None and playout.learning
        self.playout = Playout() if playout is None else playout
        self.playout_turns = self.playout.turns
        rng_seed(&self.rng, seed, index)
        self.root_sums = <double*>calloc(MAX_PLAYERS * MAX_BRANCH * self.num_players, sizeof(double))
        if self.root_sums == NULL:
            raise MemoryError("search tree: no memory for the root")
        return 0

    def __dealloc__(self):
        free(self.root_sums)

    @property
    def compiled(self) -> bool:
        """Whether states are plain structs, so that trees can run at the same time."""
        cdef void* data
        return self.root.c_struct(&data) > 0

    def run(self, target: int, Budget budget not None) -> None:
        """Iterate until the tree has had `target` iterations in all, is finished or the budget is spent."""
        cdef int64_t wanted = target
        with nogil:
            self.c_run(self.scratch, wanted, budget)

    cdef int c_run(self, State state, int64_t target, Budget budget) except -1 nogil:
        cdef double now, last = c_now(), last_signal = last
        cdef int until_look = 1, stride = 1
        while self.iterations < target and not self.finished:
            until_look -= 1
            if until_look == 0 or budget.stop_flag:
                if budget.c_spent():
                    return 0
                # Look about once in half a millisecond, however slow the game; let Ctrl-C through now and then.
                now = c_now()
                if now - last < 0.0005 and stride < MAX_STRIDE:
                    stride *= 2
                elif now - last > 0.002 and stride > 1:
                    stride //= 2
                last = now
                until_look = stride
                if now - last_signal > 0.01:
                    last_signal = now
                    with gil:
                        PyErr_CheckSignals()
            if self.learning:
                self.playout.c_begin()
            self.c_iterate(state)
            self.iterations += 1
        return 0

    cdef int c_iterate(self, State state) except -1 nogil:
        with gil:
            raise NotImplementedError(f"{type(self).__name__} must implement c_iterate")

    cdef int c_note_range(self, const double* values) except -1 nogil:
        """Let exploration follow the range of the returns seen, and the playout policy learn from them."""
        cdef int seat
        if self.adaptive:
            for seat in range(self.num_players):
                self.low = min(self.low, values[seat])
                self.high = max(self.high, values[seat])
            self.spread = self.exploration * (self.high - self.low)
        if self.learning:
            self.playout.c_learn(values)
        return 0

    cdef int c_note_joint(self, const int* joint) except -1 nogil:
        """Tell the playout policy what every seat plays."""
        cdef int seat
        for seat in range(self.num_players):
            if joint[seat] != NO_ACTION:
                self.playout.c_note(seat, joint[seat])
        return 0

    cdef int c_worth(self, State state, double* values) except -128 nogil:
        """The returns, also past the horizon; where a playout was cut what the playout policy's valuation says, if it has one."""
        if self.playout.valuation is None or state.c_current_player() == TERMINAL or (
                self.horizon >= 0 and state.c_segment(self.horizon) != self.root_segment):
            return state.c_returns(self.objective, values)
        return self.playout.valuation.c_value(state, self.objective, values)

    cdef int c_playout(self, State state, Rng* rng, int turns) except -128 nogil:
        """Play by the playout policy to the end or the horizon, or for so many turns (0: no such limit); returns the number of
        nodes passed."""
        cdef int[MAX_PLAYERS] joint
        cdef int player, seat, action, nodes = 0, last_turn = 0
        if turns:
            last_turn = state.c_segment(TURN) + turns
        elif self.uniform and self.horizon < 0:
            return state.c_playout(rng)
        while True:
            player = state.c_current_player()
            if player == TERMINAL or (self.horizon >= 0 and state.c_segment(self.horizon) != self.root_segment):
                return nodes
            if turns and state.c_segment(TURN) >= last_turn:
                return nodes
            if player == CHANCE:
                state.c_apply(state.c_sample_chance(rng))
            elif player >= 0:
                action = self.playout.c_choose(state, player, rng)
                if self.learning:
                    self.playout.c_note(player, action)
                state.c_apply(action)
            else:
                for seat in range(self.num_players):
                    joint[seat] = self.playout.c_choose(state, seat, rng)
                if self.learning:
                    self.c_note_joint(joint)
                state.c_apply_joint(joint)
            nodes += 1
