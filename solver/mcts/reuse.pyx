"""Trees carried from one search to the next, where nothing is hidden.

What a tree has learnt below a node was learnt by playing on from that node's state, so it is worth as much to a search that
begins there. A Follower goes along in a tree with play, one transition at a time, and tells positions by their keys; `carry`
copies the part of the tree below.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from orienteer.core.state cimport CHANCE, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, Key, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.pool cimport Choice, Edge, Node, NodePool
from orienteer.mcts.tree cimport Tree


cdef class Follower:
    """Where play is in a tree, beginning at its root."""

    def __cinit__(self, Tree tree not None):
        self.tree = tree
        self.state = tree.root.clone()
        self.scratch = tree.root.clone()

    def follow(self, State state not None) -> bool:
        """Play is at `state` now, after one transition or none; whether that is in the tree. Once lost, play stays lost.

        Of several ways that lead there the most visited one counts.
        """
        cdef int32_t child
        if self.at == NO_NODE:
            return False
        # 1. A step of a chain without choices, or a way on from the node.
        if self.forced:
            self.scratch.c_copy_from(self.state)
            self.tree.c_play_forced(self.scratch, 1)
            if self.c_is(self.scratch, state):
                self.forced -= 1
                self.state.c_copy_from(state)
                return True
        else:
            child = self.c_joint_child(state) if self.tree.pool.nodes[self.at].kind == SIMULTANEOUS else self.c_child(state)
            if child != NO_NODE:
                self.at = child
                self.forced = self.tree.pool.nodes[child].forced
                self.state.c_copy_from(state)
                return True
        # 2. No transition.
        if not self.c_is(self.state, state):
            self.at = NO_NODE
        return self.at != NO_NODE

    cdef bint c_is(self, State state, State goal) except -1:
        cdef Key one, other
        state.c_key(&one)
        goal.c_key(&other)
        return one.low == other.low and one.high == other.high

    cdef int32_t c_child(self, State goal) except -2:
        """The child of a decision or of chance whose state is `goal`, or NO_NODE."""
        cdef NodePool pool = self.tree.pool
        cdef Node* node = &pool.nodes[self.at]
        cdef int32_t child, found = NO_NODE
        cdef int i
        for i in range(node.count):
            child = pool.outcomes[node.first + i].child if node.kind == CHANCE else pool.edges[node.first + i].child
            if child == NO_NODE or (found != NO_NODE and pool.nodes[child].visits <= pool.nodes[found].visits):
                continue
            self.scratch.c_copy_from(self.state)
            if node.kind == CHANCE:
                self.scratch.c_apply(pool.outcomes[node.first + i].outcome)
            else:
                self.tree.c_apply_decision(self.scratch, node, pool.edges[node.first + i].action)
            if self.c_is(self.scratch, goal):
                found = child
        return found

    cdef int32_t c_joint_child(self, State goal) except -2:
        """The same behind a simultaneous choice."""
        cdef NodePool pool = self.tree.pool
        cdef Node* node = &pool.nodes[self.at]
        cdef int[MAX_PLAYERS] joint
        cdef int[MAX_PLAYERS] counts
        cdef int32_t child, found = NO_NODE, row
        cdef int64_t slot, rest, slots = count_cells(pool, node, counts)
        cdef int seat
        for slot in range(slots):
            child = pool.cells[node.cells + slot].child
            if child == NO_NODE or (found != NO_NODE and pool.nodes[child].visits <= pool.nodes[found].visits):
                continue
            # Row-major: the last seat's choice has stride 1.
            rest = slot
            row = node.first + node.count
            for seat in range(self.tree.num_players - 1, -1, -1):
                joint[seat] = NO_ACTION
                if counts[seat]:
                    row -= counts[seat]
                    joint[seat] = pool.choices[row + rest % counts[seat]].action
                    rest //= counts[seat]
            self.scratch.c_copy_from(self.state)
            self.scratch.c_apply_joint(joint)
            if self.c_is(self.scratch, goal):
                found = child
        return found

    def carry(self, Tree target not None) -> tuple[int, int]:
        """Copy what the tree holds below where play is into `target`, a new tree with its root there; (visits, nodes) copied.

        Nodes come by depth until the target's limits; (0, 0) where play has left the tree or is at no node of it.
        """
        cdef NodePool pool
        cdef Node* root = &target.pool.nodes[0]
        cdef Node* here = &self.tree.pool.nodes[self.at]
        if self.at == NO_NODE or self.forced or here.first == NO_NODE or not self.c_is(self.state, target.root):
            return 0, 0
        # A root lists what a node within the tree collapses, and a filter leaves out what that node lists.
        if here.kind != root.kind or here.joint != root.joint or (here.kind != CHANCE and here.count != root.count):
            return 0, 0
        pool = NodePool(target.pool.max_nodes, target.pool.max_bytes, target.num_players)
        if not copy_below(self.tree.pool, self.at, pool):
            return 0, 0
        target.pool = pool
        target.c_inherit(self.tree)
        return pool.nodes[0].visits, pool.num_nodes


cdef bint copy_below(NodePool old, int32_t at, NodePool pool) except -1:
    """Copy a node and all below it that fits, by depth; 0 where not even the node's own row fits."""
    cdef int32_t* origins = <int32_t*>malloc(old.node_array.count * sizeof(int32_t))
    cdef int32_t index = 0
    if origins == NULL:
        raise MemoryError(f"search tree: {old.node_array.count} places of nodes")
    try:
        if old.num_bounds and not pool.c_keep_bounds(old.num_bounds):
            return 0
        with nogil:
            if copy_node(old, at, pool, origins) == NO_NODE:
                return 0
            pool.nodes[0].forced = 0
            while index < pool.node_array.count:
                copy_row(old, pool, index, origins)
                index += 1
        return pool.nodes[0].first != NO_NODE
    finally:
        free(origins)


