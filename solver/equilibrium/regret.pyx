"""Counterfactual regret minimisation over a sequence form: CFR, CFR+, DCFR and PCFR+, seats updated in turn.

One iteration updates every seat once, against the others' newest strategies. The answer is the average strategy. With two seats and
opposed payoffs it approaches an equilibrium; with more seats or other payoffs nothing is guaranteed, and NashConv says how
good it is. Sources: Zinkevich et al. (2007); Tammelin, CFR+ (2014); Brown and Sandholm, Discounted Regret Minimization (2019:
alpha 1.5, beta 0, gamma 2); Farina, Kroer and Sandholm, Predictive Blackwell Approachability (2021: quadratic averaging).
"""

from libc.math cimport pow
from libc.stdint cimport int64_t

from orienteer.budget cimport Budget
from orienteer.equilibrium.treeplex cimport Treeplex

import numpy as np

from orienteer.core.options import one_of

cdef enum:
    CFR = 0
    CFR_PLUS = 1
    DCFR = 2
    PCFR_PLUS = 3
    MOST_SEATS = 8

VARIANTS = ("cfr", "cfr+", "dcfr", "pcfr+")


cdef class RegretMinimizer:
    """Regrets and averages of all seats. `variant` is one of VARIANTS."""

    cdef readonly object form
    cdef readonly str variant
    cdef readonly int64_t iterations
    cdef int _variant
    cdef int _seats
    cdef readonly tuple plexes
    cdef list _kept  # the arrays behind the pointers
    cdef double* _regret[MOST_SEATS]
    cdef double* _last[MOST_SEATS]  # the last iteration's regrets (pcfr+)
    cdef double* _strategy[MOST_SEATS]
    cdef double* _reach[MOST_SEATS]
    cdef double* _sum[MOST_SEATS]
    cdef double* _value[MOST_SEATS]

    def __init__(self, form, variant="pcfr+"):
        cdef Treeplex plex
        cdef int seat, number
        cdef double[::1] strategy
        self.form = form
        self.variant = one_of("variant", variant, VARIANTS)
        self._variant = VARIANTS.index(variant)
        self._seats = form.num_players
        self.plexes = tuple([Treeplex(form, seat) for seat in range(self._seats)])
        self._kept = []
        for seat in range(self._seats):
            plex = self.plexes[seat]
            self._regret[seat] = self._zeros(plex.num_sequences)
            self._last[seat] = self._zeros(plex.num_sequences)
            self._strategy[seat] = self._zeros(plex.num_sequences)
            self._reach[seat] = self._zeros(plex.num_sequences)
            self._sum[seat] = self._zeros(plex.num_sequences)
            self._value[seat] = self._zeros(plex.num_sequences)
            match_regrets(plex, self._regret[seat], NULL, self._strategy[seat])
            plex.reach_of(self._strategy[seat], self._reach[seat])

    cdef double* _zeros(self, int size) except NULL:
        cdef double[::1] kept = np.zeros(size)
        self._kept.append(kept)
        return &kept[0]

    def run(self, iterations, Budget budget=None):
        """So many further iterations, fewer where the budget is spent; other threads may run meanwhile.

        A spent budget may cut an iteration between two seats: averages are then strategies like others, but what a limit in
        iterations alone would not have given.
        """
        cdef int64_t i, count = iterations
        cdef int seat
        cdef Treeplex plex
        for i in range(count):
            for seat in range(self._seats):
                if budget is not None and budget.c_spent():
                    return
                # Weights go by the number of the iteration under way.
                self.iterations += seat == 0
                plex = self.plexes[seat]
                with nogil:
                    self._update(plex)

    cdef int _update(self, Treeplex plex) except -1 nogil:
        """Regrets of one seat, then its strategy and average."""
        cdef int seat = plex.seat, other, k = 0, sequence
        cdef double* reach[MOST_SEATS]
        cdef double weight = 1, kept = 1, positive = 1, negative = 1, t = <double>self.iterations
        for other in range(self._seats):
            if other != seat:
                reach[k] = self._reach[other]
                k += 1
        plex.payoffs_of(reach, self._value[seat])
        if self._variant == CFR_PLUS:
            weight = t
        elif self._variant == PCFR_PLUS:
            weight = t * t
        elif self._variant == DCFR:
            # Before this iteration's regrets are added, the earlier ones are discounted.
            positive = pow(t - 1, 1.5) / (pow(t - 1, 1.5) + 1)
            negative = 0.5
            kept = pow((t - 1) / t, 2)
        add_regrets(
            plex, self._strategy[seat], self._value[seat], self._regret[seat], self._last[seat], positive, negative,
            self._variant == CFR_PLUS or self._variant == PCFR_PLUS,
        )
        # The average is of the strategies that were played against.
        for sequence in range(plex.num_sequences):
            self._sum[seat][sequence] = kept * self._sum[seat][sequence] + weight * self._reach[seat][sequence]
        match_regrets(plex, self._regret[seat], self._last[seat] if self._variant == PCFR_PLUS else NULL, self._strategy[seat])
        plex.reach_of(self._strategy[seat], self._reach[seat])
        return 0

    def average_strategy(self):
        """By seat, the probability of each sequence's last action (float64; 1 for the empty one).

        Sets that were never reached play all actions alike.
        """
        result = []
        for seat in range(self._seats):
            total = np.asarray(self._kept[6 * seat + 4])
            first, parent = self.form.first[seat], self.form.parent[seat]
            sizes = np.diff(first)
            owner = np.repeat(np.arange(len(sizes)), sizes)
            strategy = np.ones(len(total))
            if len(sizes):
                mass = np.add.reduceat(total[1:], first[: len(sizes)] - 1)[owner]
                strategy[1:] = np.where(mass > 0, total[1:] / np.where(mass > 0, mass, 1), 1 / sizes[owner])
            result.append(strategy)
        return tuple(result)


cdef void match_regrets(Treeplex plex, const double* regret, const double* predicted, double* strategy) noexcept nogil:
    """Play each action in proportion to its positive regret (with the last iteration's added, where it predicts)."""
    cdef int number, sequence, begin, end
    cdef double total, share
    for number in range(plex.num_sets):
        begin, end = plex.first[number], plex.first[number + 1]
        total = 0
        for sequence in range(begin, end):
            share = regret[sequence]
            if predicted != NULL:
                share += predicted[sequence]
            strategy[sequence] = share if share > 0 else 0
            total += strategy[sequence]
        for sequence in range(begin, end):
            strategy[sequence] = strategy[sequence] / total if total > 0 else 1.0 / (end - begin)


cdef void add_regrets(
    Treeplex plex, const double* strategy, double* value, double* regret, double* last, double positive, double negative, bint clips,
) noexcept nogil:
    """From the last sets backwards: the value of each, and by how much each action is better."""
    cdef int number, sequence, begin, end
    cdef double mean, gain
    for number in range(plex.num_sets - 1, -1, -1):
        begin, end = plex.first[number], plex.first[number + 1]
        mean = 0
        for sequence in range(begin, end):
            mean += strategy[sequence] * value[sequence]
        for sequence in range(begin, end):
            gain = value[sequence] - mean
            last[sequence] = gain
            gain += regret[sequence] * (positive if regret[sequence] > 0 else negative)
            regret[sequence] = 0 if clips and gain < 0 else gain
        value[plex.parent[number]] += mean
