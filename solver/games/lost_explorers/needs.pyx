"""How many vehicles a mission still needs, by the places that are to be filled, as a table made once for a game.

Exploring a place takes all vehicles that it needs in hand and gives up one of them. To fill several places one after another a
seat must therefore hold, of each colour, the most that any step asks for, what earlier steps gave up added. Each order of the
places and choice of what to give up asks for its own vector of vehicles; those that ask for more than another one are left out.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t

from functools import lru_cache
from itertools import permutations, product

from orienteer.core.lost_explorers.rules cimport COLOURS

from orienteer.core.lost_explorers.components import CLUE_SPACES, CLUES_TO_WIN


@lru_cache(maxsize=4096)
def holdings(places: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The least vehicles by colour with which all of these places can be explored one after another, given what each needs.

    Each suffices, and whatever suffices holds one of them. One player, nothing taken in between.
    """
    found = set()
    for order in permutations(places):
        for given in product(*([colour for colour in range(COLOURS) if needs[colour]] for needs in order)):
            least, spent = [0] * COLOURS, [0] * COLOURS
            for needs, colour in zip(order, given):
                least = [max(held, need + gone) for held, need, gone in zip(least, needs, spent)]
                spent[colour] += 1
            found.add(tuple(least))
    return tuple(sorted(v for v in found if not any(w != v and all(x <= y for x, y in zip(w, v)) for w in found)))


def steps_to_win(left: int, right: int) -> int:
    """The fewest steps of both leaders together until the last clue, wherever they stand."""
    space = (0, *CLUE_SPACES)
    return min(
        max(0, space[clues] - left) + max(0, space[CLUES_TO_WIN - clues] - right) for clues in range(CLUES_TO_WIN + 1)
    )


@cython.final
cdef class Needs:
    """The table of all tokens of a game's `tables`, and that of all places of the leaders."""

    def __cinit__(self, tables not None):
        cdef int token, empty, i
        self.tables = tables
        rows = []
        for token, made in enumerate(tables.tokens):
            for i in range(PLACES):
                self.place[token][i] = made.locations[i] if i < len(made.locations) else -1
            for empty in range(FILLINGS):
                self.first[token][empty] = len(rows)
                if empty < 1 << len(made.locations):
                    needs = sorted(tables.locations[place].needs for i, place in enumerate(made.locations) if empty >> i & 1)
                    rows.extend(holdings(tuple(needs)))
            self.first[token][FILLINGS] = len(rows)
        for i in range(SPACES):
            for empty in range(SPACES):
                self.to_win[i][empty] = steps_to_win(i, empty)
        self.packed = bytes(number for row in rows for number in row)
        self.vectors = <const int8_t*><const char*>self.packed

    def missing_of(self, int token, int empty, vehicles: tuple[int, ...]) -> int:
        """Fewest vehicles to be had beside `vehicles` (by colour) so that the token's places in `empty`, a bit each in the token's
        own order, can all be explored one after another."""
        cdef int8_t[COLOURS] held
        cdef int colour
        for colour in range(COLOURS):
            held[colour] = vehicles[colour]
        return self.missing(token, empty, held)

    cdef int missing(self, int token, int empty, const int8_t* vehicles) noexcept nogil:
        cdef const int8_t* vector
        cdef int32_t row
        cdef int colour, lacking, least = 127
        for row in range(self.first[token][empty], self.first[token][empty + 1]):
            vector = self.vectors + COLOURS * row
            lacking = 0
            for colour in range(COLOURS):
                if vector[colour] > vehicles[colour]:
                    lacking += vector[colour] - vehicles[colour]
            least = min(least, lacking)
        return least


@lru_cache(maxsize=16)
def needs_of(tables: object) -> Needs:
    """The table for these tokens and places, which searches and players share."""
    return Needs(tables)
