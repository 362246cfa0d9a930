"""Takara Island's states as plain values, as text, and what every state must satisfy.

`fields` and `state_from` are inverse; None stands for a card that nobody has looked at or, in a masked state, that the viewer has
not seen. Piles and slots are numbered from 0, slots from the top at set-up; tuples by card, level, treasure and specialist
are in the order of components.py.
"""

from libc.string cimport memset

from orienteer.core.state cimport UNKNOWN
from orienteer.core.takara_island.game cimport TakaraIsland, TakaraIslandState, mask_for
from orienteer.core.takara_island.rules cimport (
    ACT, BOTH_STONES, CAP, DEEP, DIG, END_OF_DAY, FIGHT, LOOK, MAP, MIMIC, MINE, MINE_ON, NO_STONE, NOBODY, NUM_CARDS, NUM_LEVELS, NUM_SPECIALISTS,
    NUM_TREASURES, NUM_VALUES, ONE_STONE, OVER, PEEK, ROCKFALL, SKULL, STONE, SURVEY, SWORD, TREASURE, RulesC, TakaraC, empty_piles,
    has_monster_on_top, is_up, may_hide_stone, stones_found, unknown_slots, unproven_slots,
)

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island.components import CARDS, LEVELS, SPECIALISTS, TOKENS_PER_PLAYER, TREASURES

PHASES = (
    "sword", "act", "look", "survey", "peek", "dig", "mine", "mine_on", "treasure", "mimic", "map", "fight", "end_of_day",
    "over",
)
ENDINGS = (None, "both_stones", "one_stone", "no_stone", "cap")
# Phases in which an action is under way at a pile.
_AT_PILE = (LOOK, SURVEY, PEEK, DIG, MINE, MINE_ON, TREASURE, MIMIC, FIGHT)


def fields(TakaraIslandState state) -> dict:
    """The state as plain values: see the keys of `state_from`."""
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    seats = range(rules.num_players)
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "viewer": _seat_or_none(s.viewer),
        "turns": s.turns,
        "sword": bool(s.sword),
        "banked": bool(s.banked),
        "map_due": bool(s.map_due),
        "piles": tuple([_pile(rules, s, pile) for pile in range(rules.num_piles)]),
        "gone": _gone(rules, s),
        "gold": tuple([s.gold[seat] for seat in seats]),
        "items": tuple([tuple([s.items[seat][value] for value in range(1, NUM_VALUES)]) for seat in seats]),
        "tokens": tuple([s.tokens[seat] for seat in seats]),
        "skulls": tuple([s.skulls[seat] for seat in seats]),
        "unused": tuple([s.unused[seat] for seat in seats]),
        "used": tuple([s.used[seat] for seat in seats]),
        "hospital": tuple([s.hospital[seat] for seat in seats]),
        "waiting": tuple([s.waiting[seat] for seat in seats]),
        "recruits": tuple([bool(s.recruits >> seat & 1) for seat in seats]),
        "supply": s.supply,
        "specialists": tuple([(_seat_or_none(s.holder[i]), bool(s.resting >> i & 1)) for i in range(NUM_SPECIALISTS)]),
        "treasures": tuple([s.treasures[i] for i in range(NUM_TREASURES)]),
        "pending": None if s.pile == NOBODY and not s.mining else {
            "pile": s.pile, "slot": s.slot, "looks": s.looks, "turned": bool(s.turned), "mining": bool(s.mining),
        },
        "ending": ENDINGS[s.ending],
    }


cdef dict _pile(const RulesC* rules, const TakaraC* s, int pile):
    slots = range(s.top[pile], rules.size)
    return {
        "top": s.top[pile],
        "cards": tuple([None if s.card[pile][slot] == UNKNOWN else CARDS[s.card[pile][slot]] for slot in slots]),
        "face_up": tuple([bool(is_up(s, pile, slot)) for slot in slots]),
        "seen_by": tuple([tuple([i for i in range(rules.num_players) if s.seen[pile][slot] >> i & 1]) for slot in slots]),
        "proven": tuple([bool(s.proven[pile] >> slot & 1) for slot in slots]),
        "wounds": s.wounds[pile],
        "stone": _seat_or_none(s.stone[pile]),
    }


