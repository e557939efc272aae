"""What a form of the table asks for, as requests: the table's own words. Each game adds its own in a module beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollkeep.errors import Conflict, UsageError
from rollkeep.machine.machine import GM, Closed, Who, offers
from rollkeep.table.draft import STALE
from rollkeep.table.entry import (
    Act,
    Agreed,
    Enter,
    Entry,
    Go,
    Heed,
    Lock,
    Mark,
    Plead,
    Request,
    Rule,
    Say,
    Show,
    Sit,
    Standing,
    Undo,
)
from rollkeep.table.undoing import is_answered, lacking, last_step, last_undo
from rollkeep.web.forms.controls import fits, read_move, whole
from rollkeep.web.ground.people import track_title
from rollkeep.web.ground.seats import Form, View, acting

Order = Callable[[View, Form], Sequence[Request]]


def run_of(said: Form) -> int:
    """The run that a form is about.

    Raises: UsageError
    """
    return whole(said.text("run") or "0", "run")


def move_of(view: View, said: Form) -> tuple[int, Who, Any]:
    """The run, the mover and the move of a form.

    Raises: NotSeated; Conflict where it is not on offer any more; UsageError, NotationError
    """
    number, who, kind = run_of(said), said.get("who", ""), said.get("move", "")
    acting(view, who)
    run = view.table.runs.get(number)
    if run is None or not view.table.sees(view.seat, run):
        raise Conflict(f"There is no run {number}.", hint=STALE)
    offered = offers(view.table.hosts[run.machine], view.table.scene(run)).get(who, ()) if run.machine else ()
    of_kind = [offer for offer in offered if offer.move.__name__ == kind and fits(offer, said)]
    if not of_kind:
        raise Conflict("That cannot be done any more.", hint=STALE)
    moves = [read_move(each, said) for each in of_kind]
    fitting = (move for each, move in zip(of_kind, moves, strict=True) if each.admits(move))
    return number, who, next(fitting, moves[0])


def _move(view: View, said: Form) -> Sequence[Request]:
    number, who, move = move_of(view, said)
    seen = whole(said.text("seen"), "seen") if said.text("seen") else None
    whom = (who, *_others(view, number, who, move)) if said.get("also") == "yes" else (who,)
    return [Act(number, each, move, seen) for each in whom]


def _others(view: View, number: int, who: Who, move: Any) -> list[Who]:
    """The other characters of the seat who can make the same move."""
    run = view.table.runs[number]
    every = offers(view.table.hosts[run.machine], view.table.scene(run)).items()
    able = [each for each, offered in every if any(offer.admits(move) for offer in offered)]
    return [each for each in able if each in view.names and each not in (who, GM)]


def _plead(view: View, said: Form) -> Sequence[Request]:
    number, who, move = move_of(view, said)
    return [Plead(number, who, move, said.text("why"))]


def _waive(view: View, said: Form) -> Sequence[Request]:
    number, who, move = move_of(view, said)
    return [Act(number, who, move, why=_why(said))]


def _undo(view: View, said: Form) -> Sequence[Request]:
    number, said_before = run_of(said), said.text("before")
    before = whole(said_before, "before") if said_before else _last(view, number, last_step, "left to undo")
    return [Undo(number, before, _why(said))]


def _last(view: View, number: int, which: Callable[[Sequence[Entry]], int | None], what: str) -> int:
    found = which(view.room.of_run.get(number, ()))
    if found is None:
        raise Conflict(f"Run {number} has nothing {what}.", hint=STALE)
    return found


def _withdraw(view: View, said: Form) -> Sequence[Request]:
    """What nobody has answered goes without a word; what was played on is not lost by a slip of the finger."""
    number = run_of(said)
    why = _why(said) if is_answered(view.room.of_run.get(number, ())) else said.text("why") or "withdrawn"
    return [Undo(number, number, why)]


def _restore(view: View, said: Form) -> Sequence[Request]:
    number = run_of(said)
    before = _last(view, number, last_undo, "to bring back")
    for who, track, by in lacking(view.table, view.table.runs[number], before):
        message = f"{who} cannot bear what it would cost again: {track_title(track)} {by:+}."
        raise Conflict(message, hint="Change that first, or let them choose anew.")
    return [Undo(number, before, said.text("why") or "brought back")]


def _why(said: Form) -> str:
    why = said.text("why")
    if not why:
        raise UsageError("The reason is missing.", code="usage.needs", hint="Say in a few words why.")
    return why


def _mark(view: View, said: Form) -> Sequence[Request]:
    by = whole(said.text("by") or "0", "by")
    return [Mark(said.get("who", ""), said.get("track", ""), by, said.text("why"))]


def _agree(view: View, said: Form) -> Sequence[Request]:
    from rollkeep.hosts import rulings_of

    known = rulings_of(view.room.kept.game)
    chosen = {name: said[f"ruling.{name}"] for name in known if f"ruling.{name}" in said}
    wrong = next((name for name, value in chosen.items() if value not in known[name].values), None)
    if wrong:
        raise UsageError(
            f"The ruling {wrong} cannot be that.", code="usage.ruling", hint=" or ".join(known[wrong].values)
        )
    here = {name: view.table.rulings.get(name, ruling.values[0]) for name, ruling in known.items()}
    events = tuple(Agreed(name, value) for name, value in chosen.items() if here[name] != value)
    if not events:
        raise Conflict("Nothing was changed.", hint="Choose another value first.")
    return [Rule(0, events, "")]


def _sit(view: View, said: Form) -> Sequence[Request]:
    return [Sit(said.get("seat", ""), said.get("role", "player"), frozenset(said.every("holds")) - {""})]


def _take(view: View, said: Form) -> Sequence[Request]:
    seated = view.table.seats[view.seat]
    return [Sit(view.seat, seated.role, seated.holds | {said.get("who", "")})]


def _shows(view: View, said: Form) -> Sequence[Request]:
    who = said.get("who", "")
    here = view.table.cast.get(who)
    if here is None or not view.table.sees_character(view.seat, who):
        raise Conflict(f"There is no character {who[:60]!r}.", hint=STALE)
    hidden, before = said.get("hidden") == "yes", view.table.shows_of(who)
    free = said.get("free") == "yes" if "tracks" in said else before.free  # of a box that is not ticked nothing is sent
    return [Enter(who, here, hidden, said.get("sheet", before.sheet), said.get("tracks", before.tracks), free)]


def _rest(view: View, said: Form) -> Sequence[Request]:
    from rollkeep.hosts import recovered

    acting(view, GM)
    whom = said.every("who") or tuple(view.table.cast)
    what = said.get("what.rest", "rest")
    shifts = tuple(
        shift for who in whom if who in view.table.cast for shift in recovered(what, who, view.table.cast[who])
    )
    if not shifts:
        raise Conflict("Nobody has anything to recover.", hint="All is as it was.")
    return [Rule(0, shifts, "")]


ORDERS: dict[str, Order] = {
    "move": _move,
    "plead": _plead,
    "waive": _waive,
    "undo": _undo,
    "withdraw": _withdraw,
    "restore": _restore,
    "close": lambda view, said: [Rule(run_of(said), (Closed(),), _why(said))],
    "go": lambda view, said: [Go(run_of(said))],
    "say": lambda view, said: [Say(said.text("text"))],
    "show": lambda view, said: [Show(run_of(said))],
    "heed": lambda view, said: [
        Heed(whole(said.text("plea") or "0", "plea"), said.get("yes") == "yes", said.text("why"))
    ],
    "mark": _mark,
    "agree": _agree,
    "sit": _sit,
    "take": _take,
    "standing": lambda view, said: [Standing(said.get("who", ""), said.get("word", ""))],
    "shows": _shows,
    "lock": lambda view, said: [Lock(said.get("yes") == "yes")],
    "rest": _rest,
}
