"""Nodes, edges and their memory; the key under which a state is a node.

A node is a state without what cannot change its value (`c_state_key`), plus what the question adds: the transitions left
under a depth limit; whether the horizon is passed; and, before a horizon with an objective that is not additive, the
returns as they stand, because play ends before the game does.
"""

from libc.math cimport fabs
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from orienteer.budget cimport Budget, c_now
from orienteer.core.rng cimport mix64
from orienteer.core.state cimport MAX_PLAYERS, TERMINAL, Key, State, hash_bytes
from orienteer.hash_table cimport HashTable
from orienteer.memory cimport orienteer_grown

from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.expectimax.errors import Stopped

cdef double REPORT_EVERY = 0.1  # seconds


cdef class Monitor:
    def __init__(self, Budget budget, progress=None):
        self.budget = budget
        self.progress = progress
        self.last_report = c_now()
        limits = budget.limits
        self.max_nodes = -1 if limits.nodes is None else limits.nodes
        self.max_bytes = -1 if limits.memory_mb is None else <int64_t>(limits.memory_mb * 1e6)

    cdef int c_check(self, int64_t nodes, int64_t bytes) except -1 nogil:
        """Raise TooLargeError beyond a limit, Stopped after `stop()`, and report progress when it is time."""
        cdef double now
        if bytes > self.peak_bytes:
            self.peak_bytes = bytes
        if 0 <= self.max_nodes < nodes:
            with gil:
                raise self.too_large(nodes, bytes, f"{self.budget.limits.nodes} nodes")
        if 0 <= self.max_bytes < bytes:
            with gil:
                raise self.too_large(nodes, bytes, f"{self.budget.limits.memory_mb} MB")
        if self.budget.c_spent():
            with gil:
                if self.budget.stopped:
                    raise Stopped(f"exact search stopped after {nodes} nodes")
                raise self.too_large(nodes, bytes, f"{self.budget.elapsed():.2f} s of {self.budget.limits.seconds} s allowed")
        if self.progress is not None:
            now = c_now()
            if now - self.last_report >= REPORT_EVERY:
                self.last_report = now
                with gil:
                    self.progress(nodes)
        return 0

    def too_large(self, nodes, bytes, limit):
        return TooLargeError(
            f"exact search: {nodes} nodes and {bytes / 1e6:.1f} MB so far, limit {limit}; raise the limit, take a "
            "nearer horizon or a depth, start from a later position, or use a sampled search"
        )