cdef tuple _gone(const RulesC* rules, const TakaraC* s):
    """By level, the cards that left the piles: all but those in sight or in the pool."""
    cdef int pile, slot
    gone = [[rules.made[level][card] - s.pool[level][card] for card in range(NUM_CARDS)] for level in range(NUM_LEVELS)]
    for pile in range(rules.num_piles):
        for slot in range(s.top[pile], rules.size):
            if s.card[pile][slot] != UNKNOWN:
                gone[rules.level[slot]][s.card[pile][slot]] -= 1
    return tuple([tuple(row) for row in gone])


def state_from(TakaraIsland game, dict values) -> TakaraIslandState:
    """The state of which `fields` gives these values.

    Raises OrienteerError where they break a fact that the rules guarantee.
    """
    try:
        state = _filled(game, values)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise OrienteerError(f"fields of a Takara Island state: {type(error).__name__}: {error}") from None
    check(state)
    return state


cdef TakaraIslandState _filled(TakaraIsland game, dict values):
    cdef const RulesC* rules = &game.rules
    cdef TakaraIslandState state = game.blank_state()
    cdef TakaraC* s = &state.s
    cdef int seat, level, card, i, value
    memset(s, 0, sizeof(TakaraC))
    memset(s.card, UNKNOWN, sizeof(s.card))
    memset(s.stone, NOBODY, sizeof(s.stone))
    memset(s.holder, NOBODY, sizeof(s.holder))
    s.phase = PHASES.index(values["phase"])
    s.ending = ENDINGS.index(values["ending"])
    s.turn = _seat(rules, values["turn"])
    s.viewer = NOBODY if values["viewer"] is None else _seat(rules, values["viewer"])
    s.turns = values["turns"]
    s.sword = bool(values["sword"])
    s.banked = bool(values["banked"])
    s.map_due = bool(values["map_due"])
    for level, row in enumerate(_of_length(values["gone"], NUM_LEVELS, "gone")):
        for card, count in enumerate(_of_length(row, NUM_CARDS, f"gone[{level}]")):
            s.pool[level][card] = rules.made[level][card] - count
    for i, pile in enumerate(_of_length(values["piles"], rules.num_piles, "piles")):
        _fill_pile(rules, s, i, pile)
    for name in ("gold", "items", "tokens", "skulls", "unused", "used", "hospital", "waiting", "recruits"):
        _of_length(values[name], rules.num_players, name)
    for seat in range(rules.num_players):
        s.gold[seat] = values["gold"][seat]
        for value, count in enumerate(_of_length(values["items"][seat], NUM_VALUES - 1, f"items[{seat}]"), 1):
            s.items[seat][value] = count
        s.tokens[seat] = values["tokens"][seat]
        s.skulls[seat] = values["skulls"][seat]
        s.unused[seat] = values["unused"][seat]
        s.used[seat] = values["used"][seat]
        s.hospital[seat] = values["hospital"][seat]
        s.waiting[seat] = values["waiting"][seat]
        s.recruits |= bool(values["recruits"][seat]) << seat
    s.supply = values["supply"]
    for i, (holder, resting) in enumerate(_of_length(values["specialists"], NUM_SPECIALISTS, "specialists")):
        s.holder[i] = NOBODY if holder is None else _seat(rules, holder)
        s.resting |= bool(resting) << i
    for i, count in enumerate(_of_length(values["treasures"], NUM_TREASURES, "treasures")):
        s.treasures[i] = count
    pending = values["pending"]
    s.pile = NOBODY
    if pending is not None:
        if not 0 <= pending["pile"] < rules.num_piles or not 0 <= pending["slot"] < rules.size:
            raise OrienteerError(f"pending: {pending!r}, there are {rules.num_piles} piles of {rules.size} slots")
        s.pile, s.slot, s.looks = pending["pile"], pending["slot"], pending["looks"]
        s.turned, s.mining = bool(pending["turned"]), bool(pending["mining"])
    if s.viewer != UNKNOWN:
        mask_for(rules, s, s.viewer)
    return state


