"""One seat's side of a sequence form in C: its information sets, and the payoffs as rows by its sequences."""

cdef class Treeplex:
    cdef readonly int seat
    cdef readonly int num_sets
    cdef readonly int num_sequences
    cdef readonly int num_others
    cdef const int[::1] first  # by set, and one at the end
    cdef const int[::1] parent
    cdef const int[::1] row_start  # by sequence, and one at the end
    cdef const int[:, ::1] other  # [other seat][row]: its sequence
    cdef const double[::1] pay

    # values[sequence] = what it pays when the others play by `reach` (one pointer for each of them).
    cdef void payoffs_of(self, double** reach, double* values) noexcept nogil
    # reach[sequence] = product of the probabilities on the way to it.
    cdef void reach_of(self, const double* strategy, double* reach) noexcept nogil
    # values[parent sequences] += value of each set; the best action's, or the strategy's. Returns values[0].
    cdef double best_value(self, double* values, int* best) noexcept nogil
