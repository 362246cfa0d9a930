"""The symmetric risk-neutral equilibrium of one Incan Gold round for 1 to 8 players, by backward induction over its stages.

Everyone inside holds the same pocket, so a stage is (players inside, treasures turned up, hazard kinds shown, artifacts in deck and
on the path, pocket, leftovers), and all inside play the same leave probability p there. With k others inside, d[j] is what
leaving pays more than staying when j of them leave; sum of d[j] × the chance that j of k leave, at p, is what a player
gains by leaving, a polynomial whose Bernstein coefficients are the d[j]. Equilibria: its roots; 0 where d[0] ≤ 0; 1 where
d[k] ≥ 0. Of several the one with the highest value is taken, of those the smallest p; where all d are 0, p = 0.

What saves work: before a stage is looked into, the value of staying is bounded. From above by the value of getting everything
alone, from below by that of the best stopping rule on the treasures' shares alone, both tables over all treasures. Where the bounds
settle the signs of all d, p is 0 or 1 and only what it leads to is visited.
"""

cimport cython
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from orienteer.core.state cimport Key
from orienteer.games.incan_gold.cave cimport NUM_CLASSES, Round, RoundC, Treasures, TreasuresC, cards_left
from orienteer.hash_table cimport HashTable
from orienteer.matrix_games cimport symmetric_roots

from typing import NamedTuple

from orienteer.core.errors import OrienteerError
from orienteer.games.incan_gold.cave_rules import ArtifactStates, TooLarge

cdef enum:
    MOST = 8
    POLL_EVERY = 1 << 16

cdef double TOLERANCE = 1e-12

cdef struct PayTableC:
    # table[(s * num_hazards + h) * width + offset[i] + pay]: pay is what a player holds after treasures i.
    Py_ssize_t width
    Py_ssize_t* offset
    double* table