cdef int _fill_pile(const RulesC* rules, TakaraC* s, int pile, values) except -1:
    cdef int slot, top = values["top"], size = rules.size - top, card
    if not 0 <= top <= rules.size:
        raise OrienteerError(f"piles[{pile}].top: {top}, allowed: 0 to {rules.size}")
    for name in ("cards", "face_up", "seen_by", "proven"):
        _of_length(values[name], size, f"piles[{pile}].{name}")
    s.top[pile] = top
    s.wounds[pile] = values["wounds"]
    s.stone[pile] = NOBODY if values["stone"] is None else _seat(rules, values["stone"])
    for slot in range(top, rules.size):
        name = values["cards"][slot - top]
        if name is not None:
            if name not in CARDS:
                raise OrienteerError(f"piles[{pile}].cards[{slot - top}]: {name!r}, allowed: {', '.join(CARDS)}")
            card = CARDS.index(name)
            s.card[pile][slot] = card
            s.pool[rules.level[slot]][card] -= 1
        for seat in values["seen_by"][slot - top]:
            s.seen[pile][slot] |= 1 << _seat(rules, seat)
        s.up[pile] |= bool(values["face_up"][slot - top]) << slot
        s.proven[pile] |= bool(values["proven"][slot - top]) << slot
    return 0


cdef int _seat(const RulesC* rules, value) except -1:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < rules.num_players:
        raise OrienteerError(f"seat {value!r}, allowed: 0 to {rules.num_players - 1}")
    return value


cdef object _seat_or_none(int seat):
    return None if seat < 0 else seat


cdef object _of_length(value, int length, name):
    if not isinstance(value, (tuple, list)) or len(value) != length:
        raise OrienteerError(f"{name}: {value!r}, allowed: {length} entries")
    return value


# -- text ---------------------------------------------------------------------------------------------------------------------

def text(TakaraIslandState state) -> str:
    """A line a pile and a line a player; of a masked state only what its viewer knows."""
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    values = fields(state)
    head = f"takara_island: {values['phase']}, seat {values['turn']}, turn {values['turns'] + 1}"
    extra = [name for name in ("sword", "banked", "map_due") if values[name]]
    if values["ending"]:
        extra.append(values["ending"])
    if values["pending"]:
        extra.append(f"at pile {values['pending']['pile']}, slot {values['pending']['slot']}")
    lines = [", ".join([head, *extra])]
    for number, pile in enumerate(values["piles"]):
        cards = [_card_text(*card) for card in zip(pile["cards"], pile["face_up"], pile["seen_by"], pile["proven"])]
        wounds = f", {pile['wounds']} wounds" if pile["wounds"] else ""
        stone = "" if pile["stone"] is None else f", stone to seat {pile['stone']}"
        lines.append(f"pile {number}: {' '.join(cards) or 'empty'}{wounds}{stone}")
    for seat in range(rules.num_players):
        items = [f"{count}x{value}" for value, count in enumerate(values["items"][seat], 1) if count]
        held = [name + (" resting" if resting else "") for name, (holder, resting) in
                zip(SPECIALISTS, values["specialists"]) if holder == seat]
        people = "/".join([str(values[name][seat]) for name in ("unused", "used", "hospital", "waiting")])
        lines.append(f"seat {seat}: gold {values['gold'][seat]}, items {' '.join(items) or '-'}, tokens {values['tokens'][seat]}, "
                     f"skulls {values['skulls'][seat]}, adventurers {people}, recruit "
                     f"{'at the beach' if values['recruits'][seat] else 'hired'}, {held[0] if held else 'no specialist'}")
    lines.append(f"treasures {' '.join([f'{n}x{name}' for name, n in zip(TREASURES, values['treasures']) if n]) or '-'}, "
                 f"bank {values['supply']} tokens")
    for name, row in zip(LEVELS, values["gone"]):
        lines.append(f"gone, {name}: {' '.join([f'{n}x{card}' for card, n in zip(CARDS, row) if n]) or '-'}")
    return "\n".join(lines)


