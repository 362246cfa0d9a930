"""Information-set Monte Carlo tree search, SO and MO (Cowling, Powley and Whitehouse 2012): the kernel.

Every iteration draws a world from the root's Belief and walks it. What is learnt is kept by information set: a decision is
looked up by the chain of tokens that a seat has observed since the root, so that whoever cannot tell two worlds apart
decides alike in them, and a token of 0 changes nothing. MO: the mover's own chain, as if each seat had a tree of its own.
SO: the viewer's chain, and the mover; his node may hold arms that are legal in some of its worlds only. Chance is drawn in
the world and has no nodes; a seat with one legal action has none either. An iteration adds one node (one a mover where
several choose at once) and plays on by the playout policy.

UCT: each seat maximises its own returns (max^n) by mean + c · sqrt(ln(available) / visits). `available` is the number of
iterations that chose at this node while that action was legal, the present one included; at a node whose legal actions
never change it is the number of choices made there. Actions not tried yet come first, in random order; where the playout
policy has an exponent of widening (Couetoux and others 2011), a node with n visits gets its next action only when it has fewer
than 1 + n ** widening, and it is the one that the policy proposes. With hidden information UCT need not approach an
equilibrium, however long it runs.

Smooth UCT (Heinrich and Silver 2015): with odds of max(0.1, 0.9 / (1 + 0.001 · sqrt(visits))) what UCT takes, else a draw by the
visits so far, whose shares are the answer. So each seat answers what the others do on average. That it converges is not proved.

Regret matching (MO only): outcome sampling (Lanctot, Waugh, Zinkevich and Bowling 2009) on trees that grow, with playouts
beyond them (Lisy, Lanctot and Bowling 2015). One seat after the other is the updating one: he alone explores, by a share of
`gamma`, and what came of his actions is weighted by the odds of sampling them; running means serve as baselines (Schmid
and others 2019). The others' average strategies are what is answered. For two seats with opposed interests the average
approaches an equilibrium of the game that begins with the draw from the Belief.

private_roots: the chain of every other seat begins with what he sees in the world drawn, so that his play depends on his
hand; else all his hands share one tree, as in Cowling, Powley and Whitehouse, and his play depends on his hand by what is
legal alone. Regret matching needs it, having no meaning where a seat forgets.
"""

from libc.math cimport INFINITY, log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc

from orienteer.core.rng cimport mix64, rng_below, rng_below64, rng_seed, rng_uniform
from orienteer.core.state cimport (
    CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, TERMINAL, Belief, Key, State,
)
from orienteer.mcts.arena cimport NO_NODE
from orienteer.mcts.info_pool cimport Arm, InfoNode, InfoPool, find_node
from orienteer.mcts.kernel cimport REGRET_MATCHING, SMOOTH_UCT, UCT, WIDEN_ANYWAY, Kernel
from orienteer.mcts.playout cimport Playout

from orienteer.core.errors import OrienteerError, TooLargeError

# Share that the newest value has at least in a baseline: values drift while strategies change.
cdef double BASELINE_STEP = 0.02

# Smooth UCT: the odds of taking what UCT takes at a new node, how fast they fall with the root of visits, and the least they are.
cdef double SMOOTH_SHARE = 0.9
cdef double SMOOTH_DECAY = 0.001
cdef double SMOOTH_FLOOR = 0.1


