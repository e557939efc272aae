"""Each seat's own page: its link, to go on with another device."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import RollKeepError, UsageError
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import View, check_origin, form, seated_as, viewing
from rollkeep.web.pages.layout import fresh_id
from rollkeep.web.pages.links import change, drawn, link_of, tokens, told


async def seat(request: Request) -> Response:
    """The own link, to go on with another device."""
    return await _own(request, await viewing(request))


async def renew(request: Request) -> Response:
    """Renews the own link: every other device is signed out."""
    view = await viewing(request)
    check_origin(request)
    said = await form(request)
    what = "The game master's link is renewed" if view.is_gm else f"{view.seat}'s link is renewed"
    try:
        if said.get("what") != "renew":
            raise UsageError("This form asks for nothing that is known.", code="web.form", hint="Load the page again.")
        made = secrets.token_urlsafe(16)
        done = await change(request, view, said, lambda table: told(table, view.names, what), {view.seat: made})
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return await _own(request, view, status_of(fault), fault)
    token = (await tokens(request, view))[view.seat]
    if wants_json(request):
        response: Response = JSONResponse({"link": link_of(request, token), "token": token, "head": done.head})
    else:
        response = RedirectResponse(f"/t/{view.room.kept.id}/seat", 303)
    seated_as(request, response, view.room.kept.id, token)
    return response


async def _own(request: Request, view: View, status: int = 200, fault: RollKeepError | None = None) -> Response:
    link = link_of(request, (await tokens(request, view))[view.seat])
    if wants_json(request):
        return JSONResponse({"seat": view.seat, "role": view.role, "plays": list(view.mine), "link": link}, status)
    context = {"view": view, "kept": view.room.kept, "link": link, "code": drawn(link), "fault": fault}
    return page(request, "seat.html", status, **context, fresh=fresh_id)


ROUTES = [
    Route("/t/{tab}/seat", seat, methods=["GET"]),
    Route("/t/{tab}/seat", renew, methods=["POST"]),
]
