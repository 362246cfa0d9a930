"""Proven bounds in a search tree (MCTS-solver; Winands, Bjornsson and Saito 2008; bounds after Cazenave and Saffidine 2010).

Every node has bounds on each seat's value under best play: at first what the game says that one player can return, at an end
the returns, at a decision what the best action is bound to (max^n; where two interests are opposed one seat's bounds give the
other's), behind chance the mean by the outcomes' whole-number weights, those not in the tree yet at their least and most.
Simultaneous choices keep the bounds that they began with. Then

- an action that cannot be better than another is not taken;
- a node whose bounds meet is not searched again: its value is backed up without a playout;
- a root whose bounds meet ends the search.

Where more than two interests meet, or ends are valued beyond a horizon, a tie of the mover leaves the other seats' bounds open.
Bounds are exact up to the rounding of those means.
"""

cimport cython
from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport int32_t, int64_t

from orienteer.core.state cimport CHANCE, MAX_BRANCH, SIMULTANEOUS, TERMINAL, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.pool cimport Edge, Node, Outcome, is_proven
from orienteer.mcts.tree cimport Tree

from orienteer.bounds import value_bounds
from orienteer.core.errors import TooLargeError
from orienteer.core.state import OBJECTIVE_NAMES

cdef double TIE = 1e-12  # actions this close are both taken for best where others' bounds depend on it


