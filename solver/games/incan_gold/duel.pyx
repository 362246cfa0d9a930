"""Incan Gold, two players, last round, objective `win`: exact, any tents, every option.

While both are inside, pocket and leftovers follow from the treasures turned up (value v: v // 2 each, v % 2 on the
path), so a state is (artifacts on the path, hazard kinds shown, treasures turned up) and a decision is a 2x2
constant-sum game. One leaves alone: he banks pocket, leftovers and artifacts, and the other goes on alone against a
fixed total. Both leave: the leftovers are split evenly and the artifacts lost, so the gap stays; `pooled` and
`per_card` therefore give the same shares. Shares are those of seat 0 unless a seat is named. Reproduces rows 14 to 16
of the rules file's known answers.
"""

import numpy as np

from orienteer.games.incan_gold.cave_rules import FRESH, Stopped, Tent, TooLarge, hazard_classes, shown_classes
from orienteer.games.incan_gold.loner import loner_shares

from orienteer.games.incan_gold.cave cimport Round, RoundC, Treasures, TreasuresC, draw

cdef double solve_2x2(double a, double b, double c, double d, double* row_mix, double* column_mix) noexcept nogil:
    # Value of [[a, b], [c, d]] to the row player, who wants it high; the mixes are the shares of row 0 and column 0.
    # A saddle point is taken where there is one, the first row and column on a tie; otherwise both mix.
    cdef double low0 = min(a, b), low1 = min(c, d), high0 = max(a, c), high1 = max(b, d)
    cdef double low = max(low0, low1)
    if low >= min(high0, high1):
        row_mix[0] = 1.0 if low0 >= low1 else 0.0
        column_mix[0] = 1.0 if high0 <= high1 else 0.0
        return low
    # Without a saddle both differences of a sum have one sign: nothing cancels, and the value stays between the
    # entries.
    row_mix[0] = (d - c) / ((a - b) + (d - c))
    column_mix[0] = (d - b) / ((a - c) + (d - b))
    return row_mix[0] * a + (1.0 - row_mix[0]) * c


cdef void both_sweep(
    const TreasuresC* t, const RoundC* r, const double* share0, const double* share1, double level, double* table
) noexcept nogil:
    # share0, share1: the loner's share when seat 0, seat 1 is left alone. level: seat 0's share at the present gap.
    cdef int s, h
    cdef Py_ssize_t i, at
    cdef double stay, mix0, mix1
    for s in range(r.num_artifacts - 1, -1, -1):
        for h in range(r.num_hazards - 1, -1, -1):
            for i in range(t.size - 1, -1, -1):
                at = (<Py_ssize_t>s * r.num_hazards + h) * t.size + i
                stay = draw(t, r, table, r.num_lethal[h] * level, s, h, i)
                table[at] = solve_2x2(stay, share0[at], 1.0 - share1[at], level, &mix0, &mix1)


