"""Lost Explorers' actions, outcomes and observations as words.

Observations, the same for everybody: ("close", ids), ("deal", colour), ("choose", seat, colour), ("show", seat, token),
("retrieve", seat, ids), ("equip", seat, side, k, kind, colour), ("explore", seat, id, colour, seat sent home or None),
("complete", seat, token, id returned), ("bonus", seat, colour or None), ("end_turn", seat).
"""

from libc.stdint cimport uint32_t

from orienteer.core.lost_explorers.actions cimport (
    BONUS_ACTION, CHOOSE_ACTION, DEAL_OUTCOME, END_TURN, EQUIP, EXPLORE, NO_BONUS, TOKEN_OUTCOME, first_complete, first_retrieve,
    subset_of_rank,
)
from orienteer.core.lost_explorers.game cimport LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.rules cimport (
    E_BONUS, E_CHOOSE, E_CLOSE, E_COMPLETE, E_DEAL, E_EQUIP, E_EXPLORE, E_NONE, E_RETRIEVE, E_SHOW, MARKABLE, ExplorersC,
    RulesC,
)
from orienteer.core.state cimport CHANCE

from orienteer.core.errors import IllegalActionError
from orienteer.core.lost_explorers.components import COLOURS, KINDS, SIDES


# -- names --------------------------------------------------------------------------------------------------------------------

def outcome_name(LostExplorers game, int outcome) -> str:
    if outcome < DEAL_OUTCOME:
        return "close-" + "+".join(_closed_ids(game, outcome))
    if outcome < TOKEN_OUTCOME:
        return f"deal-{COLOURS[outcome - DEAL_OUTCOME]}"
    return game.tables.tokens[outcome - TOKEN_OUTCOME].name


def action_name(LostExplorers game, int action) -> str:
    cdef const RulesC* rules = &game.rules
    cdef int number
    if action == END_TURN:
        return "end-turn"
    if action == NO_BONUS:
        return "no-bonus"
    if action < CHOOSE_ACTION:
        return f"bonus-{COLOURS[action - BONUS_ACTION]}"
    if action < EQUIP:
        return f"choose-{COLOURS[action - CHOOSE_ACTION]}"
    if action < EXPLORE:
        number = action - EQUIP
        return f"equip-{SIDES[number >> 3]}-{1 + (number >> 1 & 3)}-{KINDS[number & 1]}"
    if action < first_complete(rules):
        number = action - EXPLORE
        return f"explore-{_id(game, number >> 2)}-{COLOURS[number & 3]}"
    if action < first_retrieve(rules):
        number = action - first_complete(rules)
        return f"complete-{game.tables.tokens[number // rules.num_places].name}-return-{_id(game, number % rules.num_places)}"
    return "retrieve-" + "+".join(_ids(game, subset_of_rank(rules, action - first_retrieve(rules))))


def _id(LostExplorers game, int place):
    return game.tables.locations[place].id


def _ids(LostExplorers game, uint32_t places):
    return tuple([_id(game, place) for place in range(game.rules.num_places) if places >> place & 1])


def _closed_ids(LostExplorers game, int marks):
    markable = [location.id for location in game.tables.locations if location.markable]
    return tuple([markable[i] for i in range(MARKABLE) if marks >> i & 1])


# -- what happened ------------------------------------------------------------------------------------------------------------

def observation(LostExplorersState state) -> object:
    """The last transition; None before the first."""
    cdef LostExplorers game = state.game
    cdef ExplorersC* s = &state.s
    cdef int event = s.last_event, action = s.last_action, seat = s.last_seat, number
    if event == E_NONE:
        return None
    if event == E_CLOSE:
        return ("close", _closed_ids(game, action))
    if event == E_DEAL:
        return ("deal", COLOURS[action - DEAL_OUTCOME])
    if event == E_CHOOSE:
        return ("choose", seat, COLOURS[action - CHOOSE_ACTION])
    if event == E_SHOW:
        return ("show", seat, outcome_name(game, action))
    if event == E_RETRIEVE:
        return ("retrieve", seat, _ids(game, subset_of_rank(&game.rules, action - first_retrieve(&game.rules))))
    if event == E_EQUIP:
        number = action - EQUIP
        return ("equip", seat, SIDES[number >> 3], 1 + (number >> 1 & 3), KINDS[number & 1], COLOURS[s.last_colour])
    if event == E_EXPLORE:
        number = action - EXPLORE
        return ("explore", seat, _id(game, number >> 2), COLOURS[number & 3], None if s.last_ejected < 0 else s.last_ejected)
    if event == E_COMPLETE:
        number = action - first_complete(&game.rules)
        return ("complete", seat, game.tables.tokens[number // game.rules.num_places].name, _id(game, number % game.rules.num_places))
    if event == E_BONUS:
        return ("bonus", seat, None if s.last_colour < 0 else COLOURS[s.last_colour])
    return ("end_turn", seat)


# How each observation is written: (its word and length, whether chance decides it, the name of the action or outcome).
_NAMES = {
    "close": (2, True, lambda ids: "close-" + "+".join(ids)),
    "deal": (2, True, lambda colour: f"deal-{colour}"),
    "choose": (3, False, lambda colour: f"choose-{colour}"),
    "show": (3, True, lambda token: token),
    "retrieve": (3, False, lambda ids: "retrieve-" + "+".join(ids)),
    "equip": (6, False, lambda side, k, kind, colour: f"equip-{side}-{k}-{kind}"),
    "explore": (5, False, lambda place, colour, ejected: f"explore-{place}-{colour}"),
    "complete": (4, False, lambda token, place: f"complete-{token}-return-{place}"),
    "bonus": (3, False, lambda colour: "no-bonus" if colour is None else f"bonus-{colour}"),
    "end_turn": (2, False, lambda: "end-turn"),
}
_WITHOUT_SEAT = ("close", "deal")


def observe(LostExplorersState state, seen) -> None:
    """Advance by an observation. Raises IllegalActionError, the state unchanged, for what cannot happen here."""
    if not isinstance(seen, (tuple, list)) or not seen or seen[0] not in _NAMES:
        raise IllegalActionError(f"observation {seen!r}: allowed are tuples that begin with {', '.join(_NAMES)}")
    length, by_chance, name = _NAMES[seen[0]]
    if len(seen) != length:
        raise IllegalActionError(f"observation {seen!r}: {len(seen)} entries, {seen[0]} has {length}")
    mover = state.current_player()
    if (mover == CHANCE) != by_chance or mover < CHANCE:
        raise IllegalActionError(f"observation {seen!r}: {state._turn_text()} to move, this cannot happen now")
    rest = seen[1:]
    if seen[0] not in _WITHOUT_SEAT:
        if isinstance(seen[1], bool) or seen[1] != state.s.turn:
            raise IllegalActionError(f"observation {seen!r}: seat {seen[1]!r}, it is seat {state.s.turn}'s turn")
        rest = seen[2:]
    try:
        text = name(*rest)
    except TypeError:
        raise IllegalActionError(f"observation {seen!r}: {seen[0]} takes words where this has none") from None
    after = state.child(state.string_to_action(mover, text))
    if observation(after) != _as_tuples(seen):
        raise IllegalActionError(f"observation {seen!r}: here {text} would be {observation(after)!r}")
    state.copy_from(after)


def _as_tuples(value):
    return tuple([_as_tuples(entry) for entry in value]) if isinstance(value, (tuple, list)) else value
