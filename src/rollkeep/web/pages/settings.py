"""What a game master sets at a table: links, seats, who plays whom, the lock; and the end of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import Conflict, NotSeated, RollKeepError, UsageError
from rollkeep.hosts import GAMES
from rollkeep.machine.codec import plain
from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import Readers, redact
from rollkeep.table.draft import STALE
from rollkeep.table.entry import Request as Wish
from rollkeep.table.entry import Seated, Sit
from rollkeep.table.room import Done
from rollkeep.table.sqlite import PLAYERS
from rollkeep.table.table import Table
from rollkeep.web.forms.orders import ORDERS
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import Form, View, check_origin, form, hall_of, seated_as, viewing
from rollkeep.web.pages import agreed, own
from rollkeep.web.pages.agreed import preset
from rollkeep.web.pages.layout import fresh_id
from rollkeep.web.pages.links import change, drawn, link_of, tokens, told

GONE = "gone"
Make = Callable[[Table], Sequence[Wish]]


class Plan(NamedTuple):
    """What a form of the settings comes to: requests, new tokens, the seat whose link is shown, and where to go on."""

    make: Make
    renewing: Mapping[str, str | None] = {}
    link: str | None = None
    at: str = ""


def _master(view: View) -> View:
    """The game master's view.

    Raises: NotSeated
    """
    if not view.is_gm:
        raise NotSeated("The settings are the game master's.", hint="Ask the game master, or look at the rulings.")
    return view


# --- settings ---------------------------------------------------------------------------------------------------


async def settings(request: Request) -> Response:
    """The page of the settings."""
    return await _settings(request, _master(await viewing(request)))


async def setting(request: Request) -> Response:
    """Changes one of them."""
    view = _master(await viewing(request))
    check_origin(request)
    said = await form(request)
    if said.get("what") == "delete":
        return await _delete(request, view, said)
    try:
        plan = _plan(view, said)
        done = await change(request, view, said, plan.make, plan.renewing)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return await _settings(request, view, status_of(fault), said=said, fault=fault)
    return await _answer(request, view, done, plan)


async def _answer(request: Request, view: View, done: Done, plan: Plan) -> Response:
    """The answer to a change; with it comes the new cookie, where the own link was renewed."""
    mine = plan.link == view.seat and plan.link is not None
    token = (await tokens(request, view)).get(plan.link, "") if plan.link is not None else ""
    if wants_json(request):
        told_ = {"entries": [plain(redact(entry, view.names)) for entry in done.entries], "head": done.head}
        link = {"seat": plan.link, "link": link_of(request, token), "token": token} if plan.link is not None else {}
        response: Response = JSONResponse(told_ | link)
    elif plan.link not in (None, PLAYERS, view.seat):
        response = await _settings(request, view, link=plan.link)
    else:
        response = RedirectResponse(f"/t/{view.room.kept.id}/settings#{plan.at}", 303)
    if mine and view.seat in plan.renewing:
        seated_as(request, response, view.room.kept.id, token)
    return response


async def _settings(
    request: Request,
    view: View,
    status: int = 200,
    *,
    said: Form | None = None,
    fault: RollKeepError | None = None,
    link: str | None = None,
) -> Response:
    table = view.table
    token = await tokens(request, view)
    secret, players = link_of(request, token[view.seat]), link_of(request, token.get(PLAYERS, ""))
    shown = link_of(request, token[link]) if link and link in token else ""
    everybody = sorted(table.seats.values(), key=lambda each: (each.role == GONE, each.seat.casefold()))
    context = {
        "view": view,
        "kept": view.room.kept,
        "game": GAMES[view.room.kept.game],
        "own": secret,
        "players": players,
        "link": (link, shown, drawn(shown)) if shown else ("", "", ""),
        "codes": (drawn(players), drawn(secret)),
        "seats": [each for each in everybody if each.role != GM],
        "cast": [(who, table.holder(who), who in table.hidden) for who in table.cast],
        "preset": preset(view),
        "said": said or Form([]),
        "fault": fault,
        "fresh": fresh_id,
    }
    return page(request, "settings.html", status, **context)


def _plan(view: View, said: Form) -> Plan:
    """What a form asks for.

    Raises: RollKeepError
    """
    what = said.get("what", "")
    if what in _PLANS:
        return _PLANS[what](view, said)
    if what == "lock":
        return Plan(lambda _: ORDERS["lock"](view, said), at="lock")
    raise UsageError("This form asks for nothing that is known.", code="web.form", hint="Load the page again.")


def _seat(view: View, said: Form) -> Seated:
    """The seat that a form is about: not the game master's own.

    Raises: Conflict
    """
    seat = view.table.seats.get(said.get("seat", ""))
    if seat is None or seat.role == GM:
        raise Conflict(f"There is no seat {said.get('seat', '')[:60]!r}.", hint=STALE)
    return seat


def _new() -> str:
    return secrets.token_urlsafe(16)


def _look(view: View, said: Form) -> Plan:
    """A link is given again; since whoever has it reads what the seat reads, all are told."""
    seat = _seat(view, said)
    what = f"The game master looks up {seat.seat}'s link"
    return Plan(lambda table: told(table, _holds(table, seat.seat), what, always=f"{what}."), link=seat.seat)


def _renew(view: View, said: Form) -> Plan:
    name = said.get("seat", "")
    if name == PLAYERS:
        return Plan(lambda _: (), {PLAYERS: _new()}, PLAYERS, "links")
    if name == view.seat:
        what = "The game master's link is renewed"
        return Plan(lambda table: told(table, table.names(name), what), {name: _new()}, name, "links")
    seat = _seat(view, said)
    if seat.role == GONE:
        raise Conflict(f"{seat.seat} has left the table.", hint="Seat them again first.")
    what = f"{seat.seat}'s link is renewed"
    return Plan(
        lambda table: told(table, _holds(table, seat.seat), what, always=f"{what}."), {seat.seat: _new()}, seat.seat
    )


def _holds(table: Table, seat: str) -> Readers:
    return table.seats[seat].holds


def _reseat(view: View, said: Form) -> Plan:
    """Another role, other characters; whom a seat gets is taken from others."""
    seat = _seat(view, said)
    (wish,) = ORDERS["sit"](view, said)
    assert isinstance(wish, Sit)
    if wish.role not in ("player", "watcher"):
        raise UsageError("A seat is a player's or a watcher's.", code="web.form", hint="Load the page again.")
    holds = wish.holds if wish.role == "player" else frozenset[Who]()
    back = {seat.seat: _new()} if seat.role == GONE else {}

    def make(table: Table) -> Sequence[Wish]:
        before = table.seats[seat.seat]
        if (before.role, before.holds) == (wish.role, holds):
            raise Conflict("Nothing was changed.", hint="Choose something else first.")
        return [*told(table, before.holds ^ holds, f"Another seat plays {_some(before.holds ^ holds)}"), wish]

    return Plan(make, back, seat.seat if back else None, "seats")


def _some(names: Readers) -> str:
    return " and ".join(sorted(names)[:5]) or "nobody"


def _hand(view: View, said: Form) -> Plan:
    """Somebody else plays a character; without a seat it is the game master."""
    who, to = said.get("who", ""), said.get("to", "")

    def make(table: Table) -> Sequence[Wish]:
        holder, target = table.holder(who), table.seats.get(to)
        if who not in table.cast:
            raise Conflict(f"There is no character {who[:60]!r}.", hint=STALE)
        if to == holder:
            raise Conflict(f"{who} is played by them already.", hint="Choose somebody else.")
        if to and (target is None or target.role != "player"):
            raise Conflict(f"{to[:60]} plays nobody here.", hint="Make it a player's seat first.")
        seat = target or table.seats[holder]
        holds = seat.holds | {who} if to else seat.holds - {who}
        return [*told(table, frozenset({who}), f"{who} is handed over"), Sit(seat.seat, "player", holds)]

    return Plan(make, at="characters")


def _remove(view: View, said: Form) -> Plan:
    seat = _seat(view, said)

    def make(table: Table) -> Sequence[Wish]:
        if table.seats[seat.seat].role == GONE:
            raise Conflict(f"{seat.seat} has left the table already.", hint=STALE)
        return [*told(table, _holds(table, seat.seat), f"{seat.seat} leaves the table"), Sit(seat.seat, GONE)]

    return Plan(make, {seat.seat: None}, at="seats")


_PLANS: dict[str, Callable[[View, Form], Plan]] = {
    "link": _look,
    "renew": _renew,
    "sit": _reseat,
    "hand": _hand,
    "remove": _remove,
}


async def _delete(request: Request, view: View, said: Form) -> Response:
    """Deletes the table, if its name is typed."""
    kept = view.room.kept
    if said.text("name") != kept.name:
        fault = UsageError("That is not the table's name.", code="usage.needs", hint=f"Type {kept.name} to delete it.")
        if wants_json(request):
            raise fault
        return await _settings(request, view, status_of(fault), said=said, fault=fault)
    await hall_of(request).delete(view.room)
    if wants_json(request):
        return JSONResponse({"deleted": kept.id})
    response = page(request, "deleted.html", name=kept.name)
    response.delete_cookie(f"rollkeep-{kept.id}", path=f"/t/{kept.id}")
    return response


ROUTES = [
    *agreed.ROUTES,
    *own.ROUTES,
    Route("/t/{tab}/settings", settings, methods=["GET"]),
    Route("/t/{tab}/settings", setting, methods=["POST"]),
]
