"""Expectiminimax with alpha-beta windows, passed through chance nodes (Star1, Star2), and a lossy table.

Problem: the value of a position, looked into to a depth, to seat 0: he maximises, seat 1 minimises.
Guarantee: up to rounding (1e-12 of the scale) the value is that of a search of everything to this depth without a table,
whatever the table holds. A table's bound is used at the depth that it was found at; a proven one at greater depths too, as
what proves it is found again by any deeper search.
Proofs: LOW and HIGH say that the true value is at least, or at most, the answer. At an end of play both hold. At a decision
one move proves for the mover, and all moves against him; at a chance node all outcomes do. A bound taken from the game's
utility bounds is proven. So a cut leaves only what still holds.
Sources: Ballard, The *-minimax search procedure for trees containing chance nodes (1983); Hauk, Buro and Schaeffer,
*-minimax performance in backgammon (2006), from where the lookup of bounds before probing.
"""

cimport cython
from libc.math cimport INFINITY, fmax, fmin, isfinite
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport calloc, free

from orienteer.core.state cimport CHANCE, ERROR, Key, State
from orienteer.hash_table cimport hash_key
from orienteer.lookahead.table cimport HIGH, LOW, NO_MOVE, PROVEN, Entry, LossyTable, numbers
from orienteer.lookahead.valuation cimport Valuation
from orienteer.lookahead.walker cimport LEAF, OVER, TURNS, Frame, Walker

PRUNING_NAMES = ("none", "alpha-beta", "star1", "star2")

cdef enum:
    # In the order of PRUNING_NAMES.
    FULL_WIDTH = 0
    STAR1 = 2
    STAR2 = 3
    SEARCHED = 4  # flag of an outcome: its value is known
    MAX_HISTORY = 65536  # actions
    PROBED_MOVES = 3  # with fewer a probe is as good as the search
    STATIC_LEFT = 2  # from where on moves are ordered by what their positions look like

cdef double KILLER = 1e15

cdef struct Answer:
    # Returns of seat 0: the value where it lies within the window, a bound of it on the window's side else.
    double value
    int flags  # LOW, HIGH: the true value is at least, at most, this


