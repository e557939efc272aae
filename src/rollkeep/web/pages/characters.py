"""Characters come to a table, are looked at, and are written on."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import Conflict, NoSuchTable, NotSeated, RollKeepError, UsageError
from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fifth.sheet import DERIVED, RINGS
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.machine.codec import plain
from rollkeep.machine.machine import Who
from rollkeep.machine.secret import Secret, redact
from rollkeep.table.entry import Enter, Joined
from rollkeep.table.entry import Request as Wish
from rollkeep.table.room import Done
from rollkeep.table.seating import SHEETS, TRACKS
from rollkeep.web.forms.orders import ORDERS
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page, part
from rollkeep.web.ground.people import people
from rollkeep.web.ground.seats import MAX_IMPORT, Form, View, check_origin, form, hall_of, viewing
from rollkeep.web.pages import bring
from rollkeep.web.pages.layout import fresh_id
from rollkeep.web.pages.links import command_of, digest_of
from rollkeep.web.pages.sheet_text import rewritten, text_of, with_numbers
from rollkeep.web.pages.sheet_view import sheet_of

_TYPED = 262_144
"""How much of what was typed comes back with a fault."""


# --- coming ------------------------------------------------------------------------------------------------------


async def adding(request: Request) -> Response:
    """The page with which characters are brought."""
    return _adding(request, _comer(await viewing(request)))


async def add(request: Request) -> Response:
    """Brings characters; what was not read of another tool's file is told."""
    view = _comer(await viewing(request))
    check_origin(request)
    said = await form(request, MAX_IMPORT)
    found = bring.Bringing()
    hall, command, digest = hall_of(request), command_of(said), digest_of(said)
    try:
        done = await hall.ask(view.room.did, hall.store, view.seat, command, digest)
        if done is None:
            taken = view.table.cast if view.is_gm else ()
            found = await run_in_threadpool(bring.brought, view.room.kept.game, said, taken)
            if found.fault:
                raise found.fault
            if here := next((who for who, _ in found.people if who in view.cast), ""):
                hint = "Write on the sheet that is there, or choose another name."
                raise Conflict(f"{here} is here already.", code="table.name", hint=hint)
            requests = [_entering(view, said, *each) for each in found.people]
            done = await hall.do(view.room, view.seat, command, digest, requests)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return _adding(request, view, status_of(fault), said=_kept(said, found.text), fault=fault, notes=found.notes)
    if wants_json(request):
        return JSONResponse(_told(view, done) | {"notes": list(found.notes)})
    names = _names(done)
    if found.notes or len(names) != 1:
        return _adding(request, view, added=names, notes=found.notes)
    return RedirectResponse(address_of_sheet(view, names[0]), 303)


def _comer(view: View) -> View:
    """The view of somebody who may bring characters.

    Raises: NotSeated
    """
    if view.role == "watcher":
        raise NotSeated("Whoever watches brings nobody.", hint="Ask the game master for a player's seat.")
    return view


def _entering(view: View, said: Form, who: Who, one: Any) -> Wish:
    if not view.is_gm:
        return Enter(who, one)
    sheet, tracks = said.get("sheet", "hidden"), said.get("tracks", "words")
    if sheet not in SHEETS or tracks not in TRACKS:
        raise UsageError("That is no way to show a character.", code="web.form", hint="Load the page again.")
    return Enter(who, one, said.get("hidden") == "yes", sheet, tracks, said.get("free") == "yes")


def _kept(said: Form, text: str) -> Form:
    """What was typed, to be mended; a file as its text."""
    more = text or said.get("upload", "").strip()
    pairs = [(name, value) for name, value in said.pairs if name not in ("upload", "upload.name", "id")]
    pairs = [(name, value if len(value) <= _TYPED else "") for name, value in pairs]
    return Form([*pairs, ("text", more)] if more and len(more) <= _TYPED else pairs)


def _names(done: Done) -> list[Who]:
    """Whom a command has brought."""
    events = [event.value if isinstance(event, Secret) else event for entry in done.entries for event in entry.events]
    return [event.name for event in events if isinstance(event, Joined)]


def _adding(
    request: Request,
    view: View,
    status: int = 200,
    *,
    said: Form | None = None,
    fault: RollKeepError | None = None,
    notes: tuple[str, ...] = (),
    added: list[Who] | None = None,
) -> Response:
    context = {
        "view": view,
        "kept": view.room.kept,
        "game": view.room.kept.game,
        "people": people(view),
        "said": said or Form([]),
        "blank": Form([]),
        "fault": fault,
        "notes": notes,
        "added": added or [],
        "fresh": fresh_id,
        "traits": TRAITS,
        "rings": RINGS,
        "derived": DERIVED,
        "ready": READY,
        "most": bring.MOST_AT_ONCE,
    }
    return page(request, "characters.html", status, **context)


