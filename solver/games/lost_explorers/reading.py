"""From the words of a Lost Explorers position to a state.

A document states what lies on the table. What follows from that may be left out and is derived here; what is given must agree,
and must be something that play can lead to.
"""

from __future__ import annotations

import re
from typing import Any

from orienteer.core.errors import OrienteerError, PositionError
from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.components import COLOURS
from orienteer.games.lost_explorers.checks import check_first_turns, check_goods, check_moment
from orienteer.games.lost_explorers.colours import count_words, counts_of
from orienteer.games.lost_explorers.goods import Goods, Numbers, read_goods
from orienteer.games.lost_explorers.moment import SET_UP, Moment, read_moment, read_phase
from orienteer.games.lost_explorers.setting import Counts, Setting
from orienteer.positions.wording import missing, refused

# Fields of the state by seat that a document has under another name.
_RENAMED = {"placed": "members_at"}


def read_table(setting: Setting) -> LostExplorersState:
    """The state that a document describes. Raises PositionError, naming the field."""
    game = setting.game
    assert isinstance(game, LostExplorers)
    phase = read_phase(setting)
    goods = read_goods(setting, phase)
    moment = read_moment(setting, phase, goods)
    check_moment(setting, goods, moment)
    check_goods(setting, goods, moment)
    vehicles = tuple(_vehicles(setting, goods, moment, seat) for seat in setting.seats)
    undealt = _undealt(setting, goods, moment)
    names = [token.name for token in setting.tokens]
    ids = [location.id for location in setting.places]
    fields: dict[str, Any] = {
        "phase": moment.phase,
        "turn": moment.turn,
        "turns": moment.turns,
        "idle": moment.idle,
        "stage": moment.stage,
        "used": moment.used,
        "sides": moment.sides,
        "closed": tuple(ids[place] for place in goods.closed),
        "rows": goods.rows,
        "undealt": undealt,
        "vehicles": vehicles,
        "missions": _named(goods.missions, names),
        "finished": _named(goods.finished, names),
        "placed": _named(goods.placed, ids),
        "leaders": tuple(goods.leaders(setting, seat) for seat in setting.seats),
        "discard": _discard(setting, goods, moment, vehicles, undealt),
        "shown": tuple(names[token] for token in sorted(token for held in goods.missions + goods.finished for token in held)),
        "pending": moment.pending,
        "ending": moment.ending,
    }
    check_first_turns(setting, goods, moment, vehicles)
    try:
        return game.state_from(fields)
    except OrienteerError as error:
        raise PositionError(f"state.{_in_document(str(error))}") from None


def _named(by_seat: tuple[Numbers, ...], names: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names[number] for number in numbers) for numbers in by_seat)


def _in_document(message: str) -> str:
    """A message of the core with the path that the document has: placed[0] is players[0].members_at there."""
    found = re.match(r"(vehicles|missions|finished|placed|leaders)\[(\d)\]", message)
    if not found:
        return message
    return f"players[{found[2]}].{_RENAMED.get(found[1], found[1])}{message[found.end() :]}"


# -- what follows from the rest -----------------------------------------------------------------------------------------


def _vehicles(setting: Setting, goods: Goods, moment: Moment, seat: int) -> Counts:
    """A seat's vehicles; before its first turn those of the set-up."""
    given = setting.player(seat).vehicles
    if given is not None:
        return counts_of(given)
    path = f"state.players[{seat}].vehicles"
    if moment.phase not in SET_UP and moment.has_begun(seat):
        raise missing(path, "vehicles by colour, as {'red': 2, 'blue': 1} or 'rrb'; '' for none")
    vehicles = start_vehicles(setting, goods, seat)
    setting.notes.derive(path, count_words(vehicles), "the player has had no turn")
    return vehicles


def start_vehicles(setting: Setting, goods: Goods, seat: int) -> Counts:
    """A seat's vehicles before its first turn."""
    chosen = {setting.tokens[token].colour for token in goods.missions[seat] if not setting.tokens[token].main}
    return tuple(count - (colour in chosen) for colour, count in enumerate(setting.start_vehicles))


def _undealt(setting: Setting, goods: Goods, moment: Moment) -> Counts:
    """Main tokens that are still to be dealt."""
    if moment.phase not in ("close", "deal"):
        return (0,) * len(COLOURS)
    left = tuple(made - goods.in_rows(colour) for colour, made in enumerate(setting.main))
    for colour, count in enumerate(left):
        if count < 0:
            lie = goods.in_rows(colour)
            raise refused("state.rows", f"{lie} {COLOURS[colour]} tokens", f"at most {setting.main[colour]}")
    return left


def _discard(setting: Setting, goods: Goods, moment: Moment, vehicles: tuple[Counts, ...], undealt: Counts) -> Counts:
    """What lies nowhere else lies in the discard."""
    given = setting.table.discard
    found = []
    for colour, word in enumerate(COLOURS):
        held = sum(counts[colour] for counts in vehicles)
        missions = sum(setting.tokens[token].colour == colour for own in goods.missions for token in own)
        pending = _pending_tokens(setting, moment, colour)
        lie = goods.in_rows(colour) + undealt[colour]
        left = setting.total[colour] - lie - held - missions - pending
        where = f"of {setting.total[colour]} {lie} lie in the rows, {held} are vehicles, {missions + pending} missions"
        if left < 0:
            raise refused("state.discard", f"{left} {word}", f"at least 0: {where}")
        if given is not None and counts_of(given)[colour] != left:
            raise refused("state.discard", f"{counts_of(given)[colour]} {word}", f"{left}: {where}")
        found.append(left)
    if given is None and moment.phase not in SET_UP:
        setting.notes.derive("state.discard", count_words(found), "the tokens that lie nowhere else")
    return tuple(found)


def _pending_tokens(setting: Setting, moment: Moment, colour: int) -> int:
    """Tokens of a colour that are being turned up, or wait for the bonus to be discarded."""
    if moment.pending is None or moment.phase == "show":
        return 0
    if moment.phase == "turn_up":
        return int(moment.pending[1] == COLOURS[colour])
    token = next(token for token in setting.tokens if token.name == moment.pending[1])
    return int(token.colour == colour and setting.options["mission_discard"] == "after_bonus")
