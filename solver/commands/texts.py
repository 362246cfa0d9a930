"""What commands are given as texts, and how they print JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

from orienteer.core.errors import OptionError
from orienteer.limits import Limits

if TYPE_CHECKING:
    from orienteer.core.state import Game


def limits_of(
    seconds: float | None, iterations: int | None, nodes: int | None, memory_mb: float | None, depth: int | None = None
) -> Limits:
    if seconds is None and iterations is None and depth is None:
        seconds = 1.0
    return Limits(seconds=seconds, iterations=iterations, nodes=nodes, memory_mb=memory_mb, depth=depth)


def policies_of(texts: Iterable[str] | None) -> Any:
    """One policy for all, or by seat or name where texts begin with "seat: "."""
    given = list(texts or ())
    if not given:
        return None
    if len(given) == 1 and ":" not in given[0]:
        return given[0]
    by_seat: dict[int | str, str] = {}
    for text in given:
        seat, colon, policy = text.partition(":")
        if not colon:
            raise OptionError("policies", text, 'one for all, or each as "seat: policy"')
        by_seat[int(seat) if seat.strip().isdecimal() else seat.strip()] = policy.strip()
    return by_seat


def named_game(name: str, option: list[str] | None) -> Game | None:
    """The game of this name with these options, None for what must be a position."""
    from orienteer.core.registry import load_game, registered_games

    if name in registered_games():
        return load_game(name, **game_options(option))
    if option:
        raise OptionError("option", option, "none with a position, whose rules have them")
    return None


def game_options(texts: Iterable[str] | None) -> dict[str, Any]:
    """{name: value} of texts "name=value"; a value that reads as JSON is taken as that, else as a word."""
    options: dict[str, Any] = {}
    for name, value in assignments(texts).items():
        try:
            read = json.loads(value)
        except ValueError:
            read = value
        options[name] = tuple(read) if isinstance(read, list) else read
    return options


def assignments(texts: Iterable[str] | None) -> dict[str, str]:
    """{name: value} of texts "name=value"."""
    given: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError("option", text, "name=value")
        given[name.strip()] = value.strip()
    return given


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))
