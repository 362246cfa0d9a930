"""Whatever a document gives must be what the state says that was read from it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from pydantic import BaseModel

from orienteer.positions.wording import in_words, refused

# A field's value in one form, by the field's name and path; the same for equal values, None for what may be left out.
Canonical = Callable[[str, Any, str], Any]


def check_agreement(
    table: BaseModel, written: Mapping[str, Any], canonical: Canonical, whole: Container[str] = frozenset()
) -> None:
    """Raises PositionError for the first field of `table` that differs from `written`, the state with all written out.

    Of objects only the keys that are given count, but for fields named in `whole`.
    """
    given = table.model_dump(exclude_none=True)
    for seat, (mine, ours) in enumerate(zip(given.pop("players"), written["players"], strict=True)):
        for name, value in mine.items():
            _agree(f"state.players[{seat}].{name}", name, value, ours.get(name), canonical, whole)
    for name, value in given.items():
        _agree(f"state.{name}", name, value, written.get(name), canonical, whole)


def _agree(path: str, name: str, given: Any, written: Any, canonical: Canonical, whole: Container[str]) -> None:
    if isinstance(given, dict) and name not in whole:
        for key, value in given.items():
            _agree(f"{path}.{key}", "", value, (written or {}).get(key), canonical, whole)
    elif canonical(name, given, path) != canonical(name, written, path):
        raise refused(path, given, in_words(written))
