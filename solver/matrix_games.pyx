"""Solve stage games, in which every player chooses once and at the same time.

Zero-sum between two: a saddle point where there is one, 2×2 in closed form, else the simplex method on a condensed
tableau (Dantzig 1951), largest coefficient first with a change to Bland's rule, so that it cannot cycle. The answer is
checked against the matrix itself: both bounds are returned.

General-sum, in this order, with ties won by the first in row-major order:
1. of the pure equilibria, the one with the highest sum of payoffs;
2. two players whose payoffs add up to a constant: the zero-sum solution;
3. two players with two actions: the mixed equilibrium in closed form (it exists where no pure one does);
4. regret matching+ with linear averaging (Tammelin 2014); the answer is the average, its eps is measured. With more than
   two players convergence is not guaranteed, the measured eps is.
Payoffs within 1e-12 of their scale count as equal.
"""

cimport cython
from libc.math cimport INFINITY, fabs, fmax, fmin
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from orienteer.core.errors import OptionError, TooLargeError

cdef enum:
    MAX_SEATS = 8
    ROUNDS = 2000  # of regret matching
    CHECK_EVERY = 50

cdef double TIE = 1e-12
cdef double PIVOT = 1e-11


# -- zero-sum ---------------------------------------------------------------------------------------------------------

cdef int zero_sum(const double* a, int m, int n, double* x, double* y, double* value, double* work) noexcept nogil:
    cdef int i, j
    cdef double least, most, low = -INFINITY, high = INFINITY, sum
    cdef int row = 0, column = 0
    for i in range(m):
        x[i] = 0
    for j in range(n):
        y[j] = 0
    # 1. A saddle point: the best of the rows' least is the least of the columns' most.
    for i in range(m):
        least = INFINITY
        for j in range(n):
            least = fmin(least, a[i * n + j])
        if least > low:
            low, row = least, i
    for j in range(n):
        most = -INFINITY
        for i in range(m):
            most = fmax(most, a[i * n + j])
        if most < high:
            high, column = most, j
    if low >= high:
        x[row] = y[column] = 1
        value[0] = value[1] = low
        return 0
    # 2. Without one, a 2×2 game makes both players indifferent.
    if m == 2 and n == 2:
        sum = a[0] - a[1] - a[2] + a[3]
        x[0] = fmin(fmax((a[3] - a[2]) / sum, 0), 1)
        y[0] = fmin(fmax((a[3] - a[1]) / sum, 0), 1)
        x[1] = 1 - x[0]
        y[1] = 1 - y[0]
    else:
        _simplex(a, m, n, x, y, work)
    # 3. What the mixes are worth in the matrix as given.
    low = INFINITY
    for j in range(n):
        sum = 0
        for i in range(m):
            sum += x[i] * a[i * n + j]
        low = fmin(low, sum)
    high = -INFINITY
    for i in range(m):
        sum = 0
        for j in range(n):
            sum += a[i * n + j] * y[j]
        high = fmax(high, sum)
    value[0] = fmin(low, high)
    value[1] = fmax(low, high)
    return 0


