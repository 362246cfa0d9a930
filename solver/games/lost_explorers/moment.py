"""Where a Lost Explorers game stands: phase, whose turn, round, what has been done in the turn, how the game ended."""

from __future__ import annotations

from dataclasses import dataclass

from orienteer.core.lost_explorers.components import CLUES_TO_WIN, COLOURS
from orienteer.games.lost_explorers.goods import Goods
from orienteer.games.lost_explorers.setting import Setting, token_of
from orienteer.positions.names import who_is
from orienteer.positions.wording import in_words, missing, refused

SET_UP = ("close", "deal", "choose", "show")
PENDING = {"show": "colour", "turn_up": "colour", "bonus": "mission"}


@dataclass(frozen=True)
class Moment:
    """The fields of the state (core/lost_explorers/plain.pyx) that say where the game stands."""

    phase: str
    turn: int
    turns: int
    stage: str
    used: int
    sides: tuple[bool, bool]
    idle: int
    pending: tuple[str, str] | None
    ending: str | None

    def has_begun(self, seat: int) -> bool:
        """Whether the seat has done something in a turn of its own."""
        return self.turns > seat or (self.turns == seat and self.stage != "start")


def read_phase(setting: Setting) -> str:
    """The phase, as far as it shows before anything else is read."""
    table = setting.table
    if table.phase is not None:
        return table.phase
    if table.ending is not None:
        return "over"
    if table.pending is not None:
        return "turn_up" if table.pending in COLOURS else "bonus"
    shown = sum(bool(player.missions or player.finished) for player in table.players)
    untouched = table.rows is not None and (len(table.rows.left), len(table.rows.right)) == setting.row_sizes
    if untouched and shown < len(table.players):
        setting.notes.derive("state.phase", "choose", f"{len(table.players) - shown} players have no mission")
        return "choose"
    return "menu"


def read_moment(setting: Setting, phase: str, goods: Goods) -> Moment:
    """Everything else, once rows, missions and leaders are known."""
    if phase in SET_UP:
        return _set_up(setting, phase, goods)
    winners = [seat for seat in setting.seats if goods.clues(setting, seat) >= CLUES_TO_WIN]
    if winners and setting.table.phase is None and phase == "menu":
        setting.notes.derive("state.phase", "over", f"{setting.word(winners[0])!r} has {CLUES_TO_WIN} clues")
        phase = "over"
    turn = _turn(setting, winners)
    turns = (_round(setting, goods, turn) - 1) * setting.game.num_players + turn
    pending = _pending(setting, phase)
    ending = None
    if phase == "over":
        ending = _ending(setting, goods, winners, turn, turns)
    stage = _stage(setting, phase, ending)
    used, sides = _equipped(setting, stage, phase)
    return Moment(phase, turn, turns, stage, used, sides, _idle(setting, stage, ending), pending, ending)


def _set_up(setting: Setting, phase: str, goods: Goods) -> Moment:
    shown = sum(bool(missions) for missions in goods.missions)
    turn = shown if phase in ("choose", "show") else 0
    if turn >= setting.game.num_players:
        raise refused("state.phase", phase, "another phase: every player has a mission")
    for name in ("stage", "used", "sides", "idle", "ending"):
        value = getattr(setting.table, name)
        if value not in (None, "start", 0, []):
            raise refused(f"state.{name}", value, f"none in phase {phase!r}: play has not begun")
    if setting.table.round not in (None, 1):
        raise refused("state.round", setting.table.round, f"1 in phase {phase!r}: play has not begun")
    return Moment(phase, turn, 0, "start", 0, (False, False), 0, _pending(setting, phase), None)


def _turn(setting: Setting, winners: list[int]) -> int:
    if setting.table.turn is not None:
        return who_is(setting.table.turn, setting.names, "state.turn")
    if len(winners) == 1:
        setting.notes.derive("state.turn", setting.word(winners[0]), "the game ends in the winner's turn")
        return winners[0]
    raise missing("state.turn", "whose turn it is")


