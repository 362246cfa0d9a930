"""What a seat of Celestia notices, in words, and how a masked state follows it. The words: docs/rules/celestia.md."""

from libc.stdint cimport int8_t
from libc.string cimport memset

from orienteer.core.celestia.game cimport Celestia, CelestiaState, mask_for
from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, DEAL, DETOUR, DETOUR_CARD, DRAW, E_ASK, E_CHOOSE, E_CRASH, E_DEAL, E_DRAW, E_EJECT, E_FLY, E_GO_ON, E_HOOK,
    E_JOURNEY, E_LEAVE, E_OVER, E_PASS, E_PLAY, E_REROLL, E_ROLL, E_SETTLE, E_STAY, E_TELESCOPE, E_TREASURE, EJECTION, GUST, HOOK,
    HOOK_CARD,
    JETPACK, JETPACK_CARD, JOURNEY_END, LONE, NOBODY, NOTHING, NUM_CARDS, NUM_FACES, NUM_HAZARDS, NUM_WORTHS, OVER, PASSENGER, REROLL,
    ROLL, TELESCOPE_WORTH, TREASURE, TURBO, WAIT_HOOK, WAIT_POST, WAIT_PRE, WINDOW_A, WINDOW_B, CelestiaC, RulesC, call_crash,
    choose_dice, draw_card, draw_treasure, ejectable, end_game, end_journey, fly, is_eligible, is_hidden_phase, leg_dice, lone_choice,
    may_get_off, must_end, passenger_choice, play_detour, play_ejection, play_gust, play_hook, play_jetpack, play_telescope, reroll,
    roll, settle, shortfall, start_journey,
)
from orienteer.core.state cimport UNKNOWN

from orienteer.core.celestia.components import CARDS, FACES, HAZARDS
from orienteer.core.errors import IllegalActionError, OrienteerError

_WINDOWS = {
    WINDOW_A: "window_a", ANNOUNCEMENT: "announcement", WINDOW_B: "window_b", JETPACK: "jetpack", HOOK: "hook",
}
_WINDOW_PHASES = {name: phase for phase, name in _WINDOWS.items()}
# The phases of a masked state in which a window can be open.
_STAGES = {
    WINDOW_A: (WAIT_PRE,),
    ANNOUNCEMENT: (WAIT_PRE, WAIT_POST),
    WINDOW_B: (WAIT_POST,),
    JETPACK: (WAIT_POST,),
    HOOK: (WAIT_HOOK,),
}


# -- from a transition to words -----------------------------------------------------------------------------------------------

def observation(CelestiaState state, int player):
    """What `player` noticed of the last transition, None = nothing."""
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cdef int event = s.last_event, seat = s.last_seat
    cdef bint own = seat == player
    cities = (<Celestia>state.game).city_values
    if event == NOTHING or (event == E_PASS and not own):
        return None
    if event == E_ASK:
        return ("asked", _WINDOWS[s.phase]) if s.turn == player and is_hidden_phase(s.phase) else None
    if event == E_DEAL:
        return ("deal", seat, _cards(s.hand[seat]) if own else None)
    if event in _SIMPLE:
        return (_SIMPLE[event], seat)
    if event in _WITH_FACES:
        return (_WITH_FACES[event], _faces(s.last_faces))
    if event == E_TREASURE or event == E_HOOK:
        worth = worth_word(rules, s.last_a, s.last_b) if own or rules.num_worths[s.last_a] == 1 else None
        return ("treasure" if event == E_TREASURE else "hook", seat, cities[s.last_a], worth)
    if event == E_PLAY:
        return ("play", seat, CARDS[s.last_a])
    if event == E_EJECT:
        return ("eject", seat, int(s.last_a))
    if event == E_TELESCOPE:
        return ("telescope", seat, cities[s.last_a])
    if event == E_FLY:
        turbos = tuple(HAZARDS[i] for i in range(NUM_HAZARDS) for _ in range(s.last_turbos[i]))
        return ("fly", seat, _faces(s.last_faces), turbos)
    if event == E_CRASH:
        return ("crash", seat, _faces(s.last_faces))
    if event == E_DRAW:
        reshuffled = tuple(s.last_deck[i] for i in range(NUM_CARDS))
        return ("draw", seat, CARDS[s.last_a] if own else None, reshuffled if any(reshuffled) else None)
    if event == E_OVER:
        return ("over", tuple(s.totals[i] for i in range(rules.num_players)))
    return ("settle",) if event == E_SETTLE else ("pass",)


