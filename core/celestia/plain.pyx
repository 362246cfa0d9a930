"""Celestia's states as plain values, as text, and what every state must satisfy.

`fields` and `state_from` are inverse; None stands for what the viewer of a masked state does not know. Cities are named by
their value, cards and faces by their words; tuples by card, by seat and by city row are in the order of components.py.
"""

from libc.stdint cimport int8_t
from libc.string cimport memset

from orienteer.core.celestia.game cimport Celestia, CelestiaState, mask_for, only_worth, total_of
from orienteer.core.celestia.rules cimport (
    ANNOUNCEMENT, DEAL, DETOUR, DRAW, HOOK, JETPACK, JOURNEY_END, LONE, NOBODY, NUM_CARDS, NUM_CITIES, NUM_FACES, NUM_WORTHS, OVER,
    PASSENGER, REROLL, ROLL, SEATS, SETTLE, TELESCOPE_WORTH, TREASURE, WAIT_HOOK, WAIT_POST, WAIT_PRE, CelestiaC, RulesC,
    is_eligible, is_hidden_phase, leg_dice,
)
from orienteer.core.state cimport UNKNOWN

from orienteer.core.celestia.components import CARDS, FACES
from orienteer.core.errors import OrienteerError

PHASES = (
    "deal", "lone", "roll", "passenger", "treasure", "window_a", "announcement", "window_b", "jetpack", "hook", "detour",
    "reroll", "settle", "journey_end", "draw", "over", "before_announcement", "after_crash_call", "after_move",
)
THEN = ("passenger", "window", "jetpack", "lone", "last_city")


def fields(CelestiaState state) -> dict:
    """The state as plain values: see the keys of `state_from`."""
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cities = (<Celestia>state.game).city_values
    seats, rows = range(rules.num_players), range(rules.num_cities)
    return {
        "phase": PHASES[s.phase],
        "turn": _seat_or_none(s.turn),
        "viewer": _seat_or_none(s.viewer),
        "captain": s.captain,
        "aboard": _flags(s.aboard, rules.num_players),
        "city": cities[s.city],
        "from_city": cities[s.from_city],
        "journey": s.journeys + 1,
        "legs": s.legs,
        "dice": tuple(FACES[i] for i in range(NUM_FACES) for _ in range(s.dice[i])),
        "to_roll": s.to_roll,
        "called": bool(s.called),
        "rerolled": bool(s.rerolled),
        "start": s.start,
        "loop": PHASES[s.loop] if s.loop else None,
        "through": s.through,
        "pending": _seat_or_none(s.pending),
        "then": THEN[s.then] if s.phase == TREASURE else None,
        "draws_left": s.draws_left,
        "left": tuple(s.left[row] for row in rows),
        "telescopes_used": tuple(cities[row] for row in rows if s.telescope_used[row]),
        "stock": tuple(_known(s.stock[row], NUM_WORTHS) for row in rows),
        "hand_sizes": tuple(s.hand_size[seat] for seat in seats),
        "hands": tuple(_known(s.hand[seat], NUM_CARDS) for seat in seats),
        "discards": tuple(s.discard[i] for i in range(NUM_CARDS)),
        "deck_size": s.deck_size,
        "deck": _known(s.deck, NUM_CARDS),
        "backs": tuple(tuple(s.backs[seat][row] for row in rows) for seat in seats),
        "treasures": tuple(tuple(_known(s.held[seat][row], NUM_WORTHS) for row in rows) for seat in seats),
        "left_now": _flags(s.left_now, rules.num_players),
        "drew_now": _flags(s.drew_now, rules.num_players),
        "leg_treasures": tuple(_leg_treasure(rules, s, seat) for seat in seats),
        "jetpack_used": _flags(s.jet_used, rules.num_players),
        "totals": tuple(None if s.totals[seat] == UNKNOWN else s.totals[seat] for seat in seats),
    }


def state_from(Celestia game, dict values) -> CelestiaState:
    """The state of which `fields` gives these values; "deck", "stock" and "totals" may be missing and are worked out,
    so may "loop" and "through" where nobody has passed yet.

    Raises OrienteerError where they break a fact that the rules guarantee.
    """
    _check_shapes(game, values)
    try:
        state = _filled(game, values)
    except (KeyError, ValueError, TypeError, OverflowError) as error:
        raise OrienteerError(f"fields of a Celestia state: {type(error).__name__}: {error}") from None
    check(state)
    return state


