"""A document's `rules`: a preset, or a preset and the options that differ from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orienteer.core.errors import OptionError, PositionError
from orienteer.core.registry import load_game
from orienteer.core.state import Game
from orienteer.games.registry import PositionPart
from orienteer.positions.wording import refused

Presets = Mapping[str, Mapping[str, Any]]


def read_rules(name: str, part: PositionPart, rules: Any, players: int, players_field: str) -> Game:
    """The game under rules whose form its model has checked. `players_field` says where the players are listed."""
    presets = part.PRESETS
    given = {"preset": rules} if isinstance(rules, str) else dict(rules)
    preset = given.pop("preset")
    if preset not in presets:
        raise refused("rules", preset, ", ".join(map(repr, presets)))
    options = {key: value for key, value in given.items() if value is not None or key in part.NULLS}
    if options.setdefault("players", players) != players:
        raise refused("rules.players", options["players"], f"{players}, as many as {players_field} has")
    try:
        return load_game(name, **{**presets[preset], **options})
    except OptionError as error:
        raise PositionError(f"rules.{error}") from None


def rules_in_words(game: Game, presets: Presets) -> str | dict[str, Any]:
    """The preset with the least to add, and what to add."""
    best: dict[str, Any] = {}
    for preset, changes in presets.items():
        options = load_game(game.name, **{**changes, "players": game.num_players}).options
        words = {
            "preset": preset,
            **{key: _plain(value) for key, value in game.options.items() if options[key] != value},
        }
        if not best or len(words) < len(best):
            best = words
    return best if len(best) > 1 else str(best["preset"])


def same_rules(game: Game, part: PositionPart, rules: str | Mapping[str, Any]) -> str | dict[str, Any]:
    """`rules` themselves, if they describe this game. Raises PositionError if they do not."""
    words = rules if isinstance(rules, str) else {key: _plain(value) for key, value in rules.items()}
    if isinstance(words, dict) and "preset" not in words:
        raise PositionError(f"rules.preset: missing, allowed: {', '.join(map(repr, part.PRESETS))}")
    if read_rules(game.name, part, words, game.num_players, "the state") != game:
        raise refused("rules", words, f"those of the state, {game!r}")
    return words


def _plain(value: Any) -> Any:
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
