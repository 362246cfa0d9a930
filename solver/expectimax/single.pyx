"""Backward induction with one value a node: one player, or two whose returns add up to a constant, or one seat against
all others. That seat maximises, everybody else minimises.

Every node carries a lower and an upper bound. Without cycles they differ by the rounding of stage games only. A component
with cycles starts at the least and the most that a player can return and is swept in post-order (Gauss-Seidel, both
bounds in one pass) until they meet: the backup is monotone, so both stay on their side of the value. Where play can go on
for ever at a player's will they need not meet; the gap that is left is reported.

Most components need not start so far out: Newton's method on the value of the node that closes the cycles (policy
iteration) finds a point, and bounds just below and above it are certified before the sweeps go on from them. The lower
one holds if (a) under the maximiser's choices there play leaves the component whatever the others do, so that those
choices have one value, and (b) a sweep with those choices lifts it everywhere. The upper one likewise.
"""

from libc.math cimport INFINITY, fabs, fmax, fmin
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc, realloc

from orienteer.expectimax.components cimport Components
from orienteer.expectimax.graph cimport CHANCE_NODE, LEAF, MAX_STAGE_SEATS, STAGE, Graph, Monitor, NodeC, ShapeC
from orienteer.matrix_games cimport MAX_SIDE, stage_work, zero_sum

from orienteer.core.errors import OrienteerError, TooLargeError

cdef enum:
    POLL = 4096  # edges
    MAX_NEWTON = 40  # sweeps
    MAX_ENDING = 12

cdef double GAP = 1e-14  # of the scale of values: bounds this close have met
cdef double SLACK = 1e-14  # of the scale: how far from a converged point its bounds are tried
cdef double ROUNDING = 4e-16  # of the scale: of one backup
cdef double STILL = 1e-15  # of the scale: a sweep that moves no bound further than this is the last


def solve_single(Graph graph, Components components, Monitor monitor, double low, double high):
    """Fill graph.values. Returns (eps, nodes in cyclic components): eps bounds the error of every value but rounding.

    `low` and `high` bound every value; infinite ones will do where there is no cycle.
    """
    cdef SingleSolver run = SingleSolver(graph, components, monitor, low, high)
    with nogil:
        run.c_run()
    return run.eps, run.num_cyclic


