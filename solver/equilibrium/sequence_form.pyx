"""A subgame flattened into sequences: what each seat can have done, and what every combination of that pays.

A sequence of a seat is a chain of its own actions, each at an information set; 0 is the empty one. An information set begins at
the sequence that leads to it (perfect recall: only one does) and has one further sequence an action. The payoffs are all that is
left of chance and of the order of moves: rows of sequences, one a seat, with the returns by seat times the chance of the row.
Rows with the same sequences are one. Source: von Stengel, Efficient Computation of Behavior Strategies (1996).

An information set is known by its key: the key of what the seat sees at the root, mixed with every token it has observed since.
"""

from libc.stdint cimport int64_t, uint64_t

from orienteer.core.state cimport (
    CHANCE, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, TERMINAL, Game, Key, State, hash_bytes,
)

from array import array
from itertools import product

import numpy as np

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError

cdef enum:
    POLL_EVERY = 256
    # A game that goes on for longer may have no end. The walk keeps one state and a little of the C stack for each transition.
    MOST_DEPTH = 1000
    # Bytes that a row takes at its largest, while equal rows are found, beside those by seat; and an information set, beside
    # those by step of the path to it.
    ROW_BYTES = 24
    SEAT_BYTES = 48
    SET_BYTES = 500
    STEP_BYTES = 8

cdef struct Place:
    # Where a history stands: the chance of it, and by seat the last sequence and the key of all that it has noticed.
    double chance
    int[MAX_PLAYERS] sequence
    Key[MAX_PLAYERS] key


