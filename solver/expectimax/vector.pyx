"""Backward induction with one value a seat: everybody maximises his own (max^n), with more than two players or where the
returns of two do not add up to a constant.

A decision between moves that are worth the same to the mover (within 1e-12 of the scale) matters to the others: he mixes
evenly over them, or plays the first (option). A stage takes the equilibrium that matrix_games documents, with its eps.
A component with cycles is iterated to a fixed point twice, from the least and from the most that a player can return.
With at most one seat deciding in it the two bracket that seat's value; with more, the answer is a fixed point of the backup,
and what the error states is by how much the last sweep still changed a value: no bound on anything.
"""

from libc.math cimport INFINITY, fabs, fmax
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc, realloc

from orienteer.core.state cimport MAX_PLAYERS
from orienteer.expectimax.components cimport Components
from orienteer.expectimax.graph cimport CHANCE_NODE, LEAF, MAX_STAGE_SEATS, STAGE, Graph, Monitor, NodeC, ShapeC
from orienteer.matrix_games cimport general_sum, stage_work

from orienteer.core.errors import OrienteerError

cdef enum:
    POLL = 4096  # edges
    MAX_SWEEPS = 100000  # of one component

cdef double TIE = 1e-12  # of the scale
cdef double STILL = 1e-15  # of the scale: a sweep that changes no value by more is the last


def solve_vector(Graph graph, Components components, Monitor monitor, double low, double high, bint mix):
    """Fill graph.values. Returns a dict: eps, stage_eps, fixed_point, num_cyclic, num_ties.

    eps bounds (fixed_point False) or measures (True) the error that cycles leave; stage_eps is the most that one seat
    could gain at one stage; num_ties counts decisions between equals that differ for somebody else.
    """
    cdef VectorSolver run = VectorSolver(graph, components, monitor, low, high, mix)
    with nogil:
        run.c_run()
    return {
        "eps": run.eps, "stage_eps": run.stage_eps, "fixed_point": run.fixed_point, "num_cyclic": run.num_cyclic,
        "num_ties": run.num_ties,
    }


