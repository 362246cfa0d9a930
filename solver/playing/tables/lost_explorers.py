"""Lost Explorers: the locations with members on them, the two rows of tokens, missions, vehicles and leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.playing.pieces import Cell, Sight, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = {"r": "red", "y": "yellow", "b": "blue", "g": "green"}
LAST_SPACE = 14
REACH = 4  # members, and so tokens of a row that one turn can reach


def draw(sight: Sight) -> list[RenderableType]:
    state, words = sight.state, sight.words
    turn = sight.seat(state["turn"])
    told = [
        (words("table.round"), state["round"]),
        (words("table.next"), words(f"phases.lost_explorers.{state['phase']}")),
        (words("table.members-used"), state["used"]),
    ]
    parts: list[RenderableType] = [facts(told), *titled(words("table.map"), _map(sight))]
    rows = [(words.term(side), _row(state["rows"][side])) for side in ("left", "right")]
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
            sight.player(seat, turn=seat == turn),
            str(player["clues"]),
            *(words("table.of", number=space, total=LAST_SPACE) for space in player["leaders"]),
            words("table.members", free=player["members"] - len(player["members_at"]), all=player["members"]),
            str(len(player["finished"])),
        ]
        for seat, player in enumerate(state["players"])
    ]
    parts.append(grid(columns, players))
    held = [
        (sight.player(seat), words.counted(player["vehicles"]), _missions(sight, player))
        for seat, player in enumerate(state["players"])
    ]
    return [*parts, grid((f"  {words('table.players')}", words("table.vehicles"), words("table.missions")), held)]


def _map(sight: Sight) -> RenderableType:
    """Every location with the vehicles it needs, crossed out where it is closed, and the members there; in two columns."""
    locations = sight.game.tables.locations  # type: ignore[attr-defined]
    shown = [_location(sight, place) for place in locations]
    half = -(-len(shown) // 2)
    rows = [(*first, *second) for first, second in zip(shown[:half], [*shown[half:], (Text(), Text(), Text())], strict=False)]
    return grid(("",) * 6, rows)


def _location(sight: Sight, place: Any) -> tuple[Text, Text, Text]:
    closed = place.id in (sight.state.get("closed") or ())
    there = [sight.names[seat] for seat, player in enumerate(sight.state["players"]) if place.id in player["members_at"]]
    needs = "".join(letter * number for letter, number in zip(COLOURS, place.needs, strict=True))
    name = Text(f"{'×' if closed else ' '} {place.id} {_name(sight, place)}", "dim strike" if closed else "")
    return name, _row(needs, reach=len(needs)), Text(sight.words.listed(there), "bold")


def _name(sight: Sight, place: Any) -> str:
    """In the table's language where it is a location of the shipped map."""
    shipped = sight.game.options["data"] == "shipped"
    found: str = sight.words.place(place.id, place.name) if shipped else place.name
    return found


def _row(letters: str | Iterable[str], reach: int = REACH) -> Text:
    """Tokens by their colours' initials; those beyond reach are dim."""
    initials = [letter if letter in COLOURS else letter[0] for letter in letters]
    styles = [COLOURS[letter] if index < reach else f"dim {COLOURS[letter]}" for index, letter in enumerate(initials)]
    return Text.assemble(*zip(initials, styles, strict=True))


def _missions(sight: Sight, player: Mapping[str, Any]) -> str:
    """By their locations, with a mark where a member is."""
    by_id = {place.id: _name(sight, place) for place in sight.game.tables.locations}  # type: ignore[attr-defined]
    missions = [
        " + ".join(f"{'✓' if at in player['members_at'] else ''}{at} {by_id[at]}" for at in mission.split("+"))
        for mission in player["missions"]
    ]
    return "; ".join(missions) or "–"
