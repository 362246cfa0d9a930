"""The policy that a tree has found, frozen: sampled by fresh playouts, exported for exact evaluation, read as lines.

The policy: at the root as the caller says (the trees merged); below it, at a node with at least `trust` visits, the most
visited action (ties: the lower one) or, at a simultaneous choice, the average strategy; elsewhere uniformly random play.
With several trees it is a mixture: one tree is chosen with equal odds after the root and followed to the end.
Fresh playouts use random streams of their own, so their mean has no selection bias, unlike the tree's own mean.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from orienteer.budget cimport Budget, c_now
from orienteer.core.rng cimport Rng, rng_seed, rng_uniform
from orienteer.core.state cimport CHANCE, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, TERMINAL, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.pool cimport Choice, Edge, Node, NodePool, Outcome, find_outcome
from orienteer.mcts.tree cimport Tree

from orienteer.mcts.result import FrozenNode, Step

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    NO_ROW = -1

# Streams of fresh playouts begin here; trees have the streams from 0.
cdef uint64_t FRESH_STREAMS = <uint64_t>1 << 40

cdef struct Group:
    # The root actions of one seat.
    int begin
    int count
    int best
    int second  # NO_ROW where there is one action


cdef class FrozenPolicy:
    """The policy found, below the root by one tree.

    Args:
        tree: the search tree; it must not run while this is in use.
        weights: of every root action (row) in the merged policy.
        trust: visits that a node needs for its own policy to count.
        seed, index, num_trees: fresh playout number `index + k * num_trees` is this tree's, on the stream of that number.
    """

    cdef readonly Tree tree
    cdef State scratch
    cdef Rng rng
    cdef int trust
    cdef uint64_t seed
    cdef int64_t next_round
    cdef int64_t num_rounds
    cdef int num_trees
    cdef int num_rows
    cdef int num_groups
    cdef readonly int64_t playouts
    cdef Group[MAX_PLAYERS] groups
    cdef double* weights
    cdef int64_t* counts
    cdef double* sums
    cdef double* squares
    cdef int64_t[MAX_PLAYERS] pair_counts
    cdef double[MAX_PLAYERS] pair_sums
    cdef double[MAX_PLAYERS] pair_squares

    def __cinit__(self, Tree tree not None, list weights, int trust, uint64_t seed, int index, int num_trees):
        cdef Node* node = &tree.pool.nodes[0]
        cdef int players = tree.num_players, i
        self.tree = tree
        self.scratch = tree.root.clone()
        self.trust = max(trust, 1)
        self.seed = seed
        self.next_round = index
        self.num_trees = num_trees
        self.num_rows = len(weights)
        self.weights = <double*>calloc(self.num_rows + 1, sizeof(double))
        self.counts = <int64_t*>calloc(self.num_rows + 1, sizeof(int64_t))
        self.sums = <double*>calloc((self.num_rows + 1) * players, sizeof(double))
        self.squares = <double*>calloc((self.num_rows + 1) * players, sizeof(double))
        if self.weights == NULL or self.counts == NULL or self.sums == NULL or self.squares == NULL:
            raise MemoryError("frozen policy")
        for i in range(self.num_rows):
            self.weights[i] = weights[i]
            if i == 0 or (node.kind == SIMULTANEOUS and
                          tree.pool.choices[node.first + i].seat != tree.pool.choices[node.first + i - 1].seat):
                self.groups[self.num_groups].begin = i
                self.num_groups += 1
            self.groups[self.num_groups - 1].count += 1
        for i in range(self.num_groups):
            self.c_rank(&self.groups[i])

    def __dealloc__(self):
        free(self.weights)
        free(self.counts)
        free(self.sums)
        free(self.squares)

    cdef int c_rank(self, Group* group) except -1:
        """The rows of most and second most weight; ties go to the lower action."""
        cdef int i
        group.best = group.begin
        group.second = NO_ROW
        for i in range(group.begin + 1, group.begin + group.count):
            if self.weights[i] > self.weights[group.best]:
                group.second = group.best
                group.best = i
            elif group.second == NO_ROW or self.weights[i] > self.weights[group.second]:
                group.second = i
        return 0

    # -- fresh playouts ---------------------------------------------------------------------------------------------------

    def run(self, quota: int, Budget budget not None) -> None:
        """Play rounds until `quota` more playouts are done or the budget is spent; one round at least.

        A round plays, for each seat that chooses, its best and its second action on the same random stream, and two of its
        other actions in turn. At chance and simultaneous roots one more is played with no action fixed.
        """
        cdef int64_t wanted = self.playouts + <int64_t>quota
        with nogil:
            self.c_run(self.scratch, wanted, budget)

    def totals(self) -> tuple[list, list, list, list]:
        """(counts, sums by row and seat, sums of squares, (count, sum, square) of best minus second for each seat that
        chooses); the last row is the root with no action fixed."""
        players = self.tree.num_players
        rows = range(self.num_rows + 1)
        return (
            [self.counts[i] for i in rows],
            [[self.sums[i * players + seat] for seat in range(players)] for i in rows],
            [[self.squares[i * players + seat] for seat in range(players)] for i in rows],
            [(self.pair_counts[g], self.pair_sums[g], self.pair_squares[g]) for g in range(self.num_groups)],
        )

    def seat_groups(self) -> list[tuple[int, int, int, int | None]]:
        """(first row, number of rows, best row, second row) for each seat that chooses at the root."""
        return [
            (self.groups[g].begin, self.groups[g].count, self.groups[g].best,
             None if self.groups[g].second == NO_ROW else self.groups[g].second)
            for g in range(self.num_groups)
        ]

    def ends_at_once(self, row: int) -> bool:
        """Whether the game (or the horizon) is reached by this root action alone, or with forced steps after it."""
        cdef Node* node = &self.tree.pool.nodes[0]
        if node.kind < 0:
            return False
        cdef int32_t child = self.tree.pool.edges[node.first + <int>row].child
        return child != NO_NODE and self.tree.pool.nodes[child].kind == TERMINAL

    cdef int c_run(self, State state, int64_t wanted, Budget budget) except -1 nogil:
        cdef double[MAX_PLAYERS] first
        cdef double[MAX_PLAYERS] second
        cdef double now, last_signal = c_now(), difference
        cdef Group* group
        cdef int64_t turn
        cdef int g, extra, seat, row
        while True:
            turn = 2 * self.num_rounds
            for g in range(self.num_groups):
                # 1. The best and the second action on one stream.
                group = &self.groups[g]
                seat = self.tree.pool.nodes[0].kind
                if seat == SIMULTANEOUS:
                    seat = self.tree.pool.choices[self.tree.pool.nodes[0].first + group.begin].seat
                self.c_sample(state, group.best, first)
                if group.second != NO_ROW:
                    self.c_sample(state, group.second, second)
                    difference = first[seat] - second[seat]
                    self.pair_counts[g] += 1
                    self.pair_sums[g] += difference
                    self.pair_squares[g] += difference * difference
                # 2. Two of the others in turn.
                for extra in range(min(2, group.count - 2)):
                    row = group.begin + <int>((turn + extra) % (group.count - 2))
                    row += row >= min(group.best, group.second)
                    row += row >= max(group.best, group.second)
                    self.c_sample(state, row, first)
            # 3. At chance or a simultaneous choice: the root itself.
            if self.tree.pool.nodes[0].kind < 0:
                self.c_sample(state, self.num_rows, first)
            self.next_round += self.num_trees
            self.num_rounds += 1
            if self.playouts >= wanted or budget.c_spent():
                return 0
            now = c_now()
            if now - last_signal > 0.01:
                last_signal = now
                with gil:
                    PyErr_CheckSignals()

    cdef int c_sample(self, State state, int row, double* values) except -1 nogil:
        """One playout of the policy after root action `row`, on the stream of this round; counts it."""
        cdef Node* node = &self.tree.pool.nodes[0]
        cdef int seat
        cdef int32_t at
        rng_seed(&self.rng, self.seed, FRESH_STREAMS + <uint64_t>self.next_round)
        # 1. The root action; at a simultaneous root the others play the merged strategies.
        state.c_copy_from(self.tree.root)
        if node.kind >= 0:
            at = self.tree.pool.edges[node.first + row].child
            self.tree.c_apply_decision(state, node, self.tree.pool.edges[node.first + row].action)
        elif node.kind == SIMULTANEOUS:
            at = self.c_play_joint(state, node, row)
        else:
            at = 0
        # 2. The policy below, random play beyond it.
        self.c_follow(state, at)
        # 3. Count.
        state.c_returns(self.tree.objective, values)
        self.counts[row] += 1
        for seat in range(self.tree.num_players):
            self.sums[row * self.tree.num_players + seat] += values[seat]
            self.squares[row * self.tree.num_players + seat] += values[seat] * values[seat]
        self.playouts += 1
        return 0

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
            if node.first == NO_NODE or node.visits < self.trust:
                break
            if node.kind >= 0:
                edge = &self.tree.pool.edges[node.first + self.c_best_edge(node)]
                at = edge.child
                self.tree.c_apply_decision(state, node, edge.action)
            else:
                at = self.c_play_joint(state, node, NO_ROW)
        self.tree.c_playout(state, &self.rng)
        return 0

    cdef int c_best_edge(self, Node* node) except -1 nogil:
        cdef Edge* edges = self.tree.pool.edges + node.first
        cdef int i, best = 0
        for i in range(1, node.count):
            if edges[i].visits > edges[best].visits:
                best = i
        return best

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

        A child that is not yielded, or missing among `children`, is where random play begins.
        """
        stack = [0]
        while stack:
            node = self._read(stack.pop())
            if node.player != CHANCE and node.player != TERMINAL:
                if not node.strategies or (node.index and node.visits < self.trust):
                    continue
            for seat, row in node.strategies.items():
                if node.player >= 0:
                    best = max(row, key=row.get)
                    node.strategies[seat] = {action: float(action == best) for action in row}
            yield node
            stack.extend(reversed(node.children.values()))

    def line(self, row: int, length: int = 24) -> tuple[Step, ...]:
        """The most visited continuation from root action `row`, through chance by the most visited outcome."""
        state = self.tree.root.clone()
        steps = []
        index = 0
        while index is not None and len(steps) < length:
            node = self._read(index)
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

    def _read(self, int index):
        """A node as FrozenNode; a decision's strategy is its visits, not yet the policy."""
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