_SIMPLE = {E_STAY: "stay", E_LEAVE: "leave", E_GO_ON: "go_on", E_JOURNEY: "journey"}
_WITH_FACES = {E_ROLL: "roll", E_CHOOSE: "choose", E_REROLL: "reroll"}


cdef tuple _faces(const int8_t* counts):
    return tuple(FACES[i] for i in range(NUM_FACES) for _ in range(counts[i]))


cdef tuple _cards(const int8_t* counts):
    return tuple(CARDS[i] for i in range(NUM_CARDS) for _ in range(counts[i]))


cdef object worth_word(const RulesC* rules, int city, int kind):
    return "telescope" if kind == TELESCOPE_WORTH else rules.worth[city][kind]


# -- from words to the next masked state --------------------------------------------------------------------------------------

def observe(CelestiaState state, int viewer, seen):
    """Advance a masked state. Raises IllegalActionError, and changes nothing, for what cannot happen here."""
    cdef CelestiaState after = state.clone()
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    try:
        _follow(after, viewer, tuple(seen))
        mask_for(rules, &after.s, viewer)
        after.check()
    except (ValueError, TypeError, IndexError, KeyError, OrienteerError) as error:
        raise IllegalActionError(f"observation {seen!r}: {error}") from None
    state.c_copy_from(after)


cdef object _follow(CelestiaState state, int viewer, tuple event):
    kind, *rest = event
    if kind not in _FOLLOWERS:
        raise ValueError(f"allowed are {', '.join(_FOLLOWERS)}")
    _FOLLOWERS[kind](state, viewer, *rest)


cdef int _phase_is(CelestiaState state, int phase, what) except -1:
    if state.s.phase != phase:
        raise ValueError(f"{what} cannot happen now")
    return 0


cdef int _seat_is(CelestiaState state, seat, int wanted) except -1:
    if isinstance(seat, bool) or not isinstance(seat, int) or seat != wanted:
        raise ValueError(f"seat {seat!r}, it is seat {wanted}'s")
    return wanted


cdef int _counts(words, names, int8_t* counts) except -1:
    """Words, counted by their place in `names`; returns how many."""
    memset(counts, 0, len(names))
    for word in words:
        if word not in names:
            raise ValueError(f"{word!r}, allowed: {', '.join(names)}")
        counts[<int>names.index(word)] += 1
    return len(words)


cdef int _open_to(CelestiaState state, int viewer, seat, tuple phases) except -1:
    """`seat` plays in a window: the viewer where he is asked, another where it is hidden who is."""
    cdef CelestiaC* s = &state.s
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < state.game.num_players:
        raise ValueError(f"seat {seat!r}, allowed: 0 to {state.game.num_players - 1}")
    if seat == viewer:
        if s.phase not in phases or s.turn != viewer:
            raise ValueError(f"seat {seat} is not asked now")
    elif s.phase not in {stage for phase in phases for stage in _STAGES[phase]}:
        raise ValueError("this window cannot be open now")
    return seat


cdef int _holds(CelestiaState state, int viewer, int seat, int card) except -1:
    cdef CelestiaC* s = &state.s
    if s.hand_size[seat] == 0 or (seat == viewer and s.hand[seat][card] == 0):
        raise ValueError(f"seat {seat} holds no {CARDS[card]}")
    return 0


cdef int _must_be_aboard(CelestiaState state, int seat) except -1:
    if not state.s.aboard >> seat & 1:
        raise ValueError(f"seat {seat} is not aboard")
    return 0


def _deal(CelestiaState state, int viewer, seat, cards):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    _phase_is(state, DEAL, "a deal")
    _seat_is(state, seat, s.pending)
    if (cards is None) == (seat == viewer):
        raise ValueError("a player sees his own cards and no others")
    if cards is not None and _counts(cards, CARDS, s.hand[<int>seat]) != rules.hand_size:
        raise ValueError(f"{len(cards)} cards, {rules.hand_size} are dealt")
    s.hand_size[<int>seat] = rules.hand_size
    s.deck_size -= rules.hand_size
    s.pending += 1
    if s.pending == rules.num_players:
        start_journey(rules, s)


