"""`orienteer play`: a game at the terminal against levels."""

from __future__ import annotations

from typing import Annotated

import typer

from orienteer.commands.agents import Language
from orienteer.commands.options import GameOptions, Seed
from orienteer.commands.texts import game_options

Names = Annotated[str | None, typer.Option(help="Names of all seats, separated by commas; default You, and the levels.")]


def play(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(help='Level, or agent ("mcts iterations=500"), of the others; repeated: one for each, by seat. [skilled]'),
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    seed: Seed = 0,
    option: GameOptions = None,
    names: Names = None,
    language: Language = "en",
) -> None:
    """Play a game against levels. Type a move's number or name, or help."""
    from orienteer.core.registry import load_game
    from orienteer.playing.table import Table

    options = game_options(option)
    if players is not None:
        options["players"] = players
    chosen = load_game(game, **options)
    Table(
        chosen,
        levels=tuple(level or ["skilled"]),
        seat=seat,
        seed=seed,
        names=None if names is None else tuple(name.strip() or None for name in names.split(",")),
        language=language,
    ).run()
