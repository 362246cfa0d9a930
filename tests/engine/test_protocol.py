"""Queries are read or refused with the field's name; the schema says the same."""

import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.core.errors import OptionError, OrienteerError, PositionError, TooLargeError
from orienteer.engine.caps import Caps
from orienteer.engine.desk import BusyError
from orienteer.engine.process import bounded_lines
from orienteer.engine.protocol import QUERIES, LimitsModel, error_words, query_schema, read_query, read_question
from orienteer.expectimax.errors import Stopped
from orienteer.limits import Limits
from tests.engine.helpers import evaluate

SCHEMA = query_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
REFUSED = {
    "no object": ([], "query"),
    "no do": ({"id": "a"}, "do"),
    "do of another type": ({"id": "a", "do": ["evaluate"]}, "do"),
    "unknown do": ({"id": "a", "do": "cook"}, "do"),
    "no id": ({"do": "games"}, "id"),
    "empty id": ({"id": "", "do": "games"}, "id"),
    "a number as id": ({"id": 1, "do": "games"}, "id"),
    "a long id": ({"id": "a" * 101, "do": "games"}, "id"),
    "half a surrogate pair": ({"id": "\ud800", "do": "games"}, "id"),
    "unknown field": ({"id": "a", "do": "games", "position": {}}, "position"),
    "no position": ({"id": "a", "do": "evaluate"}, "position"),
    "a path as position": (evaluate() | {"position": "/etc/passwd"}, "position"),
    "true as a number": (evaluate(seed=True), "seed"),
    "a seed out of range": (evaluate(seed=2**64), "seed"),
    "text as seconds": (evaluate(limits={"seconds": "1"}), "limits.seconds"),
    "unknown limit": (evaluate(limits={"days": 1}), "limits.days"),
    "endless iterations": (evaluate(limits={"iterations": 10**400}), "limits.iterations"),
    "hasty reports": (evaluate(report_every=1e-9), "report_every"),
    "a move that is no text": (evaluate(allow=["stay", 3]), "allow[1]"),
    "unknown method": (evaluate(method="magic"), "method"),
}


@pytest.mark.parametrize(("document", "field"), REFUSED.values(), ids=REFUSED)
def test_refusal_names_the_field(document, field):
    with pytest.raises(OrienteerError) as refused:
        read_query(document)
    words = error_words(refused.value)
    assert (words["kind"], words["field"]) == ("refused", field)
    assert words["allowed"]
    json.dumps(words)


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "half a surrogate pair"])  # text of Python alone
def test_schema_refuses_the_same(name):
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(REFUSED[name][0])


def test_schema_allows_what_is_read():
    good = [
        evaluate(limits={"seconds": 0.1, "iterations": 5}, report_every=0.1, allow=["stay"], opponents="never-leave"),
        {"id": "s", "do": "stop"},
        {"id": "s", "do": "stop", "target": "a"},
        {"id": "g", "do": "template", "game": "celestia", "players": 3},
    ]
    for query in good:
        assert read_query(query)[:2] == (query["id"], query["do"])
        VALIDATOR.validate(query)
    listed = [entry["properties"].get("do", {}).get("const") for entry in SCHEMA["$defs"].values() if "properties" in entry]
    assert {do for do in listed if do} == set(QUERIES)


def test_fields_alone_have_no_id():
    with pytest.raises(PositionError, match=r"^id: no such field"):
        read_question("games", {"id": "a"})


ERRORS = [
    (OptionError("seed", -1, "0 to 9"), ("refused", "seed", "-1", "0 to 9")),
    (PositionError("state.round: 9, allowed: 1 to 5"), ("refused", "state.round", "9", "1 to 5")),
    (PositionError("evidence: contradicts itself"), ("refused", "evidence", None, "contradicts itself")),
    (TooLargeError("too many nodes"), ("too-large", None, None, None)),
    (OrienteerError("nobody has a choice"), ("refused", None, None, None)),
    (BusyError("full"), ("busy", None, None, None)),
    (Stopped("stopped"), ("stopped", None, None, None)),
    (KeyError("secret"), ("internal", None, None, None)),
]


@pytest.mark.parametrize(("error", "expected"), ERRORS, ids=lambda value: type(value).__name__)
def test_errors_in_words(error, expected):
    words = error_words(error)
    assert (words["kind"], words["field"], words["value"], words["allowed"]) == expected
    assert ("secret" in words["message"]) is False


def test_caps_bound_what_is_asked_and_what_is_left_out():
    caps = Caps(seconds=2.0, iterations=100, nodes=50, memory_mb=7.0)
    assert caps.limits(None, 1.0) == Limits(seconds=1.0, nodes=50, memory_mb=7.0)
    assert caps.limits(LimitsModel(iterations=100)) == Limits(iterations=100, nodes=50, memory_mb=7.0)
    for name, value in (("seconds", 2.1), ("iterations", 101), ("nodes", 51), ("memory_mb", 7.1)):
        with pytest.raises(OptionError, match=f"^limits.{name}: "):
            caps.limits(LimitsModel(**{name: value}))
    assert Caps().limits(LimitsModel(seconds=1e6)) == Limits(seconds=1e6)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.binary(max_size=9)), st.integers(1, 12))
def test_lines_do_not_depend_on_how_they_arrive(chunks, most):
    pieces = iter([*filter(None, chunks), b""])
    whole = b"".join(chunks)
    expected = [line if len(line) <= most else None for line in whole.split(b"\n")]
    if expected[-1] == b"":
        expected.pop()
    assert list(bounded_lines(lambda: next(pieces), most)) == expected