cdef CelestiaState _filled(Celestia game, dict values):
    cdef const RulesC* rules = &game.rules
    cdef CelestiaState state = game.blank_state()
    cdef CelestiaC* s = &state.s
    cdef int seat, row, i
    memset(s, 0, sizeof(CelestiaC))
    seats, rows = range(rules.num_players), range(rules.num_cities)
    s.phase = PHASES.index(values["phase"])
    s.turn = _or_nobody(values["turn"])
    s.viewer = _or_nobody(values["viewer"])
    s.captain = values["captain"]
    s.aboard = _bits(values["aboard"])
    s.city = game.city_values.index(values["city"])
    s.from_city = game.city_values.index(values["from_city"])
    s.journeys = values["journey"] - 1
    s.legs = values["legs"]
    for face in values["dice"]:
        s.dice[<int>FACES.index(face)] += 1
    s.to_roll = values["to_roll"]
    s.called = values["called"]
    s.rerolled = values["rerolled"]
    s.start = values["start"]
    s.loop = PHASES.index(values["loop"]) if values.get("loop") else 0
    s.through = values.get("through", 0)
    s.pending = _or_nobody(values["pending"])
    s.then = 0 if values["then"] is None else THEN.index(values["then"])
    s.draws_left = values["draws_left"]
    s.left_now, s.drew_now = _bits(values["left_now"]), _bits(values["drew_now"])
    s.jet_used = _bits(values["jetpack_used"])
    s.deck_size = values["deck_size"]
    for row in rows:
        s.left[row] = values["left"][row]
        s.telescope_used[row] = game.city_values[row] in values["telescopes_used"]
    for i in range(NUM_CARDS):
        s.discard[i] = values["discards"][i]
        s.deck[i] = rules.deck[i] - s.discard[i]
    for seat in seats:
        s.hand_size[seat] = values["hand_sizes"][seat]
        _fill(s.hand[seat], values["hands"][seat], NUM_CARDS)
        for row in rows:
            s.backs[seat][row] = values["backs"][seat][row]
            _fill(s.held[seat][row], values["treasures"][seat][row], NUM_WORTHS)
        s.leg_worth[seat] = _worth_index(rules, s.from_city, values["leg_treasures"][seat]) if s.drew_now >> seat & 1 else 0
        s.totals[seat] = total_of(rules, s, seat)
        if s.phase == OVER and s.totals[seat] == UNKNOWN:
            s.totals[seat] = values["totals"][seat]
    if s.viewer != UNKNOWN:
        mask_for(rules, s, s.viewer)
    else:
        for i in range(NUM_CARDS):
            for seat in seats:
                s.deck[i] -= s.hand[seat][i]
        for row in rows:
            for i in range(NUM_WORTHS):
                s.stock[row][i] = rules.made[row][i]
                for seat in seats:
                    s.stock[row][i] -= s.held[seat][row][i]
            s.stock[row][TELESCOPE_WORTH] -= s.telescope_used[row]
    return state


def text(CelestiaState state) -> str:
    """One line for people."""
    f = fields(state)
    players = "; ".join(_player_text(f, seat) for seat in range(state.game.num_players))
    turn = "" if f["turn"] is None else f" of seat {f['turn']}"
    draws = "" if f["pending"] is None else f" to seat {f['pending']}"
    seen = "" if f["viewer"] is None else f", seen by seat {f['viewer']}"
    flags = [name for name in ("called", "rerolled") if f[name]] + [f"{n} used a jetpack" for n, used in
                                                                    enumerate(f["jetpack_used"]) if used]
    return (
        f"journey {f['journey']}, city {f['city']}, dice {' '.join(f['dice']) or '-'}, next: {f['phase']}{turn}{draws}{seen}"
        f"{''.join(f', {flag}' for flag in flags)}{_counters(f)}; {players}; discards {_card_text(f['discards'])}; deck "
        f"{f['deck_size']}: {_card_text(f['deck'])}; cities {' '.join(map(str, f['left']))}"
        f"; telescopes used {' '.join(map(str, f['telescopes_used'])) or '-'}; stock {_stock_text(f['stock'])}"
    )


def _counters(f):
    """What the text of a running loop or draw needs besides."""
    return (
        f", from {f['from_city']}, loop from {f['start']} {f['loop']} {f['through']} through, {f['to_roll']} to roll, {f['draws_left']} draws left, then "
        f"{f['then']}, leg {f['legs'] + 1}"
    )


def _player_text(f, seat):
    treasures = "+".join(
        f"{count}x{row}" + ("" if f["treasures"][seat][row] is None else f"({'/'.join(map(str, f['treasures'][seat][row]))})")
        for row, count in enumerate(f["backs"][seat]) if count
    )
    marks = [name for name, flags in (("captain", None), ("aboard", "aboard"), ("left now", "left_now"), ("drew", "drew_now"))
             if (seat == f["captain"] if flags is None else f[flags][seat])]
    drawn = "" if f["leg_treasures"][seat] is None else f" {f['leg_treasures'][seat]}"
    total = "?" if f["totals"][seat] is None else f["totals"][seat]
    return (f"seat {seat} ({', '.join(marks) or 'off'}{drawn}): {f['hand_sizes'][seat]} cards {_card_text(f['hands'][seat])}, "
            f"treasures {treasures or '-'}, {total} points")


