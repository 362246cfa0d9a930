"""Evaluation functions: estimated returns where a search stops looking. The base takes the returns as if the game ended now.

A game's own one subclasses `Valuation` in its package's part `valuation`, which holds `valuation(game) -> Valuation`. What it
says must lie within the game's `utility_bounds` (searches cut off what lies outside), must add up to the same number where
the returns do, and may depend only on what `State.state_key` keeps and on the returns so far. It is asked of states where a
player decides, and of chance nodes too when a search counts transitions.

The part may also hold `preferred_search(game, objective) -> str`: "lookahead" or "mcts", what method "auto" takes for positions
that cannot be solved. Without it "auto" takes "mcts".
"""

cimport cython

from orienteer.core.state cimport ERROR, MAX_PLAYERS, State

from orienteer.core.errors import OrienteerError


cdef class Valuation:
    cdef int c_value(self, State state, int objective, double* values) except ERROR nogil:
        return state.c_returns(objective, values)

    def value(self, State state not None, objective=None):
        """Estimated returns by seat; at a state where the game is over the returns."""
        cdef double[MAX_PLAYERS] values
        cdef int code = state.game.objective_code(objective)
        if state.is_terminal():
            state.c_returns(code, values)
        else:
            self.c_value(state, code, values)
        return [values[seat] for seat in range(state.game.num_players)]


@cython.final
cdef class CallableValuation(Valuation):
    """A callable(State) -> estimated returns by seat; slow, as each call goes through Python.

    The callable is given a copy of the state. Raises OrienteerError, out of the search, when it does not return one number a seat.
    """

    cdef object function

    def __init__(self, function):
        self.function = function

    cdef int c_value(self, State state, int objective, double* values) except ERROR nogil:
        with gil:
            return self.ask(state, values)

    cdef int ask(self, State state, double* values) except ERROR:
        cdef int seat
        estimate = list(self.function(state.clone()))
        if len(estimate) != state.game.num_players:
            raise OrienteerError(f"valuation: {len(estimate)} values, one a seat is {state.game.num_players}")
        for seat in range(state.game.num_players):
            values[seat] = estimate[seat]
        return 0