cdef class SingleSolver:
    cdef Graph graph
    cdef Components components
    cdef Monitor monitor
    cdef double low
    cdef double high
    cdef double eps
    cdef int64_t num_cyclic
    cdef double* bounds  # lower and upper by node
    cdef double* work  # of stage games
    cdef int64_t work_size
    cdef int64_t steps
    cdef double* aux  # two numbers by node for c_jump, 0 outside the component at hand
    cdef int32_t* choice  # edge by decision node, counted from its first

    def __init__(self, Graph graph, Components components, Monitor monitor, double low, double high):
        self.graph, self.components, self.monitor = graph, components, monitor
        self.low, self.high = low, high
        monitor.c_check(graph.num_nodes, self.c_bytes())
        self.bounds = <double*>malloc(2 * graph.num_nodes * sizeof(double))
        if self.bounds == NULL:
            raise MemoryError(f"exact search: no room for the bounds of {graph.num_nodes} nodes")

    def __dealloc__(self):
        free(self.bounds)
        free(self.aux)
        free(self.choice)
        free(self.work)

    cdef int64_t c_bytes(self) noexcept nogil:
        cdef int64_t node = 16 + (20 if self.aux != NULL else 0)
        return self.graph.c_bytes() + self.components.num_bytes + node * self.graph.num_nodes + 8 * self.work_size

    cdef int c_run(self) except -1 nogil:
        cdef int64_t node, component, n = self.graph.num_nodes, first, last
        cdef double change = 0
        cdef double* bounds = self.bounds
        # 1. Leaves are known; they may lie outside the game's bounds where the caller values them.
        for node in range(n):
            if self.graph.nodes[node].kind == LEAF:
                bounds[2 * node] = bounds[2 * node + 1] = self.graph.values[node]
                self.low = fmin(self.low, self.graph.values[node])
                self.high = fmax(self.high, self.graph.values[node])
        # 2. Components, children's first.
        for component in range(self.components.count):
            first = self.components.start[component]
            last = self.components.start[component + 1]
            if self.components.c_is_cyclic(component):
                self.c_cyclic(first, last)
            elif self.graph.nodes[self.components.order[first]].kind != LEAF:
                node = self.components.order[first]
                bounds[2 * node] = -INFINITY
                bounds[2 * node + 1] = INFINITY
                self.eps = fmax(self.eps, self.c_sweep(first, last, &change))
        # 3. The middle is the value.
        for node in range(n):
            self.graph.values[node] = 0.5 * (bounds[2 * node] + bounds[2 * node + 1])
        self.eps *= 0.5
        return 0

    cdef int c_cyclic(self, int64_t first, int64_t last) except -1 nogil:
        cdef int64_t i
        cdef double gap, change, scale = fmax(fabs(self.low), fabs(self.high))
        if scale == INFINITY:
            with gil:
                raise OrienteerError("play can return to a position, and the game states no finite utility_bounds")
        if scale == 0:
            scale = 1
        if not self.c_jump(first, last, scale):
            for i in range(first, last):
                self.bounds[2 * <int64_t>self.components.order[i]] = self.low
                self.bounds[2 * <int64_t>self.components.order[i] + 1] = self.high
        self.num_cyclic += last - first
        while True:
            change = 0
            gap = self.c_sweep(first, last, &change)
            if gap <= GAP * scale or change <= STILL * scale:
                self.eps = fmax(self.eps, gap)
                return 0

    # -- starting bounds near the value -----------------------------------------------------------------------------------

    cdef bint c_jump(self, int64_t first, int64_t last, double scale) except -1 nogil:
        """Set certified bounds of a component close to its value; False where that fails."""
        cdef int64_t i, n
        cdef int sweep
        cdef double outside = 0, moved = INFINITY, slack
        cdef bint done = False
        if self.aux == NULL:
            self.aux = <double*>calloc(2 * self.graph.num_nodes, sizeof(double))
            self.choice = <int32_t*>calloc(self.graph.num_nodes, sizeof(int32_t))
            if self.aux == NULL or self.choice == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for a policy of {self.graph.num_nodes} nodes")
        for i in range(first, last):
            n = self.components.order[i]
            if self.graph.nodes[n].kind <= STAGE:
                return False
            self.bounds[2 * n] = self.bounds[2 * n + 1] = 0.5 * (self.low + self.high)
            self.aux[2 * n] = 0
        # 1. A point at which a sweep stands still.
        for sweep in range(MAX_NEWTON):
            moved = self.c_newton(first, last, &outside)
            if moved <= STILL * scale:
                break
        # 2. Play ends under either side's choices there, and the point lowered and lifted a little holds as bounds.
        if moved <= STILL * scale and self.c_ends(first, last):
            slack = 0.5 * outside + SLACK * scale
            for i in range(first, last):
                n = self.components.order[i]
                self.bounds[2 * n] -= slack
                self.bounds[2 * n + 1] += slack
            done = self.c_holds(first, last, ROUNDING * scale)
        for i in range(first, last):
            n = self.components.order[i]
            self.aux[2 * n] = self.aux[2 * n + 1] = 0
        return done

    cdef double c_newton(self, int64_t first, int64_t last, double* outside) except -1 nogil:
        """Sweep values with their derivatives by the last node's value, then solve for that one; returns the largest move.

        Both bounds of a node hold its value meanwhile. outside[0] becomes the widest gap of a child outside.
        """
        cdef NodeC* node
        cdef int64_t i, n, edge, child, root = self.components.order[last - 1]
        cdef double value = 0, slope = 0, best, at, moved = 0, sign, start = self.bounds[2 * root]
        self.aux[2 * root] = 1
        for i in range(first, last):
            n = self.components.order[i]
            node = &self.graph.nodes[n]
            self.c_poll(node.num)
            value = slope = 0
            best = -INFINITY
            sign = 1 if node.kind == self.graph.focus else -1
            for edge in range(node.first, node.first + node.num):
                child = self.graph.children[edge]
                at = 0.5 * (self.bounds[2 * child] + self.bounds[2 * child + 1])
                if self.bounds[2 * child + 1] - self.bounds[2 * child] > outside[0]:
                    outside[0] = self.bounds[2 * child + 1] - self.bounds[2 * child]
                if self.graph.rewards != NULL:
                    at += self.graph.rewards[edge]
                if node.kind == CHANCE_NODE:
                    value += self.graph.probabilities[edge] * at
                    slope += self.graph.probabilities[edge] * self.aux[2 * child]
                elif sign * at > best:
                    best = sign * at
                    value, slope = at, self.aux[2 * child]
                    self.choice[n] = <int32_t>(edge - node.first)
            moved = fmax(moved, fabs(value - self.bounds[2 * n]))
            self.bounds[2 * n] = self.bounds[2 * n + 1] = value
            self.aux[2 * n] = slope
        if slope < 1 - 1e-9:
            value = start + (value - start) / (1 - slope)
            self.bounds[2 * root] = self.bounds[2 * root + 1] = fmin(fmax(value, self.low), self.high)
        return moved

    cdef bint c_ends(self, int64_t first, int64_t last) except -1 nogil:
        """Whether play leaves the component under the chosen moves of either side alone: the chance to stay falls."""
        cdef NodeC* node
        cdef int64_t i, n, edge
        cdef int sweep, side
        cdef double stay, longest, here
        for i in range(first, last):
            n = self.components.order[i]
            self.aux[2 * n] = self.aux[2 * n + 1] = 1
        for sweep in range(MAX_ENDING):
            longest = 0
            for i in range(first, last):
                n = self.components.order[i]
                node = &self.graph.nodes[n]
                self.c_poll(node.num)
                for side in range(2):
                    stay = 0
                    if node.kind >= 0 and (node.kind == self.graph.focus) == (side == 0):
                        stay = self.aux[2 * <int64_t>self.graph.children[node.first + self.choice[n]] + side]
                    else:
                        for edge in range(node.first, node.first + node.num):
                            here = self.aux[2 * <int64_t>self.graph.children[edge] + side]
                            if node.kind == CHANCE_NODE:
                                stay += self.graph.probabilities[edge] * here
                            elif here > stay:
                                stay = here
                    self.aux[2 * n + side] = stay
                    longest = fmax(longest, stay)
            if longest < 0.99:
                return True
        return False

    cdef bint c_holds(self, int64_t first, int64_t last, double rounding) except -1 nogil:
        """Whether a sweep with either side's choices lifts every lower bound and lowers every upper one, but for rounding."""
        cdef NodeC* node
        cdef int64_t i, n, edge
        cdef int side
        cdef double value, at, gain
        for i in range(first, last):
            n = self.components.order[i]
            node = &self.graph.nodes[n]
            self.c_poll(node.num)
            for side in range(2):
                value = 0 if node.kind == CHANCE_NODE else (INFINITY if side == 0 else -INFINITY)
                for edge in range(node.first, node.first + node.num):
                    at = self.bounds[2 * <int64_t>self.graph.children[edge] + side]
                    if self.graph.rewards != NULL:
                        at += self.graph.rewards[edge]
                    if node.kind == CHANCE_NODE:
                        value += self.graph.probabilities[edge] * at
                    elif (node.kind == self.graph.focus) == (side == 0):
                        if edge - node.first == self.choice[n]:
                            value = at
                    elif (at < value) == (side == 0):
                        value = at
                gain = value - self.bounds[2 * n + side] if side == 0 else self.bounds[2 * n + side] - value
                if gain < -rounding:
                    return False
                if gain > 0:
                    self.bounds[2 * n + side] = value
        return True

    cdef int c_poll(self, int edges) except -1 nogil:
        self.steps += edges
        if self.steps >= POLL:
            self.steps = 0
            self.monitor.c_check(self.graph.num_nodes, self.c_bytes())
        return 0

    # -- sweeps -----------------------------------------------------------------------------------------------------------

    cdef double c_sweep(self, int64_t first, int64_t last, double* change) except -1 nogil:
        """Back up each node of order[first:last]; returns the widest gap, change[0] becomes the largest move of a bound."""
        cdef NodeC* nodes = self.graph.nodes
        cdef int32_t* children = self.graph.children
        cdef double* probabilities = self.graph.probabilities
        cdef double* rewards = self.graph.rewards
        cdef double* bounds = self.bounds
        cdef NodeC* node
        cdef double* own
        cdef double* child
        cdef double lower, upper, reward = 0, gap = 0, moved = 0
        cdef int64_t i, edge
        cdef int32_t number
        cdef int focus = self.graph.focus
        for i in range(first, last):
            number = self.components.order[i]
            node = &nodes[number]
            own = &bounds[2 * <int64_t>number]
            self.c_poll(node.num)
            # 1. Bounds from the children's.
            if node.kind == CHANCE_NODE:
                lower = upper = 0
                for edge in range(node.first, node.first + node.num):
                    child = &bounds[2 * <int64_t>children[edge]]
                    if rewards != NULL:
                        reward = rewards[edge]
                    lower += probabilities[edge] * (child[0] + reward)
                    upper += probabilities[edge] * (child[1] + reward)
            elif node.kind == focus:
                lower = upper = -INFINITY
                for edge in range(node.first, node.first + node.num):
                    child = &bounds[2 * <int64_t>children[edge]]
                    if rewards != NULL:
                        reward = rewards[edge]
                    lower = child[0] + reward if child[0] + reward > lower else lower
                    upper = child[1] + reward if child[1] + reward > upper else upper
            elif node.kind >= 0:
                lower = upper = INFINITY
                for edge in range(node.first, node.first + node.num):
                    child = &bounds[2 * <int64_t>children[edge]]
                    if rewards != NULL:
                        reward = rewards[edge]
                    lower = child[0] + reward if child[0] + reward < lower else lower
                    upper = child[1] + reward if child[1] + reward < upper else upper
            else:
                self.c_stage(node, &lower, &upper)
            # 2. A bound only ever tightens.
            lower = own[0] if own[0] > lower else lower
            upper = own[1] if own[1] < upper else upper
            upper = lower if upper < lower else upper
            moved = lower - own[0] if lower - own[0] > moved else moved
            moved = own[1] - upper if own[1] - upper > moved else moved
            own[0] = lower
            own[1] = upper
            gap = upper - lower if upper - lower > gap else gap
        change[0] = moved
        return gap

    cdef int c_stage(self, NodeC* node, double* lower, double* upper) except -1 nogil:
        """The focus seat against all others as one player."""
        cdef ShapeC* shape = &self.graph.shapes[STAGE - node.kind]
        cdef int[MAX_STAGE_SEATS] counts
        cdef int seat, side, m = shape.counts[self.graph.focus], n
        cdef int64_t joint, inner = 1, rest, edge
        cdef double[2] value
        m = m if m > 0 else 1
        n = node.num // m
        if m > MAX_SIDE or n > MAX_SIDE:
            with gil:
                raise TooLargeError(f"exact search: a stage of {m}×{n} actions, limit {MAX_SIDE} a side")
        counts[0], counts[1] = m, n
        self.c_reserve(<int64_t>m * n + m + n + stage_work(2, counts))
        cdef double* matrix = self.work
        cdef double* x = matrix + m * n
        for seat in range(self.graph.focus + 1, MAX_STAGE_SEATS):
            inner *= shape.counts[seat] if shape.counts[seat] > 0 else 1
        for side in range(2):
            for joint in range(node.num):
                edge = node.first + joint
                rest = joint // (inner * m) * inner + joint % inner
                matrix[joint // inner % m * n + rest] = (
                    self.bounds[2 * <int64_t>self.graph.children[edge] + side]
                    + (self.graph.rewards[edge] if self.graph.rewards != NULL else 0)
                )
            zero_sum(matrix, m, n, x, x + m, value, x + m + n)
            if side == 0:
                lower[0] = value[0]
            else:
                upper[0] = value[1]
        return 0

    cdef int c_reserve(self, int64_t size) except -1 nogil:
        if size > self.work_size:
            self.work = <double*>realloc(self.work, size * sizeof(double))
            if self.work == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for a stage of {size} numbers")
            self.work_size = size
        return 0