def _roll(CelestiaState state, int viewer, faces):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef int8_t[NUM_FACES] counts
    _phase_is(state, ROLL, "a roll")
    if _counts(faces, FACES, counts) != leg_dice(rules, &state.s):
        raise ValueError(f"{len(faces)} dice, this leg has {leg_dice(rules, &state.s)}")
    roll(rules, &state.s, counts)


def _stay(CelestiaState state, int viewer, seat):
    _phase_is(state, PASSENGER, "a passenger's choice")
    _seat_is(state, seat, state.s.turn)
    passenger_choice(&(<Celestia>state.game).rules, &state.s, False)


def _leave(CelestiaState state, int viewer, seat):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    if state.s.phase != LONE:
        _phase_is(state, PASSENGER, "a passenger's choice")
    _seat_is(state, seat, state.s.turn)
    if not may_get_off(rules, &state.s):
        raise ValueError("nobody may leave at a city without treasures")
    if state.s.phase == LONE:
        lone_choice(rules, &state.s, True)
    else:
        passenger_choice(rules, &state.s, True)


def _go_on(CelestiaState state, int viewer, seat):
    _phase_is(state, LONE, "a lone captain's choice")
    _seat_is(state, seat, state.s.turn)
    lone_choice(&(<Celestia>state.game).rules, &state.s, False)


cdef int _worth(CelestiaState state, int viewer, int seat, int city, worth) except -2:
    """Index of a treasure's worth as the viewer sees it."""
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef int kind
    if seat != viewer and rules.num_worths[city] > 1:
        if worth is not None:
            raise ValueError("a player sees the worth of his own treasures only")
        return UNKNOWN
    for kind in range(NUM_WORTHS):
        if rules.made[city][kind] and worth == worth_word(rules, city, kind) and not isinstance(worth, bool):
            return kind
    raise ValueError(f"worth {worth!r}: the city has no such treasure")


cdef int _city(CelestiaState state, value) except -1:
    cities = (<Celestia>state.game).city_values
    if isinstance(value, bool) or value not in cities:
        raise ValueError(f"city {value!r}, allowed: {', '.join(map(str, cities))}")
    return cities.index(value)


def _treasure(CelestiaState state, int viewer, seat, city, worth):
    cdef CelestiaC* s = &state.s
    cdef int kind
    _phase_is(state, TREASURE, "the draw of a treasure")
    _seat_is(state, seat, s.pending)
    if _city(state, city) != s.city:
        raise ValueError(f"city {city}, the ship is at {(<Celestia>state.game).city_values[s.city]}")
    kind = _worth(state, viewer, seat, s.city, worth)
    if kind != UNKNOWN and s.stock[s.city][kind] == 0:
        raise ValueError(f"worth {worth!r}: none is left in the city")
    draw_treasure(&(<Celestia>state.game).rules, s, kind)


def _play(CelestiaState state, int viewer, seat, card):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    if card not in ("gust", "detour", "jetpack"):
        raise ValueError(f"card {card!r}, allowed: gust, detour, jetpack")
    cdef int index = CARDS.index(card)
    if index == JETPACK_CARD:
        _open_to(state, viewer, seat, (JETPACK,))
    else:
        _open_to(state, viewer, seat, (WINDOW_A, WINDOW_B))
    _holds(state, viewer, seat, index)
    if index == GUST:
        if s.dice[NUM_FACES - 1] == 0:
            raise ValueError("no die is blank")
        play_gust(rules, s, seat)
        return
    _must_be_aboard(state, seat)
    if index == DETOUR_CARD:
        play_detour(rules, s, seat)
        return
    if s.jet_used >> <int>seat & 1 or s.left[s.city] == 0:
        raise ValueError(f"seat {seat} has used one in this crash" if s.left[s.city] else "the city has no treasure left")
    play_jetpack(rules, s, seat)


def _eject(CelestiaState state, int viewer, seat, target):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    _open_to(state, viewer, seat, (WINDOW_A,))
    _holds(state, viewer, seat, EJECTION)
    _must_be_aboard(state, seat)
    allowed = [i for i in range(rules.num_players) if ejectable(rules, &state.s, seat) >> i & 1]
    if isinstance(target, bool) or target not in allowed:
        raise ValueError(f"target {target!r}, allowed: {allowed}")
    play_ejection(rules, &state.s, seat, target)


