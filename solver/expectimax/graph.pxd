"""The game graph as arrays. Nodes are numbered as they are found; a node's edges lie in one row."""

from libc.stdint cimport int16_t, int32_t, int64_t

from orienteer.budget cimport Budget
from orienteer.core.state cimport Key, State
from orienteer.hash_table cimport HashTable

cdef enum:
    LEAF = -4  # values are final: the game is over, or the horizon or depth is reached
    CHANCE_NODE = -1  # edges carry probabilities; also the decisions of seats with a policy
    STAGE = -16  # kind = STAGE − number of its shape: several seats choose at once. A kind ≥ 0 is the seat that decides
    MAX_STAGE_SEATS = 8

cdef struct NodeC:
    int64_t first  # edge
    int32_t num  # edges
    int32_t kind

cdef struct ShapeC:
    int16_t[MAX_STAGE_SEATS] counts  # actions by seat; 0 = has no choice. Edges are joint actions in row-major order


cdef class Monitor:
    """Limits, stop flag and progress of one computation; loops call c_check every thousand cheap steps or so."""

    cdef Budget budget
    cdef object progress
    cdef double last_report
    cdef int64_t max_nodes
    cdef int64_t max_bytes
    cdef readonly int64_t peak_bytes  # the most that was reported

    cdef int c_check(self, int64_t nodes, int64_t bytes) except -1 nogil


cdef class Graph:
    # What is solved.
    cdef int objective
    cdef readonly bint additive
    cdef readonly int num_values  # a node; 1 where one number says all: focus's value
    cdef readonly int focus
    cdef readonly bint paired  # one value says all for two players, because their returns add up to a constant
    cdef readonly double constant
    cdef bint constant_known
    cdef int segment_kind  # −1: to the end of the game
    cdef int root_segment
    cdef readonly int depth  # −1: no limit
    cdef bint full_key
    cdef readonly object leaf
    cdef bint prunes  # a node where nothing can change the value any more is a leaf
    # Memory, all owned here.
    cdef readonly HashTable table
    cdef NodeC* nodes
    cdef double* values  # num_values a node: to come where the objective is additive, else returns
    cdef int32_t* children
    cdef double* probabilities
    cdef double* rewards  # num_values an edge, only with an additive objective
    cdef ShapeC* shapes
    cdef readonly int64_t num_nodes
    cdef readonly int64_t num_edges
    cdef int64_t num_shapes
    cdef int64_t node_capacity
    cdef int64_t edge_capacity
    cdef int64_t shape_capacity
    cdef readonly int64_t num_terminal
    cdef readonly int64_t num_synthetic  # chance nodes that stand for a policy's choice at a stage; no state of their own
    cdef readonly bint has_lone_chance  # chance nodes that are not in the table: they have one way in
    cdef int num_players

    cdef int64_t c_bytes(self) noexcept nogil
    cdef int c_key(self, State state, int remaining, Key* key) except -1 nogil
    cdef bint c_is_leaf(self, State state, int remaining) except -1 nogil
    cdef int32_t c_add_node(self) except -1 nogil
    cdef int64_t c_add_edges(self, int num) except -1 nogil
    cdef int c_add_shape(self, const int* counts) except -1 nogil
    cdef int c_set_leaf(self, int32_t node, State state) except -1 nogil


cdef void* grown(void* old, size_t size) except NULL nogil
