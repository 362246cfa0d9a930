"""A client that runs an engine process: queries in flight from any thread, reports as they come.

>>> from orienteer.engine import Client
>>> with Client() as engine:
...     position = engine.ask("template", game="incan_gold", players=1)["position"]
...     engine.ask("evaluate", position=position, method="exact", horizon="round")["exact"]
True
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Self

from orienteer.engine.wire import CLOSING, COMMAND, Lines, gone, greeting, result_of

Answer = dict[str, Any]


class Query:
    """One query in flight. Iterating yields the partial results that come before the last one."""

    def __init__(self, client: Client, name: str) -> None:
        self.id = name
        self._client = client
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._last: Answer | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while self._last is None:
            answer = self._next(None)
            if answer["type"] == "report":
                yield answer["result"]

    def stop(self) -> None:
        """Ask for the result now."""
        self._client.stop(self)

    def result(self, timeout: float | None = None) -> dict[str, Any]:
        """Wait for the result; reports that were not read are passed over.

        Raises EngineError where the engine answers with an error, TimeoutError after `timeout` seconds without an answer of
        any kind (the query then goes on).
        """
        while self._last is None:
            self._next(timeout)
        return result_of(self._last)

    def _next(self, timeout: float | None) -> Answer:
        try:
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"query {self.id}: no answer in {timeout} seconds") from None
        if answer is None:
            self._answers.put(None)
            raise gone()
        if answer["type"] != "report":
            self._last = answer
        return answer

    def take(self, answer: Answer | None) -> None:
        """For the client's reader: an answer, or None when there will be no more."""
        self._answers.put(answer)


class Client:
    """Starts an engine and ends it with `close`, or at the end of a `with` block. Usable from any thread.

    command: the engine's command line; default: `orienteer engine` of this Python. options: further arguments for it
    (`"--workers", "4"`).

    Raises EngineError where no engine of this protocol answers, OSError where the command cannot be started.
    """

    def __init__(self, *options: str, command: Sequence[str] = COMMAND) -> None:
        self._lines = Lines()
        self._queries: dict[str, Query] = {}
        self._lock = threading.Lock()
        self._process = subprocess.Popen([*command, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        try:
            self.hello = greeting(self._output.readline())
        except BaseException:
            self._end()
            raise
        self._reader = threading.Thread(target=self._read, name="orienteer-client", daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self, do: str, **fields: Any) -> Query:
        """Send a query: what to do and its fields (docs/engine.md). Raises EngineError where the engine has ended."""
        name, line = self._lines.query(do, fields)
        query = Query(self, name)
        with self._lock:
            if self._process.poll() is not None:
                raise gone()
            self._queries[name] = query
            try:
                self._input.write(line)
                self._input.flush()
            except (OSError, ValueError):
                del self._queries[name]
                raise gone() from None
        return query

    def ask(self, do: str, *, timeout: float | None = None, **fields: Any) -> dict[str, Any]:
        """Send a query and wait for its result. Raises as `Query.result`; after a time-out the query is stopped."""
        query = self.start(do, **fields)
        try:
            return query.result(timeout)
        except TimeoutError:
            query.stop()
            raise

    def stop(self, query: Query | None = None) -> None:
        """Stop one query, or all; each then has its result, or raises EngineError of kind "stopped"."""
        self.start("stop", target=None if query is None else query.id)

    def ready(self, timeout: float | None = None) -> dict[str, Any]:
        """What the engine has to do; returns as soon as it listens."""
        return self.ask("ready", timeout=timeout)

    def close(self) -> None:
        """Stop everything and end the process."""
        if self._process.poll() is None:
            with suppress(Exception):
                self.start("quit")
        self._end()
        self._reader.join(CLOSING)

    def _end(self) -> None:
        with suppress(OSError):
            self._input.close()
        try:
            self._process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        for line in self._output:
            answer = json.loads(line)
            with self._lock:
                name = answer["id"]
                query = self._queries.get(name) if answer["type"] == "report" else self._queries.pop(name, None)
            if query is not None:
                query.take(answer)
        self._output.close()
        with self._lock:
            left, self._queries = self._queries, {}
        for query in left.values():
            query.take(None)
