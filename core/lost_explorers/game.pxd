from orienteer.core.lost_explorers.rules cimport ExplorersC, RulesC
from orienteer.core.state cimport Game, State


cdef class LostExplorers(Game):
    cdef readonly object tables  # locations and tokens; see data.py
    cdef RulesC rules


cdef class LostExplorersState(State):
    cdef ExplorersC s
