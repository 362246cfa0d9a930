"""One seat's side of a sequence form: the tree of its information sets, and what its sequences pay against the others'."""

import numpy as np


cdef class Treeplex:
    """What regret minimisation and best responses need of one seat; made from a sequence form."""

    def __init__(self, form, seat):
        self.seat = seat
        self.first = form.first[seat]
        self.parent = form.parent[seat]
        self.num_sets = len(form.parent[seat])
        self.num_sequences = form.num_sequences[seat]
        self.num_others = form.num_players - 1
        own = form.sequences[:, seat]
        order = np.argsort(own, kind="stable")
        starts = np.searchsorted(own[order], np.arange(self.num_sequences + 1))
        self.row_start = starts.astype(np.int32)
        others = [other for other in range(form.num_players) if other != seat]
        self.other = np.ascontiguousarray(form.sequences[order][:, others].T)
        self.pay = np.ascontiguousarray(form.payoffs[order, seat])

    cdef void payoffs_of(self, double** reach, double* values) noexcept nogil:
        cdef int sequence, row, k
        cdef double total, product
        cdef const int* start = &self.row_start[0]
        cdef const double* pay = &self.pay[0]
        cdef const int* column
        cdef double* other
        if self.num_others == 1:
            column = &self.other[0, 0]
            other = reach[0]
            for sequence in range(self.num_sequences):
                total = 0
                for row in range(start[sequence], start[sequence + 1]):
                    total += pay[row] * other[column[row]]
                values[sequence] = total
            return
        for sequence in range(self.num_sequences):
            total = 0
            for row in range(start[sequence], start[sequence + 1]):
                product = pay[row]
                for k in range(self.num_others):
                    product *= reach[k][self.other[k, row]]
                total += product
            values[sequence] = total

    cdef void reach_of(self, const double* strategy, double* reach) noexcept nogil:
        cdef int number, sequence
        cdef double before
        reach[0] = 1
        for number in range(self.num_sets):
            before = reach[self.parent[number]]
            for sequence in range(self.first[number], self.first[number + 1]):
                reach[sequence] = before * strategy[sequence]

    cdef double best_value(self, double* values, int* best) noexcept nogil:
        cdef int number, sequence, chosen
        for number in range(self.num_sets - 1, -1, -1):
            chosen = self.first[number]
            for sequence in range(chosen + 1, self.first[number + 1]):
                if values[sequence] > values[chosen]:
                    chosen = sequence
            best[number] = chosen
            values[self.parent[number]] += values[chosen]
        return values[0]
