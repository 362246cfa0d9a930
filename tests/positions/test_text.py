"""Texts that are refused before anything is built from them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position
from orienteer.positions.text import MAX_BYTES
from orienteer.records import Record

from .helpers import document

TEXTS = [
    ("", "position: line 1, column 1: expecting value"),
    ('{"format": 1,\n "game" "x"}', "position: line 2, column 9: expecting ':' delimiter"),
    ('{"format": 1, "format": 1}', "format: given twice"),
    ('{"format": 1, "state": {"players": [{}, {"gems": 1, "gems": 2}]}}', "state.players[1].gems: given twice"),
    ('{"format": NaN}', "position: NaN is no JSON number"),
    ('{"format": -Infinity}', "position: -Infinity is no JSON number"),
    ('{"format": 1e999}', "position: 1e999 is too large"),
    ('{"format": ' + "7" * 5000 + "}", "position: a number of too many digits"),
    (b'{"format": "\xff"}', "position: byte 12 is no UTF-8"),
    ('{"format": "\ud800"}', "position: character 12 is half a surrogate pair"),
    ("[" * 51 + "]" * 51, "position: line 1, column 51: nested more than 50 deep"),
    ("[" * 500_000, "position: line 1, column 51: nested more than 50 deep"),
    ('{"a":' * 100_000, "position: line 1, column 251: nested more than 50 deep"),
    (" " * (MAX_BYTES + 1), f"position: more than {MAX_BYTES} bytes"),
    ("é" * (MAX_BYTES // 2 + 1), f"position: more than {MAX_BYTES} bytes"),
    ("[]", "position: [], allowed: an object"),
    ("null", "position: null, allowed: an object"),
    ("{}", "game: missing, allowed: 'celestia', 'incan_gold', 'lost_explorers', 'takara_island'"),
    ('{"game": "chess"}', "game: 'chess', allowed: 'celestia', 'incan_gold', 'lost_explorers', 'takara_island'"),
    ('{"game": ["incan_gold"]}', "game: ['incan_gold'], allowed: 'celestia', 'incan_gold', 'lost_explorers', 'takara_island'"),
]


@pytest.mark.parametrize(("text", "message"), TEXTS, ids=[message[:40] for _, message in TEXTS])
def test_a_text_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_json(text)
    assert str(error.value).startswith(message)
    with pytest.raises(PositionError) as error:
        Record.from_json(text)
    assert str(error.value).startswith(message.replace("position:", "record:"))


@pytest.mark.parametrize("text", ['"' + '\\"' * 400_000, '"' * 999_999, "[" + '"[",' * 200_000])
def test_a_scan_is_linear(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(PositionError):
        Position.from_json(text)
    assert time.perf_counter() - start < 5


def test_brackets_in_text_are_no_nesting() -> None:
    given = document()
    given["state"]["players"][0]["name"] = "[" * 40
    given["state"]["players"][1]["name"] = '"' + "{" * 39
    assert Position.from_json(json.dumps(given)).names[:2] == ("[" * 40, '"' + "{" * 39)


def test_a_mark_of_utf8_is_passed_over() -> None:
    assert Position.from_json(b"\xef\xbb\xbf" + json.dumps(document()).encode()) == Position.from_dict(document())


def test_plain_values_may_be_anything() -> None:
    loop: dict[str, Any] = {"game": "incan_gold"}
    loop["state"] = loop
    for value in (loop, {"game": "incan_gold", "state": float("nan")}, {1: 2}, object()):
        with pytest.raises(PositionError):
            Position.from_dict(value)
