"""Treasures of a Celestia position: who holds what, what the cities have left. What adds up is derived, and must agree
when given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from orienteer.core.celestia.components import MAX_WORTHS, TELESCOPE_POINTS, CityRow
from orienteer.games.celestia.setting import Counts, Setting
from orienteer.positions.wording import missing, refused

TELESCOPE = "telescope"


@dataclass(frozen=True)
class TreasureFields:
    """By seat and city row. `held`: copies by worth, the telescope last, None where the viewer does not know."""

    backs: tuple[Counts, ...]
    held: tuple[tuple[Counts | None, ...], ...]
    left: Counts
    used: Counts  # telescopes that left the game, by row

    def total(self, setting: Setting, seat: int) -> int | None:
        """A player's points, where all his treasures are known."""
        points = 0
        for row, counts in zip(setting.rows, self.held[seat], strict=True):
            if counts is None:
                return None
            points += sum(n * p for n, p in zip(counts, points_of(row), strict=True))
        return points


def by_kind(row: CityRow, worths: Mapping[int, int], telescopes: int) -> Counts:
    """Numbers by worth in the order of the row, the telescope last."""
    values = [worths[worth] for worth, _ in row[2]]
    return (*values, *[0] * (MAX_WORTHS - len(values)), telescopes)


def copies_of(row: CityRow) -> Counts:
    return by_kind(row, dict(row[2]), row[3])


def points_of(row: CityRow) -> Counts:
    return by_kind(row, {worth: worth for worth, _ in row[2]}, TELESCOPE_POINTS)


def worths_of(row: CityRow) -> list[int | str]:
    """The worths that a city has, the telescope last."""
    return [worth for worth, _ in row[2]] + [TELESCOPE] * (row[3] > 0)


def worth_words(row: CityRow, counts: Counts) -> list[int | str]:
    """Counts by worth as a list of worths."""
    found: list[int | str] = [worth for at, (worth, _) in enumerate(row[2]) for _ in range(counts[at])]
    return found + [TELESCOPE] * counts[-1]


def read_treasures(setting: Setting, empty: tuple[bool, ...]) -> TreasureFields:
    """Treasures of players and cities. `empty`: the seats that cannot have any yet."""
    held = [_held(setting, seat, empty[seat]) for seat in setting.seats]
    backs = tuple(_backs(setting, seat, held[seat], empty[seat]) for seat in setting.seats)
    used = _telescopes_used(setting, backs, all(empty))
    left = _left(setting, backs, used)
    known = tuple(
        tuple(_known(row, n, None if h is None else h[i]) for i, (row, n) in enumerate(zip(setting.rows, b, strict=True)))
        for b, h in zip(backs, held, strict=True)
    )
    _check_worths(setting, known, used)
    return TreasureFields(backs, known, left, used)


def _cities(setting: Setting, given: Mapping[str, Any], path: str) -> dict[int, Any]:
    """The entries of an object whose keys are cities, by row."""
    found = {}
    for word, value in given.items():
        if word not in map(str, setting.values):
            raise refused(f"{path}.{word}", value, f"cities {', '.join(map(str, setting.values))}")
        found[setting.values.index(int(word))] = value
    return found


def _held(setting: Setting, seat: int, empty: bool) -> tuple[Counts, ...] | None:
    """A player's treasures by row and worth, where the viewer knows them all."""
    path, given = f"state.players[{seat}].treasures", setting.player(seat).treasures
    listed = _cities(setting, given or {}, path)
    for i, worths in listed.items():
        row = setting.rows[i]
        for at, worth in enumerate(worths):
            if worth not in worths_of(row):
                raise refused(f"{path}.{row[0]}[{at}]", worth, ", ".join(map(repr, worths_of(row))))
        if not setting.knows(seat) and len(worths_of(row)) > 1:
            raise refused(f"{path}.{row[0]}", worths, "nothing: only he knows (backs says how many)")
    if not setting.knows(seat):
        return None
    if given is None:
        if not empty:
            raise missing(path, 'the worths of his treasures by city, as {"4": [6, "telescope"]}: the viewer knows them')
        setting.notes.derive(path, {}, "he can have no treasure yet")
    counted = [Counter(listed.get(i, ())) for i in range(len(setting.rows))]
    return tuple(by_kind(row, counts, counts[TELESCOPE]) for row, counts in zip(setting.rows, counted, strict=True))


