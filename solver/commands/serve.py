"""`orienteer serve`: the page and the questions over HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from orienteer.core.errors import OrienteerError

Names = Annotated[list[str] | None, typer.Option("--name", help="Host name that browsers may use; may be repeated; * = any.")]


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; others than loopback let strangers in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 = any that is free.")] = 8000,
    name: Names = None,
    seconds: Annotated[float | None, typer.Option(help="Most seconds that one question may ask for.")] = None,
    memory_mb: Annotated[float | None, typer.Option(help="Most memory that one question may ask for.")] = None,
    searches: Annotated[int | None, typer.Option(help="Questions answered at once; default one a processor.")] = None,
    queue: Annotated[int | None, typer.Option(help="Questions that may wait; further ones are refused.")] = None,
) -> None:
    """Serve the analysis page and the questions over HTTP and WebSocket (extra "server")."""
    try:
        import uvicorn

        from orienteer.server.app import create_app
    except ModuleNotFoundError as missing:
        raise OrienteerError(f'serve needs {missing.name}: pip install "orienteer[server]"') from None
    from orienteer.server.settings import Settings

    plain = Settings()
    caps = replace(
        plain.caps,
        seconds=plain.caps.seconds if seconds is None else seconds,
        memory_mb=plain.caps.memory_mb if memory_mb is None else memory_mb,
    )
    settings = replace(
        plain,
        host=host,
        port=port,
        names=tuple(name or ()),
        caps=caps,
        searches=plain.searches if searches is None else searches,
        queue=plain.queue if queue is None else queue,
    )
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.body_bytes,
        ws_max_queue=4,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        limit_concurrency=settings.connections,
    )
