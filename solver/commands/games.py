"""`orienteer games`, `schema`, `template` and `explain`: which games there are, and how positions of them are written."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from orienteer.commands.options import AsJson, PositionFile
from orienteer.commands.texts import print_json


def games(as_json: AsJson = False) -> None:
    """List the games with their options."""
    from orienteer.core.registry import load_game, registered_games

    listed = {name: load_game(name) for name in registered_games()}
    if as_json:
        print_json(
            {
                name: {"options": game.options, "objectives": game.objectives, "horizons": ("game", *game.segments)}
                for name, game in listed.items()
            }
        )
        return
    table = Table()
    for column in ("game", "options and defaults", "objectives", "horizons"):
        table.add_column(column)
    for name, game in listed.items():
        options = ", ".join(f"{key}={value}" for key, value in game.options.items())
        table.add_row(name, options, ", ".join(game.objectives), ", ".join(("game", *game.segments)))
    Console().print(table)


def schema(game: Annotated[str | None, typer.Argument(help="Game; left out: any game's position.")] = None) -> None:
    """Print the JSON Schema of positions."""
    from orienteer.positions import position_schema

    print_json(position_schema(game))


def template(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    preset: Annotated[str | None, typer.Option(help="Rules to start from, such as seed or bga.")] = None,
) -> None:
    """Print the smallest valid position of a game."""
    from orienteer.positions import template as smallest

    rules: dict[str, Any] = {} if players is None else {"players": players}
    if preset is not None:
        rules["preset"] = preset
    print_json(smallest(game, **rules))


def explain(position: PositionFile, as_json: AsJson = False) -> None:
    """Say what was derived from a position, and what was assumed."""
    from orienteer.positions import Position
    from orienteer.positions import explain as lines_of

    place = Position.from_file(position)
    if as_json:
        print_json({"position": place.to_dict(), "derived": place.derived, "assumptions": place.assumptions})
        return
    for line in lines_of(place):
        typer.echo(line)
