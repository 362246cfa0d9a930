"""From the words of a Takara Island position to a state.

A document states what one seat sees and remembers at the table. What follows from that may be left out and is derived here;
what is given must agree, and must be something that play can lead to.
"""

from __future__ import annotations

from typing import Any

from orienteer.core.errors import OrienteerError, PositionError
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import SWORD_COST
from orienteer.games.takara_island.checks import check_moment, check_piles, ending_of
from orienteer.games.takara_island.gone import read_gone, read_treasures
from orienteer.games.takara_island.piles import PileFields, read_piles
from orienteer.games.takara_island.players import Team, read_items, read_specialists, read_supply, read_team
from orienteer.games.takara_island.setting import Setting
from orienteer.positions.wording import in_words, missing, refused

# Phases in which an action is under way at a pile; the map's choice is one too, unless it waits for the end of the day.
AT_PILE = ("look", "survey", "peek", "dig", "mine", "mine_on", "treasure", "mimic", "fight")


def read_table(setting: Setting) -> TakaraIslandState:
    """The state that a document describes. Raises PositionError, naming the field."""
    game, table = setting.game, setting.table
    assert isinstance(game, TakaraIsland)
    piles = read_piles(setting)
    gone = read_gone(setting, piles)
    teams = tuple(read_team(setting, seat) for seat in setting.seats)
    phase = _phase(setting, teams[setting.turn])
    treasures = read_treasures(setting, gone, phase in ("treasure", "mimic"))
    fields: dict[str, Any] = {
        "phase": phase,
        "turn": setting.turn,
        "viewer": setting.viewer,
        "sword": table.sword,
        "banked": table.banked,
        "map_due": table.map_due,
        "piles": tuple(pile.to_fields() for pile in piles),
        "gone": gone,
        "gold": tuple(player.gold for player in table.players),
        "items": read_items(setting, gone, treasures),
        "tokens": tuple(player.tokens for player in table.players),
        "skulls": tuple(player.skulls for player in table.players),
        **{name: tuple(getattr(team, name) for team in teams) for name in ("unused", "used", "hospital", "waiting")},
        "recruits": tuple(not team.recruited for team in teams),
        "supply": read_supply(setting),
        "specialists": read_specialists(setting, phase, teams[setting.turn]),
        "treasures": tuple(made - n for made, n in zip(setting.treasures, treasures, strict=True)),
        "pending": _pending(setting, phase),
    }
    fields["ending"] = _ending(setting, phase, piles)
    fields["turns"] = _turns(setting, fields["ending"])
    check_piles(setting, piles, gone, fields)
    check_moment(setting, piles, fields)
    try:
        return game.state_from(fields)
    except OrienteerError as error:
        raise PositionError(f"state.{error}") from None


# -- the moment -------------------------------------------------------------------------------------------------------


def _phase(setting: Setting, team: Team) -> str:
    given = setting.table.phase
    if given is not None:
        return given
    if not team.unused:
        raise missing("state.phase", "'end_of_day', with everybody home who is not in hospital: no adventurer is left to act")
    fresh = team.used + team.hospital == 0 and not setting.table.sword
    if fresh and setting.player(setting.turn).gold >= SWORD_COST:
        setting.notes.assume("state.phase", "sword")
        return "sword"
    why = "adventurers are left to act" if not fresh else "he cannot rent the sword"
    setting.notes.derive("state.phase", "act", why)
    return "act"


def _pending(setting: Setting, phase: str) -> dict[str, Any] | None:
    given, path = setting.table.pending, "state.pending"
    needed = phase in AT_PILE or (phase == "map" and not setting.table.map_due)
    if given is None:
        if needed:
            raise missing(path, f"'pile' and 'slot' of the action under way in phase {phase!r}")
        return None
    if not needed:
        raise refused(path, given.model_dump(), f"null: in phase {phase!r} no action is under way")
    if given.pile >= setting.options["piles"]:
        raise refused(f"{path}.pile", given.pile, f"at most {setting.options['piles'] - 1}; piles are numbered from 0")
    if given.slot >= setting.pile_size:
        raise refused(f"{path}.slot", given.slot, f"at most {setting.pile_size - 1}; slots are numbered from 0")
    return given.model_dump()


def _ending(setting: Setting, phase: str, piles: tuple[PileFields, ...]) -> str | None:
    given = setting.table.ending
    if phase != "over":
        if given is not None:
            raise refused("state.ending", given, f"null: the phase is {phase!r}")
        return None
    ending = ending_of(setting, piles) or "cap"
    if given is None:
        setting.notes.derive("state.ending", ending, "stones and empty piles say so")
    elif given != ending:
        raise refused("state.ending", given, in_words(ending))
    return ending


def _turns(setting: Setting, ending: str | None) -> int:
    """Turns finished, skipped ones included."""
    seats, rounds = setting.game.num_players, setting.options["max_rounds"]
    number = setting.table.round
    if number is None:
        number = rounds if ending == "cap" else 1
        if ending == "cap":
            setting.notes.derive("state.round", number, "the game ended after the last round")
        else:
            setting.notes.assume("state.round", number)
    if number > rounds:
        raise refused("state.round", number, f"at most {rounds}, as the rules say")
    if ending == "cap":
        if number != rounds or setting.turn != seats - 1:
            raise refused("state.phase", "over", f"another phase: neither stones, empty piles nor {rounds} rounds end the game")
        return int(rounds) * seats
    return (number - 1) * seats + setting.turn
