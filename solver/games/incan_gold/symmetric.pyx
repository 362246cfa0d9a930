"""The symmetric risk-neutral equilibrium of one Incan Gold round for 1 to 8 players, by backward induction over its stages.

Everyone inside holds the same pocket, so a stage is (players inside, treasures turned up, hazard kinds shown, artifacts in deck and
on the path, pocket, leftovers), and all inside play the same leave probability p there. With k others inside, d[j] is what
leaving pays more than staying when j of them leave; sum of d[j] × the chance that j of k leave, at p, is what a player
gains by leaving, a polynomial whose Bernstein coefficients are the d[j]. Equilibria: its roots; 0 where d[0] ≤ 0; 1 where
d[k] ≥ 0. Of several the one with the highest value is taken, of those the smallest p; where all d are 0, p = 0.

What saves work: what staying pays with nobody else left inside is known from a table, and its sign says which bound (bounds.pyx)
may settle the others' signs; only where the bound does not is a number of leavers looked into. Where all signs are the same p
is 0 or 1. Keys of the stages that a card leads to are the stage's own plus a constant, so their places in the table of stages
are loaded all at once.
"""

cimport cython
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t

from orienteer.games.incan_gold.bounds cimport MOST, RoundBounds, StageC, alone, at_least, at_most
from orienteer.games.incan_gold.cave cimport MAX_DRAWS, MAX_VALUES, NUM_CLASSES, Round, RoundC, Treasures, TreasuresC, cards_left
from orienteer.games.incan_gold.stages cimport StageTable, announce, announce_answer, find
from orienteer.matrix_games cimport symmetric_roots

from typing import NamedTuple

import numpy as np

from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.games.incan_gold.cave_rules import ArtifactStates, TooLarge

cdef enum:
    POLL_EVERY = 1 << 14
    MOST_CHILDREN = MAX_VALUES + NUM_CLASSES + MAX_DRAWS
    INSIDE_BITS = 4
    ARTIFACT_BITS = 5
    HAZARD_BITS = 5
    LEFTOVERS_SHIFT = INSIDE_BITS + ARTIFACT_BITS + HAZARD_BITS

cdef double TOLERANCE = 1e-12


class Stage(NamedTuple):
    """A stage solved: its value and leave probability, and what staying and leaving pay by how many others leave."""

    value: float
    leave: float
    stay_values: tuple
    leave_values: tuple


def round_artifacts(deck, worths):
    """Artifact states of a round with `deck` artifacts: what is in the deck and on the path, taken ones in neither.

    worths[taken][lying]: what a single leaver gets for `lying` artifacts when so many have been taken in this round.
    """
    states = [(left, lying) for left in range(deck, -1, -1) for lying in range(deck - left + 1)]
    number = {state: i for i, state in enumerate(states)}
    return ArtifactStates(
        path=tuple([lying for _, lying in states]),
        deck=tuple([left for left, _ in states]),
        num_path=tuple([lying for _, lying in states]),
        num_deck=tuple([left for left, _ in states]),
        draws=tuple([((left, number[left - 1, lying + 1]),) if left else () for left, lying in states]),
        gains=(tuple([worths[deck - left - lying][lying] for left, lying in states]),),
    )


