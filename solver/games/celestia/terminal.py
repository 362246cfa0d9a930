"""Celestia: the cities with the ship, the dice, the player's hand, treasures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.core.celestia.components import city_rows
from orienteer.playing.pieces import Seen, cards, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(seen: Seen) -> list[RenderableType]:
    state, words = seen.state, seen.words
    captain, turn = seen.seat(state.get("captain")), seen.seat(state.get("turn"))
    told = [
        (words("table.journey"), state["journey"]),
        (words("table.captain"), seen.name(captain)),
        (words("table.next"), words(f"phases.celestia.{state['phase']}")),
        (words("table.target"), seen.game.options["target"]),
        (words("table.deck"), state["deck_size"]),
    ]
    parts: list[RenderableType] = [facts(told), _cities(seen)]
    dice = state.get("dice")
    parts += titled(
        words("table.dice"),
        cards([(words.term(face), "dim" if face == "blank" else "") for face in dice])
        if dice
        else Text(words("table.no-dice"), "dim"),
    )
    hand = state["players"][seen.viewer].get("hand")
    if hand:
        parts += titled(words("table.hand"), Text(words.tally(hand)))
    rows = [
        (
            seen.player(seat, turn=seat == turn),
            words("table.captain") if seat == captain else "",
            words("table.aboard" if player.get("aboard", seat == captain) else "table.off"),
            words("table.cards", number=player["hand_size"]),
            _treasures(seen, player),
            words("table.points", number=player["total"]) if "total" in player else "",
        )
        for seat, player in enumerate(state["players"])
    ]
    parts.append(grid((f"  {words('table.players')}", "", "", "", "", ""), rows))
    discards = words.counted(state.get("discards") or {})
    return [*parts, *([Text(f"{words('table.discards')}: {discards}", "dim")] if discards else [])]


def _cities(seen: Seen) -> RenderableType:
    """A column for each city: the ship, what a treasure's back says, treasures left, dice to fly on."""
    state, words = seen.state, seen.words
    rows = city_rows(seen.game.options)
    worths, dice = [row[0] for row in rows], [str(row[1]) for row in rows[:-1]]
    return grid(
        (words("table.city"), *(f"▲{worth}" if worth == state["city"] else str(worth) for worth in worths)),
        [
            (words("table.treasures-left").rstrip(":"), *(str(state["treasures_left"][str(worth)]) for worth in worths)),
            (words("table.dice"), *dice, ""),
        ],
    )


def _treasures(seen: Seen, player: Mapping[str, Any]) -> str:
    """A player's treasures by city: what they are where the document says, else how many."""
    words = seen.words
    known = {city: worths for city, worths in (player.get("treasures") or {}).items() if worths}
    if known:
        found = [
            f"{words('table.from-city', city=city)}: {words.listed(map(words.term, worths))}" for city, worths in known.items()
        ]
    else:
        backs = {city: number for city, number in (player.get("backs") or {}).items() if number}
        found = [f"{words('table.from-city', city=city)} × {number}" for city, number in backs.items()]
    return words.listed(found) or words("table.no-treasures")
