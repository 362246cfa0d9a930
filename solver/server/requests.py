"""What guards the server's door: bodies read within bounds, errors with a status, headers on every answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orienteer.core.errors import OptionError
from orienteer.engine.protocol import error_words
from orienteer.server.settings import Settings

# Nothing is fetched from elsewhere, and no script stands in the page itself.
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refused(Exception):
    """An answer that is an error, with its HTTP status."""

    def __init__(self, status: int, error: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        super().__init__(error["message"])
        self.status = status
        self.error = dict(error)
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return json_response({"error": self.error}, self.status, self.headers)


def refusal(status: int, field: str, value: object, allowed: str, **headers: str) -> Refused:
    """For what is wrong with the request itself."""
    return Refused(status, error_words(OptionError(field, value, allowed)), headers)


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """ASCII only, so that half a surrogate pair in a name does no harm."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return Response(text, status, headers=dict(headers or {}), media_type="application/json")


async def read_body(request: Request, settings: Settings) -> bytes:
    """The body of a JSON request. Raises Refused as soon as it is too long, too slow or of another type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # which a page of another origin cannot send without being allowed to
        raise refusal(415, "content-type", kind, "application/json")
    most = settings.body_bytes
    too_long = refusal(413, "body", f"more than {most} bytes", f"at most {most} bytes", Connection="close")
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > most:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise too_long
    except TimeoutError:
        late = f"not there after {settings.body_seconds:g} seconds"
        raise refusal(408, "body", late, f"within {settings.body_seconds:g} seconds", Connection="close") from None
    return bytes(body)


class Headers:
    """Adds HEADERS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)
