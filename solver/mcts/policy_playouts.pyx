"""Play by one policy from a state to the end, with no tree: what the state is worth when everyone plays so."""

from libc.stdint cimport uint64_t

from orienteer.core.state cimport MAX_PLAYERS, State
from orienteer.mcts.kernel cimport UCT, Kernel
from orienteer.mcts.playout cimport Playout


cdef class PolicyPlayouts(Kernel):
    """Playouts from `root`, the true state also where something is hidden from the players.

    Args:
        root: where play begins; not changed.
        objective: code of the objective.
        playout: how everyone plays, None: uniformly at random.
        seed, index: fix the random stream.
    """

    cdef double[MAX_PLAYERS] sums
    cdef double[MAX_PLAYERS] squares

    def __cinit__(self, State root not None, int objective, Playout playout, uint64_t seed, uint64_t index):
        self.set_up(root, objective, -1, UCT, 0, playout, seed, index)

    cdef int c_iterate(self, State state) except -1 nogil:
        cdef double[MAX_PLAYERS] values
        cdef int seat
        state.c_copy_from(self.root)
        self.c_playout(state, &self.rng, 0)
        state.c_returns(self.objective, values)
        for seat in range(self.num_players):
            self.sums[seat] += values[seat]
            self.squares[seat] += values[seat] * values[seat]
        return 0

    def totals(self) -> tuple[int, list, list]:
        """(playouts, sums of the returns by seat, sums of their squares)."""
        seats = range(self.num_players)
        return self.iterations, [self.sums[seat] for seat in seats], [self.squares[seat] for seat in seats]
