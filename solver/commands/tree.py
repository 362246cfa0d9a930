"""`orienteer tree`: the tree of a game or of what follows a position, as text or picture."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from orienteer.commands.options import GameOptions, Horizon, Nodes, Objective, Solver
from orienteer.commands.texts import named_game
from orienteer.core.errors import OptionError
from orienteer.limits import Limits


class TreeFormat(StrEnum):
    text = "text"
    json = "json"
    dot = "dot"
    graphml = "graphml"
    svg = "svg"
    png = "png"
    pdf = "pdf"


PICTURES = (TreeFormat.svg, TreeFormat.png, TreeFormat.pdf)


def tree(
    position: Annotated[str, typer.Argument(help="Name of a game, or a position as a JSON file, or - for standard input.")],
    option: GameOptions = None,
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
    start = named_game(position, option) or api.as_place(position)
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
