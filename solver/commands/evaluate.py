"""`orienteer evaluate`, `best-move` and `turns`: what moves are worth."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from orienteer.commands.options import (
    AsJson,
    Assume,
    Depth,
    Horizon,
    Ids,
    Iterations,
    MemoryMb,
    Nodes,
    Objective,
    Opponents,
    PositionFile,
    Seconds,
    Seed,
    Threads,
    Trees,
)
from orienteer.commands.texts import assignments, limits_of, policies_of, print_json
from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    from orienteer.background import Analysis
    from orienteer.evaluation import Evaluation


class Method(StrEnum):
    auto = "auto"
    exact = "exact"
    mcts = "mcts"
    lookahead = "lookahead"
    ismcts = "ismcts"
    so_ismcts = "so-ismcts"


def evaluate(
    position: PositionFile,
    objective: Objective = None,
    horizon: Horizon = "game",
    method: Method = Method.auto,
    seconds: Seconds = None,
    iterations: Iterations = None,
    nodes: Nodes = None,
    memory_mb: MemoryMb = None,
    depth: Depth = None,
    seed: Seed = 0,
    trees: Trees = 1,
    threads: Threads = 1,
    allow: Ids = None,
    avoid: Ids = None,
    opponents: Opponents = None,
    assume: Assume = None,
    as_json: AsJson = False,
) -> None:
    """Value every legal move of a position."""
    evaluation, interrupted = _evaluated(
        position,
        objective=objective,
        horizon=horizon,
        method=method.value,
        limits=limits_of(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        allow=allow,
        avoid=avoid,
        opponents=policies_of(opponents),
        assumptions=assignments(assume),
    )
    if as_json:
        print_json(evaluation.to_dict())
    else:
        Console().print(evaluation)
    if interrupted:
        raise typer.Exit(130)


def best_move(
    position: PositionFile,
    objective: Objective = None,
    horizon: Horizon = "game",
    method: Method = Method.auto,
    seconds: Seconds = None,
    iterations: Iterations = None,
    nodes: Nodes = None,
    memory_mb: MemoryMb = None,
    depth: Depth = None,
    seed: Seed = 0,
    trees: Trees = 1,
    threads: Threads = 1,
    opponents: Opponents = None,
    assume: Assume = None,
    as_json: AsJson = False,
) -> None:
    """Print the best move's id; where the best play is mixed the most likely one, with its shares."""
    evaluation, interrupted = _evaluated(
        position,
        objective=objective,
        horizon=horizon,
        method=method.value,
        limits=limits_of(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        opponents=policies_of(opponents),
        assumptions=assignments(assume),
    )
    best = evaluation.best
    if best is None:
        raise OrienteerError("best-move: nobody has a choice in this position")
    if as_json:
        print_json(best.to_dict())
    else:
        shares = ", ".join(f"{name} {share:.1%}" for name, share in best.mix.items())
        typer.echo(best.id + (f"  ({shares})" if shares else ""))
    if interrupted:
        raise typer.Exit(130)


def turns(
    position: PositionFile,
    count: Annotated[int, typer.Option("-k", "--count", help="Plans to list.")] = 3,
    objective: Objective = None,
    horizon: Horizon = "game",
    method: Method = Method.auto,
    seconds: Seconds = None,
    iterations: Iterations = None,
    nodes: Nodes = None,
    memory_mb: MemoryMb = None,
    depth: Depth = None,
    seed: Seed = 0,
    trees: Trees = 1,
    threads: Threads = 1,
    assume: Assume = None,
    as_json: AsJson = False,
) -> None:
    """List the best plans for the whole turn; plans with the same end count once."""
    from orienteer import api

    found = api.turns(
        position,
        count,
        objective=objective,
        horizon=horizon,
        method=method.value,
        limits=limits_of(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        assumptions=assignments(assume),
    )
    if as_json:
        print_json(found.to_dict())
    else:
        Console().print(found)


def _evaluated(position: str, **arguments: Any) -> tuple[Evaluation, bool]:
    """The evaluation, and whether Ctrl-C cut it short. Shows progress on standard error where that is a terminal."""
    from orienteer import api

    console = Console(stderr=True)
    running = api.analysis(position, report_every=0.25, **arguments)
    if not console.is_terminal:
        result = running.result()
        return result, result.stopped_by == "stop"
    with console.status("searching …") as status:
        result = _followed(running, lambda text: status.update(text))
    return result, result.stopped_by == "stop"


def _followed(running: Analysis[Evaluation], show: Any) -> Evaluation:
    reports = iter(running)
    while True:
        try:
            partial = next(reports)
        except StopIteration:
            return running.result()
        except KeyboardInterrupt:
            running.stop()
            continue
        best = partial.best
        if best is not None:
            show(f"{partial.iterations:,} simulations, best so far: {best.text}")