cdef int32_t copy_node(NodePool old, int32_t origin, NodePool pool, int32_t* origins) except -2 nogil:
    """The copy's index, at which `origins` names what it is a copy of; NO_NODE where there is nothing or no room."""
    cdef Node* node
    cdef int32_t index
    if origin == NO_NODE:
        return NO_NODE
    node = &old.nodes[origin]
    index = pool.c_add_node(node.kind, node.joint, node.forced)
    if index == NO_NODE:
        return NO_NODE
    origins[index] = origin
    pool.nodes[index].visits = node.visits
    if old.num_bounds:
        pool.odds[index] = old.odds[origin]
        memcpy(pool.bounds + <int64_t>index * old.num_bounds, old.bounds + <int64_t>origin * old.num_bounds,
               old.num_bounds * sizeof(double))
    return index


cdef int copy_row(NodePool old, NodePool pool, int32_t index, int32_t* origins) except -1 nogil:
    """A node's edges, outcomes or choices, and the nodes that they lead to. Arrays may move while nodes are added."""
    cdef Node* node = &old.nodes[origins[index]]
    cdef int32_t first, cells, child
    cdef int[MAX_PLAYERS] counts
    cdef int64_t i, slots
    if node.first == NO_NODE:
        return 0
    if node.kind == CHANCE:
        for i in range(node.count):
            child = copy_node(old, old.outcomes[node.first + i].child, pool, origins)
            if child != NO_NODE:
                pool.c_add_outcome(index, old.outcomes[node.first + i].outcome, child)
        return 0
    if node.kind >= 0:
        first = pool.c_add_edges(node.count)
        if first == NO_NODE:
            return 0
        memcpy(pool.edges + first, old.edges + node.first, node.count * sizeof(Edge))
        for i in range(node.count):
            child = copy_node(old, old.edges[node.first + i].child, pool, origins)
            pool.edges[first + i].child = child
        pool.nodes[index].spare = node.spare
    else:
        slots = count_cells(old, node, counts)
        cells = pool.c_add_cells(<int>slots)
        first = pool.c_add_choices(node.count) if cells != NO_NODE else NO_NODE
        if first == NO_NODE:
            return 0
        memcpy(pool.choices + first, old.choices + node.first, node.count * sizeof(Choice))
        memcpy(pool.cell_sums + <int64_t>cells * pool.num_players, old.cell_sums + <int64_t>node.cells * pool.num_players,
               slots * pool.num_players * sizeof(double))
        for i in range(slots):
            pool.cells[cells + i].visits = old.cells[node.cells + i].visits
            child = copy_node(old, old.cells[node.cells + i].child, pool, origins)
            pool.cells[cells + i].child = child
        pool.nodes[index].cells = cells
    pool.nodes[index].first = first
    pool.nodes[index].count = node.count
    return 0


cdef int64_t count_cells(NodePool pool, Node* node, int* counts) noexcept nogil:
    """Joint actions of a simultaneous node, 0 before it lists its choices; how many each seat has goes to `counts`."""
    cdef int64_t product = 1
    cdef int i
    for i in range(MAX_PLAYERS):
        counts[i] = 0
    for i in range(node.count):
        counts[pool.choices[node.first + i].seat] += 1
    for i in range(MAX_PLAYERS):
        product *= max(counts[i], 1)
    return product if node.count else 0
