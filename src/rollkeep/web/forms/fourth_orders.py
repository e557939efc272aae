"""What the 4th edition's forms ask for: rolls, contests, tasks, duels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollkeep.errors import Conflict, UsageError
from rollkeep.fourth import sheet
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.play import contest, iaijutsu, task, together
from rollkeep.fourth.play.bound import Rollable, needs_change
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.play.person import Person, able
from rollkeep.fourth.play.roll import Declare, Roll, pool_of
from rollkeep.fourth.rulings import Rulings
from rollkeep.fourth.skirmish import moves as skirmish
from rollkeep.fourth.skirmish.bounds import MOST
from rollkeep.fourth.skirmish.known import stands
from rollkeep.machine.machine import GM, Who
from rollkeep.table.draft import STALE
from rollkeep.table.entry import Act, Request, Start
from rollkeep.web.forms.fields import deed_of, number, two, whom_of
from rollkeep.web.forms.orders import Order
from rollkeep.web.forms.reading import read_adds
from rollkeep.web.ground.seats import Form, View, acting


def asked(view: View, said: Form, who: Who) -> Ask:
    """What a form asks somebody to roll.

    Raises: RollKeepError
    """
    judging, by_gm = said.get("judging", "later"), view.is_gm
    tn = number(said, "tn", "TN") if said.text("tn") else None
    if judging in ("told", "hidden") and tn is None:
        raise UsageError("The TN is missing.", code="usage.needs", hint="Write a TN, or let it be judged later.")
    if judging not in ("told", "hidden"):
        tn = None
    attempt = number(said, "attempt", "Attempt", 1)
    free = number(said, "free", "Free Raises") if by_gm and judging != "none" else 0
    adds, changed = read_adds(said.text("adds")), said.text("changed")
    deed = deed_of(said)
    check_deed(view, who, deed, "" if judging == "none" else "open", attempt, changed)
    shown, told = said.get("shown", "open"), said.get("told", "all") if by_gm else "all"
    return Ask(who, deed, tn, judging, said.text("label"), free, adds, attempt, changed, shown, told)


def check_deed(view: View, who: Who, deed: str, aim: str, attempt: int = 1, changed: str = "") -> None:
    """Whether a character can roll that; where not, in the words of the rules.

    Raises: RollKeepError
    """
    acting(view, who)
    one = view.table.cast.get(who)
    if not isinstance(one, Person):
        raise Conflict(f"There is no character {who[:60]!r} to roll here.", hint=STALE)
    rulings = Rulings(frozenset(view.table.rulings.items()))
    pool_of(Roll(who, deed, aim, attempt=attempt, changed=changed), one, rulings)
    if attempt > 1 and not changed and needs_change(able(one), deed):
        message = "This can be tried again only when something has changed."
        raise UsageError(message, code="usage.needs", hint="Write what has changed since.")
    if aim and Rollable(able(one)).holds(deed) and not Rollable(able(one), aim).holds(deed):
        raise UsageError(f"{deed.capitalize()} has no TN.", code="usage.clash", hint="Choose “no TN”.")


def _ask(view: View, said: Form) -> Sequence[Request]:
    secret = said.get("secret") == "yes"
    after = number(said, "after", "after")
    return [Start("check", GM, asked(view, said, who), secret, after) for who in whom_of(said)]


def declared(said: Form, who: Who) -> Declare:
    """What a composer declares.

    Raises: UsageError
    """
    return Declare(
        who,
        number(said, "f.raises", "Raises"),
        said.text("f.raise_for"),
        number(said, "f.lower", "Free Raises"),
        said.get("f.void", ""),
        said.every("f.named"),
        said.get("f.by_hand") == "yes",
        said.get("f.keep", "high"),
    )


def _roll(view: View, said: Form) -> Sequence[Request]:
    """A roll that nobody asked for; the game master's may be secret."""
    who, after = said.get("who", ""), number(said, "after", "after")
    by, secret = (GM, said.get("secret") == "yes") if view.is_gm else (who, False)
    return [Start("check", by, asked(view, said, who), secret, after), Act(0, who, declared(said, who))]


def _contest(view: View, said: Form) -> Sequence[Request]:
    first, *others = (contest.Enter(who, *_own(view, said, who, "contest")) for who in whom_of(said, 2))
    begin = contest.Begin(said.get("tie", "stand"), said.text("label"))
    secret = said.get("secret") == "yes"
    return [Start("contest", GM, first, secret), *(Act(0, GM, each) for each in others), Act(0, GM, begin)]