cdef class Graph:
    """Filled by `expand`, given values by `solve`, asked by state through `find`."""

    def __init__(self, State root, int objective, *, bint additive, int num_values, int focus, bint paired, int segment_kind,
                 int depth, bint full_key, leaf, bint prunes):
        self.objective = objective
        self.additive = additive
        self.num_values = num_values
        self.focus = focus
        self.paired = paired
        self.segment_kind = segment_kind
        self.root_segment = root.c_segment(segment_kind) if segment_kind >= 0 else 0
        self.depth = depth
        self.full_key = full_key
        self.leaf = leaf
        self.prunes = prunes
        self.num_players = root.game.num_players
        self.table = HashTable()

    def __dealloc__(self):
        self.drop_edges()
        free(self.values)

    def drop_edges(self):
        """Free all but the values; they are found by key from here on."""
        free(self.nodes)
        free(self.children)
        free(self.probabilities)
        free(self.rewards)
        free(self.shapes)
        self.nodes = NULL
        self.children = NULL
        self.probabilities = NULL
        self.rewards = NULL
        self.shapes = NULL

    cdef int64_t c_bytes(self) noexcept nogil:
        cdef int64_t node = sizeof(NodeC) * (self.nodes != NULL) + sizeof(double) * self.num_values
        cdef int64_t edge = sizeof(int32_t) + sizeof(double) * (1 + (self.num_values if self.additive else 0))
        return (
            self.table.c_bytes() + self.node_capacity * node
            + (self.edge_capacity * edge + self.shape_capacity * <int64_t>sizeof(ShapeC) if self.nodes != NULL else 0)
        )

    # -- keys ---------------------------------------------------------------------------------------------------------

    cdef bint c_is_leaf(self, State state, int remaining) except -1 nogil:
        """Whether play is cut off here, over, or of no more interest. `remaining`: transitions left, −1 = no limit."""
        if remaining == 0 or state.c_current_player() == TERMINAL:
            return True
        if self.segment_kind >= 0 and state.c_segment(self.segment_kind) > self.root_segment:
            return True
        return self.prunes and state.c_is_settled(self.focus, self.objective, self.segment_kind) != 0

    cdef int c_key(self, State state, int remaining, Key* key) except -1 nogil:
        cdef double[MAX_PLAYERS] returns
        cdef Key extra
        cdef uint64_t salt = 0
        cdef bint cut = self.segment_kind >= 0 or self.depth >= 0
        if self.full_key:
            state.c_key(key)
        else:
            state.c_state_key(self.objective, key)
        if not cut:
            return 0
        if not self.additive:
            state.c_returns(self.objective, returns)
            hash_bytes(returns, self.num_players * sizeof(double), &extra)
            key.low ^= extra.low
            key.high ^= extra.high
        if self.depth >= 0:
            salt = <uint64_t>(remaining + 1) << 1
        if self.segment_kind >= 0 and state.c_segment(self.segment_kind) > self.root_segment:
            salt |= 1
        key.low ^= mix64(salt + <uint64_t>0x9E3779B97F4A7C15)
        key.high ^= mix64(salt + <uint64_t>0xC2B2AE3D27D4EB4F)
        return 0

    def find(self, State state, remaining=None):
        """(transitions left, values to come or returns of a node), or None where the state is no node.

        `remaining` None: under a depth limit, the node with the most transitions left.
        """
        cdef Key key
        cdef int64_t node
        cdef int left, k
        if remaining is not None:
            candidates = [remaining]
        else:
            candidates = range(self.depth, -1, -1) if self.depth >= 0 else [-1]
        for left in candidates:
            self.c_key(state, left, &key)
            node = self.table.c_find(&key)
            if node >= 0:
                return left, [self.values[node * self.num_values + k] for k in range(self.num_values)]
        return None

    def is_leaf(self, State state, int remaining):
        return self.c_is_leaf(state, remaining)

    @property
    def num_stages(self):
        return self.num_shapes

    @property
    def num_bytes(self):
        return self.c_bytes()

    # -- growing ------------------------------------------------------------------------------------------------------

    cdef int32_t c_add_node(self) except -1 nogil:
        cdef int64_t capacity
        if self.num_nodes == self.node_capacity:
            capacity = self.node_capacity + self.node_capacity // 2 + 256
            if capacity > 0x7FFFFFFF:
                with gil:
                    raise TooLargeError(f"exact search: {self.num_nodes} nodes, limit 2^31; take a nearer horizon or a depth")
            self.nodes = <NodeC*>grown(self.nodes, capacity * sizeof(NodeC))
            self.values = <double*>grown(self.values, capacity * self.num_values * sizeof(double))
            self.node_capacity = capacity
        self.num_nodes += 1
        return <int32_t>(self.num_nodes - 1)

    cdef int64_t c_add_edges(self, int num) except -1 nogil:
        """Room for `num` edges; returns the first. Their children are −1 until set."""
        cdef int64_t capacity, first = self.num_edges
        if first + num > self.edge_capacity:
            capacity = self.edge_capacity + self.edge_capacity // 2 + num + 512
            self.children = <int32_t*>grown(self.children, capacity * sizeof(int32_t))
            self.probabilities = <double*>grown(self.probabilities, capacity * sizeof(double))
            if self.additive:
                self.rewards = <double*>grown(self.rewards, capacity * self.num_values * sizeof(double))
            self.edge_capacity = capacity
        self.num_edges += num
        return first

    cdef int c_add_shape(self, const int* counts) except -1 nogil:
        cdef int64_t capacity
        cdef int seat
        if self.num_shapes == self.shape_capacity:
            capacity = 2 * self.shape_capacity + 64
            self.shapes = <ShapeC*>grown(self.shapes, capacity * sizeof(ShapeC))
            self.shape_capacity = capacity
        memset(&self.shapes[self.num_shapes], 0, sizeof(ShapeC))
        for seat in range(self.num_players):
            self.shapes[self.num_shapes].counts[seat] = <int16_t>counts[seat]
        self.num_shapes += 1
        return <int>(self.num_shapes - 1)

    cdef int c_set_leaf(self, int32_t node, State state) except -1 nogil:
        """Store the value of a node where play ends, or is cut off."""
        cdef double[MAX_PLAYERS] returns
        cdef double[MAX_PLAYERS] now
        cdef bint over = state.c_current_player() == TERMINAL
        cdef double sum = 0
        cdef int seat, k
        self.nodes[node].kind = LEAF
        self.nodes[node].num = 0
        self.nodes[node].first = 0
        self.num_terminal += over
        # 1. Returns, or the caller's estimate of them.
        state.c_returns(self.objective, returns)
        for seat in range(self.num_players):
            now[seat] = returns[seat]
        if self.leaf is not None and not over:
            with gil:
                _fill_estimate(self.leaf, state, self.num_players, returns)
        # 2. One value for two players rests on a constant sum.
        for seat in range(self.num_players):
            sum += returns[seat]
        if self.paired:
            if not self.constant_known:
                self.constant_known = True
                self.constant = sum
            elif fabs(sum - self.constant) > 1e-9 * (1 + fabs(self.constant)):
                with gil:
                    raise OrienteerError(f"returns add up to {self.constant} at one leaf and to {sum} at another: {state}")
        # 3. An additive objective counts what is still to come.
        for k in range(self.num_values):
            seat = self.focus if self.num_values == 1 else k
            self.values[<int64_t>node * self.num_values + k] = returns[seat] - (now[seat] if self.additive else 0)
        return 0


cdef int _fill_estimate(leaf, State state, int num_players, double* returns) except -1:
    cdef int seat
    estimate = list(leaf(state.clone()))
    if len(estimate) != num_players:
        raise OrienteerError(f"leaf: {len(estimate)} values, one a seat is {num_players}")
    for seat in range(num_players):
        returns[seat] = estimate[seat]
    return 0


cdef void* grown(void* old, size_t size) except NULL nogil:
    """`old` (NULL = none) with room for `size` bytes. Where there is none, `old` stays as it is."""
    cdef void* new = orienteer_grown(old, size)
    if new == NULL:
        with gil:
            raise MemoryError(f"exact search: no room for an array of {size} bytes")
    return new
