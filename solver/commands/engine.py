"""`orienteer engine`: queries and answers as lines of JSON, for programs in any language."""

from __future__ import annotations

import json
import os
from typing import Annotated

import typer

from orienteer.core.options import whole_number

Schema = Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of queries and end.")]


def engine(
    workers: Annotated[int | None, typer.Option(help="Queries answered at once; default one a processor.")] = None,
    queue: Annotated[int, typer.Option(help="Queries that may wait; further ones are refused.")] = 1000,
    seconds: Annotated[float | None, typer.Option(help="Most seconds that one query may ask for.")] = None,
    memory_mb: Annotated[float | None, typer.Option(help="Most memory that one query may ask for.")] = None,
    schema: Schema = False,
) -> None:
    """Answer queries, one a line of JSON on standard input, on standard output (docs/engine.md)."""
    if schema:
        from orienteer.engine.protocol import query_schema

        typer.echo(json.dumps(query_schema(), indent=2))
        return
    from orienteer.engine.caps import Caps
    from orienteer.engine.process import exit_now, run_engine

    at_once = whole_number("workers", os.cpu_count() or 1 if workers is None else workers, 1, 1024)
    caps = Caps(seconds=seconds, memory_mb=memory_mb)
    exit_now(run_engine(at_once, whole_number("queue", queue, 0, 10**6), caps))
