"""Takara Island: the piles as the player knows them, the players with their adventurers and specialists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.playing.pieces import Cell, Sight, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

DEPTH = 9
LEVELS = ("shallow", "middle", "deep")
PEOPLE = ("unused", "used", "hospital", "waiting")


def draw(sight: Sight) -> list[RenderableType]:
    state, words = sight.state, sight.words
    turn = sight.seat(state["turn"])
    told = [
        (words("table.round"), state["round"]),
        (words("table.next"), words(f"phases.takara_island.{state['phase']}")),
        (words("table.sword"), words("table.rented" if state.get("sword") else "table.not-rented")),
        (words("table.supply"), state["supply"]),
    ]
    rows = [
        (
            sight.player(seat, turn=seat == turn),
            str(player["gold"]),
            str(_xp(player)),
            _things(sight, player),
            words.listed(
                words(f"table.adventurers-{where}", number=n) for where in PEOPLE if (n := player["adventurers"][where])
            ),
            _specialist(sight, player),
        )
        for seat, player in enumerate(state["players"])
    ]
    columns = (f"  {words('table.players')}", words.term("gold"), words("table.xp-total"), "", "", words("table.docks"))
    return [facts(told), *titled(words("table.piles"), _piles(sight)), grid(columns, rows)]


def _piles(sight: Sight) -> RenderableType:
    """A column for each pile, the top of it above, a row for each depth."""
    words = sight.words
    piles = [pile if isinstance(pile, Mapping) else {"size": pile} for pile in sight.state["piles"]]
    columns = ["", *(f"{words('table.pile', pile=number)} ({pile['size']})" for number, pile in enumerate(piles))]
    rows: list[list[Cell]] = []
    for depth in range(DEPTH):
        level = words(f"table.{LEVELS[depth * len(LEVELS) // DEPTH]}") if depth % (DEPTH // len(LEVELS)) == 0 else ""
        rows.append([level, *(_card(sight, pile, depth) for pile in piles)])
    marks = [
        ["", *(words("table.wounds", wounds=pile["wounds"]) if pile.get("wounds") else "" for pile in piles)],
        ["", *(words("table.stone-of", player=sight.name(pile["stone"])) if "stone" in pile else "" for pile in piles)],
    ]
    return grid(columns, [*rows, *(row for row in marks if any(row))])


def _card(sight: Sight, pile: Mapping[str, Any], depth: int) -> Text:
    """A card: bold where it is turned up, in brackets where the player has seen it; then who else has, or ✓ for no rockfall."""
    index = depth - (DEPTH - pile["size"])
    if index < 0:
        return Text("")
    cards = pile.get("cards") or []
    card = cards[index] if index < len(cards) else None
    if isinstance(card, str):
        card = {"card": card}
    if card is None:
        return Text("?", "dim")
    others = [sight.name(who)[0] for who in card.get("seen_by", ()) if who != "viewer" and sight.seat(who) != sight.viewer]
    marks = "".join(others) or ("✓" if card.get("proven") and "card" not in card else "")
    marks = f" {marks}" if marks else ""
    if "card" not in card:
        return Text(f"?{marks}", "dim")
    word = sight.words.term(card["card"])
    return Text(word, "bold") if card.get("face_up") else Text(f"({word}){marks}", "italic")


def _xp(player: Mapping[str, Any]) -> int:
    found: int = sum(player["items"]) + 2 * player["tokens"] - 2 * player["skulls"] + player["gold"] // 5
    return found


def _things(sight: Sight, player: Mapping[str, Any]) -> str:
    """Where the XP come from."""
    words = sight.words
    parts = [words("table.items", items=" + ".join(map(str, player["items"])))] if player["items"] else []
    parts += [f"{words('table.tokens')} × {player['tokens']}"] if player["tokens"] else []
    parts += [f"{words.term('skull')} × {player['skulls']}"] if player["skulls"] else []
    return words.listed(parts)


def _adventurers(sight: Sight, people: Mapping[str, int]) -> str:
    return sight.words.listed(
        sight.words(f"table.adventurers-{where}", number=people[where]) for where in PEOPLE if people[where]
    )


def _specialist(sight: Sight, player: Mapping[str, Any]) -> str:
    if not player.get("specialist"):
        return ""
    rests = f" ({sight.words('table.resting')})" if player.get("resting") else ""
    return f"{sight.words.term(player['specialist'])}{rests}"
