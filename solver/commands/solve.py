"""`orienteer solve`: an equilibrium of a small game or subgame."""

from __future__ import annotations

from contextlib import nullcontext
from math import isnan
from typing import Annotated

import typer
from rich.console import Console

from orienteer.commands.options import AsJson, GameOptions, Horizon, Iterations, MemoryMb, Nodes, Objective, Solver
from orienteer.commands.texts import named_game, print_json
from orienteer.core.errors import StoppedError
from orienteer.limits import Limits


def solve(
    subgame: Annotated[str, typer.Argument(help="Name of a game, or a position as a JSON file, or - for standard input.")],
    option: GameOptions = None,
    objective: Objective = None,
    horizon: Horizon = "game",
    method: Annotated[Solver, typer.Option(help="auto, cfr, cfr+, dcfr, pcfr+, lp or symmetric.")] = Solver.auto,
    target: Annotated[float, typer.Option(help="Stop at this NashConv, in returns of the objective.")] = 1e-6,
    seconds: Annotated[float | None, typer.Option(help="Time limit; default 60, none with a checkpoint.")] = None,
    iterations: Iterations = None,
    nodes: Nodes = None,
    memory_mb: MemoryMb = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Save the strategy here, as JSON; a round's stages as .csv or .npz.")
    ] = None,
    checkpoint: Annotated[str | None, typer.Option(help="Save a round's solve here as it goes, and continue it.")] = None,
    save_every: Annotated[float, typer.Option(help="Seconds between two saves.")] = 60.0,
    rows: Annotated[int, typer.Option(help="Information sets to print.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Find an equilibrium of a small game or subgame."""
    from orienteer import api
    from orienteer.tables import equilibrium_table

    game = named_game(subgame, option)
    if seconds is None and checkpoint is None:
        seconds = 60.0
    limits = Limits(seconds=seconds, iterations=iterations, nodes=nodes, memory_mb=memory_mb)
    console = Console(stderr=True)
    with console.status("listing the subgame …") if console.is_terminal else nullcontext() as status:

        def show(iterations: int, nash_conv: float) -> None:
            if status is not None:
                status.update(
                    f"{iterations:,} stages" if isnan(nash_conv) else f"{iterations:,} iterations, NashConv {nash_conv:.3g}"
                )

        try:
            found = api.solve(
                game or subgame,
                objective=objective,
                horizon=horizon,
                method=method.value,
                target=target,
                limits=limits,
                progress=show,
                checkpoint=checkpoint,
                save_every=save_every,
            )
        except StoppedError as stopped:
            Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(str(stopped))
            raise typer.Exit(130) from None
    if output is not None:
        found.save(output)
    if as_json:
        print_json(found.to_dict())
    else:
        for part in equilibrium_table(found, rows):
            Console().print(part)
    if found.stopped_by == "stop":
        raise typer.Exit(130)
