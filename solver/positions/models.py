"""Base of the games' pydantic models: the fields that every position and every record has.

Alternatives carry tags that begin with "#", which messages leave out (see wording.py).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

FORMAT = 1
VIEWERS = ("public", "omniscient")


class Strict(BaseModel):
    """No other fields, no conversions: true is no number, "12" is none."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _named(name: str) -> str:
    if not name.isprintable() or name != name.strip() or name in VIEWERS or name.isdecimal():
        raise ValueError(f"1 to 40 printable characters, not a number, none of {', '.join(VIEWERS)}")
    return name


def _this_format(value: object) -> object:
    if type(value) is not int or value != FORMAT:  # true and 1.0 equal 1
        raise ValueError(str(FORMAT))
    return value


def by_type(**tags: type) -> Discriminator:
    """Choose an alternative by the value's JSON type; the last one takes the rest, and says what is wrong with it."""

    def tag(value: Any) -> str:
        for name, kind in tags.items():
            if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
                return f"#{name}"
        return f"#{name}"

    return Discriminator(tag)


PlayerName = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_named)]
Format = Annotated[Literal[1], BeforeValidator(_this_format)]
Count = Annotated[int, Field(ge=0)]
Viewer = Annotated[
    Annotated[Count, Tag("#number")] | Annotated[Annotated[str, Field(min_length=1)], Tag("#text")],
    by_type(number=int, text=str),
]


# A player: his seat or his name.
Who = Annotated[
    Annotated[Count, Tag("#number")] | Annotated[Annotated[str, Field(min_length=1, max_length=40)], Tag("#text")],
    by_type(number=int, text=str),
]


def event_tag(value: Any) -> str | None:
    """The tag of an event by its `type`, for a union whose tags are "#" and the type."""
    kind = value.get("type") if isinstance(value, dict) else None
    return f"#{kind}" if isinstance(kind, str) else None


class NamedPlayer(Strict):
    name: PlayerName | None = None


class PositionDocument(Strict):
    """A position; a game's own subclass types `game`, `rules` and `state` (whose `players` are NamedPlayers)."""

    format: Format
    game: Any
    rules: Any
    viewer: Viewer
    state: Any
    evidence: list[Any] | None = None


class RecordDocument(Strict):
    """A record; a game's own subclass types `game`, `rules` and `events`."""

    format: Format
    game: Any
    rules: Any
    viewer: Viewer
    players: Annotated[list[PlayerName | None], Field(min_length=1)]
    events: list[Any]