@cython.final
cdef class SymmetricRound:
    """One round under fixed rules; stages are solved when asked for and kept.

    Args:
        values, counts: the treasures in the deck: distinct values, ascending, and how many cards of each.
        players: inside at the start, 1 to 8.
        classes, shown: hazard kinds with one, two and three copies in the game, and how many of each lie on the path.
        artifacts: their states, see round_artifacts; artifact: the first one's number.
        pocket, leftovers: of each player inside, and on the path, at the start.
        max_states, max_stages: most numbers in a table, most stages kept; TooLarge beyond.
        poll: called with the number of stages every so many; what it raises ends the solve, and what is solved is kept.

    Attributes: num_stages solved; num_mixed of them; num_indifferent, where leaving and staying always pay the same;
    num_several, with more than one equilibrium; largest_gain, the most that one player gains by deviating at one stage.
    """

    cdef readonly int players
    cdef readonly int64_t num_mixed
    cdef readonly int64_t num_indifferent
    cdef readonly int64_t num_several
    cdef readonly double largest_gain
    cdef readonly object states
    cdef readonly int first_hazard
    cdef readonly int first_artifact
    cdef readonly int pocket
    cdef readonly int leftovers
    cdef readonly StageTable stages
    cdef Round _round
    cdef Treasures _treasures
    cdef RoundBounds _bounds
    cdef TreasuresC* t
    cdef RoundC* r
    cdef int[32] emptied  # the artifact state once a single leaver has taken what lies there
    cdef int gem_bits
    cdef uint64_t[MOST + 1][MAX_VALUES] treasure_step  # by how much a treasure among so many changes a key
    cdef int64_t num_answered
    cdef int64_t max_stages
    cdef object poll

    def __cinit__(
        self, values, counts, players, classes=(0, 0, 5), shown=(0, 0, 0), artifacts=None, artifact=0, pocket=0, leftovers=0,
        max_states=400_000_000, max_stages=400_000_000, poll=None,
    ):
        cdef int m, s, k
        if not 1 <= players <= MOST:
            raise OrienteerError(f"symmetric equilibrium: players {players}, allowed: 1 to {MOST}")
        self.players = players
        self.max_stages = max_stages
        self.poll = poll
        self.states = round_artifacts(0, ((0,),)) if artifacts is None else artifacts
        self.pocket, self.leftovers = pocket, leftovers
        self._treasures = Treasures(values, counts, max_states)
        self._round = Round(self._treasures, classes, self.states)
        self.t = &self._treasures.c
        self.r = &self._round.c
        self.first_hazard, self.first_artifact = self._round.hazard(shown), artifact
        index = {state: s for s, state in enumerate(zip(self.states.deck, self.states.path))}
        for s in range(self.r.num_artifacts):
            self.emptied[s] = index[self.states.deck[s], 0]
        self.gem_bits = (pocket + leftovers + self.t.total).bit_length()
        bits = LEFTOVERS_SHIFT + 2 * self.gem_bits + self.t.size.bit_length()
        if bits > 64:
            raise TooLargeError(f"symmetric equilibrium: a stage needs {bits} bits, the limit is 64: shrink the deck or its values")
        for m in range(1, MOST + 1):
            for k in range(self.t.num_values):
                self.treasure_step[m][k] = (
                    <uint64_t>self.t.stride[k] << (LEFTOVERS_SHIFT + 2 * self.gem_bits)
                    | <uint64_t>(self.t.value[k] // m) << (LEFTOVERS_SHIFT + self.gem_bits)
                    | <uint64_t>(self.t.value[k] % m) << LEFTOVERS_SHIFT
                )
        self.stages = StageTable()
        self._bounds = RoundBounds(self._treasures, self._round, players, pocket, leftovers, self.states.gains[0], max_states)

    @property
    def num_stages(self):
        """Stages solved, with two or more inside."""
        return self.stages.count

    @property
    def bytes(self):
        """Memory held by tables and stages."""
        return self.stages.bytes + self._bounds.bytes

    def treasures_index(self, left):
        """The number of the treasures turned up after which so many cards of each value are left."""
        return self._treasures.index(left)

    def hazard_index(self, shown):
        """The number of the state with so many kinds with one, two and three copies on the path."""
        return self._round.hazard(shown)

    # -- answers --------------------------------------------------------------------------------------------------------

    def start_value(self):
        """What each of those inside at the start expects of the round, before the next card."""
        cdef StageC stage = self._start()
        with nogil:
            value = self._stay(&stage, False)
        return value

    def start(self):
        """The decision of those inside at the start."""
        cdef StageC stage = self._start()
        return self._stage_of(&stage)

    def card_value(self, inside, treasures, hazard, artifact, pocket, leftovers):
        """What each of those inside expects before a card is turned up."""
        cdef StageC stage = self._stage(inside, treasures, hazard, artifact, pocket, leftovers)
        with nogil:
            value = self._stay(&stage, False)
        return value

    def single_leaver(self):
        """At the decision at the start with two inside: what a single leaver banks, and what the other expects alone then."""
        cdef StageC stage = self._start()
        cdef StageC after = with_leavers(&stage, 1, self.emptied)
        if stage.inside != 2:
            raise OrienteerError(f"single leaver: {stage.inside} inside, allowed: 2")
        return leave_value(&stage, 0, self._bounds.worth), alone(self._bounds, &after)

    def best_response_value(self):
        """What one player expects of the round who answers the others' equilibrium play as well as he can."""
        cdef StageC stage = self._start()
        with nogil:
            self.stages.with_answers()
            value = self._stay(&stage, True)
        return value

    def best_response_at_start(self):
        """The same of the decision of those inside at the start."""
        cdef StageC stage = self._start()
        cdef uint64_t key = self._key(&stage)
        cdef double p = 0, value
        cdef int64_t place
        with nogil:
            value = self._decide(&stage, &p)
            if stage.inside > 1:
                self.stages.with_answers()
                place = find(self.stages, key)
                value = self._answer(key, place)
        return value

    cdef StageC _start(self):
        cdef StageC stage
        stage.inside, stage.s, stage.h, stage.i = self.players, self.first_artifact, self.first_hazard, 0
        stage.pocket, stage.leftovers = self.pocket, self.leftovers
        return stage

    def stage(self, inside, treasures, hazard, artifact, pocket, leftovers):
        """A decision of those inside. treasures: Treasures.index of what is left; hazard: Round.hazard of what is shown;
        artifact: number of the state in `states`."""
        cdef StageC stage = self._stage(inside, treasures, hazard, artifact, pocket, leftovers)
        return self._stage_of(&stage)

    def leave_probability(self, inside, treasures, hazard, artifact, pocket, leftovers):
        """The chance that one of those inside leaves at a decision; arguments as `stage` takes them."""
        cdef StageC stage = self._stage(inside, treasures, hazard, artifact, pocket, leftovers)
        cdef double p = 0
        if stage.inside == 1:
            return float(leave_value(&stage, 0, self._bounds.worth) > alone(self._bounds, &stage))
        with nogil:
            self._decide(&stage, &p)
        return p

    cdef object _stage_of(self, const StageC* stage):
        cdef StageC after
        cdef double p = 0, value
        cdef int j
        with nogil:
            value = self._decide(stage, &p)
        stays = []
        for j in range(stage.inside):
            after = with_leavers(stage, j, self.emptied)
            stays.append(self._stay(&after, False))
        leaves = tuple([leave_value(stage, j, self._bounds.worth) for j in range(stage.inside)])
        if stage.inside == 1:
            p = float(leaves[0] > stays[0])
        return Stage(value, p, tuple(stays), leaves)

    cdef StageC _stage(self, inside, treasures, hazard, artifact, pocket, leftovers) except *:
        cdef StageC stage
        if not 1 <= inside <= self.players:
            raise OrienteerError(f"inside: {inside}, allowed: 1 to {self.players}")
        if not (0 <= treasures < self.t.size and 0 <= hazard < self.r.num_hazards and 0 <= artifact < self.r.num_artifacts):
            raise OrienteerError(f"stage: treasures {treasures}, hazard {hazard}, artifact {artifact}")
        stage.inside, stage.s, stage.h, stage.i = inside, artifact, hazard, treasures
        stage.pocket, stage.leftovers = pocket, leftovers
        most = self.pocket + self.leftovers + self.t.shown_total[stage.i]
        if pocket < self.pocket or leftovers < 0 or pocket + leftovers > most:
            raise OrienteerError(f"stage: pocket {pocket} and leftovers {leftovers}, with the gems turned up there are {most}")
        return stage

    def table(self, first=0, last=None):
        """The stages in slots first up to last of `stages` (default: all) by column: arrays of equal length, one entry a stage.

        inside, treasures (Treasures.index), hazard, artifact, pocket, leftovers as `stage` takes them; value; leave.
        """
        listed = self.stages.records(first, self.stages.num_slots if last is None else last)
        key = listed["key"]
        gems = (1 << self.gem_bits) - 1
        fields = {
            "inside": key & 15,
            "treasures": key >> (LEFTOVERS_SHIFT + 2 * self.gem_bits),
            "hazard": key >> (INSIDE_BITS + ARTIFACT_BITS) & 31,
            "artifact": key >> INSIDE_BITS & 31,
            "pocket": key >> (LEFTOVERS_SHIFT + self.gem_bits) & gems,
            "leftovers": key >> LEFTOVERS_SHIFT & gems,
        }
        columns = {name: column.astype(np.int32) for name, column in fields.items()}
        return {**columns, "value": listed["value"], "leave": listed["leave"]}

    @property
    def counters(self):
        """What a later solve of the same round must begin with to end like this one."""
        return {
            "mixed": self.num_mixed, "indifferent": self.num_indifferent, "several": self.num_several,
            "largest_gain": self.largest_gain,
        }

    def resume(self, counters):
        """Begin with these counters, the stages that belong to them having been added to `stages`."""
        self.num_mixed, self.num_indifferent = counters["mixed"], counters["indifferent"]
        self.num_several, self.largest_gain = counters["several"], counters["largest_gain"]

    # -- backward induction -----------------------------------------------------------------------------------------------

    cdef inline uint64_t _key(self, const StageC* at) noexcept nogil:
        return (
            <uint64_t>at.i << (LEFTOVERS_SHIFT + 2 * self.gem_bits)
            | <uint64_t>at.pocket << (LEFTOVERS_SHIFT + self.gem_bits)
            | <uint64_t>at.leftovers << LEFTOVERS_SHIFT
            | <uint64_t>at.h << (INSIDE_BITS + ARTIFACT_BITS)
            | <uint64_t>at.s << INSIDE_BITS
            | <uint64_t>at.inside
        )

    cdef inline StageC _unpacked(self, uint64_t key) noexcept nogil:
        cdef StageC at
        cdef uint64_t gems = (<uint64_t>1 << self.gem_bits) - 1
        at.inside = key & 15
        at.s = key >> INSIDE_BITS & 31
        at.h = key >> (INSIDE_BITS + ARTIFACT_BITS) & 31
        at.leftovers = <int>(key >> LEFTOVERS_SHIFT & gems)
        at.pocket = <int>(key >> (LEFTOVERS_SHIFT + self.gem_bits) & gems)
        at.i = <Py_ssize_t>(key >> (LEFTOVERS_SHIFT + 2 * self.gem_bits))
        return at

    cdef double _stay(self, const StageC* at, bint answers) except? -1 nogil:
        """The mean over the next card of what follows: by equilibrium play, or (answers) by the best response to it."""
        cdef const RoundC* r = self.r
        cdef const unsigned char* left = self.t.left + at.i * self.t.num_values
        cdef uint64_t[MOST_CHILDREN] child
        cdef int[MOST_CHILDREN] weight
        cdef uint64_t key = self._key(at)
        cdef double total = 0
        cdef int64_t place
        cdef int k, c, n = 0
        if at.inside == 1:
            return alone(self._bounds, at)
        # 1. Where the card may lead to, announced to the memory.
        for k in range(self.t.num_values):
            if left[k]:
                child[n] = key + self.treasure_step[at.inside][k]
                weight[n] = left[k]
                announce(self.stages, child[n])
                n += 1
        for c in range(NUM_CLASSES):
            if r.fresh[at.h][c]:
                child[n] = key + (<uint64_t>r.step[c] << (INSIDE_BITS + ARTIFACT_BITS))
                weight[n] = r.fresh[at.h][c]
                announce(self.stages, child[n])
                n += 1
        for k in range(r.num_draws[at.s]):
            child[n] = key + (<uint64_t>(r.draw_next[at.s][k] - at.s) << INSIDE_BITS)
            weight[n] = r.draw_weight[at.s][k]
            announce(self.stages, child[n])
            n += 1
        if answers:
            for c in range(n):
                announce_answer(self.stages, child[c])
        # 2. What is not known there is solved.
        for c in range(n):
            place = find(self.stages, child[c])
            if place < 0:
                place = self._solve(child[c])
            total += weight[c] * (self._answer(child[c], place) if answers else self.stages.slots[place].value)
        return total / cards_left(self.t, r, at.s, at.h, at.i)

    cdef double _decide(self, const StageC* at, double* probability) except? -1 nogil:
        """The value of a stage and, with two or more inside, its leave probability."""
        cdef uint64_t key = self._key(at)
        cdef int64_t place
        if at.inside == 1:
            return max(alone(self._bounds, at), <double>leave_value(at, 0, self._bounds.worth))
        place = find(self.stages, key)
        if place < 0:
            place = self._solve(key)
        probability[0] = self.stages.leave[place]
        return self.stages.slots[place].value

    cdef int64_t _solve(self, uint64_t key) except -1 nogil:
        """The slot of a stage with two or more inside that is not there yet."""
        cdef StageC after, at = self._unpacked(key)
        cdef double[MOST] stay
        cdef double[MOST] leaving
        cdef double[MOST] difference
        cdef bint[MOST] known
        cdef double p = 0, value = 0
        cdef int j, others = at.inside - 1, sign = 0
        cdef bint settled
        # 1. What leaving pays, and what staying pays when all others leave.
        for j in range(at.inside):
            leaving[j] = leave_value(&at, j, self._bounds.worth)
            known[j] = False
        after = with_leavers(&at, others, self.emptied)
        stay[others] = alone(self._bounds, &after)
        known[others] = True
        if fabs(stay[others] - leaving[others]) > TOLERANCE:
            sign = 1 if stay[others] > leaving[others] else -1
        # 2. Whether staying (1), or leaving (-1), is as good for every number of leavers: by bounds, else by looking.
        j = others - 1
        while sign and j >= 0:
            after = with_leavers(&at, j, self.emptied)
            # Nobody must mind leaving first, or staying is another equilibrium: the last bound is strict.
            if sign > 0:
                settled = at_least(self._bounds, &after) >= leaving[j]
            else:
                settled = at_most(self._bounds, &after) <= leaving[j] - (0 if j else 2 * TOLERANCE)
            if not settled:
                stay[j] = self._stay(&after, False)
                known[j] = True
                if stay[j] < leaving[j] if sign > 0 else stay[j] > leaving[j]:
                    sign = 0
            j -= 1
        # 3. All leave, in the only equilibrium unless staying is as good where nobody else leaves.
        if sign < 0 and not (known[0] and stay[0] >= leaving[0] - TOLERANCE):
            return self._keep(key, leaving[others], 1)
        # 4. All stay, or a choice among the equilibria.
        for j in range(others - 1 if sign <= 0 else 0, -1, -1):
            if not known[j]:
                after = with_leavers(&at, j, self.emptied)
                stay[j] = self._stay(&after, False)
                known[j] = True
        if sign > 0:
            self._note(leaving[0] - stay[0])
            return self._keep(key, stay[0], 0)
        for j in range(at.inside):
            difference[j] = leaving[j] - stay[j]
        value = self._choose(stay, leaving, difference, at.inside, &p)
        return self._keep(key, value, p)

    cdef double _choose(self, const double* stay, const double* leaving, const double* difference, int inside, double* chosen) except? -1 nogil:
        """The best symmetric equilibrium; see the module's text."""
        cdef double[2 * MOST + 2] candidate  # 0, what symmetric_roots has room for, 1
        cdef int count = 0, first, i, j, roots, others = inside - 1
        cdef double best = 0, value, p, largest = 0
        for j in range(inside):
            largest = max(largest, fabs(difference[j]))
        if largest <= TOLERANCE:
            self.num_indifferent += 1
            chosen[0] = 0
            return stay[0]
        if difference[0] <= TOLERANCE:
            candidate[0] = 0
            count = 1
        first = count
        roots = symmetric_roots(difference, inside, TOLERANCE, candidate + first)
        for i in range(first, first + roots):
            if TOLERANCE < candidate[i] < 1 - TOLERANCE:
                candidate[count] = candidate[i]
                count += 1
        if difference[others] >= -TOLERANCE:
            candidate[count] = 1
            count += 1
        if count == 0:
            with gil:
                found = [difference[j] for j in range(inside)]
                raise OrienteerError(f"symmetric equilibrium: none at a stage with differences {found}")
        self.num_several += count > 1
        for i in range(count):
            p = candidate[i]
            value = stay[0] if p == 0 else mean_by_leavers(leaving, others, p)
            if i == 0 or value > best + TOLERANCE:
                best = value
                chosen[0] = p
        p = chosen[0]
        self._note(max(mean_by_leavers(stay, others, p), mean_by_leavers(leaving, others, p)) - best)
        return best

    cdef double _answer(self, uint64_t key, int64_t place) except? -1 nogil:
        """The value of a stage to one player who answers best, all others inside playing the equilibrium."""
        cdef StageC after, at
        cdef double[MOST] chance
        cdef double stay = 0, leaving = 0
        cdef int j, others
        if self.stages.answer[place] == self.stages.answer[place]:
            return self.stages.answer[place]
        at = self._unpacked(key)
        others = at.inside - 1
        leaver_chances(others, self.stages.leave[place], chance)
        for j in range(at.inside):
            if chance[j] > 0:
                after = with_leavers(&at, j, self.emptied)
                stay += chance[j] * self._stay(&after, True)
                leaving += chance[j] * leave_value(&at, j, self._bounds.worth)
        place = find(self.stages, key)  # the table may have grown
        self.stages.answer[place] = max(stay, leaving)
        self.num_answered += 1
        self._poll(self.num_answered)
        return max(stay, leaving)

    cdef int64_t _keep(self, uint64_t key, double value, double p) except -1 nogil:
        cdef int64_t place
        if self.stages.count >= self.max_stages:
            with gil:
                raise TooLarge(
                    "the stages of a round", self.stages.count + 1, self.max_stages, "the number of players or the deck")
        self.num_mixed += 0 < p < 1
        place = self.stages.add(key, value, p)
        self._poll(self.stages.count)
        return place

    cdef int _poll(self, int64_t count) except -1 nogil:
        if count % POLL_EVERY == 0:
            with gil:
                if self.poll is not None:
                    self.poll(self.stages.count)
        return 0

    cdef void _note(self, double gain) noexcept nogil:
        if gain > self.largest_gain:
            self.largest_gain = gain


# -- a stage ------------------------------------------------------------------------------------------------------------------

cdef inline double leave_value(const StageC* at, int others, const int* worth) noexcept nogil:
    """What a leaver banks when so many others leave too; a single one takes the artifacts."""
    if others == 0:
        return at.pocket + at.leftovers + worth[at.s]
    return at.pocket + at.leftovers // (others + 1)


cdef inline StageC with_leavers(const StageC* at, int others, const int* emptied) noexcept nogil:
    """The stage for those who stay when so many leave."""
    cdef StageC after = at[0]
    after.inside -= others
    if others == 1:
        after.leftovers = 0
        after.s = emptied[at.s]
    elif others > 1:
        after.leftovers = at.leftovers % others
    return after


cdef inline void leaver_chances(int others, double p, double* chance) noexcept nogil:
    """chance[j]: that j of so many leave, each with probability p."""
    cdef int i, j
    chance[0] = 1
    for i in range(others):
        chance[i + 1] = chance[i] * p
        for j in range(i, 0, -1):
            chance[j] = chance[j] * (1 - p) + chance[j - 1] * p
        chance[0] *= 1 - p


cdef inline double mean_by_leavers(const double* values, int others, double p) noexcept nogil:
    cdef double[MOST] chance
    cdef double total = 0
    cdef int j
    leaver_chances(others, p, chance)
    for j in range(others + 1):
        total += chance[j] * values[j]
    return total
