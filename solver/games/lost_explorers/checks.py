"""What play cannot lead to: checks across the fields of a Lost Explorers position."""

from __future__ import annotations

from orienteer.core.lost_explorers.components import CLUE_SPACES, CLUES_TO_WIN, COLOURS, FIRST_TURN_MEMBERS
from orienteer.games.lost_explorers.goods import Goods
from orienteer.games.lost_explorers.moment import SET_UP, Moment, stall_turns
from orienteer.games.lost_explorers.setting import Counts, Setting
from orienteer.positions.wording import refused

SIDES = ("left", "right")


# -- tokens and members -------------------------------------------------------------------------------------------------


def check_goods(setting: Setting, goods: Goods, moment: Moment) -> None:
    """Missions, members and rows that play can lead to."""
    for seat in setting.seats:
        _check_start_mission(setting, goods, moment, seat)
        for token in goods.finished[seat]:
            if not goods.steps(setting, token):
                name = setting.tokens[token].name
                raise refused(f"state.players[{seat}].finished", name, "missions with an open location")
        placed, members = len(goods.placed[seat]), goods.members(setting, seat)
        if placed > members:
            raise refused(f"state.players[{seat}].members_at", f"{placed} members", f"at most {members}")
    seat = moment.turn
    free = goods.members(setting, seat) - len(goods.placed[seat])
    if moment.used > free:
        raise refused("state.used", moment.used, f"at most {free}: {len(goods.placed[seat])} members are placed")
    _check_rows(setting, goods, moment)
    _check_unseen(setting, goods)


def _check_start_mission(setting: Setting, goods: Goods, moment: Moment, seat: int) -> None:
    path = f"state.players[{seat}].missions"
    own = [token for token in goods.missions[seat] + goods.finished[seat] if not setting.tokens[token].main]
    due = 1 if moment.phase not in SET_UP or seat < moment.turn else 0
    if len(own) != due:
        names = [setting.tokens[token].name for token in own]
        raise refused(path, names, f"{due} of the start set, finished ones included")
    if moment.phase in SET_UP and len(goods.missions[seat]) + len(goods.finished[seat]) != due:
        raise refused(path, f"{len(goods.missions[seat]) + len(goods.finished[seat])} missions", f"{due}: play has not begun")


def _check_rows(setting: Setting, goods: Goods, moment: Moment) -> None:
    """Every turn takes at most one token of a row."""
    if moment.phase in SET_UP:
        return
    for side, row, size, used in zip(SIDES, goods.rows, setting.row_sizes, moment.sides, strict=True):
        taken = size - len(row)
        most = moment.turns + (used if moment.stage == "phase_1" else moment.stage == "phase_2")
        if taken > most:
            allowed = (
                f"at least {size - most} of {size}: in {moment.turns} turns and this one at most {most} can have been taken"
            )
            raise refused(f"state.rows.{side}", f"{len(row)} tokens", allowed)
        if used and not taken:
            raise refused("state.sides", side, "rows that a token has been taken from")


def _check_unseen(setting: Setting, goods: Goods) -> None:
    """Tokens in the rows have not been missions."""
    for colour, word in enumerate(COLOURS):
        shown = [t for own in goods.missions + goods.finished for t in own if setting.tokens[t].main]
        seen = sum(setting.tokens[token].colour == colour for token in shown)
        lie = goods.in_rows(colour)
        if lie > setting.main[colour] - seen:
            allowed = f"at most {setting.main[colour] - seen}: of {setting.main[colour]} {seen} have been missions"
            raise refused("state.rows", f"{lie} {word} tokens", allowed)


# -- the moment ---------------------------------------------------------------------------------------------------------