def _round(setting: Setting, goods: Goods, turn: int) -> int:
    """The round, from 1; left out, the first one in which so many tokens can have left the rows."""
    if setting.table.round is not None:
        return setting.table.round
    taken = max(size - len(row) for size, row in zip(setting.row_sizes, goods.rows, strict=True))
    number = 1
    if taken or any(goods.placed) or any(goods.finished):
        # Every turn takes at most one token of a row.
        number = max(2, -((turn - taken) // setting.game.num_players) + 1)
    setting.notes.assume("state.round", number)
    return number


def _pending(setting: Setting, phase: str) -> tuple[str, str] | None:
    given = setting.table.pending
    kind = PENDING.get(phase)
    if given is None:
        if kind is not None:
            what = (
                "the colour of the token that is turned up" if kind == "colour" else "the mission that has just been completed"
            )
            raise missing("state.pending", what)
        return None
    if kind is None:
        raise refused("state.pending", given, f"null: in phase {phase!r} nothing is pending")
    if kind == "colour":
        if given not in COLOURS:
            raise refused("state.pending", given, ", ".join(map(repr, COLOURS)))
        return phase, given
    return phase, setting.tokens[token_of(given, setting.tables, "state.pending")].name


# -- the turn ---------------------------------------------------------------------------------------------------------


def _stage(setting: Setting, phase: str, ending: str | None) -> str:
    table = setting.table
    due = {"turn_up": "phase_1", "bonus": "phase_2", "over": "phase_2" if ending == "clues" else "start"}.get(phase)
    if due is not None:
        if table.stage not in (None, due):
            raise refused("state.stage", table.stage, f"{due!r} in phase {phase!r}")
        return due
    if table.stage is not None:
        return table.stage
    if table.used or table.sides:
        setting.notes.derive("state.stage", "phase_1", "members have been used")
        return "phase_1"
    setting.notes.assume("state.stage", "start")
    return "start"


def _equipped(setting: Setting, stage: str, phase: str) -> tuple[int, tuple[bool, bool]]:
    """Members used to equip in this turn, and the rows they took from."""
    used, sides = setting.table.used, setting.table.sides
    if stage != "phase_1":
        for name, value in (("used", used), ("sides", sides)):
            if value:
                raise refused(f"state.{name}", value, f"none in stage {stage!r}")
        return 0, (False, False)
    if sides is not None and len(set(sides)) < len(sides):
        raise refused("state.sides", sides, "'left' and 'right', each at most once")
    if used is None and (sides or phase == "turn_up"):
        raise missing("state.used", "how many members have been used to equip in this turn")
    if sides is None and (used or phase == "turn_up"):
        raise missing("state.sides", "the rows that have been taken from in this turn: 'left', 'right'")
    used, sides = used or 0, sides or []
    if used < len(sides):
        raise refused("state.used", used, f"at least {len(sides)}, one a row")
    if used and not sides:
        raise refused("state.used", used, "0: no row has been taken from")
    if phase == "turn_up" and not used:
        raise refused("state.used", used, "at least 1: a token is turned up")
    return used, ("left" in sides, "right" in sides)


# -- the end ----------------------------------------------------------------------------------------------------------


def stall_turns(setting: Setting) -> int:
    """Turns in a row without an action that end the game; 0 for no such end."""
    return int(setting.options["stall_rounds"]) * setting.game.num_players


def _ending(setting: Setting, goods: Goods, winners: list[int], turn: int, turns: int) -> str:
    given, stall, idle = setting.table.ending, stall_turns(setting), setting.table.idle
    if winners:
        found = "clues"
    elif not any(goods.rows) and (setting.options["rows_empty"] == "after_turn" or turn == 0):
        found = "rows_empty"
    elif stall and (idle == stall or (idle is None and given in (None, "stall") and turns != setting.options["max_turns"])):
        found = "stall"
    elif turns == setting.options["max_turns"]:
        found = "cap"
    else:
        raise refused("state.phase", "over", "another phase: nobody has four clues, tokens and turns are left")
    if given is None:
        setting.notes.derive("state.ending", found, "clues, rows and turns say so")
    elif given != found:
        raise refused("state.ending", given, in_words(found))
    return found


def _idle(setting: Setting, stage: str, ending: str | None) -> int:
    given = setting.table.idle
    if stage != "start":
        if given:
            raise refused("state.idle", given, f"0 in stage {stage!r}")
        return 0
    if ending == "stall":
        return stall_turns(setting)
    if given is None and stall_turns(setting):
        setting.notes.assume("state.idle", 0)
    return given or 0
