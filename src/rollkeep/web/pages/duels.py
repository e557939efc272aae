"""The duels of a table, running and over: an evening's tournament at a glance."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rollkeep.fifth.score import SHOWN
from rollkeep.web.cards.boards import duel_board
from rollkeep.web.ground.faults import wants_json
from rollkeep.web.ground.page import page
from rollkeep.web.ground.seats import View, viewing


class Row(NamedTuple):
    """A duel in the list. ``totals`` are both scores in the order of ``names`` and ``glory`` what the result adds, once
    it is over; ``reason`` is score, concession, cheating or one-roll.
    """

    run: int
    label: str
    names: tuple[str, ...]
    form: str
    stage: str
    is_over: bool
    totals: tuple[int, ...] = ()
    winner: str = ""
    result: str = ""
    glory: int = 0
    reason: str = ""

    @property
    def points(self) -> str:
        """Both scores, the winner's first; empty where they have decided nothing."""
        high, low = max(self.totals, default=0), min(self.totals, default=0)
        return f"{high} to {low}" if self.reason == "score" and (high or low) else ""

    @property
    def how(self) -> str:
        """How it ended, in a few words."""
        if self.reason == "score":
            return self.result
        if self.reason == "one-roll":
            return "by one roll" if self.winner else "one roll has not decided it"
        return _LOST[self.reason] if self.winner else "both have lost"


_LOST = {"concession": "the other has conceded", "cheating": "the other has cheated"}


def rows(view: View) -> list[Row]:
    """Every duel that this seat may know of: those that go on first, then the latest."""
    found = []
    for number in view.table.runs:
        run = view.run(number)
        if run is None or run.machine != "duel" or run.state is None or not run.state.sides:
            continue
        duel, board = run.state, duel_board(view, run)
        names = tuple(one.who for one in duel.sides)
        label = duel.setup.label if duel.setup else ""
        row = Row(number, label, names, SHOWN.get(duel.form, duel.form), board.stage if board else "", run.closed)
        if scored := duel.scored:
            winner, result = scored.winner, scored.result or scored.reason
            row = row._replace(totals=(scored.a, scored.b), winner=winner, result=result, glory=scored.glory)
            row = row._replace(reason=scored.reason)
        found.append(row)
    return sorted(found, key=lambda row: (row.is_over, -row.run))


async def duels(request: Request) -> Response:
    """The list."""
    view = await viewing(request)
    found = rows(view)
    if wants_json(request):
        return JSONResponse({"duels": [row._asdict() for row in found]})
    return page(request, "duels.html", view=view, kept=view.room.kept, rows=found)


ROUTES = [Route("/t/{tab}/duels", duels)]
