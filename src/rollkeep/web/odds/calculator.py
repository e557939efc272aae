"""The odds of a roll of either game: a form whose address holds all of it, so that it can be sent."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rollkeep.advice import rolls, symbols
from rollkeep.advice.symbols import Target
from rollkeep.errors import RollKeepError, TooLarge, UsageError
from rollkeep.fifth import check as fifth
from rollkeep.fifth import wording as fifth_wording
from rollkeep.fourth import check as fourth
from rollkeep.fourth import wording
from rollkeep.fourth.catalogue.tns import TNS
from rollkeep.reason import Reason
from rollkeep.text import percent
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import fragment, page
from rollkeep.web.ground.words import hint_here
from rollkeep.web.odds import chart
from rollkeep.web.odds.form import (
    DICE,
    FIFTH,
    FOURTH,
    MARKS,
    NUMBERS,
    Asked,
    Form,
    asked_by,
    read_form,
)

PART = "x-part"
"""The header with which the page's own script asks for the answer without the form."""
MOST_AIMED = 12, 8, 8
"""The largest pool, TN with opportunities, and strife limit for which chances under strife limits are worked out."""
FEW = 6
"""So many ring and skill dice are always quick."""
MOST_ODD = 200
"""The highest target of dice that explode on 9 or of which the lowest are kept."""
_LONG = Lock()
"""Held while something is worked out that may take tenths of a second, so that one such thread runs at a time."""
NAMES = {named.tn: named.name for named in TNS}


class Row(NamedTuple):
    """A line of a table of chances."""

    label: str
    name: str
    chance: str
    part: float
    marked: bool = False


class Answer(NamedTuple):
    """The odds of one roll, in words and pictures. ``headline`` is empty where nothing has to be reached."""

    headline: str
    what: str
    aside: str
    steps: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, str, str, tuple[Row, ...]], ...]
    points: tuple[tuple[str, str], ...]
    pictures: tuple[str, ...]
    note: str = ""


async def odds(request: Request) -> Response:
    """The form with its answer; for programs the odds as the command line gives them."""
    form = read_form(request.query_params)
    asked = asked_by(form)
    if wants_json(request):
        return await _json(form, asked)
    answer, faults = None, dict(asked.faults)
    try:
        answer = await run_in_threadpool(_answer, asked)
    except TooLarge as fault:
        faults[DICE] = fault
    status = status_of(next(iter(faults.values()))) if faults else 200
    told = {name: _told(fault) for name, fault in faults.items()}
    context = {"form": form, "answer": answer, "faults": told}
    if request.headers.get(PART) == "answer":
        return Response(fragment("calculator_answer.html", **context), status, media_type="text/html")
    marks = {game: [(name, *texts) for name, texts in of_game.items()] for game, of_game in MARKS.items()}
    return page(request, "calculator.html", status, numbers=NUMBERS, marks=marks, games=(FOURTH, FIFTH), **context)


async def _json(form: Form, asked: Asked) -> Response:
    try:
        if asked.faults:
            field, first = next(iter(asked.faults.items()))
            first.data["field"] = field
            raise first
        if form.is_blank:
            raise UsageError("What is rolled?", code="usage.needs", hint="Give roll=7k3, or trait=3 and skill=4.")
        return JSONResponse(await run_in_threadpool(_as_json, asked))
    except RollKeepError as fault:
        return JSONResponse({"error": fault.told()}, status_of(fault))


def _as_json(asked: Asked) -> dict[str, Any]:
    with _LONG if _may_be_long(asked) else nullcontext():
        return _odds_as_json(asked)


def _odds_as_json(asked: Asked) -> dict[str, Any]:
    if asked.roll:
        from rollkeep.as_json.rolls import odds_as_json

        _refuse_slow(asked.roll)
        return odds_as_json(asked.roll, "low" if asked.roll.pool.lowest else "high")
    from rollkeep.as_json import symbols as as_json

    assert asked.check
    if asked.target and not _is_quick(asked.check, asked.target):
        raise _too_large()
    return as_json.odds_as_json(asked.check, asked.target)


def _told(fault: RollKeepError) -> Markup:
    """A fault as it stands at its field, with the place where a notation stops making sense."""
    text, at = fault.data.get("text"), fault.data.get("position")
    place = None
    if isinstance(text, str) and isinstance(at, int):
        start = max(at - 20, 0)
        place = at + 1, "…" * (start > 0) + text[start:at], text[at : at + 1], text[at + 1 : at + 20]
    return fragment("calculator_fault.html", message=fault.message, hint=hint_here(fault.hint), place=place)


def _answer(asked: Asked) -> Answer | None:
    """The odds of what is asked for.

    Raises: TooLarge
    """
    with _LONG if _may_be_long(asked) else nullcontext():
        if asked.roll:
            return _of_roll(asked.roll)
        return _of_check(asked.check, asked.target) if asked.check else None


