"""The memory of one search tree: nodes and what hangs on them, in growing C arrays addressed by int32 index.

A decision node owns a row of Edges, a chance node a growing row of Outcomes, a simultaneous node a row of Choices (by seat,
then by action) and a block of Cells, one a joint action in row-major order of the seats' choices. Pointers into an array
are good until the next call that may add to it.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t

from orienteer.mcts.arena cimport NO_NODE, Arena, Array

cdef struct Node:
    int32_t visits
    int32_t first  # first edge, outcome or choice; NO_NODE until the node is visited a second time
    int32_t cells  # simultaneous: first cell
    int16_t count  # edges, outcomes or choices
    int16_t spare  # decision: edges not tried yet; chance: outcomes that fit before the row must move
    int16_t forced  # single-outcome chances and forced moves between the parent's edge and this node
    int8_t kind  # a seat, CHANCE, SIMULTANEOUS or TERMINAL (the horizon counts as the end)
    int8_t joint  # 1: a simultaneous stage where one seat alone has a choice, kept as a decision

cdef struct Edge:
    int32_t action
    int32_t child
    int32_t visits
    double sum  # of the mover's returns

cdef struct Outcome:
    int32_t outcome
    int32_t child

cdef struct Choice:
    int32_t action
    int32_t seat
    int32_t visits
    double sum  # of the seat's returns
    double regret
    double strategy  # weighted sum of the strategies played, exploration left out

cdef struct Cell:
    int32_t child
    int32_t visits


cdef struct Odds:
    int64_t weight  # of the outcome that leads to this node, behind chance
    int64_t total  # at a chance node: of all its outcomes


cdef class NodePool(Arena):
    cdef readonly int num_players
    cdef int num_bounds  # bounds kept for each node, two a seat; 0: none, nor odds
    cdef Array bound_array
    cdef Array odds_array
    cdef double* bounds
    cdef Odds* odds
    cdef Array edge_array
    cdef Array outcome_array
    cdef Array choice_array
    cdef Array cell_array
    cdef Array cell_sum_array
    cdef Node* nodes
    cdef Edge* edges
    cdef Outcome* outcomes
    cdef Choice* choices
    cdef Cell* cells
    cdef double* cell_sums  # num_players a cell

    # From now on keep bounds and odds too, of the nodes that there are and of new ones: 1, or 0 where a limit forbids it.
    cdef int c_keep_bounds(self, int num_bounds) except -1
    cdef int c_take_bounds(self, int64_t nodes) except -1 nogil
    # Each returns the index of the first new item, or NO_NODE (and sets `full`) where a limit keeps it out.
    cdef int32_t c_add_node(self, int kind, int joint, int forced) except -2 nogil
    cdef int32_t c_add_edges(self, int count) except -2 nogil
    cdef int32_t c_add_choices(self, int count) except -2 nogil
    cdef int32_t c_add_cells(self, int count) except -2 nogil
    # Adds an outcome to a chance node's row, moving the row where it has to grow. 1, or 0 where a limit keeps it out.
    cdef int c_add_outcome(self, int32_t node, int outcome, int32_t child) except -1 nogil


cdef inline int32_t find_outcome(NodePool pool, Node* node, int outcome) noexcept nogil:
    """The child of a chance node by its outcome, or NO_NODE."""
    cdef Outcome* row = pool.outcomes + node.first
    cdef int i
    for i in range(node.count):
        if row[i].outcome == outcome:
            return row[i].child
    return NO_NODE


cdef inline bint is_proven(NodePool pool, int32_t at) noexcept nogil:
    """Whether bounds are kept and those of a node meet."""
    cdef double* bounds = pool.bounds + <int64_t>at * pool.num_bounds
    cdef int i
    for i in range(0, pool.num_bounds, 2):
        if bounds[i] < bounds[i + 1]:
            return 0
    return pool.num_bounds > 0
