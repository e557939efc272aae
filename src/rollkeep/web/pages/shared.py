"""Shared cards: an address of its own for one card, which shows what everybody may see."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import Conflict, Gone, NoSuchTable, NotSeated, RollKeepError
from rollkeep.table.draft import STALE
from rollkeep.web.cards import told
from rollkeep.web.cards.cards import Card, card
from rollkeep.web.cards.told import Told
from rollkeep.web.forms.orders import run_of
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.people import waits_for
from rollkeep.web.ground.seats import Form, View, address_of, check_origin, form, hall_of, viewing
from rollkeep.web.pages import layout

EVERYBODY = ""
"""The seat of whoever has none, and reads what everybody may."""


async def share(request: Request) -> Response:
    """Gives a card an address that anybody may open; a card that has one keeps it."""
    view = await viewing(request)
    check_origin(request)
    said = await form(request)
    try:
        number = _shareable(view, said)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return page(request, "table.html", status_of(fault), **layout.context(view, said=said, fault=fault))
    hall = hall_of(request)
    token = await hall.ask(hall.store.share, view.room.kept.id, number, secrets.token_urlsafe(16))
    if wants_json(request):
        return JSONResponse({"address": f"{address_of(request)}/c/{token}"})
    return RedirectResponse(f"/c/{token}", 303)


def _shareable(view: View, said: Form) -> int:
    """The run that a form wants to share.

    Raises: NotSeated, Conflict, UsageError
    """
    if view.role == "watcher":
        raise NotSeated("Whoever watches shares nothing.", hint="Ask a player.")
    number = run_of(said)
    run = view.table.runs.get(number)
    if run is None or not run.machine or not view.table.sees(view.seat, run):
        raise Conflict(f"There is no run {number}.", hint=STALE)
    if run.to is not None:
        raise Conflict("Not everybody may see this card, so it is not shared.", hint="Tell of it in your own words.")
    return number


async def shared(request: Request) -> Response:
    """A shared card, as everybody may see it."""
    hall = hall_of(request)
    tab, number = await hall.ask(hall.store.card, request.path_params["token"])
    if not tab:
        if wants_json(request):
            raise Gone
        return page(request, "gone.html", 410, error=Gone())
    view = View(await hall.room(tab), EVERYBODY)
    found = card(view, number)
    if found is None or found.picture is None:
        raise NoSuchTable
    here = told_of(found, f"{address_of(request)}/c/{request.path_params['token']}")
    texts = {
        "Markdown": told.text(here, told.MARKDOWN),
        "BBCode": told.text(here, told.BBCODE),
        "Plain text": told.text(here),
    }
    if wants_json(request):
        return JSONResponse(_as_json(view, found, here, texts))
    return page(
        request,
        "shared.html",
        card=found,
        view=view,
        kept=view.room.kept,
        told=here,
        title=told.title(here),
        sentence=told.sentence(here),
        digits=told.digits(found.head),
        texts=texts,
        waits=waits_for,
        fresh=layout.fresh_id,
    )


def told_of(found: Card, address: str) -> Told:
    """What a text tells of a card."""
    assert found.picture is not None
    return Told(found.picture, found.state, found.like, found.head, address)


def _as_json(view: View, found: Card, here: Told, texts: dict[str, str]) -> dict[str, object]:
    return {
        "table": view.room.kept.name,
        "run": found.run,
        "at": found.at,
        "state": found.state,
        "sentence": told.sentence(here),
        "steps": [{"text": line.text, "why": line.why, "undone": line.gone} for line in found.lines],
        "head": found.head,
        "address": here.address,
        "texts": {"markdown": texts["Markdown"], "bbcode": texts["BBCode"], "plain": texts["Plain text"]},
    }


ROUTES = [
    Route("/t/{tab}/share", share, methods=["POST"]),
    Route("/c/{token}", shared, methods=["GET"]),
]
