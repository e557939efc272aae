"""Verifying an exported log: whether it is whole, and what is still sealed."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rollkeep.errors import RollKeepError, TooMuch, UsageError
from rollkeep.hosts import of_both
from rollkeep.table.verify import Verified, verify
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import MAX_VERIFY, Form, body, check_origin, form

_AROUND = 65_536
"""Bytes that a form needs beside the log."""

_KEPT = 262_144
"""The longest pasted text that stands in the form again."""

_ONE = ThreadPoolExecutor(1, "verify")  # one after another, so that the tables go on meanwhile


async def blank(request: Request) -> Response:
    """The form."""
    return _page(request, 200, {"head": request.query_params.get("head", "")[:100]})


async def check(request: Request) -> Response:
    """What a log proves: a form with a file or a text, or of a program the log itself."""
    check_origin(request, seated=False)
    typed = Form([("head", request.query_params.get("head", ""))])
    try:
        kind = request.headers.get("content-type", "")
        if kind.startswith(("multipart/form-data", "application/x-www-form-urlencoded")):
            typed = await form(request, MAX_VERIFY + _AROUND)
            raw = (typed.get("file") or typed.get("log", "")).encode(errors="replace")
        else:
            raw = await body(request, MAX_VERIFY)
        if len(raw) > MAX_VERIFY:
            raise TooMuch(f"More than {MAX_VERIFY:,} bytes are not taken here.", hint="rollkeep verify FILE takes it.")
        if not raw.strip():
            raise UsageError("There is no log to verify.", code="usage.needs", hint="Choose a file, or paste the log.")
        codec = of_both().codec
        found = await asyncio.get_running_loop().run_in_executor(_ONE, verify, raw, codec, typed.get("head", ""))
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return _page(request, status_of(fault), typed, fault=fault)
    if wants_json(request):
        return JSONResponse(as_json(found))
    return _page(request, 200, typed, found=found)


def as_json(found: Verified) -> dict[str, Any]:
    """What came of it, for programs."""
    return found._asdict() | {"kept": found.kept or None, "fault": found.fault or None}


def _page(
    request: Request,
    status: int,
    typed: dict[str, str],
    found: Verified | None = None,
    fault: RollKeepError | None = None,
) -> Response:
    log = typed.get("log", "")
    return page(
        request,
        "verify.html",
        status,
        head=typed.get("head", ""),
        log=log if len(log) <= _KEPT else "",
        name=typed.get("file.name", ""),
        found=found,
        fault=fault,
        at_head=fault is not None and fault.code == "usage.number",
    )


ROUTES = [
    Route("/verify", blank, methods=["GET"]),
    Route("/verify", check, methods=["POST"]),
]
