"""Lost Explorers' evaluation function: what a position is worth where a search stops looking.

Each seat has a strength, a weighted sum of the features below. The shares of `win` are the strengths' softmax: positive, with the
sum 1. A fifth of them is the softmax of a quarter of the strengths: where one seat is far ahead it still pays for him to go on,
and to win at once pays most. `points` are the clues held and, of those that are still to be had, a share that is the logistic
function of another weighted sum, which also knows how near the best of the others is to winning and how much of the rows is gone.
`margin` is points less the most of the others.

| feature | what it is |
|---|---|
| distance | the fewest steps of both leaders together until the last clue, of 14 |
| nearness | exp(−steps / 4) for the same steps |
| clues | of the four |
| rear, rear late, front late | spaces of the leader further back, of 14; both leaders' times the square of the share of the rows that is gone, for the end without a winner |
| reach, near reach | the three best missions: the steps that the leader goes, and one for a bonus, times 0.8 (0.55) to the power of members' steps until the mission is complete, at least one: one a vehicle that is missing, one a place without a member |
| vehicles, kinds, pairs | vehicles, at most 4 of a colour; colours of which there is one; two |
| members | all of them, beyond those of the start |
| placed | members at locations |
| missions | that wait, at most 4; one that is being turned up is one of them |
| unused | members that the seat to move can still use in this turn |
| wait | seats that come before this one's next turn, of all; the seat to move has 0 |

Weights by number of players: fitted to who won in games of the light policy against itself, some moves being random
(`python -m benchmarks.full.lost_explorers_fit`), with the signs of distance to reach held so that progress is never worth less.
"""

cimport cython
from libc.math cimport exp
from libc.stdint cimport uint32_t, uint64_t

from functools import lru_cache

from orienteer.core.lost_explorers.game cimport LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.rules cimport (
    COLOURS, LEFT, NUM_MAIN, PHASE_2, RIGHT, SEATS, TURN_UP, ExplorersC, RulesC, clues_of, free_members, lowest_bit, members_of,
    open_places, popcount,
)
from orienteer.core.state cimport ERROR, MARGIN, WIN, State
from orienteer.games.lost_explorers.needs cimport Needs, empty_bits
from orienteer.lookahead.valuation cimport Valuation

from orienteer.games.lost_explorers.needs import needs_of

cdef enum:
    DISTANCE = 0
    NEARNESS = 1
    CLUES = 2
    REAR = 3
    REAR_LATE = 4
    FRONT_LATE = 5
    REACH = 6
    NEAR_REACH = 7
    VEHICLES = 8
    KINDS = 9
    PAIRS = 10
    MEMBERS = 11
    PLACED = 12
    MISSIONS = 13
    UNUSED = 14
    WAIT = 15
    NUM_FEATURES = 16
    # Of `points` beside these.
    RIVAL = 16  # nearness of the best of the others
    LATE = 17  # the square of the share of the rows that is gone
    CONSTANT = 18
    NUM_POINT_FEATURES = 19
    FAR = 48  # members' steps, more than any mission needs
    MOST_VEHICLES = 4
    MOST_MISSIONS = 4
    REACHED = 3  # missions whose reach counts: hoarding them is worth nothing

FEATURES = ("distance", "nearness", "clues", "rear", "rear late", "front late", "reach", "near reach", "vehicles", "kinds", "pairs",
            "members", "placed", "missions", "unused", "wait")
cdef double STEPS = 14.0
cdef double MILD = 0.2  # of the shares: by the softmax of strengths times MILDER
cdef double MILDER = 0.25
cdef double NEAR = 4.0  # steps over which nearness falls to 1/e
REACHES = (0.8, 0.55)
# By number of players, in the order of FEATURES. With two and three players few games end without a winner by clues: there "rear
# late", fitted to 0, is that of four, as the ranking is the same.
WIN_WEIGHTS = {
    2: (-4.163, 1.360, 0.284, 4.808, 4.406, 1.593, 0.000, 0.383, 0.158, 0.045, 0.037, 0.281, 0.057, 0.177, 0.149, 0.170),
    3: (-4.023, 1.141, 0.065, 4.776, 4.406, 1.936, 0.000, 0.375, 0.194, 0.008, -0.013, 0.305, -0.024, 0.161, 0.050, -0.181),
    4: (-4.110, 0.393, 0.474, 5.045, 4.406, 0.994, 0.017, 0.453, 0.172, 0.058, 0.010, 0.221, -0.107, 0.140, 0.031, -0.295),
}
# … then nearness of the best of the others, the square of the share of the rows that is gone, and a constant.
POINTS_WEIGHTS = {
    2: (-0.679, 2.562, -1.139, 2.604, 0.892, 1.202, 0.000, 0.367, 0.003, 0.071, 0.022, 0.423, -0.223, 0.010, 0.016, -0.312,
        -3.955, -6.108, 1.537),
    3: (-1.621, 0.864, -1.726, 3.041, 1.315, 2.614, 0.000, 0.324, 0.096, -0.012, -0.029, 0.337, -0.151, 0.059, -0.002, -0.232,
        -3.032, -5.034, 1.953),
    4: (-2.359, 0.000, -2.044, 3.583, 0.000, 0.626, 0.000, 0.315, 0.092, 0.022, 0.002, 0.173, -0.113, 0.067, 0.012, -0.183,
        -1.617, -3.775, 1.798),
}