def _own(view: View, said: Form, who: Who, aim: str) -> tuple[str, int, tuple[Modifier, ...]]:
    """What somebody rolls where each may have a roll and modifiers of their own beside those of all."""
    deed = said.text(f"deed.{who}") or deed_of(said)
    check_deed(view, who, deed, aim)
    return deed, number(said, "free", "Free Raises"), read_adds(f"{said.text('adds')}\n{said.text(f'adds.{who}')}")


def _together(view: View, said: Form) -> Sequence[Request]:
    """One leads and the others help, or everyone rolls."""
    lead, ticked = said.get("lead", ""), whom_of(said)
    whom = tuple(dict.fromkeys((*ticked, lead))) if lead else ticked
    if len(whom) < 2:
        raise UsageError("One alone does nothing together.", code="usage.needs", hint="Tick who takes part.")
    begin = together.Begin(_tn(said), said.text("label"))
    ranks = {who: _rank(view, said, who) for who in whom if who != lead}
    if lead:
        moves: list[Any] = [together.Lead(lead, *_own(view, said, lead, "open"))]
        moves += [together.Help(who, rank) for who, rank in ranks.items()]
    else:
        moves = [together.Help(who, rank, *_own(view, said, who, "open")) for who, rank in ranks.items()]
    return [Start("together", GM, moves[0]), *(Act(0, GM, each) for each in moves[1:]), Act(0, GM, begin)]


def _tn(said: Form) -> int:
    if not said.text("tn"):
        raise UsageError("The TN is missing.", code="usage.needs", hint="Write one, such as 15.")
    return number(said, "tn", "TN")


def _rank(view: View, said: Form, who: Who) -> int:
    """The rank that is typed, else the one on the sheet in the Skill that is rolled."""
    if said.text(f"rank.{who}"):
        return number(said, f"rank.{who}", f"The rank of {who}")
    acting(view, who)
    deed, one = said.text(f"deed.{who}") or deed_of(said), view.table.cast.get(who)
    if not isinstance(one, Person):
        raise Conflict(f"There is no character {who[:60]!r} to roll here.", hint=STALE)
    skill = read_deed(one.sheet, deed).skill
    return sheet.skill(one.sheet, skill).rank if skill else 0


def _task(view: View, said: Form) -> Sequence[Request]:
    (who, *_) = whom_of(said)
    if not said.text("total"):
        raise UsageError("The whole TN is missing.", code="usage.needs", hint="Such as 60.")
    deed, free, adds = _own(view, said, who, "open")
    plan = task.Plan(
        who,
        deed,
        number(said, "total", "The whole"),
        number(said, "minimum", "The minimum"),
        number(said, "flub", "The flub"),
        number(said, "help", "Help"),
        free,
        adds,
        said.text("every"),
        said.text("label"),
    )
    return [Start("task", GM, plan)]


def _iaijutsu(view: View, said: Form) -> Sequence[Request]:
    a, b = two(said)
    return [Start("iaijutsu", GM, iaijutsu.Face(a, b, said.get("to", "first-blood"), said.text("label")))]


def _skirmish(view: View, said: Form) -> Sequence[Request]:
    """Two sides against each other; whoever is ticked on neither stays out of it."""
    acting(view, GM)  # before anything is said of who is there
    first, second = (tuple(dict.fromkeys(who for who in said.every(side) if who)) for side in ("first", "second"))
    if not first or not second:
        raise UsageError("A side is empty.", code="usage.needs", hint="Tick somebody on either side.")
    if (many := len({*first, *second})) > MOST:
        message = f"At most {MOST} fight, and {many} are ticked."
        raise UsageError(message, code="usage.number", hint="Let the others come in later, or begin a second skirmish.")
    if both := set(first) & set(second):
        message = f"{sorted(both)[0]} cannot stand on both sides."
        raise UsageError(message, code="usage.clash", hint="Tick everybody on one side at most.")
    for side in (first, second):
        if not any(stands(view.table.cast.get(who)) for who in side):
            raise UsageError(
                f"Nobody of the side of {side[0][:60]} is on their feet.",
                code="usage.needs",
                hint="Tick somebody who is, or change their Wounds first.",
            )
    names = (said.text("first.name") or "A", said.text("second.name") or "B")
    surprised = tuple(who for who in (*first, *second) if who in said.every("surprised"))
    sides = ((names[0], first), (names[1], second))
    muster = skirmish.Muster(sides, surprised=surprised, label=said.text("label"))
    return [Start("skirmish", GM, muster, said.get("secret") == "yes")]


ORDERS: dict[str, Order] = {
    "ask": _ask,
    "roll": _roll,
    "contest": _contest,
    "together": _together,
    "task": _task,
    "iaijutsu": _iaijutsu,
    "skirmish": _skirmish,
}
