"""Lost Explorers' states as plain values, as text, and what every state must satisfy.

`fields` and `state_from` are inverse. Tokens and locations go by their names in the data file; counts by colour are in the order
of components.COLOURS, rows begin at the front.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from orienteer.core.lost_explorers.game cimport LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.rules cimport (
    BONUS, BY_CLUES, CAP, CHOOSE, CLOSE, COLOURS as NUM_COLOURS, DEAL, LEFT, MENU, NOBODY, NONE, NUM_MAIN, NUM_TOKENS, OVER, PHASE_1,
    PHASE_2, RIGHT, ROWS_EMPTY, SHOW, STALL, START, TURN_UP, ExplorersC, RulesC, clues_of, first_turn_left, free_members,
    members_of, open_places, popcount, row_colour, unseen, unseen_start,
)

from orienteer.core.errors import OrienteerError
from orienteer.core.lost_explorers.components import COLOURS, ENDINGS

PHASES = ("close", "deal", "choose", "show", "menu", "turn_up", "bonus", "over")
STAGES = ("start", "phase_1", "phase_2")
# The keys of `state_from`; `fields` has `clues` and `members` besides.
_GIVEN = (
    "phase", "turn", "turns", "idle", "stage", "used", "sides", "closed", "rows", "undealt", "vehicles", "missions", "finished",
    "placed", "leaders", "discard", "shown", "pending", "ending",
)
_MAIN_BITS = (<object>1 << NUM_MAIN) - 1


# -- plain values -------------------------------------------------------------------------------------------------------------

def fields(LostExplorersState state) -> dict:
    """The state as plain values: the keys of `state_from`, and `clues` and `members` by seat, which follow from the rest."""
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    seats = range(rules.num_players)
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "turns": s.turns,
        "idle": s.idle,
        "stage": STAGES[s.stage],
        "used": s.used,
        "sides": (bool(s.sides & 1), bool(s.sides & 2)),
        "closed": _ids(game, s.closed),
        "rows": tuple([tuple([COLOURS[row_colour(s, side, i)] for i in range(s.row_size[side])]) for side in range(2)]),
        "undealt": tuple([s.undealt[colour] for colour in range(NUM_COLOURS)]),
        "vehicles": tuple([tuple([s.vehicles[seat][colour] for colour in range(NUM_COLOURS)]) for seat in seats]),
        "missions": tuple([_names(game, s.missions[seat], s.start_missions[seat]) for seat in seats]),
        "finished": tuple([_names(game, s.finished[seat], s.start_finished[seat]) for seat in seats]),
        "placed": tuple([_ids(game, s.placed[seat]) for seat in seats]),
        "leaders": tuple([(s.leader[seat][LEFT], s.leader[seat][RIGHT]) for seat in seats]),
        "clues": tuple([clues_of(rules, s, seat) for seat in seats]),
        "members": tuple([members_of(rules, s, seat) for seat in seats]),
        "discard": tuple([s.discard[colour] for colour in range(NUM_COLOURS)]),
        "shown": _names(game, s.shown, s.start_shown),
        "pending": _pending(game, s),
        "ending": ENDINGS[s.ending],
    }


cdef object _pending(LostExplorers game, ExplorersC* s):
    if s.token != NONE:
        return ("bonus", game.tables.tokens[s.token].name)
    return None if s.colour == NONE else (PHASES[s.phase], COLOURS[s.colour])


cdef object _ids(LostExplorers game, uint32_t places):
    return tuple([location.id for place, location in enumerate(game.tables.locations) if places >> place & 1])


cdef object _names(LostExplorers game, uint64_t main, uint16_t start):
    bits = main | <object>start << NUM_MAIN
    return tuple([token.name for number, token in enumerate(game.tables.tokens) if bits >> number & 1])


def state_from(LostExplorers game, values) -> LostExplorersState:
    """The state with these fields (see `fields`). Raises OrienteerError, naming the field, where a rule is broken."""
    cdef LostExplorersState state = game.blank_state()
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int seat, side, i
    for name in _GIVEN:
        if name not in values:
            raise OrienteerError(f"{name}: missing")
    memset(s, 0, sizeof(ExplorersC))
    s.last_ejected = NOBODY
    s.colour = NONE
    s.token = NONE
    s.phase = _index("phase", values["phase"], PHASES)
    s.stage = _index("stage", values["stage"], STAGES)
    s.ending = _index("ending", values["ending"], ENDINGS)
    s.turn = _number("turn", values["turn"], rules.num_players - 1)
    s.turns = _number("turns", values["turns"], 1_000_000)
    s.clock = s.turns if rules.max_turns else min(s.turns, rules.num_players)
    s.idle = _number("idle", values["idle"], 100)
    s.used = _number("used", values["used"], 4)
    for side in range(2):
        s.sides |= <int>bool(_entries("sides", values["sides"], 2)[side]) << side
        row = _entries("rows", values["rows"], 2)[side]
        if not isinstance(row, (tuple, list)) or len(row) > 32:
            raise OrienteerError(f"rows[{side}]: {row!r}, allowed: at most 32 colours")
        s.row_size[side] = len(row)
        for i in range(len(row)):
            s.row[side] |= <uint64_t>_index(f"rows[{side}][{i}]", row[i], COLOURS) << (2 * i)
    s.closed = _places(game, "closed", values["closed"])
    for i in range(NUM_COLOURS):
        s.undealt[i] = _number(f"undealt[{i}]", _entries("undealt", values["undealt"], NUM_COLOURS)[i], 64)
        s.discard[i] = _number(f"discard[{i}]", _entries("discard", values["discard"], NUM_COLOURS)[i], 120)
    s.shown = _tokens(game, "shown", values["shown"]) & _MAIN_BITS
    s.start_shown = _tokens(game, "shown", values["shown"]) >> NUM_MAIN
    for name in ("vehicles", "missions", "finished", "placed", "leaders"):
        _entries(name, values[name], rules.num_players)
    for seat in range(rules.num_players):
        held = _entries(f"vehicles[{seat}]", values["vehicles"][seat], NUM_COLOURS)
        for i in range(NUM_COLOURS):
            s.vehicles[seat][i] = _number(f"vehicles[{seat}][{i}]", held[i], 120)
        bits = _tokens(game, f"missions[{seat}]", values["missions"][seat])
        s.missions[seat] = bits & _MAIN_BITS
        s.start_missions[seat] = bits >> NUM_MAIN
        bits = _tokens(game, f"finished[{seat}]", values["finished"][seat])
        s.finished[seat] = bits & _MAIN_BITS
        s.start_finished[seat] = bits >> NUM_MAIN
        s.placed[seat] = _places(game, f"placed[{seat}]", values["placed"][seat])
        for side in range(2):
            space = _entries(f"leaders[{seat}]", values["leaders"][seat], 2)[side]
            s.leader[seat][side] = _number(f"leaders[{seat}][{side}]", space, rules.last_space)
    _read_pending(game, s, values["pending"])
    check(state)
    return state


cdef int _read_pending(LostExplorers game, ExplorersC* s, pending) except -1:
    if pending is None:
        return 0
    kind, value = _entries("pending", pending, 2)
    if kind != PHASES[s.phase] or s.phase not in (SHOW, TURN_UP, BONUS):
        raise OrienteerError(f"pending: {pending!r}, nothing of the kind is pending in phase {PHASES[s.phase]}")
    if s.phase == BONUS:
        s.token = _index("pending[1]", value, [token.name for token in game.tables.tokens])
    else:
        s.colour = _index("pending[1]", value, COLOURS)
    return 0


cdef int _index(name, value, allowed) except -1:
    if value not in allowed:
        raise OrienteerError(f"{name}: {value!r}, allowed: {', '.join(map(str, allowed))}")
    return list(allowed).index(value)


cdef int _number(name, value, int most) except -1:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise OrienteerError(f"{name}: {value!r}, allowed: a whole number from 0 to {most}")
    return value


cdef object _entries(name, value, int length):
    if not isinstance(value, (tuple, list)) or len(value) != length:
        raise OrienteerError(f"{name}: {value!r}, allowed: {length} entries")
    return value


cdef object _bits(name, value, names):
    """A set given by names as an int, a bit each."""
    if not isinstance(value, (tuple, list)):
        raise OrienteerError(f"{name}: {value!r}, allowed: names")
    bits = 0
    for i, word in enumerate(value):
        if word not in names:
            raise OrienteerError(f"{name}[{i}]: {word!r}, allowed: {', '.join(names)}")
        if bits >> names.index(word) & 1:
            raise OrienteerError(f"{name}[{i}]: {word!r} is listed twice")
        bits |= 1 << names.index(word)
    return bits


cdef object _places(LostExplorers game, name, value):
    return _bits(name, value, [location.id for location in game.tables.locations])


cdef object _tokens(LostExplorers game, name, value):
    return _bits(name, value, [token.name for token in game.tables.tokens])


# -- text ---------------------------------------------------------------------------------------------------------------------

def text(LostExplorersState state) -> str:
    """A line for play, a line a row, a line a player."""
    values = fields(state)
    head = f"lost_explorers: {values['phase']}, seat {values['turn']}, turn {values['turns'] + 1}, {values['stage']}"
    extra = [f"{values['used']} members used"] if values["used"] else []
    extra += [f"{side} row used" for side, used in zip(("left", "right"), values["sides"]) if used]
    extra += [f"{values['idle']} idle turns"] if values["idle"] else []
    extra += [" ".join(values["pending"])] if values["pending"] else []
    extra += [values["ending"]] if values["ending"] else []
    lines = [", ".join([head, *extra]), f"closed: {' '.join(values['closed']) or '-'}"]
    for side, row in zip(("left", "right"), values["rows"]):
        lines.append(f"{side} row: {''.join([colour[0] for colour in row]) or 'empty'}")
    lines.append(f"discard: {_counts(values['discard'])}; shown: {' '.join(values['shown']) or '-'}")
    if any(values["undealt"]):
        lines.append(f"to be dealt: {_counts(values['undealt'])}")
    for seat in range(state.game.num_players):
        lines.append(
            f"seat {seat}: leaders {values['leaders'][seat][0]}/{values['leaders'][seat][1]}, clues {values['clues'][seat]}, "
            f"vehicles {_counts(values['vehicles'][seat])}, missions {' '.join(values['missions'][seat]) or '-'}, members "
            f"{values['members'][seat]}, at {' '.join(values['placed'][seat]) or '-'}, finished "
            f"{' '.join(values['finished'][seat]) or '-'}")
    return "\n".join(lines)


def _counts(counts):
    return " ".join([f"{count} {colour}" for colour, count in zip(COLOURS, counts) if count]) or "-"


# -- what every state satisfies -------------------------------------------------------------------------------------------------

def check(LostExplorersState state) -> None:
    """Raise OrienteerError, naming what is wrong, where the state breaks a fact that the rules guarantee."""
    for wrong in (_wrong_tokens, _wrong_setup, _wrong_members, _wrong_leaders, _wrong_play):
        for message in wrong(state):
            raise OrienteerError(message)


def _wrong_tokens(LostExplorersState state):
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int left_full = (rules.num_main + 1) // 2
    cdef int colour, seat, side, i, held, made, lying, dealt = s.row_size[LEFT] + s.row_size[RIGHT]
    seen = s.shown | <object>s.start_shown << NUM_MAIN
    owned = 0
    for seat in range(rules.num_players):
        for name, bits in (("missions", s.missions[seat] | <object>s.start_missions[seat] << NUM_MAIN),
                           ("finished", s.finished[seat] | <object>s.start_finished[seat] << NUM_MAIN)):
            twice = _word(game, bits & owned)
            if twice:
                yield f"{name}[{seat}]: {twice} is somebody's mission twice"
            owned |= bits
    if seen != owned:
        yield f"shown: {_word(game, seen ^ owned)}, the tokens that have been shown are those of missions, finished or not"
    for colour in range(NUM_COLOURS):
        word = COLOURS[colour]
        lying = s.undealt[colour] + (s.phase == TURN_UP and s.colour == colour)
        for side in range(2):
            for i in range(s.row_size[side]):
                lying += row_colour(s, side, i) == colour
        if popcount(unseen(rules, s, colour)) < lying:
            yield f"shown: {popcount(unseen(rules, s, colour))} {word} main tokens are unseen, {lying} lie in the rows"
        held = lying + s.discard[colour]
        held += popcount(owned_now(state) & rules.main[colour]) + popcount(start_owned_now(state) & rules.start[colour])
        for seat in range(rules.num_players):
            held += s.vehicles[seat][colour]
        held += s.token != NONE and not rules.discards_first and rules.colour[s.token] == colour
        made = rules.dealt[colour] + rules.num_players * (rules.start_vehicles[colour] + rules.vehicles)
        if held != made:
            yield f"{word}: {held} tokens in rows, vehicles, missions and discard, there are {made}"
        if popcount(s.start_shown & rules.start[colour]) > rules.num_players:
            yield f"shown: more start tokens of {word} than players"
    if seen & ~_in_play(game):
        yield f"shown: {_word(game, seen & ~_in_play(game))} is not in play"
    if s.phase <= DEAL and s.phase != OVER and dealt + sum([s.undealt[i] for i in range(NUM_COLOURS)]) != rules.num_main:
        yield f"undealt: with {dealt} tokens dealt, there are {rules.num_main}"
    if s.phase == DEAL and dealt == rules.num_main:
        yield "undealt: nothing, in phase deal"
    if s.phase == CLOSE and dealt:
        yield f"rows: {dealt} tokens dealt before locations are closed"
    if s.phase == DEAL and s.row_size[RIGHT] and s.row_size[LEFT] < left_full:
        yield "rows[1]: dealt before the left row is full"
    if s.row_size[LEFT] > left_full or s.row_size[RIGHT] > rules.num_main - left_full:
        yield f"rows: {s.row_size[LEFT]} and {s.row_size[RIGHT]} tokens, {left_full} and {rules.num_main - left_full} are dealt"
    if s.phase > DEAL and any([s.undealt[i] for i in range(NUM_COLOURS)]):
        yield f"undealt: {tuple([s.undealt[i] for i in range(NUM_COLOURS)])} in phase {PHASES[s.phase]}"
    if s.phase == TURN_UP and unseen(rules, s, s.colour) == 0:
        yield f"pending: no {COLOURS[s.colour]} mission is left to be shown"


cdef uint64_t owned_now(LostExplorersState state):
    """Main tokens that are missions now."""
    return state.s.missions[0] | state.s.missions[1] | state.s.missions[2] | state.s.missions[3]


cdef uint16_t start_owned_now(LostExplorersState state):
    return state.s.start_missions[0] | state.s.start_missions[1] | state.s.start_missions[2] | state.s.start_missions[3]


cdef object _in_play(LostExplorers game):
    cdef int colour
    bits = 0
    for colour in range(NUM_COLOURS):
        bits |= game.rules.main[colour] | <object>game.rules.start[colour] << NUM_MAIN
    return bits


cdef object _word(LostExplorers game, bits):
    """The first token of a set, or nothing."""
    return next((token.name for number, token in enumerate(game.tables.tokens) if bits >> number & 1), "")


def _wrong_setup(LostExplorersState state):
    """One start mission a seat; until play begins nothing else has happened."""
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int seat, colour, chosen
    cdef uint16_t own
    cdef int first_without = rules.num_players if s.phase > SHOW else s.turn if s.phase in (CHOOSE, SHOW) else 0
    for seat in range(rules.num_players):
        own = s.start_missions[seat] | s.start_finished[seat]
        if popcount(own) != (seat < first_without):
            yield f"missions[{seat}]: {popcount(own)} start missions, the seat has turned up {<int>(seat < first_without)}"
        if s.phase > SHOW:
            continue
        if s.missions[seat] or s.finished[seat] or s.start_finished[seat] or s.placed[seat]:
            yield f"missions[{seat}]: play has not begun"
        for colour in range(NUM_COLOURS):
            chosen = (own & rules.start[colour]) != 0
            if s.vehicles[seat][colour] != rules.start_vehicles[colour] + rules.vehicles - chosen:
                yield (f"vehicles[{seat}][{colour}]: {s.vehicles[seat][colour]}, at this point of the set-up "
                       f"{rules.start_vehicles[colour] + rules.vehicles - chosen}")
    if s.phase <= SHOW and any([s.discard[colour] for colour in range(NUM_COLOURS)]):
        yield "discard: play has not begun"


def _wrong_members(LostExplorersState state):
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int seat
    cdef uint32_t taken = 0, closable = rules.markable[0] | rules.markable[1] | rules.markable[2] | rules.markable[3]
    if s.closed & ~closable:
        yield f"closed: {_ids(game, s.closed & ~closable)[0]} cannot be closed"
    if popcount(s.closed) != (0 if s.phase == CLOSE else rules.num_closed):
        yield f"closed: {popcount(s.closed)} locations, {rules.num_closed} are with {rules.num_players} players"
    options = game.options["closed"]
    if options is not None and s.phase != CLOSE and _ids(game, s.closed) != options:
        yield f"closed: {_ids(game, s.closed)}, the options say {options}"
    for seat in range(rules.num_players):
        if s.placed[seat] & taken:
            yield f"placed[{seat}]: {_ids(game, s.placed[seat] & taken)[0]} has somebody's member already"
        if s.placed[seat] & ~open_places(rules, s):
            yield f"placed[{seat}]: {_ids(game, s.placed[seat] & ~open_places(rules, s))[0]} is closed"
        if popcount(s.placed[seat]) > members_of(rules, s, seat):
            yield f"placed[{seat}]: {popcount(s.placed[seat])} members, the seat has {members_of(rules, s, seat)}"
        if s.clock <= seat and s.placed[seat] and (seat != s.turn or s.stage == START):
            yield f"placed[{seat}]: the seat has had no turn"
        taken |= s.placed[seat]
    if free_members(rules, s, s.turn) < 0:
        yield f"used: {s.used}, seat {s.turn} has {free_members(rules, s, s.turn) + s.used} members to use"
    if first_turn_left(rules, s) < 0:
        yield f"used: {s.used}, more than seat {s.turn} may use in its first turn"


def _wrong_leaders(LostExplorersState state):
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int seat, number, side
    cdef int[2] steps
    for seat in range(rules.num_players):
        steps[LEFT] = steps[RIGHT] = 0
        finished = s.finished[seat] | <object>s.start_finished[seat] << NUM_MAIN
        for number in range(NUM_TOKENS):
            if finished >> number & 1:
                if rules.places[number] & open_places(rules, s) == 0:
                    yield f"finished[{seat}]: {_word(game, <object>1 << number)} has no open location"
                steps[<int>rules.track[rules.colour[number]]] += popcount(rules.places[number] & open_places(rules, s))
        for side in range(2):
            if s.leader[seat][side] != min(rules.last_space, steps[side]):
                yield (f"leaders[{seat}][{side}]: {s.leader[seat][side]}, the finished missions make "
                       f"{min(rules.last_space, steps[side])}")
        if finished and s.clock <= seat and (seat != s.turn or s.stage != PHASE_2):
            yield f"finished[{seat}]: the seat has had no turn"
        if clues_of(rules, s, seat) >= rules.clues_to_win and (s.ending != BY_CLUES or seat != s.turn):
            yield f"leaders[{seat}]: four clues, the game is over and it is seat {s.turn}'s turn"
    if s.ending == BY_CLUES and clues_of(rules, s, s.turn) < rules.clues_to_win:
        yield f"ending: clues, seat {s.turn} has {clues_of(rules, s, s.turn)}"


def _wrong_play(LostExplorersState state):
    cdef LostExplorers game = state.game
    cdef const RulesC* rules = &game.rules
    cdef ExplorersC* s = &state.s
    cdef int phase = s.phase, left = s.row_size[LEFT] + s.row_size[RIGHT], i, kinds = 0
    cdef bint playing = phase >= MENU, menu = phase in (MENU, TURN_UP, BONUS)
    if (phase == OVER) != (s.ending != 0):
        yield f"ending: {ENDINGS[s.ending]} in phase {PHASES[phase]}"
    if playing and s.turns % rules.num_players != s.turn:
        yield f"turns: {s.turns} finished, it cannot be seat {s.turn}'s turn"
    if not playing and (s.turns or s.idle):
        yield f"turns: {s.turns} finished before play has begun"
    if phase in (CLOSE, DEAL) and s.turn:
        yield f"turn: {s.turn} in phase {PHASES[phase]}"
    if (phase in (SHOW, TURN_UP)) != (s.colour != NONE):
        yield f"pending: {'a colour' if s.colour != NONE else 'none'} in phase {PHASES[phase]}"
    if (phase == BONUS) != (s.token != NONE):
        yield f"pending: {'a mission' if s.token != NONE else 'none'} in phase {PHASES[phase]}"
    if phase == BONUS and not ((s.finished[s.turn] | <object>s.start_finished[s.turn] << NUM_MAIN) >> s.token & 1):
        yield f"pending: seat {s.turn} has not finished {game.tables.tokens[s.token].name}"
    if phase == SHOW and unseen_start(rules, s, s.colour) == 0:
        yield f"pending: no start token of {COLOURS[s.colour]} is left to be shown"
    for i in range(NUM_COLOURS):
        kinds += s.discard[i] > 0
    if phase == BONUS and kinds < (1 if rules.optional_bonus else 2):
        yield f"discard: {kinds} colours, no bonus is to be chosen"
    if s.stage != START and not (menu or s.ending == BY_CLUES):
        yield f"stage: {STAGES[s.stage]} in phase {PHASES[phase]}"
    if phase == TURN_UP and (s.stage != PHASE_1 or not s.used):
        yield "stage: a mission is turned up by members of phase 1"
    if (phase == BONUS or s.ending == BY_CLUES) and s.stage != PHASE_2:
        yield f"stage: {STAGES[s.stage]} in phase {PHASES[phase]}, a mission has been completed in this turn"
    if s.stage == PHASE_2 and not (s.finished[s.turn] or s.start_finished[s.turn]):
        yield f"stage: phase_2, seat {s.turn} has finished no mission"
    if s.stage != PHASE_1 and (s.used or s.sides):
        yield f"used: {s.used} members and rows used in stage {STAGES[s.stage]}"
    if popcount(s.sides) > s.used:
        yield f"used: {s.used}, {popcount(s.sides)} rows were used"
    if s.used and not s.sides:
        yield f"sides: none, {s.used} members were used to equip"
    if s.stage != START and s.idle:
        yield f"idle: {s.idle} in stage {STAGES[s.stage]}"
    if s.idle and not rules.stall_turns:
        yield f"idle: {s.idle}, which is not counted where the game cannot stall"
    if s.idle > s.turns or (rules.stall_turns and s.idle > rules.stall_turns):
        yield f"idle: {s.idle} of {s.turns} turns"
    if rules.stall_turns and s.idle == rules.stall_turns and s.ending not in (STALL, ROWS_EMPTY):
        yield f"idle: {s.idle}, the game has stalled"
    if s.ending == STALL and (not rules.stall_turns or s.idle < rules.stall_turns):
        yield f"ending: stall, {s.idle} turns were idle"
    if rules.max_turns and (s.turns > rules.max_turns or (s.turns == rules.max_turns and phase != OVER)):
        yield f"turns: {s.turns} finished, the cap is {rules.max_turns}"
    if s.ending == CAP and s.turns != rules.max_turns:
        yield f"ending: cap, {s.turns} turns are finished"
    if s.ending == ROWS_EMPTY and (left or (rules.after_round and s.turn)):
        yield f"ending: rows_empty, {left} tokens lie in the rows"
    if playing and phase != OVER and not left and s.stage == START and s.turns and not rules.after_round:
        yield "rows: empty at the start of a turn, the game is over"
    if playing and phase != OVER and not left and s.stage == START and rules.after_round and s.turn == 0:
        yield "rows: empty at the start of a round, the game is over"
