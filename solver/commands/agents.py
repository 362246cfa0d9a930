"""`orienteer hint` and `orienteer levels`: what agents make of a position, and how well they play."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from orienteer.commands.options import AsJson, Horizon, Iterations, Nodes, Objective, PositionFile, Seconds, Seed
from orienteer.commands.texts import limits_of, print_json

Language = Annotated[str, typer.Option(help="en or ja.")]


def hint(
    position: PositionFile,
    language: Language = "en",
    objective: Objective = None,
    horizon: Horizon = "game",
    seconds: Seconds = None,
    iterations: Iterations = None,
    nodes: Nodes = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Print the best move of a position with reasons that a person can read."""
    from orienteer import agents

    limits = limits_of(seconds, iterations, nodes, None)
    found = agents.hint(position, language=language, objective=objective, horizon=horizon, limits=limits, seed=seed)
    if as_json:
        print_json(found.to_dict())
    else:
        typer.echo(str(found))


def levels(game: Annotated[str, typer.Argument(help="Name of the game.")], as_json: AsJson = False) -> None:
    """List the levels of play of a game, weakest first, with their measured strength."""
    from orienteer import agents

    found = agents.levels(game)
    if as_json:
        print_json([level.to_dict() for level in found])
        return
    table = Table()
    for column in ("level", "what it does", "share of the wins of one seat, 95 % interval"):
        table.add_column(column)
    for level in found:
        shares = [
            f"{row.share:.0%} [{row.interval[0]:.0%}, {row.interval[1]:.0%}] against {row.against}"
            f" ({row.games} games, {row.players} players, equals {row.fair:.0%})"
            for row in level.strength
        ]
        table.add_row(level.name, f"{level.description}\n{level.agent}", "\n".join(shares) or "not measured")
    Console().print(table)
