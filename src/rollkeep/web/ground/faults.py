"""Whatever goes wrong, as one kind of page and one shape of JSON."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rollkeep.errors import (
    CodecError,
    Conflict,
    Full,
    Gone,
    IllegalMove,
    LogError,
    NoSuchTable,
    NotSeated,
    RollKeepError,
    TooMuch,
    UsageError,
)
from rollkeep.web.ground.page import page

STATUS: dict[type[RollKeepError], int] = {
    NoSuchTable: 404,
    Gone: 410,
    NotSeated: 403,
    IllegalMove: 409,
    Conflict: 409,
    TooMuch: 413,
    Full: 507,
    LogError: 500,
    CodecError: 422,
    RollKeepError: 422,
}
"""The status of each error; one that is not listed has that of its parent."""


def status_of(error: RollKeepError) -> int:
    """The HTTP status of an error."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def wants_json(request: Request) -> bool:
    """Whether a program asks, not a browser."""
    accepted = request.headers.get("accept", "")
    sent = request.headers.get("content-type", "")
    return "text/html" not in accepted and ("application/json" in accepted or sent.startswith("application/json"))


async def on_fault(request: Request, error: Exception) -> Response:
    """An error of ours."""
    assert isinstance(error, RollKeepError)
    status = status_of(error)
    if wants_json(request):
        return JSONResponse({"error": error.told()}, status)
    return page(request, "fault.html", status, error=error, status=status)


async def on_http(request: Request, error: Exception) -> Response:
    """An address that is not there, or a method that it does not take."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await on_fault(request, NoSuchTable())
    message, hint = f"This address does not take {request.method}.", "The pages say what can be sent where."
    told = UsageError(message, code="web.method", hint=hint)
    if wants_json(request):
        return JSONResponse({"error": told.told()}, error.status_code, headers=error.headers)
    return page(request, "fault.html", error.status_code, error=told, status=error.status_code)
