"""One client's queries in flight: texts in, answers out, whatever carries them."""

from __future__ import annotations

import threading
from typing import Any

import orienteer
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.engine import protocol
from orienteer.engine.caps import Caps
from orienteer.engine.desk import BusyError, Desk
from orienteer.engine.protocol import error_words, id_of, read_query
from orienteer.engine.task import Send, Task, stopped_before
from orienteer.engine.wire import PROTOCOL
from orienteer.positions.text import read_json


class Session:
    """Takes queries as JSON texts; `send` gets every answer, from any thread.

    in_flight: most queries that are in work or wait at once; None = as many as the desk takes.
    """

    def __init__(self, desk: Desk, caps: Caps, send: Send, in_flight: int | None = None) -> None:
        self._desk = desk
        self._caps = caps
        self._send = send
        self._in_flight = in_flight
        self._tasks: dict[str, Task] = {}
        self._lock = threading.Lock()
        self._texts = 0

    def hello(self) -> dict[str, Any]:
        """What a client gets first."""
        return {
            "id": None,
            "type": "hello",
            "protocol": PROTOCOL,
            "version": orienteer.__version__,
            "do": list(protocol.QUERIES),
        }

    def handle(self, text: str | bytes) -> bool:
        """Take one text, a query or garbage. False: the client asks to end. Never raises for what a text may hold."""
        self._texts += 1
        if not text.strip():
            return True
        name = None
        try:
            document = read_json(text, "query")
            name = id_of(document)
            name, do, query = read_query(document)
            return self._take(name, do, query)
        except (OrienteerError, BusyError) as error:
            self.refuse(error, name)
        return True

    def refuse(self, error: Exception, name: str | None = None) -> None:
        """Answer with an error. A query in flight keeps its id for itself: of another one the answer has the line alone."""
        with self._lock:
            known = None if name in self._tasks else name
        self._send({"id": known, "line": self._texts, "type": "error", "error": error_words(error)})

    def refuse_text(self, error: Exception) -> None:
        """Answer with an error to a text that was not read to its end."""
        self._texts += 1
        self.refuse(error)

    def stop(self, name: str | None = None) -> list[str]:
        """Stop one query, or all; the ids of those that were in flight."""
        with self._lock:
            stopped = dict(self._tasks) if name is None else {name: self._tasks[name]} if name in self._tasks else {}
        for task in stopped.values():
            task.stop()
            if self._desk.withdraw(task):
                task.send(stopped_before())
        return list(stopped)

    def _take(self, name: str, do: str, query: Any) -> bool:
        if name in self._tasks:
            raise OptionError("id", name, "an id that no query in flight has")
        if do in protocol.QUESTIONS:
            self._begin(name, do, query)
            return True
        if do == "ready":
            running, waiting = self._desk.load
            result: dict[str, Any] = {"in_flight": list(self._tasks), "running": running, "waiting": waiting}
        else:
            result = {"stopped": self.stop(query.target if do == "stop" else None)}
        self._send({"id": name, "type": "result", "result": result})
        return do != "quit"

    def _begin(self, name: str, do: str, query: protocol.Question) -> None:
        def send(answer: dict[str, Any]) -> None:
            if answer["type"] != "report":
                with self._lock:
                    self._tasks.pop(name, None)
            self._send({"id": name, **answer})

        task = Task(do, query, self._caps, send)
        with self._lock:
            if name in self._tasks:
                raise OptionError("id", name, "an id that no query in flight has")
            if self._in_flight is not None and len(self._tasks) >= self._in_flight:
                raise BusyError(f"{len(self._tasks)} queries in flight, allowed: {self._in_flight}")
            self._tasks[name] = task
        try:
            self._desk.submit(task)
        except BusyError:
            with self._lock:
                del self._tasks[name]
            raise
