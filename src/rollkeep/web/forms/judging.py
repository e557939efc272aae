"""The game master's TN for a check that is judged later, in either game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollkeep.errors import Conflict
from rollkeep.fifth.play import check as fifth
from rollkeep.fourth.play import check as fourth
from rollkeep.machine.machine import GM
from rollkeep.machine.secret import known
from rollkeep.table.draft import STALE
from rollkeep.table.entry import Act, Request, Undo
from rollkeep.web.forms.controls import whole
from rollkeep.web.forms.orders import Order, run_of
from rollkeep.web.ground.seats import Form, View, acting

JUDGES: dict[str, type[Any]] = {"check": fourth.Judge, "ring-check": fifth.Judge}
"""The move that judges, by procedure."""


def _judge(view: View, said: Form) -> Sequence[Request]:
    """Judges, and judges again: then the judgement before is undone first."""
    acting(view, GM)
    number, tn = run_of(said), whole(said.text("tn"), "TN")
    run = view.table.runs.get(number)
    if run is None or run.machine not in JUDGES:
        raise Conflict("There is nothing to judge here.", hint=STALE)
    kind, requests = JUDGES[run.machine], list[Request]()
    if run.closed:
        before = next((entry.seq for entry in reversed(view.room.of_run[number]) if _is(entry.asked, kind)), None)
        if before is not None:
            requests.append(Undo(number, before, said.text("why") or "judged again"))
    return [*requests, Act(number, GM, kind(tn))]


def _is(asked: Any, kind: type[Any]) -> bool:
    told = known(asked)
    return told is not None and isinstance(told.move, kind)


ORDERS: dict[str, Order] = {"judge": _judge}
