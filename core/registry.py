"""Games by name. Modules load when a game is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError

if TYPE_CHECKING:
    from orienteer.core.state import Game

_GAMES: dict[str, str] = {
    "celestia": "orienteer.core.celestia:Celestia",
    "goofspiel": "orienteer.core.reference.goofspiel:Goofspiel",
    "incan_gold": "orienteer.core.incan_gold:IncanGold",
    "kuhn_poker": "orienteer.core.reference.kuhn_poker:KuhnPoker",
    "leduc_poker": "orienteer.core.reference.leduc_poker:LeducPoker",
    "liars_dice": "orienteer.core.reference.liars_dice:LiarsDice",
    "lost_explorers": "orienteer.core.lost_explorers:LostExplorers",
    "pig": "orienteer.core.reference.pig:Pig",
    "takara_island": "orienteer.core.takara_island:TakaraIsland",
}


def registered_games() -> tuple[str, ...]:
    """Names that `load_game` knows, in alphabetical order."""
    return tuple(sorted(_GAMES))


def register_game(name: str, target: str) -> None:
    """Make `target` ("package.module:Class") known as `name`. Raises OptionError when the name is taken."""
    if _GAMES.get(name, target) != target:
        raise OptionError("name", name, f"a name not in use: {', '.join(registered_games())} are")
    _GAMES[name] = target


def game_class(name: str) -> type[Game]:
    if name not in _GAMES:
        raise OptionError("game", name, ", ".join(registered_games()))
    module, _, attribute = _GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def load_game(name: str, **options: Any) -> Game:
    """The game `name` with these options. Raises OptionError for an unknown game, option or value."""
    return game_class(name)(**options)