def _may_be_long(asked: Asked) -> bool:
    if asked.roll:
        return _is_odd(asked.roll)
    return bool(asked.check and asked.target and asked.check.pool.ring + asked.check.pool.skill > FEW)


@lru_cache(maxsize=512)
def _of_roll(declared: fourth.Declared) -> Answer:
    _refuse_slow(declared)
    law, mean, target = rolls.law(declared), rolls.mean(declared), declared.target
    chance = rolls.chance(declared) if target is not None else None
    of, raises = str(declared.pool), declared.request.raises
    by_raises = [
        _row(f"{each.raises}", f"against {each.target}", each.chance, each.raises == raises)
        for each in rolls.by_raises(declared)
    ]
    by_tn = [_row(f"{tn}", NAMES[tn], chance, tn == target) for tn, chance in rolls.by_tn(declared)]
    tables = [("Chance by Raises", "Raises", "", tuple(by_raises))] if len(by_raises) > 1 else []
    tables.append(("Chance to reach each named Target Number", "TN", "Name", tuple(by_tn)))
    return Answer(
        "" if chance is None else percent(chance),
        f"{of} against {wording.aim(declared)}" if target is not None else of,
        "" if declared.notation == of else f"{declared.notation} is thrown as {of}.",
        tuple((_sentence(reason), reason.rule) for reason in declared.reasons),
        tuple(tables),
        (("Mean", f"{mean.value:.2f}"), ("Spread", f"{law.spread():.2f}"), ("Median", str(law.median()))),
        (
            chart.svg(chart.curve(of, law, target, chance or Fraction(0)), "curve"),
            chart.svg(chart.totals(of, law, target), "totals"),
        ),
    )


@lru_cache(maxsize=512)
def _of_check(declared: fifth.Declared, target: Target | None) -> Answer:
    of, chances = str(declared.pool), symbols.by_tn(declared)
    tables = [
        (
            "Chance of success against each TN",
            "TN",
            "",
            tuple(
                _row(str(tn), "", each, bool(target) and tn == declared.request.tn)
                for tn, each in enumerate(chances, 1)
            ),
        )
    ]
    headline, aside, note = "", "", ""
    if target:
        aims = fifth_wording.aims(target.opportunity, target.strife)
        quick = _is_quick(declared, target)
        if aims and not quick:
            raise _too_large()
        chance = symbols.chance(declared, Target(target.tn))
        headline = percent(chance)
        if aims:
            headline = percent(symbols.chance(declared, target))
            aside = f"Success with {aims}. Success alone: {percent(chance)}."
        if quick:
            limits = symbols.trade_off(declared, target.tn, target.opportunity)
            rows = tuple(_row(_limit(limit), "", each, limit == target.strife) for limit, each in limits)
            also = f" with {fifth_wording.aims(target.opportunity, None)}" if target.opportunity else ""
            tables.append((f"Chance of success{also} under a strife limit", "Strife", "", rows))
        else:
            note = "Strife limits are left out: for so many dice they would take too long."
    return Answer(
        headline,
        f"{of} against TN {target.tn}" if target else of,
        aside,
        tuple((fifth_wording.sentence(reason), reason.rule) for reason in declared.reasons),
        tuple(tables),
        (),
        (chart.svg(chart.successes(of, chances, target.tn if target else None), "curve"),),
        note,
    )


def _refuse_slow(declared: fourth.Declared) -> None:
    """Raises: TooLarge"""
    pool, target = declared.pool, declared.target or 0
    if _is_odd(declared) and target - pool.bonus > MOST_ODD:
        raise TooLarge(
            f"The exact odds of {pool} for {target} would take too long with such dice.",
            hint=f"Ask for at most {MOST_ODD} points from them.",
        )


def _is_odd(declared: fourth.Declared) -> bool:
    """Whether the odds of such dice take their time."""
    return declared.pool.explode_on == 9 or declared.pool.lowest


def _is_quick(declared: fifth.Declared, target: Target) -> bool:
    """Whether chances under strife limits are soon found."""
    dice, reached, strife = MOST_AIMED
    return (
        declared.pool.ring + declared.pool.skill <= dice
        and target.tn + target.opportunity <= reached
        and (target.strife or 0) <= strife
    )


def _too_large() -> TooLarge:
    dice, reached, strife = MOST_AIMED
    return TooLarge(
        "The exact odds of such a check would take too long here.",
        hint=f"Ask for at most {dice} dice, for a TN and opportunities of {reached} together, and for a strife limit of"
        f" {strife}; or leave the aim out.",
    )


def _row(label: str, name: str, chance: Fraction, marked: bool = False) -> Row:
    return Row(label, name, percent(chance), round(float(100 * chance), 1), marked)


def _limit(strife: int | None) -> str:
    return "any" if strife is None else f"up to {strife}" if strife else "none"


def _sentence(reason: Reason) -> str:
    """A reason without the options of the command line."""
    return wording.sentence(reason).replace(" (--void-ring N)", "")


ROUTES = [Route("/odds", odds)]
