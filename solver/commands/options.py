"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

PositionFile = Annotated[str, typer.Argument(help="Position as a JSON file, or - for standard input.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of tables.")]
Objective = Annotated[str | None, typer.Option(help="win, points or margin; default win, with one player points.")]
Horizon = Annotated[str, typer.Option(help="game, or a segment of play such as round or turn.")]
Seconds = Annotated[float | None, typer.Option(help="Time limit.")]
Iterations = Annotated[int | None, typer.Option(help="Limit on simulations; alone, results do not depend on speed.")]
Nodes = Annotated[int | None, typer.Option(help="Limit on nodes in memory; of a lookahead, on positions visited.")]
Depth = Annotated[int | None, typer.Option(help="Limit on the decisions that a lookahead looks ahead.")]
MemoryMb = Annotated[float | None, typer.Option(help="Limit on memory for tables and trees.")]
Seed = Annotated[int, typer.Option(help="Seed of the random streams.")]
Trees = Annotated[int, typer.Option(help="Trees to search; part of what fixes the result.")]
Threads = Annotated[int, typer.Option(help="Trees searched at once; does not change results.")]
Ids = Annotated[list[str] | None, typer.Option(help="Move id; may be repeated.")]
Opponents = Annotated[
    list[str] | None,
    typer.Option(help='Policy of the others ("never-leave"), or of one ("1: leave-at gems=15"); may be repeated.'),
]
Assume = Annotated[
    list[str] | None, typer.Option(help="What others are taken to do, for the belief (turbos=always); may be repeated.")
]
PoliciesOption = Annotated[
    list[str] | None, typer.Option("--policies", help='Policy of all ("leave-after cards=6") or of one seat ("0: …").')
]
GameOptions = Annotated[list[str] | None, typer.Option("--option", help="Option of the game, name=value; may be repeated.")]


class Solver(StrEnum):
    auto = "auto"
    cfr = "cfr"
    cfr_plus = "cfr+"
    dcfr = "dcfr"
    pcfr_plus = "pcfr+"
    lp = "lp"
    symmetric = "symmetric"
