"""A server of our own on a free port of loopback, in a thread."""

import contextlib
import threading
import time

import httpx
import uvicorn

from orienteer.server.app import create_app


@contextlib.contextmanager
def serving(settings):
    """(base URL, service) of a running server."""
    app = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", ws_max_size=settings.body_bytes))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", app.state.service
    finally:
        server.should_exit = True
        thread.join(10)


def client_of(base):
    return httpx.Client(base_url=base, timeout=30, trust_env=False)


def until(condition, seconds=10):
    """Wait for something that happens in another thread."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
