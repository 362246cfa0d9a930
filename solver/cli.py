"""The command line: `orienteer evaluate|best-move|turns|odds|distribution|tree|solve|review|games|…`.

Positions come from a file or, as "-", from standard input. Exit codes: 0 done, 2 bad input (one line on standard error),
130 stopped by Ctrl-C (the best so far is printed).
"""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from orienteer.commands.agents import hint, levels
from orienteer.commands.arena import arena
from orienteer.commands.engine import engine
from orienteer.commands.evaluate import best_move, evaluate, turns
from orienteer.commands.games import explain, games, schema, template
from orienteer.commands.odds import distribution, odds
from orienteer.commands.play import play
from orienteer.commands.review import review
from orienteer.commands.serve import serve
from orienteer.commands.solve import solve
from orienteer.commands.tree import tree
from orienteer.core.errors import OrienteerError

app = typer.Typer(
    name="orienteer",
    help="Best moves, exact odds and game trees for board games of expedition and nerve.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    *(evaluate, best_move, turns, hint),
    *(odds, distribution, tree, solve, review),
    *(games, schema, template, explain),
    *(engine, serve, levels, play, arena),
):
    app.command()(command)


def main() -> None:
    """Run the command line; bad input ends with one line on standard error and exit code 2."""
    try:
        app()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
    except (OrienteerError, OSError) as error:
        Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(f"error: {error}")
        sys.exit(2)


if __name__ == "__main__":
    main()
