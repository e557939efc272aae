"""What a game master sets at a table: links, seats, who plays whom, rulings, the lock; and each seat's own page."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import Conflict, NotSeated, RollKeepError, UsageError
from rollkeep.hosts import GAMES, presets, rulings_of
from rollkeep.machine.codec import plain
from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import Readers, redact
from rollkeep.table.draft import STALE
from rollkeep.table.entry import Request as Wish
from rollkeep.table.entry import Seated, Sit
from rollkeep.table.room import Done
from rollkeep.table.sqlite import PLAYERS
from rollkeep.table.table import Table
from rollkeep.web.board import fresh_id
from rollkeep.web.faults import status_of, wants_json
from rollkeep.web.links import change, drawn, link_of, tokens, told
from rollkeep.web.orders import ORDERS
from rollkeep.web.page import page
from rollkeep.web.seats import Form, View, check_origin, form, hall_of, seated_as, viewing

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
    own = plan.link == view.seat and plan.link is not None
    token = (await tokens(request, view)).get(plan.link, "") if plan.link is not None else ""
    if wants_json(request):
        told_ = {"entries": [plain(redact(entry, view.names)) for entry in done.entries], "head": done.head}
        link = {"seat": plan.link, "link": link_of(request, token), "token": token} if plan.link is not None else {}
        response: Response = JSONResponse(told_ | link)
    elif plan.link not in (None, PLAYERS, view.seat):
        response = await _settings(request, view, link=plan.link)
    else:
        response = RedirectResponse(f"/t/{view.room.kept.id}/settings#{plan.at}", 303)
    if own and view.seat in plan.renewing:
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
    own, players = link_of(request, token[view.seat]), link_of(request, token.get(PLAYERS, ""))
    shown = link_of(request, token[link]) if link and link in token else ""
    everybody = sorted(table.seats.values(), key=lambda each: (each.role == GONE, each.seat.casefold()))
    context = {
        "view": view,
        "kept": view.room.kept,
        "game": GAMES[view.room.kept.game],
        "own": own,
        "players": players,
        "link": (link, shown, drawn(shown)) if shown else ("", "", ""),
        "codes": (drawn(players), drawn(own)),
        "seats": [each for each in everybody if each.role != GM],
        "cast": [(who, table.holder(who), who in table.hidden) for who in table.cast],
        "presets": presets(view.room.kept.game),
        "preset": _preset(view),
        "agreed": _agreed(view),
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


# --- rulings ----------------------------------------------------------------------------------------------------


async def rulings(request: Request) -> Response:
    """The rulings of a table, for everybody to read."""
    return _rulings(request, await viewing(request))


async def agree(request: Request) -> Response:
    """The game master chooses some, or a ready set of them."""
    view = await viewing(request)
    check_origin(request)
    said = await form(request)
    try:
        if not view.is_gm:
            raise NotSeated("Only the game master chooses rulings.", hint="Ask the game master.")
        chosen = _chosen(view, said)
        done = await change(request, view, said, lambda _: ORDERS["agree"](view, chosen))
    except RollKeepError as fault:
        if wants_json(request) or isinstance(fault, NotSeated):
            raise
        return _rulings(request, view, status_of(fault), said, fault)
    if wants_json(request):
        return JSONResponse({"entries": [plain(each) for each in done.entries], "head": done.head})
    at = said.text("at")
    place = f"#ruling-{at}" if at in rulings_of(view.room.kept.game) else ""
    return RedirectResponse(f"/t/{view.room.kept.id}/rulings{place}", 303)


def _chosen(view: View, said: Form) -> Form:
    """The rulings of a form; of a preset every one, by the book where it says nothing."""
    if said.get("what") != "preset":
        return said
    game = view.room.kept.game
    if said.get("preset") not in presets(game):
        raise UsageError(
            "There are no such rulings.", code="usage.ruling", hint=f"Such as {next(iter(presets(game)))}."
        )
    values = {name: ruling.values[0] for name, ruling in rulings_of(game).items() if ruling.rule}
    values |= dict(presets(game)[said["preset"]])
    return Form([(f"ruling.{name}", value) for name, value in values.items()])


def _agreed(view: View) -> dict[str, str]:
    """What holds at a table for each ruling."""
    known = rulings_of(view.room.kept.game)
    return {name: view.table.rulings.get(name, ruling.values[0]) for name, ruling in known.items()}


def _preset(view: View) -> str:
    """The ready set that is agreed on; empty where it is none of them."""
    game = view.room.kept.game
    known = {name: ruling for name, ruling in rulings_of(game).items() if ruling.rule}
    here = {name: value for name, value in _agreed(view).items() if name in known and value != known[name].values[0]}
    return next((name for name, values in presets(game).items() if dict(values) == here), "")


def _rulings(
    request: Request, view: View, status: int = 200, said: Form | None = None, fault: RollKeepError | None = None
) -> Response:
    game = view.room.kept.game
    agreed = _agreed(view)
    if wants_json(request):
        known = rulings_of(game)
        listed = [{"name": name, "value": agreed[name], "values": list(known[name].values)} for name in known]
        return JSONResponse({"rulings": listed}, status)
    context: dict[str, Any] = {
        "view": view,
        "kept": view.room.kept,
        "rulings": rulings_of(game),
        "agreed": agreed,
        "presets": presets(game),
        "preset": _preset(view),
        "said": said or Form([]),
        "fault": fault,
        "fresh": fresh_id,
    }
    return page(request, "agreed.html", status, **context)


# --- the own seat -----------------------------------------------------------------------------------------------


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
        made = _new()
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
    Route("/t/{tab}/settings", settings, methods=["GET"]),
    Route("/t/{tab}/settings", setting, methods=["POST"]),
    Route("/t/{tab}/rulings", rulings, methods=["GET"]),
    Route("/t/{tab}/rulings", agree, methods=["POST"]),
    Route("/t/{tab}/seat", seat, methods=["GET"]),
    Route("/t/{tab}/seat", renew, methods=["POST"]),
]