def _card_text(name, face_up, seen_by, proven):
    if face_up:
        return f"[{name}]"
    return (name or "?") + (f"({''.join(map(str, seen_by))}{'!' if proven else ''})" if seen_by or proven else "")


# -- what every state satisfies -------------------------------------------------------------------------------------------------

def check(TakaraIslandState state) -> None:
    """Raise OrienteerError, naming what is wrong, where the state breaks a fact that the rules guarantee."""
    wrong = next(_wrong_piles(state), None) or next(_wrong_counts(state), None) or next(_wrong_players(state), None) or next(
        _wrong_play(state), None)
    if wrong:
        raise OrienteerError(wrong)


def _name(card):
    return "unknown" if card == UNKNOWN else CARDS[card]


def _seats(bits):
    return ", ".join([str(seat) for seat in range(8) if bits >> seat & 1])


def _wrong_piles(TakaraIslandState state):
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    cdef int pile, slot, card, stones, rockfalls
    cdef bint up, proven, covered
    for pile in range(rules.num_piles):
        stones = s.stone[pile] != NOBODY
        rockfalls = 0
        covered = True  # every card so far is face up or proven
        for slot in range(s.top[pile], rules.size):
            card, up, proven = s.card[pile][slot], is_up(s, pile, slot), s.proven[pile] >> slot & 1
            where = f"piles[{pile}].cards[{slot - s.top[pile]}]"
            if up and (card == UNKNOWN or (card != ROCKFALL and rules.health[card] == 0)):
                yield f"{where}: {_name(card)}, a face-up card is a rockfall or a monster"
            if up and slot - s.top[pile] > 2:
                yield f"{where}: face up below the top three"
            if up and s.seen[pile][slot] != rules.everyone:
                yield f"{where}: face up, everybody sees it"
            # A full state may be what one seat knows alone: others' looks are forgotten in it, what they proved is not.
            if proven and (up or card == ROCKFALL or (s.viewer != UNKNOWN and s.seen[pile][slot] == 0)):
                yield f"{where}: proven no rockfall, which needs a face-down card that somebody surveyed"
            if (up or proven) and not covered:
                yield f"{where}: face up or proven, the cards above it are not all so"
            covered = covered and (up or proven)
            if s.viewer == UNKNOWN and card == UNKNOWN and s.seen[pile][slot]:
                yield f"{where}: seats {_seats(s.seen[pile][slot])} have looked at it, so it is decided"
            if s.viewer != UNKNOWN and (card == UNKNOWN) == (s.seen[pile][slot] >> s.viewer & 1):
                yield f"{where}: {_name(card)}, the viewer knows exactly the cards that he has looked at"
            if s.viewer == UNKNOWN and card != UNKNOWN and s.seen[pile][slot] == 0:
                yield f"{where}: {_name(card)}, nobody has looked at it"
            stones += card == STONE
            rockfalls += up and card == ROCKFALL
        if stones > 1:
            yield f"piles[{pile}]: {stones} stones, a pile has at most one"
        if rockfalls > 1:
            yield f"piles[{pile}]: {rockfalls} face-up rockfalls, a pile has at most one"
        if s.stone[pile] != NOBODY and s.top[pile] <= rules.first_slot[DEEP]:
            yield f"piles[{pile}].stone: found, but {rules.size - s.top[pile]} cards lie there"
        if s.wounds[pile] and not has_monster_on_top(rules, s, pile):
            yield f"piles[{pile}].wounds: {s.wounds[pile]}, no face-up monster lies on top"
        if s.wounds[pile] < 0 or (s.wounds[pile] and s.wounds[pile] >= rules.health[s.card[pile][s.top[pile]]]):
            yield f"piles[{pile}].wounds: {s.wounds[pile]}, allowed: 0 to below the monster's health"


