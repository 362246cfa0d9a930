"""Exact best responses to a strategy profile, and from them NashConv."""

from orienteer.equilibrium.treeplex cimport Treeplex

from dataclasses import dataclass

import numpy as np

cdef enum:
    MOST_SEATS = 8


@dataclass(frozen=True)
class Responses:
    """What every seat gets by its strategy (`values`) and by its best response to the others' (`best`), in returns.

    `actions`: by seat, the sequence that the best response plays at each information set.
    """

    values: tuple
    best: tuple
    actions: tuple

    @property
    def gains(self):
        """By how much each seat could do better alone; never below 0 but for rounding."""
        return tuple([best - value for best, value in zip(self.best, self.values)])

    @property
    def nash_conv(self):
        """The sum of all gains, in returns of the objective; 0 at an equilibrium. With two seats and opposed payoffs,
        exploitability is half of it."""
        return sum(self.gains)


def best_responses(form, strategies, plexes=None):
    """Best responses to `strategies` (by seat, a probability a sequence: the last action's).

    `plexes`: the form's Treeplexes by seat, where they are there already; making them costs more than the answer.
    """
    cdef Treeplex plex
    cdef double[::1] strategy, reach, values
    cdef int[::1] best
    cdef double* others[MOST_SEATS]
    cdef int seat, other, k
    if plexes is None:
        plexes = [Treeplex(form, seat) for seat in range(form.num_players)]
    reaches = []
    for plex, given in zip(plexes, strategies):
        strategy = np.ascontiguousarray(given, dtype=np.float64)
        reach = np.zeros(plex.num_sequences)
        plex.reach_of(&strategy[0], &reach[0])
        reaches.append(reach)
    own, most, actions = [], [], []
    for seat in range(form.num_players):
        plex = plexes[seat]
        k = 0
        for other in range(form.num_players):
            if other != seat:
                reach = reaches[other]
                others[k] = &reach[0]
                k += 1
        values = np.zeros(plex.num_sequences)
        best = np.zeros(max(1, plex.num_sets), dtype=np.int32)
        plex.payoffs_of(others, &values[0])
        own.append(float(np.dot(values, reaches[seat])))
        most.append(plex.best_value(&values[0], &best[0]))
        actions.append(np.asarray(best)[: plex.num_sets])
    return Responses(tuple(own), tuple(most), tuple(actions))
