"""The engine as a process: a query a line on standard input, an answer a line on standard output.

Nothing else is ever written to standard output: whatever a library prints goes to standard error. At the end of the input
queries in work are finished; a signal, or a reader who has gone, stops them. Threads of their own read and answer; the main
thread waits for the end, so that signals are heard at once.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from orienteer.core.errors import PositionError
from orienteer.engine.caps import Caps
from orienteer.engine.desk import Desk
from orienteer.engine.session import Session
from orienteer.positions.text import MAX_BYTES

CHUNK = 1 << 16
GRACE = 1.0  # seconds that stopped queries have for their last answers

End = str | int  # "eof", then "idle"; "quit", "broken", or a signal's number


def run_engine(workers: int, waiting: int, caps: Caps) -> int:
    """Answer until the input ends; returns the exit code: 0, or 128 and the signal's number."""
    # 1. Standard output is ours alone.
    answers = os.dup(1)
    os.dup2(2, 1)
    ends: queue.SimpleQueue[End] = queue.SimpleQueue()
    writer = LineWriter(answers, lambda: ends.put("broken"))
    desk = Desk(workers, waiting)
    session = Session(desk, caps, writer.write)
    # 2. Signals only leave a note: SimpleQueue.put may interrupt anything.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: _note(ends, number, frame))
    writer.write(session.hello())
    threading.Thread(target=_read, args=(0, session, ends), name="orienteer-reader", daemon=True).start()
    # 3. Wait for the end; a signal may still cut a polite one short.
    end = ends.get()
    if end == "eof":
        threading.Thread(target=_wait, args=(desk, ends), name="orienteer-end", daemon=True).start()
        end = ends.get()
    # 4. A thread of its own says stop: it must not wait for a reader who takes nothing.
    if end != "idle":
        threading.Thread(target=session.stop, name="orienteer-stop", daemon=True).start()
        desk.wait_idle(GRACE)
    writer.close()
    return 128 + end if isinstance(end, int) else 0


def _note(ends: queue.SimpleQueue[End], number: int, frame: FrameType | None) -> None:
    ends.put(number)


def _wait(desk: Desk, ends: queue.SimpleQueue[End]) -> None:
    desk.wait_idle()
    ends.put("idle")


def _read(source: int, session: Session, ends: queue.SimpleQueue[End]) -> None:
    for line in bounded_lines(lambda: os.read(source, CHUNK), MAX_BYTES):
        if line is None:
            session.refuse_text(PositionError(f"query: more than {MAX_BYTES} bytes in a line, allowed: at most {MAX_BYTES}"))
        elif not session.handle(line):
            ends.put("quit")
            return
    ends.put("eof")


def bounded_lines(read: Callable[[], bytes], most: int) -> Iterator[bytes | None]:
    """Lines of a stream without their ends; None for one longer than `most` bytes, which is passed over, never kept."""
    line, passing = bytearray(), False
    while chunk := read():
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            if not passing and len(line) + len(part) <= most:
                yield bytes(line + part)
            else:
                yield None
            line.clear()
            passing = False
        passing = passing or len(line) + len(rest) > most
        line = bytearray() if passing else line + rest
    if passing or line:
        yield None if passing else bytes(line)


class LineWriter:
    """Writes answers as lines of ASCII, whole ones from any thread; once the reader is gone, nothing."""

    def __init__(self, target: int, broken: Callable[[], object]) -> None:
        self._target = target
        self._broken = broken
        self._lock = threading.Lock()
        self._open = True

    def write(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
        with self._lock:
            try:
                while self._open and line:
                    line = line[os.write(self._target, line) :]
            except OSError:
                self._open = False
                self._broken()

    def close(self) -> None:
        """Write nothing more; does not wait for a reader who takes nothing."""
        if self._lock.acquire(timeout=GRACE):
            self._open = False
            self._lock.release()


def exit_now(code: int) -> None:
    """End without waiting for threads that are deep in a computation."""
    sys.stderr.flush()
    os._exit(code)