def _wrong_counts(TakaraIslandState state):
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    cdef int level, card, pile, slots, unknown, left, pairs = 0, places = 0, u
    gone = _gone(rules, s)
    for level in range(NUM_LEVELS):
        slots = unknown = 0
        for pile in range(rules.num_piles):
            slots += max(0, min(<int>s.top[pile], rules.end_slot[level]) - rules.first_slot[level])
            unknown += unknown_slots(rules, s, pile, level)
        for card in range(NUM_CARDS):
            if not 0 <= gone[level][card] <= rules.made[level][card] or s.pool[level][card] < 0:
                yield (f"{LEVELS[level]} {CARDS[card]}: {gone[level][card]} gone, {rules.made[level][card] - s.pool[level][card]} "
                       f"known in all, {rules.made[level][card]} were made")
        if sum(gone[level]) != slots:
            yield f"gone[{level}]: {sum(gone[level])} cards, the piles have lost {slots} of the {LEVELS[level]} level"
        left = sum([s.pool[level][card] for card in range(NUM_CARDS)])
        if left != unknown:
            yield f"{LEVELS[level]}: {left} cards are left for {unknown} unknown slots"
        if level != DEEP and s.pool[level][ROCKFALL] > unproven_slots(rules, s, level):
            yield f"{LEVELS[level]}: {s.pool[level][ROCKFALL]} rockfalls are left, {unproven_slots(rules, s, level)} slots may hide one"
    if gone[DEEP][STONE] != stones_found(rules, s):
        yield f"gone[{DEEP}]: {gone[DEEP][STONE]} stones, the piles name {stones_found(rules, s)} finders"
    for pile in range(rules.num_piles):
        if may_hide_stone(rules, s, pile):
            u = unknown_slots(rules, s, pile, DEEP)
            pairs += places * u
            places += u
    if (s.pool[DEEP][STONE] == 1 and places == 0) or (s.pool[DEEP][STONE] == 2 and pairs == 0):
        yield f"deep: {s.pool[DEEP][STONE]} stones are left that no pile can hide"


def _wrong_players(TakaraIslandState state):
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    cdef int seat, people, i, tokens = s.supply
    for seat in range(rules.num_players):
        people = s.unused[seat] + s.used[seat] + s.hospital[seat] + s.waiting[seat]
        if min(s.unused[seat], s.used[seat], s.hospital[seat], s.waiting[seat]) < 0:
            yield f"seat {seat}: a number of adventurers below 0"
        if people != rules.adventurers + (not s.recruits >> seat & 1):
            yield f"seat {seat}: {people} adventurers, {rules.adventurers + (not s.recruits >> seat & 1)} are the seat's"
        if (s.hospital[seat] or s.used[seat]) and seat != s.turn:
            yield f"seat {seat}: adventurers used or in hospital outside the seat's turn"
        if s.gold[seat] < 0 or s.tokens[seat] < 0 or s.skulls[seat] < 0:
            yield f"seat {seat}: gold, tokens or skulls below 0"
        if min([s.items[seat][i] for i in range(1, NUM_VALUES)]) < 0:
            yield f"items[{seat}]: a count below 0"
        if sum([s.holder[i] == seat for i in range(NUM_SPECIALISTS)]) > 1:
            yield f"specialists: seat {seat} holds more than one"
        tokens += s.tokens[seat]
    if s.supply < 0 or tokens != TOKENS_PER_PLAYER * rules.num_players:
        yield f"supply: {s.supply}, with those of the players {tokens}, there are {TOKENS_PER_PLAYER * rules.num_players}"
    if sum([s.skulls[seat] for seat in range(rules.num_players)]) > rules.made_treasures[SKULL] - s.treasures[SKULL]:
        yield "skulls: more than were drawn"
    for i in range(NUM_SPECIALISTS):
        if s.resting >> i & 1 and s.holder[i] == NOBODY:
            yield f"specialists[{i}]: resting at the docks"
    for i in range(NUM_TREASURES):
        if not 0 <= s.treasures[i] <= rules.made_treasures[i]:
            yield f"treasures[{i}]: {s.treasures[i]}, allowed: 0 to {rules.made_treasures[i]}"


