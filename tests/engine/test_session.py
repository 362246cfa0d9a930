"""Ids, stops and refusals of one client's queries in flight."""

import json
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orienteer.engine.caps import Caps
from orienteer.engine.desk import BusyError, Desk
from orienteer.engine.session import Session
from tests.engine.helpers import Wire, evaluate

LONG = {"limits": {"seconds": 60}}


@pytest.fixture
def desk():
    desk = Desk(1, 2)
    yield desk
    desk.close()


def session_at(desk, in_flight=None):
    wire = Wire()
    session = Session(desk, Caps(), wire, in_flight)
    return (lambda query: session.handle(json.dumps(query))), wire, session


def test_a_stop_reaches_what_runs_and_what_waits(desk):
    handle, wire, _ = session_at(desk)
    for name in "abc":
        handle(evaluate(name, **LONG))
    while desk.load != (1, 2):
        time.sleep(0.01)
    handle({"id": "r", "do": "ready"})
    assert wire.last["result"] == {"in_flight": ["a", "b", "c"], "running": 1, "waiting": 2}
    handle({"id": "s", "do": "stop", "target": "b"})
    assert wire.answers[-2:] == [
        {"id": "b", "type": "stopped", "message": "stopped before it began"},
        {"id": "s", "type": "result", "result": {"stopped": ["b"]}},
    ]
    handle({"id": "t", "do": "stop", "target": "nobody"})
    assert wire.last["result"] == {"stopped": []}
    assert not handle({"id": "q", "do": "quit"})
    assert desk.wait_idle(10)
    assert {answer["id"]: answer["type"] for answer in wire.answers} | {"a": "result"} == {
        "r": "result", "b": "stopped", "s": "result", "t": "result", "a": "result", "c": "stopped", "q": "result",
    }  # fmt: skip


def test_an_id_in_flight_is_not_given_away(desk):
    handle, wire, session = session_at(desk)
    handle(evaluate("a", **LONG))
    for query in (evaluate("a"), {"id": "a", "do": "ready"}, {"id": "a", "do": "cook"}):
        handle(query)
        assert (wire.last["id"], wire.last["type"]) == (None, "error")
    assert wire.last["line"] == 4
    session.stop()
    assert desk.wait_idle(10)
    assert wire.last["id"] == "a"
    handle({"id": "a", "do": "games"})  # the id is free again
    assert desk.wait_idle(10)
    assert wire.last["type"] == "result"


def test_full_queues_refuse(desk):
    handle, wire, session = session_at(desk)
    for name in "abcd":
        handle(evaluate(name, **LONG))
    (refused,) = wire.of("d")
    assert refused["error"]["kind"] == "busy"
    other, others_wire, _ = session_at(desk, in_flight=0)
    other(evaluate("x"))
    assert others_wire.last["error"]["message"] == "0 queries in flight, allowed: 0"
    session.stop()
    assert desk.wait_idle(10)
    with pytest.raises(BusyError):
        desk.close() or desk.submit(print)


def test_a_failure_of_our_own_is_one_answer(desk, monkeypatch, caplog):
    def broken(*arguments):
        raise ZeroDivisionError("secret")

    monkeypatch.setitem(__import__("orienteer.engine.answers", fromlist=["ANSWERS"]).ANSWERS, "games", broken)
    handle, wire, _ = session_at(desk)
    handle({"id": "a", "do": "games"})
    assert desk.wait_idle(10)
    assert wire.last["error"]["message"] == "internal error: ZeroDivisionError"
    assert "secret" in caplog.text
    handle({"id": "b", "do": "events", "game": "incan_gold"})
    assert desk.wait_idle(10)
    assert wire.last["type"] == "result"


def test_desk_works_in_order_and_at_most_so_many_at_once():
    desk, order, gate = Desk(1, 5), [], threading.Event()
    desk.submit(gate.wait)
    for number in range(4):
        desk.submit(lambda number=number: order.append(number))
    assert not desk.wait_idle(0.01)
    gate.set()
    assert desk.wait_idle(10)
    assert order == [0, 1, 2, 3]
    desk.close()


KEYS = st.sampled_from(["id", "do", "position", "x"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = SCALARS | st.lists(SCALARS, max_size=3) | st.dictionaries(KEYS, SCALARS, max_size=3)
DO = st.sampled_from(["evaluate", "odds", "stop", "ready", "x"])
QUERY_LIKE = st.fixed_dictionaries({"id": JSON, "do": DO}, optional={"position": JSON})


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=20) | st.text(max_size=20) | (JSON | QUERY_LIKE).map(json.dumps))
def test_law_every_text_has_one_answer(text):
    desk = Desk(1, 1)
    wire = Wire()
    assert Session(desk, Caps(), wire).handle(text)
    assert desk.wait_idle(10)
    desk.close()
    assert len(wire.answers) == (1 if text.strip() else 0)
