"""The command line: `orienteer evaluate|best-move|turns|odds|distribution|tree|solve|review|games|…`.

Positions come from a file or, as "-", from standard input. Exit codes: 0 done, 2 bad input (one line on standard error),
130 stopped by Ctrl-C (the best so far is printed).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from enum import StrEnum
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from orienteer.commands.agents import hint, levels
from orienteer.commands.arena import arena
from orienteer.commands.engine import engine
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
    PoliciesOption,
    PositionFile,
    Seconds,
    Seed,
    Threads,
    Trees,
)
from orienteer.commands.play import play
from orienteer.commands.review import review
from orienteer.commands.serve import serve
from orienteer.core.errors import OptionError, OrienteerError, StoppedError
from orienteer.limits import Limits

if TYPE_CHECKING:
    from orienteer.background import Analysis
    from orienteer.core.state import Game
    from orienteer.evaluation import Evaluation

app = typer.Typer(
    name="orienteer",
    help="Best moves, exact odds and game trees for board games of expedition and nerve.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Method(StrEnum):
    auto = "auto"
    exact = "exact"
    mcts = "mcts"
    lookahead = "lookahead"
    ismcts = "ismcts"
    so_ismcts = "so-ismcts"


class Solver(StrEnum):
    auto = "auto"
    cfr = "cfr"
    cfr_plus = "cfr+"
    dcfr = "dcfr"
    pcfr_plus = "pcfr+"
    lp = "lp"
    symmetric = "symmetric"


class TreeFormat(StrEnum):
    text = "text"
    json = "json"
    dot = "dot"
    graphml = "graphml"
    svg = "svg"
    png = "png"
    pdf = "pdf"


PICTURES = (TreeFormat.svg, TreeFormat.png, TreeFormat.pdf)


def main() -> None:
    """Run the command line; bad input ends with one line on standard error and exit code 2."""
    try:
        app()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
    except (OrienteerError, OSError) as error:
        Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(f"error: {error}")
        sys.exit(2)


@app.command()
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
        limits=_limits(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        allow=allow,
        avoid=avoid,
        opponents=_policies(opponents),
        assumptions=_assumptions(assume),
    )
    if as_json:
        _print_json(evaluation.to_dict())
    else:
        Console().print(evaluation)
    if interrupted:
        raise typer.Exit(130)


@app.command()
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
        limits=_limits(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        opponents=_policies(opponents),
        assumptions=_assumptions(assume),
    )
    best = evaluation.best
    if best is None:
        raise OrienteerError("best-move: nobody has a choice in this position")
    if as_json:
        _print_json(best.to_dict())
    else:
        shares = ", ".join(f"{name} {share:.1%}" for name, share in best.mix.items())
        _print(best.id + (f"  ({shares})" if shares else ""))
    if interrupted:
        raise typer.Exit(130)


@app.command()
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
        limits=_limits(seconds, iterations, nodes, memory_mb, depth),
        seed=seed,
        trees=trees,
        threads=threads,
        assumptions=_assumptions(assume),
    )
    if as_json:
        _print_json(found.to_dict())
    else:
        Console().print(found)


@app.command()
def odds(
    position: PositionFile,
    event: Annotated[
        list[str] | None, typer.Argument(help="Event with parameters: bust-within cards=3. Left out: lists the events.")
    ] = None,
    policies: PoliciesOption = None,
    assume: Assume = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Chance of an event: an exact fraction where it can be counted."""
    from orienteer import api
    from orienteer.events import event_types
    from orienteer.tables import odds_table

    place = api.as_place(position)
    if not event:
        for kind in event_types(place.state.game).values():
            _print(f"{kind.usage()}\n    {(kind.__doc__ or '').strip().splitlines()[0]}")
        return
    answer = api.odds(
        place,
        " ".join(event),
        policies=_policies(policies),
        assumptions=_assumptions(assume),
        limits=_limits(seconds, None, nodes, None),
        seed=seed,
    )
    if as_json:
        _print_json(answer.to_dict())
    else:
        for part in odds_table(answer):
            Console().print(part)