def _told(view: View, done: Done) -> dict[str, Any]:
    return {"entries": [plain(redact(entry, view.names)) for entry in done.entries], "head": done.head}


# --- one character ----------------------------------------------------------------------------------------------


def address_of_sheet(view: View, who: Who) -> str:
    """The address of somebody's page."""
    return f"/t/{view.room.kept.id}/who/{part(who)}"


async def who(request: Request) -> Response:
    """A character's page, with as much as this seat is shown."""
    view = await viewing(request)
    return _sheet(request, view, _known(view, request))


async def write(request: Request) -> Response:
    """Writes on a sheet: the whole text, a number more, or what others are shown."""
    view = await viewing(request)
    name = _known(view, request)
    check_origin(request)
    said = await form(request, MAX_IMPORT)
    try:
        if not _writes(view, name):
            raise NotSeated("Only who plays a character writes on the sheet.", hint="Ask the game master.")
        requests, then = await run_in_threadpool(_wishes, view, name, said)
        done = await hall_of(request).do(view.room, view.seat, command_of(said), digest_of(said), requests)
    except RollKeepError as fault:
        if wants_json(request) or isinstance(fault, NotSeated):
            raise
        return _sheet(request, view, name, status_of(fault), _kept(said, ""), fault)
    if wants_json(request):
        return JSONResponse(_told(view, done))
    return RedirectResponse(then, 303)


def _known(view: View, request: Request) -> Who:
    """The character of the address, if this seat may know of it.

    Raises: NoSuchTable
    """
    name: str = request.path_params["name"]
    if name not in view.cast:
        raise NoSuchTable
    return name


def _writes(view: View, name: Who) -> bool:
    return view.is_gm or name in view.mine


def _wishes(view: View, name: Who, said: Form) -> tuple[list[Wish], str]:
    """What a form asks for, and where to go on."""
    here, table, one = address_of_sheet(view, name), view.table, view.table.cast[name]
    what = said.get("what", "")
    if what == "sheet":
        game = view.room.kept.game
        found = bring.read_file(game, said.get("text", "").replace("\r\n", "\n"))
        if found.fault:
            raise found.fault
        return rewritten(table, name, found.people[0][1]), here
    if what == "number":
        sheet, deed = with_numbers(one, said)
        then = f"/t/{view.room.kept.id}/roll?who={part(name)}&deed={part(deed)}"
        return rewritten(table, name, sheet), then if said.get("then") == "roll" else here
    if what == "shows" and view.is_gm:
        return list(ORDERS["shows"](view, Form([*said.pairs, ("who", name)]))), here
    raise UsageError("This form asks for nothing that is known.", code="web.form", hint="Load the page again.")


def _sheet(
    request: Request,
    view: View,
    name: Who,
    status: int = 200,
    said: Form | None = None,
    fault: RollKeepError | None = None,
) -> Response:
    one = view.table.cast[name]
    someone = next(each for each in people(view) if each.name == name)
    writes = _writes(view, name)
    sheet = sheet_of(one, moves=bool(someone.tracks)) if someone.sheet else None
    if wants_json(request):
        text = {"text": text_of(one)} if writes else {}
        shown = {"name": name, "words": someone.words, "sheet": sheet.told if sheet else None}
        return JSONResponse(shown | text, status)
    context = {
        "view": view,
        "kept": view.room.kept,
        "game": view.room.kept.game,
        "name": name,
        "someone": someone._replace(one=None),
        "sheet": sheet,
        "text": text_of(one) if writes else "",
        "writes": writes,
        "rolls": view.table.acts_for(view.seat, name),
        "shows": view.table.shows_of(name),
        "said": said or Form([]),
        "fault": fault,
        "fresh": fresh_id,
        "traits": TRAITS,
        "rings": RINGS,
    }
    return page(request, "who.html", status, **context)


ROUTES = [
    Route("/t/{tab}/characters", adding, methods=["GET"]),
    Route("/t/{tab}/characters", add, methods=["POST"]),
    Route("/t/{tab}/who/{name:path}", who, methods=["GET"]),
    Route("/t/{tab}/who/{name:path}", write, methods=["POST"]),
]
