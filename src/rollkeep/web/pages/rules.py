"""All rules and rulings of both games, each with an address of its own."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rollkeep.book import Rule, Ruling
from rollkeep.errors import UsageError
from rollkeep.library import BOOKS, RULES, book_of, look_up, nearest_to, rule_as_json
from rollkeep.web.ground.faults import status_of, wants_json
from rollkeep.web.ground.page import page

LONGEST = 100
"""How much of a word is looked for."""


class Shown(NamedTuple):
    """A rule with the rulings about it."""

    rule: Rule
    rulings: tuple[Ruling, ...]


async def rules(request: Request) -> Response:
    """The rules that have a word in them, or all of them."""
    word = request.query_params.get("q", "")
    fault, found = None, tuple[Rule, ...]()
    try:
        found = look_up(word.strip()[:LONGEST])
    except UsageError as error:
        fault = error
    status = status_of(fault) if fault else 200
    if wants_json(request):
        return JSONResponse({"error": fault.told()} if fault else [rule_as_json(rule) for rule in found], status)
    near = nearest_to(word.strip()) if fault else ""
    everything = len(found) == len(RULES)
    games = {title: [_shown(rule) for rule in found if rule.id in book.rules] for title, book in BOOKS.items()}
    if not everything:
        games = {"": [_shown(rule) for rule in found]}
    return page(request, "rules.html", status, word=word, games=games, fault=fault, near=near, everything=everything)


def _shown(rule: Rule) -> Shown:
    return Shown(rule, book_of(rule).about(rule))


ROUTES = [Route("/rules", rules)]
