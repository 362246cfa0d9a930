"""Takara Island: the piles as the player knows them, the players with their adventurers and specialists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.core.takara_island.components import GOLD_PER_XP, LEVELS, SKULL_XP, TOKEN_XP, depths
from orienteer.playing.pieces import Cell, Seen, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

PEOPLE = ("unused", "used", "hospital", "waiting")


def draw(seen: Seen) -> list[RenderableType]:
    state, words = seen.state, seen.words
    turn = seen.seat(state["turn"])
    told = [
        (words("table.round"), state["round"]),
        (words("table.next"), words(f"phases.takara_island.{state['phase']}")),
        (words("table.sword"), words("table.rented" if state.get("sword") else "table.not-rented")),
        (words("table.supply"), state["supply"]),
    ]
    rows = [
        (
            seen.player(seat, turn=seat == turn),
            str(player["gold"]),
            str(_xp(player)),
            _things(seen, player),
            _adventurers(seen, player["adventurers"]),
            _specialist(seen, player),
        )
        for seat, player in enumerate(state["players"])
    ]
    columns = (f"  {words('table.players')}", words.term("gold"), words("table.xp-total"), "", "", words("table.docks"))
    return [facts(told), *titled(words("table.piles"), _piles(seen)), grid(columns, rows)]


def _piles(seen: Seen) -> RenderableType:
    """A column for each pile, the top of it above, a row for each depth."""
    words = seen.words
    piles = [pile if isinstance(pile, Mapping) else {"size": pile} for pile in seen.state["piles"]]
    columns = ["", *(f"{words('table.pile', pile=number)} ({pile['size']})" for number, pile in enumerate(piles))]
    rows: list[list[Cell]] = []
    by_level = depths(seen.game.options)
    for level, depth in zip(LEVELS, by_level, strict=True):
        for number in range(depth):
            slots = [pile["size"] - sum(by_level) + len(rows) for pile in piles]  # from the top of what is left
            title = "" if number else words(f"table.{level}")
            rows.append([title, *(_card(seen, pile, slot) for pile, slot in zip(piles, slots, strict=True))])
    marks = [
        ["", *(words("table.wounds", wounds=pile["wounds"]) if pile.get("wounds") else "" for pile in piles)],
        ["", *(words("table.stone-of", player=seen.name(pile["stone"])) if "stone" in pile else "" for pile in piles)],
    ]
    return grid(columns, [*rows, *(row for row in marks if any(row))])


def _card(seen: Seen, pile: Mapping[str, Any], index: int) -> Text:
    """A card: bold where it is turned up, in brackets where the player has seen it; then who else has, or ✓ for no rockfall."""
    if index < 0:  # dug
        return Text("")
    cards = pile.get("cards") or []
    card = cards[index] if index < len(cards) else None
    if isinstance(card, str):
        card = {"card": card}
    if card is None:
        return Text("?", "dim")
    others = [seen.name(who)[0] for who in card.get("seen_by", ()) if who != "viewer" and seen.seat(who) != seen.viewer]
    marks = "".join(others) or ("✓" if card.get("proven") and "card" not in card else "")
    marks = f" {marks}" if marks else ""
    if "card" not in card:
        return Text(f"?{marks}", "dim")
    word = seen.words.term(card["card"])
    return Text(word, "bold") if card.get("face_up") else Text(f"({word}){marks}", "italic")


def _xp(player: Mapping[str, Any]) -> int:
    tokens, skulls = TOKEN_XP * player["tokens"], SKULL_XP * player["skulls"]
    return int(sum(player["items"]) + tokens + skulls + player["gold"] // GOLD_PER_XP)


def _things(seen: Seen, player: Mapping[str, Any]) -> str:
    """Where the XP come from."""
    words = seen.words
    parts = [words("table.items", items=" + ".join(map(str, player["items"])))] if player["items"] else []
    parts += [f"{words('table.tokens')} × {player['tokens']}"] if player["tokens"] else []
    parts += [f"{words.term('skull')} × {player['skulls']}"] if player["skulls"] else []
    return words.listed(parts)


def _adventurers(seen: Seen, people: Mapping[str, int]) -> str:
    words = seen.words
    return words.listed(words(f"table.adventurers-{where}", number=people[where]) for where in PEOPLE if people[where])


def _specialist(seen: Seen, player: Mapping[str, Any]) -> str:
    if not player.get("specialist"):
        return ""
    rests = f" ({seen.words('table.resting')})" if player.get("resting") else ""
    return f"{seen.words.term(player['specialist'])}{rests}"
