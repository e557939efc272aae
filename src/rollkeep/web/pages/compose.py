"""Composing a roll that nobody asked for, and the odds beside any roll before it is thrown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from rollkeep.dice.notation import Term
from rollkeep.errors import Conflict, RollKeepError, UsageError
from rollkeep.fifth.duel.person import Person as OfFifth
from rollkeep.fifth.play.check import CHECK as RING_CHECK
from rollkeep.fourth.play.check import CHECK, Check
from rollkeep.fourth.play.person import Person as OfFourth
from rollkeep.machine.machine import NO_HAND, Who
from rollkeep.machine.secret import known
from rollkeep.table.draft import STALE
from rollkeep.text import unfit
from rollkeep.web.forms import fifth_orders, fourth_orders
from rollkeep.web.forms.controls import Doing
from rollkeep.web.forms.refusals import worded
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import fragment, page
from rollkeep.web.ground.people import deeds_of
from rollkeep.web.ground.seats import Form, View, check_origin, form, hall_of, viewing
from rollkeep.web.odds import attacks, chances, chances_fifth
from rollkeep.web.odds.chances import begun, declaring
from rollkeep.web.pages import layout

MAX_NAME = 60
MAX_SAVED = 40
_NOT_SAVED = ("id", "what", "save", "forget", "run", "move", "after", "attempt", "changed", "again")


class Game(NamedTuple):
    """How rolls of a game are composed: the order that makes one, its odds, and the template of its fields."""

    what: str
    chance: Callable[[View, Form, Any], Any]
    declaring: Callable[[View, Form, Who], Doing]
    fields: str


GAMES: dict[type, Game] = {
    OfFourth: Game(
        "roll",
        chances.chance_of,
        lambda view, said, who: declaring(CHECK, begun(CHECK, view, fourth_orders.asked(view, said, who)), who),
        "_roll_fourth.html",
    ),
    OfFifth: Game(
        "ring-roll",
        chances_fifth.chance_of,
        lambda view, said, who: declaring(
            RING_CHECK, begun(RING_CHECK, view, fifth_orders.asked(view, said, who)), who
        ),
        "_roll_fifth.html",
    ),
}
ROLLS = tuple(game.what for game in GAMES.values())
"""The orders that a composer sends."""


def chance_of(view: View, said: Form) -> Any:
    """What a roll is like, as far as this seat may know.

    Raises: RollKeepError
    """
    if attacks.is_attack(view, said):
        return attacks.chance_of(view, said)
    who = said.get("who", "")
    one = view.table.cast.get(who)
    if one is None or type(one) not in GAMES or not view.table.acts_for(view.seat, who):
        raise Conflict(f"There is no character {who[:60]!r} to roll for here.", hint=STALE)
    return GAMES[type(one)].chance(view, said, one)


async def chance(request: Request) -> Response:
    """The odds beside a composer; a refusal is told in their place."""
    view = await viewing(request)
    said = Form(list(request.query_params.multi_items()))
    try:
        found = await run_in_threadpool(chance_of, view, said)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        told = fragment("chance.html", found=None, fault=worded(view, fault))
        return Response(told, media_type="text/html")
    if wants_json(request):
        told = found._asdict()
        told |= {"rings": [each._asdict() for each in found.rings]} if "rings" in told else {}
        return JSONResponse({key: value for key, value in told.items() if key != "template"})
    return Response(fragment(found.template, found=found, fault=None), media_type="text/html")


async def before(request: Request) -> Response:
    """The odds of a roll that was asked for, as a page of its own; for browsers without scripts."""
    view = await viewing(request)
    said, found, refused = Form(list(request.query_params.multi_items())), None, None
    try:
        found = await run_in_threadpool(chance_of, view, said)
    except RollKeepError as fault:
        refused = fault
    status = status_of(refused) if refused else 200
    told = {"said": said, "found": found, "fault": refused, "by_hand": NO_HAND not in view.table.rulings.items()}
    return page(request, "before.html", status, view=view, kept=view.room.kept, **told)


async def compose(request: Request) -> Response:
    """The page on which a roll is composed; with ``again`` the next attempt at one that failed."""
    view = await viewing(request)
    said = Form(list(request.query_params.multi_items()))
    return await composing(request, view, said, None)


async def composing(request: Request, view: View, said: Form, fault: RollKeepError | None) -> Response:
    """The composer with what was filled in."""
    said = _again(view, said)
    who = said.get("who", "") or next(iter(view.mine), "")
    one = view.table.cast.get(who)
    if one is None or type(one) not in GAMES or not view.table.acts_for(view.seat, who):
        raise fault or Conflict("There is nobody here to roll for.", hint="Take a character first, or bring one.")
    game, found, doing, refused = GAMES[type(one)], None, None, fault
    if said.text("deed"):
        asking = Form([("who", who), *(pair for pair in said.pairs if pair[0] not in ("who", "run"))])
        try:
            doing = await run_in_threadpool(game.declaring, view, asking, who)
            found = await run_in_threadpool(chance_of, view, asking)
        except RollKeepError as wrong:
            refused = refused or worded(view, wrong)
    status = status_of(refused) if refused else 200
    context = layout.context(view, said=said, fault=refused)
    more = {"who": who, "found": found, "doing": doing, "all_deeds": deeds_of(one), "game": game}
    return page(request, "roll.html", status, **context, **more)


def _again(view: View, said: Form) -> Form:
    """What is known of a check that is tried again; what is typed counts before that.

    Raises: Conflict
    """
    if not said.text("again"):
        return said
    number = said.text("again")
    run = view.run(int(number)) if number.isascii() and number.isdigit() and len(number) < 12 else None
    state = run.state if run else None
    tn = known(state.judged.tn) if isinstance(state, Check) and state.judged else None
    if not isinstance(state, Check) or state.asked is None or tn is None:
        raise Conflict("That cannot be tried again.", hint=STALE)
    before = state.asked
    adds = ", ".join(f"{_written(each.pool)} {each.name}" for each in before.adds)
    more = {"who": before.who, "deed": before.deed, "label": before.label, "judging": "told", "tn": str(tn)}
    more |= {"attempt": str(before.attempt + 1), "after": number, "adds": adds}
    return Form([*more.items(), *said.pairs])


def _written(pool: Term) -> str:
    dice = f"{pool.rolled:+}k{pool.kept}" if pool.rolled or pool.kept else ""
    return dice + (f"{pool.flat:+}" if pool.flat or not dice else "")


# --- saved rolls ------------------------------------------------------------------------------------------------


class Saved(NamedTuple):
    """A roll that a seat has saved, and the address on which it is composed."""

    name: str
    query: str


async def saved_of(request: Request, view: View) -> list[Saved]:
    """The saved rolls of a seat."""
    found = await hall_of(request).ask(hall_of(request).store.saved, view.room.kept.id, view.seat)
    return [Saved(name, body) for name, body in found]


async def save(request: Request) -> Response:
    """Saves a composed roll under a name, or forgets one."""
    view = await viewing(request)
    check_origin(request)
    said = await form(request)
    try:
        name, body = await _saving(request, view, said)
        await hall_of(request).ask(hall_of(request).store.save, view.room.kept.id, view.seat, name, body)
    except RollKeepError as fault:
        if wants_json(request) or said.text("forget"):
            raise
        return await composing(request, view, said, fault)
    if wants_json(request):
        return JSONResponse({"saved": [each._asdict() for each in await saved_of(request, view)]})
    return RedirectResponse(f"/t/{view.room.kept.id}#compose", 303)


async def _saving(request: Request, view: View, said: Form) -> tuple[str, str | None]:
    """The name, and what is saved under it; None: it is forgotten.

    Raises: UsageError, Conflict
    """
    if said.text("forget"):
        return said.text("forget"), None
    name = said.text("save")
    if fault := unfit(name, MAX_NAME) if name else "is missing":
        raise UsageError(f"The name {fault}.", code="usage.text", hint=f"Write 1 to {MAX_NAME} characters.")
    here = [each.name for each in await saved_of(request, view)]
    if name not in here and len(here) >= MAX_SAVED:
        raise Conflict(f"{MAX_SAVED} rolls are saved already.", hint="Forget one first.")
    return name, urlencode([(key, value) for key, value in said.pairs if value and key not in _NOT_SAVED])


ROUTES = [
    Route("/t/{tab}/chance", chance),
    Route("/t/{tab}/before", before),
    Route("/t/{tab}/roll", compose),
    Route("/t/{tab}/saved", save, methods=["POST"]),
]
