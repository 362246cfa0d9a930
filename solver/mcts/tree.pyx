"""The kernel: Monte Carlo tree search with explicit chance nodes, one new node and one playout an iteration.

Decisions are chosen by UCT (Kocsis and Szepesvari 2006), each seat maximising its own entry of the returns (max^n).
Simultaneous choices are chosen by regret matching on the table of joint means (Lanctot, Lisy and Winands 2013). As in CFR+,
regrets are kept at 0 or above and later strategies weigh more in the average (linearly), which halved NashConv on last
rounds of Incan Gold; that average is meant to approach an equilibrium where two players' interests are opposed, and a
coarse correlated one elsewhere. With values from a growing tree this is measured, not proved.
Decoupled UCT is the option without a guarantee. Chance is drawn by its weights. The tree walks the state that it is given:
of hidden information it knows nothing (see info_tree.pyx).
"""

from libc.math cimport INFINITY, NAN, log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, realloc

from orienteer.core.rng cimport rng_below, rng_uniform
from orienteer.core.state cimport CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, TERMINAL, State
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.kernel cimport REGRET_MATCHING, UCT, WIDEN_ANYWAY, Kernel
from orienteer.mcts.playout cimport Playout
from orienteer.mcts.pool cimport Cell, Choice, Edge, Node, NodePool, find_outcome, is_proven

from orienteer.core.errors import TooLargeError

cdef enum:
    MAX_CELLS = 65536  # joint actions of one simultaneous node
    MAX_FORCED = 30000  # forced steps collapsed into one node
    FADE_VISITS = 100  # after about so many visits exploration in regret matching fades
    FORCED_STAGE = -64  # a simultaneous stage in which nobody has a choice


