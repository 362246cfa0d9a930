"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from orienteer.core.errors import OptionError
from orienteer.core.options import whole_number
from orienteer.engine.caps import Caps

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def default_caps() -> Caps:
    """Bounds for requests of strangers: the size of one search is about what a personal computer has to spare."""
    return Caps(
        seconds=10.0,
        review_seconds=120.0,
        iterations=10_000_000,
        nodes=5_000_000,
        memory_mb=500.0,
        trees=16,
        threads=os.cpu_count() or 1,
        files=False,
    )


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Bounds of a server in total; `caps` are those of one request.

    Attributes:
        host, port: where to listen; loopback unless said otherwise.
        names: host names by which browsers may ask, beside those of loopback and `host`; "*" = any.
        searches: questions answered at once.
        queue: questions that wait; further ones are refused with status 503.
        patience: seconds that a question may wait and be worked on in all, beyond `caps.seconds`.
        connections: connections at once; further ones are refused with status 503.
        streams: WebSocket connections at once.
        in_flight: questions of one WebSocket connection at once.
        tables: games that are kept for people to play.
        table_idle_seconds: how long a table stays that nobody uses.
        body_bytes: size of a request's body or of one WebSocket message.
        body_seconds: time in which a body has to be there.

    Raises OptionError, naming the field, for a value out of range.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    caps: Caps = field(default_factory=default_caps)
    searches: int = os.cpu_count() or 1
    queue: int = 32
    patience: float = 20.0
    connections: int = 400
    streams: int = 100
    in_flight: int = 8
    tables: int = 200
    table_idle_seconds: float = 3600.0
    body_bytes: int = 1_000_000
    body_seconds: float = 10.0

    def __post_init__(self) -> None:
        whole_number("port", self.port, 0, 65535)
        for name, low in (
            ("searches", 1),
            ("queue", 0),
            ("connections", 1),
            ("streams", 0),
            ("in_flight", 1),
            ("tables", 0),
            ("body_bytes", 1),
        ):
            whole_number(name, getattr(self, name), low, 10**9)
        for name in ("patience", "body_seconds"):
            if not 0 < getattr(self, name) <= 3600:
                raise OptionError(name, getattr(self, name), "seconds above 0, at most 3600")
        if not 0 < self.table_idle_seconds <= 10**6:
            raise OptionError("table_idle_seconds", self.table_idle_seconds, "seconds above 0, at most 1000000")

    @property
    def allowed_hosts(self) -> list[str]:
        """Names that a request's Host header may have; any, when listening on all interfaces without names."""
        if "*" in self.names or (self.host in ("0.0.0.0", "::") and not self.names):
            return ["*"]
        return sorted({*LOOPBACK, self.host, *self.names})