class LastRoundDuel:
    """The last round between two players. Tents and artifacts are those at the start of the round.

    tents: (gems, artifacts, their points) of both seats. hazard_copies: copies of each kind in the game. in_deck:
    artifacts in the deck at the start, this round's included, as a count or (with `printed`) as printed values; those
    neither there nor in a tent have been lost. max_states: most numbers in one table, 8 bytes each. stop() is called
    between tables.
    """

    def __init__(self, rules, tents, *, hazard_copies=FRESH, in_deck=0, max_states=64_000_000, stop=None):
        last = rules.rounds - 1
        self.rules = rules
        self.tents = (Tent(*tents[0]), Tent(*tents[1]))
        self.hazard_copies = tuple(hazard_copies)
        self.gap = rules.total(self.tents[0]) - rules.total(self.tents[1])
        self._deck = rules.code(in_deck, "in_deck", last)
        self._max_states = max_states
        own = [tent.artifacts for tent in self.tents]
        lost = rules.entered(last) - sum(own) - rules.num_artifacts(self._deck)
        newest = rules.entering(last, 0)
        if lost < 0 or (newest & ~self._deck if rules.printed else newest > self._deck):
            raise ValueError(
                f"in_deck: {in_deck} with {sum(own)} artifacts taken does not fit the start of round {rules.rounds}"
            )
        self._ranks = tuple([rules.rank(count, sum(own), lost) for count in own])
        self._states = rules.artifact_states(self._deck, self._ranks)
        self._treasures = Treasures(rules.values, rules.counts, max_states)
        self._round = Round(self._treasures, hazard_classes(self.hazard_copies, last), self._states)
        needed = self._round.num_states * 3
        if needed > max_states:
            raise TooLarge("two players inside", needed, max_states, "the deck, or the artifacts in it")
        self._level = rules.win_share(self.gap, own[0] - own[1])
        self._solve(stop)

    def _solve(self, stop):
        cdef Round cave = self._round
        cdef Treasures treasures = self._treasures
        cdef double[::1] share0, share1, table
        cdef double level = self._level
        # 1. What the other is worth once one has left, for each state of the path that the leaver can have taken.
        shares = np.empty((2, len(self._states), cave.c.num_hazards * treasures.c.size))
        known = {}
        for s in range(len(self._states)):
            for loner in range(2):
                if stop is not None and stop():
                    raise Stopped(f"stopped at artifact state {s} of {len(self._states)}")
                shares[loner, s] = self._alone(loner, s, known)
        # 2. Both inside, one card more each time. The padding is for draw.
        share0, share1 = shares[0].ravel(), shares[1].ravel()
        values = np.zeros(cave.num_states + treasures.c.size)
        table = values
        with nogil:
            both_sweep(&treasures.c, &cave.c, &share0[0], &share1[0], level, &table[0])
        self._shares = shares
        self._table = values

    def _alone(self, loner, s, known):
        """Shares of seat `loner` when the other leaves with the artifacts of state s, by hazard state and treasures."""
        cdef double[::1] share
        leader = 1 - loner
        rules, states = self.rules, self._states
        rank = rules.rank(self._ranks[loner], self._ranks[loner] + states.num_path[s], 0)
        after = rules.artifact_states(states.deck[s], (rank,))
        base = (self.gap if loner == 1 else -self.gap) + states.gains[leader][s]
        ahead = self.tents[loner].artifacts - self.tents[leader].artifacts - states.num_path[s]
        ties = tuple([rules.win_share(0, ahead + count) for count in after.num_path])
        key = (states.deck[s], rank, base, ties)
        if key not in known:
            share = np.empty(self._round.num_hazards * self._treasures.size)
            cave = Round(self._treasures, self._round.classes, after)
            loner_shares(cave, base, np.array(after.gains[0], np.intc), np.array(ties), share, self._max_states)
            known[key] = np.asarray(share)
        return known[key]

    @property
    def num_states(self):
        """States with both inside."""
        return self._round.num_states

    def start_value(self):
        """Seat 0's share at the start of the round; the choice before the first card is included where there is one."""
        return float(self._table[0]) if self.rules.decide_before_first_card else self._draw(0, 0, 0)

    def stage(self, treasure_left, shown, *, on_path=0, pocket=None, path_gems=None, opening=False):
        """(matrix, value, mix0, mix1) at a decision with both inside, for seat 0's share of the win.

        matrix[i][j]: seat 0's choice i, seat 1's choice j, 0 stay, 1 leave. mix0, mix1: (stay, leave) of an
        equilibrium. treasure_left: cards of each value in the deck. shown: the kinds on the path. on_path: artifacts
        there. pocket and path_gems follow from the treasures and are checked if given. opening: the choice before the
        first card.
        """
        cdef double row_mix = 0.0, column_mix = 0.0
        s, h, i = self._locate(treasure_left, shown, on_path, pocket, path_gems)
        empty = s == 0 and h == 0 and i == 0
        if opening and not (empty and self.rules.decide_before_first_card):
            raise ValueError("opening: needs an empty path and decide_before_first_card")
        if empty and not opening:
            raise ValueError("nothing has been turned up: this is no decision (see card_value)")
        at = h * self._treasures.size + i
        stay = self._draw(s, h, i)
        first, second = float(self._shares[0, s, at]), 1.0 - float(self._shares[1, s, at])
        value = solve_2x2(stay, first, second, self._level, &row_mix, &column_mix)
        return ((stay, first), (second, self._level)), value, (row_mix, 1.0 - row_mix), (column_mix, 1.0 - column_mix)

    def card_value(self, treasure_left, shown, *, on_path=0, pocket=None, path_gems=None):
        """Seat 0's share with both inside just before a card is turned up; arguments as in `stage`."""
        return self._draw(*self._locate(treasure_left, shown, on_path, pocket, path_gems))

    def _draw(self, int s, int h, Py_ssize_t i):
        cdef Round cave = self._round
        cdef Treasures treasures = self._treasures
        cdef double[::1] table = self._table
        cdef double level = self._level
        return draw(&treasures.c, &cave.c, &table[0], cave.c.num_lethal[h] * level, s, h, i)

    def _locate(self, treasure_left, shown, on_path, pocket, path_gems):
        i = self._treasures.index(treasure_left)
        turned_up = [(v, b - a) for v, a, b in zip(self.rules.values, treasure_left, self.rules.counts)]
        for name, given, true in (
            ("pocket", pocket, sum(v // 2 * n for v, n in turned_up)),
            ("path_gems", path_gems, sum(v % 2 * n for v, n in turned_up)),
        ):
            if given is not None and given != true:
                raise ValueError(f"{name}: {given} gems, the treasures turned up make it {true}")
        code = self.rules.code(on_path, "on_path", self.rules.rounds - 1)
        if code not in self._states.path:
            raise ValueError(f"on_path: {on_path} was not in the deck at the start of the round")
        return self._states.path.index(code), self._round.hazard(shown_classes(self.hazard_copies, shown)), i
