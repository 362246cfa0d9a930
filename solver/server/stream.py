"""The engine's protocol over one WebSocket: a query a message, answers as they come."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from orienteer.core.errors import PositionError
from orienteer.engine.session import Session
from orienteer.server.service import Service

OTHER_ORIGIN, TOO_MANY = 4403, 4429  # codes of closing, in the range that is free for applications
UNREAD = 64  # answers that a client may leave unread before no more of its queries are taken


async def serve_stream(socket: WebSocket, service: Service) -> None:
    """One connection from its handshake to its end; what it left in work is stopped then."""
    if not _same_origin(socket):
        await socket.close(OTHER_ORIGIN, "pages of other origins may not ask")
        return
    if service.streams >= service.settings.streams:
        await socket.close(TOO_MANY, f"{service.streams} streams, allowed: {service.settings.streams}")
        return
    await socket.accept()
    service.streams += 1
    outbox = Outbox()
    session = Session(service.desk, service.settings.caps, outbox.post, service.settings.in_flight)
    sending = asyncio.create_task(_send(socket, outbox))
    receiving = asyncio.create_task(_receive(socket, session, outbox, service.settings.body_bytes))
    try:
        outbox.post(session.hello())
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if receiving.done():  # the client said that it ends
            await outbox.empty()
    finally:
        session.stop()
        sending.cancel()
        receiving.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        service.streams -= 1
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


class Outbox:
    """Answers to be sent, posted from any thread. A report that was not sent yet gives way to the next one of its query."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._answers: dict[Any, str] = {}
        self._posted = 0
        self._changed = asyncio.Event()

    def post(self, answer: dict[str, Any]) -> None:
        text = json.dumps(answer, allow_nan=False, separators=(",", ":"))
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._put, answer["id"] if answer["type"] == "report" else None, text)

    def _put(self, report: str | None, text: str) -> None:
        self._posted += 1
        self._answers[self._posted if report is None else report] = text
        self._changed.set()

    def __len__(self) -> int:
        return len(self._answers)

    async def take(self) -> str:
        """The oldest answer, once there is one."""
        while not self._answers:
            self._changed.clear()
            await self._changed.wait()
        return self._answers.pop(next(iter(self._answers)))

    async def empty(self) -> None:
        """Wait until everything was taken, a second at most."""
        for _ in range(100):
            if not self._answers:
                return
            await asyncio.sleep(0.01)


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    while True:
        await socket.send_text(await outbox.take())


async def _receive(socket: WebSocket, session: Session, outbox: Outbox, most: int) -> None:
    while True:
        while len(outbox) > UNREAD:
            await asyncio.sleep(0.05)
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        text = message.get("bytes") or b"" if text is None else text
        if len(text) > most:
            session.refuse_text(PositionError(f"query: more than {most} bytes, allowed: at most {most}"))
        elif not await asyncio.to_thread(session.handle, text):
            return


def _same_origin(socket: WebSocket) -> bool:
    """Browsers say which page asks; programs say nothing."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()
