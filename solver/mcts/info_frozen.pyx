"""The policy that a search over information sets has found, frozen: sampled by fresh playouts, read as lines.

The policy of every seat is a function of what it has observed: at a node with at least `trust` visits the most visited
action that is legal (ties: the lower one), or where the answer is mixed the average strategy; from the first node on that is
not there, or has fewer, the playout policy. The viewer's root actions are as the caller says (the trees merged). With several trees it is a mixture: one tree is chosen with
equal odds after the root and followed to the end. Worlds are drawn afresh from the root's Belief.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from orienteer.core.rng cimport rng_seed, rng_uniform
from orienteer.core.state cimport CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, TERMINAL, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.fresh cimport FRESH_STREAMS, FreshPlayouts
from orienteer.mcts.info_pool cimport Arm, InfoNode, find_node
from orienteer.mcts.info_tree cimport InfoTree
from orienteer.mcts.kernel cimport REGRET_MATCHING, UCT

from orienteer.core.errors import OptionError
from orienteer.mcts.result import Step

cdef enum:
    MAX_PLANNED = 256
    LINE_SHARE = 1000  # a line goes on through nodes with at least one in so many of the root's visits


cdef class FrozenInfoPolicy(FreshPlayouts):
    """The policy found, below the root by one search's trees.

    Args:
        tree: the search; it must not run while this is in use.
        weights: of every root action (row) in the merged policy.
        trust: visits that a node needs for its own policy to count.
        seed, index, num_trees: fresh playout number `index + k * num_trees` is this tree's, on the stream of that number.
    """

    cdef readonly InfoTree tree
    cdef int[MAX_PLAYERS] outside  # whether a seat has left the trees in this playout
    cdef int inside  # seats that have not
    cdef int planned  # decisions of the viewer that a plan fixes
    cdef uint64_t[MAX_PLANNED] plan_keys
    cdef int[MAX_PLANNED] plan_actions
    cdef dict likely

    def __cinit__(self, InfoTree tree not None, list weights, int trust, uint64_t seed, int index, int num_trees):
        self.tree = tree
        whole = tree.mixed or tree.root_count == 0
        seats = [tree.viewer] * tree.root_count
        self.set_up(tree.root, tree.objective, seats, weights, whole, trust, seed, index, num_trees)

    def ends_at_once(self, row: int) -> bool:
        """False: what a move is worth may differ from world to world even where it ends the game."""
        return False

    def set_plan(self, plan: dict[int, int]) -> None:
        """Fix the viewer's action where he decides, by the node's key (see InfoTree.key_at). Raises OptionError beyond 256."""
        if len(plan) > MAX_PLANNED:
            raise OptionError("plan", len(plan), f"at most {MAX_PLANNED} decisions")
        self.planned = 0
        for key, action in plan.items():
            self.plan_keys[self.planned] = key
            self.plan_actions[self.planned] = action
            self.planned += 1

    def play(self, int64_t number) -> list[float]:
        """Returns by seat of one fresh playout of the policy, on the stream of this number; it is not counted in `totals`."""
        cdef double[MAX_PLAYERS] values
        rng_seed(&self.rng, self.seed, FRESH_STREAMS + <uint64_t>number)
        with nogil:
            self.c_play(self.scratch, self.num_rows)
            self.scratch.c_returns(self.objective, values)
        return [values[seat] for seat in range(self.num_players)]

    cdef int c_play(self, State state, int row) except -1 nogil:
        cdef int[MAX_PLAYERS] joint
        cdef int player, seat
        cdef bint at_root = True
        # 1. A world.
        self.tree.belief.c_sample(&self.rng, state)
        self.tree.c_begin(state)
        self.inside = self.num_players
        for seat in range(self.num_players):
            self.outside[seat] = 0
        # 2. The policy found, as long as a seat is inside the trees.
        while self.inside:
            player = state.c_current_player()
            if player == TERMINAL or (
                    self.tree.horizon >= 0 and state.c_segment(self.tree.horizon) != self.tree.root_segment):
                return 0
            if player == CHANCE:
                state.c_apply(state.c_sample_chance(&self.rng))
            elif player >= 0:
                state.c_apply(self.c_choose(state, player, row, at_root))
            else:
                for seat in range(self.num_players):
                    joint[seat] = self.c_choose(state, seat, row, at_root)
                state.c_apply_joint(joint)
            at_root = False
            if self.inside:
                self.tree.c_notice(state)
        # 3. Play on.
        self.tree.c_playout(state, &self.rng, 0)
        return 0

    cdef int c_choose(self, State state, int seat, int row, bint at_root) except -128 nogil:
        """The seat's action by the policy."""
        cdef int[MAX_BRANCH] actions
        cdef int32_t at
        cdef int i, count
        # 1. The viewer as a plan says; at the root the action that is fixed, or one drawn by the merged weights.
        if self.planned and seat == self.tree.viewer:
            for i in range(self.planned):
                if self.plan_keys[i] == self.tree.c_node_key(seat):
                    return self.plan_actions[i]
        if at_root and seat == self.tree.viewer and self.tree.root_count:
            if row == self.num_rows:
                row = self.c_draw(self.weights, self.tree.root_count)
            return self.tree.pool.arms[self.tree.pool.nodes[0].first + row].action
        # 2. No choice.
        count = state.c_legal_actions(seat, actions)
        if count <= 1:
            return actions[0] if count else NO_ACTION
        # 3. As the trees say, where they were there often enough. Behind a node that is not there he has none.
        if not self.outside[seat]:
            at = find_node(self.tree.pool, self.tree.c_node_key(seat))
            if at != NO_NODE and self.tree.pool.nodes[at].visits >= self.trust:
                i = self.c_trusted(&self.tree.pool.nodes[at], actions, count)
                if i >= 0:
                    return actions[i]
            self.outside[seat] = 1
            self.inside -= 1
        return self.tree.playout.c_choose(state, seat, &self.rng)

    cdef int c_trusted(self, InfoNode* node, const int* actions, int count) except -128 nogil:
        """Offset of the action that a node's policy takes among the legal ones, -1 where it has tried none of them."""
        cdef double[MAX_BRANCH] weights
        cdef Arm* arms = self.tree.pool.arms + node.first
        cdef int i, k = 0, tried, best = -1
        cdef double total = 0
        for i in range(count):
            weights[i] = 0
            # Arms are in the actions' order but for those added late; see InfoPool.c_match.
            tried = 0
            while tried < node.count and arms[k].action != actions[i]:
                k = k + 1 if k + 1 < node.count else 0
                tried += 1
            if tried < node.count:
                weights[i] = arms[k].strategy if self.tree.selection == REGRET_MATCHING else arms[k].visits
            total += weights[i]
            if weights[i] > 0 and (best < 0 or weights[i] > weights[best]):
                best = i
        if self.tree.selection != UCT and total > 0:
            return self.c_draw(weights, count)
        return best

    cdef int c_draw(self, const double* weights, int count) except -128 nogil:
        """An offset drawn by weights; all alike where they are 0."""
        cdef double total = 0, ticket = rng_uniform(&self.rng)
        cdef int i, picked = 0
        for i in range(count):
            total += weights[i]
        for i in range(count):
            # The last one with a weight takes what rounding leaves.
            if weights[i] > 0 or total <= 0:
                picked = i
                ticket -= weights[i] / total if total > 0 else 1.0 / count
                if ticket < 0:
                    break
        return picked

    # -- lines ------------------------------------------------------------------------------------------------------------

    def line(self, row: int, length: int = 24) -> tuple[Step, ...]:
        """The viewer's own most visited continuation from root action `row`, after whatever he noticed most often."""
        if self.likely is None:
            self.likely = self._likely_nodes()
        cdef InfoNode* node = &self.tree.pool.nodes[0]
        cdef int slot = row
        steps = []
        at = 0
        while len(steps) < length:
            steps.append(Step(self.tree.viewer, self.tree.pool.arms[node.first + slot].action,
                              self.tree.pool.arms[node.first + slot].visits))
            behind = self.likely.get((at, slot))
            if behind is None:
                break
            at = behind
            node = &self.tree.pool.nodes[<int>behind]
            slot = max(range(node.count), key=self._weights(at).__getitem__)
        return tuple(steps)

    def _weights(self, int at):
        cdef InfoNode* node = &self.tree.pool.nodes[at]
        cdef int i
        if self.tree.selection == REGRET_MATCHING:
            return [self.tree.pool.arms[node.first + i].strategy for i in range(node.count)]
        return [self.tree.pool.arms[node.first + i].visits for i in range(node.count)]

    def _likely_nodes(self):
        """{(node, arm offset): the viewer's most visited next node}, nodes with few visits left out."""
        cdef int32_t i, count = <int32_t>self.tree.pool.node_array.count
        cdef InfoNode* node
        cdef int least = 2
        found = {}
        if count:
            least = max(2, self.tree.pool.nodes[0].visits // LINE_SHARE)
        for i in range(1, count):
            node = &self.tree.pool.nodes[i]
            if node.seat == self.tree.viewer and node.parent != NO_NODE and node.visits >= least:
                key = (node.parent, node.slot)
                if key not in found or node.visits > self.tree.pool.nodes[<int32_t>found[key]].visits:
                    found[key] = i
        return found