cdef class InfoTree(Kernel):
    """The trees of one search over information sets.

    Args:
        belief: what the viewer holds true at the root; worlds are drawn from it.
        objective, horizon, selection: codes, checked by the caller (horizon -1 = the end of the game).
        one_tree: SO, the viewer's tokens alone; else MO.
        private_roots: see above.
        exploration: UCT's constant, in units of the range of returns.
        gamma: the updating seat's share of uniform exploration in regret matching.
        seed, index: fix the tree's random stream.
        max_nodes, max_bytes: when reached, iterations go on without adding nodes.
        allowed: {viewer: actions} where the root's actions are restricted, or None.
        playout: policy beyond the tree; None is uniformly random play.
    """

    def __cinit__(self, Belief belief not None, int objective, int horizon, int selection, bint one_tree, bint private_roots,
                  double exploration, double gamma, uint64_t seed, uint64_t index, int64_t max_nodes, int64_t max_bytes,
                  object allowed=None, Playout playout=None):
        cdef int seat
        # Seen by the viewer, the root is alike in all worlds: any of them tells who moves and what is legal.
        cdef State world = belief.game.blank_state()
        rng_seed(&self.rng, seed, index)
        belief.c_sample(&self.rng, world)
        self.set_up(world, objective, horizon, selection, exploration, playout, seed, index)
        self.belief = belief
        self.viewer = belief.viewer
        self.one_tree = one_tree
        self.private_roots = private_roots and not one_tree
        self.gamma = gamma
        self.masked = belief.game.blank_state()
        for seat in range(MAX_PLAYERS):
            self.start[seat] = mix64(<uint64_t>seat + 1)
            self.mover[seat] = mix64(<uint64_t>seat + 1 + MAX_PLAYERS)
        self.pool = InfoPool(max_nodes, max_bytes)
        self.path_room = 64
        self.path = <InfoStep*>realloc(NULL, self.path_room * sizeof(InfoStep))
        if self.path == NULL:
            raise MemoryError("search tree: no memory for the root")
        self.root_kind = world.c_current_player()
        self.root_count = self.c_legal(world, self.viewer, False, self.root_actions)
        if allowed is not None and self.viewer in allowed:
            kept = [action for action in self.root_actions[:self.root_count] if action in allowed[self.viewer]]
            self.root_count = len(kept)
            for i, action in enumerate(kept):
                self.root_actions[i] = action
        if self.root_count:
            self.c_begin(world)
            if self.pool.c_add_node(self.c_node_key(self.viewer), self.viewer, self.root_actions, self.root_count) == NO_NODE:
                raise TooLargeError(f"search tree: the root alone is beyond {max_bytes} bytes; raise memory_mb")

    def __dealloc__(self):
        free(self.path)

    @property
    def root_player(self) -> int:
        """The viewer where he chooses at the root, else the root's player code."""
        return self.viewer if self.root_count else self.root_kind

    @property
    def mixed(self) -> bool:
        """Whether the answer is a mixed strategy."""
        return self.selection != UCT

    def root_rows(self) -> list[tuple[int, int, int, float, list[float]]]:
        """(seat, action, visits, weight in the found policy, sums of returns by seat) of the viewer's root actions.

        The weight is visits with UCT, smooth or not, the average strategy's with regret matching.
        """
        cdef Arm* arm
        rows = []
        for i in range(self.root_count):
            arm = &self.pool.arms[self.pool.nodes[0].first + <int>i]
            sums = [self.root_sums[i * self.num_players + seat] for seat in range(self.num_players)]
            weight = arm.strategy if self.selection == REGRET_MATCHING else <double>arm.visits
            rows.append((self.viewer, arm.action, arm.visits, weight, sums))
        return rows

    def key_at(self, int seat, list chain, State world=None) -> int:
        """Key of the node at which `seat` decides after observing `chain`: tokens since the root, zeros left out. One tree:
        what the viewer has observed. world: one in which the seat sees at the root what he is taken to see; needed with
        private_roots alone."""
        cdef uint64_t hashed
        self.c_begin(self.root if world is None else world)
        hashed = self.chain[self.viewer if self.one_tree else seat]
        for token in chain:
            hashed = link(hashed, <uint64_t>token)
        return hashed ^ self.mover[seat]

    def arms_at(self, int seat, list chain, State world=None) -> list[tuple[int, int, int, float, float]]:
        """(action, visits, choices here while it was legal, weight in the policy found, sum of the seat's returns) by arm of
        the node at which `seat` decides (see `key_at`); [] where the trees have no such node.

        The third and the last are counted by UCT alone.
        """
        cdef Arm* arm
        cdef int32_t at = find_node(self.pool, self.key_at(seat, chain, world))
        rows = []
        if at != NO_NODE:
            for i in range(self.pool.nodes[at].count):
                arm = &self.pool.arms[self.pool.nodes[at].first + <int>i]
                weight = arm.strategy if self.selection == REGRET_MATCHING else <double>arm.visits
                rows.append((arm.action, arm.visits, arm.available, weight, arm.gain))
        return rows

    # -- the loop -------------------------------------------------------------------------------------------------------

    cdef int c_iterate(self, State state) except -1 nogil:
        cdef double[MAX_PLAYERS] values
        cdef int[MAX_PLAYERS] joint
        cdef int player, seat, action = NO_ACTION, where = INSIDE
        cdef bint at_root = True
        # 1. A world in which everything is as the viewer knows it.
        self.belief.c_sample(&self.rng, state)
        self.c_begin(state)
        self.updating = <int>(self.iterations % self.num_players)
        # 2. Go down: draw chance, or choose; each seat takes note of what it sees.
        while where == INSIDE:
            player = state.c_current_player()
            if player == TERMINAL or (self.horizon >= 0 and state.c_segment(self.horizon) != self.root_segment):
                break
            if player == CHANCE:
                state.c_apply(state.c_sample_chance(&self.rng))
            elif player >= 0:
                where = self.c_decide(state, player, at_root, &action)
                if self.learning:
                    self.playout.c_note(player, action)
                state.c_apply(action)
            else:
                for seat in range(self.num_players):
                    where |= self.c_decide(state, seat, at_root, &joint[seat])
                if self.learning:
                    self.c_note_joint(joint)
                state.c_apply_joint(joint)
            at_root = False
            if where == INSIDE:
                self.c_notice(state)
        # 3. Outside the trees: play on to the end.
        if where == OUTSIDE:
            self.playout_nodes += self.c_playout(state, &self.rng, self.playout_turns)
        # 4. Back up the returns.
        self.c_worth(state, values)
        if self.selection == REGRET_MATCHING:
            self.c_back_up_regrets(values)
        else:
            self.c_back_up(values)
        return self.c_note_range(values)

    cdef int c_begin(self, State state) except -1 nogil:
        cdef int seat
        cdef Key key
        self.depth = 0
        self.reach = self.ratio = 1
        for seat in range(self.num_players):
            self.chain[seat] = self.start[seat]
            self.last[seat] = -1
            if self.private_roots and seat != self.viewer:
                self.masked.c_copy_from(state)
                self.masked.c_mask(seat)
                self.masked.c_key(&key)
                self.chain[seat] = link(link(self.start[seat], key.low), key.high)
        return 0

    cdef int c_notice(self, State state) except -1 nogil:
        cdef uint64_t token = 0
        cdef int seat
        if self.one_tree:
            state.c_observed(self.viewer, &token)
            if token:
                self.chain[self.viewer] = link(self.chain[self.viewer], token)
            return 0
        for seat in range(self.num_players):
            state.c_observed(seat, &token)
            if token:
                self.chain[seat] = link(self.chain[seat], token)
        return 0

    cdef uint64_t c_node_key(self, int seat) noexcept nogil:
        """Key of the information set at which `seat` decides now."""
        return self.chain[self.viewer if self.one_tree else seat] ^ self.mover[seat]

    # -- choosing -------------------------------------------------------------------------------------------------------

    cdef int c_decide(self, State state, int seat, bint at_root, int* action) except -1 nogil:
        cdef int[MAX_BRANCH] actions
        cdef int[MAX_BRANCH] slots
        cdef int32_t at
        cdef int i, where = INSIDE, count = self.c_legal(state, seat, at_root, actions)
        cdef InfoNode* node
        cdef InfoStep* step
        # 1. No choice, no node; but a forced move at the root is still counted.
        if count <= 1 and not (at_root and seat == self.viewer and count):
            action[0] = actions[0] if count else NO_ACTION
            return INSIDE
        # 2. The node of this information set, a new one where it is not known.
        at = find_node(self.pool, self.c_node_key(seat))
        if at == NO_NODE:
            where = OUTSIDE
            at = self.pool.c_add_node(self.c_node_key(seat), seat, actions, count)
            if at != NO_NODE and self.last[seat] >= 0:
                self.pool.nodes[at].parent = self.path[self.last[seat]].node
                self.pool.nodes[at].slot = self.path[self.last[seat]].slot
        if at == NO_NODE or not self.pool.c_match(at, actions, count, slots):
            action[0] = self.playout.c_choose(state, seat, &self.rng)
            return OUTSIDE
        # 3. Choose among what is legal here; at a new node as the playout does.
        if self.depth == self.path_room:
            self.c_grow_path()
        node = &self.pool.nodes[at]
        step = &self.path[self.depth]
        step.node = at
        step.seat = seat
        if self.selection == REGRET_MATCHING:
            step.slot = self.c_match_regrets(node, slots, count, step)
        elif where == OUTSIDE:
            action[0] = self.playout.c_choose(state, seat, &self.rng)
            step.slot = 0
            for i in range(count):
                self.pool.arms[node.first + i].available = 1
                if actions[i] == action[0]:
                    step.slot = i
        else:
            step.slot = NO_NODE
            if self.selection == SMOOTH_UCT:
                step.slot = self.c_draw_average(node, slots, count)
            if step.slot == NO_NODE:
                step.slot = self.c_select(state, node, slots, count)
        action[0] = self.pool.arms[node.first + step.slot].action
        self.last[seat] = self.depth
        self.depth += 1
        return where

    cdef int c_legal(self, State state, int seat, bint at_root, int* actions) except -128 nogil:
        """Legal actions; at the root those of the viewer less what the caller excludes."""
        cdef int i
        if not at_root or seat != self.viewer:
            return state.c_legal_actions(seat, actions)
        for i in range(self.root_count):
            actions[i] = self.root_actions[i]
        return self.root_count

    cdef int c_select(self, State state, InfoNode* node, const int* slots, int count) except -1 nogil:
        """The arm that UCT takes among those that are legal in this world."""
        cdef Arm* arms = self.pool.arms + node.first
        cdef Arm* arm
        cdef double score, best_score = -INFINITY, logarithm = 0
        cdef int i, action, tried, best = 0, untried = 0
        cdef int32_t counted = 0
        # 1. Actions not tried yet come first, or as the playout policy proposes them.
        for i in range(count):
            arm = arms + slots[i]
            arm.available += 1
            if arm.visits == 0:
                untried += 1
                if untried == 1 or rng_below(&self.rng, untried) == 0:
                    best = slots[i]
        if untried == count or (untried and not self.playout.widening):
            return best
        if untried:
            tried = count - untried
            if tried < node.visits / WIDEN_ANYWAY:
                return best
            if tried < 1 + pow(node.visits, self.playout.widening):
                action = self.playout.c_choose(state, node.seat, &self.rng)
                for i in range(count):
                    arm = arms + slots[i]
                    if arm.action == action and arm.visits == 0:
                        return slots[i]
        # 2. The highest bound; where availabilities are equal one logarithm serves all.
        for i in range(count):
            arm = arms + slots[i]
            if arm.visits == 0:
                continue
            if arm.available != counted:
                counted = arm.available
                logarithm = log(<double>counted)
            score = arm.gain / arm.visits + self.spread * sqrt(logarithm / arm.visits)
            if score > best_score:
                best_score = score
                best = slots[i]
        return best

    cdef int c_draw_average(self, InfoNode* node, const int* slots, int count) except -2 nogil:
        """An arm drawn by visits among those that are legal in this world; NO_NODE where it is UCT's turn."""
        cdef Arm* arms = self.pool.arms + node.first
        cdef double share = max(SMOOTH_FLOOR, SMOOTH_SHARE / (1 + SMOOTH_DECAY * sqrt(node.visits)))
        cdef int i
        cdef int64_t total = 0, ticket
        if rng_uniform(&self.rng) < share:
            return NO_NODE
        for i in range(count):
            total += arms[slots[i]].visits
        if total == 0:
            return NO_NODE
        for i in range(count):
            arms[slots[i]].available += 1
        ticket = rng_below64(&self.rng, total)
        i = 0
        while ticket >= arms[slots[i]].visits:
            ticket -= arms[slots[i]].visits
            i += 1
        return slots[i]

    cdef int c_match_regrets(self, InfoNode* node, const int* slots, int count, InfoStep* step) except -1 nogil:
        """Draw an arm by regret matching, the updating seat with his share of exploration; others' averages grow."""
        cdef Arm* arms = self.pool.arms + node.first
        cdef double total = 0, share, odds, ticket = rng_uniform(&self.rng)
        cdef double gamma = self.gamma if step.seat == self.updating else 0
        cdef double weight = 1 / self.reach
        cdef int i, picked = -1
        # A seat alone has nobody who grows his average in other iterations.
        if step.seat == self.updating:
            weight = self.ratio if self.num_players == 1 else 0
        if count != node.count or slots[count - 1] != count - 1:
            with gil:
                raise OrienteerError(f"regret matching: seat {step.seat} has {count} legal actions where he had {node.count} "
                                     "after the same observations")
        for i in range(count):
            total += max(arms[i].gain, 0)
        step.sampled = 0
        for i in range(count):
            share = max(arms[i].gain, 0) / total if total > 0 else 1.0 / count
            odds = gamma / count + (1 - gamma) * share
            arms[i].strategy += weight * share
            # The last action with odds above 0 takes what rounding leaves.
            if odds > 0 and (ticket >= 0 or picked < 0):
                picked = i
                step.policy = share
                step.sampled = odds
            ticket -= odds
        step.reach = self.reach
        if step.seat == self.updating:
            self.reach *= step.sampled
            self.ratio *= step.policy / step.sampled
        return picked

    # -- learning -------------------------------------------------------------------------------------------------------

    cdef int c_back_up(self, const double* values) except -1 nogil:
        cdef InfoStep* step
        cdef InfoNode* node
        cdef Arm* arm
        cdef int i, seat
        for i in range(self.depth):
            step = &self.path[i]
            node = &self.pool.nodes[step.node]
            node.visits += 1
            arm = &self.pool.arms[node.first + step.slot]
            arm.visits += 1
            arm.gain += values[step.seat]
            if step.node == 0 and self.root_count:
                for seat in range(self.num_players):
                    self.root_sums[step.slot * self.num_players + seat] += values[seat]
        return 0

    cdef int c_back_up_regrets(self, const double* values) except -1 nogil:
        """From the end backwards: the updating seat's value after each of his sets, and by how much each action beats it."""
        cdef double value = values[self.updating], total, mean, worth, share
        cdef InfoStep* step
        cdef InfoNode* node
        cdef Arm* arms
        cdef Arm* arm
        cdef int i, seat, k = self.depth
        while k > 0:
            k -= 1
            step = &self.path[k]
            node = &self.pool.nodes[step.node]
            arms = self.pool.arms + node.first
            arm = arms + step.slot
            node.visits += 1
            arm.visits += 1
            if step.node == 0 and self.root_count:
                for seat in range(self.num_players):
                    self.root_sums[step.slot * self.num_players + seat] += values[seat]
            if step.seat != self.updating:
                continue
            # 1. The value here: baselines, put right at the action that was sampled.
            worth = arm.baseline + (value - arm.baseline) / step.sampled
            total = mean = 0
            for i in range(node.count):
                total += max(arms[i].gain, 0)
            for i in range(node.count):
                share = max(arms[i].gain, 0) / total if total > 0 else 1.0 / node.count
                mean += share * (worth if i == step.slot else arms[i].baseline)
            # 2. Regrets, each history counted as often as the others and chance lead to it.
            for i in range(node.count):
                arms[i].gain += ((worth if i == step.slot else arms[i].baseline) - mean) / step.reach
            # 3. The baseline of what was sampled.
            arm.baseline += (value - arm.baseline) * max(1.0 / arm.visits, BASELINE_STEP)
            value = mean
        return 0

    cdef int c_grow_path(self) except -1 nogil:
        cdef InfoStep* grown = <InfoStep*>realloc(self.path, 2 * self.path_room * sizeof(InfoStep))
        if grown == NULL:
            with gil:
                raise MemoryError(f"search tree: path of {2 * self.path_room} steps")
        self.path = grown
        self.path_room *= 2
        return 0
