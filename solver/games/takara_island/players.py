"""The players of a Takara Island position: adventurers, gold, items, specialists."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from orienteer.core.takara_island.components import (
    CARDS,
    IDOL_XP,
    MAP_XP,
    MAX_ITEM,
    MIMIC_XP,
    SPECIALISTS,
    TABLET_XP,
    TOKENS_PER_PLAYER,
    TREASURES,
    XP,
)
from orienteer.games.takara_island.models import AdventurersDocument
from orienteer.games.takara_island.setting import Counts, Setting
from orienteer.positions.wording import missing, refused

PLACES = ("unused", "used", "hospital", "waiting")


@dataclass(frozen=True)
class Team:
    """Where a player's adventurers are."""

    unused: int
    used: int
    hospital: int
    waiting: int
    recruited: bool


def read_team(setting: Setting, seat: int) -> Team:
    """A player's adventurers; the recruit, once hired, is one of them."""
    path, player = f"state.players[{seat}]", setting.player(seat)
    given, start = player.adventurers or AdventurersDocument(), setting.options["adventurers"]
    hospital, waiting = given.hospital or 0, given.waiting or 0
    if player.recruited is None and given.unused is not None and given.used is not None:
        found = given.unused + given.used + hospital + waiting
        recruited = found == start + 1
    else:
        recruited = bool(player.recruited)
    total = start + recruited
    whole = f"{total}: {start} at the start{' and the recruit' if recruited else ', the recruit is not hired'}"
    if given.unused is not None and given.used is not None:
        unused, used = given.unused, given.used
    elif given.unused is not None:
        unused, used = given.unused, total - given.unused - hospital - waiting
    else:
        used = given.used or 0
        unused = total - used - hospital - waiting
    if unused + used + hospital + waiting != total or min(unused, used) < 0:
        places = unused + used + hospital + waiting if min(unused, used) >= 0 else total - min(unused, used)
        raise refused(f"{path}.adventurers", f"{places} adventurers", whole)
    if seat != setting.turn:
        for name, n in (("used", used), ("hospital", hospital)):
            if n:
                raise refused(f"{path}.adventurers.{name}", n, f"0: it is {setting.word(setting.turn)!r}'s turn")
    return Team(unused, used, hospital, waiting, recruited)


def read_items(setting: Setting, gone: tuple[Counts, ...], treasures_gone: Counts) -> tuple[Counts, ...]:
    """By seat, items by their XP; no more of a value than were found."""
    found: Counter[int] = Counter()
    for level in gone:
        for card in range(len(CARDS)):
            found[XP[card]] += level[card]
    for name, xp in (("tablet", TABLET_XP), ("idol", IDOL_XP), ("map", MAP_XP), ("mimic", MIMIC_XP)):
        found[xp] += treasures_gone[TREASURES.index(name)]
    left = Counter(found)
    for seat in setting.seats:
        for value, n in Counter(setting.player(seat).items).items():
            if n > left[value]:
                others = f", {found[value] - left[value]} with others" if found[value] > left[value] else ""
                allowed = f"at most {left[value]}: {found[value]} were found{others}"
                raise refused(f"state.players[{seat}].items", f"{n} × {value}", allowed)
            left[value] -= n
    held = [Counter(setting.player(seat).items) for seat in setting.seats]
    return tuple(tuple(counts[value] for value in range(1, MAX_ITEM + 1)) for counts in held)


def read_supply(setting: Setting) -> int:
    """Tokens left at the bank."""
    held = [setting.player(seat).tokens for seat in setting.seats]
    supply = TOKENS_PER_PLAYER * len(held) - sum(held)
    for seat, tokens in enumerate(held):
        if tokens > TOKENS_PER_PLAYER * len(held) - sum(held[:seat]):
            most = TOKENS_PER_PLAYER * len(held) - sum(held[:seat])
            raise refused(f"state.players[{seat}].tokens", tokens, f"at most {most}: there are {TOKENS_PER_PLAYER * len(held)}")
    given = setting.table.supply
    if given is None:
        setting.notes.derive("state.supply", supply, f"{TOKENS_PER_PLAYER * len(held)} tokens, {sum(held)} with players")
    elif given != supply:
        raise refused("state.supply", given, f"{supply}: {TOKENS_PER_PLAYER * len(held)} tokens, {sum(held)} with players")
    return supply


def read_specialists(setting: Setting, phase: str, team: Team) -> tuple[tuple[int | None, bool], ...]:
    """By specialist, who holds it and whether it lies face down. `team`: of the player whose turn it is."""
    held: dict[str, tuple[int, bool]] = {}
    for seat in setting.seats:
        player, path = setting.player(seat), f"state.players[{seat}]"
        if player.specialist is None:
            if player.resting:
                raise refused(f"{path}.resting", True, "false: he holds no specialist")
            continue
        if player.specialist in held:
            holder = setting.word(held[player.specialist][0])
            raise refused(f"{path}.specialist", player.specialist, f"another one: {holder!r} holds it")
        held[player.specialist] = (seat, _is_resting(setting, seat, phase, team))
    return tuple(held.get(name, (None, False)) for name in SPECIALISTS)


def _is_resting(setting: Setting, seat: int, phase: str, team: Team) -> bool:
    """A specialist turns face down when the turn ends in which he was hired."""
    path, given = f"state.players[{seat}].resting", setting.player(seat).resting
    if seat != setting.turn:
        why = "it turned face down when his turn ended"
    elif phase == "sword" or (phase == "act" and team.used + team.hospital == 0):
        why = "nobody has been hired in this turn"
    elif given is None:
        raise missing(path, "true if the specialist lies face down since his last turn, false if hired in this turn")
    else:
        return given
    if given is False:
        raise refused(path, False, f"true: {why}")
    if given is None:
        setting.notes.derive(path, True, why)
    return True