def _card_text(counts):
    if counts is None:
        return "?"
    return " ".join(f"{count} {CARDS[i]}" for i, count in enumerate(counts) if count) or "-"


def _stock_text(stock):
    return " ".join("?" if row is None else "/".join(map(str, row)) for row in stock)


def _check_shapes(Celestia game, dict values):
    """Every list is as long as there are seats, cities, cards or worths; the struct is filled without looking again."""
    cdef int seats = game.rules.num_players, rows = game.rules.num_cities
    lengths = {"left": rows, "hand_sizes": seats, "hands": seats, "discards": NUM_CARDS, "backs": seats, "treasures": seats,
               "leg_treasures": seats, "aboard": seats, "left_now": seats, "drew_now": seats, "jetpack_used": seats}
    for name, length in lengths.items():
        _check_length(name, values.get(name), length)
    for name, length in (("hands", NUM_CARDS), ("backs", rows), ("treasures", rows)):
        for seat, row in enumerate(values[name]):
            if row is not None or name != "hands":
                _check_length(f"{name}[{seat}]", row, length)
    for seat, mine in enumerate(values["treasures"]):
        for row, counts in enumerate(mine):
            if counts is not None:
                _check_length(f"treasures[{seat}][{row}]", counts, NUM_WORTHS)


def _check_length(name, value, length):
    if not isinstance(value, (tuple, list)) or len(value) != length:
        raise OrienteerError(f"{name}: {value!r}, allowed: {length} entries")


# -- reading and writing values -------------------------------------------------------------------------------------------------

cdef object _seat_or_none(int seat):
    return None if seat < 0 else seat


cdef int _or_nobody(seat) except -2:
    return -1 if seat is None else seat


cdef tuple _flags(unsigned int bits, int count):
    return tuple([bool(bits >> i & 1) for i in range(count)])


cdef unsigned int _bits(flags) except? 255:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


cdef object _known(const int8_t* counts, int length):
    return None if counts[length - 1] == UNKNOWN else tuple([counts[i] for i in range(length)])


cdef int _fill(int8_t* counts, values, int length) except -1:
    cdef int i
    for i in range(length):
        counts[i] = UNKNOWN if values is None else values[i]
    return 0


cdef object _leg_treasure(const RulesC* rules, const CelestiaC* s, int seat):
    cdef int kind = s.leg_worth[seat]
    if not s.drew_now >> seat & 1 or kind == UNKNOWN:
        return None
    return "telescope" if kind == TELESCOPE_WORTH else rules.worth[s.from_city][kind]


cdef int _worth_index(const RulesC* rules, int city, worth) except -2:
    cdef int kind
    if worth is None:
        return only_worth(rules, city) if rules.num_worths[city] == 1 else UNKNOWN
    for kind in range(NUM_WORTHS):
        if rules.made[city][kind] and worth == ("telescope" if kind == TELESCOPE_WORTH else rules.worth[city][kind]):
            return kind
    raise OrienteerError(f"leg_treasures: {worth!r}, the city has no such treasure")


# -- what every state satisfies -------------------------------------------------------------------------------------------------

def check(CelestiaState state) -> None:
    """Raise OrienteerError, naming what is wrong, where the state breaks a fact that the rules guarantee."""
    wrong = next(_wrong_cards(state), None) or next(_wrong_treasures(state), None) or next(_wrong_play(state), None)
    if wrong:
        raise OrienteerError(wrong)


def _wrong_cards(CelestiaState state):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cdef int seat, i, total = s.deck_size, known
    for seat in range(rules.num_players):
        total += s.hand_size[seat]
        if s.hand_size[seat] < 0:
            yield f"hand_sizes[{seat}]: {s.hand_size[seat]}, below 0"
        if s.hand[seat][0] != UNKNOWN:
            if min([s.hand[seat][i] for i in range(NUM_CARDS)]) < 0:
                yield f"hands[{seat}]: a count below 0"
            if sum([s.hand[seat][i] for i in range(NUM_CARDS)]) != s.hand_size[seat]:
                yield f"hands[{seat}]: {sum([s.hand[seat][i] for i in range(NUM_CARDS)])} cards, the size is {s.hand_size[seat]}"
    for i in range(NUM_CARDS):
        total += s.discard[i]
        known = s.discard[i] + max(0, s.deck[i])
        for seat in range(rules.num_players):
            known += max(0, s.hand[seat][i])
        if s.discard[i] < 0 or known > rules.deck[i]:
            yield f"{CARDS[i]}: {known} in hands, deck and discards, {rules.deck[i]} were made"
        if s.viewer == UNKNOWN and s.deck[i] < 0:
            yield f"{CARDS[i]}: {s.deck[i]} in the deck"
    if s.deck_size < 0 or total != rules.deck_size:
        yield f"deck_size: {s.deck_size}, with hands and discards {total} cards, {rules.deck_size} were made"


