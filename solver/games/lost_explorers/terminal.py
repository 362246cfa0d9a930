"""Lost Explorers: the locations with members on them, the two rows of tokens, missions, vehicles and leaders."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.core.lost_explorers.components import COLOURS, LAST_SPACE, MAX_MEMBERS, SIDES
from orienteer.playing.pieces import Cell, Seen, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orienteer.core.state import Game

INITIALS = {colour[0]: colour for colour in COLOURS}
REACH = MAX_MEMBERS  # tokens of a row that one turn can reach


def draw(seen: Seen) -> list[RenderableType]:
    state, words = seen.state, seen.words
    turn = seen.seat(state["turn"])
    told = [
        (words("table.round"), state["round"]),
        (words("table.next"), words(f"phases.lost_explorers.{state['phase']}")),
        (words("table.members-used"), state["used"]),
    ]
    parts: list[RenderableType] = [facts(told), *titled(words("table.map"), _map(seen))]
    rows = [(words.term(side), _row(state["rows"][side])) for side in SIDES]
    parts += titled(words("table.rows"), grid(("", ""), rows))
    columns = (
        f"  {words('table.players')}",
        words("table.clues"),
        words("table.leader-left"),
        words("table.leader-right"),
        words("table.members-word"),
        words("table.finished"),
    )
    players: list[list[Cell]] = [
        [
            seen.player(seat, turn=seat == turn),
            str(player["clues"]),
            *(words("table.of", number=space, total=LAST_SPACE) for space in player["leaders"]),
            words("table.members", free=player["members"] - len(player["members_at"]), all=player["members"]),
            str(len(player["finished"])),
        ]
        for seat, player in enumerate(state["players"])
    ]
    parts.append(grid(columns, players))
    held = [
        (seen.player(seat), words.counted(player["vehicles"]), _missions(seen, player))
        for seat, player in enumerate(state["players"])
    ]
    return [*parts, grid((f"  {words('table.players')}", words("table.vehicles"), words("table.missions")), held)]


def _map(seen: Seen) -> RenderableType:
    """Every location with the vehicles it needs, crossed out where it is closed, and the members there; in two columns."""
    locations = seen.game.tables.locations  # type: ignore[attr-defined]
    shown = [_location(seen, place) for place in locations]
    half = -(-len(shown) // 2)
    empty = (Text(), Text(), Text())
    return grid(("",) * 6, [(*first, *second) for first, second in zip_longest(shown[:half], shown[half:], fillvalue=empty)])


def own_places(game: Game) -> dict[str, str]:
    """The names of a map of one's own; the shipped one's are in the vocabulary."""
    return {} if game.options["data"] == "shipped" else {place.id: place.name for place in game.tables.locations}  # type: ignore[attr-defined]


def _location(seen: Seen, place: Any) -> tuple[Text, Text, Text]:
    closed = place.id in (seen.state.get("closed") or ())
    there = [seen.names[seat] for seat, player in enumerate(seen.state["players"]) if place.id in player["members_at"]]
    needs = "".join(letter * number for letter, number in zip(INITIALS, place.needs, strict=True))
    name = Text(f"{'×' if closed else ' '} {place.id} {seen.words.place(place.id)}", "dim strike" if closed else "")
    return name, _row(needs, reach=len(needs)), Text(seen.words.listed(there), "bold")


def _row(initials: str, reach: int = REACH) -> Text:
    """Tokens by their colours' initials; those beyond reach are dim."""
    styles = [INITIALS[letter] if index < reach else f"dim {INITIALS[letter]}" for index, letter in enumerate(initials)]
    return Text.assemble(*zip(initials, styles, strict=True))


def _missions(seen: Seen, player: Mapping[str, Any]) -> str:
    """By their locations, with a mark where a member is."""
    missions = [
        " + ".join(f"{'✓' if at in player['members_at'] else ''}{at} {seen.words.place(at)}" for at in mission.split("+"))
        for mission in player["missions"]
    ]
    return "; ".join(missions) or "–"
