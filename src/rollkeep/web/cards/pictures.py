"""What a card shows of a procedure: one picture for each machine, and one for those that have none.

A picture is made from a run as its reader sees it; what is hidden there is drawn as a seal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rollkeep.advice import play as advice
from rollkeep.fifth.duel.state import Duel as RingDuel
from rollkeep.fifth.play.check import Asked, RingCheck, aimed
from rollkeep.fifth.play.moves import Roll as RingRoll
from rollkeep.fifth.wording_names import NAMES
from rollkeep.fourth.play.check import Check, Judged
from rollkeep.fourth.play.contest import Contest
from rollkeep.fourth.play.iaijutsu import Duel
from rollkeep.fourth.play.roll import Roll
from rollkeep.fourth.play.task import Task
from rollkeep.fourth.play.together import Together
from rollkeep.fourth.skirmish.state import Skirmish, sides_standing
from rollkeep.machine.secret import Secret, known
from rollkeep.table.table import Run
from rollkeep.text import counted, percent
from rollkeep.web.cards.drawn import Rolled, ring_rolled, rolled
from rollkeep.web.cards.fallen import fallen
from rollkeep.web.ground.words import machine_title


class Picture(NamedTuple):
    """A card's middle. ``success`` and ``verdict`` are what came of it, ``note`` a quiet line below."""

    title: str
    label: str = ""
    rolls: tuple[Rolled, ...] = ()
    against: str = ""
    success: bool | None = None
    verdict: str = ""
    note: str = ""
    lines: tuple[str, ...] = ()


def picture(run: Run, lines: tuple[str, ...], events: Sequence[Any] = ()) -> Picture:
    """The picture of a run; ``lines`` are what has happened, for machines without one of their own, and ``events`` the
    same as data.
    """
    made = _PICTURES.get(run.machine)
    if made is None or run.state is None:
        return _told(run, lines, events)
    return made(run.state)


_LINES = 8


def _told(run: Run, lines: tuple[str, ...], events: Sequence[Any]) -> Picture:
    """The dice that fell last, and the last of what has happened, the newest last."""
    state, rolls = run.state, fallen(run.machine, events)
    label, verdict = "", ""
    if isinstance(state, Skirmish):
        label, verdict = state.label or _against(state), _standing(state) if run.closed else ""
    elif isinstance(state, RingDuel):
        said = state.setup.label if state.setup else ""
        label = said or " and ".join(side.who for side in state.sides)
        if run.closed and state.scored:
            verdict = f"{state.scored.winner} wins" if state.scored.winner else "Nobody wins"
    return Picture(machine_title(run.machine), label, rolls, "", None, verdict, lines=lines[-_LINES:])


def _against(skirmish: Skirmish) -> str:
    """Who fights whom, in short."""
    sides = dict[str, list[str]]()
    for one in skirmish.fighters:
        sides.setdefault(one.side, []).append(one.who)
    return " against ".join(map(_named, sides.values()))


