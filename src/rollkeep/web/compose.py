"""Composing a roll that nobody asked for, and what any roll is like before it is thrown."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rollkeep.advice import play as advice
from rollkeep.errors import Conflict, RollKeepError
from rollkeep.fourth.play import roll
from rollkeep.fourth.play.check import Check
from rollkeep.fourth.play.person import Person
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.rulings import Rulings
from rollkeep.hosts import sentence
from rollkeep.machine.machine import Scene
from rollkeep.machine.secret import known
from rollkeep.table.draft import STALE
from rollkeep.web import board
from rollkeep.web.controls import doings
from rollkeep.web.faults import status_of, wants_json
from rollkeep.web.fourth_orders import asked, declared
from rollkeep.web.orders import run_of
from rollkeep.web.page import fragment, page
from rollkeep.web.people import deeds_of
from rollkeep.web.seats import Form, View, viewing


class Chance(NamedTuple):
    """What a roll is like, in texts that can be shown."""

    pool: str
    reasons: tuple[str, ...]
    target: int | None
    chance: str
    by_raises: tuple[tuple[int, str], ...]
    ladder: tuple[tuple[int, str], ...]
    raises: int = 0


def percent(chance: Fraction) -> str:
    """A chance as it is told: ``60 %``, or finer where it is near to certain.

    >>> percent(Fraction(3, 5)), percent(Fraction(1, 1000)), percent(Fraction(9999, 10000)), percent(Fraction(1))
    ('60 %', '0.1 %', '99.99 %', '100 %')
    """
    value = float(chance) * 100
    if chance in (0, 1) or 1 <= value <= 99:
        return f"{value:.0f} %"
    return f"{value:.1f} %" if 0.05 <= value <= 99.95 else f"{value:.2f} %"


def chance_of(view: View, said: Form) -> Chance | None:
    """What a composed roll is like, as far as this seat may know; None where there is nothing to tell.

    Raises: RollKeepError
    """
    number = run_of(said)
    who = said.get("who", "")
    one = view.table.cast.get(who)
    if number:
        run = view.run(number)
        of_who = _roll_of(run.state if run else None, who)
        if run is None or of_who is None or not view.table.acts_for(view.seat, who):
            raise Conflict("That cannot be done any more.", hint=STALE)
        rolled, tn = of_who
    else:
        if one is None or not view.table.acts_for(view.seat, who):
            raise Conflict(f"There is no character {who[:60]!r} to roll for here.", hint=STALE)
        ask = asked(said, who, by_gm=False)
        rolled = Roll(who, ask.deed, "open", adds=ask.adds, attempt=ask.attempt, changed=ask.changed)
        tn = ask.tn
    if not isinstance(one, Person):
        return None
    rulings = Rulings(frozenset(view.table.rulings.items()))
    move = declared(said, who)
    found = advice.before(one, rolled, move, tn, rulings)
    return Chance(
        str(found.pool),
        tuple(map(sentence, found.reasons)),
        found.target,
        "" if found.chance is None else percent(found.chance),
        tuple((count, percent(each)) for count, each in found.by_raises),
        tuple((aim, percent(each)) for aim, each in found.ladder),
        move.raises,
    )


def _roll_of(state: Any, who: str) -> tuple[Roll, int | None] | None:
    """The roll of somebody in a procedure, with its TN as far as it is told."""
    if isinstance(state, Check):
        return (state.roll, known(state.asked.tn)) if state.roll and state.asked else None
    rolls = getattr(state, "rolls", None) or (getattr(state, "roll", None),)
    mine = next((each for each in rolls if isinstance(each, Roll) and each.who == who and not each.declared), None)
    if mine is None:
        return None
    began = getattr(state, "began", None)
    return mine, getattr(began, "tn", None)


async def chance(request: Request) -> Response:
    """The odds beside a composer; a refusal is told in their place."""
    view = await viewing(request)
    said = Form(list(request.query_params.multi_items()))
    try:
        found = await run_in_threadpool(chance_of, view, said)
    except RollKeepError as fault:
        if wants_json(request):
            raise
        return Response(fragment("chance.html", found=None, fault=fault), media_type="text/html")
    if wants_json(request):
        return JSONResponse(found._asdict() if found else {})
    return Response(fragment("chance.html", found=found, fault=None), media_type="text/html")


async def compose(request: Request) -> Response:
    """The page on which a roll is composed; with ``again`` the next attempt at one that failed."""
    view = await viewing(request)
    said = Form(list(request.query_params.multi_items()))
    return await composing(request, view, said, None)


async def composing(request: Request, view: View, said: Form, fault: RollKeepError | None) -> Response:
    """The composer with what was filled in."""
    again = view.run(int(said.text("again"))) if said.text("again").isdecimal() else None
    if again and isinstance(again.state, Check) and again.state.asked and not said.text("deed"):
        before = again.state.asked
        more = {"who": before.who, "deed": before.deed, "judging": "told", "tn": str(known(before.tn) or "")}
        more |= {"attempt": str(before.attempt + 1), "after": said.text("again"), "label": before.label}
        said = Form([*said.pairs, *more.items()])
    who = said.get("who", "") or next(iter(view.mine), "")
    one = view.table.cast.get(who)
    if one is None or not view.table.acts_for(view.seat, who):
        raise Conflict("There is nobody here to roll for.", hint="Take a character first, or bring one.")
    found, refused = None, fault
    values: dict[str, Any] = {}
    if isinstance(one, Person) and said.text("deed"):
        try:
            values = values_of(view, said, who)
            found = await run_in_threadpool(chance_of, view, Form([("who", who), *said.pairs]))
        except RollKeepError as wrong:
            refused = refused or wrong
    status = status_of(refused) if refused else 200
    context = board.context(view, said=said, fault=refused)
    return page(request, "roll.html", status, **context, who=who, found=found, values=values, all_deeds=deeds_of(one))


def values_of(view: View, said: Form, who: str) -> dict[str, Any]:
    """The controls with which a roll nobody asked for is declared.

    Raises: RollKeepError
    """
    ask = asked(said, who, by_gm=False)
    rolled = Roll(who, ask.deed, "open", adds=ask.adds, attempt=ask.attempt, changed=ask.changed)
    scene: Scene[Any] = Scene(view.table.cast, None, False, frozenset(view.table.rulings.items()))
    offered = roll.offers(scene, rolled)
    (doing,) = doings("check", 0, {who: offered[who]})
    return doing.values


ROUTES = [Route("/t/{tab}/chance", chance), Route("/t/{tab}/roll", compose)]