cdef class SequenceForm:
    """The sequences and payoffs of everything that can follow the roots.

    Args:
        roots: states with whole-number weights: the private states that may be, with their prior. One state: everybody knows
            it as far as it is not masked from him.
        objective: None = the game's default.
        horizon: "game", or a segment after whose end play is cut off and returns are taken as they stand.
        max_histories, memory_mb: TooLargeError beyond them; what is counted before anything is kept.
        poll: called every few hundred histories; what it raises is passed on.

    Attributes (arrays by seat):
        first: int32, the first sequence of each information set, one entry more at the end; sets come after those that
            lead to them.
        parent: int32, the sequence that leads to each set.
        actions: int32, the action of each sequence; -1 for the empty one.
        keys: the key of each set. paths: how it is first reached, as (number of the root, action or joint action, …).
        sequences: int32 (rows, seats). payoffs: float64 (rows, seats), returns times chance.
        constant_sum: the sum of returns where it is the same in every row, else None.
        num_histories, num_terminals, num_sequences, num_information_sets, bytes.
    """

    cdef readonly Game game
    cdef readonly str objective
    cdef readonly str horizon
    cdef readonly int num_players
    cdef readonly int64_t num_histories
    cdef readonly int64_t num_terminals
    cdef readonly tuple num_sequences
    cdef readonly tuple num_information_sets
    cdef readonly object constant_sum
    cdef readonly int64_t bytes
    cdef readonly tuple first
    cdef readonly tuple parent
    cdef readonly tuple actions
    cdef readonly tuple keys
    cdef readonly tuple paths
    cdef readonly tuple roots
    cdef readonly object sequences
    cdef readonly object payoffs
    cdef int _objective
    cdef int _segment
    cdef int _start
    cdef int64_t _max_histories
    cdef int64_t _max_bytes
    cdef int64_t _set_bytes
    cdef int[MAX_BRANCH] _actions_now
    cdef int64_t[MAX_BRANCH] _weights_now
    cdef object _poll
    cdef list _index  # by seat: {key: number of the set}
    cdef list _first
    cdef list _parent
    cdef list _actions
    cdef list _keys
    cdef list _paths
    cdef list _scratch
    cdef list _path
    cdef object _rows
    cdef object _pay
    cdef double _least_sum
    cdef double _most_sum

    def __init__(self, roots, objective=None, horizon="game", max_histories=20_000_000, memory_mb=4096, poll=None):
        cdef Place place
        cdef State state
        cdef int seat, number
        if not roots:
            raise OptionError("roots", roots, "at least one state with its weight")
        self.roots = tuple([(root.clone(), weight) for root, weight in roots])
        self.game = self.roots[0][0].game
        self.num_players = self.game.num_players
        self._objective = self.game.objective_code(objective)
        self.objective = objective if objective is not None else self.game.default_objective
        self.horizon = horizon
        self._segment = -1 if horizon == "game" else self.game.segment_code(horizon)
        self._max_histories = max_histories
        self._max_bytes = int(memory_mb * 1_000_000)
        self._poll = poll
        seats = range(self.num_players)
        self._index = [{} for _ in seats]
        self._first = [array("i", [1]) for _ in seats]
        self._parent = [array("i") for _ in seats]
        self._actions = [array("i", [-1]) for _ in seats]
        self._keys = [[] for _ in seats]
        self._paths = [[] for _ in seats]
        self._scratch, self._path = [], []
        self._rows, self._pay = array("i"), array("d")
        self._least_sum, self._most_sum = float("inf"), -float("inf")
        total = sum([weight for _, weight in self.roots])
        for number, (state, weight) in enumerate(self.roots):
            if state.game != self.game:
                raise OptionError("roots", state.game, f"states of one game, {self.game!r}")
            place.chance = weight / total
            for seat in range(self.num_players):
                place.sequence[seat] = 0
                _set_key(&place.key[seat], first_key(state, seat))
            self._start = 0 if self._segment < 0 else state.c_segment(self._segment)
            self._path = [number]
            self._visit(state, &place, 0)
        self._finish()

    cdef int _visit(self, State state, Place* place, int depth) except -1:
        cdef int64_t total = 0
        cdef int i, current = state.c_current_player()
        cdef Place after
        self._count(depth)
        if current == TERMINAL or (self._segment >= 0 and state.c_segment(self._segment) != self._start):
            return self._add_row(state, place)
        if current == SIMULTANEOUS:
            return self._visit_joint(state, place, depth)
        if current == CHANCE:
            outcomes = self._outcomes(state)
            total = sum([weight for _, weight in outcomes])
            for action, weight in outcomes:
                after = place[0]
                after.chance = place.chance * weight / total
                self._step(state, &after, depth, action, NULL)
            return 0
        legal = self._legal(state, current)
        first = self._sequences_of(current, place, legal)
        for i, action in enumerate(legal):
            after = place[0]
            after.sequence[current] = first + i
            self._step(state, &after, depth, action, NULL)
        return 0

    cdef int _visit_joint(self, State state, Place* place, int depth) except -1:
        cdef int[MAX_PLAYERS] joint
        cdef int seat
        cdef Place after
        first, choices = [], []
        for seat in range(self.num_players):
            legal = self._legal(state, seat)
            first.append(self._sequences_of(seat, place, legal) if legal else place.sequence[seat])
            choices.append(list(enumerate(legal)) if legal else [(0, NO_ACTION)])
        for chosen in product(*choices):
            after = place[0]
            for seat in range(self.num_players):
                number, joint[seat] = chosen[seat]
                after.sequence[seat] = first[seat] + number
            self._step(state, &after, depth, tuple([action for _, action in chosen]), joint)
        return 0

    cdef list _legal(self, State state, int seat):
        cdef int i, count = state.c_legal_actions(seat, self._actions_now)
        return [self._actions_now[i] for i in range(count)]

    cdef list _outcomes(self, State state):
        cdef int64_t total = 0
        cdef int i, count = state.c_chance_outcomes(self._actions_now, self._weights_now, &total)
        return [(self._actions_now[i], self._weights_now[i]) for i in range(count)]

    cdef int _step(self, State state, Place* after, int depth, action, int* joint) except -1:
        """Play an action (or a joint one, also given as `joint`), let everybody notice, and go on from there."""
        cdef State child
        cdef int seat
        cdef uint64_t token = 0
        if depth == len(self._scratch):
            self._scratch.append(state.clone())
        child = self._scratch[depth]
        child.c_copy_from(state)
        if joint == NULL:
            child.c_apply(action)
        else:
            child.c_apply_joint(joint)
        for seat in range(self.num_players):
            child.c_observed(seat, &token)
            if token:
                _mix(&after.key[seat], token)
        self._path.append(action)
        self._visit(child, after, depth + 1)
        self._path.pop()
        return 0

    cdef int _sequences_of(self, int seat, Place* place, list legal) except -1:
        """The first sequence of the information set where the seat decides now; a new one is listed."""
        cdef int i, number, count = len(legal)
        key = <object>place.key[seat].high << 64 | place.key[seat].low
        known = self._index[seat].get(key)
        if known is None:
            known = len(self._keys[seat])
            self._index[seat][key] = known
            self._keys[seat].append(key)
            self._paths[seat].append(tuple(self._path))
            self._parent[seat].append(place.sequence[seat])
            self._actions[seat].extend(legal)
            self._first[seat].append(self._first[seat][known] + count)
            self._set_bytes += SET_BYTES + STEP_BYTES * len(self._path)
        number = self._first[seat][known]
        if self._parent[seat][known] != place.sequence[seat] or self._first[seat][known + 1] != number + count:
            raise OrienteerError(
                f"{self.game.name}: seat {seat} reaches an information set by two chains of own actions, or with other actions to "
                "choose from; equilibria need perfect recall"
            )
        for i in range(count):
            if self._actions[seat][number + i] != legal[i]:
                raise OrienteerError(f"{self.game.name}: the actions of seat {seat} tell what it has not observed")
        return number

    cdef int _add_row(self, State state, Place* place) except -1:
        cdef double[MAX_PLAYERS] values
        cdef double total = 0
        cdef int seat
        self.num_terminals += 1
        state.c_returns(self._objective, values)
        for seat in range(self.num_players):
            self._rows.append(place.sequence[seat])
            self._pay.append(values[seat] * place.chance)
            total += values[seat]
        self._least_sum = min(self._least_sum, total)
        self._most_sum = max(self._most_sum, total)
        return 0

    cdef int _count(self, int depth) except -1:
        """Keep the limits: what the histories listed so far will take is counted before any array is made."""
        self.num_histories += 1
        if depth > MOST_DEPTH:
            raise TooLargeError(
                f"equilibrium: a history of more than {MOST_DEPTH:,} transitions; shorten the horizon, or start later in the game"
            )
        if self.num_histories > self._max_histories:
            raise TooLargeError(
                f"equilibrium: more than max_histories={self._max_histories:,} histories; start later in the game, shorten the "
                "horizon, take a smaller set of components, or raise max_histories (limits.nodes)"
            )
        if self.num_histories % POLL_EVERY:
            return 0
        if self._poll is not None:
            self._poll()
        needed = self.num_terminals * (ROW_BYTES + SEAT_BYTES * self.num_players) + self._set_bytes
        if needed > self._max_bytes:
            raise TooLargeError(
                f"equilibrium: {needed / 1e6:,.1f} MB for the first {self.num_histories:,} histories, limit "
                f"{self._max_bytes / 1e6:,.1f} MB; start later in the game, shorten the horizon, take a smaller set of "
                "components, or raise memory_mb"
            )
        return 0

    cdef int _finish(self) except -1:
        """Turn what was listed into arrays; rows with the same sequences become one."""
        cdef int n = self.num_players
        rows = np.frombuffer(self._rows, dtype=np.int32).reshape(-1, n)
        pay = np.frombuffer(self._pay, dtype=np.float64).reshape(-1, n)
        order = np.lexsort(rows.T[::-1])
        rows, pay = rows[order], pay[order]
        starts = np.flatnonzero(np.r_[True, np.any(np.diff(rows, axis=0) != 0, axis=1)])
        self.sequences = np.ascontiguousarray(rows[starts])
        self.payoffs = np.add.reduceat(pay, starts, axis=0)
        self.first = tuple([np.array(numbers, dtype=np.int32) for numbers in self._first])
        self.parent = tuple([np.array(numbers, dtype=np.int32) for numbers in self._parent])
        self.actions = tuple([np.array(numbers, dtype=np.int32) for numbers in self._actions])
        self.keys = tuple([tuple(keys) for keys in self._keys])
        self.paths = tuple([tuple(paths) for paths in self._paths])
        self.num_sequences = tuple([len(numbers) for numbers in self.actions])
        self.num_information_sets = tuple([len(keys) for keys in self.keys])
        self.constant_sum = self._most_sum if self._most_sum - self._least_sum <= 1e-9 else None
        self.bytes = self.sequences.nbytes + self.payoffs.nbytes
        self.bytes += sum([array.nbytes for part in (self.first, self.parent, self.actions) for array in part])
        self._rows = self._pay = self._first = self._parent = self._actions = self._keys = self._paths = None
        self._scratch = self._path = None
        return 0

    def information_set(self, player, key):
        """The number of the seat's information set with this key. Raises KeyError where it is none of this subgame."""
        return self._index[player][key]


def first_key(State state not None, player):
    """The key of what the seat sees of a root."""
    return state.mask(player).key()


def next_key(key, token):
    """The key after the seat has observed `token`; 0, nothing noticed, changes nothing."""
    cdef Key mixed
    if token == 0:
        return key
    _set_key(&mixed, key)
    _mix(&mixed, token)
    return <object>mixed.high << 64 | mixed.low


cdef inline void _set_key(Key* key, number):
    key.low = number & 0xFFFFFFFFFFFFFFFF
    key.high = number >> 64


cdef inline void _mix(Key* key, uint64_t token) noexcept nogil:
    cdef uint64_t[3] words
    words[0] = key.low
    words[1] = key.high
    words[2] = token
    hash_bytes(words, sizeof(words), key)
