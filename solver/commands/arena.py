"""`orienteer arena`: contests between agents, with a progress bar, on this machine's cores or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from orienteer.commands.options import AsJson, GameOptions, Objective
from orienteer.commands.texts import game_options, print_json
from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from orienteer.arena import ContestResults
    from orienteer.arena.running import Progress as Report

AHEAD_PER_THREAD = 4  # deals that wait for each thread of a cluster, so that none idles


class Kind(StrEnum):
    match = "match"
    round_robin = "round-robin"
    mirror = "mirror"


def arena(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    agents: Annotated[
        list[str], typer.Argument(help='Agents: levels, "random", "policy …", "mcts iterations=1500" …; one: a mirror match.')
    ],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    option: GameOptions = None,
    deals: Annotated[int, typer.Option(help="Deals; each is played from several seats.")] = 20,
    kind: Annotated[Kind | None, typer.Option(help="Left out: by the number of agents.")] = None,
    objective: Objective = None,
    seed: Annotated[int, typer.Option(help="Fixes all deals.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Processes; left out: one a core.")] = None,
    dask: Annotated[str | None, typer.Option(help="Address of a Dask scheduler to play on, such as tcp://host:8786.")] = None,
    out: Annotated[str | None, typer.Option(help="File for the results of each deal.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a file that exists.")] = False,
    test: Annotated[
        float | None, typer.Option(help="End a match once it is decided whether the share is fair or so many times that.")
    ] = None,
    at_least: Annotated[int, typer.Option(help="Games before the test decides.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other: shares of the wins with 95 % intervals, and ratings."""
    from orienteer.agents import parse_agent
    from orienteer.arena import Contest, SequentialTest, estimates, play_contest  # noqa: F401 (SciPy is missed before playing)
    from orienteer.core.registry import load_game

    rules = game_options(option) | ({} if players is None else {"players": players})
    played = load_game(game, **rules)
    contest = Contest(played, tuple(parse_agent(played, text) for text in agents), kind or "", objective, seed)
    given = None if test is None else SequentialTest(claim=test, at_least=at_least)
    with _cluster(dask) as (executor, ahead), _bar(deals) as show:
        found = play_contest(
            contest,
            deals,
            executor=executor,
            workers=workers,
            ahead=ahead,
            out=out,
            resume=resume,
            test=given,
            progress=show,
        )
    if as_json:
        print_json(found.to_dict())
    else:
        for part in contest_report(found):
            Console().print(part)
    if found.stopped_by == "stop":
        raise typer.Exit(130)


def contest_report(found: ContestResults) -> Iterator[Any]:
    """Tables and lines for a terminal."""
    contest = found.contest
    yield (
        f"{contest.game.name}, {contest.game.num_players} players, {contest.kind}: {len(found.deals)} of {found.wanted} deals, "
        f"{found.games} games"
    )
    if not found.deals:
        return
    # 1. The agents.
    alone, pays = contest.game.num_players == 1, contest.objective != "win"
    table = Table()
    columns = ["agent", "games", *([] if alone else ["share of wins"]), *([str(contest.objective)] if pays else [])]
    ratings = found.ratings() if len(contest.agents) > 1 else ()
    grouped = len({rating.group for rating in ratings}) > 1
    for column in [*columns, *(["rating"] if ratings else []), *(["group"] if grouped else [])]:
        table.add_column(column)
    for index, standing in enumerate(found.standings()):
        cells = [standing.name, str(standing.games)]
        cells += [] if alone else [str(standing.share)]
        cells += [str(standing.returns)] if pays else []
        if ratings:
            low, high = ratings[index].interval or (None, None)
            interval = "" if low is None or high is None else f" [{low:+.0f}, {high:+.0f}]"
            cells += [f"{ratings[index].points:+.0f}{interval}", *([str(ratings[index].group)] if grouped else [])]
        table.add_row(*cells)
    yield table
    # 2. The rest.
    if not alone:
        yield "share of wins by seat: " + ", ".join(f"{standing.share}" for standing in found.seats())
    if found.lost:
        yield f"games that nobody won: {found.lost:.1%}"
    if grouped:
        yield "ratings hold within a group; nobody has lost to an agent of a later group"
    if found.verdict:
        yield f"sequential test: {found.verdict}"
    yield "intervals: 95 %, by deals"


@contextmanager
def _cluster(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """An executor on a Dask cluster, and how many deals it is given at a time."""
    if address is None:
        yield None, None
        return
    try:
        from distributed import Client
    except ImportError:
        raise OrienteerError('--dask: needs Dask, pip install "orienteer[cluster]"') from None
    with Client(address) as client:
        threads = sum(client.nthreads().values())
        yield client.get_executor(), AHEAD_PER_THREAD * max(1, threads)


@contextmanager
def _bar(deals: int) -> Iterator[Report | None]:
    """A progress bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("deals"), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=deals)
        yield lambda found: progress.update(task, completed=len(found.deals), description=str(found) if found.deals else "")
