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

cimport cython
from libc.math cimport INFINITY, fabs, fmax, fmin
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, realloc

from orienteer.expectimax.components cimport Components
from orienteer.expectimax.graph cimport CHANCE_NODE, LEAF, MAX_STAGE_SEATS, STAGE, Graph, Monitor, NodeC, ShapeC, grown
from orienteer.matrix_games cimport MAX_SIDE, stage_work, zero_sum
from orienteer.memory cimport orienteer_prefetch

from orienteer.core.errors import OrienteerError, TooLargeError

cdef enum:
    POLL = 4096  # edges
    AHEAD = 12  # nodes whose memory is fetched in advance
    MAX_NEWTON = 40  # sweeps
    MAX_ENDING = 12

cdef double GAP = 1e-14  # of the scale of values: bounds this close have met
cdef double SLACK = 1e-14  # of the scale: how far from a converged point its bounds are tried
cdef double ROUNDING = 4e-16  # of the scale: of one backup
cdef double STILL = 1e-15  # of the scale: a sweep that moves no bound further than this is the last

cdef struct ComponentC:
    # Nodes in the order of sweeps; behind them a node for each edge that leaves the component, with a fixed value.
    NodeC* nodes
    int32_t* children
    double* probabilities
    double* rewards
    double* bounds  # lower and upper by node
    double* aux  # two numbers by node for c_jump, 0 for the fixed ones
    int32_t* choice  # edge by decision node, counted from its first
    int64_t node_capacity
    int64_t edge_capacity


def solve_single(Graph graph, Components components, Monitor monitor, double low, double high):
    """Fill graph.values. Returns (eps, nodes in cyclic components): eps bounds the error of every value but rounding.

    `low` and `high` bound every value; infinite ones will do where there is no cycle.
    """
    cdef SingleSolver run = SingleSolver(graph, components, monitor, low, high)
    with nogil:
        run.c_run()
    return run.eps, run.num_cyclic


