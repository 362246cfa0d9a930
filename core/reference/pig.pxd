from orienteer.core.state cimport Game, State


cdef struct PigC:
    int[8] score
    int turn_total
    int player
    int rolling  # 1 between the choice to roll and the die
    int turns  # finished turns
    int last_player  # who made the last transition (CHANCE for the die), INVALID before the first
    int last_action
    int last_gain


cdef class Pig(Game):
    cdef readonly int target


cdef class PigState(State):
    cdef PigC s