@cython.final
cdef class LostExplorersValuation(Valuation):
    """The evaluation function under one game's options."""

    cdef const RulesC* rules
    cdef LostExplorers game
    cdef Needs needs
    cdef double[2][FAR] fading  # by feature of reach and members' steps
    cdef double[32] nearness  # by steps
    cdef double[NUM_FEATURES] win
    cdef double[NUM_POINT_FEATURES] points

    def __cinit__(self, LostExplorers game not None):
        cdef int i, j
        self.game = game
        self.rules = &game.rules
        self.needs = needs_of(game.tables)
        for i in range(2):
            for j in range(FAR):
                self.fading[i][j] = REACHES[i] ** j
        for i in range(32):
            self.nearness[i] = exp(-i / NEAR)
        for i in range(NUM_FEATURES):
            self.win[i] = WIN_WEIGHTS[game.num_players][i]
        for i in range(NUM_POINT_FEATURES):
            self.points[i] = POINTS_WEIGHTS[game.num_players][i]

    def features(self, LostExplorersState state not None, int seat) -> list[float]:
        """The seat's, in the order of FEATURES."""
        cdef double[NUM_FEATURES] found
        if not 0 <= seat < self.rules.num_players:
            raise IndexError(f"seat {seat}, the game has {self.rules.num_players}")
        self.describe(&state.s, seat, found)
        return [found[i] for i in range(NUM_FEATURES)]

    def late(self, LostExplorersState state not None) -> float:
        """The square of the share of the rows that is gone."""
        return lateness(self.rules, &state.s)

    cdef int c_value(self, State state, int objective, double* values) except ERROR nogil:
        cdef const ExplorersC* s = &(<LostExplorersState>state).s
        cdef double[SEATS][NUM_FEATURES] features
        cdef int seat, n = self.rules.num_players
        for seat in range(n):
            self.describe(s, seat, features[seat])
        if objective == WIN:
            self.shares(features, values)
        else:
            self.clues_expected(s, features, values)
            if objective == MARGIN:
                to_margins(n, values)
        return 0

    cdef void shares(self, double[NUM_FEATURES]* features, double* values) noexcept nogil:
        cdef int seat, i, n = self.rules.num_players
        cdef double most = -1e9, total = 0, mild_total = 0
        cdef double[SEATS] mild
        for seat in range(n):
            values[seat] = 0
            for i in range(NUM_FEATURES):
                values[seat] += self.win[i] * features[seat][i]
            most = max(most, values[seat])
        for seat in range(n):
            mild[seat] = exp((values[seat] - most) * MILDER)
            mild_total += mild[seat]
            values[seat] = exp(values[seat] - most)
            total += values[seat]
        for seat in range(n):
            values[seat] = (1 - MILD) * values[seat] / total + MILD * mild[seat] / mild_total

    cdef void clues_expected(self, const ExplorersC* s, double[NUM_FEATURES]* features, double* values) noexcept nogil:
        cdef int seat, other, i, n = self.rules.num_players, clues
        cdef double total, rival, late = lateness(self.rules, s)
        for seat in range(n):
            rival = 0
            for other in range(n):
                if other != seat:
                    rival = max(rival, features[other][NEARNESS])
            total = self.points[RIVAL] * rival + self.points[LATE] * late + self.points[CONSTANT]
            for i in range(NUM_FEATURES):
                total += self.points[i] * features[seat][i]
            clues = clues_of(self.rules, s, seat)
            values[seat] = clues + (self.rules.clues_to_win - clues) / (1 + exp(-total))

    cdef void describe(self, const ExplorersC* s, int seat, double* f) noexcept nogil:
        cdef const RulesC* rules = self.rules
        cdef int left = s.leader[seat][LEFT], right = s.leader[seat][RIGHT], steps = self.needs.to_win[left][right]
        cdef int colour, count
        cdef double late = lateness(rules, s)
        # 1. The leaders.
        f[DISTANCE] = steps / STEPS
        f[NEARNESS] = self.nearness[steps]
        f[CLUES] = <double>clues_of(rules, s, seat) / rules.clues_to_win
        f[REAR] = min(left, right) / STEPS
        f[REAR_LATE] = f[REAR] * late
        f[FRONT_LATE] = max(left, right) / STEPS * late
        # 2. Vehicles and missions.
        f[VEHICLES] = f[KINDS] = f[PAIRS] = 0
        for colour in range(COLOURS):
            count = s.vehicles[seat][colour]
            f[VEHICLES] += min(count, <int>MOST_VEHICLES)
            f[KINDS] += count > 0
            f[PAIRS] += count > 1
        self.describe_missions(s, seat, f)
        # 3. Members and tempo.
        f[MEMBERS] = members_of(rules, s, seat) - rules.members
        f[PLACED] = popcount(s.placed[seat])
        f[UNUSED] = max(0, free_members(rules, s, seat)) if s.turn == seat and s.stage != PHASE_2 else 0
        f[WAIT] = <double>((seat - s.turn + rules.num_players) % rules.num_players) / rules.num_players

    cdef void describe_missions(self, const ExplorersC* s, int seat, double* f) noexcept nogil:
        cdef int part, token, track, moved, effort, i, waiting = 0
        cdef uint64_t left
        cdef uint32_t places, empty
        cdef double worth, near
        cdef double[REACHED] best_far, best_near  # the missions with the highest near reach, the highest first
        for i in range(REACHED):
            best_far[i] = best_near[i] = 0
        for part in range(2):
            left = s.start_missions[seat] if part else s.missions[seat]
            while left:
                token = NUM_MAIN * part + lowest_bit(left)
                left &= left - 1
                places = self.rules.places[token] & open_places(self.rules, s)
                track = self.rules.track[self.rules.colour[token]]
                moved = min(self.rules.last_space - s.leader[seat][track], popcount(places))
                if moved == 0:
                    continue
                waiting += 1
                empty = places & ~s.placed[seat]
                effort = self.needs.missing(token, empty_bits(self.needs, token, empty), s.vehicles[seat]) + popcount(empty)
                worth = moved + (s.leader[seat][track] <= s.leader[seat][1 - track])
                effort = max(effort, 1)
                near = worth * self.fading[1][effort]
                i = REACHED - 1
                if near <= best_near[i]:
                    continue
                while i and best_near[i - 1] < near:
                    best_near[i] = best_near[i - 1]
                    best_far[i] = best_far[i - 1]
                    i -= 1
                best_near[i] = near
                best_far[i] = worth * self.fading[0][effort]
        f[REACH] = f[NEAR_REACH] = 0
        for i in range(REACHED):
            f[REACH] += best_far[i]
            f[NEAR_REACH] += best_near[i]
        waiting += s.phase == TURN_UP and s.turn == seat
        f[MISSIONS] = min(waiting, <int>MOST_MISSIONS)


cdef double lateness(const RulesC* rules, const ExplorersC* s) noexcept nogil:
    """The square of the share of the rows that is gone."""
    cdef int colour, rows = s.row_size[LEFT] + s.row_size[RIGHT]
    cdef double gone
    for colour in range(COLOURS):
        rows += s.undealt[colour]
    gone = 1 - <double>rows / rules.num_main
    return gone * gone


cdef void to_margins(int n, double* values) noexcept nogil:
    """Each less the most of the others."""
    cdef double[SEATS] points
    cdef double most
    cdef int seat, other
    for seat in range(n):
        points[seat] = values[seat]
    for seat in range(n):
        most = -1e9
        for other in range(n):
            if other != seat:
                most = max(most, points[other])
        values[seat] = points[seat] - most


@lru_cache(maxsize=16)
def valuation(game: LostExplorers) -> LostExplorersValuation:
    """The evaluation function for a game's options; it has no state of its own, so that searches share it."""
    return LostExplorersValuation(game)
