"""The rulings of a table: everybody reads them, the game master chooses."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.errors import NotSeated, RollKeepError, UsageError
from rollkeep.hosts import presets, rulings_of
from rollkeep.machine.codec import plain
from rollkeep.web.forms.orders import ORDERS
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import Form, View, check_origin, form, viewing
from rollkeep.web.pages.layout import fresh_id
from rollkeep.web.pages.links import change


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


def agreed(view: View) -> dict[str, str]:
    """What holds at a table for each ruling."""
    known = rulings_of(view.room.kept.game)
    return {name: view.table.rulings.get(name, ruling.values[0]) for name, ruling in known.items()}


def preset(view: View) -> str:
    """The ready set that is agreed on; empty where it is none of them."""
    game = view.room.kept.game
    known = {name: ruling for name, ruling in rulings_of(game).items() if ruling.rule}
    here = {name: value for name, value in agreed(view).items() if name in known and value != known[name].values[0]}
    return next((name for name, values in presets(game).items() if dict(values) == here), "")


def _rulings(
    request: Request, view: View, status: int = 200, said: Form | None = None, fault: RollKeepError | None = None
) -> Response:
    game = view.room.kept.game
    here = agreed(view)
    if wants_json(request):
        known = rulings_of(game)
        listed = [{"name": name, "value": here[name], "values": list(known[name].values)} for name in known]
        return JSONResponse({"rulings": listed}, status)
    context: dict[str, Any] = {
        "view": view,
        "kept": view.room.kept,
        "rulings": rulings_of(game),
        "agreed": here,
        "presets": presets(game),
        "preset": preset(view),
        "said": said or Form([]),
        "fault": fault,
        "fresh": fresh_id,
    }
    return page(request, "agreed.html", status, **context)


ROUTES = [
    Route("/t/{tab}/rulings", rulings, methods=["GET"]),
    Route("/t/{tab}/rulings", agree, methods=["POST"]),
]