cdef void _simplex(const double* a, int m, int n, double* x, double* y, double* t) noexcept nogil:
    """Maximise the sum of y under B y ≤ 1, y ≥ 0, with B the matrix scaled to [1, 2]; t is the (m+1)×(n+1) tableau."""
    cdef int[2 * MAX_SIDE] label  # of the rows, then of the columns: 0..n-1 is a y, n..n+m-1 a slack
    cdef int i, j, r, c, w = n + 1, pivots = 0
    cdef double low = INFINITY, high = -INFINITY, p, ratio, best, total = 0
    cdef bint bland
    for i in range(m * n):
        low = fmin(low, a[i])
        high = fmax(high, a[i])
    # 1. The tableau of the slack basis, which is feasible.
    for i in range(m):
        label[i] = n + i
        t[i * w + n] = 1
        for j in range(n):
            t[i * w + j] = 1 + (a[i * n + j] - low) / (high - low)
    for j in range(n):
        label[m + j] = j
        t[m * w + j] = -1
    t[m * w + n] = 0
    while pivots < 100 * (m + n):
        bland = pivots > 10 * (m + n)
        # 2. The column that enters.
        c = -1
        best = -TIE
        for j in range(n):
            p = t[m * w + j]
            if p < -TIE and (c < 0 or (label[m + j] < label[m + c] if bland else p < best)):
                c, best = j, p
        if c < 0:
            break
        # 3. The row that leaves: least ratio, ties by label.
        r = -1
        best = INFINITY
        for i in range(m):
            if t[i * w + c] > PIVOT:
                ratio = t[i * w + n] / t[i * w + c]
                if r < 0 or ratio < best - 1e-15 or (ratio <= best + 1e-15 and label[i] < label[r]):
                    r, best = i, ratio
        if r < 0:
            break
        # 4. Exchange them.
        p = 1 / t[r * w + c]
        for j in range(w):
            t[r * w + j] *= p
        for i in range(m + 1):
            if i != r:
                ratio = t[i * w + c]
                for j in range(w):
                    if j != c:
                        t[i * w + j] -= ratio * t[r * w + j]
                t[i * w + c] = -ratio * p
        t[r * w + c] = p
        label[r], label[m + c] = label[m + c], label[r]
        pivots += 1
    # 5. The basic y are the column player's mix, the reduced costs of the slacks the row player's.
    for i in range(m):
        if label[i] < n:
            y[label[i]] = fmax(t[i * w + n], 0)
    for j in range(n):
        if label[m + j] >= n:
            x[label[m + j] - n] = fmax(t[m * w + j], 0)
    for i in range(m):
        total += x[i]
    for i in range(m):
        x[i] /= total
    total = 0
    for j in range(n):
        total += y[j]
    for j in range(n):
        y[j] /= total


# -- general-sum ------------------------------------------------------------------------------------------------------

cdef int64_t stage_work(int seats, const int* counts) noexcept nogil:
    cdef int64_t joints = 1, actions = 0, tableau
    cdef int k
    for k in range(seats):
        joints *= counts[k]
        actions += counts[k]
    # The zero-sum split is one seat against all the others together: at most 2·joints + 1 more than the matrix.
    tableau = 4 * joints + 4 + 2 * actions
    return tableau if tableau > joints + 5 * actions else joints + 5 * actions


cdef double general_sum(
    const double* payoffs, int seats, const int* counts, double* mixes, double* values, double* work
) noexcept nogil:
    cdef int k, first = 0
    cdef int64_t joint = _pure_equilibrium(payoffs, seats, counts), joints = _num_joints(seats, counts)
    cdef double gap
    # 1. A pure equilibrium.
    if joint >= 0:
        for k in range(seats):
            first += counts[k]
        for k in range(first):
            mixes[k] = 0
        for k in range(seats - 1, -1, -1):
            first -= counts[k]
            mixes[first + joint % counts[k]] = 1
            joint //= counts[k]
        return _evaluate(payoffs, seats, counts, mixes, values, work)
    if seats == 2:
        # 2. Constant sum.
        if _constant_sum(payoffs, joints):
            for joint in range(joints):
                work[joint] = payoffs[2 * joint]
            zero_sum(work, counts[0], counts[1], mixes, mixes + counts[0], values, work + joints)
            gap = values[1] - values[0]
            return fmax(gap, _evaluate(payoffs, seats, counts, mixes, values, work))
        # 3. 2×2: each mixes so that the other is indifferent.
        if counts[0] == 2 and counts[1] == 2:
            gap = payoffs[1] - payoffs[3] - payoffs[5] + payoffs[7]
            mixes[0] = (payoffs[7] - payoffs[5]) / gap
            gap = payoffs[0] - payoffs[2] - payoffs[4] + payoffs[6]
            mixes[2] = (payoffs[6] - payoffs[2]) / gap
            mixes[1] = 1 - mixes[0]
            mixes[3] = 1 - mixes[2]
            return _evaluate(payoffs, seats, counts, mixes, values, work)
    # 4. Regret matching.
    return _regret_matching(payoffs, seats, counts, mixes, values, work)


