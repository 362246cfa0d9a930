"""What all lookahead searches share: states by ply, what depth counts, ends of play, limits.

A step that leaves nothing to choose, a forced move or the only outcome of chance, is played on the way: it makes no node.
"""

cimport cython
from libc.math cimport fmax, fmin
from libc.stdint cimport INT64_MAX, int64_t
from libc.stdlib cimport free, realloc

from orienteer.budget cimport Budget
from orienteer.core.state cimport (
    CHANCE, ERROR, SIMULTANEOUS, TERMINAL, TURN, Key, State, hash_bytes,
)

from orienteer.core.errors import OrienteerError

UNIT_NAMES = ("decisions", "turns", "transitions")

cdef enum:
    POLL = 16  # nodes
    MAX_PLY = 1000
    MAX_FORCED = 10000  # steps without a choice in a row

cdef double SLACK = 1e-9  # by how much returns may lie outside the game's bounds


@cython.final
cdef class Frame:
    def __cinit__(self, State example, int ply):
        self.state = example.clone()
        self.ply = ply
        self.killers[0] = self.killers[1] = -1

    def __dealloc__(self):
        free(self.vectors)

    cdef double* c_vectors(self, int64_t count) except NULL nogil:
        """Room for `count` numbers."""
        if count > self.room:
            self.vectors = <double*>realloc(self.vectors, count * sizeof(double))
            if self.vectors == NULL:
                with gil:
                    raise MemoryError(f"lookahead: no room for {count} values")
            self.room = count
        return self.vectors


cdef class Walker:
    """Options that are checked elsewhere; `low` and `high` bound all returns, infinite where the game does not say."""

    def __init__(self, State root, int objective, bint additive, double low, double high, int unit, int segment_kind,
                 Valuation valuation, LossyTable table):
        self.objective = objective
        self.additive = additive
        self.num_players = root.game.num_players
        self.low, self.high = low, high
        self.unit = unit
        self.segment_kind = segment_kind
        self.root_segment = root.c_segment(segment_kind) if segment_kind >= 0 else 0
        self.valuation = valuation
        self.table = table
        self.root = Frame(root, 0)
        self.node_limit = INT64_MAX

    def set_limits(self, Budget budget, node_limit):
        """From here on until the budget is spent, or `node_limit` nodes are counted in all (None = no limit)."""
        self.budget = budget
        self.node_limit = INT64_MAX if node_limit is None else node_limit
        self.poll_at = self.nodes
        self.stopped = False

    cdef bint c_count(self) noexcept nogil:
        """Count a node; whether to stop instead."""
        if self.nodes >= self.node_limit:
            self.stopped = True
        elif self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL
            self.stopped = self.stopped or self.budget.c_spent()
        self.nodes += not self.stopped
        return self.stopped

    cdef int c_set_root(self, State state, int depth) except ERROR:
        self.root.state.c_copy_from(state)
        self.root.left = depth
        return 0

    # -- steps --------------------------------------------------------------------------------------------------------

    cdef int c_step(self, Frame f, int action, bint chosen) except ERROR nogil:
        """Play in place; `chosen`: a decision between several moves."""
        cdef int turn
        if self.unit == DECISIONS:
            f.left -= chosen
            return f.state.c_apply(action)
        if self.unit == TRANSITIONS:
            f.left -= 1
            return f.state.c_apply(action)
        turn = f.state.c_segment(TURN)
        f.state.c_apply(action)
        f.left -= f.state.c_segment(TURN) - turn
        return 0

    cdef int c_child(self, Frame f, int action, bint chosen) except ERROR nogil:
        """f.next becomes what follows an action or outcome."""
        if f.next is None:
            if f.ply == MAX_PLY:
                with gil:
                    raise OrienteerError(f"lookahead: a line of over {MAX_PLY} choices and chances; count decisions, or look less far")
            with gil:
                f.next = Frame(f.state, f.ply + 1)
        f.next.state.c_copy_from(f.state)
        f.next.left = f.left
        return self.c_step(f.next, action, chosen)

    cdef int c_enter(self, Frame f) except ERROR nogil:
        """Play on to where something is chosen by somebody or by chance, or the search ends; returns and notes the kind."""
        cdef int player, forced = 0
        while True:
            # 1. The end.
            player = f.state.c_current_player()
            if player == TERMINAL or (self.segment_kind >= 0 and f.state.c_segment(self.segment_kind) > self.root_segment):
                f.kind = OVER
                return OVER
            if self.unit == TRANSITIONS and f.left <= 0:
                f.kind = LEAF
                return LEAF
            # 2. What can happen.
            if player == CHANCE:
                f.num = f.state.c_chance_outcomes(f.actions, f.weights, &f.total)
            elif player >= 0:
                f.num = f.state.c_legal_actions(player, f.actions)
            else:
                with gil:
                    raise OrienteerError(
                        f"lookahead: several seats choose at the same time in {f.state}; use expectimax or a sampled search"
                        if player == SIMULTANEOUS else f"lookahead: nobody moves in {f.state}"
                    )
            if f.num > 1:
                f.kind = LEAF if player >= 0 and f.left <= 0 else player
                return f.kind
            # 3. Only one thing.
            forced += 1
            if f.num < 1 or forced > MAX_FORCED:
                with gil:
                    raise OrienteerError(
                        f"lookahead: {MAX_FORCED} steps without a choice, the last to {f.state}"
                        if f.num else f"lookahead: nothing can be played, and the game is not over: {f.state}"
                    )
            self.c_step(f, f.actions[0], False)

    # -- values -------------------------------------------------------------------------------------------------------

    cdef int c_end(self, Frame f, double* values) except ERROR nogil:
        """Returns where play is over, else estimates within the bounds."""
        cdef int seat
        if f.kind == LEAF:
            self.valuation.c_value(f.state, self.objective, values)
            for seat in range(self.num_players):
                if values[seat] != values[seat]:
                    with gil:
                        raise OrienteerError(f"valuation: seat {seat} is worth nan in {f.state}")
                values[seat] = fmin(fmax(values[seat], self.low), self.high)
            return 0
        f.state.c_returns(self.objective, values)
        for seat in range(self.num_players):
            if not self.low - SLACK <= values[seat] <= self.high + SLACK:
                with gil:
                    raise OrienteerError(
                        f"utility_bounds: [{self.low}, {self.high}], but seat {seat} returns {values[seat]} in {f.state}"
                    )
        return 0

    cdef int c_key(self, Frame f) except ERROR nogil:
        """Note key and returns. Estimates may rest on the returns so far, so these are part of the key where they do not add
        up; where they do, the table keeps what is still to come."""
        cdef Key extra
        f.state.c_state_key(self.objective, &f.key)
        f.state.c_returns(self.objective, f.now)
        if not self.additive:
            hash_bytes(f.now, self.num_players * sizeof(double), &extra)
            f.key.low ^= extra.low
            f.key.high ^= extra.high
        return 0
