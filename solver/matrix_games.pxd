"""Stage games: several players choose at once, once. All of it runs without the GIL on memory of the caller."""

from libc.stdint cimport int64_t

cdef enum:
    MAX_SIDE = 512  # rows or columns of a matrix

# Value and optimal mixes of the m×n zero-sum game whose row player receives a[i*n+j]. `x` has room for m, `y` for n, and
# `work` for (m+1)*(n+1) numbers. value[0] is the least that x secures and value[1] the most that y concedes: the game's
# value lies between them, and the two differ by rounding only. Returns 0.
cdef int zero_sum(const double* a, int m, int n, double* x, double* y, double* value, double* work) noexcept nogil

# One equilibrium of a game between `seats` players with counts[k] actions each: payoffs[joint*seats + k], joint actions
# in row-major order (the last seat's action changes fastest). `mixes` receives each seat's probabilities one after
# another, values[k] what seat k expects; `work` has room for stage_work(...) numbers. Returns eps: the most that a single
# seat could gain by deviating. See matrix_games.pyx for which equilibrium is picked.
cdef double general_sum(
    const double* payoffs, int seats, const int* counts, double* mixes, double* values, double* work
) noexcept nogil

# How many numbers of work space a stage needs, by either function.
cdef int64_t stage_work(int seats, const int* counts) noexcept nogil

# Roots in [0, 1], ascending, of the polynomial with these Bernstein coefficients (count of them, at most MAX_SEATS), to within
# `tolerance`; closer ones come out as one. roots has room for 2 * MAX_SEATS. Returns how many; -1 where all are 0.
cdef int symmetric_roots(const double* coefficients, int count, double tolerance, double* roots) noexcept nogil
