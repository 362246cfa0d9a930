"""All of Lost Explorers in plain Python, written from the rules alone: the core's independent check.

A `Twin` is a complete state that is played by names. It takes the locations and tokens from the tables of the data file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

COLOURS = ("red", "yellow", "blue", "green")
LEFT, RIGHT = 0, 1
SIDES = ("left", "right")
TRACKS = {"blue": LEFT, "green": LEFT, "red": RIGHT, "yellow": RIGHT}
LAST_SPACE = 14
CLUE_SPACES = (5, 9, 12, 14)
CLUES_TO_WIN = 4
EXTRA_MEMBER_SPACE = 4
CLOSED = {2: 4, 3: 3, 4: 2}
CHANCE = ("close", "deal", "show", "turn_up")


class Twin:
    def __init__(self, options: Mapping[str, Any], tables: Any) -> None:
        self.options = options
        self.n: int = options["players"]
        self.seats = range(self.n)
        self.needs = {
            place.id: Counter({c: k for c, k in zip(COLOURS, place.needs, strict=True) if k}) for place in tables.locations
        }
        self.markable = [place.id for place in tables.locations if place.markable]
        playing = [token for token in tables.tokens if options["tokens"] == "all" or token.name in options["tokens"]]
        self.order = [token.name for token in tables.tokens]
        self.colour = {token.name: COLOURS[token.colour] for token in playing}
        self.places = {token.name: token.name.split("+") for token in playing}
        self.unseen_main = [token.name for token in playing if token.main]
        self.unseen_start = [token.name for token in playing if not token.main]
        self.undealt = Counter(self.colour[name] for name in self.unseen_main)
        self.row_sizes = [(len(self.unseen_main) + 1) // 2, len(self.unseen_main) // 2]
        started = {self.colour[name] for name in self.unseen_start}
        self.rows: list[list[str]] = [[], []]
        self.vehicles = [Counter(started) + Counter(dict.fromkeys(COLOURS, options["vehicles"])) for _ in self.seats]
        self.start_colours = started
        self.missions: list[list[str]] = [[] for _ in self.seats]
        self.finished: list[list[str]] = [[] for _ in self.seats]
        self.standing: dict[str, int] = {}  # seat of the member at a place
        self.leaders = [[0, 0] for _ in self.seats]
        self.discard = Counter[str]()
        self.shown: list[str] = []
        self.asked = ""  # colour of the mission that is being turned up
        self.awaiting = ""  # finished mission whose bonus is being chosen
        self.turn = self.turns = self.idle = 0
        self.gained = [0] * self.n  # clues, by the last step
        self.ending: str | None = None
        self.seen: Any = None
        self.closed: list[str] = []
        self.phase = "close"
        self._new_turn()

    def _new_turn(self) -> None:
        self.stage = "start"
        self.used = 0
        self.visited = [False, False]

    # -- whose turn, what is legal, what may come ------------------------------------------------------------------

    @property
    def current_player(self) -> int:
        """A seat, −1 for chance or −4 at the end."""
        if self.phase == "over":
            return -4
        return -1 if self.phase in CHANCE else self.turn

    def open_places(self, mission: str) -> list[str]:
        return [place for place in self.places[mission] if place not in self.closed]

    def mine(self, seat: int) -> list[str]:
        """Where a seat's members stand."""
        return [place for place in self.needs if self.standing.get(place) == seat]

    def members(self, seat: int) -> int:
        """All that the seat has, wherever they are."""
        return self.options["members"] + (min(self.leaders[seat]) >= EXTRA_MEMBER_SPACE)

    def clues(self, seat: int) -> int:
        return sum(space <= leader for leader in self.leaders[seat] for space in CLUE_SPACES)

    @property
    def legal(self) -> list[str]:
        if self.phase == "choose":
            return [f"choose-{colour}" for colour in COLOURS if colour in self.start_colours]
        if self.phase == "bonus":
            found = [f"bonus-{colour}" for colour in COLOURS if self.discard[colour]]
            return found + ["no-bonus"] * (self.options["bonus"] == "optional")
        if self.phase != "menu":
            return []
        found = ["end-turn", *self._completions()]
        if self.stage == "start":
            mine = self.mine(self.turn)
            found += [f"retrieve-{'+'.join(some)}" for k in range(1, len(mine) + 1) for some in combinations(mine, k)]
        if self.stage != "phase_2":
            found += self._equips() + self._explorations()
        return found

    def _free(self, what: str) -> int:
        """Members that may still be used to equip or to explore."""
        seat, placed = self.turn, len(self.mine(self.turn))
        free = self.members(seat) - placed - self.used
        if self.turns < 2:  # the first turn of the first two seats: all who were placed were placed in it
            limit = 1 + self.turns
            if self.options["first_turn_limit"] == "all":
                free = min(free, limit - self.used - placed)
            elif what == "equip":
                free = min(free, limit - self.used)
        return free

    def _equips(self) -> list[str]:
        return [
            f"equip-{SIDES[side]}-{k}-{kind}"
            for side in (LEFT, RIGHT)
            if not self.visited[side]
            for k in range(1, min(self._free("equip"), len(self.rows[side])) + 1)
            for kind in ("vehicle", "mission")
        ]

    def _explorations(self) -> list[str]:
        if self._free("explore") < 1:
            return []
        named = {place for mission in self.missions[self.turn] for place in self.open_places(mission)}
        return [
            f"explore-{place}-{colour}"
            for place in named
            if self.standing.get(place) != self.turn and self.needs[place] <= self.vehicles[self.turn]
            for colour in self.needs[place]
        ]

    def _completions(self) -> list[str]:
        mine = set(self.mine(self.turn))
        found = []
        for mission in self.missions[self.turn]:
            wanted = self.open_places(mission)
            if wanted and mine.issuperset(wanted):
                found += [f"complete-{mission}-return-{place}" for place in wanted]
        return found

    @property
    def outcomes(self) -> dict[str, Fraction]:
        names: list[str] = []
        if self.phase == "close":
            fixed = self.options["closed"]
            names = [
                f"close-{'+'.join(some)}"
                for some in (combinations(self.markable, CLOSED[self.n]) if fixed is None else [fixed])
            ]
        elif self.phase == "deal":
            return {f"deal-{c}": Fraction(k, self.undealt.total()) for c, k in self.undealt.items() if k}
        elif self.phase in ("show", "turn_up"):
            pool = self.unseen_start if self.phase == "show" else self.unseen_main
            names = [name for name in pool if self.colour[name] == self.asked]
        return {name: Fraction(1, len(names)) for name in names}

    # -- what happens ----------------------------------------------------------------------------------------------

    def apply(self, name: str) -> None:
        assert name in (self.outcomes if self.current_player == -1 else self.legal), name
        before = [self.clues(seat) for seat in self.seats]
        words = name.split("-")
        match self.phase:
            case "close":
                self.closed = words[1].split("+")
                self.seen = ("close", tuple(self.closed))
                self.phase = "deal"
            case "deal":
                self._deal(words[1])
            case "choose":
                self.asked = words[1]
                self.seen = ("choose", self.turn, self.asked)
                self.phase = "show"
            case "show":
                self.unseen_start.remove(name)
                self.vehicles[self.turn][self.asked] -= 1
                self._turn_up(name)
                self.turn = (self.turn + 1) % self.n
                self.phase = "choose" if self.turn else "menu"
            case "turn_up":
                self.unseen_main.remove(name)
                self._turn_up(name)
                self.phase = "menu"
            case "bonus":
                self._bonus(words[1] if words[0] == "bonus" else None)
            case "menu":
                self._step(words)
        self.gained = [self.clues(seat) - old for seat, old in zip(self.seats, before, strict=True)]

    def _deal(self, colour: str) -> None:
        self.seen = ("deal", colour)
        self.undealt[colour] -= 1
        side = LEFT if len(self.rows[LEFT]) < self.row_sizes[LEFT] else RIGHT
        self.rows[side].append(colour)
        if not self.undealt.total():
            self.phase = "choose"

    def _turn_up(self, token: str) -> None:
        self.seen = ("show", self.turn, token)
        self.shown.append(token)
        self.missions[self.turn].append(token)
        self.asked = ""

    def _step(self, words: list[str]) -> None:
        """A choice of the menu."""
        if words[0] == "end":
            self._end_turn()
            return
        self.idle = 0
        if self.stage == "start":
            self.stage = "phase_1"
        match words[0]:
            case "retrieve":
                places = words[1].split("+")
                for place in places:
                    del self.standing[place]
                self.seen = ("retrieve", self.turn, tuple(places))
            case "equip":
                self._equip(SIDES.index(words[1]), int(words[2]), words[3])
            case "explore":
                self._explore(words[1], words[2])
            case "complete":
                self._complete(words[1], words[3])

    def _equip(self, side: int, k: int, kind: str) -> None:
        self.visited[side] = True
        self.used += k
        colour = self.rows[side].pop(k - 1)
        self.seen = ("equip", self.turn, SIDES[side], k, kind, colour)
        if kind == "vehicle":
            self.vehicles[self.turn][colour] += 1
        else:
            self.asked = colour
            self.phase = "turn_up"

    def _explore(self, place: str, colour: str) -> None:
        other = self.standing.get(place)
        self.vehicles[self.turn][colour] -= 1
        (self.discard if other is None else self.vehicles[other])[colour] += 1
        self.standing[place] = self.turn
        self.seen = ("explore", self.turn, place, colour, other)

    def _complete(self, mission: str, back: str) -> None:
        seat = self.turn
        self.seen = ("complete", seat, mission, back)
        self._new_turn()
        self.stage = "phase_2"
        del self.standing[back]
        self.missions[seat].remove(mission)
        self.finished[seat].append(mission)
        leaders, track = self.leaders[seat], TRACKS[self.colour[mission]]
        is_behind = leaders[track] <= leaders[1 - track]
        leaders[track] = min(LAST_SPACE, leaders[track] + len(self.open_places(mission)))
        if self.clues(seat) >= CLUES_TO_WIN:
            self.discard[self.colour[mission]] += 1
            self._end("clues")
            return
        if self.options["mission_discard"] == "before_bonus":
            self.discard[self.colour[mission]] += 1
        else:
            self.awaiting = mission
        choices = [colour for colour in COLOURS if self.discard[colour]]
        if is_behind and (len(choices) > 1 or (choices and self.options["bonus"] == "optional")):
            self.awaiting = mission
            self.phase = "bonus"
        else:
            self._take(choices[0] if is_behind and choices else None)

    def _bonus(self, colour: str | None) -> None:
        self.seen = ("bonus", self.turn, colour)
        self._take(colour)
        self.phase = "menu"

    def _take(self, colour: str | None) -> None:
        """The bonus token, if any; then the mission leaves, if it has not yet."""
        if colour:
            self.discard[colour] -= 1
            self.vehicles[self.turn][colour] += 1
        if self.awaiting and self.options["mission_discard"] == "after_bonus":
            self.discard[self.colour[self.awaiting]] += 1
        self.awaiting = ""

    # -- turns and endings

    def _end_turn(self) -> None:
        self.seen = ("end_turn", self.turn)
        self.turns += 1
        self.turn = self.turns % self.n
        self.idle = self.idle + 1 if self.stage == "start" and self.options["stall_rounds"] else 0
        self._new_turn()
        if not any(self.rows) and (self.turn == 0 or self.options["rows_empty"] == "after_turn"):
            self._end("rows_empty")
        elif self.options["stall_rounds"] and self.idle == self.options["stall_rounds"] * self.n:
            self._end("stall")
        elif self.turns == self.options["max_turns"]:
            self._end("cap")

    def _end(self, ending: str) -> None:
        self.ending, self.phase = ending, "over"

    # -- results ---------------------------------------------------------------------------------------------------

    def rank(self, seat: int) -> tuple[int, int, int, int]:
        """Greater is better."""
        leaders = self.leaders[seat]
        return (self.clues(seat) >= CLUES_TO_WIN, min(leaders), max(leaders), -self.vehicles[seat].total())

    def returns(self, objective: str) -> list[float]:
        clues = [self.clues(seat) for seat in self.seats]
        if objective == "points":
            return [float(own) for own in clues]
        if objective == "margin":
            return [float(own - max(clues[:seat] + clues[seat + 1 :])) for seat, own in enumerate(clues)]
        first = [seat for seat in self.seats if self.rank(seat) == max(map(self.rank, self.seats))]
        return [(seat in first) / len(first) for seat in self.seats]

    def rewards(self, objective: str) -> list[float]:
        """What the last step gave."""
        if objective == "points":
            return [float(own) for own in self.gained]
        one, other = self.gained
        return [float(one - other), float(other - one)]

    # -- as plain values -------------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        """In the words of the core's `fields()`."""
        asked = self.asked or self.awaiting
        return {
            "phase": self.phase,
            "turn": self.turn,
            "turns": self.turns,
            "idle": self.idle,
            "stage": self.stage,
            "used": self.used,
            "sides": tuple(self.visited),
            "closed": tuple(self.closed),
            "rows": tuple(map(tuple, self.rows)),
            "undealt": self._counts(self.undealt),
            "vehicles": tuple(self._counts(held) for held in self.vehicles),
            "missions": tuple(self._sorted(held) for held in self.missions),
            "finished": tuple(self._sorted(held) for held in self.finished),
            "placed": tuple(tuple(self.mine(seat)) for seat in self.seats),
            "leaders": tuple(map(tuple, self.leaders)),
            "discard": self._counts(self.discard),
            "shown": self._sorted(self.shown),
            "pending": (self.phase, asked) if asked else None,
            "ending": self.ending,
            "clues": tuple(self.clues(seat) for seat in self.seats),
            "members": tuple(self.members(seat) for seat in self.seats),
        }

    @staticmethod
    def _counts(counter: Counter[str]) -> tuple[int, ...]:
        return tuple(counter[colour] for colour in COLOURS)

    def _sorted(self, names: list[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=self.order.index))
