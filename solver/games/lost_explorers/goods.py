"""What lies on the table of a Lost Explorers position: rows, vehicles, missions, members, discard."""

from __future__ import annotations

from dataclasses import dataclass

from orienteer.core.lost_explorers.components import CLUE_SPACES, COLOURS, LAST_SPACE, MEMBER_SPACE, RIGHT_COLOURS
from orienteer.games.lost_explorers.colours import row_of
from orienteer.games.lost_explorers.setting import Setting, place_of, token_of
from orienteer.positions.wording import missing, refused

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Goods:
    """Tokens and locations by number, ascending; `missions`, `finished` and `placed` by seat."""

    rows: tuple[tuple[str, ...], tuple[str, ...]]
    closed: Numbers
    missions: tuple[Numbers, ...]
    finished: tuple[Numbers, ...]
    placed: tuple[Numbers, ...]

    def steps(self, setting: Setting, token: int) -> int:
        """Open locations of a mission."""
        return sum(place not in self.closed for place in setting.tokens[token].locations)

    def leaders(self, setting: Setting, seat: int) -> tuple[int, int]:
        """Where finished missions have taken the seat's leaders."""
        steps = [0, 0]
        for token in self.finished[seat]:
            steps[COLOURS[setting.tokens[token].colour] in RIGHT_COLOURS] += self.steps(setting, token)
        return min(LAST_SPACE, steps[0]), min(LAST_SPACE, steps[1])

    def clues(self, setting: Setting, seat: int) -> int:
        return sum(leader >= space for leader in self.leaders(setting, seat) for space in CLUE_SPACES)

    def members(self, setting: Setting, seat: int) -> int:
        """Members of a seat; both leaders far enough bring one more."""
        more = all(leader >= MEMBER_SPACE for leader in self.leaders(setting, seat))
        return int(setting.options["members"]) + more

    def in_rows(self, colour: int) -> int:
        return sum(row.count(COLOURS[colour]) for row in self.rows)


def read_goods(setting: Setting, phase: str) -> Goods:
    closed = _closed(setting, phase)
    taken: dict[int, str] = {}
    missions: list[Numbers] = []
    finished: list[Numbers] = []
    for seat in setting.seats:
        for name, found in (("missions", missions), ("finished", finished)):
            path = f"state.players[{seat}].{name}"
            found.append(_tokens(setting, getattr(setting.player(seat), name), path, taken))
    return Goods(_rows(setting, phase), closed, tuple(missions), tuple(finished), _placed(setting, closed))


def _closed(setting: Setting, phase: str) -> Numbers:
    given, path = setting.table.closed, "state.closed"
    markable = [place for place, location in enumerate(setting.places) if location.markable]
    ids = ", ".join(setting.places[place].id for place in markable)
    if phase == "close":
        if given:
            raise refused(path, given, "none in phase 'close'")
        return ()
    fixed = setting.options["closed"]
    if given is None:
        if fixed is not None or setting.num_closed == len(markable):
            names = fixed or [setting.places[place].id for place in markable]
            setting.notes.derive(path, list(names), "the rules say so" if fixed else "with two players all four are closed")
            return tuple(place for place in markable if setting.places[place].id in names)
        raise missing(path, f"{setting.num_closed} of {ids}")
    places = tuple(sorted({place_of(name, setting.tables, f"{path}[{i}]") for i, name in enumerate(given)}))
    if len(places) != len(given) or len(places) != setting.num_closed or not set(places) <= set(markable):
        raise refused(path, given, f"{setting.num_closed} of {ids}, each once")
    if fixed is not None and [setting.places[place].id for place in places] != list(fixed):
        raise refused(path, given, f"{', '.join(fixed)}, as the rules say")
    return places


def _rows(setting: Setting, phase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    given, sizes = setting.table.rows, setting.row_sizes
    if given is None:
        if phase not in ("close", "deal"):
            raise missing("state.rows", "both rows from the front, as {'left': 'rybg', 'right': 'gg'}")
        return (), ()
    rows = row_of(given.left), row_of(given.right)
    for side, row, size in zip(("left", "right"), rows, sizes, strict=True):
        if len(row) > size:
            raise refused(f"state.rows.{side}", f"{len(row)} tokens", f"at most {size}")
        if phase == "close" and row:
            raise refused(f"state.rows.{side}", f"{len(row)} tokens", "none in phase 'close'")
    if phase == "deal" and rows[1] and len(rows[0]) < sizes[0]:
        raise refused("state.rows.right", f"{len(rows[1])} tokens", f"none: the left row is dealt first, to {sizes[0]}")
    if phase == "deal" and len(rows[1]) == sizes[1]:
        raise refused("state.phase", "deal", "'choose': all tokens are dealt")
    if phase in ("choose", "show") and (len(rows[0]), len(rows[1])) != sizes:
        raise refused(
            "state.rows", f"{len(rows[0])} and {len(rows[1])} tokens", f"{sizes[0]} and {sizes[1]}: play has not begun"
        )
    return rows


def _tokens(setting: Setting, given: list[str], path: str, taken: dict[int, str]) -> Numbers:
    """The tokens of a list; `taken` has those named before, with their paths."""
    found = []
    for i, name in enumerate(given):
        here = f"{path}[{i}]"
        token = token_of(name, setting.tables, here)
        if token not in setting.in_play:
            raise refused(here, name, "a token that the rules have in play")
        if token in taken:
            raise refused(here, name, f"a mission once: {taken[token]} is the same")
        taken[token] = here
        found.append(token)
    return tuple(sorted(found))


def _placed(setting: Setting, closed: Numbers) -> tuple[Numbers, ...]:
    taken: dict[int, str] = {}
    found = []
    for seat in setting.seats:
        places = []
        for i, name in enumerate(setting.player(seat).members_at):
            path = f"state.players[{seat}].members_at[{i}]"
            place = place_of(name, setting.tables, path)
            if place in closed:
                raise refused(path, name, "an open location; it is closed")
            if place in taken:
                raise refused(path, name, f"a location with one member: {taken[place]} stands there")
            taken[place] = path
            places.append(place)
        found.append(tuple(sorted(places)))
    return tuple(found)