cdef struct StageC:
    int inside
    int s
    int h
    Py_ssize_t i
    int pocket
    int leftovers


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
    cdef readonly int64_t num_stages
    cdef readonly int64_t num_mixed
    cdef readonly int64_t num_indifferent
    cdef readonly int64_t num_several
    cdef readonly double largest_gain
    cdef readonly object states
    cdef readonly int first_hazard
    cdef readonly int first_artifact
    cdef readonly int pocket
    cdef readonly int leftovers
    cdef Round _round
    cdef Treasures _treasures
    cdef TreasuresC* t
    cdef RoundC* r
    cdef PayTableC[MOST + 1] pay  # [1]: everything alone; [m]: the shares of m players
    cdef int[32] worth
    cdef int[32] emptied  # the artifact state once a single leaver has taken what lies there
    cdef HashTable _found
    cdef HashTable _answered
    cdef double* value
    cdef double* leave
    cdef double* answer
    cdef int64_t room
    cdef int64_t answer_room
    cdef int64_t max_states
    cdef int64_t max_stages
    cdef object poll

    def __cinit__(
        self, values, counts, players, classes=(0, 0, 5), shown=(0, 0, 0), artifacts=None, artifact=0, pocket=0, leftovers=0,
        max_states=400_000_000, max_stages=50_000_000, poll=None,
    ):
        cdef int m, s
        if not 1 <= players <= MOST:
            raise OrienteerError(f"symmetric equilibrium: players {players}, allowed: 1 to {MOST}")
        self.players = players
        self.max_states, self.max_stages = max_states, max_stages
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
            self.worth[s] = self.states.gains[0][s]
            self.emptied[s] = index[self.states.deck[s], 0]
        self._found = HashTable()
        self._answered = HashTable()
        for m in range(1, players + 1):
            self._lay(m)
            with nogil:
                fill_pay(self.t, self.r, &self.pay[m], m, self.worth)

    def __dealloc__(self):
        cdef int m
        for m in range(MOST + 1):
            free(self.pay[m].offset)
            free(self.pay[m].table)
        free(self.value)
        free(self.leave)
        free(self.answer)

    cdef int _lay(self, int m) except -1:
        """Room for a table of what a player can hold when m share every treasure (1: takes all of it)."""
        cdef PayTableC* pay = &self.pay[m]
        cdef Py_ssize_t i, size
        cdef int k, total
        pay.offset = <Py_ssize_t*>malloc((self.t.size + 1) * sizeof(Py_ssize_t))
        if pay.offset == NULL:
            raise MemoryError
        pay.width = 0
        for i in range(self.t.size):
            pay.offset[i] = pay.width
            total = self.pocket + (self.leftovers if m == 1 else 0)
            for k in range(self.t.num_values):
                total += (self.t.left[k] - self.t.left[i * self.t.num_values + k]) * (self.t.value[k] // m)
            pay.width += total + 1
        size = pay.width * self.r.num_hazards * self.r.num_artifacts
        if size > self.max_states:
            raise TooLarge("the bounds of a round", size, self.max_states, "the deck")
        pay.table = <double*>malloc(size * sizeof(double))
        if pay.table == NULL:
            raise MemoryError
        return 0

    @property
    def bytes(self):
        """Memory held by tables and stages."""
        cdef int64_t total = self._found.c_bytes() + self._answered.c_bytes() + 8 * (2 * self.room + self.answer_room)
        cdef int m
        for m in range(1, self.players + 1):
            total += self.pay[m].width * self.r.num_hazards * self.r.num_artifacts * 8
        return total

    # -- answers --------------------------------------------------------------------------------------------------------

    def start_value(self):
        """What each of those inside at the start expects of the round, before the next card."""
        cdef StageC stage = self._start()
        return self._stay(&stage, False)

    def start(self):
        """The decision of those inside at the start."""
        cdef StageC stage = self._start()
        return self._stage_of(&stage)

    def card_value(self, inside, treasures, hazard, artifact, pocket, leftovers):
        """What each of those inside expects before a card is turned up."""
        cdef StageC stage = self._stage(inside, treasures, hazard, artifact, pocket, leftovers)
        return self._stay(&stage, False)

    def best_response_value(self):
        """What one player expects of the round who answers the others' equilibrium play as well as he can."""
        cdef StageC stage = self._start()
        return self._stay(&stage, True)

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

    cdef object _stage_of(self, const StageC* stage):
        cdef StageC after
        cdef double p = 0, value = self._decide(stage, &p)
        cdef int j
        stays = []
        for j in range(stage.inside):
            after = with_leavers(stage, j, self.emptied)
            stays.append(self._stay(&after, False))
        if stage.inside == 1:
            p = float(leave_value(stage, 0, self.worth) > stays[0])
        return Stage(value, p, tuple(stays), tuple([leave_value(stage, j, self.worth) for j in range(stage.inside)]))

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

    # -- backward induction -----------------------------------------------------------------------------------------------

    cdef double _stay(self, const StageC* at, bint answers) except? -1:
        """The mean over the next card of what follows: by equilibrium play, or (answers) by the best response to it."""
        cdef const TreasuresC* t = self.t
        cdef const RoundC* r = self.r
        cdef const unsigned char* left = t.left + at.i * t.num_values
        cdef StageC following = at[0]
        cdef double total = 0
        cdef int k, c
        if at.inside == 1:
            return alone(t, r, &self.pay[1], at)
        for k in range(t.num_values):
            if left[k]:
                following.i = at.i + t.stride[k]
                following.pocket = at.pocket + t.value[k] // at.inside
                following.leftovers = at.leftovers + t.value[k] % at.inside
                total += left[k] * (self._answer(&following) if answers else self._decide(&following, NULL))
        following = at[0]
        for c in range(NUM_CLASSES):
            if r.fresh[at.h][c]:
                following.h = at.h + r.step[c]
                total += r.fresh[at.h][c] * (self._answer(&following) if answers else self._decide(&following, NULL))
        following.h = at.h
        for k in range(r.num_draws[at.s]):
            following.s = r.draw_next[at.s][k]
            total += r.draw_weight[at.s][k] * (self._answer(&following) if answers else self._decide(&following, NULL))
        return total / cards_left(t, r, at.s, at.h, at.i)

    cdef double _decide(self, const StageC* at, double* probability) except? -1:
        """The value of a stage and, where asked for, its leave probability."""
        cdef double[MOST] low
        cdef double[MOST] high
        cdef double p = 0, value = 0
        cdef Key key
        cdef int64_t number
        if at.inside == 1:
            return self.pay[1].table[(at.s * self.r.num_hazards + at.h) * self.pay[1].width + self.pay[1].offset[at.i]
                                     + at.pocket + at.leftovers]
        key = key_of(at)
        number = self._found.c_find(&key)
        if number < 0:
            value = self._solve(at, low, high, &p)
            number = self._keep(&key, value, p)
        if probability != NULL:
            probability[0] = self.leave[number]
        return self.value[number]

    cdef double _solve(self, const StageC* at, double* low, double* high, double* probability) except? -1:
        cdef StageC after
        cdef double[MOST] leaving
        cdef double[MOST] difference
        cdef int j, sign, others = at.inside - 1
        # 1. What staying and leaving pay by how many others leave, bounded; with nobody else left inside it is exact.
        for j in range(at.inside):
            leaving[j] = leave_value(at, j, self.worth)
            after = with_leavers(at, j, self.emptied)
            if j == others:
                low[j] = high[j] = alone(self.t, self.r, &self.pay[1], &after)
            else:
                bound(self.t, self.r, &self.pay[1], &self.pay[after.inside], &after, &low[j], &high[j])
        # 2. What is not settled is looked into, fewest players first, until all signs are the same or all is known.
        j = others - 1
        while True:
            sign = settled(low, high, leaving, at.inside)
            if sign < 0:
                probability[0] = 1
                return leaving[others]
            while j >= 0 and (low[j] == high[j] or (sign > 0 and j > 0)):
                j -= 1
            if j < 0:
                break
            after = with_leavers(at, j, self.emptied)
            low[j] = high[j] = self._stay(&after, False)
        # 3. All stay, or a choice among the equilibria.
        if sign > 0:
            self._note(leaving[0] - low[0])
            return low[0]
        for j in range(at.inside):
            difference[j] = leaving[j] - low[j]
        return self._choose(low, leaving, difference, at.inside, probability)

    cdef double _choose(self, const double* stay, const double* leaving, const double* difference, int inside, double* chosen) except? -1:
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
            raise OrienteerError(f"symmetric equilibrium: none at a stage with differences {[difference[j] for j in range(inside)]}")
        self.num_several += count > 1
        for i in range(count):
            p = candidate[i]
            value = stay[0] if p == 0 else mean_by_leavers(leaving, others, p)
            if i == 0 or value > best + TOLERANCE:
                best = value
                chosen[0] = p
        p = chosen[0]
        self.num_mixed += 0 < p < 1
        self._note(max(mean_by_leavers(stay, others, p), mean_by_leavers(leaving, others, p)) - best)
        return best

    cdef double _answer(self, const StageC* at) except? -1:
        """The value of a stage to one player who answers best, all others inside playing the equilibrium."""
        cdef StageC after
        cdef double[MOST] chance
        cdef double p = 0, stay = 0, leaving = 0
        cdef int j, others = at.inside - 1
        cdef Key key = key_of(at)
        cdef int64_t number
        if at.inside == 1:
            return self._decide(at, NULL)
        number = self._answered.c_find(&key)
        if number >= 0:
            return self.answer[number]
        self._decide(at, &p)
        leaver_chances(others, p, chance)
        for j in range(at.inside):
            if chance[j] > 0:
                after = with_leavers(at, j, self.emptied)
                stay += chance[j] * self._stay(&after, True)
                leaving += chance[j] * leave_value(at, j, self.worth)
        number = self._answered.count
        if number >= self.answer_room:
            self.answer = <double*>grown(self.answer, &self.answer_room)
        self.answer[number] = max(stay, leaving)
        self._answered.c_find_or_add(&key, number)
        return max(stay, leaving)

    cdef int64_t _keep(self, const Key* key, double value, double p) except -1:
        cdef int64_t number = self._found.count, room = self.room
        if number >= self.max_stages:
            raise TooLarge("the stages of a round", number + 1, self.max_stages, "the number of players or the deck")
        if number >= self.room:
            self.value = <double*>grown(self.value, &room)
            self.leave = <double*>grown(self.leave, &self.room)
        self.value[number] = value
        self.leave[number] = p
        self.num_stages = number + 1
        if self.poll is not None and number % POLL_EVERY == 0:
            self.poll(number)
        return self._found.c_find_or_add(key, number)

    cdef void _note(self, double gain) noexcept nogil:
        if gain > self.largest_gain:
            self.largest_gain = gain


# -- a stage ------------------------------------------------------------------------------------------------------------------

cdef inline Key key_of(const StageC* at) noexcept nogil:
    cdef Key key
    key.low = <uint64_t>at.i << 20 | <uint64_t>at.h << 12 | <uint64_t>at.s << 4 | <uint64_t>at.inside
    key.high = <uint64_t>at.pocket << 32 | <uint64_t>at.leftovers
    return key


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


cdef inline int settled(const double* low, const double* high, const double* leaving, int inside) noexcept nogil:
    """1: everybody stays, in the only equilibrium; -1: everybody leaves; 0: not known."""
    cdef int j, others = inside - 1
    cdef bint stays = low[others] > leaving[others] + TOLERANCE, leaves = high[0] < leaving[0] - TOLERANCE
    for j in range(inside):
        stays = stays and low[j] >= leaving[j]
        leaves = leaves and high[j] <= leaving[j]
    return 1 if stays else -1 if leaves else 0


# -- bounds -------------------------------------------------------------------------------------------------------------------

cdef void fill_pay(const TreasuresC* t, const RoundC* r, PayTableC* pay, int m, const int* worth) noexcept nogil:
    """The best stopping rule for a player who gets value // m of every treasure, alone with m = 1 also the artifacts."""
    cdef int s, h, k, c, held, most
    cdef Py_ssize_t i
    cdef double* row
    cdef double total, left
    cdef double* slab
    for s in range(r.num_artifacts - 1, -1, -1):
        for h in range(r.num_hazards - 1, -1, -1):
            slab = pay.table + (<Py_ssize_t>s * r.num_hazards + h) * pay.width
            for i in range(t.size - 1, -1, -1):
                most = (pay.offset[i + 1] if i + 1 < t.size else pay.width) - pay.offset[i]
                left = cards_left(t, r, s, h, i)
                row = slab + pay.offset[i]
                for held in range(most):
                    total = 0
                    for k in range(t.num_values):
                        if t.left[i * t.num_values + k]:
                            total += t.left[i * t.num_values + k] * slab[pay.offset[i + t.stride[k]] + held + t.value[k] // m]
                    for c in range(NUM_CLASSES):
                        if r.fresh[h][c]:
                            total += r.fresh[h][c] * row[held + r.step[c] * pay.width]
                    for k in range(r.num_draws[s]):
                        total += r.draw_weight[s][k] * row[held + (r.draw_next[s][k] - s) * r.num_hazards * pay.width]
                    row[held] = max(total / left, <double>held + (worth[s] if m == 1 else 0))


cdef double alone(const TreasuresC* t, const RoundC* r, const PayTableC* pay, const StageC* at) noexcept nogil:
    """What staying pays the only one inside: leftovers are as good as his, and every treasure is."""
    cdef const double* slab = pay.table + (<Py_ssize_t>at.s * r.num_hazards + at.h) * pay.width
    cdef int k, c, held = at.pocket + at.leftovers
    cdef double total = 0
    for k in range(t.num_values):
        if t.left[at.i * t.num_values + k]:
            total += t.left[at.i * t.num_values + k] * slab[pay.offset[at.i + t.stride[k]] + held + t.value[k]]
    for c in range(NUM_CLASSES):
        if r.fresh[at.h][c]:
            total += r.fresh[at.h][c] * slab[pay.offset[at.i] + held + r.step[c] * pay.width]
    for k in range(r.num_draws[at.s]):
        total += r.draw_weight[at.s][k] * slab[
            pay.offset[at.i] + held + (r.draw_next[at.s][k] - at.s) * r.num_hazards * pay.width]
    return total / cards_left(t, r, at.s, at.h, at.i)


cdef void bound(
    const TreasuresC* t, const RoundC* r, const PayTableC* all_of_it, const PayTableC* shares, const StageC* at, double* low,
    double* high,
) noexcept nogil:
    """Bounds on what staying pays each of at least two inside: the next card as it is, then a table."""
    cdef Py_ssize_t slab = <Py_ssize_t>at.s * r.num_hazards + at.h, place
    cdef int k, c, pocket, leftovers, m = at.inside
    cdef double total = cards_left(t, r, at.s, at.h, at.i), below = 0, above = 0
    for k in range(t.num_values):
        if t.left[at.i * t.num_values + k]:
            pocket = at.pocket + t.value[k] // m
            leftovers = at.leftovers + t.value[k] % m
            place = at.i + t.stride[k]
            above += t.left[at.i * t.num_values + k] * all_of_it.table[slab * all_of_it.width + all_of_it.offset[place] + pocket + leftovers]
            below += t.left[at.i * t.num_values + k] * max(
                shares.table[slab * shares.width + shares.offset[place] + pocket], <double>(pocket + leftovers // m))
    for c in range(NUM_CLASSES):
        if r.fresh[at.h][c]:
            place = slab + r.step[c]
            above += r.fresh[at.h][c] * all_of_it.table[place * all_of_it.width + all_of_it.offset[at.i] + at.pocket + at.leftovers]
            below += r.fresh[at.h][c] * max(
                shares.table[place * shares.width + shares.offset[at.i] + at.pocket], <double>(at.pocket + at.leftovers // m))
    for k in range(r.num_draws[at.s]):
        place = slab + (r.draw_next[at.s][k] - at.s) * r.num_hazards
        above += r.draw_weight[at.s][k] * all_of_it.table[place * all_of_it.width + all_of_it.offset[at.i] + at.pocket + at.leftovers]
        below += r.draw_weight[at.s][k] * max(
            shares.table[place * shares.width + shares.offset[at.i] + at.pocket], <double>(at.pocket + at.leftovers // m))
    low[0] = below / total
    high[0] = above / total


cdef void* grown(void* numbers, int64_t* room) except NULL:
    """Twice the room for doubles."""
    cdef int64_t wanted = max(<int64_t>1024, 2 * room[0])
    cdef void* larger = realloc(numbers, wanted * sizeof(double))
    if larger == NULL:
        raise MemoryError(f"{wanted * 8:,} bytes")
    room[0] = wanted
    return larger
