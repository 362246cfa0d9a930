"""The process: one JSON answer a line whatever comes in, and every way to end."""

import array
import json
import signal
import subprocess
import sys
import time

import pytest

from orienteer.engine.wire import COMMAND
from tests.engine.helpers import CROWD, evaluate, example

SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send to a process")
ODDS = {"do": "odds", "position": example(CROWD), "event": "bust-next"}


# The engine, in which one answer prints on the way.
NOISY = """
import os
from orienteer.engine import answers
from orienteer.engine.caps import Caps
from orienteer.engine.process import exit_now, run_engine
answers.ANSWERS["games"] = lambda *arguments: (print("noise", flush=True), os.write(1, b"more"), {})[-1]
exit_now(run_engine(1, 10, Caps()))
"""


@pytest.fixture
def engine(request):
    command = getattr(request, "param", COMMAND)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def send(process, *lines):
    for line in lines:
        process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode())
        process.stdin.write(b"\n")
    process.stdin.flush()


def read(process):
    return json.loads(process.stdout.readline())


GARBAGE = {
    "no JSON": b"evaluate, please",
    "half an object": b'{"id": "a", "do": "eva',
    "no UTF-8": b'{"id": "\xff\xfe"}',
    "NUL bytes": b"\x00" * 100,
    "a depth bomb": b"[" * 100_000,
    "a bomb of objects": b'{"a":' * 50_000,
    "a number of 5000 digits": b'{"id": "a", "do": "ready", "x": ' + b"9" * 5000 + b"}",
    "a number too large": b'{"id": "a", "do": "ready", "x": 1e999}',
    "NaN": b'{"id": "a", "do": "ready", "x": NaN}',
    "a key twice": b'{"id": "a", "id": "b", "do": "ready"}',
    "a huge line": b'{"id": "' + b"a" * 3_000_000 + b'"}',
    "half a surrogate pair": b'{"id": "\\ud800", "do": "ready"}',
    "no object": b"[1, 2, 3]",
    "a wrong type": b'{"id": {}, "do": "ready"}',
}


@pytest.mark.parametrize("engine", [[sys.executable, "-c", NOISY]], indirect=True)
def test_garbage_is_refused_line_by_line_and_the_rest_is_answered(engine):
    assert read(engine)["type"] == "hello"
    for number, (name, line) in enumerate(GARBAGE.items()):
        send(engine, line, {"id": "ok", "do": "ready"})
        refused, answered = read(engine), read(engine)
        assert (refused["type"], refused["line"]) == ("error", 2 * number + 1), name
        assert refused["error"]["kind"] == "refused", name
        assert (answered["id"], answered["type"]) == ("ok", "result"), name
    # At the end of the input what is in work is finished.
    send(engine, {"id": "noisy", "do": "games"}, {"id": "last"} | ODDS)
    engine.stdin.close()
    rest = [json.loads(line) for line in engine.stdout]
    assert [(answer["id"], answer["type"]) for answer in rest] == [("noisy", "result"), ("last", "result")]
    assert engine.wait(30) == 0
    assert engine.stderr.read() == b"noise\nmore"  # what a library prints is no answer


@SIGNALS
def test_a_signal_ends_it_with_the_best_so_far(engine):
    read(engine)
    send(engine, evaluate("a", limits={"seconds": 600}, report_every=0.05))
    assert read(engine)["type"] == "report"
    engine.send_signal(signal.SIGTERM)
    began = time.perf_counter()
    last = [json.loads(line) for line in engine.stdout][-1]
    assert (last["type"], last["result"]["stopped_by"]) == ("result", "stop")
    assert engine.wait(30) == 128 + signal.SIGTERM
    assert time.perf_counter() - began < 20
    assert engine.stderr.read() == b""


@SIGNALS
def test_a_signal_ends_it_though_nobody_takes_its_answers(engine):
    import fcntl
    import termios

    read(engine)
    for number in range(40):  # more than a pipe holds
        send(engine, {"id": f"{number}", "do": "events", "game": "takara_island"})
    waiting = array.array("i", [0])
    while waiting[0] < 40_000:
        time.sleep(0.02)
        fcntl.ioctl(engine.stdout, termios.FIONREAD, waiting)
    engine.send_signal(signal.SIGINT)
    assert engine.wait(30) == 128 + signal.SIGINT


def test_it_ends_when_nobody_reads_any_more(engine):
    read(engine)
    engine.stdout.close()
    send(engine, {"id": "a", "do": "ready"})
    assert engine.wait(30) == 0
