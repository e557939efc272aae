"""What the 4th edition's forms ask for: rolls, contests, tasks, duels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollkeep.errors import UsageError
from rollkeep.fourth.play import contest, iaijutsu, task, together
from rollkeep.fourth.play.check import Ask, Judge
from rollkeep.fourth.play.roll import Declare
from rollkeep.machine.machine import GM, Who
from rollkeep.machine.secret import known
from rollkeep.table.entry import Act, Request, Start, Undo
from rollkeep.web.controls import whole
from rollkeep.web.orders import Order, run_of
from rollkeep.web.reading import read_adds
from rollkeep.web.seats import Form, View


def _number(said: Form, name: str, title: str, usual: int = 0) -> int:
    text = said.text(name)
    return whole(text, title) if text else usual


def _whom(said: Form, least: int = 1) -> tuple[Who, ...]:
    whom = tuple(dict.fromkeys(who for who in said.every("whom") if who))
    if len(whom) < least:
        message = "Nobody is chosen." if least == 1 else f"Choose {least} at least."
        raise UsageError(message, code="usage.needs", hint="Tick who takes part.")
    return whom


def _deed(said: Form, name: str = "deed") -> str:
    deed = said.text(name)
    if not deed:
        hint = "Such as kenjutsu, kenjutsu/reflexes, awareness, or 7k3."
        raise UsageError("What is rolled is missing.", code="usage.needs", hint=hint)
    return deed


def asked(said: Form, who: Who, *, by_gm: bool) -> Ask:
    """What a form asks somebody to roll.

    Raises: UsageError
    """
    judging = said.get("judging", "later")
    tn = _number(said, "tn", "TN") if said.text("tn") else None
    if judging in ("told", "hidden") and tn is None:
        raise UsageError("The TN is missing.", code="usage.needs", hint="Write a TN, or let it be judged later.")
    if judging not in ("told", "hidden"):
        tn = None
    attempt = _number(said, "attempt", "Attempt", 1)
    free = _number(said, "free", "Free Raises") if by_gm else 0
    adds = read_adds(said.text("adds"))
    changed, shown = said.text("changed"), said.get("shown", "open")
    told = said.get("told", "all") if by_gm else "all"
    return Ask(who, _deed(said), tn, judging, said.text("label"), free, adds, attempt, changed, shown, told)


def _ask(view: View, said: Form) -> Sequence[Request]:
    secret = said.get("secret") == "yes"
    after = _number(said, "after", "after")
    return [Start("check", GM, asked(said, who, by_gm=True), secret, after) for who in _whom(said)]


def declared(said: Form, who: Who) -> Declare:
    """What a composer declares.

    Raises: UsageError
    """
    return Declare(
        who,
        _number(said, "f.raises", "Raises"),
        said.text("f.raise_for"),
        _number(said, "f.lower", "Free Raises"),
        said.get("f.void", ""),
        said.every("f.named"),
        said.get("f.by_hand") == "yes",
        said.get("f.keep", "high"),
    )


def _roll(view: View, said: Form) -> Sequence[Request]:
    who = said.get("who", "")
    ask = asked(said, who, by_gm=False)
    after = _number(said, "after", "after")
    return [Start("check", who, ask, after=after), Act(0, who, declared(said, who))]


def _judge(view: View, said: Form) -> Sequence[Request]:
    """Judges, and judges again: then the judgement before is undone first."""
    number, tn = run_of(said), _number(said, "tn", "TN")
    run = view.table.runs.get(number)
    requests = list[Request]()
    if run and run.closed:
        before = next(
            (
                entry.seq
                for entry in reversed(view.room.of_run[number])
                if entry.asked and (move := known(entry.asked)) and isinstance(move.move, Judge)
            ),
            None,
        )
        if before is not None:
            requests.append(Undo(number, before, said.text("why") or "judged again"))
    return [*requests, Act(number, GM, Judge(tn))]


def _contest(view: View, said: Form) -> Sequence[Request]:
    whom = _whom(said, 2)
    enters = [
        contest.Enter(
            who, said.text(f"deed.{who}") or _deed(said), 0, read_adds(said.text(f"adds.{who}") or said.text("adds"))
        )
        for who in whom
    ]
    secret = said.get("secret") == "yes"
    first, *others = enters
    begin = contest.Begin(said.get("tie", "stand"), said.text("label"))
    return [Start("contest", GM, first, secret), *(Act(0, GM, each) for each in others), Act(0, GM, begin)]


def _together(view: View, said: Form) -> Sequence[Request]:
    """One leads and the others help, or everyone rolls."""
    whom, lead = _whom(said, 2), said.get("lead", "")
    begin = together.Begin(_number(said, "tn", "TN", 15), said.text("label"))
    adds = read_adds(said.text("adds"))

    def rank(who: Who) -> int:
        return _number(said, f"rank.{who}", f"The rank of {who}")

    def deed(who: Who) -> str:
        return said.text(f"deed.{who}") or _deed(said)

    if lead:
        moves: list[Any] = [together.Lead(lead, deed(lead), 0, adds)]
        moves += [together.Help(who, rank(who)) for who in whom if who != lead]
    else:
        moves = [together.Help(who, rank(who), deed(who), 0, adds) for who in whom]
    return [Start("together", GM, moves[0]), *(Act(0, GM, each) for each in moves[1:]), Act(0, GM, begin)]


def _task(view: View, said: Form) -> Sequence[Request]:
    (who, *_) = _whom(said)
    plan = task.Plan(
        who,
        _deed(said),
        _number(said, "total", "The whole"),
        _number(said, "minimum", "The minimum"),
        _number(said, "flub", "The flub"),
        _number(said, "help", "Help"),
        0,
        read_adds(said.text("adds")),
        said.text("every"),
        said.text("label"),
    )
    return [Start("task", GM, plan)]


def _iaijutsu(view: View, said: Form) -> Sequence[Request]:
    a, b = _whom(said, 2)[:2]
    return [Start("iaijutsu", GM, iaijutsu.Face(a, b, said.get("to", "first-blood"), said.text("label")))]


ORDERS: dict[str, Order] = {
    "ask": _ask,
    "roll": _roll,
    "judge": _judge,
    "contest": _contest,
    "together": _together,
    "task": _task,
    "iaijutsu": _iaijutsu,
}
