"""The engine: queries and answers as JSON, answered by a process (`orienteer engine`) or a server (`orienteer serve`).

The clients load when they are first used: the process needs none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orienteer.engine.async_client import AsyncClient, AsyncQuery
    from orienteer.engine.client import Client, Query
    from orienteer.engine.wire import EngineError

_HOME = {
    "AsyncClient": "async_client",
    "AsyncQuery": "async_client",
    "Client": "client",
    "EngineError": "wire",
    "Query": "client",
}

__all__ = ["AsyncClient", "AsyncQuery", "Client", "EngineError", "Query"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'orienteer.engine' has no attribute {name!r}")
    return getattr(import_module(f"orienteer.engine.{_HOME[name]}"), name)
