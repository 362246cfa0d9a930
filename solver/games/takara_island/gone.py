"""What has left the piles and the treasure deck of a Takara Island position. What adds up is derived, and must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import cast

from orienteer.core.takara_island.components import CARDS, CHEST, DEEP, LEVELS, TREASURES
from orienteer.games.takara_island.piles import PileFields
from orienteer.games.takara_island.setting import Counts, Setting
from orienteer.positions.wording import missing, refused

SKULL, MIMIC = TREASURES.index("skull"), TREASURES.index("mimic")


def read_gone(setting: Setting, piles: tuple[PileFields, ...]) -> tuple[Counts, ...]:
    """By level, how many of each card have left the piles."""
    lacking = tuple(sum(setting.levels[: pile.top].count(level) for pile in piles) for level in range(len(LEVELS)))
    stones = sum(pile.stone is not None for pile in piles)
    given = setting.table.gone
    if given is None:
        if sum(lacking):
            words = ", ".join(f"{n} {level}" for n, level in zip(lacking, LEVELS, strict=True) if n)
            raise missing("state.gone", f"the cards that left the piles: {words}")
        return tuple((0,) * len(CARDS) for _ in LEVELS)
    if isinstance(given, Mapping) and given and all(level in LEVELS for level in given):
        rows = cast("Mapping[str, Iterable[str]]", given)
        return tuple(_level(setting, level, rows.get(name, ()), lacking[level], stones) for level, name in enumerate(LEVELS))
    return _all_levels(setting, Counter(given), lacking, stones)


def _with_stones(counts: Counter[str], stones: int, path: str) -> Counter[str]:
    if counts["stone"] not in (0, stones):
        raise refused(path, f"{counts['stone']} × stone", f"{stones}: the piles name the finders of {stones}")
    return counts + Counter(stone=stones - counts["stone"])


def _level(setting: Setting, level: int, given: Iterable[str], lacking: int, stones: int) -> Counts:
    path, counts = f"state.gone.{LEVELS[level]}", Counter(given)
    if level == DEEP:
        counts = _with_stones(counts, stones, path)
    _check_made(path, counts, setting.gallery[level])
    if sum(counts.values()) != lacking:
        raise refused(path, f"{sum(counts.values())} cards", f"{lacking}, as many as the piles lack")
    return tuple(counts[card] for card in CARDS)


def _check_made(path: str, counts: Counter[str], made: Sequence[int]) -> None:
    for card, copies in zip(CARDS, made, strict=True):
        if counts[card] > copies:
            raise refused(path, f"{counts[card]} × {card}", f"at most {copies}, as many as there are")


def _all_levels(setting: Setting, counts: Counter[str], lacking: Counts, stones: int) -> tuple[Counts, ...]:
    """Cards of all levels together, parted into levels where there is one way only."""
    path = "state.gone"
    counts = _with_stones(counts, stones, path)
    gallery = setting.gallery
    _check_made(path, counts, [sum(level[card] for level in gallery) for card in range(len(CARDS))])
    if sum(counts.values()) != sum(lacking):
        raise refused(path, f"{sum(counts.values())} cards", f"{sum(lacking)}, as many as the piles lack")
    ways = _partings(tuple(counts[card] for card in CARDS), gallery, lacking)
    if len(ways) == 1:
        return tuple(zip(*ways[0], strict=True))
    if ways:
        raise refused(
            path, "cards without levels", f"cards by level, {', '.join(LEVELS)}: there is more than one way to part them"
        )
    words = ", ".join(f"{n} {level}" for n, level in zip(lacking, LEVELS, strict=True))
    raise refused(path, dict(counts), f"{words} cards, as many as the piles lack")


def _partings(counts: Counts, gallery: tuple[Counts, ...], lacking: Counts) -> list[tuple[Counts, ...]]:
    """Up to two ways to part the counts into levels; a way is, by card, its numbers by level."""

    @cache
    def ways(card: int, left: Counts) -> tuple[tuple[Counts, ...], ...]:
        if card == len(CARDS):
            return () if any(left) else ((),)
        shallow, middle, deep = (min(rest, level[card]) for rest, level in zip(left, gallery, strict=True))
        found: list[tuple[Counts, ...]] = []
        for a in range(min(shallow, counts[card]) + 1):
            for b in range(min(middle, counts[card] - a) + 1):
                c = counts[card] - a - b
                if c <= deep and len(found) < 2:
                    rest = (left[0] - a, left[1] - b, left[2] - c)
                    found += [((a, b, c), *way) for way in ways(card + 1, rest)]
        return tuple(found[:2])

    return list(ways(0, lacking))


# -- treasures --------------------------------------------------------------------------------------------------------


def read_treasures(setting: Setting, gone: tuple[Counts, ...], drawing: bool) -> Counts:
    """How many of each treasure are out of the deck. `drawing`: a chest is open, and its treasure not yet known."""
    path, given = "state.treasures_gone", setting.table.treasures_gone
    chests = sum(level[CHEST] for level in gone)
    skulls = sum(setting.player(seat).skulls for seat in setting.seats)
    if given is None and chests - drawing > skulls:
        raise missing(path, f"the treasures drawn and kept, {{}} for none: {chests} chests are gone")
    found = [(given or {}).get(name, 0) for name in TREASURES]  # type: ignore[call-overload]
    if "skull" not in (given or {}):
        found[SKULL] = skulls
    for name, n, made in zip(TREASURES, found, setting.treasures, strict=True):
        if n > made:
            raise refused(f"{path}.{name}", n, f"at most {made}, as many as there are")
    if found[SKULL] != skulls:
        raise refused(f"{path}.skull", found[SKULL], f"{skulls}, what the players have: it is never sold")
    _check_chests(setting, found, chests, drawing)
    return tuple(found)


def _check_chests(setting: Setting, found: list[int], chests: int, drawing: bool) -> None:
    """Every chest brought one treasure besides mimics, or a lost fight against a mimic."""
    path = "state.treasures_gone"
    kept = sum(found) - found[MIMIC]
    failed = chests - drawing - kept
    if failed < 0:
        raise refused(path, f"{kept} treasures besides mimics", f"at most {chests - drawing}, one a chest that is gone")
    if found[MIMIC] and not chests:
        raise refused(f"{path}.mimic", found[MIMIC], "0: no chest is gone")
    most = found[MIMIC] if setting.options["mimic_fail"] == "removed" else failed * (setting.treasures[MIMIC] > 0)
    if failed > most:
        raise refused(path, f"{kept} treasures besides mimics", f"at least {kept + failed - most}: {chests} chests are gone")
