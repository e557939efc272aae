"""Opening a table, and sitting down at one."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import NoSuchTable, RollKeepError, UsageError
from rollkeep.hosts import GAMES, presets
from rollkeep.table.room import Room
from rollkeep.table.seating import MAX_NAME, may_take
from rollkeep.table.sqlite import PLAYERS
from rollkeep.text import unfit
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import Form, address_of, check_origin, form, hall_of, seated_as
from rollkeep.web.pages.layout import fresh_id

BOOK = "by the book"


async def open_table(request: Request) -> Response:
    """A new table: its game master gets a seat."""
    check_origin(request, seated=False)
    said = await form(request)
    try:
        name, game, preset = _opening(said)
        tab, token = await hall_of(request).open(name, game, presets(game)[preset])
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return page(request, "home.html", status_of(fault), fault=fault, typed=said, presets=tuple(presets("4e")))
    return _seated(request, tab, token, "gm")


def _opening(said: Form) -> tuple[str, str, str]:
    name, game = said.text("name"), said.text("game") or "4e"
    preset = said.text("rulings") or BOOK
    if game != "4e" and preset in presets("4e"):  # the choice is of the other game, and stands on the same page
        preset = BOOK
    if fault := unfit(name, MAX_NAME) if name else "is missing":
        raise UsageError(f"The table's name {fault}.", code="usage.text", hint=f"Write 1 to {MAX_NAME} characters.")
    if game not in GAMES:
        raise UsageError("That game is not played here.", hint=f"Choose one of {', '.join(GAMES)}.")
    if preset not in presets(game):
        raise UsageError(
            "There are no such rulings.", code="usage.ruling", hint=f"Such as {next(iter(presets(game)))}."
        )
    return name, game, preset


async def look(request: Request) -> Response:
    """A link that was opened: nothing happens yet, since chats look at links too."""
    link = await hall_of(request).ask(hall_of(request).store.link, request.path_params["token"])
    room = await hall_of(request).room(link.tab)
    return page(request, "join.html", **_joining(room, link.seat))


def _joining(room: Room, seat: str, **more: Any) -> dict[str, Any]:
    table = room.table
    return {
        "table": room.kept,
        "seat": seat,
        "free": [who for who in table.cast if may_take(table, who)],
        "locked": table.locked,
        "fault": None,
        "typed": {},
        "fresh": fresh_id,
    } | more


async def join(request: Request) -> Response:
    """Sits down: on a new seat with the players' link, or on the seat that the link is for."""
    check_origin(request, seated=False)
    hall, token = hall_of(request), request.path_params["token"]
    link = await hall.ask(hall.store.link, token)
    room = await hall.room(link.tab)
    if link.seat != PLAYERS:
        await hall.seat(link.tab, token)
        return _seated(request, link.tab, token, link.seat)
    said = await form(request)
    name, role = said.text("name"), "watcher" if said.get("role") == "watcher" else "player"
    holds = frozenset(said.every("character")) - {""} if role == "player" else frozenset[str]()
    try:
        if not name:
            raise UsageError("The name is missing.", code="usage.text", hint="Write how you are called.")
        command = f"join-{said.text('id') or secrets.token_hex(12)}"
        fresh = await hall.join(room, command, name, role, holds)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return page(request, "join.html", status_of(fault), **_joining(room, link.seat, fault=fault, typed=said))
    return _seated(request, link.tab, fresh, name)


def _seated(request: Request, tab: str, token: str, seat: str) -> Response:
    address = f"/t/{tab}"
    if wants_json(request):
        links = {"table": tab, "seat": seat, "token": token, "address": address_of(request) + address}
        response: Response = JSONResponse(links, 201)
    else:
        response = RedirectResponse(address, 303)
    seated_as(request, response, tab, token)
    return response


async def not_here(request: Request) -> Response:
    """What is no address of a table."""
    raise NoSuchTable


ROUTES = [
    Route("/tables", open_table, methods=["POST"]),
    Route("/j/{token}", look, methods=["GET"]),
    Route("/j/{token}", join, methods=["POST"]),
]
