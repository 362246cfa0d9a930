"""The application: questions by POST, streams by WebSocket, tables to play at, the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.staticfiles import StaticFiles

import orienteer
from orienteer.core.errors import OrienteerError
from orienteer.engine.protocol import QUESTIONS, error_words, read_question
from orienteer.engine.wire import PROTOCOL
from orienteer.positions.text import read_json
from orienteer.server import shipped, table_routes
from orienteer.server.requests import Headers, Refused, read_body
from orienteer.server.service import Service
from orienteer.server.settings import Settings
from orienteer.server.stream import serve_stream
from orienteer.vocabulary import WORDS

STATIC = Path(__file__).with_name("static")
REFERENCE = "#/components/schemas/{model}"
ERROR_SCHEMA = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["kind", "message", "field", "value", "allowed"],
            "properties": {
                "kind": {"enum": ["refused", "too-large", "busy", "stopped", "internal"]},
                "message": {"type": "string"},
                "field": {"type": ["string", "null"]},
                "value": {"type": ["string", "null"]},
                "allowed": {"type": ["string", "null"]},
            },
        }
    },
}
PROBLEMS = {
    400: "the Host header names another server",
    408: "the body took too long to come",
    413: "the body is too large",
    415: "the body is no JSON",
    422: "the question has to change; the error names the field",
    503: "too much to do; ask again after Retry-After seconds",
    504: "the time was up before there was an answer",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application of one server. `app.state.service` is its desk."""
    settings = Settings() if settings is None else settings
    service = Service(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        service.desk.close()

    app = FastAPI(
        title="Orienteer",
        version=orienteer.__version__,
        summary="Best moves, exact odds and game trees for board games of expedition and nerve.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # they would fetch scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=settings.allowed_hosts, www_redirect=False)
    app.add_middleware(Headers)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _no_such_page)
    for do, fields in QUESTIONS.items():
        _add_question(app, service, do, fields.__name__, (fields.__doc__ or "").strip())

    @app.get("/api/health", summary="Whether the server is up, and what it has to do.")
    async def health() -> dict[str, Any]:
        running, waiting = service.desk.load
        return {
            "version": orienteer.__version__,
            "protocol": PROTOCOL,
            "running": running,
            "waiting": waiting,
            "streams": service.streams,
        }

    @app.websocket("/api/stream")
    async def stream(socket: WebSocket) -> None:
        await serve_stream(socket, service)

    app.include_router(table_routes.routes(service))
    app.include_router(shipped.routes())
    if STATIC.is_dir():
        app.mount("/words", StaticFiles(directory=WORDS))
        app.mount("/", StaticFiles(directory=STATIC, html=True))
    _describe(app)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return error.response()


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = error_words(OrienteerError(f"{request.method} {request.url.path[:200]}: {error.detail}"))
    return Refused(error.status_code, words, error.headers).response()


def _add_question(app: FastAPI, service: Service, do: str, model: str, about: str) -> None:
    async def ask(request: Request) -> Response:
        body = await read_body(request, service.settings)
        try:
            question = await asyncio.to_thread(lambda: read_question(do, read_json(body, "body")))
        except OrienteerError as error:
            raise Refused(422, error_words(error)) from None
        return await _unless_gone(request, service.ask(do, question))

    app.add_api_route(
        f"/api/{do}",
        ask,
        methods=["POST"],
        name=do,
        summary=about.splitlines()[0],
        response_class=Response,
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": REFERENCE.format(model=model)}}},
            },
            "responses": {
                "200": {"description": "The result.", "content": {"application/json": {"schema": {"type": "object"}}}},
                **{
                    str(status): {
                        "description": about,
                        "content": {"application/json": {"schema": {"$ref": REFERENCE.format(model="Error")}}},
                    }
                    for status, about in PROBLEMS.items()
                },
            },
        },
    )


async def _unless_gone(request: Request, work: Any) -> Response:
    """The result of `work`, which is cancelled when the client goes away."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request.receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            return Response(status_code=499)  # nobody reads it
        return Response(working.result(), media_type="application/json")
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _describe(app: FastAPI) -> None:
    """OpenAPI with the questions' models, which are read by hand so that bounds come first."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            models: Any = [(fields, "validation") for fields in QUESTIONS.values()]
            _, definitions = models_json_schema(models, ref_template=REFERENCE)
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            schemas.update(definitions.get("$defs", {}))
            schemas["Error"] = ERROR_SCHEMA
        return plain()

    app.openapi = openapi  # type: ignore[method-assign]
