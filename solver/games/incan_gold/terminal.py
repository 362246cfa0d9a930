"""Incan Gold: the cards turned up, what lies on them, who is inside, the tents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.core.incan_gold.components import HAZARDS
from orienteer.playing.pieces import Seen, cards, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(seen: Seen) -> list[RenderableType]:
    state, words = seen.state, seen.words
    players = state["players"]
    told = [
        (words("table.round"), words("table.of", number=state["round"], total=seen.game.options["rounds"])),
        (words("table.next"), words(f"phases.incan_gold.{state['next']}")),
        (words("table.inside"), sum(player["inside"] for player in players)),
        (words("table.pocket"), state["pocket"]),
        (words("table.leftovers"), _total(state["leftovers"])),
    ]
    path = state["path"]
    parts: list[RenderableType] = [facts(told)]
    parts += titled(words("table.path"), cards(_path(seen, path)) if path else Text(words("table.path-empty"), "dim"))
    if state["removed"]:
        parts.append(Text(f"{words('table.removed')} {words.tally(state['removed'])}", "dim"))
    rows = [
        (
            seen.player(seat),
            words("table.is-inside" if player["inside"] else "table.is-outside"),
            str(player["gems"]),
            str(_number(player["artifacts"])),
        )
        for seat, player in enumerate(players)
    ]
    return [*parts, grid((f"  {words('table.players')}", "", words("table.tent"), words("table.artifacts")), rows)]


def _path(seen: Seen, path: Sequence[Any]) -> list[tuple[str, str]]:
    found = []
    for index, card in enumerate(path):
        if isinstance(card, int):
            found.append((str(card), "green"))
        elif card in HAZARDS:
            second = card in path[:index]
            word = seen.words.term(card)
            found.append((f"{word} ({seen.words('table.second')})" if second else word, "bold red" if second else "red"))
        else:  # "artifact" or "artifact-5"
            word, _, worth = card.partition("-")
            found.append((f"{seen.words.term(word)} {worth}".strip(), "yellow"))
    return found


def _total(leftovers: Any) -> int:
    return sum(leftovers) if isinstance(leftovers, (list, tuple)) else leftovers


def _number(artifacts: Any) -> int:
    return len(artifacts) if isinstance(artifacts, (list, tuple)) else artifacts