cdef class Tree(Kernel):
    """One tree of a search.

    Args:
        root: where to search from; copied.
        objective, horizon, selection: codes, checked by the caller (horizon -1 = the end of the game).
        exploration: UCT's constant, in units of the range of returns.
        gamma: share of uniform exploration in regret matching.
        seed, index: fix the tree's random stream.
        max_nodes, max_bytes: when reached, iterations go on without adding nodes.
        allowed: {seat: actions} where the root's actions are restricted, or None.
        playout: policy beyond the tree; None is uniformly random play.
    """

    def __cinit__(self, State root, int objective, int horizon, int selection, double exploration, double gamma,
                  uint64_t seed, uint64_t index, int64_t max_nodes, int64_t max_bytes, object allowed=None,
                  Playout playout=None):
        cdef int joint = 0, kind
        self.set_up(root, objective, horizon, selection, exploration, playout, seed, index)
        self.gamma = gamma
        self.pool = NodePool(max_nodes, max_bytes, self.num_players)
        self.path_room = 256
        self.path = <Step*>realloc(NULL, self.path_room * sizeof(Step))
        if self.path == NULL:
            raise MemoryError("search tree: no memory for the root")
        # The root is never collapsed, so that a forced move is still listed.
        self.allowed = allowed
        kind = self.c_stage(self.scratch, 1, &joint)
        if self.pool.c_add_node(kind, joint, 0) == NO_NODE or (
                kind != TERMINAL and kind != CHANCE and not self.c_expand(self.scratch, 0)):
            raise TooLargeError(f"search tree: the root alone is beyond {max_bytes} bytes; raise memory_mb")
        self.allowed = None

    def __dealloc__(self):
        free(self.path)
        free(self.carried_visits)

    @property
    def root_player(self) -> int:
        """The root's player code; the seat, where one alone has a choice in a simultaneous stage."""
        return self.pool.nodes[0].kind

    @property
    def mixed(self) -> bool:
        """Whether the answer is a mixed strategy, or several."""
        return self.pool.nodes[0].kind == SIMULTANEOUS

    def root_rows(self) -> list[tuple[int, int, int, float, list[float]]]:
        """(seat, action, visits, weight in the found policy, sums of returns by seat) of every root action.

        The weight is visits at a decision; the sum of strategies at a simultaneous choice.
        """
        cdef Node* node = &self.pool.nodes[0]
        cdef Edge* edge
        cdef Choice* choice
        rows = []
        for i in range(node.count if node.kind >= 0 or node.kind == SIMULTANEOUS else 0):
            if node.kind >= 0:
                edge = &self.pool.edges[node.first + i]
                rows.append((node.kind, edge.action, edge.visits, <double>edge.visits,
                             self._root_sums(i, node.kind, edge.visits, edge.sum)))
            else:
                choice = &self.pool.choices[node.first + i]
                rows.append((choice.seat, choice.action, choice.visits, choice.strategy,
                             self._root_sums(i, choice.seat, choice.visits, choice.sum)))
        return rows

    def _root_sums(self, int row, int mover, int visits, double own):
        """Of visits that were carried over only the mover's returns are known; others' are taken to be as those since."""
        cdef int carried = 0 if self.carried_visits == NULL else self.carried_visits[row]
        sums = [self.root_sums[row * self.num_players + seat] for seat in range(self.num_players)]
        if carried:
            sums = [total * visits / (visits - carried) if visits > carried else NAN for total in sums]
            sums[mover] = own
        return sums

    def root_bounds(self) -> list[list[tuple[float, float]]] | None:
        """(least, most) by seat of every root action's value, then of the root's; None where nothing is proven."""
        return None

    def set_arms(self, list rows) -> None:
        """Try these root actions in turn from now on, at a decision; [] lets the tree choose."""
        cdef int i
        for i in range(len(rows)):
            self.arms[i] = rows[i]
        self.num_arms = len(rows)
        self.next_arm = 0

    cdef int c_inherit(self, Tree other) except -1:
        """Remember what the root's actions, and the range of the returns, owe to the other tree."""
        cdef Node* root = &self.pool.nodes[0]
        cdef int i
        self.low, self.high, self.spread = other.low, other.high, other.spread
        self.carried_visits = <int32_t*>calloc(root.count + 1, sizeof(int32_t))
        if self.carried_visits == NULL:
            raise MemoryError("search tree: no memory for the root")
        for i in range(0 if root.kind == CHANCE else root.count):
            self.carried_visits[i] = (
                self.pool.edges[root.first + i].visits if root.kind >= 0 else self.pool.choices[root.first + i].visits
            )
        return 0

    # -- the loop -------------------------------------------------------------------------------------------------------

    cdef int c_iterate(self, State state) except -1 nogil:
        cdef double[MAX_PLAYERS] values
        cdef int[MAX_PLAYERS] joint
        cdef int32_t at = 0, child, slot
        cdef int depth = 0
        cdef Node* node
        cdef Edge* edge
        # 1. Start from the root.
        state.c_copy_from(self.root)
        while True:
            node = &self.pool.nodes[at]
            # 2. At the end (or the horizon) there is nothing to choose.
            if node.kind == TERMINAL:
                break
            # 3. Go down: draw chance, or choose.
            if node.kind == CHANCE:
                slot = state.c_sample_chance(&self.rng)
                child = find_outcome(self.pool, node, slot)
                if self.proving and child == NO_NODE:
                    self.c_meet_outcome(state, slot)
                state.c_apply(slot)
            else:
                if node.first == NO_NODE:
                    if not self.c_expand(state, at):
                        self.playout_nodes += self.c_playout(state, &self.rng, self.playout_turns)
                        break
                    node = &self.pool.nodes[at]
                if node.kind >= 0:
                    slot = self.c_next_arm() if self.num_arms and at == 0 else self.c_select_edge(state, at)
                    edge = &self.pool.edges[node.first + slot]
                    child = edge.child
                    if self.learning:
                        self.playout.c_note(node.kind, edge.action)
                    self.c_apply_decision(state, node, edge.action)
                else:
                    slot = self.c_select_joint(node, joint)
                    child = self.pool.cells[node.cells + slot].child
                    if self.learning:
                        self.c_note_joint(joint)
                    state.c_apply_joint(joint)
            if depth == self.path_room:
                self.c_grow_path()
            self.path[depth].node = at
            self.path[depth].slot = slot
            depth += 1
            # 4. Outside the tree: add one node, play on to the end.
            if child == NO_NODE:
                at = self.c_add_child(state, self.path[depth - 1].node, slot)
                if at == NO_NODE or self.pool.nodes[at].kind != TERMINAL:
                    self.playout_nodes += self.c_playout(state, &self.rng, self.playout_turns)
                break
            at = child
            if self.proving and is_proven(self.pool, at):
                self.c_look_up(at, values)
                return self.c_backup(depth, at, values)
            if self.pool.nodes[at].forced:
                self.c_play_forced(state, self.pool.nodes[at].forced)
        # 5. Back up the returns of all seats.
        self.c_worth(state, values)
        self.c_backup(depth, at, values)
        return 0

    cdef int c_backup(self, int depth, int32_t leaf, const double* values) except -1 nogil:
        cdef Node* node
        cdef Edge* edge
        cdef int i, seat
        if leaf != NO_NODE:
            node = &self.pool.nodes[leaf]
            node.visits += 1
        for i in range(depth):
            node = &self.pool.nodes[self.path[i].node]
            node.visits += 1
            if node.kind >= 0:
                edge = &self.pool.edges[node.first + self.path[i].slot]
                if edge.visits == 0:
                    node.spare -= 1
                edge.visits += 1
                edge.sum += values[node.kind]
            elif node.kind == SIMULTANEOUS:
                self.c_back_up_joint(self.path[i].node, self.path[i].slot, values)
        if depth and self.pool.nodes[0].kind >= 0:
            for seat in range(self.num_players):
                self.root_sums[self.path[0].slot * self.num_players + seat] += values[seat]
        return self.c_note_range(values)

    cdef int c_back_up_joint(self, int32_t node_index, int slot, const double* values) except -1 nogil:
        """Regret of each choice: what the table of joint means says it would have got, less what was got."""
        cdef Node* node = &self.pool.nodes[node_index]
        cdef Choice* row
        cdef Cell* cell
        cdef int players = self.num_players, end = node.count, begin, stride = 1, count, played, i, seat, other
        cdef double got, would
        cdef double* sums
        # Seats from the last to the first: the last one's choice has stride 1.
        while end > 0:
            seat = self.pool.choices[node.first + end - 1].seat
            begin = end
            while begin > 0 and self.pool.choices[node.first + begin - 1].seat == seat:
                begin -= 1
            count = end - begin
            row = &self.pool.choices[node.first + begin]
            played = (slot // stride) % count
            got = values[seat]
            for i in range(count):
                if i == played:
                    continue
                other = node.cells + slot + (i - played) * stride
                cell = &self.pool.cells[other]
                if cell.visits:
                    would = self.pool.cell_sums[<int64_t>other * players + seat] / cell.visits
                elif row[i].visits:
                    would = row[i].sum / row[i].visits
                else:
                    continue
                row[i].regret = max(row[i].regret + would - got, 0)
            row[played].visits += 1
            row[played].sum += got
            if self.selection == UCT:
                row[played].strategy += 1
            if node_index == 0:
                for i in range(players):
                    self.root_sums[(begin + played) * players + i] += values[i]
            stride *= count
            end = begin
        other = node.cells + slot
        cell = &self.pool.cells[other]
        cell.visits += 1
        sums = self.pool.cell_sums + <int64_t>other * players
        for i in range(players):
            sums[i] += values[i]
        return 0

    # -- proofs, in a ProvingTree ---------------------------------------------------------------------------------------

    cdef int c_look_up(self, int32_t at, double* values) except -1 nogil:
        return 0

    cdef int c_meet_outcome(self, State state, int outcome) except -1 nogil:
        return 0

    cdef int c_best_edge(self, int32_t at) noexcept nogil:
        """Of the action that the policy found takes at a decision: the most visited one, ties to the lower."""
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef int i, best = 0
        for i in range(1, node.count):
            if edges[i].visits > edges[best].visits:
                best = i
        return best

    # -- choosing -------------------------------------------------------------------------------------------------------

    cdef int c_next_arm(self) noexcept nogil:
        cdef int arm = self.arms[self.next_arm]
        self.next_arm = (self.next_arm + 1) % self.num_arms
        return arm

    cdef int c_select_edge(self, State state, int32_t at) except -1 nogil:
        """Actions not tried yet come first, in random order, or as the playout policy proposes them."""
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef int i, action, skip, tried = node.count - node.spare
        if node.spare > 0:
            if not self.playout.widening or tried < node.visits / WIDEN_ANYWAY:
                skip = <int>rng_below(&self.rng, node.spare)
                for i in range(node.count):
                    if edges[i].visits == 0:
                        if skip == 0:
                            return i
                        skip -= 1
            if tried < 1 + pow(node.visits, self.playout.widening):
                action = self.playout.c_choose(state, node.kind, &self.rng)
                for i in range(node.count):
                    if edges[i].action == action and (edges[i].visits == 0 or tried == 0):
                        return i
        return self.c_select_tried(at)

    cdef int c_select_tried(self, int32_t at) except -1 nogil:
        """UCT among the actions tried."""
        cdef Node* node = &self.pool.nodes[at]
        cdef Edge* edges = self.pool.edges + node.first
        cdef double score, best_score = -INFINITY, total = log(<double>node.visits)
        cdef int i, best = 0
        for i in range(node.count):
            if edges[i].visits:
                score = edges[i].sum / edges[i].visits + self.spread * sqrt(total / edges[i].visits)
                if score > best_score:
                    best_score = score
                    best = i
        return best

    cdef int c_select_joint(self, Node* node, int* joint) except -1 nogil:
        """Every seat's choice on its own; fills `joint` and returns its row-major index."""
        cdef Choice* row
        cdef int seat, begin = 0, count, picked, slot = 0
        for seat in range(self.num_players):
            joint[seat] = NO_ACTION
        while begin < node.count:
            row = self.pool.choices + node.first + begin
            count = 1
            while begin + count < node.count and row[count].seat == row.seat:
                count += 1
            if count == 1:
                picked = 0
                row.strategy += self.selection == REGRET_MATCHING
            elif self.selection == REGRET_MATCHING:
                picked = self.c_match_regrets(row, count, node.visits)
            else:
                picked = self.c_select_choice(row, count, node.visits)
            joint[row.seat] = row[picked].action
            slot = slot * count + picked
            begin += count
        return slot

    cdef int c_match_regrets(self, Choice* row, int count, int node_visits) except -1 nogil:
        """Regret matching with a share of exploration; later strategies weigh more in the average (linear weights)."""
        cdef double total = 0, share, ticket = rng_uniform(&self.rng)
        # Exploration fades: others answer to it, so a constant share would bend the average away from the equilibrium.
        cdef double gamma = self.gamma / sqrt(1 + node_visits / <double>FADE_VISITS)
        cdef int i, picked = -1
        for i in range(count):
            total += max(row[i].regret, 0)
        for i in range(count):
            share = max(row[i].regret, 0) / total if total > 0 else 1.0 / count
            row[i].strategy += share * node_visits
            ticket -= gamma / count + (1 - gamma) * share
            if ticket < 0 and picked < 0:
                picked = i
        return picked if picked >= 0 else count - 1

    cdef int c_select_choice(self, Choice* row, int count, int visits) except -1 nogil:
        cdef double score, best_score = -INFINITY, total = log(<double>visits) if visits else 0
        cdef int i, best = 0, untried = 0
        for i in range(count):
            if row[i].visits == 0:
                untried += 1
                if rng_below(&self.rng, untried) == 0:
                    best = i
        if untried:
            return best
        for i in range(count):
            score = row[i].sum / row[i].visits + self.spread * sqrt(total / row[i].visits)
            if score > best_score:
                best_score = score
                best = i
        return best

    # -- growing --------------------------------------------------------------------------------------------------------

    cdef int c_stage(self, State state, int least, int* joint) except -128 nogil:
        """Player code of a node; TERMINAL past the horizon. A simultaneous stage where one seat alone has `least` actions
        or more is that seat's (and sets `joint`); where none has, it is FORCED_STAGE."""
        cdef int[MAX_BRANCH] actions
        cdef int seat, chooser = -1, choosers = 0, player = state.c_current_player()
        joint[0] = 0
        if self.horizon >= 0 and player != TERMINAL and state.c_segment(self.horizon) != self.root_segment:
            return TERMINAL
        if player == SIMULTANEOUS:
            for seat in range(self.num_players):
                if self.c_legal(state, seat, actions) >= least:
                    choosers += 1
                    chooser = seat
            if choosers == 1:
                joint[0] = 1
                return chooser
            if choosers == 0:
                return FORCED_STAGE
        return player

    cdef int32_t c_add_child(self, State state, int32_t parent, int32_t slot) except -2 nogil:
        """Add and link the node that `state` is at, once what is forced has been played; NO_NODE when the pool is full."""
        cdef int[MAX_BRANCH] actions
        cdef int64_t[MAX_BRANCH] weights
        cdef int64_t total
        cdef int kind, joint = 0, forced = 0
        cdef int32_t child
        if self.pool.node_array.count >= self.pool.max_nodes:
            self.pool.full = 1
            return NO_NODE
        while forced < MAX_FORCED:
            kind = self.c_stage(state, 2, &joint)
            if kind == TERMINAL or kind == SIMULTANEOUS or joint:
                break
            if kind == CHANCE and state.c_chance_outcomes(actions, weights, &total) > 1:
                break
            if kind >= 0 and state.c_legal_actions(kind, actions) > 1:
                break
            self.c_play_forced(state, 1)
            forced += 1
        child = self.pool.c_add_node(kind, joint, forced)
        if child == NO_NODE:
            return NO_NODE
        if self.pool.nodes[parent].kind == CHANCE:
            self.pool.c_add_outcome(parent, slot, child)
        elif self.pool.nodes[parent].kind >= 0:
            self.pool.edges[self.pool.nodes[parent].first + slot].child = child
        else:
            self.pool.cells[self.pool.nodes[parent].cells + slot].child = child
        return child

    cdef int c_expand(self, State state, int32_t node_index) except -1 nogil:
        """List a node's actions in the pool: 1, or 0 when the pool is full."""
        cdef int[MAX_BRANCH] actions
        cdef Node* node = &self.pool.nodes[node_index]
        cdef int32_t first, cells
        cdef int i, n, seat, count = 0
        cdef int64_t product = 1
        if node.kind >= 0:
            n = self.c_legal(state, node.kind, actions)
            first = self.pool.c_add_edges(n)
            if first == NO_NODE:
                return 0
            for i in range(n):
                self.pool.edges[first + i].action = actions[i]
            node.first = first
            node.count = n
            node.spare = n
            return 1
        for seat in range(self.num_players):
            n = self.c_legal(state, seat, actions)
            count += n
            product *= max(n, 1)
            if product > MAX_CELLS:
                with gil:
                    raise TooLargeError(f"simultaneous choice: {product} joint actions, limit {MAX_CELLS}")
        cells = self.pool.c_add_cells(<int>product)
        first = self.pool.c_add_choices(count) if cells != NO_NODE else NO_NODE
        if first == NO_NODE:
            return 0
        count = 0
        for seat in range(self.num_players):
            n = self.c_legal(state, seat, actions)
            for i in range(n):
                self.pool.choices[first + count].action = actions[i]
                self.pool.choices[first + count].seat = seat
                count += 1
        node.first = first
        node.cells = cells
        node.count = count
        return 1

    cdef int c_legal(self, State state, int seat, int* actions) except -128 nogil:
        """Legal actions, at the root less those that the caller excludes."""
        cdef int i, kept = 0, n = state.c_legal_actions(seat, actions)
        if self.allowed is not None:
            with gil:
                allowed = self.allowed.get(seat)
                if allowed is not None:
                    for i in range(n):
                        if actions[i] in allowed:
                            actions[kept] = actions[i]
                            kept += 1
                    return kept
        return n

    cdef int c_grow_path(self) except -1 nogil:
        cdef Step* grown = <Step*>realloc(self.path, 2 * self.path_room * sizeof(Step))
        if grown == NULL:
            with gil:
                raise MemoryError(f"search tree: path of {2 * self.path_room} steps")
        self.path = grown
        self.path_room *= 2
        return 0

    # -- playing --------------------------------------------------------------------------------------------------------

    cdef int c_apply_decision(self, State state, Node* node, int action) except -1 nogil:
        cdef int[MAX_BRANCH] actions
        cdef int[MAX_PLAYERS] joint
        cdef int seat
        if not node.joint:
            state.c_apply(action)
            return 0
        for seat in range(self.num_players):
            joint[seat] = actions[0] if state.c_legal_actions(seat, actions) else NO_ACTION
        joint[node.kind] = action
        state.c_apply_joint(joint)
        return 0

    cdef int c_play_forced(self, State state, int steps) except -1 nogil:
        """Play steps that have one continuation each."""
        cdef int[MAX_BRANCH] actions
        cdef int64_t[MAX_BRANCH] weights
        cdef int[MAX_PLAYERS] joint
        cdef int64_t total
        cdef int step, seat, player
        for step in range(steps):
            player = state.c_current_player()
            if player == CHANCE:
                state.c_chance_outcomes(actions, weights, &total)
                state.c_apply(actions[0])
            elif player >= 0:
                state.c_legal_actions(player, actions)
                state.c_apply(actions[0])
            else:
                for seat in range(self.num_players):
                    joint[seat] = actions[0] if state.c_legal_actions(seat, actions) else NO_ACTION
                state.c_apply_joint(joint)
        return 0