def check_moment(setting: Setting, goods: Goods, moment: Moment) -> None:
    """Phase, stage, clues and turns fit together."""
    if moment.phase in SET_UP:
        return
    winners = [seat for seat in setting.seats if goods.clues(setting, seat) >= CLUES_TO_WIN]
    for seat in winners:
        path = f"state.players[{seat}].finished"
        if moment.phase != "over":
            raise refused("state.phase", moment.phase, f"'over': {setting.word(seat)!r} has {CLUES_TO_WIN} clues")
        if seat != moment.turn:
            raise refused(path, f"{goods.clues(setting, seat)} clues", "fewer: who has four wins in his own turn")
        if all(_clues_without(setting, goods, seat, token) >= CLUES_TO_WIN for token in goods.finished[seat]):
            raise refused(path, f"{len(goods.finished[seat])} missions", f"fewer: {CLUES_TO_WIN} clues end the game")
    if moment.stage == "phase_2" and not goods.finished[moment.turn]:
        raise refused("state.stage", "phase_2", "another one: the player whose turn it is has finished no mission")
    if moment.phase == "bonus" and moment.pending is not None:
        names = [setting.tokens[token].name for token in goods.finished[moment.turn]]
        if moment.pending[1] not in names:
            raise refused("state.pending", moment.pending[1], f"a mission that he has finished: {', '.join(names)}")
    _check_turns(setting, goods, moment)


def _clues_without(setting: Setting, goods: Goods, seat: int, token: int) -> int:
    """Clues before this mission was completed, if it was the last one."""
    others = tuple(own for own in goods.finished[seat] if own != token)
    finished = (*goods.finished[:seat], others, *goods.finished[seat + 1 :])
    before = Goods(goods.rows, goods.closed, goods.missions, finished, goods.placed)
    return sum(leader >= space for leader in before.leaders(setting, seat) for space in CLUE_SPACES)


def _check_turns(setting: Setting, goods: Goods, moment: Moment) -> None:
    cap, stall, seats = setting.options["max_turns"], stall_turns(setting), setting.game.num_players
    path = "state.round"
    number = moment.turns // seats + 1
    if cap is not None and moment.turns + (moment.phase != "over" or moment.ending == "clues") > cap:
        raise refused(path, number, f"fewer: the game ends after {cap} turns")
    if moment.phase == "over" and moment.ending != "clues" and not moment.turns:
        raise refused(path, number, "a later one: the game ends after a turn")
    if moment.idle > moment.turns:
        raise refused("state.idle", moment.idle, f"at most {moment.turns}, the turns finished")
    if stall and moment.idle > stall:
        raise refused("state.idle", moment.idle, f"at most {stall}")
    if stall and moment.idle == stall and moment.ending not in ("stall", "rows_empty"):
        raise refused("state.idle", moment.idle, f"less than {stall}: the game would have ended")
    ends = setting.options["rows_empty"] == "after_turn" or moment.turn == 0
    if not any(goods.rows) and ends and moment.stage == "start" and moment.phase != "over":
        raise refused("state.stage", "start", "'phase_1' or 'phase_2', or phase 'over': both rows are empty")


# -- the first round ----------------------------------------------------------------------------------------------------


def check_first_turns(setting: Setting, goods: Goods, moment: Moment, vehicles: tuple[Counts, ...]) -> None:
    """Who has had no turn has what the set-up gave him; in their first turn two seats may use few members."""
    for seat in setting.seats:
        path = f"state.players[{seat}]"
        if moment.phase in SET_UP or not moment.has_begun(seat):
            for name, held in (("finished", goods.finished[seat]), ("members_at", goods.placed[seat])):
                if held:
                    raise refused(f"{path}.{name}", getattr(setting.player(seat), name), "none: the player has had no turn")
            if any(setting.tokens[token].main for token in goods.missions[seat]):
                raise refused(
                    f"{path}.missions", setting.player(seat).missions, "the start mission: the player has had no turn"
                )
            continue
        if moment.turns >= setting.game.num_players or seat >= len(FIRST_TURN_MEMBERS):
            continue
        most, equipped = FIRST_TURN_MEMBERS[seat], moment.used if seat == moment.turn else 0
        if equipped > most:
            raise refused("state.used", equipped, f"at most {most} in the first turn of seat {seat}")
        if setting.options["first_turn_limit"] == "all":
            explored = len(goods.placed[seat]) + len(goods.finished[seat])
            if explored + equipped > most:
                allowed = f"at most {most - equipped}: {most} members may be used in the first turn"
                raise refused(f"{path}.members_at", f"{explored} members used", allowed)