def _backs(setting: Setting, seat: int, held: tuple[Counts, ...] | None, empty: bool) -> Counts:
    """How many treasures of each row a player has."""
    path, player = f"state.players[{seat}].backs", setting.player(seat)
    given = _cities(setting, player.backs or {}, path)
    if held is not None:
        shown = {i: sum(counts) for i, counts in enumerate(held)}
    else:
        shown = {i: len(worths) for i, worths in _cities(setting, player.treasures or {}, path).items()}
        if player.backs is None and not empty:
            raise missing(path, 'how many treasures of each city he has, as {"4": 2}, {} for none')
        if player.backs is None:
            setting.notes.derive(path, {}, "he can have no treasure yet")
    for i, n in given.items():
        if shown.get(i, n) != n:
            raise refused(f"{path}.{setting.values[i]}", n, f"{shown[i]}, as treasures says")
    return tuple({**given, **shown}.get(i, 0) for i in range(len(setting.rows)))


def _telescopes_used(setting: Setting, backs: tuple[Counts, ...], empty: bool) -> Counts:
    """By row, 1 where the telescope has left the game."""
    given, path = setting.table.telescopes_used, "state.telescopes_used"
    having = [row[0] for row in setting.rows if row[3]]
    if given is None:
        left = _cities(setting, setting.table.treasures_left or {}, "state.treasures_left")
        gone = [
            sum(copies_of(row)) - left[i] - sum(b[i] for b in backs) if i in left else 0 for i, row in enumerate(setting.rows)
        ]
        found = tuple(int(n == 1 and row[3] == 1) for n, row in zip(gone, setting.rows, strict=True))
        words = [row[0] for n, row in zip(found, setting.rows, strict=True) if n]
        if len(left) == len(setting.rows):
            setting.notes.derive(path, words, "treasures_left says what is missing")
        elif having and not empty:
            setting.notes.assume(path, words)
        return found
    for at, value in enumerate(given):
        if value not in having or value in given[:at]:
            raise refused(
                f"{path}[{at}]", value, f"each once of {', '.join(map(str, having)) or 'none: no city has a telescope'}"
            )
    return tuple(int(value in given) for value in setting.values)


def _left(setting: Setting, backs: tuple[Counts, ...], used: Counts) -> Counts:
    """Treasures left by row."""
    given = _cities(setting, setting.table.treasures_left or {}, "state.treasures_left")
    left = []
    for i, row in enumerate(setting.rows):
        made, path = sum(copies_of(row)), f"state.treasures_left.{row[0]}"
        if given.get(i, 0) > made:
            raise refused(path, given[i], f"at most {made}, as many as the city was made with")
        held = list(accumulate(b[i] for b in backs))
        if held[-1] + used[i] > made:
            seat = next(seat for seat, n in enumerate(held) if n + used[i] > made)
            own = "treasures" if setting.knows(seat) else "backs"
            raise refused(
                f"state.players[{seat}].{own}.{row[0]}", backs[seat][i],
                f"at most {made - used[i] - held[seat] + backs[seat][i]}: the city was made with {made}",
            )  # fmt: skip
        left.append(made - held[-1] - used[i])
        if given.get(i, left[i]) != left[i]:
            out = f", {used[i]} telescope used" if used[i] else ""
            raise refused(path, given[i], f"{left[i]}: made with {made}, {held[-1]} with players{out}")
    if len(given) < len(left):
        words = {str(value): n for value, n in zip(setting.values, left, strict=True)}
        setting.notes.derive("state.treasures_left", words, "those made, without the players' and telescopes used")
    return tuple(left)


def _known(row: CityRow, backs: int, held: Counts | None) -> Counts | None:
    """One player's treasures of a row by worth, None where they are hidden."""
    if held is not None:
        return held
    if backs and len(worths_of(row)) > 1:
        return None
    return tuple(backs if copies else 0 for copies in copies_of(row))


def _check_worths(setting: Setting, held: tuple[tuple[Counts | None, ...], ...], used: Counts) -> None:
    """No more treasures of a worth than were made."""
    for i, row in enumerate(setting.rows):
        most = [*copies_of(row)[:-1], row[3] - used[i]]
        for seat, mine in enumerate(held):
            for kind, n in enumerate(mine[i] or ()):
                if n > most[kind]:
                    worth = TELESCOPE if kind == MAX_WORTHS else row[2][kind][0]
                    raise refused(
                        f"state.players[{seat}].treasures.{row[0]}",
                        f"{n} × {worth}",
                        f"at most {most[kind]}: {copies_of(row)[kind]} made, the others are elsewhere",
                    )
                most[kind] -= n
