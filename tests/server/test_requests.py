"""Questions over HTTP: the answers are the engine's, hostile bodies are refused, nothing is a server's error."""

import json
import socket
from dataclasses import replace

import pytest

import orienteer
from orienteer.core.errors import OptionError
from orienteer.engine.caps import Caps
from orienteer.engine.protocol import QUESTIONS
from orienteer.server.settings import Settings
from tests.engine.helpers import CROWD, example
from tests.server.helpers import client_of, serving

POSITION = example(CROWD)
OWN_MAP = example("lost_explorers_endgame") | {"rules": {"preset": "seed", "data": "/etc/passwd"}}


@pytest.fixture(scope="module")
def server():
    settings = Settings(caps=replace(Settings().caps, seconds=2.0), body_seconds=0.5)
    with serving(settings) as (base, _), client_of(base) as client:
        yield client


def refused(response, status, field):
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error["field"] == field
    assert error["message"]
    return error


def test_answers_are_the_librarys(server):
    fields = {"position": POSITION, "limits": {"iterations": 200}}
    evaluated = server.post("/api/evaluate", json=fields)
    expected = orienteer.evaluate(POSITION, limits=orienteer.Limits(iterations=200)).to_dict()
    assert evaluated.json() | {"seconds": 0} == expected | {"seconds": 0}
    assert server.post("/api/odds", json={"position": POSITION, "event": "bust-next"}).json()["value"] == "4/21"
    template = server.post("/api/template", json={"game": "celestia", "players": 3}).json()["position"]
    assert template == orienteer.template("celestia", players=3)
    health = server.get("/api/health").json()
    assert (health["running"], health["waiting"]) == (0, 0)


def test_the_api_describes_itself(server):
    document = server.get("/api/openapi.json").json()
    for do, model in QUESTIONS.items():
        asked = document["paths"][f"/api/{do}"]["post"]
        reference = asked["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        assert reference == f"#/components/schemas/{model.__name__}"
        assert document["components"]["schemas"][model.__name__]["properties"].keys() == model.model_fields.keys()
        assert {"200", "413", "422", "503"} <= asked["responses"].keys()


BAD = {
    "a path": ({"position": "/etc/passwd"}, "position"),
    "a path in the rules": ({"position": OWN_MAP}, "position.rules.data"),
    "a wrong type": ({"position": POSITION, "seed": "1"}, "seed"),
    "a huge number": ({"position": POSITION, "limits": {"iterations": 10**300}}, "limits.iterations"),
    "a number beyond the cap": ({"position": POSITION, "limits": {"seconds": 2.5}}, "limits.seconds"),
    "memory beyond the cap": ({"position": POSITION, "limits": {"memory_mb": 1e6}}, "limits.memory_mb"),
    "many threads": ({"position": POSITION, "threads": 1024}, "threads"),
    "a huge number inside": ({"position": POSITION | {"viewer": 10**1000}}, "position.viewer"),
    "somebody else's cards": ({"position": example("celestia_six_players") | {"viewer": "omniscient"}}, "position.viewer"),
    "an unknown field": ({"position": POSITION, "shell": "ls"}, "shell"),
    "no position": ({}, "position"),
    "a list": ([], "query"),
}


@pytest.mark.parametrize(("body", "field"), BAD.values(), ids=BAD)
def test_a_bad_question_is_refused_by_its_field(server, body, field):
    assert refused(server.post("/api/evaluate", json=body), 422, field)["allowed"]


HOSTILE = {
    "10 MB": (b'{"position": "' + b"x" * 10_000_000 + b'"}', 413),
    "a depth bomb": (b"[" * 900_000, 422),
    "objects in objects": (b'{"a":' * 150_000, 422),
    "NaN": (b'{"position": NaN}', 422),
    "a number of a million digits": (b'{"seed": ' + b"9" * 900_000 + b"}", 422),
    "no UTF-8": (b'{"position": "\xff\xfe\x00"}', 422),
    "no JSON": (b"position=1", 422),
    "nothing": (b"", 422),
    "a key twice": (b'{"position": {}, "position": {}}', 422),
}


@pytest.mark.parametrize(("body", "status"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_body_is_refused(server, body, status):
    response = server.post("/api/evaluate", content=body, headers={"content-type": "application/json"})
    assert response.status_code == status
    assert response.json()["error"]["kind"] == "refused"
    assert server.get("/api/health").status_code == 200


def test_a_body_is_refused_while_it_comes(server):
    def endless():
        for _ in range(10_000):
            yield b" " * 10_000

    response = server.post("/api/games", content=endless(), headers={"content-type": "application/json"})
    refused(response, 413, "body")
    with socket.create_connection((server.base_url.host, server.base_url.port), timeout=10) as slow:
        head = f"POST /api/games HTTP/1.1\r\nHost: {server.base_url.host}\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")


def test_pages_of_others_may_not_ask(server):
    body = json.dumps({}).encode()
    simple = server.post("/api/games", content=body, headers={"content-type": "text/plain"})  # what a form can send
    refused(simple, 415, "content-type")
    assert server.post("/api/games", json={}, headers={"host": "evil.example"}).status_code == 400
    headers = server.post("/api/games", json={}).headers
    assert "access-control-allow-origin" not in headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_other_addresses_are_not_found(server):
    for path in ("/api/cook", "/nothing", "/../pyproject.toml", "/%2e%2e/app.py", "/%00"):
        response = server.get(path)
        assert response.status_code == 404, path
        assert response.json()["error"]["kind"] == "refused"


def test_settings_are_checked():
    for field, value in (("port", 70_000), ("searches", 0), ("queue", -1), ("patience", 0)):
        with pytest.raises(OptionError, match=f"^{field}: "):
            Settings(**{field: value})
    assert Settings().allowed_hosts == ["127.0.0.1", "[::1]", "localhost"]
    assert Settings(host="0.0.0.0").allowed_hosts == ["*"]
    assert Settings(host="0.0.0.0", names=("play.example",)).allowed_hosts.count("play.example") == 1
    assert Settings().caps.files is False
    assert Caps().files is True
