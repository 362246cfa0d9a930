"""Max^n with a lossy table: every seat maximises its own returns.

Problem: the values by seat of a position, looked into to a depth.
Guarantee: up to rounding the values are those of a search of everything to this depth, whatever the table holds. Moves that are
worth the same to the mover (within 1e-12 of the scale) are mixed evenly, or the one with the lowest number is taken.
Nothing is pruned but what follows a move that returns the most there is, where all others then return the same for sure: a tie
makes other seats' values depend on every move, so bounds of one seat's value decide nothing.
Proofs: values are proven where every leaf below is an end of play.
Source: Luckhart and Irani, An algorithmic solution of n-person games (1986).
"""

cimport cython
from libc.math cimport INFINITY, NAN, fabs, fmax, isfinite
from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memcpy

from orienteer.core.state cimport CHANCE, ERROR, MAX_PLAYERS, Key, State
from orienteer.hash_table cimport hash_key
from orienteer.lookahead.table cimport NO_MOVE, PROVEN, Entry, LossyTable, numbers
from orienteer.lookahead.valuation cimport Valuation
from orienteer.lookahead.walker cimport LEAF, OVER, Frame, Walker

cdef double TIE = 1e-12  # of the scale


@cython.final
cdef class VectorWalker(Walker):
    cdef bint mix
    cdef double scale  # of returns
    cdef double others  # what each other seat returns where one returns the most; nan where that is not known

    def __init__(self, State root, int objective, bint additive, double low, double high, int unit, int segment_kind,
                 Valuation valuation, LossyTable table, bint mix, bint constant_sum):
        Walker.__init__(self, root, objective, additive, low, high, unit, segment_kind, valuation, table)
        self.mix = mix
        self.scale = fmax(fmax(fabs(low), fabs(high)), 1) if isfinite(low) and isfinite(high) else 1
        self.others = NAN
        # One seat's most is all that there is: nothing is left to the others but their least.
        if constant_sum and isfinite(low) and isfinite(high) and fabs(sum(root.returns(_name(root, objective)))
                                                                      - high - (self.num_players - 1) * low) < TIE:
            self.others = low

    def value(self, State state not None, int depth):
        """(values by seat, flags) of a position, or None when stopped."""
        cdef int flags
        self.c_set_root(state, depth)
        with nogil:
            self.c_search(self.root, &flags)
        return None if self.stopped else ([self.root.values[seat] for seat in range(self.num_players)], flags)

    def action_value(self, State state not None, int depth, int action, bint chosen):
        """(values by seat, flags) after an action of the player to move, `chosen` among several, or None when stopped."""
        cdef int flags
        self.c_set_root(state, depth)
        with nogil:
            self.c_child(self.root, action, chosen)
            self.c_search(self.root.next, &flags)
        return None if self.stopped else ([self.root.next.values[seat] for seat in range(self.num_players)], flags)

    def table_move(self, State state not None, int depth):
        """The best action that the table holds for this very state at this depth, or None."""
        cdef Entry* entry
        self.c_set_root(state, depth)
        if self.c_enter(self.root) < 0:
            return None
        self.c_key(self.root)
        entry = self.table.c_find(&self.root.key)
        if entry == NULL or entry.check == 0 or entry.check != _check(self.root.state):
            return None
        return entry.move

    cdef int c_search(self, Frame f, int* flags) except ERROR nogil:
        """f.values and flags of f.state; meaningless once stopped."""
        flags[0] = 0
        if self.c_count():
            return 0
        self.c_enter(f)
        if f.kind == OVER or f.kind == LEAF:
            flags[0] = PROVEN if f.kind == OVER else 0
            return self.c_end(f, f.values)
        if f.kind == CHANCE:
            return self.c_chance(f, flags)
        return self.c_decision(f, flags)

    cdef int c_chance(self, Frame f, int* flags) except ERROR nogil:
        cdef double[MAX_PLAYERS] sums
        cdef int i, seat, below, found = PROVEN
        for seat in range(self.num_players):
            sums[seat] = 0
        for i in range(f.num):
            self.c_child(f, f.actions[i], False)
            self.c_search(f.next, &below)
            if self.stopped:
                return 0
            found &= below
            for seat in range(self.num_players):
                sums[seat] += <double>f.weights[i] * f.next.values[seat]
        for seat in range(self.num_players):
            f.values[seat] = sums[seat] / <double>f.total
        flags[0] = found
        return 0

    cdef int c_decision(self, Frame f, int* flags) except ERROR nogil:
        cdef int i, seat, below, found = PROVEN, n = self.num_players, searched = 0
        cdef double best = -INFINITY
        cdef Entry* entry
        cdef double* rows = f.c_vectors(f.num * n)
        # 1. What the table knows.
        self.c_key(f)
        entry = self.table.c_find(&f.key)
        if entry != NULL and (entry.depth == f.left or (entry.depth < f.left and entry.flags & PROVEN)):
            for seat in range(n):
                f.values[seat] = numbers(entry)[seat] + (f.now[seat] if self.additive else 0)
            flags[0] = entry.flags
            self.hits += 1
            return 0
        # 2. Every move, unless one returns all that there is.
        for i in range(f.num):
            self.c_child(f, f.actions[i], True)
            self.c_search(f.next, &below)
            if self.stopped:
                return 0
            found &= below
            memcpy(rows + i * n, f.next.values, n * sizeof(double))
            best = fmax(best, rows[i * n + f.kind])
            searched += 1
            if rows[i * n + f.kind] >= self.high and self.others == self.others and below == PROVEN:
                self.cutoffs += 1
                found = PROVEN
                break
        # 3. The best for the mover.
        i = self.c_choose(f, rows, searched, best)
        flags[0] = found
        # 4. For later.
        entry = self.table.c_place(&f.key, f.left)
        for seat in range(n):
            numbers(entry)[seat] = f.values[seat] - (f.now[seat] if self.additive else 0)
        entry.depth = <int16_t>f.left
        entry.flags = <uint8_t>found
        entry.move = <int16_t>f.actions[i] if f.actions[i] < 32768 else NO_MOVE
        entry.check = _check(f.state)
        return 0

    cdef int c_choose(self, Frame f, const double* rows, int num, double best) noexcept nogil:
        """Fill f.values from the values behind the moves; returns the first of the best."""
        cdef int i, seat, n = self.num_players, ties = 0, chosen = 0
        for seat in range(n):
            f.values[seat] = 0
        for i in range(num):
            if rows[i * n + f.kind] < best - TIE * self.scale:
                continue
            if ties == 0:
                chosen = i
            ties += 1
            if self.mix or ties == 1:
                for seat in range(n):
                    f.values[seat] += rows[i * n + seat]
        if self.mix:
            for seat in range(n):
                f.values[seat] /= ties
        f.values[f.kind] = best
        return chosen


cdef object _name(State state, int objective):
    return next(name for name in state.game.objectives if state.game.objective_code(name) == objective)


cdef uint16_t _check(State state) except 0 nogil:
    """Of the whole state: a bit more than nothing."""
    cdef Key key
    state.c_key(&key)
    return <uint16_t>(hash_key(key.low, key.high) >> 48) | 1
