"""Errors of positions and records in one form: path of the field, value, what is allowed."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, Tag, ValidationError

from orienteer.core.errors import PositionError

Model = TypeVar("Model", bound=BaseModel)

MAX_SHOWN = 80
# What is allowed, by pydantic's type of error.
_ALLOWED = {
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "an object",
    "string_type": "text",
    "string_unicode": "text in Unicode",
}


def refused(path: str, value: object, allowed: str) -> PositionError:
    """`state.players[2].gems: -3, allowed: a whole number ≥ 0`"""
    return PositionError(f"{path}: {shown(value)}, allowed: {allowed}")


def missing(path: str, allowed: str) -> PositionError:
    return PositionError(f"{path}: missing, allowed: {allowed}")


def shown(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4 * MAX_SHOWN:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if value is not None else "null"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def in_words(value: object) -> str:
    """A value as a document has it, with true, false and null."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


def parsed(model: type[Model], data: Any, what: str) -> Model:
    """`data` as the model. Raises PositionError for the first thing wrong; `what` names the whole."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise _in_words(error, model, what, "") from None


def parsed_field(model: type[Model], name: str, value: Any, path: str) -> Model:
    """The model whose only field `name` has this value. `path` stands for the field in messages."""
    try:
        return model.model_validate({name: value})
    except ValidationError as error:
        raise _in_words(error, model, path, path) from None


def _in_words(error: ValidationError, model: type[BaseModel], what: str, root: str) -> PositionError:
    first = error.errors(include_url=False)[0]
    # The models mark alternatives with tags that begin with "#"; these, and the mark of a key, are no part of the path.
    parts = [part for part in first["loc"] if not str(part).startswith("#") and part != "[key]"]
    path = root
    for part in parts[1:] if root else parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    path = path or what
    kind, context, value = first["type"], first.get("ctx", {}), first["input"]
    if kind == "missing":
        return missing(path, "a value; it is needed")
    if kind == "extra_forbidden":
        known = sorted({name for owner in _owners(model, first["loc"][:-1]) for name in owner.model_fields})
        return PositionError(f"{path}: no such field, allowed: {', '.join(known)}")
    if kind in ("too_long", "too_short"):
        bound = f"at most {context['max_length']}" if kind == "too_long" else f"at least {context['min_length']}"
        return PositionError(f"{path}: {len(value)} entries, allowed: {bound}")
    if kind in ("string_too_long", "string_too_short"):
        bound = f"at most {context['max_length']}" if kind == "string_too_long" else f"at least {context['min_length']}"
        return refused(path, value, f"{bound} characters")
    if kind == "greater_than_equal":
        return refused(path, value, f"{_number(context['ge'])} ≥ {context['ge']}")
    if kind == "less_than_equal":
        return refused(path, value, f"{_number(context['le'])} ≤ {context['le']}")
    if kind == "string_pattern_mismatch":
        return refused(path, value, f"text that matches {context['pattern']}")
    if kind == "literal_error":
        return refused(path, value, context["expected"])
    if kind == "value_error":
        return refused(path, value, str(context["error"]))
    if kind == "union_tag_invalid":
        return refused(f"{path}.type", value["type"], context["expected_tags"].replace("'#", "'"))
    if kind == "union_tag_not_found":
        return missing(f"{path}.type", "a type") if isinstance(value, dict) else refused(path, value, "an object with a 'type'")
    return refused(path, value, _ALLOWED.get(kind, first["msg"]))


def _number(bound: float) -> str:
    return "a whole number" if isinstance(bound, int) else "a number"


def _owners(annotation: Any, parts: Sequence[int | str]) -> Iterator[type[BaseModel]]:
    """The models that lie under `annotation` at a path, in which tags choose among alternatives."""
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not parts:
            yield annotation
        elif parts[0] in annotation.model_fields:
            yield from _owners(annotation.model_fields[str(parts[0])].annotation, parts[1:])
    elif origin is typing.Annotated:
        tags = [mark.tag for mark in inner[1:] if isinstance(mark, Tag)]
        if not tags:
            yield from _owners(inner[0], parts)
        elif tags == list(parts[:1]):
            yield from _owners(inner[0], parts[1:])
    elif origin in (typing.Union, types.UnionType):
        for member in inner:
            yield from _owners(member, parts)
    elif origin is list and parts:
        yield from _owners(inner[0], parts[1:])
