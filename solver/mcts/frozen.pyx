"""The policy that a tree has found, frozen: sampled by fresh playouts, exported for exact evaluation, read as lines.

The policy: at the root as the caller says (the trees merged); below it, at a node with at least `trust` visits, the most
visited action (ties: the lower one) or, at a simultaneous choice, the average strategy; elsewhere the playout policy.
With several trees it is a mixture: one tree is chosen with equal odds after the root and followed to the end.
"""

from libc.stdint cimport int32_t, uint64_t

from orienteer.core.rng cimport rng_uniform
from orienteer.core.state cimport CHANCE, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, TERMINAL, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.fresh cimport NO_ROW, FreshPlayouts
from orienteer.mcts.pool cimport Choice, Edge, Node, Outcome, find_outcome, is_proven
from orienteer.mcts.tree cimport Tree

from orienteer.mcts.result import FrozenNode, Step


cdef class FrozenPolicy(FreshPlayouts):
    """The policy found, below the root by one tree.

    Args:
        tree: the search tree; it must not run while this is in use.
        weights: of every root action (row) in the merged policy.
        trust: visits that a node needs for its own policy to count.
        seed, index, num_trees: fresh playout number `index + k * num_trees` is this tree's, on the stream of that number.
    """

    cdef readonly Tree tree

    def __cinit__(self, Tree tree not None, list weights, int trust, uint64_t seed, int index, int num_trees):
        self.tree = tree
        seats = [row[0] for row in tree.root_rows()]
        self.set_up(tree.root, tree.objective, seats, weights, tree.root_player < 0, trust, seed, index, num_trees)

    def ends_at_once(self, row: int) -> bool:
        """Whether the game (or the horizon) is reached by this root action alone, or with forced steps after it."""
        cdef Node* node = &self.tree.pool.nodes[0]
        if node.kind < 0:
            return False
        cdef int32_t child = self.tree.pool.edges[node.first + <int>row].child
        return child != NO_NODE and self.tree.pool.nodes[child].kind == TERMINAL

    cdef int c_play(self, State state, int row) except -1 nogil:
        cdef Node* node = &self.tree.pool.nodes[0]
        cdef int32_t at
        # 1. The root action; at a simultaneous root the others play the merged strategies.
        state.c_copy_from(self.tree.root)
        if node.kind >= 0:
            at = self.tree.pool.edges[node.first + row].child
            self.tree.c_apply_decision(state, node, self.tree.pool.edges[node.first + row].action)
        elif node.kind == SIMULTANEOUS:
            at = self.c_play_joint(state, node, row)
        else:
            at = 0
        # 2. The policy below, the playout policy beyond it.
        return self.c_follow(state, at)

    cdef int c_follow(self, State state, int32_t at) except -1 nogil:
        cdef Node* node
        cdef Edge* edge
        cdef int outcome
        while at != NO_NODE:
            node = &self.tree.pool.nodes[at]
            if node.forced:
                self.tree.c_play_forced(state, node.forced)
            if node.kind == TERMINAL:
                return 0
            if node.kind == CHANCE:
                outcome = state.c_sample_chance(&self.rng)
                at = find_outcome(self.tree.pool, node, outcome)
                state.c_apply(outcome)
                continue
            if node.first == NO_NODE or (node.visits < self.trust and not is_proven(self.tree.pool, at)):
                break
            if node.kind >= 0:
                edge = &self.tree.pool.edges[node.first + self.tree.c_best_edge(at)]
                at = edge.child
                self.tree.c_apply_decision(state, node, edge.action)
            else:
                at = self.c_play_joint(state, node, NO_ROW)
        self.tree.c_playout(state, &self.rng, 0)
        return 0

    cdef int32_t c_play_joint(self, State state, Node* node, int row) except -2 nogil:
        """Play a joint action drawn from the average strategies (at the root: the merged ones), choice `row` fixed; returns
        the child. Every seat draws a number, so that streams stay in step whichever row is fixed."""
        cdef int[MAX_PLAYERS] joint
        cdef Choice* choices = self.tree.pool.choices + node.first
        cdef int begin = 0, count, seat, picked, slot = 0, i
        cdef double total, ticket, weight
        cdef bint at_root = node == self.tree.pool.nodes
        for seat in range(self.tree.num_players):
            joint[seat] = NO_ACTION
        while begin < node.count:
            count = 1
            while begin + count < node.count and choices[begin + count].seat == choices[begin].seat:
                count += 1
            total = 0
            for i in range(begin, begin + count):
                total += self.weights[i] if at_root else choices[i].strategy
            ticket = rng_uniform(&self.rng)
            picked = -1
            for i in range(begin, begin + count):
                weight = self.weights[i] if at_root else choices[i].strategy
                ticket -= weight / total if total > 0 else 1.0 / count
                if ticket < 0:
                    picked = i
                    break
            if begin <= row < begin + count:
                picked = row
            elif picked < 0:
                picked = begin + count - 1
            joint[choices[begin].seat] = choices[picked].action
            slot = slot * count + picked - begin
            begin += count
        state.c_apply_joint(joint)
        return self.tree.pool.cells[node.cells + slot].child

    # -- export -----------------------------------------------------------------------------------------------------------

    def nodes(self):
        """Yield the tree's nodes that the policy trusts, as FrozenNode, parents before children; index 0 is the root.

        A child that is not yielded, or missing among `children`, is where the playout policy begins.
        """
        stack = [0]
        while stack:
            node = self.node(stack.pop())
            if node.player != CHANCE and node.player != TERMINAL:
                trusted = node.index == 0 or node.visits >= self.trust or is_proven(self.tree.pool, node.index)
                if not node.strategies or not trusted:
                    continue
            for seat, row in node.strategies.items():
                if node.player >= 0:
                    best = list(row)[self.tree.c_best_edge(node.index)] if node.index else max(row, key=row.get)
                    node.strategies[seat] = {action: float(action == best) for action in row}
            yield node
            stack.extend(reversed(node.children.values()))

    def line(self, row: int, length: int = 24) -> tuple[Step, ...]:
        """The most visited continuation from root action `row`, through chance by the most visited outcome."""
        state = self.tree.root.clone()
        steps = []
        index = 0
        while index is not None and len(steps) < length:
            node = self.node(index)
            if index and node.visits < 2:
                break
            action = self._likely(node, row)
            if action is None:
                break
            index = node.children.get(action)
            visits = 0 if index is None else self.tree.pool.nodes[<int>index].visits
            steps.append(Step(node.player, action, visits))
            if index is None:
                break
            _play(state, node.player, action, node.joint)
            for _ in range(self.tree.pool.nodes[<int>index].forced):
                step = _forced_step(state, visits)
                _play(state, step.player, step.action, False)
                steps.append(step)
        return tuple(steps[:length])

    def _likely(self, node, row):
        """The action, outcome or joint action that a line goes on with, or None."""
        if node.player == CHANCE:
            return max(
                sorted(node.children), key=lambda o: self.tree.pool.nodes[<int>node.children[o]].visits, default=None
            )
        picked = {seat: max(mix, key=mix.get) for seat, mix in node.strategies.items()}
        if node.index == 0:
            seat, action = [(seat, action) for seat, mix in node.strategies.items() for action in mix][row]
            picked[seat] = action
        if node.player >= 0:
            return picked.get(node.player)
        return tuple(picked.get(seat, NO_ACTION) for seat in range(self.tree.num_players)) if picked else None

    def node(self, int index):
        """A node as FrozenNode; a decision's strategy is its visits, not yet the policy.

        Visits that ended at the node because its value is proven count for its best action.
        """
        cdef Node* node = &self.tree.pool.nodes[index]
        cdef Edge* edge
        cdef Outcome* outcome
        cdef Choice* choice
        cdef int i
        children = {}
        strategies = {}
        for i in range(node.count):
            if node.kind == CHANCE:
                outcome = &self.tree.pool.outcomes[node.first + i]
                children[outcome.outcome] = outcome.child
            elif node.kind >= 0:
                edge = &self.tree.pool.edges[node.first + i]
                strategies.setdefault(node.kind, {})[edge.action] = edge.visits if index else self.weights[i]
                if edge.child != NO_NODE:
                    children[edge.action] = edge.child
            else:
                choice = &self.tree.pool.choices[node.first + i]
                strategies.setdefault(choice.seat, {})[choice.action] = choice.strategy if index else self.weights[i]
        if index and node.kind >= 0 and node.first != NO_NODE and is_proven(self.tree.pool, index):
            mix = strategies[node.kind]
            edge = &self.tree.pool.edges[node.first + self.tree.c_best_edge(index)]
            mix[edge.action] += max(0, node.visits - 1 - sum(mix.values()))
        if node.kind == SIMULTANEOUS:
            joints = [(NO_ACTION,) * self.tree.num_players]
            for seat, mix in strategies.items():
                total = sum(mix.values())
                strategies[seat] = {a: weight / total if total else 1 / len(mix) for a, weight in mix.items()}
                joints = [(*joint[:seat], action, *joint[seat + 1:]) for joint in joints for action in mix]
            if strategies:
                cells = [self.tree.pool.cells[node.cells + <int>slot].child for slot in range(len(joints))]
                children = {joint: child for joint, child in zip(joints, cells) if child != NO_NODE}
        return FrozenNode(index, node.kind, bool(node.joint), node.forced, node.visits, strategies, children)


def _play(State state, player, action, joint):
    if joint:
        whole = [actions[0] if actions else NO_ACTION for actions in map(state.legal_actions, range(state.game.num_players))]
        whole[player] = action
        state.apply_joint(whole)
    elif player == SIMULTANEOUS:
        state.apply_joint(list(action))
    else:
        state.apply(action)


def _forced_step(State state, visits):
    cdef int player = state.c_current_player()
    if player == SIMULTANEOUS:
        legal = [state.legal_actions(seat) for seat in range(state.game.num_players)]
        return Step(player, tuple(actions[0] if actions else NO_ACTION for actions in legal), visits)
    return Step(player, state.legal_actions()[0], visits)
