"""`orienteer review`: a finished game looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from orienteer.commands.options import AsJson, Objective, Seconds, Seed
from orienteer.commands.texts import print_json
from orienteer.core.errors import OptionError
from orienteer.limits import Limits


def review(
    record: Annotated[str, typer.Argument(help="Record as a JSON file, or - for standard input.")],
    objective: Objective = None,
    player: Annotated[list[str] | None, typer.Option(help="Whose decisions to look at; may be repeated.")] = None,
    seconds: Seconds = None,
    iterations: Annotated[int | None, typer.Option(help="Limit on simulations a decision; default 4000.")] = None,
    playouts: Annotated[int, typer.Option(help="Playouts a state, for luck; 0 leaves it out.")] = 2000,
    seed: Seed = 0,
    html: Annotated[Path | None, typer.Option(help="Write a page with charts here (needs the extra report).")] = None,
    as_json: AsJson = False,
) -> None:
    """Value every decision of a record, and tell luck from skill."""
    import orienteer
    from orienteer.reviews.report import require_extra
    from orienteer.reviews.reviewing import DEFAULT_LIMITS

    if html is not None:  # said before the work, not after it
        require_extra()
        if not html.parent.is_dir():
            raise OptionError("html", str(html), "a file in a folder that there is")
    limits = DEFAULT_LIMITS if seconds is None and iterations is None else Limits(seconds=seconds, iterations=iterations)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("events", total=None)
        found = orienteer.review(
            record,
            objective=objective,
            players=player,
            limits=limits,
            playouts=playouts,
            seed=seed,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if html is not None:
        html.write_text(found.to_html(), encoding="utf-8")
    if as_json:
        print_json(found.to_dict())
    else:
        Console().print(found)
    if not found.complete:
        raise typer.Exit(130)
