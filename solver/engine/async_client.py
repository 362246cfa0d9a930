"""The same client for asyncio: `async for` over reports, cancelling a call stops its query."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, Self

from orienteer.engine.wire import CLOSING, COMMAND, MAX_ANSWER, Lines, gone, greeting, result_of

Answer = dict[str, Any]


class AsyncQuery:
    """One query in flight. Iterating yields the partial results that come before the last one."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self.id = name
        self._client = client
        self._answers: asyncio.Queue[Answer | None] = asyncio.Queue()
        self._last: Answer | None = None

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        while self._last is None:
            answer = await self._next()
            if answer["type"] == "report":
                yield answer["result"]

    async def stop(self) -> None:
        """Ask for the result now."""
        await self._client.stop(self)

    async def result(self) -> dict[str, Any]:
        """Wait for the result; reports that were not read are passed over. Raises EngineError as the engine answers."""
        while self._last is None:
            await self._next()
        return result_of(self._last)

    async def _next(self) -> Answer:
        answer = await self._answers.get()
        if answer is None:
            self._answers.put_nowait(None)
            raise gone()
        if answer["type"] != "report":
            self._last = answer
        return answer

    def take(self, answer: Answer | None) -> None:
        """For the client's reader: an answer, or None when there will be no more."""
        self._answers.put_nowait(answer)


class AsyncClient:
    """Starts an engine in `async with`, or by `open`, and ends it by `close`. Arguments and errors are those of `Client`."""

    def __init__(self, *options: str, command: Sequence[str] = COMMAND) -> None:
        self.hello: dict[str, Any] = {}
        self._command = (*command, *options)
        self._lines = Lines()
        self._queries: dict[str, AsyncQuery] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        """Start the process and wait for its greeting."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MAX_ANSWER
        )
        assert self._process.stdout is not None
        try:
            self.hello = greeting(await self._process.stdout.readline())
        except BaseException:
            await self.close()
            raise
        self._reader = asyncio.create_task(self._read(self._process.stdout))
        return self

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def start(self, do: str, **fields: Any) -> AsyncQuery:
        """Send a query: what to do and its fields (docs/engine.md). Raises EngineError where the engine has ended."""
        if self._process is None or self._process.stdin is None or self._process.returncode is not None:
            raise gone()
        name, line = self._lines.query(do, fields)
        query = self._queries[name] = AsyncQuery(self, name)
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except OSError:
            self._queries.pop(name, None)
            raise gone() from None
        return query

    async def ask(self, do: str, *, timeout: float | None = None, **fields: Any) -> dict[str, Any]:
        """Send a query and wait for its result. Raises EngineError as the engine answers, TimeoutError after `timeout`
        seconds; after that, or when the call is cancelled, the query is stopped."""
        query = await self.start(do, **fields)
        try:
            async with asyncio.timeout(timeout):
                return await query.result()
        except (TimeoutError, asyncio.CancelledError):
            await query.stop()
            raise

    async def stop(self, query: AsyncQuery | None = None) -> None:
        """Stop one query, or all; each then has its result, or raises EngineError of kind "stopped"."""
        await self.start("stop", target=None if query is None else query.id)

    async def ready(self) -> dict[str, Any]:
        """What the engine has to do; returns as soon as it listens."""
        return await self.ask("ready")

    async def close(self) -> None:
        """Stop everything and end the process."""
        process = self._process
        if process is None:
            return
        with suppress(Exception):
            await self.start("quit")
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(CLOSING):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader

    async def _read(self, output: asyncio.StreamReader) -> None:
        while line := await output.readline():
            answer = json.loads(line)
            name = answer["id"]
            query = self._queries.get(name) if answer["type"] == "report" else self._queries.pop(name, None)
            if query is not None:
                query.take(answer)
        left, self._queries = self._queries, {}
        for query in left.values():
            query.take(None)
