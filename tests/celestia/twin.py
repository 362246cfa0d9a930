"""All of Celestia in plain Python, written from the rules alone: the core's independent check.

A `Twin` is a complete state that is played by names. `seen` is what each seat noticed of the last step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from . import twin_tables as tables
from .twin_tables import Worth, choices, in_hand, ordered, rolls, shortfall

LOOPS = ("window_a", "window_b", "jetpack", "hook")  # phases in which seat after seat is asked in secret
WAITS = ("before_announcement", "after_crash_call", "after_move")  # the next question is about to be asked
CHANCE = ("deal", "roll", "treasure", "reroll", "settle", "journey_end", "draw", *WAITS)


class Twin:
    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        self.n: int = options["players"]
        self.seats = range(self.n)
        self.cities = tables.cities(options)
        self.stock = [Counter(city.treasures) for city in self.cities]
        self.deck, self.discards = tables.deck(options), Counter[str]()
        self.hands = [Counter[str]() for _ in self.seats]
        self.held = [[Counter[Worth]() for _ in self.cities] for _ in self.seats]
        self.telescopes_used: list[int] = []
        self.captain: int = options["first_captain"]
        self.row, self.journey, self.legs = 0, 1, 0
        self.aboard = [True] * self.n
        self.phase = "deal"
        self.turn: int | None = None
        self.queue: list[int] = []  # seats still to be dealt to, to choose, to be asked or to draw
        self.after: list[int] = []  # whom to ask once a play has been carried out
        self.loop: str | None = None  # the loop that is under way, whatever the phase
        self.cause = ""  # why a treasure is drawn: leave, eject, jetpack, lone, last
        self.crashed = False
        self.drawer = 0
        self.rolling: tuple[str, ...] = ()  # dice being rerolled
        self.seen: list[Any] = [None] * self.n
        self._clear_leg()
        self.queue = [seat for seat in self.seats for _ in range(tables.hand_size(options))]
        if not self.queue:
            self._board()

    # -- whose turn, what is legal, what may come ------------------------------------------------------------------

    @property
    def current_player(self) -> int:
        """A seat, −1 for chance or −4 at the end."""
        if self.phase == "over":
            return -4
        if self.phase in CHANCE:
            return -1
        assert self.turn is not None
        return self.turn

    @property
    def legal(self) -> list[str]:
        if self.current_player < 0:
            return []
        assert self.turn is not None
        match self.phase:
            case "lone":
                return ["fly", *(["leave"] if self._may_get_off() else [])]
            case "passenger":
                return ["stay", *(["leave"] if self._may_get_off() else [])]
            case "announcement":
                return self._announcements()
            case "detour":
                return ["-".join(("reroll", *(dice or ("none",)))) for dice in choices(self.dice)]
            case _:
                return ["pass", *self._plays(self.turn)]

    def _may_get_off(self) -> bool:
        return bool(self.stock[self.row].total()) or self.options["empty_city"] == "leave_for_nothing"

    def _announcements(self) -> list[str]:
        _, missing = shortfall(self.dice, self.hands[self.captain])
        if not missing:
            return ["fly"]
        if len(missing) <= self.hands[self.captain]["turbo"]:
            return ["fly", "crash"]
        return ["crash"]

    def _plays(self, seat: int) -> list[str]:
        """What `seat` may play in the loop that is under way."""
        hand, aboard, found = self.hands[seat], self.aboard[seat], []
        if self.loop in ("window_a", "window_b"):
            if hand["gust"] and "blank" in self.dice:
                found.append("gust")
            if hand["detour"] and aboard:
                found.append("detour")
        if self.loop == "window_a" and hand["ejection"] and aboard and self._may_get_off():
            others = [target for target in self.seats if self.aboard[target] and target != self.captain]
            found += [f"eject-{target}" for target in others if target != seat or self.options["self_ejection"]]
        if self.loop == "window_b" and aboard and any(row["telescope"] for row in self.held[seat]):
            found.append("telescope")
        if self.loop == "jetpack" and hand["jetpack"] and aboard and not self.jetpack_used[seat]:
            found += ["jetpack"] if self.stock[self.row].total() else []
        if self.loop == "hook" and hand["grappling_hook"] and self.drew_now[seat] and not aboard:
            found.append("hook")
        return found

    @property
    def outcomes(self) -> dict[str, int]:
        match self.phase:
            case "deal" | "draw":
                return dict(self.deck if self.deck.total() else self.discards)
            case "roll":
                return rolls(self._number_of_dice())
            case "reroll":
                return rolls(len(self.rolling))
            case "treasure":
                return {f"city-{self.city}:{worth}": count for worth, count in self.stock[self.row].items()}
            case "settle":
                return {"settle": 1}
            case "journey_end":
                return {"journey-end": 1}
        return {"ask": 1} if self.phase in WAITS else {}

    @property
    def city(self) -> int:
        return self.cities[self.row].value

    def _next_row(self, row: int) -> int | None:
        """The next city that still has treasures."""
        return next((r for r in range(row + 1, len(self.cities)) if self.stock[r].total()), None)

    def _number_of_dice(self) -> int:
        following = self._next_row(self.row)
        assert following is not None
        row = following - 1 if self.options["dice_by"] == "next_city" else self.row
        return self.cities[row].dice

    def _clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.n for i in self.seats]

    # -- results -----------------------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        return [
            sum((2 if worth == "telescope" else int(worth)) * count for row in rows for worth, count in row.items())
            for rows in self.held
        ]

    def returns(self, objective: str) -> list[float]:
        points = self.scores
        if objective == "win":
            return [(mine == max(points)) / points.count(max(points)) for mine in points]
        if objective == "margin":
            return [float(mine - max(points[:seat] + points[seat + 1 :])) for seat, mine in enumerate(points)]
        return [float(mine) for mine in points]

    # -- a step ------------------------------------------------------------------------------------------------------

    def apply(self, name: str) -> None:
        assert name in (self.outcomes if self.current_player == -1 else self.legal), f"{name} in {self.phase}"
        self.seen = [None] * self.n
        step = "_loop" if self.phase in LOOPS else "_ask_next" if self.phase in WAITS else f"_{self.phase}"
        getattr(self, step)(name)
        if step == "_ask_next" and self.turn is not None:
            self.seen[self.turn] = ("asked", self.phase)

    def _all_see(self, *event: object) -> None:
        self.seen = [event] * self.n

    def _deal(self, card: str) -> None:
        seat = self.queue.pop(0)
        self._take(seat, card)
        if seat not in self.queue:
            self.seen = [("deal", seat, in_hand(self.hands[seat]) if viewer == seat else None) for viewer in self.seats]
        if not self.queue:
            self._board()

    def _take(self, seat: int, card: str) -> None:
        self.deck = +(self.deck - Counter([card]))
        self.hands[seat][card] += 1

    def _board(self) -> None:
        self.aboard = [True] * self.n
        self.row = next(r for r, stock in enumerate(self.stock) if stock.total())
        self._begin_leg()

    # -- a leg -------------------------------------------------------------------------------------------------------

    def _clear_leg(self) -> None:
        self.from_row = self.row
        self.dice: tuple[str, ...] = ()
        self.called = self.rerolled = False
        self.left_now, self.drew_now = [False] * self.n, [False] * self.n
        self.leg_treasures: list[Worth | None] = [None] * self.n
        self.jetpack_used = [False] * self.n

    def _begin_leg(self) -> None:
        """Step 0: a captain alone aboard chooses; otherwise the dice are rolled."""
        self._clear_leg()
        self.phase, self.turn = ("lone", self.captain) if sum(self.aboard) == 1 else ("roll", None)

    def _lone(self, name: str) -> None:
        self._all_see("leave" if name == "leave" else "go_on", self.captain)
        self.phase, self.turn = "roll", None
        if name == "leave":
            self._get_off(self.captain, "lone")

    def _roll(self, name: str) -> None:
        self.dice = tuple(name.split("-"))
        self._all_see("roll", self.dice)
        self.queue = [seat for seat in self._clockwise(self.captain)[1:] if self.aboard[seat]]
        self._next_passenger()

    def _next_passenger(self) -> None:
        if self.queue:
            self.phase, self.turn = "passenger", self.queue[0]
        else:
            self._open("window_a")

    def _passenger(self, name: str) -> None:
        seat = self.queue.pop(0)
        self._all_see(name, seat)
        if name == "leave":
            self._get_off(seat, "leave")
        else:
            self._next_passenger()

    # -- getting off with a treasure ---------------------------------------------------------------------------------

    def _get_off(self, seat: int, cause: str) -> None:
        self.aboard[seat] = False
        self.left_now[seat] = cause != "lone"
        self._draw_treasure(seat, cause)

    def _draw_treasure(self, seat: int, cause: str) -> None:
        self.cause = cause
        if self.stock[self.row].total():
            self.phase, self.turn, self.drawer = "treasure", None, seat
        else:
            self._treasure_drawn()

    def _treasure(self, name: str) -> None:
        seat, text = self.drawer, name.split(":")[1]
        worth: Worth = text if text == "telescope" else int(text)
        self.stock[self.row] = +(self.stock[self.row] - Counter([worth]))
        self.held[seat][self.row][worth] += 1
        if self.cause in ("leave", "eject"):
            self.drew_now[seat] = True
            self.leg_treasures[seat] = worth
        self.seen = [("treasure", seat, self.city, self._shown(self.row, worth, seat == viewer)) for viewer in self.seats]
        self._treasure_drawn()

    def _shown(self, row: int, worth: Worth, own: bool) -> Worth | None:
        return worth if own or self.cities[row].single else None

    def _treasure_drawn(self) -> None:
        match self.cause:
            case "leave":
                self._next_passenger()
            case "eject" | "jetpack":
                self._ask(self.after)
            case "lone":
                self._end_journey(crashed=False)
            case "last":
                self._last_city()

    # -- windows and the other loops ---------------------------------------------------------------------------------

    def _open(self, loop: str) -> None:
        self.loop = loop
        self._ask(self._clockwise(self.captain))

    def _ask(self, queue: list[int]) -> None:
        """Ask these seats in turn; who can play nothing passes. When all have passed the loop closes."""
        self.queue, self.start = queue, queue[0]
        self._wait()

    def _wait(self) -> None:
        self.phase = WAITS[2] if self.loop == "hook" else WAITS[1] if self.called else WAITS[0]
        self.turn = None

    def _ask_next(self, _: str) -> None:
        while self.queue:
            if self._plays(self.queue[0]):
                assert self.loop is not None
                self.phase, self.turn = self.loop, self.queue[0]
                return
            self.queue = self.queue[1:]
        loop, self.loop, self.turn = self.loop, None, None
        if loop == "jetpack":
            self._end_journey(crashed=True)
        elif loop == "hook":
            self.phase = "settle"
        elif loop == "window_b" and not self.rerolled:
            self.loop, self.queue = "jetpack", self._clockwise(self.captain)
            self._ask_next(_)
        else:
            self._announce()

    def _loop(self, name: str) -> None:
        """Pass, or play something; then the next seat clockwise is asked, and everyone once more."""
        assert self.turn is not None
        seat = self.turn
        if name == "pass":
            self.seen[seat] = ("pass",)
            self.queue = self.queue[1:]
            self._wait()
            return
        self.after = self._clockwise((seat + 1) % self.n)
        if name == "telescope":
            self._play_telescope(seat)
            return
        card = {"hook": "grappling_hook"}.get(name, "ejection" if name.startswith("eject") else name)
        self.hands[seat][card] -= 1
        self.discards[card] += 1
        self._all_see("play", seat, card)
        match card:
            case "gust":
                self._reroll_these(tuple(face for face in self.dice if face == "blank"))
            case "detour":
                self.phase, self.turn = "detour", self.captain
            case "ejection":
                target = int(name.split("-")[1])
                self._all_see("eject", seat, target)
                self._get_off(target, "eject")
            case "jetpack":
                self.jetpack_used[seat] = True
                self._draw_treasure(seat, "jetpack")
            case "grappling_hook":
                self._play_hook(seat)

    def _detour(self, name: str) -> None:
        dice = tuple(face for face in name.split("-")[1:] if face != "none")
        self._all_see("choose", dice)
        if dice:
            self._reroll_these(dice)
        else:
            self._ask(self.after)

    def _reroll_these(self, dice: tuple[str, ...]) -> None:
        self.rolling = dice
        self.dice = ordered((Counter(self.dice) - Counter(dice)).elements())  # those that lie
        self.phase, self.turn = "reroll", None

    def _reroll(self, name: str) -> None:
        faces = tuple(name.split("-"))
        self.dice, self.rolling, self.rerolled = ordered(self.dice + faces), (), True
        self._all_see("reroll", faces)
        if self.loop == "window_b" and self.options["reannounce"] == "at_once":
            self._ask(self.after)
            self.queue = []  # the window has ended
        else:
            self._ask(self.after)

    def _play_telescope(self, seat: int) -> None:
        row = next(r for r, held in enumerate(self.held[seat]) if held["telescope"])
        self.held[seat][row]["telescope"] -= 1
        self.telescopes_used.append(self.cities[row].value)
        self._all_see("telescope", seat, self.cities[row].value)
        self._move()

    def _play_hook(self, seat: int) -> None:
        worth, row = self.leg_treasures[seat], self.from_row
        assert worth is not None
        self.held[seat][row][worth] -= 1
        self.stock[row][worth] += 1
        self.aboard[seat], self.left_now[seat], self.drew_now[seat], self.leg_treasures[seat] = True, False, False, None
        city = self.cities[row].value
        self.seen = [("hook", seat, city, self._shown(row, worth, seat == viewer)) for viewer in self.seats]
        self._ask(self.after)

    # -- announcement and move ---------------------------------------------------------------------------------------

    def _announce(self) -> None:
        self.loop, self.phase, self.turn = None, "announcement", self.captain

    def _announcement(self, name: str) -> None:
        if name == "crash":
            self._all_see("crash", self.captain, self.dice)
            self.called, self.rerolled = True, False
            self._open("window_b")
            return
        used, missing = shortfall(self.dice, self.hands[self.captain])
        used["turbo"] += len(missing)
        self.hands[self.captain] -= used
        self.discards += used
        self._all_see("fly", self.captain, self.dice, missing)
        self._move()

    def _move(self) -> None:
        following = self._next_row(self.row)
        assert following is not None
        self.row = following
        self.dice, self.called, self.rerolled = (), False, False
        if self.options["grappling_hook"] and any(self.left_now):
            self._open("hook")
        else:
            self._arrive()

    def _settle(self, _: str) -> None:
        self._all_see("settle")
        self._arrive()

    def _arrive(self) -> None:
        self.loop = None
        if self._next_row(self.row) is None:
            self.queue = [seat for seat in self._clockwise(self.captain) if self.aboard[seat]]
            self._last_city()
        else:
            self.legs += 1
            self.captain = next(seat for seat in self._clockwise((self.captain + 1) % self.n) if self.aboard[seat])
            self._begin_leg()

    def _last_city(self) -> None:
        if self.queue and self.stock[self.row].total():
            self._draw_treasure(self.queue.pop(0), "last")
        else:
            self._end_journey(crashed=False)

    # -- the end of a journey ----------------------------------------------------------------------------------------

    def _end_journey(self, crashed: bool) -> None:
        self.phase, self.turn, self.loop, self.crashed = "journey_end", None, None, crashed

    def _journey_end(self, _: str) -> None:
        self.legs += 1
        if (
            max(self.scores) >= self.options["target"]
            or self.journey == self.options["max_journeys"]
            or sum(stock.total() > 0 for stock in self.stock) < 2  # nowhere to fly
        ):
            self.phase = "over"
            self.journey += 1
            self._all_see("over", tuple(self.scores))
            return
        following = self._clockwise((self.captain + 1) % self.n)
        if self.options["after_journey_captain"] == "next_aboard":
            following = [seat for seat in following if self.aboard[seat]] or following
        self.captain = following[0]
        self._all_see("journey", self.captain)
        self.journey += 1
        self.queue = self._clockwise(self.captain)
        self._board()
        self._next_draw()

    def _next_draw(self) -> None:
        if self.queue and self.deck.total() + self.discards.total():
            self.phase = "draw"
        else:
            self.phase = "roll"

    def _draw(self, card: str) -> None:
        seat, reshuffled = self.queue.pop(0), None
        if not self.deck.total():
            reshuffled = tuple(self.discards[name] for name in tables.CARDS)
            self.deck, self.discards = self.discards, Counter()
        self._take(seat, card)
        self.seen = [("draw", seat, card if viewer == seat else None, reshuffled) for viewer in self.seats]
        self._next_draw()
