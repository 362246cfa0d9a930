"""The last player inside in the last round, against every total the other can have left with: exact win shares.

deficit = the leader's final total - the loner's tent and pocket. Leaving wins where the artifacts on the path exceed
it. When the leader leaves after treasures T the deficit is base + (odd cards in T); treasure v lowers it by v, below 0
leaving wins, and above the treasures left plus all artifacts all is lost. So each row T keeps the parity of base + (odd
cards in T), and its entry e stands for the deficit 2 e + parity. A draw of v reads row T + v, shifted: the deficits are
innermost.
"""

from libc.stdlib cimport calloc, free

from orienteer.games.incan_gold.cave_rules import TooLarge

from orienteer.games.incan_gold.cave cimport MAX_HAZARDS, NUM_CLASSES, Round, RoundC, TreasuresC, cards_left


ctypedef struct RowsC:
    Py_ssize_t total  # entries of all rows of one slab
    Py_ssize_t* offset
    int* width
    int* deficit  # just after the leader left
    int* pocket  # of the loner at that moment


cdef void free_rows(RowsC* rows) noexcept nogil:
    free(rows.offset)
    free(rows.width)
    free(rows.deficit)
    free(rows.pocket)


cdef int lay_rows(const TreasuresC* t, int base, int best_gain, RowsC* rows) except -1 nogil:
    cdef Py_ssize_t i
    cdef int k, shown, cap
    rows.offset = <Py_ssize_t*>calloc(t.size, sizeof(Py_ssize_t))
    rows.width = <int*>calloc(t.size, sizeof(int))
    rows.deficit = <int*>calloc(t.size, sizeof(int))
    rows.pocket = <int*>calloc(t.size, sizeof(int))
    rows.total = 0
    if not (rows.offset and rows.width and rows.deficit and rows.pocket):
        with gil:
            raise MemoryError
    for i in range(t.size):
        rows.deficit[i] = base
        for k in range(t.num_values):
            shown = t.left[k] - t.left[i * t.num_values + k]  # multiset 0 has the whole deck left
            rows.deficit[i] += shown * (t.value[k] & 1)
            rows.pocket[i] += shown * (t.value[k] >> 1)
        cap = t.total - t.shown_total[i] + best_gain
        rows.offset[i] = rows.total
        # Entries up to the smaller of the two bounds; none below deficit 0.
        rows.width[i] = max(0, (min(rows.deficit[i], cap) - (rows.deficit[i] & 1) + 2) >> 1)
        rows.total += rows.width[i]
    return 0


cdef void loner_row(
    const TreasuresC* t, const RoundC* r, const RowsC* rows, const double* table, int s, int h, Py_ssize_t i,
    double* row
) noexcept nogil:
    # Value of a draw for every entry of row i, a bust being worth 0.
    cdef int width = rows.width[i]
    cdef int k, c, d, shift, odd = rows.deficit[i] & 1
    cdef double chance, scale = 1.0 / cards_left(t, r, s, h, i)
    cdef const double* other
    cdef const unsigned char* left = t.left + i * t.num_values
    cdef Py_ssize_t slab = <Py_ssize_t>s * r.num_hazards + h
    for d in range(width):
        row[d] = 0.0
    for k in range(t.num_values):
        if left[k] == 0:
            continue
        chance = left[k] * scale
        shift = (t.value[k] + 1 - odd) >> 1  # (v + parity there - parity here) / 2
        for d in range(min(shift, width)):
            row[d] += chance
        other = table + slab * rows.total + rows.offset[i + t.stride[k]] - shift
        for d in range(shift, width):
            row[d] += chance * other[d]
    for c in range(NUM_CLASSES):
        if r.fresh[h][c]:
            chance = r.fresh[h][c] * scale
            other = table + (slab + r.step[c]) * rows.total + rows.offset[i]
            for d in range(width):
                row[d] += chance * other[d]
    for k in range(r.num_draws[s]):
        chance = r.draw_weight[s][k] * scale
        other = table + (<Py_ssize_t>r.draw_next[s][k] * r.num_hazards + h) * rows.total + rows.offset[i]
        for d in range(width):
            row[d] += chance * other[d]


