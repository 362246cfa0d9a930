"""The ship of a Celestia position: where it is, who is aboard, the dice, and what happened in this leg."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orienteer.core.celestia.components import CARDS, FACES
from orienteer.games.celestia.moment import ASKED, ENDING, FRESH, HIDDEN, MOVED, Moment, seat_of
from orienteer.games.celestia.setting import Counts, Setting
from orienteer.games.celestia.treasures import TreasureFields, worth_words
from orienteer.positions.names import word_for
from orienteer.positions.wording import missing, refused


@dataclass(frozen=True)
class Ship:
    """What everyone sees of the ship. Cities are rows of the table."""

    row: int
    from_row: int  # where this leg began
    aboard: tuple[bool, ...]
    dice: tuple[str, ...]
    to_roll: int  # dice picked up to be rolled again


class ShipReader:
    """Reads the ship, then this leg; fields in the order in which they depend on each other."""

    def __init__(self, setting: Setting, moment: Moment, treasures: TreasureFields, discards: Counts) -> None:
        self.setting, self.moment, self.treasures = setting, moment, treasures
        self.table, self.phase = setting.table, moment.phase
        self.played = {card for card, n in zip(CARDS, discards, strict=True) if n}

    def read(self) -> dict[str, Any]:
        self.row = self._city()
        self.moved = self.phase in MOVED or (self.phase in ENDING and self.after(self.row) == len(self.setting.rows))
        self.from_row = self._from_city()
        self.aboard = self._aboard()
        self.dice, self.to_roll = self._dice()
        pending, then = self._drawing()
        self.pending = pending
        left = tuple(self._left_now(seat) for seat in self.setting.seats)
        drew = tuple(left[seat] and self._drew_now(seat) for seat in self.setting.seats)
        values = self.setting.values
        return {
            "city": values[self.row],
            "from_city": values[self.from_row],
            "aboard": self.aboard,
            "dice": self.dice,
            "to_roll": self.to_roll,
            "rerolled": self._rerolled(),
            "start": self._loop_start(then),
            "pending": pending,
            "then": then,
            "left_now": left,
            "drew_now": drew,
            "leg_treasures": tuple(self._leg_treasure(seat) if drew[seat] else None for seat in self.setting.seats),
            "jetpack_used": tuple(bool(player.jetpack_used) for player in self.table.players),
        }

    # -- the ship -----------------------------------------------------------------------------------------------------

    def after(self, row: int) -> int:
        """The row of the next city that is left; beyond the table after the last one."""
        left = self.treasures.left
        return next((i for i in range(row + 1, len(left)) if left[i]), len(left))

    def _city(self) -> int:
        values, given = self.setting.values, self.table.city
        if given is None and self.phase == "draw":
            first = min(self.after(-1), len(values) - 1)
            self.setting.notes.derive("state.city", values[first], "a journey begins")
            return first
        if given is None:
            raise missing("state.city", f"where the ship is: {', '.join(map(str, values))}")
        if given not in values:
            raise refused("state.city", given, ", ".join(map(str, values)))
        return values.index(given)

    def _from_city(self) -> int:
        values, given = self.setting.values, self.table.from_city
        if not self.moved:
            return self.row
        left = self.treasures.left
        lower = [i for i in range(self.row) if not any(left[i + 1 : self.row])]
        if not lower:
            raise refused("state.city", values[self.row], "a city that a leg leads to")
        if given is not None:
            if given not in [values[i] for i in lower]:
                raise refused("state.from_city", given, f"{', '.join(str(values[i]) for i in lower)}: the city before")
            return values.index(given)
        found = next((i for i in lower if left[i]), lower[-1])
        if len(lower) > 1:
            self.setting.notes.assume("state.from_city", values[found])
        return found

    def _aboard(self) -> tuple[bool, ...]:
        stated = [player.aboard for player in self.table.players]
        deserted = self.phase in ENDING and not self.table.dice and not any(stated)
        reasons = [self._must_be_aboard(seat, deserted) for seat in self.setting.seats]
        for seat, reason in enumerate(reasons):
            if reason and stated[seat] is False:
                raise refused(f"state.players[{seat}].aboard", False, f"true: {reason}")
        for seat, reason in enumerate(reasons):
            if stated[seat] is None and not reason:
                raise missing(f"state.players[{seat}].aboard", "true or false: is he on the ship")
        return tuple(given is not False for given in stated)

    def _must_be_aboard(self, seat: int, deserted: bool) -> str:
        if self.phase == "draw" or (self.phase in FRESH and self.row == 0):
            return "a journey begins"
        if seat == self.moment.captain and not deserted and self.phase != "over":
            return "he is the captain"
        if seat == self.moment.turn and self.phase in ("passenger", "jetpack"):
            return "he chooses now"
        return ""

    def _dice(self) -> tuple[tuple[str, ...], int]:
        """The dice that lie, and how many are to be rolled again."""
        dice = tuple(sorted(self.table.dice or (), key=FACES.index))
        if self.phase in FRESH or self.moved or (self.phase in ENDING and not any(self.aboard)):
            if dice:
                raise refused("state.dice", list(dice), "[]: no dice lie there now")
            return (), 0
        row, after = self.row, self.after(self.row)
        if after == len(self.setting.rows):
            raise refused(
                "state.city", self.setting.values[row], "a city with one left beyond it: no leg begins at the last one"
            )
        number = self.setting.rows[row if self.setting.options["dice_by"] == "current_city" else after - 1][1]
        leg = f"the leg from city {self.setting.values[row]} to {self.setting.values[after]}"
        if self.phase == "reroll":
            if len(dice) >= number:
                raise refused("state.dice", list(dice), f"fewer than {number}, the dice of {leg}: the others are rolled again")
            return dice, number - len(dice)
        if len(dice) != number:
            raise refused("state.dice", list(dice), f"{number} dice, as {leg} has")
        return dice, 0

    # -- this leg -----------------------------------------------------------------------------------------------------

    def _drawing(self) -> tuple[int | None, str | None]:
        """Who draws, and of a treasure why."""
        given, captain = seat_of(self.setting, "drawing"), self.moment.captain
        if self.phase == "draw":
            return (captain - (self.table.draws_left or 0)) % len(self.aboard), None
        if self.phase != "treasure":
            return None, None
        if not any(self.aboard):
            return captain, "lone"
        if given is None:
            raise missing("state.drawing", "who draws a treasure")
        then = "jetpack" if self.moment.called else "window" if self.table.ejected else "passenger"
        then = "last_city" if self.moved else then
        if self.aboard[given] != (then in ("jetpack", "last_city")):
            side = "off the ship" if self.aboard[given] is False else "aboard"
            raise refused("state.drawing", word_for(given, self.setting.names), f"another player: he is {side}")
        return given, then

    def _left_now(self, seat: int) -> bool:
        """Whether he left, or was ejected, in this leg."""
        given = self.setting.player(seat).left_now
        if self.aboard[seat] or self.phase in FRESH or not any(self.aboard):
            return False
        if self.from_row == 0 or seat == self.pending:
            return True
        if given is None and self.setting.options["grappling_hook"]:
            self.setting.notes.assume(f"state.players[{seat}].left_now", False)
        return bool(given)

    def _drew_now(self, seat: int) -> bool:
        """Whether he drew a treasure when he left."""
        path, given = f"state.players[{seat}].drew_now", self.setting.player(seat).drew_now
        has = self.treasures.backs[seat][self.from_row] > 0
        if seat == self.pending:
            return False
        if given and not has:
            raise refused(path, given, f"false: he has no treasure of city {self.setting.values[self.from_row]}")
        if self.setting.options["empty_city"] == "leave_for_nothing" and given is not None:
            return given
        if not has and self.setting.options["empty_city"] == "no_leaving":
            city = self.setting.values[self.from_row]
            raise refused(
                f"state.players[{seat}].aboard", False, f"true: he left in this leg without a treasure of city {city}"
            )
        return has

    def _leg_treasure(self, seat: int) -> int | str | None:
        """What he drew when he left, where the viewer knows it."""
        held, row = self.treasures.held[seat][self.from_row], self.setting.rows[self.from_row]
        path, given = f"state.players[{seat}].leg_treasure", self.setting.player(seat).leg_treasure
        if held is None:
            return None
        worths = list(dict.fromkeys(worth_words(row, held)))
        if given is not None:
            if given not in worths:
                raise refused(path, given, f"{', '.join(map(repr, worths))}, of city {row[0]}")
            return given
        listed = (self.setting.player(seat).treasures or {}).get(str(row[0]))
        if len(worths) > 1 and listed:
            self.setting.notes.assume(path, listed[-1])
            return listed[-1]
        return worths[0]

    def _rerolled(self) -> bool:
        given = self.table.rerolled
        if self.phase in (*FRESH, *MOVED, "passenger"):
            return False
        if given and not self.played & {"gust", "detour"}:
            raise refused("state.rerolled", given, "false: no gust and no detour lies in the discards")
        if given is None and self.phase not in ENDING and self.played & {"gust", "detour"}:
            self.setting.notes.assume("state.rerolled", False)
        return bool(given)

    def _loop_start(self, then: str | None) -> int:
        """With whom the running loop of questions began."""
        given, captain = seat_of(self.setting, "loop_start"), self.moment.captain
        if self.phase in (*FRESH, "passenger") or then in ("passenger", "lone"):
            return captain
        if given is not None:
            return given
        cards = {"gust", "detour", "ejection", "jetpack", "grappling_hook"}
        if self.phase in (*ASKED, *HIDDEN, "detour", "reroll", "treasure") and self.played & cards:
            self.setting.notes.assume("state.loop_start", word_for(captain, self.setting.names))
        return captain