@cython.final
cdef class ProvingTree(Tree):
    """A Tree with bounds; arguments are those of Tree."""

    def __cinit__(self, State root, int objective, int horizon, *rest):
        name = OBJECTIVE_NAMES[objective]
        self.lowest, self.highest = value_bounds(root.game, name)
        opposed = self.num_players == 2 and horizon < 0 and root.game.is_constant_sum(name)
        self.seats = 1 if opposed else self.num_players
        self.proving = 1
        if not self.pool.c_keep_bounds(2 * self.seats):
            raise TooLargeError(f"search tree: the root alone is beyond {self.pool.max_bytes} bytes; raise memory_mb")
        self.c_fill(0)

    def root_bounds(self) -> list[list[tuple[float, float]]]:
        cdef Node* node = &self.pool.nodes[0]
        cdef int seat
        places = [self.pool.edges[node.first + i].child for i in range(node.count)] if node.kind >= 0 else []
        if node.kind == SIMULTANEOUS:
            places = [NO_NODE] * node.count
        return [
            [(self.c_least(place, seat), self.c_most(place, seat)) for seat in range(self.num_players)]
            for place in (*places, 0)
        ]

    # -- bounds of one node ---------------------------------------------------------------------------------------------

    cdef double c_least(self, int32_t at, int seat) noexcept nogil:
        if at == NO_NODE or not self.seen:
            return self.lowest
        if seat >= self.seats:
            return self.whole - self.pool.bounds[2 * <int64_t>at + 1]
        return self.pool.bounds[2 * (<int64_t>at * self.seats + seat)]

    cdef double c_most(self, int32_t at, int seat) noexcept nogil:
        if at == NO_NODE or not self.seen:
            return self.highest
        if seat >= self.seats:
            return self.whole - self.pool.bounds[2 * <int64_t>at]
        return self.pool.bounds[2 * (<int64_t>at * self.seats + seat) + 1]

    cdef int c_fill(self, int32_t at) noexcept nogil:
        """The bounds that a node begins with."""
        cdef double* bounds = self.pool.bounds + 2 * <int64_t>at * self.seats
        cdef int seat
        for seat in range(self.seats):
            bounds[2 * seat] = self.lowest
            bounds[2 * seat + 1] = self.highest
        return 0

    cdef int c_look_up(self, int32_t at, double* values) except -1 nogil:
        cdef int seat
        for seat in range(self.num_players):
            values[seat] = self.c_least(at, seat)
        return 0

    # -- growing ----------------------------------------------------------------------------------------------------------

    cdef int c_meet_outcome(self, State state, int outcome) except -1 nogil:
        cdef int[MAX_BRANCH] outcomes
        cdef int64_t[MAX_BRANCH] weights
        cdef int i, count = state.c_chance_outcomes(outcomes, weights, &self.met_total)
        for i in range(count):
            if outcomes[i] == outcome:
                self.met_weight = weights[i]
        return 0

    cdef int32_t c_add_child(self, State state, int32_t parent, int32_t slot) except -2 nogil:
        cdef int32_t child
        # Forced steps may meet outcomes of their own.
        cdef int64_t weight = self.met_weight, total = self.met_total
        child = Tree.c_add_child(self, state, parent, slot)
        if child != NO_NODE:
            self.c_fill(child)
            self.pool.odds[child].weight = weight
            self.pool.odds[parent].total = total
        return child

    # -- backing up -------------------------------------------------------------------------------------------------------

    cdef int c_backup(self, int depth, int32_t leaf, const double* values) except -1 nogil:
        Tree.c_backup(self, depth, leaf, values)
        if leaf != NO_NODE and self.pool.nodes[leaf].kind == TERMINAL and not is_proven(self.pool, leaf):
            self.c_prove(depth, leaf, values)
        return 0

    cdef int c_prove(self, int depth, int32_t leaf, const double* values) except -1 nogil:
        """Note the returns of an end met for the first time, and what follows for the nodes above it."""
        cdef double* bounds = self.pool.bounds + 2 * <int64_t>leaf * self.seats
        cdef int seat
        # 1. The end itself.
        for seat in range(self.seats):
            bounds[2 * seat] = bounds[2 * seat + 1] = values[seat]
        self.seen = 1
        if self.seats < self.num_players:
            self.whole = values[0] + values[1]
        # 2. Upwards, as long as bounds change.
        while depth > 0:
            depth -= 1
            if not self.c_tighten(self.path[depth].node):
                return 0
        # 3. At the root.
        return self.c_finish()

    cdef int c_finish(self) noexcept nogil:
        """Note whether the root's value, to who moves there, is proven."""
        cdef int kind = self.pool.nodes[0].kind
        self.finished = self.c_least(0, kind) >= self.c_most(0, kind) if kind >= 0 else is_proven(self.pool, 0)
        return 0

    cdef int c_inherit(self, Tree other) except -1:
        Tree.c_inherit(self, other)
        self.seen = (<ProvingTree>other).seen
        self.whole = (<ProvingTree>other).whole
        return self.c_finish()

    cdef bint c_tighten(self, int32_t at) noexcept nogil:
        """Work out a node's bounds from its children's; whether they changed."""
        cdef double* bounds = self.pool.bounds + 2 * <int64_t>at * self.seats
        cdef int kind = self.pool.nodes[at].kind
        if kind == CHANCE:
            return self.c_tighten_chance(at, bounds)
        return kind >= 0 and self.c_tighten_choice(at, bounds)

    cdef bint c_tighten_chance(self, int32_t at, double* bounds) noexcept nogil:
        cdef Node* node = &self.pool.nodes[at]
        cdef Outcome* row = self.pool.outcomes + node.first
        cdef int64_t missing = self.pool.odds[at].total, total = missing
        cdef double least, most, weight
        cdef int i, seat
        cdef bint changed = 0
        for i in range(node.count):
            missing -= self.pool.odds[row[i].child].weight
        for seat in range(self.seats):
            least = missing * self.lowest if missing else 0
            most = missing * self.highest if missing else 0
            for i in range(node.count):
                weight = <double>self.pool.odds[row[i].child].weight
                least += weight * self.c_least(row[i].child, seat)
                most += weight * self.c_most(row[i].child, seat)
            changed |= narrow(bounds + 2 * seat, least / total, most / total)
        return changed

    cdef bint c_tighten_choice(self, int32_t at, double* bounds) noexcept nogil:
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef double best_least = -INFINITY, best_most = -INFINITY, least, most
        cdef int i, seat, mover = node.kind
        cdef bint changed
        # 1. The mover takes the best for himself; of opposed interests seat 0's are kept.
        for i in range(node.count):
            best_least = max(best_least, self.c_least(edges[i].child, mover))
            best_most = max(best_most, self.c_most(edges[i].child, mover))
        if mover >= self.seats:
            return narrow(bounds, self.whole - best_most, self.whole - best_least)
        changed = narrow(bounds + 2 * mover, best_least, best_most)
        # 2. The others get what comes with any action that may be his best.
        for seat in range(self.seats):
            if seat == mover:
                continue
            least = INFINITY
            most = -INFINITY
            for i in range(node.count):
                if self.c_most(edges[i].child, mover) >= best_least - TIE:
                    least = min(least, self.c_least(edges[i].child, seat))
                    most = max(most, self.c_most(edges[i].child, seat))
            changed |= narrow(bounds + 2 * seat, least, most)
        return changed

    # -- choosing -------------------------------------------------------------------------------------------------------

    cdef bint c_is_beaten(self, int32_t child, int mover, double least) noexcept nogil:
        """Whether an action cannot be better for the mover than the one whose value is at least `least`."""
        cdef double most = self.c_most(child, mover)
        return most < least or (most == least and self.c_least(child, mover) < most)

    cdef int c_select_tried(self, int32_t at) except -1 nogil:
        """UCT among the actions that can still be best, means kept within bounds.

        A proven action keeps its share of exploration: the policy found is the most visited one, and it must get visits.
        """
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef double least = self.c_least(at, node.kind), score, best_score = -INFINITY, total = log(<double>node.visits)
        cdef int i, best = -1
        for i in range(node.count):
            if edges[i].visits == 0 or self.c_is_beaten(edges[i].child, node.kind, least):
                continue
            score = max(edges[i].sum / edges[i].visits, self.c_least(edges[i].child, node.kind))
            score = min(score, self.c_most(edges[i].child, node.kind)) + self.spread * sqrt(total / edges[i].visits)
            if score > best_score:
                best_score = score
                best = i
        return best if best >= 0 else Tree.c_select_tried(self, at)

    cdef int c_best_edge(self, int32_t at) noexcept nogil:
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef double least = self.c_least(at, node.kind)
        cdef int i, best = -1
        for i in range(node.count):
            if (best < 0 or edges[i].visits > edges[best].visits) and not self.c_is_beaten(edges[i].child, node.kind, least):
                best = i
        return max(best, 0)


cdef bint narrow(double* bounds, double least, double most) noexcept nogil:
    """Raise the lower bound and cut the upper one; whether either changed."""
    cdef bint changed = least > bounds[0] or most < bounds[1]
    bounds[0] = max(bounds[0], least)
    bounds[1] = min(bounds[1], most)
    return changed