cdef double level_without_pocket(
    const TreasuresC* t, const RoundC* r, int first, Py_ssize_t i, double tie
) noexcept nogil:
    # A draw at deficit 0 with an empty pocket: a bust ties as well, so the loner goes on until a treasure or an
    # artifact wins.
    cdef double going_on[MAX_HAZARDS]
    cdef int h, c
    for h in range(r.num_hazards - 1, first - 1, -1):
        going_on[h] = t.num_left[i] + r.artifacts_left[0] + r.num_lethal[h] * tie
        for c in range(NUM_CLASSES):
            if r.fresh[h][c]:
                going_on[h] += r.fresh[h][c] * max(tie, going_on[h + r.step[c]])
        going_on[h] /= cards_left(t, r, 0, h, i)
    return going_on[first]


cdef double alone(
    const TreasuresC* t, const RoundC* r, const RowsC* rows, const double* row, int h, Py_ssize_t i, double tie
) noexcept nogil:
    # The loner's share right after the other left and took the path: a card is due.
    cdef int deficit = rows.deficit[i]
    cdef int final_gap = deficit + rows.pocket[i]  # the leader's total - the loner's tent: what a bust leaves
    cdef double bust
    if final_gap < 0:
        return 1.0
    if deficit < 0:
        bust = r.num_lethal[h] / <double>cards_left(t, r, 0, h, i)
        return 1.0 - bust + (bust * tie if final_gap == 0 else 0.0)
    if final_gap == 0:
        return level_without_pocket(t, r, h, i, tie)
    if deficit >> 1 >= rows.width[i]:
        return 0.0
    return row[deficit >> 1]


cdef void loner_sweep(
    const TreasuresC* t, const RoundC* r, const RowsC* rows, const int* gain, const double* tie, double* table,
    double* share
) noexcept nogil:
    cdef int s, h, d, odd, level
    cdef Py_ssize_t i
    cdef double* row
    for s in range(r.num_artifacts - 1, -1, -1):
        for h in range(r.num_hazards - 1, -1, -1):
            for i in range(t.size - 1, -1, -1):
                row = table + (<Py_ssize_t>s * r.num_hazards + h) * rows.total + rows.offset[i]
                # 1. The value of a draw.
                loner_row(t, r, rows, table, s, h, i, row)
                # 2. The leader can have left only in state 0: he took what lay on the path.
                if s == 0:
                    share[h * t.size + i] = alone(t, r, rows, row, h, i, tie[0])
                # 3. The better of drawing and leaving.
                odd = rows.deficit[i] & 1
                level = (gain[s] - odd + 1) >> 1  # the first entry with a deficit not below the gain
                for d in range(min(level, rows.width[i])):
                    row[d] = 1.0
                if 2 * level + odd == gain[s] and level < rows.width[i]:
                    row[level] = max(row[level], tie[s])


def loner_shares(Round cave not None, int base, int[::1] gain not None, double[::1] tie not None,
                 double[::1] share not None, max_states):
    """Fills share[h * treasure sets + T]: the loner's share of the win when the other leaves in hazard state h after T.

    cave: its artifact states are those after the leader took the path. base: the leader's total without leftovers and
    pocket - the loner's tent. gain[s]: the loner's points from the path. tie[s]: his share at equal totals when he
    leaves with it. Raises TooLarge when the table needs more than max_states numbers. The GIL is released in the sweep.
    """
    cdef TreasuresC* t = &cave.treasures.c
    cdef RowsC rows = RowsC(0, NULL, NULL, NULL, NULL)
    cdef double* table = NULL
    cdef Py_ssize_t needed
    if gain.shape[0] != cave.c.num_artifacts or tie.shape[0] != cave.c.num_artifacts:
        raise ValueError("gain, tie: one entry an artifact state")
    if share.shape[0] != cave.c.num_hazards * t.size:
        raise ValueError("share: one entry for each hazard state and treasure set")
    try:
        lay_rows(t, base, gain[cave.c.num_artifacts - 1], &rows)
        needed = rows.total * cave.c.num_hazards * cave.c.num_artifacts
        if needed > max_states:
            raise TooLarge("the last player inside", needed, max_states, "the deck, or the artifacts in it, or the gap")
        table = <double*>calloc(max(1, needed), sizeof(double))
        if table == NULL:
            raise MemoryError
        with nogil:
            loner_sweep(t, &cave.c, &rows, &gain[0], &tie[0], table, &share[0])
    finally:
        free(table)
        free_rows(&rows)