def _telescope(CelestiaState state, int viewer, seat, city):
    cdef CelestiaC* s = &state.s
    cdef int row = _city(state, city), lower
    _open_to(state, viewer, seat, (WINDOW_B,))
    _must_be_aboard(state, seat)
    if (<Celestia>state.game).rules.made[row][TELESCOPE_WORTH] == 0 or s.telescope_used[row] or s.backs[<int>seat][row] == 0:
        raise ValueError(f"seat {seat} holds no telescope from city {city}")
    if seat == viewer:
        for lower in range(row + 1):
            if (s.held[viewer][lower][TELESCOPE_WORTH] > 0) != (lower == row):
                raise ValueError(f"the lowest telescope of seat {seat} is not from city {city}")
    play_telescope(&(<Celestia>state.game).rules, s, seat, row)


def _hook(CelestiaState state, int viewer, seat, city, worth):
    cdef CelestiaC* s = &state.s
    _open_to(state, viewer, seat, (HOOK,))
    _holds(state, viewer, seat, HOOK_CARD)
    if not s.drew_now >> <int>seat & 1:
        raise ValueError(f"seat {seat} drew no treasure in this leg")
    if _city(state, city) != s.from_city:
        raise ValueError(f"city {city}, the leg began at {(<Celestia>state.game).city_values[s.from_city]}")
    if _worth(state, viewer, seat, s.from_city, worth) != s.leg_worth[<int>seat]:
        raise ValueError(f"worth {worth!r} is not what seat {seat} drew")
    play_hook(&(<Celestia>state.game).rules, s, seat)


def _choose(CelestiaState state, int viewer, faces):
    cdef int8_t[NUM_FACES] counts
    cdef int face
    _phase_is(state, DETOUR, "a choice of dice")
    _counts(faces, FACES, counts)
    for face in range(NUM_FACES):
        if counts[face] > state.s.dice[face]:
            raise ValueError(f"dice {faces!r} do not lie there")
    choose_dice(&(<Celestia>state.game).rules, &state.s, counts)


def _reroll(CelestiaState state, int viewer, faces):
    cdef int8_t[NUM_FACES] counts
    _phase_is(state, REROLL, "a reroll")
    if _counts(faces, FACES, counts) != state.s.to_roll:
        raise ValueError(f"{len(faces)} dice, {state.s.to_roll} are rolled")
    reroll(&(<Celestia>state.game).rules, &state.s, counts)


cdef int _announces(CelestiaState state, int viewer, seat, dice) except -1:
    cdef int8_t[NUM_FACES] counts
    _seat_is(state, seat, state.s.captain)
    _open_to(state, viewer, seat, (ANNOUNCEMENT,))
    _counts(dice, FACES, counts)
    if [counts[i] for i in range(NUM_FACES)] != [state.s.dice[i] for i in range(NUM_FACES)]:
        raise ValueError(f"dice {dice!r} do not lie there")
    return 0


def _fly(CelestiaState state, int viewer, seat, dice, turbos):
    cdef CelestiaC* s = &state.s
    cdef int8_t[NUM_HAZARDS] counts
    cdef int hazard, cards = 0
    _announces(state, viewer, seat, dice)
    _counts(turbos, HAZARDS, counts)
    for hazard in range(NUM_HAZARDS):
        cards += s.dice[hazard]
        if counts[hazard] > s.dice[hazard]:
            raise ValueError(f"turbos {turbos!r}: more than there are such dice")
        if seat == viewer and counts[hazard] != max(0, s.dice[hazard] - s.hand[viewer][hazard]):
            raise ValueError(f"turbos {turbos!r}: not the shortfall")
    if cards > s.hand_size[<int>seat] or (seat == viewer and len(turbos) > s.hand[viewer][TURBO]):
        raise ValueError(f"seat {seat} has not the cards")
    fly(&(<Celestia>state.game).rules, s, counts)


