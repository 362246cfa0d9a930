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
from libc.stdint cimport int8_t, uint32_t, uint64_t

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
# late", fitted to 0 and 0.1, is that of four, as the ranking is the same.
WIN_WEIGHTS = {
    2: (-4.551, 1.186, 0.228, 5.034, 4.600, 1.870, 0.053, 0.262, 0.153, 0.055, 0.059, 0.236, 0.029, 0.116, 0.165, 0.300),
    3: (-4.261, 0.940, 0.036, 4.928, 4.600, 2.229, 0.045, 0.269, 0.197, 0.004, -0.005, 0.274, -0.046, 0.104, 0.058, -0.092),
    4: (-4.595, 0.000, 0.353, 5.245, 4.600, 1.323, 0.109, 0.287, 0.178, 0.041, 0.017, 0.170, -0.117, 0.029, 0.038, -0.226),
}
# … then nearness of the best of the others, the square of the share of the rows that is gone, and a constant.
POINTS_WEIGHTS = {
    2: (-0.901, 2.531, -1.182, 2.809, 0.990, 1.462, 0.000, 0.297, 0.003, 0.083, 0.035, 0.385, -0.249, 0.006, 0.035, -0.170,
        -3.960, -6.887, 1.720),
    3: (-1.854, 0.640, -1.771, 3.190, 1.484, 3.000, 0.017, 0.259, 0.103, -0.016, -0.026, 0.305, -0.164, 0.036, 0.012, -0.143,
        -3.029, -5.518, 2.190),
    4: (-2.585, 0.000, -2.181, 3.780, 0.000, 1.004, 0.051, 0.212, 0.102, 0.012, 0.004, 0.142, -0.110, 0.013, 0.020, -0.135,
        -1.621, -4.168, 2.043),
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