cdef class VectorSolver:
    cdef Graph graph
    cdef Components components
    cdef Monitor monitor
    cdef double low
    cdef double high
    cdef double scale
    cdef bint mix
    cdef double eps
    cdef double stage_eps
    cdef bint fixed_point
    cdef int64_t num_cyclic
    cdef int64_t num_ties
    cdef bint counting  # whether a backup counts ties and the eps of stages: the last one of a node only
    cdef double* upper  # a second copy of the values, for components with cycles
    cdef double* work
    cdef int64_t work_size
    cdef int64_t steps

    def __init__(self, Graph graph, Components components, Monitor monitor, double low, double high, bint mix):
        self.graph, self.components, self.monitor = graph, components, monitor
        self.low, self.high, self.mix = low, high, mix

    def __dealloc__(self):
        free(self.upper)
        free(self.work)

    cdef int64_t c_bytes(self) noexcept nogil:
        cdef int64_t second = 8 * self.graph.num_nodes * self.graph.num_values if self.upper != NULL else 0
        return self.graph.c_bytes() + self.components.num_bytes + second + 8 * self.work_size

    cdef int c_run(self) except -1 nogil:
        cdef int64_t node, component, first, last, i, size = self.graph.num_nodes * self.graph.num_values
        cdef double largest = 0
        # 1. The scale, and bounds that hold the leaves even where the caller values them.
        for node in range(self.graph.num_nodes):
            if self.graph.nodes[node].kind == LEAF:
                for i in range(node * self.graph.num_values, (node + 1) * self.graph.num_values):
                    largest = fmax(largest, fabs(self.graph.values[i]))
                    self.low = self.graph.values[i] if self.graph.values[i] < self.low else self.low
                    self.high = fmax(self.high, self.graph.values[i])
        if self.graph.additive:
            for i in range(self.graph.num_edges * self.graph.num_values):
                largest = fmax(largest, fabs(self.graph.rewards[i]))
        self.scale = fmax(largest, 1)
        self.counting = True
        # 2. Components, children's first.
        for component in range(self.components.count):
            first = self.components.start[component]
            last = self.components.start[component + 1]
            if self.components.c_is_cyclic(component):
                self.c_cyclic(first, last)
            else:
                self.c_sweep(first, last, self.graph.values)
                if self.upper != NULL:
                    self.c_copy_up(first, last)
        return 0

    cdef int c_copy_up(self, int64_t first, int64_t last) noexcept nogil:
        cdef int64_t i, k, at
        for i in range(first, last):
            at = <int64_t>self.components.order[i] * self.graph.num_values
            for k in range(at, at + self.graph.num_values):
                self.upper[k] = self.graph.values[k]
        return 0

    # -- cycles -------------------------------------------------------------------------------------------------------

    cdef int c_cyclic(self, int64_t first, int64_t last) except -1 nogil:
        cdef int64_t i, k, at, size = self.graph.num_nodes * self.graph.num_values
        cdef double bound = fmax(fabs(self.low), fabs(self.high)), gap = 0, change_low, change_high
        if bound == INFINITY:
            with gil:
                raise OrienteerError("play can return to a position, and the game states no finite utility_bounds")
        # 1. A second copy of all values, once.
        if self.upper == NULL:
            self.upper = <double*>malloc(size * sizeof(double))
            if self.upper == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for a second copy of {size} values")
            for i in range(size):
                self.upper[i] = self.graph.values[i]
        for i in range(first, last):
            at = <int64_t>self.components.order[i] * self.graph.num_values
            for k in range(at, at + self.graph.num_values):
                self.graph.values[k] = self.low
                self.upper[k] = self.high
        # 2. A fixed point from below and one from above.
        self.num_cyclic += last - first
        self.scale = fmax(self.scale, bound)
        self.counting = False
        change_low = self.c_iterate(first, last, self.graph.values)
        change_high = self.c_iterate(first, last, self.upper)
        for i in range(first, last):
            at = <int64_t>self.components.order[i] * self.graph.num_values
            for k in range(at, at + self.graph.num_values):
                gap = fmax(gap, fabs(self.upper[k] - self.graph.values[k]))
        # 3. Which of them is the answer, and what is known of it.
        if change_low > TIE * self.scale and change_high <= TIE * self.scale:
            for i in range(first * self.graph.num_values, last * self.graph.num_values):
                at = <int64_t>self.components.order[i // self.graph.num_values] * self.graph.num_values
                self.graph.values[at + i % self.graph.num_values] = self.upper[at + i % self.graph.num_values]
            change_low = change_high
        if self.c_num_deciders(first, last) <= 1:
            self.eps = fmax(self.eps, gap)
        elif change_low <= TIE * self.scale:
            self.fixed_point = True
            self.eps = fmax(self.eps, change_low)
        else:
            with gil:
                raise OrienteerError(
                    f"{last - first} positions that can recur: values of more than two players did not settle in "
                    f"{MAX_SWEEPS} sweeps; give all seats but one a policy, or use tie='first', a horizon or a depth"
                )
        # 4. Once more, to count, and so that later components read one answer.
        self.counting = True
        self.c_sweep(first, last, self.graph.values)
        return self.c_copy_up(first, last)

    cdef double c_iterate(self, int64_t first, int64_t last, double* values) except -1 nogil:
        """Sweep until the values rest; returns the last change."""
        cdef double change = INFINITY
        cdef int sweep
        for sweep in range(MAX_SWEEPS):
            change = self.c_sweep(first, last, values)
            if change <= STILL * self.scale:
                break
        return change

    cdef int c_num_deciders(self, int64_t first, int64_t last) noexcept nogil:
        cdef int64_t i
        cdef int kind, seen = -1
        for i in range(first, last):
            kind = self.graph.nodes[self.components.order[i]].kind
            if kind <= STAGE or (kind >= 0 and seen >= 0 and kind != seen):
                return 2
            if kind >= 0:
                seen = kind
        return 0 if seen < 0 else 1

    # -- one node -----------------------------------------------------------------------------------------------------

    cdef double c_sweep(self, int64_t first, int64_t last, double* values) except -1 nogil:
        """Back up each node of order[first:last]; returns the largest change of a value."""
        cdef double[MAX_PLAYERS] fresh
        cdef int64_t i, number
        cdef int k, n = self.graph.num_values
        cdef double change = 0
        cdef NodeC* node
        for i in range(first, last):
            number = self.components.order[i]
            node = &self.graph.nodes[number]
            self.steps += node.num
            if self.steps >= POLL:
                self.steps = 0
                self.monitor.c_check(self.graph.num_nodes, self.c_bytes())
            if node.kind == LEAF:
                continue
            elif node.kind == CHANCE_NODE:
                self.c_chance(node, values, fresh)
            elif node.kind >= 0:
                self.c_decision(node, values, fresh)
            else:
                self.c_stage(node, values, fresh)
            for k in range(n):
                change = fmax(change, fabs(fresh[k] - values[number * n + k]))
                values[number * n + k] = fresh[k]
        return change

    cdef inline double c_edge_value(self, int64_t edge, int k, const double* values) noexcept nogil:
        cdef int n = self.graph.num_values
        cdef double value = values[<int64_t>self.graph.children[edge] * n + k]
        return value + self.graph.rewards[edge * n + k] if self.graph.additive else value

    cdef int c_chance(self, NodeC* node, const double* values, double* out) noexcept nogil:
        cdef int64_t edge
        cdef int k
        for k in range(self.graph.num_values):
            out[k] = 0
        for edge in range(node.first, node.first + node.num):
            for k in range(self.graph.num_values):
                out[k] += self.graph.probabilities[edge] * self.c_edge_value(edge, k, values)
        return 0

    cdef int c_decision(self, NodeC* node, const double* values, double* out) noexcept nogil:
        cdef int64_t edge, chosen = node.first
        cdef int k, ties = 0
        cdef double best = -INFINITY, value
        cdef bint differ = False
        # 1. The best for the mover.
        for edge in range(node.first, node.first + node.num):
            best = fmax(best, self.c_edge_value(edge, node.kind, values))
        # 2. All that are as good.
        for k in range(self.graph.num_values):
            out[k] = 0
        for edge in range(node.first, node.first + node.num):
            if self.c_edge_value(edge, node.kind, values) < best - TIE * self.scale:
                continue
            if ties == 0:
                chosen = edge
            ties += 1
            for k in range(self.graph.num_values):
                value = self.c_edge_value(edge, k, values)
                differ = differ or fabs(value - self.c_edge_value(chosen, k, values)) > TIE * self.scale
                if self.mix or ties == 1:
                    out[k] += value
        if self.mix:
            for k in range(self.graph.num_values):
                out[k] /= ties
        out[node.kind] = best
        self.num_ties += self.counting and differ
        return 0

    cdef int c_stage(self, NodeC* node, const double* values, double* out) except -1 nogil:
        cdef ShapeC* shape = &self.graph.shapes[STAGE - node.kind]
        cdef int[MAX_STAGE_SEATS] seats
        cdef int[MAX_STAGE_SEATS] counts
        cdef double[MAX_STAGE_SEATS] own
        cdef int num = 0, seat, k, total = 0, at
        cdef int64_t joint, rest
        cdef double p, eps
        # 1. The payoffs of those who choose.
        for seat in range(self.graph.num_values):
            if shape.counts[seat] > 0:
                seats[num], counts[num] = seat, shape.counts[seat]
                total += counts[num]
                num += 1
        self.c_reserve(<int64_t>node.num * num + total + stage_work(num, counts))
        cdef double* payoffs = self.work
        cdef double* mixes = payoffs + <int64_t>node.num * num
        for joint in range(node.num):
            for k in range(num):
                payoffs[joint * num + k] = self.c_edge_value(node.first + joint, seats[k], values)
        # 2. Their equilibrium.
        eps = general_sum(payoffs, num, counts, mixes, own, mixes + total)
        if self.counting:
            self.stage_eps = fmax(self.stage_eps, eps)
        # 3. What it is worth to everybody.
        for k in range(self.graph.num_values):
            out[k] = 0
        for joint in range(node.num):
            p, rest, at = 1, joint, total
            for k in range(num - 1, -1, -1):
                at -= counts[k]
                p *= mixes[at + rest % counts[k]]
                rest //= counts[k]
            if p != 0:
                for k in range(self.graph.num_values):
                    out[k] += p * self.c_edge_value(node.first + joint, k, values)
        return 0

    cdef int c_reserve(self, int64_t size) except -1 nogil:
        if size > self.work_size:
            self.work = <double*>realloc(self.work, size * sizeof(double))
            if self.work == NULL:
                with gil:
                    raise MemoryError(f"exact search: no room for a stage of {size} numbers")
            self.work_size = size
        return 0
