"""What both clients share: queries as lines, answers by id, errors as exceptions."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from itertools import count
from typing import Any

from orienteer.core.errors import OrienteerError

PROTOCOL = 1  # changes when a client that was written for the last one would no longer be understood
COMMAND = (sys.executable, "-m", "orienteer.cli", "engine")
MAX_ANSWER = 1 << 28  # bytes of a line
CLOSING = 5.0  # seconds that a process has to end


class EngineError(OrienteerError):
    """What the engine refuses, or what became of it.

    Attributes:
        kind: "refused", "too-large", "busy", "stopped", "internal"; "gone" where the process has ended.
        field, value, allowed: what is wrong with the query, as far as the engine names it; texts or None.
    """

    def __init__(
        self, message: str, kind: str, field: str | None = None, value: str | None = None, allowed: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.field = field
        self.value = value
        self.allowed = allowed

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str, str | None, str | None, str | None]]:
        return type(self), (str(self), self.kind, self.field, self.value, self.allowed)


def gone() -> EngineError:
    return EngineError("engine: the process has ended", "gone")


def result_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The result in a query's last answer. Raises EngineError for any other."""
    kind = answer["type"]
    if kind == "result":
        result: dict[str, Any] = answer["result"]
        return result
    if kind == "stopped":
        raise EngineError(answer["message"], "stopped")
    raise EngineError(**answer["error"])


def greeting(line: bytes) -> dict[str, Any]:
    """The first line of an engine. Raises EngineError for one of another protocol, or none."""
    try:
        hello = json.loads(line)
        protocol = hello["protocol"]
    except (ValueError, TypeError, KeyError):
        raise EngineError(f"engine: {line[:80]!r} is no greeting", "gone") from None
    if protocol != PROTOCOL:
        raise EngineError(f"engine: protocol {protocol!r}, allowed: {PROTOCOL}", "gone")
    return dict(hello)


class Lines:
    """Makes queries, with ids of their own."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def query(self, do: str, fields: Mapping[str, Any]) -> tuple[str, bytes]:
        """(id, line); fields may be Positions, Records, Limits and other things with `to_dict`."""
        name = f"q{next(self._numbers)}"
        document = {"id": name, "do": do, **{key: _plain(value) for key, value in fields.items()}}
        return name, json.dumps(document).encode("ascii") + b"\n"


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {key: inner for key, inner in asdict(value).items() if inner is not None}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(inner) for inner in value]
    return value
