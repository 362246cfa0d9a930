from orienteer.core.incan_gold.rules cimport IncanGoldC, RulesC
from orienteer.core.state cimport Game, State


cdef class IncanGold(Game):
    cdef readonly tuple values  # distinct treasure values, ascending
    cdef readonly tuple outcome_names
    cdef RulesC rules


cdef class IncanGoldState(State):
    cdef IncanGoldC s
