"""Bounds in total: refusals when full, stops when nobody waits, streams with the engine's protocol."""

import json
import threading
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from orienteer.server.settings import Settings
from tests.engine.helpers import CROWD, evaluate, example
from tests.server.helpers import client_of, serving, until

LONG = {"position": example(CROWD), "method": "mcts", "limits": {"seconds": 60}}
CAPS = replace(Settings().caps, seconds=60.0)
SETTINGS = Settings(caps=CAPS, searches=1, queue=1, streams=2, in_flight=2, body_bytes=100_000)


@pytest.fixture
def server():
    with serving(SETTINGS) as running:
        yield running


def stream(base, **options):
    return connect(base.replace("http", "ws") + "/api/stream", proxy=None, **options)


def ask(socket, **query):
    socket.send(json.dumps(query))


def test_a_full_queue_refuses_and_what_nobody_waits_for_is_stopped(server):
    base, service = server
    clients = [client_of(base) for _ in range(2)]
    for number, client in enumerate(clients):
        threading.Thread(target=give_up, args=(client,), daemon=True).start()
        until(lambda number=number: sum(service.desk.load) == number + 1)
    with client_of(base) as third:
        response = third.post("/api/evaluate", json=LONG)
        assert response.status_code == 503
        assert int(response.headers["retry-after"]) > 0
        assert response.json()["error"]["kind"] == "busy"
        assert third.get("/api/health").json()["running"] == 1
        for client in clients:
            client.close()
        until(lambda: service.desk.load == (0, 0))
        assert third.post("/api/games", json={}).status_code == 200


def give_up(client):
    """Ask for a minute's work; the test closes the connection after some time."""
    try:
        client.post("/api/evaluate", json=LONG, timeout=1.0)
    except (httpx.HTTPError, RuntimeError):
        return


def test_time_is_up(server):
    short = replace(SETTINGS, caps=replace(CAPS, seconds=0.1))
    exact = {"position": example(CROWD), "method": "exact", "limits": {"nodes": 5_000_000}}
    with serving(short) as (base, _), client_of(base) as client:
        response = client.post("/api/evaluate", json=exact)
        assert response.status_code == 504
        assert response.json()["error"]["kind"] == "stopped"
        counted = client.post("/api/evaluate", json=LONG | {"limits": {"iterations": 10_000_000}})
        assert counted.json()["stopped_by"] == "stop"
    hasty = replace(short, caps=replace(CAPS, seconds=0.05), patience=0.01)
    with serving(hasty) as (base, service), client_of(base) as client:
        service.desk.submit(threading.Event().wait)  # somebody whose work does not end
        response = client.post("/api/games", json={})
        assert response.status_code == 503
        assert response.json()["error"]["message"].startswith("no answer in time")


def test_streams_speak_the_engines_protocol(server):
    base, service = server
    with stream(base) as socket:
        assert json.loads(socket.recv())["type"] == "hello"
        ask(socket, **evaluate("a", limits={"seconds": 60}, report_every=0.02))
        report = json.loads(socket.recv())
        assert (report["id"], report["type"]) == ("a", "report")
        ask(socket, **evaluate("b", limits={"seconds": 60}))
        for text in ("garbage", b"\xff\x00", "[" * 50_000, json.dumps(evaluate("c"))):  # the last: two are in flight
            socket.send(text)
        ask(socket, id="s", do="stop", target="b")
        ask(socket, id="t", do="stop", target="a")
        last = {}
        while last.get("a") != "result" or len(last) < 6 or last[None] < 3:
            answer = json.loads(socket.recv(timeout=20))
            name = answer["id"]
            last[name] = last.get(name, 0) + 1 if name is None else answer["type"]
        assert last == {None: 3, "a": "result", "b": "stopped", "c": "error", "s": "result", "t": "result"}
        ask(socket, **evaluate("d", limits={"seconds": 60}))
        until(lambda: service.desk.load == (1, 0))
    until(lambda: service.desk.load == (0, 0))  # it went away, and its work with it
    until(lambda: service.streams == 0)


def test_streams_are_bounded(server):
    base, service = server
    with stream(base) as first, stream(base) as second:
        first.recv()
        second.recv()  # its greeting
        with pytest.raises(Exception, match=r"403|4429"), stream(base) as third:
            third.recv()
        second.send("x" * 200_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            second.recv()
        ask(first, id="q", do="quit")
        assert json.loads(first.recv())["id"] == "q"
        with pytest.raises(ConnectionClosed):
            first.recv()
    until(lambda: service.streams == 0)
    for origin in ("http://evil.example", "null"):
        with pytest.raises(Exception, match=r"403|4403"), stream(base, origin=origin) as other:
            other.recv()
    with stream(base, origin=base) as own:
        assert json.loads(own.recv())["type"] == "hello"