@cython.final
cdef class PairedWalker(Walker):
    cdef int pruning
    cdef bint stars  # chance nodes pass windows on
    cdef int64_t* history  # by seat and action: how often, and how far from the leaves, it cut off
    cdef int num_actions
    cdef readonly int64_t probes

    def __init__(self, State root, int objective, bint additive, double low, double high, int unit, int segment_kind,
                 Valuation valuation, LossyTable table, int pruning):
        Walker.__init__(self, root, objective, additive, low, high, unit, segment_kind, valuation, table)
        self.pruning = pruning
        self.stars = pruning >= STAR1 and isfinite(low) and isfinite(high)
        if root.game.num_distinct_actions <= MAX_HISTORY:
            self.num_actions = root.game.num_distinct_actions
            self.history = <int64_t*>calloc(2 * self.num_actions + 1, sizeof(int64_t))
            if self.history == NULL:
                raise MemoryError("lookahead: move ordering")

    def __dealloc__(self):
        free(self.history)

    def value(self, State state not None, int depth, double alpha, double beta):
        """(value, flags) of a position, or None when stopped."""
        cdef Answer answer
        self.c_set_root(state, depth)
        with nogil:
            self.c_search(self.root, alpha, beta, &answer)
        return None if self.stopped else (answer.value, answer.flags)

    def action_value(self, State state not None, int depth, int action, bint chosen, double alpha, double beta):
        """(value, flags) after an action of the player to move, `chosen` among several, or None when stopped."""
        cdef Answer answer
        self.c_set_root(state, depth)
        with nogil:
            self.c_child(self.root, action, chosen)
            self.c_search(self.root.next, alpha, beta, &answer)
        return None if self.stopped else (answer.value, answer.flags)

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

    # -- search -------------------------------------------------------------------------------------------------------

    cdef int c_search(self, Frame f, double alpha, double beta, Answer* out) except ERROR nogil:
        """The value of f.state, or a bound of it outside the window; meaningless once stopped."""
        out.value, out.flags = 0, 0
        if self.c_count():
            return 0
        self.c_enter(f)
        return self.c_entered(f, alpha, beta, out)

    cdef int c_entered(self, Frame f, double alpha, double beta, Answer* out) except ERROR nogil:
        if f.kind == OVER or f.kind == LEAF:
            self.c_end(f, f.values)
            out.value, out.flags = f.values[0], PROVEN if f.kind == OVER else 0
        elif f.kind == CHANCE:
            self.c_chance(f, alpha, beta, out)
        else:
            self.c_decision(f, alpha, beta, out)
        # Nothing is worth more than the most, nor less than the least.
        out.value = fmin(fmax(out.value, self.low), self.high)
        out.flags |= LOW * (out.value <= self.low) | HIGH * (out.value >= self.high)
        return 0

    cdef int c_decision(self, Frame f, double alpha, double beta, Answer* out) except ERROR nogil:
        cdef Answer child
        cdef int sign = 1 if f.kind == 0 else -1, for_mover = LOW if sign > 0 else HIGH, against = PROVEN - for_mover
        cdef double least = alpha if sign > 0 else -beta, most = beta if sign > 0 else -alpha, best = -INFINITY, value
        cdef int i, move = NO_MOVE, hint = NO_MOVE, flags = 0, proven_against = against
        # 1. What the table knows.
        self.c_key(f)
        if self.c_known(f, alpha, beta, &hint, out):
            self.hits += 1
            return 0
        # 2. Moves, best first as far as can be guessed; one that leads to a known position may be enough.
        if self.c_order(f, hint, most, self.pruning != FULL_WIDTH, out):
            self.cutoffs += 1
            return 0
        # 3. The best for the mover.
        for i in range(f.num):
            _pick(f, i)
            self.c_child(f, f.actions[i], True)
            self.c_search(f.next, least if sign > 0 else -most, most if sign > 0 else -least, &child)
            if self.stopped:
                return 0
            value = sign * child.value
            proven_against &= child.flags
            if value > best:
                best, move, flags = value, f.actions[i], child.flags & for_mover
            elif value == best:
                flags |= child.flags & for_mover
            if self.pruning == FULL_WIDTH:
                continue
            if value >= most:
                if i + 1 < f.num:
                    proven_against = 0
                    self.cutoffs += 1
                self.c_praise(f, move)
                break
            least = value if value > least else least
        out.value, out.flags = sign * best, flags | proven_against
        out.flags |= LOW * (out.value <= self.low) | HIGH * (out.value >= self.high)
        return self.c_store(f, alpha, beta, out, move)

    cdef int c_praise(self, Frame f, int move) noexcept nogil:
        if f.killers[0] != move:
            f.killers[1] = f.killers[0]
            f.killers[0] = move
        if self.history != NULL:
            self.history[f.kind * self.num_actions + move] += 1 + <int64_t>f.left * f.left
        return 0

    # -- the table ----------------------------------------------------------------------------------------------------

    cdef bint c_bounds(self, Frame f, Entry* entry, double* low, double* high) noexcept nogil:
        """What an entry says of f, at its depth; whether it says anything."""
        cdef double now = f.now[0] if self.additive else 0
        low[0] = -INFINITY
        high[0] = INFINITY
        if entry.depth > f.left:
            return False
        if entry.depth == f.left or entry.flags & LOW:
            low[0] = numbers(entry)[0] + now
        if entry.depth == f.left or entry.flags & HIGH:
            high[0] = numbers(entry)[1] + now
        return True

    cdef bint c_known(self, Frame f, double alpha, double beta, int* hint, Answer* out) noexcept nogil:
        """Whether the table answers; notes its move."""
        cdef Entry* entry = self.table.c_find(&f.key)
        cdef double low, high
        if entry == NULL:
            return False
        hint[0] = entry.move
        if not self.c_bounds(f, entry, &low, &high):
            return False
        if low == high:
            out.value, out.flags = low, entry.flags & PROVEN
        elif low >= beta:
            out.value, out.flags = low, entry.flags & LOW
        elif high <= alpha:
            out.value, out.flags = high, entry.flags & HIGH
        else:
            return False
        return True

    cdef int c_store(self, Frame f, double alpha, double beta, const Answer* answer, int move) except ERROR nogil:
        cdef double now = f.now[0] if self.additive else 0, old_low, old_high
        cdef double low = -INFINITY, high = INFINITY
        cdef int flags = answer.flags & PROVEN
        # 1. What was found.
        if answer.value > alpha or flags & LOW:
            low = answer.value
        if answer.value < beta or flags & HIGH:
            high = answer.value
        # 2. What was known and still says more.
        cdef Entry* entry = self.table.c_place(&f.key, f.left)
        if entry.depth >= 0 and self.c_bounds(f, entry, &old_low, &old_high):
            if old_low > low and old_low <= high:
                low, flags = old_low, (flags & HIGH) | (entry.flags & LOW)
            if old_high < high and old_high >= low:
                high, flags = old_high, (flags & LOW) | (entry.flags & HIGH)
        numbers(entry)[0] = low - now
        numbers(entry)[1] = high - now
        entry.depth = <int16_t>f.left
        entry.flags = <uint8_t>flags
        entry.move = <int16_t>move if move < 32768 else NO_MOVE
        entry.check = 0 if answer.value <= alpha or answer.value >= beta else _check(f.state)
        return 0

    # -- order of moves -----------------------------------------------------------------------------------------------

    cdef int c_order(self, Frame f, int hint, double most, bint cuts, Answer* out) except ERROR nogil:
        """Score the moves. 1 where a position behind one of them is known to be worth at least `most` to the mover."""
        cdef int i, sign = 1 if f.kind == 0 else -1
        cdef bint far = f.left >= STATIC_LEFT or self.unit == TURNS
        for i in range(f.num):
            if far and self.c_look(f, i, sign, most, cuts, out):
                return 1
            if not far:
                f.scores[i] = 0 if self.history == NULL else <double>self.history[f.kind * self.num_actions + f.actions[i]]
                if f.actions[i] == f.killers[0]:
                    f.scores[i] += 2 * KILLER
                elif f.actions[i] == f.killers[1]:
                    f.scores[i] += KILLER
            if f.actions[i] == hint:
                f.scores[i] = INFINITY
        return 0

    cdef int c_look(self, Frame f, int i, int sign, double most, bint cuts, Answer* out) except ERROR nogil:
        """Score a move by the table's value of the position behind it, else by its estimate."""
        cdef Entry* entry = NULL
        cdef double low, high, bound
        cdef int kind
        self.c_child(f, f.actions[i], True)
        kind = self.c_enter(f.next)
        if kind >= 0:
            self.c_key(f.next)
            entry = self.table.c_find(&f.next.key)
        if entry != NULL:
            if cuts and self.c_bounds(f.next, entry, &low, &high):
                bound = low if sign > 0 else -high
                if bound >= most:
                    out.value, out.flags = sign * bound, entry.flags & (LOW if sign > 0 else HIGH)
                    return 1
            low, high = numbers(entry)[0], numbers(entry)[1]
            if isfinite(low) or isfinite(high):
                bound = low if not isfinite(high) else high if not isfinite(low) else 0.5 * (low + high)
                f.scores[i] = sign * (bound + (f.next.now[0] if self.additive else 0))
                return 0
        if kind != OVER:
            f.next.kind = LEAF
        self.c_end(f.next, f.next.values)
        f.scores[i] = sign * f.next.values[0]
        return 0

    # -- chance -------------------------------------------------------------------------------------------------------

    cdef int c_chance(self, Frame f, double alpha, double beta, Answer* out) except ERROR nogil:
        """An outcome's window is what its value would have to be for the sum to leave the node's, all others at their best or
        worst. `low` and `high` hold what is known of each; `least` and `most` are sums by weight, which whole numbers keep
        free of rounding."""
        cdef Answer child
        cdef double total = <double>f.total, weight, below, above
        cdef double least = total * self.low, most = total * self.high
        cdef int i, flags = PROVEN
        for i in range(f.num):
            f.low[i], f.high[i], f.flags[i] = self.low, self.high, PROVEN
        # 1. What can be known without a search, and what a probe of one move tells.
        if self.pruning == STAR2 and self.stars and (alpha > self.low or beta < self.high):
            if self.c_scan(f, alpha, beta, &least, &most, out) or self.c_probe(f, alpha, beta, &least, &most, out):
                return 0
        # 2. Outcomes, the likeliest first.
        for i in range(f.num):
            _pick_outcome(f, i)
            if f.flags[i] & SEARCHED:
                continue
            weight = <double>f.weights[i]
            below, above = -INFINITY, INFINITY
            if self.stars:
                below = (alpha * total - (most - weight * f.high[i])) / weight
                above = (beta * total - (least - weight * f.low[i])) / weight
            self.c_child(f, f.actions[i], False)
            self.c_search(f.next, below, above, &child)
            if self.stopped:
                return 0
            if child.value <= below:
                self.c_raise(f, i, -INFINITY, child.value, child.flags, &least, &most)
                _fail(f, False, alpha, most / total, out)
                return 0
            if child.value >= above:
                self.c_raise(f, i, child.value, INFINITY, child.flags, &least, &most)
                _fail(f, True, beta, least / total, out)
                return 0
            self.c_raise(f, i, child.value, child.value, child.flags, &least, &most)
            f.flags[i] |= SEARCHED
        # 3. Their mean.
        out.value = 0
        for i in range(f.num):
            out.value += <double>f.weights[i] * f.low[i]
            flags &= f.flags[i]
        out.value /= total
        out.flags = flags
        return 0

    cdef int c_raise(self, Frame f, int i, double low, double high, int flags, double* least, double* most) noexcept nogil:
        """Take in what is known of an outcome (infinite: nothing on that side)."""
        cdef double weight = <double>f.weights[i]
        if low > -INFINITY:
            least[0] += weight * (low - f.low[i]) if self.stars else 0
            f.low[i] = low
            f.flags[i] = (f.flags[i] & ~LOW) | (flags & LOW)
        if high < INFINITY:
            most[0] += weight * (high - f.high[i]) if self.stars else 0
            f.high[i] = high
            f.flags[i] = (f.flags[i] & ~HIGH) | (flags & HIGH)
        return 0

    cdef int c_scan(self, Frame f, double alpha, double beta, double* least, double* most, Answer* out) except ERROR nogil:
        """Ends, leaves and the table's bounds. 1 where they are enough, or the search is stopped."""
        cdef Entry* entry
        cdef double low, high, total = <double>f.total
        cdef int i, kind, flags
        for i in range(f.num):
            self.c_child(f, f.actions[i], False)
            kind = self.c_enter(f.next)
            if kind == OVER or kind == LEAF:
                if self.c_count():
                    return 1
                self.c_end(f.next, f.next.values)
                low = high = f.next.values[0]
                flags = PROVEN if kind == OVER else LOW * (low <= self.low) | HIGH * (low >= self.high)
                self.c_raise(f, i, low, high, flags, least, most)
                f.flags[i] |= SEARCHED
            elif kind >= 0:
                self.c_key(f.next)
                entry = self.table.c_find(&f.next.key)
                if entry == NULL or not self.c_bounds(f.next, entry, &low, &high):
                    continue
                self.c_raise(f, i, low if low > f.low[i] else -INFINITY, high if high < f.high[i] else INFINITY, entry.flags,
                             least, most)
            else:
                continue
            if least[0] >= beta * total:
                return _fail(f, True, beta, least[0] / total, out)
            if most[0] <= alpha * total:
                return _fail(f, False, alpha, most[0] / total, out)
        return 0

    cdef int c_probe(self, Frame f, double alpha, double beta, double* least, double* most, Answer* out) except ERROR nogil:
        """One move for each outcome where somebody decides: a bound on his side. 1 where that is enough, or stopped."""
        cdef Answer child
        cdef double weight, below, above, total = <double>f.total
        cdef int i, kind, hint
        for i in range(f.num):
            if f.flags[i] & SEARCHED or f.low[i] >= f.high[i]:
                continue
            self.c_child(f, f.actions[i], False)
            kind = self.c_enter(f.next)
            # A move of seat 0 can only show that the node is worth much, one of seat 1 that it is worth little.
            if kind < 0 or f.next.num < PROBED_MOVES or (beta * total >= most[0] if kind == 0 else alpha * total <= least[0]):
                continue
            # 1. The move.
            self.c_key(f.next)
            hint = NO_MOVE
            if self.c_known(f.next, -INFINITY, INFINITY, &hint, &child):
                continue
            self.c_order(f.next, hint, INFINITY, False, &child)
            _pick(f.next, 0)
            # 2. Its value.
            weight = <double>f.weights[i]
            below = (alpha * total - (most[0] - weight * f.high[i])) / weight
            above = (beta * total - (least[0] - weight * f.low[i])) / weight
            self.c_child(f.next, f.next.actions[0], True)
            self.probes += 1
            self.c_search(f.next.next, below, above, &child)
            if self.stopped:
                return 1
            if kind == 0 and child.value > below and child.value > f.low[i]:
                self.c_raise(f, i, child.value, INFINITY, child.flags, least, most)
                if child.value >= above:
                    return _fail(f, True, beta, least[0] / total, out)
            elif kind == 1 and child.value < above and child.value < f.high[i]:
                self.c_raise(f, i, -INFINITY, child.value, child.flags, least, most)
                if child.value <= below:
                    return _fail(f, False, alpha, most[0] / total, out)
        return 0


