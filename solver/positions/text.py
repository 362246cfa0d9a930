"""JSON text to plain values, refusing what a position cannot be before anything is built."""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

from orienteer.core.errors import PositionError

MAX_BYTES = 1_000_000
MAX_DEPTH = 50

# A string (closed or not, so that a scan passes every character once), or a bracket.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class _Repeated:
    """Stands for the value of a key given twice, until its path is known."""


def read_json(text: str | bytes, what: str) -> Any:
    """The value of a JSON text of at most MAX_BYTES and MAX_DEPTH levels. Raises PositionError; `what` is its name."""
    if isinstance(text, str):
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            raise PositionError(f"{what}: character {error.start} is half a surrogate pair, allowed: UTF-8") from None
    else:
        size = len(text)
    if size > MAX_BYTES:
        raise PositionError(f"{what}: more than {MAX_BYTES} bytes, allowed: at most {MAX_BYTES}")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise PositionError(f"{what}: byte {error.start} is no UTF-8, allowed: UTF-8") from None
    _check_depth(text, what)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"{what}: {place}: {error.msg[0].lower()}{error.msg[1:]}, allowed: JSON") from None
    except ValueError as error:  # a number that _no_constant or _finite refuses, or one of thousands of digits
        reason = str(error) if isinstance(error, _NumberError) else "a number of too many digits"
        raise PositionError(f"{what}: {reason}, allowed: finite numbers") from None
    _check_keys(value, "", what)
    return value


def read_file(path: str | Path) -> bytes:
    """The bytes of a file, or of standard input for "-"; no more than shows that there are too many."""
    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


class _NumberError(ValueError):
    pass


def _no_constant(word: str) -> NoReturn:
    raise _NumberError(f"{word} is no JSON number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _NumberError(f"{digits[:40]} is too large")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Repeated() if key in found else value
    return found


def _check_keys(value: Any, path: str, what: str) -> None:
    if isinstance(value, _Repeated):
        raise PositionError(f"{path}: given twice in {what}, allowed: once")
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_keys(inner, f"{path}.{key}" if path else key, what)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _check_keys(inner, f"{path}[{i}]", what)


def _check_depth(text: str, what: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        if text[token.start()] in "[{":
            depth += 1
        elif text[token.start()] in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            column = token.start() - text.rfind("\n", 0, token.start())
            raise PositionError(
                f"{what}: line {line}, column {column}: nested more than {MAX_DEPTH} deep, allowed: at most {MAX_DEPTH}"
            )