def _wrong_treasures(CelestiaState state):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cdef int seat, row, i, total, known
    cities = (<Celestia>state.game).city_values
    for row in range(rules.num_cities):
        total = s.left[row] + s.telescope_used[row]
        for seat in range(rules.num_players):
            total += s.backs[seat][row]
            if s.backs[seat][row] < 0:
                yield f"backs[{seat}], city {cities[row]}: {s.backs[seat][row]}"
            known = s.held[seat][row][NUM_WORTHS - 1]
            if known != UNKNOWN and sum([s.held[seat][row][i] for i in range(NUM_WORTHS)]) != s.backs[seat][row]:
                yield f"treasures[{seat}], city {cities[row]}: not {s.backs[seat][row]} as the backs"
            if known != UNKNOWN and min([s.held[seat][row][i] for i in range(NUM_WORTHS)]) < 0:
                yield f"treasures[{seat}], city {cities[row]}: a count below 0"
        if s.left[row] < 0 or total != rules.num_made[row]:
            yield f"city {cities[row]}: {total} treasures in all places, {rules.num_made[row]} were made"
        for i in range(NUM_WORTHS):
            known = s.telescope_used[row] * (i == TELESCOPE_WORTH) + max(0, s.stock[row][i])
            for seat in range(rules.num_players):
                known += max(0, s.held[seat][row][i])
            if known > rules.made[row][i] or s.stock[row][i] < UNKNOWN:
                yield f"city {cities[row]}: {known} treasures of kind {i}, {rules.made[row][i]} were made"


def _wrong_play(CelestiaState state):
    cdef const RulesC* rules = &(<Celestia>state.game).rules
    cdef CelestiaC* s = &state.s
    cdef int phase = s.phase, seat, dice = sum([s.dice[i] for i in range(NUM_FACES)])
    cdef bint in_leg = PASSENGER <= phase <= REROLL or phase >= WAIT_PRE
    if not 0 <= s.captain < rules.num_players:
        yield f"captain: {s.captain}"
    if s.aboard & ~rules.everyone or s.left_now & s.aboard:
        yield "aboard: a seat that is not there, or that left in this leg"
    if s.drew_now & ~s.left_now:
        yield "drew_now: a seat that did not leave"
    if phase != DEAL and phase != OVER and s.aboard and not s.aboard >> s.captain & 1:
        yield f"captain: seat {s.captain} is not aboard"
    if in_leg and phase not in (TREASURE, WAIT_HOOK, HOOK) and dice + s.to_roll == 0:
        yield "dice: none, this phase has dice"
    if phase in (LONE, ROLL, SETTLE, DRAW, WAIT_HOOK) and dice:
        yield f"dice: {dice}, they are not rolled yet"
    if phase == TREASURE and s.left[s.city] == 0:
        yield "city: no treasure is left to be drawn"
    if phase in (LONE, ROLL) and s.left[s.city] == 0:
        yield f"city: {(<Celestia>state.game).city_values[s.city]} has no treasure left, the ship would have flown past it"
    if phase == LONE and s.aboard != 1 << s.captain:
        yield f"aboard: seat {s.captain} is not alone"
    if phase == PASSENGER and (s.turn == s.captain or not s.aboard >> s.turn & 1):
        yield f"turn: seat {s.turn} is no passenger"
    if (phase == TREASURE or phase == DRAW or phase == DEAL) != (s.pending != NOBODY):
        yield f"pending: {s.pending}"
    for seat in range(rules.num_players):
        if s.viewer == UNKNOWN and phase not in (OVER, DEAL) and not s.called and dice == 0 and s.totals[seat] >= rules.target:
            if phase == ROLL and s.city == first_city(rules, s) and s.aboard == rules.everyone:
                yield f"totals[{seat}]: {s.totals[seat]}, the game has ended at {rules.target}"
    if is_hidden_phase(phase) and s.viewer in (UNKNOWN, s.turn):
        if phase != ANNOUNCEMENT and not is_eligible(rules, s, s.turn, phase):
            yield f"turn: seat {s.turn} can play nothing in {PHASES[phase]}"


cdef int first_city(const RulesC* rules, const CelestiaC* s) noexcept nogil:
    cdef int row = 0
    while row + 1 < rules.num_cities and s.left[row] == 0:
        row += 1
    return row