@app.command()
def distribution(
    position: PositionFile,
    quantity: Annotated[str, typer.Argument(help="score, win-share, round-length or hazards-out.")],
    policies: PoliciesOption = None,
    assume: Assume = None,
    horizon: Annotated[str | None, typer.Option(help="game, or a segment of play; default the quantity's own.")] = None,
    player: Annotated[str | None, typer.Option(help="Seat or name whose score; default the viewer.")] = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Distribution of a quantity when all seats follow the given policies."""
    from orienteer import api
    from orienteer.tables import distribution_table

    place = api.as_place(position)
    chosen = _policies(policies)
    if chosen is None:
        raise OptionError("policies", None, 'a policy of all, such as --policies "leave-after cards=6"')
    answer = api.distribution(
        place,
        quantity,
        policies=chosen,
        assumptions=_assumptions(assume),
        horizon=horizon,
        player=player,
        limits=_limits(seconds, None, nodes, None),
        seed=seed,
    )
    if as_json:
        _print_json(answer.to_dict())
    else:
        for part in distribution_table(answer):
            Console().print(part)


@app.command()
def tree(
    position: Annotated[str, typer.Argument(help="Name of a game, or a position as a JSON file, or - for standard input.")],
    option: Annotated[list[str] | None, typer.Option(help="Option of the game (players=2); may be repeated.")] = None,
    depth: Annotated[int, typer.Option(help="Transitions to follow.")] = 2,
    max_nodes: Annotated[int, typer.Option(help="Refuse a larger tree.")] = 2000,
    values: Annotated[bool, typer.Option("--values", help="Solve exactly; say what positions are worth.")] = False,
    objective: Objective = None,
    horizon: Horizon = "game",
    moves: Annotated[int | None, typer.Option(help="Follow so many of the best moves; needs --values.")] = None,
    merge: Annotated[bool, typer.Option("--merge", help="Make equal positions at one depth one node.")] = False,
    method: Annotated[Solver, typer.Option(help="How values are found where something is hidden; as for solve.")] = Solver.auto,
    nodes: Nodes = None,
    form: Annotated[
        TreeFormat | None, typer.Option("--format", help="What to write; default: what the output's name ends in, else text.")
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", help="File to write; a picture needs one.")] = None,
    title: Annotated[str, typer.Option(help="Line above a picture.")] = "",
) -> None:
    """Print the tree of a game, or of what follows a position, or draw it into a file."""
    from orienteer import api
    from orienteer.tree_formats import write_tree

    chosen = _tree_format(form, output)
    start = _named_game(position, option) or api.as_place(position)
    limits = None if nodes is None else Limits(nodes=nodes)
    graph = api.tree(
        start,
        depth=depth,
        max_nodes=max_nodes,
        values=values,
        objective=objective,
        horizon=horizon,
        moves=moves,
        merge=merge,
        method=method.value,
        limits=limits,
    )
    if chosen in PICTURES:
        from orienteer.drawing import save_tree

        if output is None:
            raise OptionError("output", None, f"a file, for a picture as {chosen.value}")
        save_tree(graph, output, chosen.value, names=getattr(start, "names", ()), title=title)
    elif output is None:
        write_tree(graph, chosen.value, sys.stdout)
    else:
        with open(output, "w", encoding="utf-8") as out:
            write_tree(graph, chosen.value, out)


def _tree_format(form: TreeFormat | None, output: str | None) -> TreeFormat:
    if form is not None or output is None:
        return form or TreeFormat.text
    ending = output.rpartition(".")[2]
    known = {one.value: one for one in TreeFormat} | {"txt": TreeFormat.text}
    if ending not in known:
        raise OptionError("output", output, f"a name that ends in one of {', '.join(known)}, or --format")
    return known[ending]


@app.command()
def solve(
    subgame: Annotated[str, typer.Argument(help="Name of a game, or a position as a JSON file, or - for standard input.")],
    option: Annotated[list[str] | None, typer.Option(help="Option of the game (players=2); may be repeated.")] = None,
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

    game = _named_game(subgame, option)
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
        _print_json(found.to_dict())
    else:
        for part in equilibrium_table(found, rows):
            Console().print(part)
    if found.stopped_by == "stop":
        raise typer.Exit(130)


app.command()(review)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games with their options."""
    from orienteer.core.registry import load_game, registered_games

    listed = {name: load_game(name) for name in registered_games()}
    if as_json:
        _print_json(
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


@app.command()
def schema(game: Annotated[str | None, typer.Argument(help="Game; left out: any game's position.")] = None) -> None:
    """Print the JSON Schema of positions."""
    from orienteer.positions import position_schema

    _print_json(position_schema(game))


@app.command()
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
    _print_json(smallest(game, **rules))


@app.command()
def explain(position: PositionFile, as_json: AsJson = False) -> None:
    """Say what was derived from a position, and what was assumed."""
    from orienteer.positions import Position
    from orienteer.positions import explain as lines_of

    place = Position.from_file(position)
    if as_json:
        _print_json({"position": place.to_dict(), "derived": place.derived, "assumptions": place.assumptions})
        return
    for line in lines_of(place):
        _print(line)


app.command()(engine)
app.command()(hint)
app.command()(levels)
app.command()(play)
app.command()(serve)
app.command()(arena)


# -- helpers ------------------------------------------------------------------------------------------------------------------


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


def _limits(
    seconds: float | None, iterations: int | None, nodes: int | None, memory_mb: float | None, depth: int | None = None
) -> Limits:
    if seconds is None and iterations is None and depth is None:
        seconds = 1.0
    return Limits(seconds=seconds, iterations=iterations, nodes=nodes, memory_mb=memory_mb, depth=depth)


def _policies(texts: Iterable[str] | None) -> Any:
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


def _named_game(name: str, option: list[str] | None) -> Game | None:
    """The game of this name with these options, None for what must be a position."""
    from orienteer.core.registry import load_game, registered_games

    if name in registered_games():
        return load_game(name, **_game_options(option))
    if option:
        raise OptionError("option", option, "none with a position, whose rules have them")
    return None


def _game_options(texts: Iterable[str] | None) -> dict[str, Any]:
    """{name: value} of texts "name=value"; a value that reads as JSON is taken as that, else as a word."""
    options: dict[str, Any] = {}
    for name, value in _assumptions(texts).items():
        try:
            read = json.loads(value)
        except ValueError:
            read = value
        options[name] = tuple(read) if isinstance(read, list) else read
    return options


def _assumptions(texts: Iterable[str] | None) -> dict[str, str]:
    """{name: value} of texts "name=value"."""
    given: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError("option", text, "name=value")
        given[name.strip()] = value.strip()
    return given


def _print_json(value: Any) -> None:
    _print(json.dumps(value, indent=2, ensure_ascii=False))


def _print(text: str) -> None:
    typer.echo(text)


if __name__ == "__main__":
    main()
