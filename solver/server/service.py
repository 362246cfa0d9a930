"""Questions of an event loop answered by threads: bounded, timed, and dropped when nobody waits any more."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from orienteer.engine.desk import BusyError, Desk
from orienteer.engine.protocol import Question, error_words
from orienteer.engine.task import Task
from orienteer.expectimax.errors import Stopped
from orienteer.server.requests import Refused
from orienteer.server.settings import Settings

STATUS = {"refused": 422, "too-large": 422, "busy": 503, "stopped": 504, "internal": 500}
RETRY_AFTER = "2"  # seconds


class Service:
    """The desk that all requests and streams of one server share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.desk = Desk(settings.searches, settings.queue)
        self.streams = 0

    async def ask(self, do: str, question: Question) -> bytes:
        """The result as JSON. Raises Refused, with the status, for anything else; a cancelled call stops its work."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[tuple[str, bytes, dict[str, Any]]] = loop.create_future()

        def deliver(kind: str, body: bytes, error: dict[str, Any]) -> None:
            if not answered.done():
                answered.set_result((kind, body, error))

        def send(answer: dict[str, Any]) -> None:
            """In the worker's thread, where a long answer may take its time to be written."""
            kind = answer["type"]
            body = json.dumps(answer["result"], allow_nan=False, separators=(",", ":")).encode() if kind == "result" else b""
            error = answer.get("error") or error_words(Stopped(answer.get("message", "")))
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(deliver, kind, body, error)

        task = Task(do, question, self.settings.caps, send)
        try:
            self.desk.submit(task)
        except BusyError as busy:
            raise Refused(503, error_words(busy), {"Retry-After": RETRY_AFTER}) from None
        try:
            async with asyncio.timeout((self.settings.caps.time_of(do) or 3600) + self.settings.patience):
                kind, body, error = await answered
        except TimeoutError:
            busy_words = error_words(BusyError("no answer in time: the server has too much to do"))
            raise Refused(503, busy_words, {"Retry-After": RETRY_AFTER}) from None
        finally:
            task.stop()
            self.desk.withdraw(task)
        if kind != "result":
            raise Refused(STATUS[error["kind"]], error)
        return body
