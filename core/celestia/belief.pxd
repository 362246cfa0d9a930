from orienteer.core.celestia.game cimport CelestiaState
from orienteer.core.celestia.hand_draws cimport CardsC, HandsC
from orienteer.core.celestia.rules cimport CelestiaC, RulesC
from orienteer.core.celestia.treasure_draws cimport HoardC, TreasuresC
from orienteer.core.rng cimport Rng
from orienteer.core.state cimport Belief

cdef struct WorldC:
    # What a world adds to the mask.
    CardsC cards
    HoardC hoard

cdef class CelestiaBelief(Belief):
    cdef readonly object turbos
    cdef readonly int forgotten
    cdef object account  # evidence.Account
    cdef object hidden  # hands.HiddenHands for drawing
    cdef object whole_hidden  # hands.HiddenHands for counting, made when first asked for
    cdef object treasures  # treasures.Treasures
    cdef object arrays  # keeps what pointers of `h` point to
    cdef CelestiaC mask
    cdef int passes  # of the viewer since the running loop began
    cdef bint waits  # it is hidden who is asked
    cdef int num_seats
    cdef HandsC h
    cdef TreasuresC t

    cdef int _list_stops(self, const WorldC* world, weight, list listed) except -1
    cdef CelestiaState _filled(self, const WorldC* world)
    cdef const RulesC* _rules(self) noexcept nogil
    cdef bint _draw_treasures(self, Rng* rng, HoardC* hoard) noexcept nogil
    cdef object _table(self, const RulesC* rules)
    cdef object _hidden_treasures(self, const RulesC* rules, account)
    cdef object _prepare(self, const RulesC* rules, list facts, list made)
    cdef object _try_out(self)
    cdef object _try_hands(self)