cdef int64_t _num_joints(int seats, const int* counts) noexcept nogil:
    cdef int64_t joints = 1
    cdef int k
    for k in range(seats):
        joints *= counts[k]
    return joints


cdef bint _constant_sum(const double* payoffs, int64_t joints) noexcept nogil:
    cdef int64_t joint
    cdef double scale = 1, sum = payoffs[0] + payoffs[1]
    for joint in range(2 * joints):
        scale = fmax(scale, fabs(payoffs[joint]))
    for joint in range(joints):
        if fabs(payoffs[2 * joint] + payoffs[2 * joint + 1] - sum) > TIE * scale:
            return False
    return True


cdef int64_t _pure_equilibrium(const double* payoffs, int seats, const int* counts) noexcept nogil:
    """The joint action of the pure equilibrium with the highest sum, or -1."""
    cdef int64_t joint, other, stride, best = -1, joints = _num_joints(seats, counts)
    cdef double sum, best_sum = -INFINITY, own
    cdef int k, action
    cdef bint stable
    for joint in range(joints):
        stable = True
        sum = 0
        stride = 1
        for k in range(seats - 1, -1, -1):
            own = payoffs[joint * seats + k]
            sum += own
            other = joint - (joint // stride) % counts[k] * stride
            for action in range(counts[k]):
                if payoffs[other * seats + k] > own + TIE * fmax(1, fabs(own)):
                    stable = False
                    break
                other += stride
            if not stable:
                break
            stride *= counts[k]
        if stable and sum > best_sum + TIE * fmax(1, fabs(sum)):
            best, best_sum = joint, sum
    return best


cdef double _evaluate(
    const double* payoffs, int seats, const int* counts, const double* mixes, double* values, double* work
) noexcept nogil:
    """values[k] under the mixes; work[] becomes each seat's payoff by action; returns the most that one seat can gain."""
    cdef int64_t joint, joints = _num_joints(seats, counts), rest
    cdef int k, action, first, total = 0
    cdef int[MAX_SEATS] at
    cdef double p, eps = 0, best
    for k in range(seats):
        total += counts[k]
    for k in range(total):
        work[k] = 0
    # 1. Sum over joint actions: each seat's payoff by its own action, the others mixing.
    for joint in range(joints):
        rest = joint
        first = total
        for k in range(seats - 1, -1, -1):
            first -= counts[k]
            at[k] = first + <int>(rest % counts[k])
            rest //= counts[k]
        for k in range(seats):
            p = 1
            for action in range(seats):
                if action != k:
                    p *= mixes[at[action]]
            if p != 0:
                work[at[k]] += p * payoffs[joint * seats + k]
    # 2. What the own mix makes of it, and the best that it misses.
    first = 0
    for k in range(seats):
        values[k] = 0
        best = -INFINITY
        for action in range(first, first + counts[k]):
            values[k] += mixes[action] * work[action]
            best = fmax(best, work[action])
        eps = fmax(eps, best - values[k])
        first += counts[k]
    return eps


cdef double _regret_matching(
    const double* payoffs, int seats, const int* counts, double* mixes, double* values, double* work
) noexcept nogil:
    cdef int total = 0, k, action, first, round
    cdef double sum, eps = INFINITY
    for k in range(seats):
        total += counts[k]
    cdef double* utility = work
    cdef double* regret = work + total
    cdef double* current = work + 2 * total
    cdef double* average = work + 3 * total
    for action in range(total):
        regret[action] = 0
        average[action] = 0
    for round in range(1, ROUNDS + 1):
        # 1. The mix in proportion to positive regret.
        first = 0
        for k in range(seats):
            sum = 0
            for action in range(first, first + counts[k]):
                sum += regret[action]
            for action in range(first, first + counts[k]):
                current[action] = regret[action] / sum if sum > 0 else 1.0 / counts[k]
                average[action] += round * current[action]
            first += counts[k]
        # 2. Regrets, kept at 0 or more.
        _evaluate(payoffs, seats, counts, current, values, utility)
        first = 0
        for k in range(seats):
            for action in range(first, first + counts[k]):
                regret[action] = fmax(0, regret[action] + utility[action] - values[k])
            first += counts[k]
        # 3. The average, and what it leaves to gain.
        if round % CHECK_EVERY == 0:
            for action in range(total):
                mixes[action] = average[action] * 2 / (<double>round * (round + 1))
            eps = _evaluate(payoffs, seats, counts, mixes, values, utility)
            if eps <= TIE:
                break
    return eps


# -- from Python ------------------------------------------------------------------------------------------------------

def solve_zero_sum(matrix):
    """(value, row mix, column mix) of a two-player zero-sum game; matrix[i][j] is what the row player receives.

    At most 512 rows and columns, else TooLargeError. The value is exact up to rounding.
    """
    cdef int m = len(matrix), i, j
    cdef int n = len(matrix[0]) if m else 0
    cdef double[2] value
    if m == 0 or n == 0 or any(len(row) != n for row in matrix):
        raise OptionError("matrix", matrix, "rows of equal length, at least one number")
    if m > MAX_SIDE or n > MAX_SIDE:
        raise TooLargeError(f"matrix game: {m}×{n} actions, limit {MAX_SIDE} a side; leave out actions")
    cdef double* a = <double*>malloc((m * n + m + n + (m + 1) * (n + 1)) * sizeof(double))
    if a == NULL:
        raise MemoryError(f"matrix game of {m}×{n} actions")
    cdef double* x = a + m * n
    cdef double* y = x + m
    try:
        for i in range(m):
            for j in range(n):
                a[i * n + j] = matrix[i][j]
        zero_sum(a, m, n, x, y, value, y + n)
        return 0.5 * (value[0] + value[1]), [x[i] for i in range(m)], [y[j] for j in range(n)]
    finally:
        free(a)


def solve_general_sum(payoffs, counts):
    """(values, mixes, eps) of one equilibrium; payoffs[joint][seat], joint actions in row-major order of `counts`.

    eps is the most that one seat could gain by deviating: rounding, or what regret matching left. Two to eight seats.
    """
    cdef int[MAX_SEATS] actions
    cdef double[MAX_SEATS] values
    cdef int seats = len(counts), k, first, total = 0
    cdef int64_t joint, joints = 1
    if not 1 <= seats <= MAX_SEATS:
        raise OptionError("counts", counts, "one to eight seats")
    for k in range(seats):
        actions[k] = counts[k]
        total += actions[k]
        joints *= actions[k]
    if joints < 1 or joints != len(payoffs):
        raise OptionError("payoffs", len(payoffs), f"{joints} joint actions")
    cdef double* a = <double*>malloc((joints * seats + total + stage_work(seats, actions)) * sizeof(double))
    if a == NULL:
        raise MemoryError(f"stage game of {joints} joint actions")
    cdef double* mixes = a + joints * seats
    try:
        for joint in range(joints):
            for k in range(seats):
                a[joint * seats + k] = payoffs[joint][k]
        eps = general_sum(a, seats, actions, mixes, values, mixes + total)
        found, first = [], 0
        for k in range(seats):
            found.append([mixes[first + i] for i in range(actions[k])])
            first += actions[k]
        return [values[k] for k in range(seats)], found, eps
    finally:
        free(a)


def symmetric_two_action(differences, tolerance=1e-12):
    """Every p in [0, 1] at which a player is indifferent when all others leave with probability p; ascending.

    differences[k] is what leaving pays more than staying when k others leave (k = 0..others). These are the Bernstein
    coefficients of the indifference polynomial, so their sign changes bound its roots; intervals are split in the middle
    until each holds one root, and that one is bisected. Roots closer together than `tolerance` come out as one. All
    differences zero: [0.5]. The symmetric equilibria are these, 0 if differences[0] ≤ 0, and 1 if differences[-1] ≥ 0.
    """
    cdef double[MAX_SEATS] values
    cdef double[2 * MAX_SEATS] roots
    cdef int count = len(differences), found, i
    if not 1 <= count <= MAX_SEATS:
        raise OptionError("differences", differences, f"1 to {MAX_SEATS} numbers")
    for i in range(count):
        values[i] = differences[i]
    found = symmetric_roots(values, count, tolerance, roots)
    return [0.5] if found < 0 else [roots[i] for i in range(found)]


cdef int symmetric_roots(const double* coefficients, int count, double tolerance, double* roots) noexcept nogil:
    cdef double scale = 0
    cdef double[MAX_SEATS] scaled
    cdef int i, found = 0, kept = 0
    for i in range(count):
        scale = max(scale, fabs(coefficients[i]))
    if scale == 0:
        return -1
    for i in range(count):
        scaled[i] = coefficients[i] / scale
    _isolate(scaled, count, 0, 1, tolerance, roots, &found)
    if scaled[count - 1] == 0:
        roots[found] = 1
        found += 1
    for i in range(found):
        if kept == 0 or roots[i] - roots[kept - 1] > 2 * tolerance:
            roots[kept] = roots[i]
            kept += 1
    return kept


cdef void _isolate(
    const double* b, int count, double low, double high, double tolerance, double* roots, int* found
) noexcept nogil:
    """Roots in [low, high), by sign changes; an interval that may hold one is split in the middle (de Casteljau)."""
    cdef double[MAX_SEATS] left
    cdef double[MAX_SEATS] right
    cdef int i, j, changes = 0, sign, last = 0
    cdef double middle = 0.5 * (low + high)
    for i in range(count):
        sign = (b[i] > 0) - (b[i] < 0)
        changes += sign * last < 0
        last = sign if sign else last
    # Near a double root rounding can show more than there are; the room is twice what a polynomial can have.
    if found[0] >= 2 * MAX_SEATS - 2:
        return
    if b[0] == 0:
        roots[found[0]] = low
        found[0] += 1
    if changes == 0:
        return
    if high - low <= tolerance:
        roots[found[0]] = middle
        found[0] += 1
        return
    if changes == 1 and b[0] != 0 and b[count - 1] != 0:
        roots[found[0]] = low + (high - low) * _only_root(b, count, tolerance)
        found[0] += 1
        return
    for i in range(count):
        right[i] = b[i]
    for i in range(count):
        left[i] = right[0]
        for j in range(count - 1 - i):
            right[j] = 0.5 * (right[j] + right[j + 1])
    _isolate(left, count, low, middle, tolerance, roots, found)
    _isolate(right, count, middle, high, tolerance, roots, found)


cdef double _only_root(const double* b, int count, double tolerance) noexcept nogil:
    """The root in (0, 1) of a polynomial whose coefficients change their sign once: regula falsi that halves a stale end."""
    cdef double low = 0, high = 1, at_low = b[0], at_high = b[count - 1], x, at, width
    cdef int side = 0, step
    if count == 2:
        return b[0] / (b[0] - b[1])
    for step in range(200):
        width = high - low
        if width <= tolerance:
            break
        x = low + width * (at_low / (at_low - at_high))
        at = _bernstein(b, count, x)
        if at == 0:
            return x
        if (at > 0) == (at_low > 0):
            low, at_low = x, at
            if side == 1:
                at_high *= 0.5
            side = 1
        else:
            high, at_high = x, at
            if side == -1:
                at_low *= 0.5
            side = -1
        # Where steps shrink the interval from one end only, the other end is what is wide: test just beside x.
        if high - low > 0.5 * width:
            x = x + tolerance if side == 1 else x - tolerance
            if low < x < high:
                at = _bernstein(b, count, x)
                if (at > 0) == (at_low > 0):
                    low, at_low = x, at
                else:
                    high, at_high = x, at
    return 0.5 * (low + high)


cdef inline double _bernstein(const double* b, int count, double x) noexcept nogil:
    """The polynomial's value at x, as a Horner scheme."""
    cdef double total = b[0], binomial = 1, power = 1, rest = 1 - x
    cdef int k, degree = count - 1
    for k in range(1, count):
        power *= x
        binomial = binomial * (degree - k + 1) / k
        total = total * rest + binomial * power * b[k]
    return total
