"""From a root state to the graph of all that can follow, breadth first and without recursion.

Two stores hold the states of the current layer and of the next one, so memory for states is that of two layers. A state
met again, by key, is the same node. Seats with a policy become chance: where they alone choose, the node itself; at a
stage, a synthetic chance node behind each joint action of the others.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy

from orienteer.core.state cimport (
    CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, Key, State, StateStore,
)
from orienteer.expectimax.graph cimport CHANCE_NODE, STAGE, Graph, Monitor

from orienteer.core.errors import OrienteerError, TooLargeError

cdef enum:
    POLL_EDGES = 64
    BATCH = 64  # edges whose nodes are looked up together
    MAX_JOINT = 1 << 20
    SURE = 4096  # lookups of chance behind choices after which none shared is taken as a rule
    PYTHON_STATE_BYTES = 500  # a guess at what one state of a game in Python takes


def expand(Graph graph, State root, Monitor monitor, list policies):
    """Fill `graph` from `root`, which becomes node 0; policies[seat] is None, "uniform" or a callable.

    A callable may say more by attributes: `constant`, probabilities by the action's name where they are always the same,
    and `same_for_all`, whether every seat that chooses at a state is given the same answer. It is then called less often.
    """
    cdef Expansion run = Expansion(graph, root, monitor, policies)
    with nogil:
        run.c_run()


def policy_probabilities(policy, State state, int seat, list legal):
    """A policy's probabilities in the order of `legal`, checked. Raises OrienteerError, naming what is wrong."""
    if policy == "uniform":
        return [1.0 / len(legal)] * len(legal)
    found = dict(policy(state, seat))
    wrong = [action for action in found if action not in legal]
    if wrong:
        raise OrienteerError(f"policy of seat {seat}: action {wrong[0]!r} is not legal in {state}; legal: {legal}")
    probabilities = [float(found.get(action, 0.0)) for action in legal]
    if not all(p >= 0 for p in probabilities) or not abs(sum(probabilities) - 1) <= 1e-9:
        raise OrienteerError(f"policy of seat {seat}: probabilities {found} in {state}, allowed: ≥ 0 with sum 1")
    total = sum(probabilities)
    return [p / total for p in probabilities]


@cython.final
cdef class Layer:
    """States to expand with their node numbers."""

    cdef StateStore states
    cdef int32_t* nodes
    cdef int64_t capacity

    def __init__(self, State example):
        self.states = StateStore(example)

    def __dealloc__(self):
        free(self.nodes)

    cdef int c_put(self, State state, int32_t node) except -1 nogil:
        cdef Py_ssize_t index = self.states.c_put(state)
        if index >= self.capacity:
            self.capacity = 2 * self.capacity + 1024
            self.nodes = <int32_t*>realloc(self.nodes, self.capacity * sizeof(int32_t))
            if self.nodes == NULL:
                with gil:
                    raise MemoryError("exact search: no room for a layer of states")
        self.nodes[index] = node
        return 0

    cdef int64_t c_bytes(self) noexcept nogil:
        if self.states.struct_size == 0:
            return self.states.count * PYTHON_STATE_BYTES
        return self.states.capacity * <int64_t>self.states.struct_size + self.capacity * <int64_t>sizeof(int32_t)