def _wrong_play(TakaraIslandState state):
    cdef const RulesC* rules = &(<TakaraIsland>state.game).rules
    cdef TakaraC* s = &state.s
    cdef int phase = s.phase, seat = s.turn, i, found = stones_found(rules, s), empty = empty_piles(rules, s), due = 0
    cdef bint at_pile = phase in _AT_PILE or (phase == MAP and not s.map_due)
    if not 0 <= s.turns <= rules.max_turns or (phase == OVER) != (s.ending != 0):
        yield f"turns: {s.turns}, ending: {ENDINGS[s.ending]}, phase: {PHASES[phase]}"
    if phase != OVER and (s.turns >= rules.max_turns or s.turns % rules.num_players != seat):
        yield f"turns: {s.turns} finished, it cannot be seat {seat}'s turn"
    if (s.ending == CAP) != (s.turns == rules.max_turns):
        yield f"turns: {s.turns} of {rules.max_turns}, ending: {ENDINGS[s.ending]}"
    if at_pile != (s.pile != NOBODY):
        yield f"pending: {'a pile' if s.pile != NOBODY else 'none'} in phase {PHASES[phase]}"
    if (phase == SWORD or phase == ACT) and s.unused[seat] == 0:
        yield f"unused[{seat}]: 0, nobody can act"
    if phase == SWORD and (s.sword or s.used[seat] or s.hospital[seat] or s.banked):
        yield "phase: sword, which is offered before any action"
    if (phase == END_OF_DAY or (phase == MAP and s.map_due)) and (s.used[seat] or s.waiting[seat]):
        yield f"seat {seat}: adventurers are home at the end of the day"
    if phase in (LOOK, SURVEY, PEEK, DIG, MINE, MINE_ON) and not s.top[s.pile] <= s.slot < rules.size:
        yield f"pending: slot {s.slot}, pile {s.pile} begins at {s.top[s.pile]}"
    if phase in (LOOK, PEEK, DIG) and is_up(s, s.pile, s.slot):
        yield f"pending: slot {s.slot} of pile {s.pile} is face up"
    if phase in (DIG, MINE, MINE_ON) and s.slot != s.top[s.pile]:
        yield f"pending: slot {s.slot}, the top card is at {s.top[s.pile]}"
    if phase == SURVEY and not (s.proven[s.pile] >> s.slot & 1 or (s.turned and is_up(s, s.pile, s.slot))):
        yield f"pending: slot {s.slot} of pile {s.pile} has not been surveyed"
    if phase in (MINE, MINE_ON) and (not s.mining or has_monster_on_top(rules, s, s.pile) or not 1 <= s.looks <= 2):
        yield f"pending: the miner cannot take a card of pile {s.pile}"
    if phase == FIGHT and not (s.sword and has_monster_on_top(rules, s, s.pile)):
        yield f"pending: no monster of pile {s.pile} can be fought"
    if phase == TREASURE and sum([s.treasures[i] for i in range(NUM_TREASURES)]) == 0:
        yield "treasures: none is left to be drawn"
    if found == 2:
        due = BOTH_STONES
    elif found == 1 and empty >= rules.spoiled_at:
        due = ONE_STONE
    elif found == 0 and empty >= rules.lost_at:
        due = NO_STONE
    if phase == OVER and s.ending != CAP and s.ending != due:
        yield f"ending: {ENDINGS[s.ending]}, with {found} stones found and {empty} piles empty"
    if phase != OVER and due and (not at_pile or due == BOTH_STONES):  # an action under way is finished first
        yield f"phase: {PHASES[phase]}, with {found} stones found and {empty} piles empty the game is over"
    if s.looks < 0 or s.looks > 4:
        yield f"pending: {s.looks} looks"