@cython.final
cdef class SingleSolver:
    cdef Graph graph
    cdef Components components
    cdef Monitor monitor
    cdef double low
    cdef double high
    cdef double eps
    cdef int64_t num_cyclic
    cdef double* all_bounds  # lower and upper by node of the graph
    cdef int32_t* place  # by node of the graph: 1 + its place in the order of components, where it has been swept in a copy
    cdef double* work  # of stage games
    cdef int64_t work_size
    cdef int64_t steps
    # What is swept: the graph itself, or a copy of one component.
    cdef NodeC* nodes
    cdef int32_t* children
    cdef double* probabilities
    cdef double* rewards
    cdef double* bounds
    cdef ComponentC copy

    def __init__(self, Graph graph, Components components, Monitor monitor, double low, double high):
        self.graph, self.components, self.monitor = graph, components, monitor
        self.low, self.high = low, high
        monitor.c_check(graph.num_nodes, self.c_bytes())
        self.all_bounds = <double*>grown(NULL, 2 * graph.num_nodes * sizeof(double))

    def __dealloc__(self):
        free(self.all_bounds)
        free(self.place)
        free(self.work)
        free(self.copy.nodes)
        free(self.copy.children)
        free(self.copy.probabilities)
        free(self.copy.rewards)
        free(self.copy.bounds)
        free(self.copy.aux)
        free(self.copy.choice)

    cdef int64_t c_bytes(self) noexcept nogil:
        cdef int64_t node = sizeof(NodeC) + 4 * sizeof(double) + sizeof(int32_t)
        cdef int64_t edge = sizeof(int32_t) + sizeof(double) * (2 if self.graph.additive else 1)
        return (
            self.graph.c_bytes() + self.components.num_bytes + 8 * self.work_size
            + (2 * <int64_t>sizeof(double) + (<int64_t>sizeof(int32_t) if self.place != NULL else 0)) * self.graph.num_nodes
            + self.copy.node_capacity * node + self.copy.edge_capacity * edge
        )

    cdef int c_run(self) except -1 nogil:
        cdef int64_t node, component, n = self.graph.num_nodes, first, last
        cdef double change = 0
        cdef double* bounds = self.all_bounds
        # 1. Leaves are known; they may lie outside the game's bounds where the caller values them.
        for node in range(n):
            if self.graph.nodes[node].kind == LEAF:
                bounds[2 * node] = bounds[2 * node + 1] = self.graph.values[node]
                self.low = fmin(self.low, self.graph.values[node])
                self.high = fmax(self.high, self.graph.values[node])
        # 2. Components, children's first.
        self.c_view_graph()
        for component in range(self.components.count):
            first = self.components.start[component]
            last = self.components.start[component + 1]
            node = self.components.order[first]
            if last - first > 1 or self.components.c_is_cyclic(component):
                self.c_copy(first, last)
                self.c_cyclic(last - first)
                for node in range(last - first):
                    bounds[2 * <int64_t>self.components.order[first + node]] = self.bounds[2 * node]
                    bounds[2 * <int64_t>self.components.order[first + node] + 1] = self.bounds[2 * node + 1]
                self.c_view_graph()
            elif self.graph.nodes[node].kind != LEAF:
                bounds[2 * node] = -INFINITY
                bounds[2 * node + 1] = INFINITY
                self.eps = fmax(self.eps, self.c_sweep(node, node + 1, &change))
        # 3. The middle is the value.
        for node in range(n):
            self.graph.values[node] = 0.5 * (bounds[2 * node] + bounds[2 * node + 1])
        self.eps *= 0.5
        return 0

    cdef int c_view_graph(self) noexcept nogil:
        self.nodes, self.children = self.graph.nodes, self.graph.children
        self.probabilities, self.rewards = self.graph.probabilities, self.graph.rewards
        self.bounds = self.all_bounds
        return 0

    cdef int c_copy(self, int64_t first, int64_t last) except -1 nogil:
        """Turn to a copy of the component at order[first:last]: sweeps then walk memory in sequence."""
        cdef ComponentC* copy = &self.copy
        cdef int32_t* order = self.components.order
        cdef NodeC* node
        cdef int64_t i, edge, child, at = 0, used = 0, fixed = last - first
        if self.place == NULL:
            self.place = <int32_t*>calloc(self.graph.num_nodes, sizeof(int32_t))
            if self.place == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for the places of {self.graph.num_nodes} nodes")
        for i in range(first, last):
            if i + AHEAD < last:
                orienteer_prefetch(&self.graph.nodes[order[i + AHEAD]])
                orienteer_prefetch(&self.place[order[i + AHEAD]])
            self.place[order[i]] = <int32_t>(i + 1)
            used += self.graph.nodes[order[i]].num
        self.c_reserve_copy(last - first + used, used)
        self.nodes, self.children, self.probabilities = copy.nodes, copy.children, copy.probabilities
        self.rewards = copy.rewards if self.graph.additive else NULL
        self.bounds = copy.bounds
        used = 0
        for i in range(first, last):
            if i + AHEAD < last:
                edge = self.graph.nodes[order[i + AHEAD]].first
                orienteer_prefetch(&self.graph.children[edge])
                orienteer_prefetch(&self.graph.probabilities[edge])
            node = &self.graph.nodes[order[i]]
            copy.nodes[i - first] = node[0]
            copy.nodes[i - first].first = used
            self.c_poll(node.num)
            for edge in range(node.first, node.first + node.num):
                child = self.graph.children[edge]
                at = self.place[child] - 1
                if not first <= at < last:
                    copy.bounds[2 * fixed] = self.all_bounds[2 * child]
                    copy.bounds[2 * fixed + 1] = self.all_bounds[2 * child + 1]
                    copy.aux[2 * fixed] = copy.aux[2 * fixed + 1] = 0
                    at = first + fixed
                    fixed += 1
                copy.children[used] = <int32_t>(at - first)
                copy.probabilities[used] = self.graph.probabilities[edge]
                if self.rewards != NULL:
                    copy.rewards[used] = self.graph.rewards[edge]
                used += 1
        return 0

    cdef int c_reserve_copy(self, int64_t nodes, int64_t edges) except -1 nogil:
        cdef ComponentC* copy = &self.copy
        if nodes > copy.node_capacity:
            nodes += nodes // 4
            copy.nodes = <NodeC*>grown(copy.nodes, nodes * sizeof(NodeC))
            copy.bounds = <double*>grown(copy.bounds, 2 * nodes * sizeof(double))
            copy.aux = <double*>grown(copy.aux, 2 * nodes * sizeof(double))
            copy.choice = <int32_t*>grown(copy.choice, nodes * sizeof(int32_t))
            copy.node_capacity = nodes
        if edges > copy.edge_capacity:
            edges += edges // 4
            copy.children = <int32_t*>grown(copy.children, edges * sizeof(int32_t))
            copy.probabilities = <double*>grown(copy.probabilities, edges * sizeof(double))
            if self.graph.additive:
                copy.rewards = <double*>grown(copy.rewards, edges * sizeof(double))
            copy.edge_capacity = edges
        self.monitor.c_check(self.graph.num_nodes, self.c_bytes())
        return 0

    cdef int c_cyclic(self, int64_t count) except -1 nogil:
        """Close the bounds of the component that was copied."""
        cdef int64_t n
        cdef double gap, change, scale = fmax(fabs(self.low), fabs(self.high))
        if scale == INFINITY:
            with gil:
                raise OrienteerError("play can return to a position, and the game states no finite utility_bounds")
        if scale == 0:
            scale = 1
        if not self.c_jump(count, scale):
            for n in range(count):
                self.bounds[2 * n] = self.low
                self.bounds[2 * n + 1] = self.high
        self.num_cyclic += count
        while True:
            change = 0
            gap = self.c_sweep(0, count, &change)
            if gap <= GAP * scale or change <= STILL * scale:
                self.eps = fmax(self.eps, gap)
                return 0

    # -- starting bounds near the value -----------------------------------------------------------------------------------

    cdef bint c_jump(self, int64_t count, double scale) except -1 nogil:
        """Set certified bounds of a component close to its value; False where that fails."""
        cdef int64_t n
        cdef int sweep
        cdef double outside = 0, moved = INFINITY, slack
        cdef bint done = False
        for n in range(count):
            if self.nodes[n].kind <= STAGE:
                return False
            self.bounds[2 * n] = self.bounds[2 * n + 1] = 0.5 * (self.low + self.high)
            self.copy.aux[2 * n] = 0
        # 1. A point at which a sweep stands still.
        for sweep in range(MAX_NEWTON):
            moved = self.c_newton(count, &outside)
            if moved <= STILL * scale:
                break
        # 2. Play ends under either side's choices there, and the point lowered and lifted a little holds as bounds.
        if moved <= STILL * scale and self.c_ends(count):
            slack = 0.5 * outside + SLACK * scale
            for n in range(count):
                self.bounds[2 * n] -= slack
                self.bounds[2 * n + 1] += slack
            done = self.c_holds(count, ROUNDING * scale)
        for n in range(count):
            self.copy.aux[2 * n] = self.copy.aux[2 * n + 1] = 0
        return done

    cdef double c_newton(self, int64_t count, double* outside) except -1 nogil:
        """Sweep values with their derivatives by the last node's value, then solve for that one; returns the largest move.

        Both bounds of a node hold its value meanwhile. outside[0] becomes the widest gap of a child outside.
        """
        cdef NodeC* node
        cdef int64_t n, edge, child, root = count - 1
        cdef double value = 0, slope = 0, best, at, moved = 0, sign, start = self.bounds[2 * root]
        self.copy.aux[2 * root] = 1
        for n in range(count):
            node = &self.nodes[n]
            self.c_poll(node.num)
            value = slope = 0
            best = -INFINITY
            sign = 1 if node.kind == self.graph.focus else -1
            for edge in range(node.first, node.first + node.num):
                child = self.children[edge]
                at = 0.5 * (self.bounds[2 * child] + self.bounds[2 * child + 1])
                if self.bounds[2 * child + 1] - self.bounds[2 * child] > outside[0]:
                    outside[0] = self.bounds[2 * child + 1] - self.bounds[2 * child]
                if self.rewards != NULL:
                    at += self.rewards[edge]
                if node.kind == CHANCE_NODE:
                    value += self.probabilities[edge] * at
                    slope += self.probabilities[edge] * self.copy.aux[2 * child]
                elif sign * at > best:
                    best = sign * at
                    value, slope = at, self.copy.aux[2 * child]
                    self.copy.choice[n] = <int32_t>(edge - node.first)
            moved = fabs(value - self.bounds[2 * n]) if fabs(value - self.bounds[2 * n]) > moved else moved
            self.bounds[2 * n] = self.bounds[2 * n + 1] = value
            self.copy.aux[2 * n] = slope
        if slope < 1 - 1e-9:
            value = start + (value - start) / (1 - slope)
            self.bounds[2 * root] = self.bounds[2 * root + 1] = fmin(fmax(value, self.low), self.high)
        return moved

    cdef bint c_ends(self, int64_t count) except -1 nogil:
        """Whether play leaves the component under the chosen moves of either side alone: the chance to stay falls."""
        cdef NodeC* node
        cdef int64_t n, edge
        cdef int sweep, side
        cdef double stay, longest, here
        for n in range(count):
            self.copy.aux[2 * n] = self.copy.aux[2 * n + 1] = 1
        for sweep in range(MAX_ENDING):
            longest = 0
            for n in range(count):
                node = &self.nodes[n]
                self.c_poll(node.num)
                for side in range(2):
                    stay = 0
                    if node.kind >= 0 and (node.kind == self.graph.focus) == (side == 0):
                        stay = self.copy.aux[2 * <int64_t>self.children[node.first + self.copy.choice[n]] + side]
                    else:
                        for edge in range(node.first, node.first + node.num):
                            here = self.copy.aux[2 * <int64_t>self.children[edge] + side]
                            if node.kind == CHANCE_NODE:
                                stay += self.probabilities[edge] * here
                            elif here > stay:
                                stay = here
                    self.copy.aux[2 * n + side] = stay
                    longest = stay if stay > longest else longest
            if longest < 0.99:
                return True
        return False

    cdef bint c_holds(self, int64_t count, double rounding) except -1 nogil:
        """Whether a sweep with either side's choices lifts every lower bound and lowers every upper one, but for rounding."""
        cdef NodeC* node
        cdef int64_t n, edge
        cdef int side
        cdef double value, at, gain
        for n in range(count):
            node = &self.nodes[n]
            self.c_poll(node.num)
            for side in range(2):
                value = 0 if node.kind == CHANCE_NODE else (INFINITY if side == 0 else -INFINITY)
                for edge in range(node.first, node.first + node.num):
                    at = self.bounds[2 * <int64_t>self.children[edge] + side]
                    if self.rewards != NULL:
                        at += self.rewards[edge]
                    if node.kind == CHANCE_NODE:
                        value += self.probabilities[edge] * at
                    elif (node.kind == self.graph.focus) == (side == 0):
                        if edge - node.first == self.copy.choice[n]:
                            value = at
                    elif (at < value) == (side == 0):
                        value = at
                gain = value - self.bounds[2 * n + side] if side == 0 else self.bounds[2 * n + side] - value
                if gain < -rounding:
                    return False
                if gain > 0:
                    self.bounds[2 * n + side] = value
        return True

    cdef inline int c_poll(self, int edges) except -1 nogil:
        self.steps += edges
        if self.steps >= POLL:
            self.steps = 0
            self.monitor.c_check(self.graph.num_nodes, self.c_bytes())
        return 0

    # -- sweeps -----------------------------------------------------------------------------------------------------------

    cdef double c_sweep(self, int64_t first, int64_t last, double* change) except -1 nogil:
        """Back up nodes first..last−1; returns the widest gap, change[0] becomes the largest move of a bound."""
        cdef NodeC* nodes = self.nodes
        cdef int32_t* children = self.children
        cdef double* probabilities = self.probabilities
        cdef double* rewards = self.rewards
        cdef double* bounds = self.bounds
        cdef NodeC* node
        cdef double* own
        cdef double* child
        cdef double lower, upper, reward = 0, gap = 0, moved = 0
        cdef int64_t number, edge
        cdef int focus = self.graph.focus
        for number in range(first, last):
            node = &nodes[number]
            own = &bounds[2 * number]
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
                    self.bounds[2 * <int64_t>self.children[edge] + side]
                    + (self.rewards[edge] if self.rewards != NULL else 0)
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
