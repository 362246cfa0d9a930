"""What a seat of Takara Island notices, in words, and how a masked state follows it. The words: docs/rules/takara_island.md."""

from libc.stdint cimport int64_t

from orienteer.core.takara_island.actions cimport apply_outcome
from orienteer.core.takara_island.game cimport TakaraIsland, TakaraIslandState, mask_for
from orienteer.core.takara_island.rules cimport (
    DIG, E_ATTACK, E_BUY, E_CARD, E_DESTROY, E_DIG, E_FIGHT, E_GO_ON, E_HIRE, E_LOOK, E_MAP, E_MIMIC,
    E_NO_RENT, E_RENT, E_ROCKFALL, E_SELL, E_STOP, E_SURVEY, E_TAVERN, E_TREASURE, E_TURN_UP, FIGHT, IMPOSTOR, LOOK, MIMIC, MINE,
    NOTHING, NUM_CARDS, NUM_SPECIALISTS, PEEK, ROCKFALL, SURVEY, TREASURE, UNSEEN, RulesC, TakaraC, card_weights, decide, health_left,
)
from orienteer.core.state cimport CHANCE, UNKNOWN

from orienteer.core.errors import IllegalActionError, OrienteerError
from orienteer.core.takara_island.components import CARDS, HEALTH, SPECIALISTS, TREASURES

_SEAT_ONLY = {
    E_RENT: "rent", E_NO_RENT: "no_rent", E_STOP: "stop", E_GO_ON: "go_on", E_TAVERN: "tavern", E_BUY: "buy",
}
_WITH_PILE = {E_SURVEY: "survey", E_DIG: "dig", E_DESTROY: "destroy", E_FIGHT: "fight"}


# -- from a transition to words -----------------------------------------------------------------------------------------------

def observation(TakaraIslandState state, int player):
    """What `player` noticed of the last transition, None = nothing."""
    cdef TakaraC* s = &state.s
    cdef int event = s.last_event, seat = s.last_seat, specialist, power
    if event == NOTHING:
        return None
    if event in _SEAT_ONLY:
        return (_SEAT_ONLY[event], seat)
    if event in _WITH_PILE:
        return (_WITH_PILE[event], seat, s.last_a)
    if event == E_LOOK:
        return ("look", seat, s.last_a, s.last_b, CARDS[s.last_c] if seat == player else None)
    if event == E_ROCKFALL:
        return ("rockfall", seat, s.last_a, s.last_b)
    if event == E_TURN_UP or event == E_CARD:
        return ("card" if event == E_CARD else "turn_up", seat, s.last_a, s.last_b, CARDS[s.last_c])
    if event == E_HIRE:
        specialist, power = divmod(s.last_a, NUM_SPECIALISTS)
        copied = SPECIALISTS[power] if specialist == IMPOSTOR else None
        return ("hire", seat, SPECIALISTS[specialist], copied, s.last_b, s.last_c if SPECIALISTS[power] == "soothsayer" else None)
    if event == E_ATTACK:
        return ("attack", seat, s.last_a, bool(s.last_b), s.last_c)
    if event == E_SELL:
        return ("sell", seat, s.last_a)
    if event == E_TREASURE:
        return ("treasure", seat, TREASURES[s.last_a])
    if event == E_MIMIC:
        return ("mimic", seat, bool(s.last_a))
    if event == E_MAP:
        return ("map", seat, "xp" if s.last_a else "gold")
    return ("end_of_day", seat, s.last_a, bool(s.last_b))


# -- from words to the next masked state --------------------------------------------------------------------------------------

def observe(TakaraIslandState state, int viewer, seen):
    """Advance a masked state. Raises IllegalActionError, and changes nothing, for what cannot happen here."""
    cdef TakaraIslandState after = state.clone()
    try:
        kind, seat, *rest = tuple(seen)
        _seat_is(after, seat)
        if kind in _CHANCE:
            apply_outcome(&(<TakaraIsland>state.game).rules, &after.s, _CHANCE[kind](after, viewer, *rest))
        elif kind in _ACTIONS:
            _play(after, _ACTIONS[kind](after, *rest))
        else:
            raise ValueError(f"allowed are {', '.join([*_ACTIONS, *_CHANCE])}")
        mask_for(&(<TakaraIsland>state.game).rules, &after.s, viewer)
        after.check()
    except (ValueError, TypeError, IndexError, KeyError, OrienteerError) as error:
        raise IllegalActionError(f"observation {seen!r}: {error}") from None
    state.c_copy_from(after)


cdef int _seat_is(TakaraIslandState state, seat) except -1:
    if isinstance(seat, bool) or not isinstance(seat, int) or seat != state.s.turn:
        raise ValueError(f"seat {seat!r}, it is seat {state.s.turn}'s turn")
    return 0


cdef int _play(TakaraIslandState state, name) except -1:
    """A decision by the name of its action."""
    if state.c_current_player() < 0:
        raise ValueError("nobody chooses now")
    state.c_apply(state.string_to_action(state.s.turn, name))
    return 0


cdef object _number(value, what):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{what} {value!r}, a whole number is needed")
    return value


cdef object _truth(value, what):
    if not isinstance(value, bool):
        raise ValueError(f"{what} {value!r}, true or false is needed")
    return value


def _hire(TakaraIslandState state, specialist, copied, pile, slot):
    if specialist not in SPECIALISTS or (copied is not None) != (specialist == "impostor"):
        raise ValueError(f"specialist {specialist!r} copying {copied!r}, allowed: {', '.join(SPECIALISTS)}; the impostor copies one")
    power = copied or specialist
    if (slot is not None) != (power == "soothsayer"):
        raise ValueError(f"slot {slot!r}, the soothsayer has a window's first slot and nobody else")
    words = [specialist, *([copied] if copied else []), str(_number(pile, "pile"))]
    return "-".join([*words, *([] if slot is None else [str(_number(slot, "slot"))])])