def _named(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


def _standing(skirmish: Skirmish) -> str:
    sides = sides_standing(skirmish)
    if len(sides) > 1:
        return "It is over, and more than one side stands"
    return f"Only side {sides[0]} is left standing" if sides else "Nobody is left standing"


def _check(check: Check) -> Picture:
    asked, roll, judged = check.asked, check.roll, check.judged
    if asked is None or roll is None:
        return Picture("Check")
    one = rolled(roll)
    hidden = isinstance(asked.tn, Secret) and asked.tn.value is None
    tn = known(asked.tn)
    against = {
        "told": f"TN {tn}",
        "hidden": "a hidden TN" if hidden else f"TN {tn}, hidden",
        "later": "the game master judges",
        "none": "",
    }[asked.judging]
    success, verdict = None, ""
    if judged:
        success, target, margin = known(judged.success), known(judged.target), known(judged.margin)
        if target is not None:
            against = f"against {target}"
        if success is not None:
            by = "" if margin is None else f" by {abs(margin)}" if margin else ", just reached"
            verdict = ("Success" if success else "Failure") + by
        elif hidden or judged.success != success:
            verdict = "the TN is secret" if hidden else _who_knows(asked)
    elif roll.kept and asked.judging == "later":
        verdict = "the game master judges"
    if judged is None and roll.kept and asked.judging == "later":
        against = ""
    earned = known(judged.earned) if judged else 0
    again = f"attempt {asked.attempt}" + (f" ({asked.changed})" if asked.changed else "") if asked.attempt > 1 else ""
    notes = (again, f"{counted(earned, 'Raise')} earned" if earned else "", _had(roll, judged) if judged else "")
    return Picture("Check", asked.label, (one,), against, success, verdict, " · ".join(filter(None, notes)))


def _had(roll: Roll, judged: Judged) -> str:
    """What the chance was, where the reader knows what had to be reached."""
    target = known(judged.target)
    chance = None if target is None or roll.declared is None else advice.quickly(roll.declared.pool, target)
    return "" if chance is None else f"had {percent(chance, 0)}"


def _ring_check(check: RingCheck) -> Picture:
    asked, roll, judged = check.asked, check.roll, check.judged
    if asked is None or roll is None:
        return Picture("Check")
    one, counted_ = ring_rolled(roll), check.counted
    if counted_:
        successes, opportunities, strife = map(known, (counted_.successes, counted_.opportunities, counted_.strife))
        if successes is not None and opportunities is not None and strife is not None:
            one = one._replace(tally=(successes, opportunities, strife))
    against, hidden = _ring_tn(asked, roll), isinstance(asked.tn, Secret) and asked.tn.value is None
    success, verdict = None, ""
    if judged:
        target, success = known(judged.target), known(judged.success)
        against = f"against TN {target}" if target is not None else against
        if success is not None:
            verdict = "Success" if success else "Failure"
            bonus, short = known(judged.bonus), known(judged.shortfall)
            verdict += f", {counted(bonus, 'bonus success', 'bonus successes')}" if bonus else ""
            verdict += f", {short} short" if short else ""
        else:
            verdict = "the TN is secret" if hidden else _who_knows(asked)
    elif counted_ and asked.judging == "later":
        verdict = "the game master judges"
    help_ = (
        (counted(asked.skilled, "skilled helper"), asked.skilled),
        (counted(asked.unskilled, "helper"), asked.unskilled),
    )
    return Picture("Check", asked.label, (one,), against, success, verdict, " · ".join(text for text, n in help_ if n))


def _ring_tn(asked: Asked, roll: RingRoll) -> str:
    """The TN as far as the reader knows it; before a ring is chosen with those of single rings."""
    if asked.judging in ("later", "none"):
        return "the game master judges" if asked.judging == "later" else ""
    tn, tns = known(asked.tn), known(asked.tns) or ()
    if tn is None:
        return "a hidden TN"
    hidden = ", hidden" if asked.judging == "hidden" else ""
    if roll.declared:
        return f"TN {aimed(tn, tns, roll.declared)[1]}{hidden}"
    rings = ", ".join(f"{NAMES[ring]} {own}" for ring, own in tns)
    return f"TN {tn}" + (f" ({rings})" if rings else "") + hidden


def _contest(state: Contest) -> Picture:
    label = state.began.label if state.began else ""
    rolls = tuple(map(rolled, state.rolls))
    if not (settled := state.settled):
        return Picture("Contested roll", label, rolls)
    winners = " and ".join(settled.winners)
    verdict = f"{winners} tie" if len(settled.winners) > 1 else f"{winners} wins" if winners else "Nobody wins"
    short = f"{' and '.join(settled.short)} fell short of the Raises" if settled.short else ""
    return Picture("Contested roll", label, rolls, "", bool(winners) or None, verdict, short)


def _together(state: Together) -> Picture:
    label = state.began.label if state.began else ""
    rolls = tuple(map(rolled, state.rolls))
    helpers = ", ".join(f"{who} {rank}" for who, rank in state.ranks)
    note = f"ranks: {helpers}" if helpers else ""
    against = f"TN {state.began.tn}" if state.began else ""
    if not (done := state.done):
        return Picture("Cooperative roll", label, rolls, against, None, "", note)
    each = ", ".join(f"{who} {margin:+} against {target}" for who, target, margin in done.results)
    verdict = "Success" if done.all_succeeded else "Failure" if len(done.results) == 1 else "Not all succeeded"
    return Picture("Cooperative roll", label, rolls, each, done.all_succeeded, verdict, note)


def _task(state: Task) -> Picture:
    plan = state.planned
    if plan is None:
        return Picture("Cumulative task")
    rolls = (rolled(state.roll),) if state.roll else ()
    done = plan.total - max(state.left, 0)
    parts = [f"a roll counts from {plan.minimum} on"] if plan.minimum else []
    parts += [f"below {plan.flub} costs progress"] if plan.flub else []
    parts += [f"{plan.every} between rolls"] if plan.every else []
    verdict, success = "", None
    if state.ended:
        success = state.ended.done
        verdict = f"{'Done' if success else 'Left unfinished'} after {counted(state.ended.rolls, 'roll')}"
    note = " · ".join((f"{counted(state.rolls, 'roll')} so far", *parts))
    return Picture(
        "Cumulative task", plan.label or plan.deed, rolls, f"{done} of {plan.total} done", success, verdict, note
    )


def _iaijutsu(duel: Duel) -> Picture:
    if duel.faced is None:
        return Picture("Iaijutsu duel")
    form = "to first blood" if duel.faced.to == "first-blood" else "to the death"
    label = duel.faced.label or f"{duel.faced.a} and {duel.faced.b}, {form}"
    verdict, success = "", None
    if duel.ended:
        verdict = f"{duel.ended.winner} has won" if duel.ended.winner else "Nobody has won"
        success = True if duel.ended.winner else None
    stages = {"answer": "concede or stand", "assessment": "Assessment", "focus": "Focus", "strike": "Strike"}
    note = "" if duel.ended else stages.get(duel.stage, duel.stage.capitalize())
    if duel.ended and duel.ended.case == "goes_on":
        note = "It goes on as a skirmish"
    return Picture("Iaijutsu duel", label, tuple(map(rolled, duel.rolls)), "", success, verdict, note)


_PICTURES: dict[str, Callable[[Any], Picture]] = {
    "check": _check,
    "ring-check": _ring_check,
    "contest": _contest,
    "together": _together,
    "task": _task,
    "iaijutsu": _iaijutsu,
}


def _who_knows(asked: Any) -> str:
    return f"{asked.who} alone knows" if asked.shown == "self" else "the game master knows"
