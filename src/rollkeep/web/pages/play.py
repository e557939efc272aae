"""A table's addresses: the page, the commands, the stream of what happens, the log."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from rollkeep.errors import CodecError, RollKeepError, UsageError
from rollkeep.machine.codec import plain
from rollkeep.machine.secret import redact
from rollkeep.table.entry import KINDS, REQUESTS
from rollkeep.table.entry import Request as Wish
from rollkeep.table.room import Done
from rollkeep.web.forms import fifth_orders, fourth_orders, judging
from rollkeep.web.forms.orders import ORDERS as TABLE
from rollkeep.web.forms.refusals import worded
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import fragment, page
from rollkeep.web.ground.seats import MAX_COMMAND, Form, View, address_of, body, check_origin, form, hall_of, viewing
from rollkeep.web.pages import layout
from rollkeep.web.pages.compose import ROLLS, composing, saved_of

ID = "id"
ORDERS = {**TABLE, **fourth_orders.ORDERS, **fifth_orders.ORDERS, **judging.ORDERS}
"""What a form can ask for, by its field ``what``."""


async def table(request: Request) -> Response:
    """The page of a table."""
    view = await viewing(request)
    if wants_json(request):
        return JSONResponse(layout.as_json(view))
    word = request.query_params.get("q", "")[:100]
    return page(request, "table.html", **layout.context(view, word=word), saved=await saved_of(request, view))


async def watch(request: Request) -> Response:
    """The table without controls, large and dark, as a spectator sees it: for a screen that all look at."""
    view = (await viewing(request))._replace(seat="")
    return page(request, "watch.html", **layout.context(view, watching=True))


async def log(request: Request) -> Response:
    """Older cards; for programs the entries after one."""
    view = await viewing(request)
    if wants_json(request):
        after = _number(request, "after")
        told = [plain(redact(entry, view.names)) for entry in view.room.entries[after : after + 1_000]]
        return JSONResponse({"entries": told, "head": view.room.head, "seq": view.table.seq})
    return page(request, "older.html", **layout.context(view, before=_number(request, "before") or view.table.seq + 1))


async def menu(request: Request) -> Response:
    """What this seat may do."""
    view = await viewing(request)
    if wants_json(request):
        return JSONResponse(layout.menu_as_json(view))
    return page(request, "table.html", **layout.context(view), saved=await saved_of(request, view))


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


# --- commands ---------------------------------------------------------------------------------------------------


async def do(request: Request) -> Response:
    """One command: requests of a program, or the form of a page."""
    view = await viewing(request)
    check_origin(request)
    if request.headers.get("content-type", "").startswith("application/json"):
        command, digest, wishes = _command(await body(request, MAX_COMMAND), request)
        return _done(view, await hall_of(request).do(view.room, view.seat, command, digest, wishes))
    said = await form(request)
    try:
        done = await order(request, view, said)
    except RollKeepError as fault:
        return await refused(request, view, said, fault)
    if wants_json(request):
        return _done(view, done)
    run = max((entry.run for entry in done.entries), default=0)
    return RedirectResponse(f"/t/{view.room.kept.id}#r{run}" if run else f"/t/{view.room.kept.id}", 303)


async def order(request: Request, view: View, said: Form) -> Done:
    """Does what a form asks for.

    Raises: RollKeepError
    """
    command = said.text(ID) or secrets.token_hex(16)
    digest = hashlib.sha256(json.dumps([pair for pair in said.pairs if pair[0] != ID]).encode()).hexdigest()
    hall = hall_of(request)
    if did := await hall.ask(view.room.did, hall.store, view.seat, command, digest):
        return did
    make = ORDERS.get(said.get("what", ""))
    if make is None:
        raise UsageError("This form asks for nothing that is known.", code="web.form", hint="Load the page again.")
    return await hall.do(view.room, view.seat, command, digest, make(view, said))


async def refused(request: Request, view: View, said: Form, fault: RollKeepError) -> Response:
    """The page again, with the refusal where it was made and with what was typed."""
    fault, status = worded(view, fault), status_of(fault)
    if wants_json(request):
        moves = said.get("what") in ("move", "plead", "waive")
        doors = {"plead": moves and view.role == "player", "waive": moves and view.is_gm}
        return JSONResponse({"error": fault.told() | doors}, status)
    if said.get("what") in ROLLS:
        return await composing(request, view, said, fault)
    saved = await saved_of(request, view)
    return page(request, "table.html", status, **layout.context(view, said=said, fault=fault), saved=saved)


def _command(raw: bytes, request: Request) -> tuple[str, str, Sequence[Wish]]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise CodecError("This is no JSON that can be read.", hint='Send {"id": …, "requests": […]}.') from None
    if not isinstance(data, dict) or not isinstance(data.get(ID), str) or not isinstance(data.get("requests"), list):
        raise CodecError("A command is an id and a list of requests.", hint='Send {"id": …, "requests": […]}.')
    codec = hall_of(request).world.codec
    wishes = [codec.read(each) for each in data["requests"]]
    if not wishes or not all(type(wish) in REQUESTS for wish in wishes):
        kinds = ", ".join(kind.__name__ for kind in KINDS if kind in REQUESTS)
        raise CodecError("These are no requests.", hint=f"A request is one of {kinds}.")
    digest = hashlib.sha256(json.dumps(data["requests"], sort_keys=True).encode()).hexdigest()
    return data[ID], digest, wishes


def _done(view: View, done: Done) -> Response:
    told = [plain(redact(entry, view.names)) for entry in done.entries]
    return JSONResponse({"entries": told, "head": done.head})


# --- the stream -------------------------------------------------------------------------------------------------


async def stream(request: Request) -> Response:
    """Everything that happens, as it happens, from an entry on."""
    view = await viewing(request)
    if request.headers.get("origin") not in (None, address_of(request)):
        check_origin(request)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 12 else _number(request, "after")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    told = _entries if wants_json(request) else _fragments
    return StreamingResponse(
        _events(request, view, after, told), media_type="text/event-stream; charset=utf-8", headers=headers
    )


async def _events(request: Request, seated: View, after: int, told: Any) -> AsyncIterator[str]:
    view = seated._replace(seat="") if "watch" in request.query_params else seated
    hall = hall_of(request)
    news, renewals = hall.news(view.room), hall.renewals(view.room, seated.seat)
    yield ": here\n\n"
    async for is_news in news:
        if not still_seated(seated) or hall.renewals(view.room, seated.seat) != renewals:
            yield "event: gone\ndata: \n\n"
            return
        if not is_news:
            yield "event: ping\ndata: \n\n"
        elif (now := view.table.seq) > after:
            yield told(view, after, now)
            after = now  # more may have come while this was sent
            await asyncio.sleep(0)
    if hall.is_gone(view.room):
        yield "event: gone\ndata: \n\n"


def still_seated(view: View) -> bool:
    """Whether the seat is still one."""
    seated = view.table.seats.get(view.seat)
    return seated is not None and seated.role != "gone"


def _entries(view: View, after: int, now: int) -> str:
    entries = [plain(redact(entry, view.names)) for entry in view.room.entries[after:now]]
    data = json.dumps({"entries": entries, "head": view.room.heads[now]}, ensure_ascii=False, separators=(",", ":"))
    return f"id: {now}\ndata: {data}\n\n"


def _fragments(view: View, after: int, now: int) -> str:
    html = fragment("news.html", **layout.news(view, after))
    lines = "".join(f"data: {line}\n" for line in html.splitlines() if line.strip())
    return f"id: {now}\n{lines}\n"


ROUTES = [
    Route("/t/{tab}", table),
    Route("/t/{tab}/do", do, methods=["POST"]),
    Route("/t/{tab}/stream", stream),
    Route("/t/{tab}/log", log),
    Route("/t/{tab}/menu", menu),
    Route("/t/{tab}/watch", watch),
]