def _turn_up(TakaraIslandState state, pile, slot, card):
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    cdef int64_t[NUM_CARDS] weights
    _card_is_at(state, (SURVEY,), pile, slot)
    if card not in CARDS or not HEALTH[CARDS.index(card)]:
        raise ValueError(f"card {card!r}, only a monster is turned up")
    if s.card[s.pile][s.slot] == UNKNOWN:
        card_weights(rules, s, s.pile, s.slot, weights)
        if weights[<int>CARDS.index(card)] <= 0:
            raise ValueError(f"card {card!r} cannot lie there")
        decide(rules, s, s.pile, s.slot, CARDS.index(card))
    elif CARDS[s.card[s.pile][s.slot]] != card:
        raise ValueError(f"card {card!r}, the viewer has seen {CARDS[s.card[s.pile][s.slot]]} there")
    return "turn-up"


def _end_of_day(TakaraIslandState state, cured, recruited):
    return f"end-day-cure-{_number(cured, 'cured')}" + ("-recruit" if _truth(recruited, "recruited") else "")


def _map(TakaraIslandState state, choice):
    if choice not in ("gold", "xp"):
        raise ValueError(f"choice {choice!r}, allowed: gold, xp")
    return f"map-{choice}"


_ACTIONS = {
    "rent": lambda state: "rent",
    "no_rent": lambda state: "no-rent",
    "survey": lambda state, pile: f"survey-{_number(pile, 'pile')}",
    "stop": lambda state: "stop",
    "go_on": lambda state: "go-on",
    "turn_up": _turn_up,
    "dig": lambda state, pile: f"dig-{_number(pile, 'pile')}",
    "destroy": lambda state, pile: f"destroy-{_number(pile, 'pile')}",
    "tavern": lambda state: "tavern",
    "sell": lambda state, value: f"sell-{_number(value, 'value')}",
    "buy": lambda state: "buy-token",
    "hire": _hire,
    "fight": lambda state, pile: f"fight-{_number(pile, 'pile')}",
    "map": _map,
    "end_of_day": _end_of_day,
}


cdef int _card_is_at(TakaraIslandState state, tuple phases, pile, slot) except -1:
    cdef TakaraC* s = &state.s
    if s.phase not in phases:
        raise ValueError("this cannot happen now")
    if (pile, slot) != (s.pile, s.slot) or isinstance(pile, bool) or isinstance(slot, bool):
        raise ValueError(f"pile {pile!r} and slot {slot!r}, the card is in pile {s.pile}, slot {s.slot}")
    return 0


cdef int _outcome(TakaraIslandState state, int outcome, word) except -1:
    """An outcome that is possible here."""
    if state.c_current_player() != CHANCE or outcome not in state.legal_actions():
        raise ValueError(f"{word!r} cannot happen now")
    return outcome


def _look(TakaraIslandState state, int viewer, pile, slot, card):
    cdef TakaraC* s = &state.s
    _card_is_at(state, (LOOK, PEEK), pile, slot)
    if (card is None) == (s.turn == viewer):
        raise ValueError("a player sees the cards that he looks at himself and no others")
    if card is not None:
        if card not in CARDS or (card == CARDS[ROCKFALL] and s.phase == LOOK):
            raise ValueError(f"card {card!r} cannot be seen here")
        return _outcome(state, CARDS.index(card), card)
    if s.card[s.pile][s.slot] == ROCKFALL and s.phase == LOOK:
        raise ValueError("the viewer knows that a rockfall lies there")
    return UNSEEN if s.card[s.pile][s.slot] == UNKNOWN else s.card[s.pile][s.slot]


def _rockfall(TakaraIslandState state, int viewer, pile, slot):
    _card_is_at(state, (LOOK,), pile, slot)
    return _outcome(state, ROCKFALL, "a rockfall")


def _card(TakaraIslandState state, int viewer, pile, slot, card):
    _card_is_at(state, (DIG, MINE), pile, slot)
    if card not in CARDS:
        raise ValueError(f"card {card!r}, allowed: {', '.join(CARDS)}")
    return _outcome(state, CARDS.index(card), card)


def _named(TakaraIslandState state, int phase, name):
    """An outcome by its name."""
    if state.s.phase != phase:
        raise ValueError("this cannot happen now")
    return state.string_to_action(CHANCE, name)


def _attack(TakaraIslandState state, int viewer, pile, killed, wounds):
    if state.s.phase != FIGHT or pile != state.s.pile:
        raise ValueError("no such attack is fought now")
    if not _truth(killed, "killed"):
        return _named(state, FIGHT, f"fail-{_number(wounds, 'wounds')}")
    if wounds != health_left(&(<TakaraIsland>state.game).rules, &state.s):
        raise ValueError(f"wounds {wounds!r}, the monster has {health_left(&(<TakaraIsland>state.game).rules, &state.s)} health left")
    return _named(state, FIGHT, "kill")


_CHANCE = {
    "look": _look,
    "rockfall": _rockfall,
    "card": _card,
    "attack": _attack,
    "treasure": lambda state, viewer, name: _named(state, TREASURE, f"treasure:{name}"),
    "mimic": lambda state, viewer, beaten: _named(state, MIMIC, "mimic-beaten" if _truth(beaten, "beaten") else "mimic-wins"),
}