def _crash(CelestiaState state, int viewer, seat, dice):
    _announces(state, viewer, seat, dice)
    if seat == viewer and shortfall(&state.s, viewer) == 0:
        raise ValueError(f"seat {seat} can and must fly")
    if sum(state.s.dice[i] for i in range(NUM_HAZARDS)) == 0:
        raise ValueError("without a hazard the captain flies")
    call_crash(&(<Celestia>state.game).rules, &state.s)


def _settle(CelestiaState state, int viewer):
    _phase_is(state, WAIT_HOOK, "the end of the hooks")
    settle(&(<Celestia>state.game).rules, &state.s)


cdef int _journey_may_end(CelestiaState state) except -1:
    if state.s.phase != JOURNEY_END:
        _phase_is(state, WAIT_POST, "the end of a journey")
    return 0


def _journey(CelestiaState state, int viewer, captain):
    _journey_may_end(state)
    if must_end(&(<Celestia>state.game).rules, &state.s):
        raise ValueError("the game ends with this journey")
    end_journey(&(<Celestia>state.game).rules, &state.s)
    _seat_is(state, captain, state.s.captain)


def _over(CelestiaState state, int viewer, totals):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cdef int seat, n = state.game.num_players
    _journey_may_end(state)
    if len(totals) != n:
        raise ValueError(f"{len(totals)} totals, one a seat is {n}")
    for seat in range(n):
        if isinstance(totals[seat], bool) or not isinstance(totals[seat], int) or totals[seat] < 0:
            raise ValueError(f"total {totals[seat]!r}, allowed: a whole number ≥ 0")
        if s.totals[seat] != UNKNOWN and s.totals[seat] != totals[seat]:
            raise ValueError(f"seat {seat} has {s.totals[seat]} points, not {totals[seat]}")
    if not must_end(rules, s) and max(totals) < rules.target:
        raise ValueError("nobody has reached the target, the game goes on")
    end_game(s)
    for seat in range(n):
        s.totals[seat] = totals[seat]


def _draw(CelestiaState state, int viewer, seat, card, reshuffled):
    cdef CelestiaC* s = &state.s
    _phase_is(state, DRAW, "the draw of a card")
    _seat_is(state, seat, s.pending)
    if (card is None) == (seat == viewer):
        raise ValueError("a player sees his own cards and no others")
    if card is not None and card not in CARDS:
        raise ValueError(f"card {card!r}, allowed: {', '.join(CARDS)}")
    discards = tuple([s.discard[i] for i in range(NUM_CARDS)])
    if (None if reshuffled is None else tuple(reshuffled)) != (None if s.deck_size else discards):
        raise ValueError(f"reshuffled {reshuffled!r}: the deck has {s.deck_size} cards, the discards are {discards}")
    draw_card(&(<Celestia>state.game).rules, s, UNKNOWN if card is None else CARDS.index(card))


def _asked(CelestiaState state, int viewer, window):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    if window not in _WINDOW_PHASES:
        raise ValueError(f"window {window!r}, allowed: {', '.join(_WINDOW_PHASES)}")
    phase = _WINDOW_PHASES[window]
    if s.phase not in _STAGES[phase]:
        raise ValueError(f"{window} cannot be open now")
    if phase == ANNOUNCEMENT:
        if s.captain != viewer:
            raise ValueError("only the captain announces")
    elif not is_eligible(rules, s, viewer, phase):
        raise ValueError(f"seat {viewer} can play nothing in {window}, so he is not asked")
    if phase == WINDOW_B and s.jet_used:
        raise ValueError("window_b cannot be open after a jetpack")
    s.phase = phase
    s.turn = viewer


def _pass(CelestiaState state, int viewer):
    cdef CelestiaC* s = &state.s
    if s.turn != viewer or not is_hidden_phase(s.phase) or s.phase == ANNOUNCEMENT:
        raise ValueError(f"seat {viewer} is not asked now")
    s.turn = NOBODY  # masking hides the phase


_FOLLOWERS = {
    "deal": _deal, "roll": _roll, "stay": _stay, "leave": _leave, "go_on": _go_on, "treasure": _treasure, "play": _play,
    "eject": _eject, "telescope": _telescope, "hook": _hook, "choose": _choose, "reroll": _reroll, "fly": _fly,
    "crash": _crash, "settle": _settle, "journey": _journey, "over": _over, "draw": _draw, "asked": _asked, "pass": _pass,
}