cdef int _fail(Frame f, bint high, double bound, double value, Answer* out) noexcept nogil:
    """The node is worth at least (`high`) or at most `value`, beyond its window's `bound` but for rounding. Returns 1."""
    cdef int i, flags = LOW if high else HIGH
    for i in range(f.num):
        flags &= f.flags[i]
    out.flags = flags
    out.value = fmax(value, bound) if high else fmin(value, bound)
    return 1


cdef void _pick(Frame f, int i) noexcept nogil:
    """Move the action with the highest score, the first of equals, to place i; the others keep their order."""
    cdef int k, best = i, action
    cdef double score
    for k in range(i + 1, f.num):
        if f.scores[k] > f.scores[best]:
            best = k
    score, action = f.scores[best], f.actions[best]
    for k in range(best, i, -1):
        f.scores[k], f.actions[k] = f.scores[k - 1], f.actions[k - 1]
    f.scores[i], f.actions[i] = score, action


cdef void _pick_outcome(Frame f, int i) noexcept nogil:
    """Swap the likeliest outcome from place i on with the one there."""
    cdef int k, best = i
    for k in range(i + 1, f.num):
        if f.weights[k] > f.weights[best]:
            best = k
    if best != i:
        f.actions[i], f.actions[best] = f.actions[best], f.actions[i]
        f.weights[i], f.weights[best] = f.weights[best], f.weights[i]
        f.low[i], f.low[best] = f.low[best], f.low[i]
        f.high[i], f.high[best] = f.high[best], f.high[i]
        f.flags[i], f.flags[best] = f.flags[best], f.flags[i]


cdef uint16_t _check(State state) except 0 nogil:
    """Of the whole state: a bit more than nothing."""
    cdef Key key
    state.c_key(&key)
    return <uint16_t>(hash_key(key.low, key.high) >> 48) | 1
