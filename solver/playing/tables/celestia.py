"""Celestia: the cities with the ship, the dice, the player's hand, treasures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.playing.pieces import Sight, cards, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

STANDARD = ((1, 2), (2, 2), (4, 2), (6, 3), (9, 3), (12, 3), (15, 4), (20, 4), (25, 0))  # worth, dice to fly on


def draw(sight: Sight) -> list[RenderableType]:
    state, words = sight.state, sight.words
    captain, turn = sight.seat(state.get("captain")), sight.seat(state.get("turn"))
    told = [
        (words("table.journey"), state["journey"]),
        (words("table.captain"), sight.name(captain)),
        (words("table.next"), words(f"phases.celestia.{state['phase']}")),
        (words("table.target"), sight.game.options["target"]),
        (words("table.deck"), state["deck_size"]),
    ]
    parts: list[RenderableType] = [facts(told), _cities(sight)]
    dice = state.get("dice")
    parts += titled(
        words("table.dice"),
        cards([(words.term(face), "dim" if face == "blank" else "") for face in dice])
        if dice
        else Text(words("table.no-dice"), "dim"),
    )
    hand = state["players"][sight.viewer].get("hand")
    if hand:
        parts += titled(words("table.hand"), Text(words.tally(hand)))
    rows = [
        (
            sight.player(seat, turn=seat == turn),
            words("table.captain") if seat == captain else "",
            words("table.aboard" if player.get("aboard", seat == captain) else "table.off"),
            words("table.cards", number=player["hand_size"]),
            _treasures(sight, player),
            words("table.points", number=player["total"]) if "total" in player else "",
        )
        for seat, player in enumerate(state["players"])
    ]
    parts.append(grid((f"  {words('table.players')}", "", "", "", "", ""), rows))
    discards = words.counted(state.get("discards") or {})
    return [*parts, *([Text(f"{words('table.discards')}: {discards}", "dim")] if discards else [])]


def _cities(sight: Sight) -> RenderableType:
    """A column for each city: the ship, what a treasure's back says, treasures left, dice to fly on."""
    state, words = sight.state, sight.words
    own = sight.game.options["cities"]
    cities = STANDARD if own == "standard" else [(city[0], city[1]) for city in own]
    here = [worth == state["city"] for worth, _ in cities]
    left = state.get("treasures_left") or {}
    return grid(
        (words("table.city"), *(f"▲{worth}" if ship else str(worth) for (worth, _), ship in zip(cities, here, strict=True))),
        [
            (words("table.treasures-left").rstrip(":"), *(str(left.get(str(worth), "")) for worth, _ in cities)),
            (words("table.dice"), *(str(dice or "") for _, dice in cities)),
        ],
    )


def _treasures(sight: Sight, player: Mapping[str, Any]) -> str:
    """A player's treasures by city: what they are where the document says, else how many."""
    words = sight.words
    known = {city: worths for city, worths in (player.get("treasures") or {}).items() if worths}
    if known:
        found = [
            f"{words('table.from-city', city=city)}: {words.listed(map(words.term, worths))}" for city, worths in known.items()
        ]
    else:
        backs = {city: number for city, number in (player.get("backs") or {}).items() if number}
        found = [f"{words('table.from-city', city=city)} × {number}" for city, number in backs.items()]
    return words.listed(found) or words("table.no-treasures")
