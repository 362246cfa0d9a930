"""One card more for every composition of a table: the inner loop of counting.CompositionTable.draw."""

from libc.stdint cimport int8_t, int32_t, int64_t

import numpy as np

cdef enum:
    MAX_KINDS = 32

cdef int64_t MAX_KEY = 1LL << 62

ctypedef fused Weight:
    int64_t
    double


def draw_one(const int64_t[:, ::1] rows, const Weight[::1] weights, int start, caps):
    """The compositions with one card more of a kind in the columns from `start` on, of kind i at most caps[i] in all.

    Rows come in ascending order and leave so, equal ones made one with their weights added. None where a row does not fit
    in a number to compare it by, or there are more than 32 kinds.
    """
    cdef Py_ssize_t size = rows.shape[0], width = rows.shape[1], i, k, place, count = 0
    cdef int kinds = len(caps)
    cdef int64_t[MAX_KINDS] steps, most
    cdef Py_ssize_t[MAX_KINDS] heads
    cdef int64_t key, least, last = -1, largest
    if kinds > MAX_KINDS:
        return None
    # 1. A number for every row, in the order of the rows.
    step_of = np.empty(width, np.int64)
    cdef int64_t[::1] step = step_of
    key = 1
    for k in range(width - 1, -1, -1):
        step[k] = key
        largest = 1
        for i in range(size):
            largest = max(largest, rows[i, k])
        if key > MAX_KEY // (largest + 2):
            return None
        key *= largest + 2
    key_of = np.empty(size, np.int64)
    cdef int64_t[::1] keys = key_of
    for i in range(size):
        key = 0
        for k in range(width):
            key += rows[i, k] * step[k]
        keys[i] = key
    # 2. The rows with a card of kind k more are in order for each k: merge them.
    for k in range(kinds):
        steps[k], most[k], heads[k] = step[start + k], caps[k], 0
    sources, added = np.empty(size * kinds, np.int32), np.empty(size * kinds, np.int8)
    sums = np.empty(size * kinds, np.asarray(weights).dtype)
    cdef int32_t[::1] source = sources
    cdef int8_t[::1] kind = added
    cdef Weight[::1] total = sums
    while True:
        least, place = -1, -1
        for k in range(kinds):
            while heads[k] < size and rows[heads[k], start + k] >= most[k]:
                heads[k] += 1
            if heads[k] < size and (place < 0 or keys[heads[k]] + steps[k] < least):
                least, place = keys[heads[k]] + steps[k], k
        if place < 0:
            break
        if least == last:
            total[count - 1] += weights[heads[place]]
        else:
            source[count], kind[count], total[count] = <int32_t>heads[place], <int8_t>place, weights[heads[place]]
            last = least
            count += 1
        heads[place] += 1
    # 3. Write them out.
    found = np.empty((count, width), np.int64)
    cdef int64_t[:, ::1] out = found
    for i in range(count):
        for k in range(width):
            out[i, k] = rows[source[i], k]
        out[i, start + kind[i]] += 1
    return found, sums[:count].copy()
