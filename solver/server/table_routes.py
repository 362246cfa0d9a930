"""Tables over HTTP: open one, look, move, let the others play, take the record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from orienteer.core.errors import OrienteerError
from orienteer.engine.desk import BusyError
from orienteer.engine.protocol import error_words
from orienteer.positions.text import read_json
from orienteer.positions.wording import parsed
from orienteer.server.requests import Refused, json_response, read_body, refusal
from orienteer.server.service import RETRY_AFTER, Service
from orienteer.server.tables import Advance, BusyTablesError, NewTable, NoTableError, Table, TableMove, Tables

Model = TypeVar("Model", bound=BaseModel)
Answer = TypeVar("Answer")


def routes(service: Service) -> APIRouter:
    """The tables of one server. What makes levels think waits its turn at the service's desk."""
    tables = Tables(service.settings.tables, service.settings.table_idle_seconds)
    router = APIRouter(prefix="/api/tables", tags=["tables"])

    @router.post("", summary="Open a table: a game, its rules, and who sits where; one seat is the person's.")
    async def open_table(request: Request) -> Response:
        asked = await _body(request, service, NewTable)
        table = await _at_desk(service, lambda: tables.open(asked))
        return json_response(table.view(), 201)

    @router.get("/{table}", summary="What the person's seat sees, with the events from `since` on.")
    async def look(table: str, since: Annotated[int, Query(ge=0)] = 0) -> Response:
        return json_response(await asyncio.to_thread(_found(tables, table).view, since))

    @router.post("/{table}/moves", summary="Play the person's move.")
    async def move(table: str, request: Request) -> Response:
        played = await _body(request, service, TableMove)
        found = _found(tables, table)
        return json_response(await _at_desk(service, lambda: found.move(played)))

    @router.post("/{table}/advance", summary="Let the levels play up to the next choice that can be noticed.")
    async def advance(table: str, request: Request) -> Response:
        asked = await _body(request, service, Advance)
        found = _found(tables, table)
        return json_response(await _at_desk(service, lambda: found.advance(asked)))

    @router.get("/{table}/record", summary="The record of the person's seat.")
    async def record(table: str) -> Response:
        return json_response(await asyncio.to_thread(_found(tables, table).record))

    return router


def _found(tables: Tables, name: str) -> Table:
    try:
        return tables.find(name)
    except NoTableError as missing:
        raise refusal(404, "table", name, str(missing)) from None


async def _body(request: Request, service: Service, model: type[Model]) -> Model:
    body = await read_body(request, service.settings)
    try:
        return parsed(model, read_json(body, "body"), "body")
    except OrienteerError as error:
        raise Refused(422, error_words(error)) from None


async def _at_desk(service: Service, work: Callable[[], Answer]) -> Answer:
    """What `work` returns, in a thread of the desk. Raises Refused for errors of the caller's and when there is no room."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Answer] = loop.create_future()

    def deliver(answer: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(answer)
        else:
            done.set_exception(error)

    def job() -> None:
        answer, problem = None, None
        try:
            answer = work()
        except Exception as error:
            problem = error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(deliver, answer, problem)

    try:
        service.desk.submit(job)
        return await done
    except (BusyError, BusyTablesError) as busy:
        raise Refused(503, error_words(busy), {"Retry-After": RETRY_AFTER}) from None
    except OrienteerError as error:
        raise Refused(422, error_words(error)) from None
    finally:
        service.desk.withdraw(job)
