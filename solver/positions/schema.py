"""JSON Schema of positions and records."""

from __future__ import annotations

from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter

from orienteer.games.registry import registered_packages
from orienteer.positions.position import part_of


def position_schema(game: str | None = None) -> dict[str, Any]:
    """JSON Schema of a game's positions, or of all games', told apart by `game`. Raises OptionError for other names."""
    return _schema("DOCUMENT", game)


def record_schema(game: str | None = None) -> dict[str, Any]:
    """JSON Schema of a game's records, or of all games', told apart by `game`. Raises OptionError for other names."""
    return _schema("RECORD", game)


def _schema(kind: str, game: str | None) -> dict[str, Any]:
    models = [getattr(part_of(name), kind) for name in ([game] if game else registered_packages("position"))]
    union: Any = Union[tuple(models)]  # noqa: UP007 - the members are known at run time only
    if len(models) > 1:
        union = Annotated[union, Field(discriminator="game")]
    adapter: TypeAdapter[Any] = TypeAdapter(union)
    return adapter.json_schema()
