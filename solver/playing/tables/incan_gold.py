"""Incan Gold: the cards turned up, what lies on them, who is inside, the tents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from orienteer.playing.pieces import Sight, cards, facts, grid, titled

if TYPE_CHECKING:
    from rich.console import RenderableType

HAZARDS = ("spider", "mummy", "fire", "rockfall", "snake")


def draw(sight: Sight) -> list[RenderableType]:
    state, words = sight.state, sight.words
    players = state["players"]
    told = [
        (words("table.round"), words("table.of", number=state["round"], total=sight.game.options["rounds"])),
        (words("table.next"), words(f"phases.incan_gold.{state['next']}")),
        (words("table.inside"), sum(player["inside"] for player in players)),
        (words("table.pocket"), state["pocket"]),
        (words("table.leftovers"), _total(state["leftovers"])),
    ]
    path = state["path"]
    parts: list[RenderableType] = [facts(told)]
    parts += titled(words("table.path"), cards(_path(sight, path)) if path else Text(words("table.path-empty"), "dim"))
    if state["removed"]:
        parts.append(Text(f"{words('table.removed')} {words.tally(state['removed'])}", "dim"))
    rows = [
        (
            sight.player(seat),
            words("table.is-inside" if player["inside"] else "table.is-outside"),
            str(player["gems"]),
            str(_number(player["artifacts"])),
        )
        for seat, player in enumerate(players)
    ]
    return [*parts, grid((f"  {words('table.players')}", "", words("table.tent"), words("table.artifacts")), rows)]


def _path(sight: Sight, path: Sequence[Any]) -> list[tuple[str, str]]:
    found = []
    for index, card in enumerate(path):
        if isinstance(card, int):
            found.append((str(card), "green"))
        elif card in HAZARDS:
            second = card in path[:index]
            word = sight.words.term(card)
            found.append((f"{word} ({sight.words('table.second')})" if second else word, "bold red" if second else "red"))
        else:  # "artifact" or "artifact-5"
            word, _, worth = card.partition("-")
            found.append((f"{sight.words.term(word)} {worth}".strip(), "yellow"))
    return found


def _total(leftovers: Any) -> int:
    return sum(leftovers) if isinstance(leftovers, (list, tuple)) else leftovers


def _number(artifacts: Any) -> int:
    return len(artifacts) if isinstance(artifacts, (list, tuple)) else artifacts