@cython.final
cdef class Expansion:
    cdef Graph graph
    cdef Monitor monitor
    cdef Layer layer
    cdef Layer next
    cdef State root
    cdef State parent
    cdef State child
    cdef list policies
    cdef bint[MAX_PLAYERS] has_policy
    cdef bint[MAX_PLAYERS] is_uniform
    cdef int[MAX_PLAYERS] twin  # of seats that are always given the same answer the first, and where there is none the seat
    cdef int[MAX_PLAYERS] num_constant  # actions of a policy that is the same everywhere, as they were met; 0 = not yet, or none
    cdef int[MAX_PLAYERS][MAX_BRANCH] constant_actions
    cdef double[MAX_PLAYERS][MAX_BRANCH] constants
    cdef bint[MAX_PLAYERS] is_constant
    cdef int num_players
    cdef int remaining  # transitions left below the current layer; −1 = no limit
    cdef double[MAX_PLAYERS] returns  # of the parent, with an additive objective
    cdef int[MAX_PLAYERS][MAX_BRANCH] actions
    cdef double[MAX_PLAYERS][MAX_BRANCH] weights
    cdef int[MAX_PLAYERS] counts
    cdef int[MAX_PLAYERS][MAX_BRANCH] legal  # at the stage at hand, of seats whose policy answers for others too
    cdef int[MAX_PLAYERS] asked  # how many
    cdef StateStore waiting  # states at the end of edges that have no node yet
    cdef Key[BATCH] keys
    cdef int64_t[BATCH] edges
    cdef bint[BATCH] is_chance  # behind a choice
    cdef int num_waiting
    cdef int64_t num_chance  # chance nodes behind choices that were looked up
    cdef int64_t num_shared  # of them, those that were there already

    def __init__(self, Graph graph, State root, Monitor monitor, list policies):
        self.graph, self.monitor, self.root, self.policies = graph, monitor, root, policies
        self.layer, self.next, self.waiting = Layer(root), Layer(root), StateStore(root)
        self.parent, self.child = root.clone(), root.clone()
        self.num_players = root.game.num_players
        for seat, policy in enumerate(policies):
            self.has_policy[seat] = policy is not None
            self.is_uniform[seat] = isinstance(policy, str)  # the only word there is
            self.is_constant[seat] = getattr(policy, "constant", None) is not None
            self.twin[seat] = policies.index(policy) if getattr(policy, "same_for_all", False) is True else seat

    cdef int c_run(self) except -1 nogil:
        cdef Py_ssize_t i
        cdef int64_t polled = 0
        # 1. The root.
        self.remaining = self.graph.depth
        self.c_root()
        while self.next.states.count:
            # 2. The next layer becomes the current one.
            with gil:
                self.layer, self.next = self.next, self.layer
            self.next.states.c_shrink(0)
            if self.graph.depth >= 0:
                self.remaining -= 1
            # 3. Its nodes get their edges.
            for i in range(self.layer.states.count):
                self.layer.states.c_get(i, self.parent)
                self.c_expand(self.layer.nodes[i])
                if self.graph.num_edges - polled >= POLL_EDGES:
                    polled = self.graph.num_edges
                    self.monitor.c_check(self.graph.num_nodes, self.c_bytes())
            self.c_flush()
        return self.monitor.c_check(self.graph.num_nodes, self.c_bytes())

    cdef int c_root(self) except -1 nogil:
        cdef Key key
        self.graph.c_key(self.root, self.remaining, &key)
        self.graph.table.c_find_or_add(&key, self.graph.c_add_node())
        if self.graph.c_is_leaf(self.root, self.remaining):
            return self.graph.c_set_leaf(0, self.root)
        return self.next.c_put(self.root, 0)

    cdef int64_t c_bytes(self) noexcept nogil:
        return self.graph.c_bytes() + self.layer.c_bytes() + self.next.c_bytes()

    cdef int c_edge(self, int64_t edge, double probability, bint chosen) except -1 nogil:
        """Lead an edge to self.child; `chosen`: by a player. Its node is looked up with the next batch, so that the table's
        memory is there.

        Chance behind a choice mostly has that choice as its only way in. Where the first SURE lookups shared none, later
        ones stay out of the table: at worst an equal one is there twice, while what follows it is still shared.
        """
        cdef double[MAX_PLAYERS] later
        cdef int k, seat, values = self.graph.num_values
        cdef int32_t node
        cdef bint chance = chosen and self.child.c_current_player() == CHANCE
        self.graph.probabilities[edge] = probability
        if self.graph.additive:
            self.child.c_returns(self.graph.objective, later)
            for k in range(values):
                seat = self.graph.focus if values == 1 else k
                self.graph.rewards[edge * values + k] = later[seat] - self.returns[seat]
        if chance and self.num_shared == 0 and self.num_chance >= SURE and self.graph.depth < 0:
            if not self.graph.c_is_leaf(self.child, self.remaining):
                self.graph.has_lone_chance = True
                node = self.graph.c_add_node()
                self.graph.children[edge] = node
                self.next.c_put(self.child, node)
                return 0
        self.graph.c_key(self.child, self.remaining, &self.keys[self.num_waiting])
        self.is_chance[self.num_waiting] = chance
        self.graph.table.c_prefetch(&self.keys[self.num_waiting])
        self.edges[self.num_waiting] = edge
        self.waiting.c_put(self.child)
        self.num_waiting += 1
        if self.num_waiting == BATCH:
            self.c_flush()
        return 0

    cdef int c_flush(self) except -1 nogil:
        """Give the waiting edges their nodes; a new node is queued unless it is a leaf."""
        cdef int i
        cdef int64_t node
        for i in range(self.num_waiting):
            node = self.graph.table.c_find_or_add(&self.keys[i], self.graph.num_nodes)
            if self.is_chance[i]:
                self.num_chance += 1
                self.num_shared += node < self.graph.num_nodes
            if node == self.graph.num_nodes:
                self.graph.c_add_node()
                self.waiting.c_get(i, self.child)
                if self.graph.c_is_leaf(self.child, self.remaining):
                    self.graph.c_set_leaf(<int32_t>node, self.child)
                else:
                    self.next.c_put(self.child, <int32_t>node)
            self.graph.children[self.edges[i]] = <int32_t>node
        self.waiting.c_shrink(0)
        self.num_waiting = 0
        return 0

    cdef int c_expand(self, int32_t node) except -1 nogil:
        cdef int[MAX_BRANCH] actions
        cdef int64_t[MAX_BRANCH] weights
        cdef double[MAX_BRANCH] probabilities
        cdef int64_t total = 1, first
        cdef int n, i, used = 0, player = self.parent.c_current_player()
        if self.graph.additive:
            self.parent.c_returns(self.graph.objective, self.returns)
        if player == SIMULTANEOUS:
            return self.c_expand_stage(node)
        # 1. What can happen, and with what odds where chance or a policy decides.
        if player == CHANCE:
            n = self.parent.c_chance_outcomes(actions, weights, &total)
            for i in range(n):
                probabilities[i] = <double>weights[i] / <double>total
        else:
            n = self.parent.c_legal_actions(player, actions)
            if player >= 0 and self.has_policy[player]:
                self.c_policy(player, actions, n, probabilities)
                player = CHANCE_NODE
            else:
                for i in range(n):
                    probabilities[i] = 1
        if n <= 0 or player < CHANCE_NODE:
            with gil:
                raise OrienteerError(f"{self.parent!r}: nothing can be played, and the game is not over: {self.parent}")
        # 2. An edge each; what a policy never plays is left out.
        first = self.graph.c_add_edges(n)
        for i in range(n):
            if probabilities[i] > 0:
                self.child.c_copy_from(self.parent)
                self.child.c_apply(actions[i])
                self.c_edge(first + used, probabilities[i], player >= 0)
                used += 1
        return self.c_finish(node, player, first, used)

    cdef int c_finish(self, int32_t node, int kind, int64_t first, int used) except -1 nogil:
        """Close a node whose edges were added last; unused room is given back."""
        self.graph.num_edges = first + used
        self.graph.nodes[node].first = first
        self.graph.nodes[node].num = used
        self.graph.nodes[node].kind = kind
        return 0

    cdef int c_policy(self, int seat, const int* actions, int n, double* probabilities) except -1 nogil:
        cdef int i
        if self.is_uniform[seat]:
            for i in range(n):
                probabilities[i] = 1.0 / n
            return 0
        # 1. The same answer as at another node.
        if self.num_constant[seat] == n and memcmp(self.constant_actions[seat], actions, n * sizeof(int)) == 0:
            memcpy(probabilities, self.constants[seat], n * sizeof(double))
            return 0
        # 2. The policy is asked.
        with gil:
            _fill_policy(self.policies[seat], self.parent, seat, actions, n, probabilities)
        if self.is_constant[seat]:
            self.num_constant[seat] = n
            memcpy(self.constant_actions[seat], actions, n * sizeof(int))
            memcpy(self.constants[seat], probabilities, n * sizeof(double))
        return 0

    # -- stages -------------------------------------------------------------------------------------------------------

    cdef int c_expand_stage(self, int32_t node) except -1 nogil:
        cdef int[MAX_PLAYERS] joint
        cdef int[MAX_PLAYERS] shape
        cdef int seat, kind = CHANCE_NODE, several = 0, n
        cdef int64_t free_joints = 1, policy_joints = 1, index, rest, first
        cdef int32_t behind
        # 1. Who chooses among what, and which of them freely.
        for seat in range(self.num_players):
            n = self.counts[seat] = self.parent.c_legal_actions(seat, self.actions[seat])
            self.asked[seat] = 0
            joint[seat] = NO_ACTION
            shape[seat] = 0
            if n > 0 and self.has_policy[seat]:
                self.c_stage_policy(seat)
                policy_joints *= self.counts[seat]
            elif n > 0:
                free_joints *= n
                shape[seat] = n
                if kind == CHANCE_NODE or (n > 1 and several == 0):
                    kind = seat
                several += n > 1
            if policy_joints * free_joints > MAX_JOINT:
                with gil:
                    raise TooLargeError(f"exact search: over {MAX_JOINT} joint actions at one stage, limit {MAX_JOINT}")
        if several > 1:
            kind = STAGE - self.graph.c_add_shape(shape)
        # 2. Nobody chooses freely: the node itself is chance.
        if kind == CHANCE_NODE:
            return self.c_policy_edges(node, joint, policy_joints)
        # 3. An edge for each free joint action, to a state or to the chance node of the policies.
        first = self.graph.c_add_edges(<int>free_joints)
        for index in range(free_joints):
            rest = index
            for seat in range(self.num_players - 1, -1, -1):
                if shape[seat]:
                    joint[seat] = self.actions[seat][rest % shape[seat]]
                    rest //= shape[seat]
            if policy_joints == 1:
                self.c_fill_policies(joint, 0)  # of probability 1
                self.child.c_copy_from(self.parent)
                self.child.c_apply_joint(joint)
                self.c_edge(first + index, 1, True)
            else:
                behind = self.graph.c_add_node()
                self.graph.num_synthetic += 1
                self.c_policy_edges(behind, joint, policy_joints)
                self.c_point_at(first + index, behind)
        self.graph.nodes[node].first = first
        self.graph.nodes[node].num = <int32_t>free_joints
        self.graph.nodes[node].kind = kind
        return 0

    cdef int c_stage_policy(self, int seat) except -1 nogil:
        """What a seat's policy plays at the stage, and how often; what it never plays is left out."""
        cdef int other, n = self.counts[seat], used = 0, i
        # 1. Another seat was asked here for all that share its policy.
        for other in range(self.twin[seat], seat):
            if (
                self.twin[other] == self.twin[seat] and self.asked[other] == n
                and memcmp(self.legal[other], self.actions[seat], n * sizeof(int)) == 0
            ):
                memcpy(self.actions[seat], self.actions[other], self.counts[other] * sizeof(int))
                memcpy(self.weights[seat], self.weights[other], self.counts[other] * sizeof(double))
                self.counts[seat] = self.counts[other]
                return 0
        # 2. This one is.
        self.asked[seat] = n
        memcpy(self.legal[seat], self.actions[seat], n * sizeof(int))
        self.c_policy(seat, self.actions[seat], n, self.weights[seat])
        for i in range(n):
            if self.weights[seat][i] > 0:
                self.actions[seat][used] = self.actions[seat][i]
                self.weights[seat][used] = self.weights[seat][i]
                used += 1
        self.counts[seat] = used
        return 0

    cdef int c_point_at(self, int64_t edge, int32_t node) noexcept nogil:
        cdef int k
        self.graph.children[edge] = node
        self.graph.probabilities[edge] = 1
        if self.graph.additive:
            for k in range(self.graph.num_values):
                self.graph.rewards[edge * self.graph.num_values + k] = 0
        return 0

    cdef double c_fill_policies(self, int* joint, int64_t index) noexcept nogil:
        """Fill in the index-th joint choice of the seats with a policy; returns its probability."""
        cdef double probability = 1
        cdef int seat
        for seat in range(self.num_players - 1, -1, -1):
            if self.has_policy[seat] and self.counts[seat] > 0:
                joint[seat] = self.actions[seat][index % self.counts[seat]]
                probability *= self.weights[seat][index % self.counts[seat]]
                index //= self.counts[seat]
        return probability

    cdef int c_policy_edges(self, int32_t node, int* joint, int64_t policy_joints) except -1 nogil:
        cdef int64_t index, first = self.graph.c_add_edges(<int>policy_joints)
        cdef int used = 0
        cdef double probability
        for index in range(policy_joints):
            probability = self.c_fill_policies(joint, index)
            if probability > 0:
                self.child.c_copy_from(self.parent)
                self.child.c_apply_joint(joint)
                self.c_edge(first + used, probability, False)
                used += 1
        return self.c_finish(node, CHANCE_NODE, first, used)


cdef int _fill_policy(policy, State state, int seat, const int* actions, int n, double* probabilities) except -1:
    cdef int i
    listed = policy_probabilities(policy, state.clone(), seat, [actions[i] for i in range(n)])
    for i in range(n):
        probabilities[i] = listed[i]
    return 0
